"""Finds and runs the program. Imports no other packages, because the command sudoku-bench starts here."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
OWN = HERE / "bin" / "sudoku-bench"
# Places of the program: in this package, in the build of this source tree, and beside installed scripts.
PLACES = (OWN, HERE / "../../build/release/sudoku-bench", HERE / "../../../../bin/sudoku-bench")
# Exit codes of the program.
WRONG_ANSWER = 3
CALLER_ERRORS = (2, 4)
INTERRUPTED = 130


def program():
    """Returns the path of sudoku-bench: the value of the environment variable SUDOKU_BENCH, else the program that
    belongs to this package, else the program on the PATH. Raises FileNotFoundError if there is none."""
    own = next((str(place) for place in PLACES if place.exists()), None)
    found = os.environ.get("SUDOKU_BENCH") or own or shutil.which("sudoku-bench")
    if not found:
        raise FileNotFoundError("sudoku-bench not found; set the environment variable SUDOKU_BENCH to its path")
    return found


def main():
    """Replaces this process by the program in this package. pip installs this function as the command sudoku-bench."""
    os.execv(OWN, ["sudoku-bench", *sys.argv[1:]])


def run(*words):
    """Runs the program and returns its standard output. After an interrupt, stops it before the exception propagates.

    Raises ValueError if the program rejects the arguments or the input, and RuntimeError if it fails."""
    with subprocess.Popen([program(), *(os.fspath(word) if isinstance(word, os.PathLike) else str(word)
                                        for word in words)],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="backslashreplace") as child:
        try:
            output, errors = child.communicate()
        except BaseException:
            child.send_signal(signal.SIGINT)
            child.communicate()
            raise
    if child.returncode in (0, WRONG_ANSWER):
        return output
    if child.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    # The last message may have several lines.
    message = re.split(r"^sudoku-bench: ", errors, flags=re.MULTILINE)[-1].strip().removesuffix(" (see --help)")
    error = ValueError if child.returncode in CALLER_ERRORS else RuntimeError
    raise error(message or f"sudoku-bench ended with exit code {child.returncode}")
