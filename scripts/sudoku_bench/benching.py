"""Runs `sudoku-bench bench` in a child process, so that the Python interpreter does not disturb the measurement."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from sudoku_bench import results

TABLES = ("summary", "runs", "puzzles")
# Exit codes of the program.
WRONG_ANSWER = 3
CALLER_ERRORS = (2, 4)
INTERRUPTED = 130


def program():
    """Returns the path of sudoku-bench: the value of the environment variable SUDOKU_BENCH, else the program in this
    package, else the program on the PATH. Raises FileNotFoundError if there is none."""
    own = pathlib.Path(__file__).parent / "bin" / "sudoku-bench"
    found = os.environ.get("SUDOKU_BENCH") or (str(own) if own.exists() else shutil.which("sudoku-bench"))
    if not found:
        raise FileNotFoundError("sudoku-bench not found; set the environment variable SUDOKU_BENCH to its path")
    return found


def bench(datasets, engines=None, max_solutions=2, *, repetitions=1, isomorphs=1, threads=None, table="summary",
          out=None, options=()):
    """Compares engines with `sudoku-bench bench` and returns a table of the results as a pandas.DataFrame.

    results/README.md describes the columns and their units. `table` selects the rows:
    "summary": one for each engine and dataset, with rates, times, ratios, intervals and a verdict;
    "runs": one for each engine, dataset and repetition;
    "puzzles": one for each engine and puzzle.

    `datasets` is a path, the name of a dataset of the project such as "hard.txt", or a list of these. It may also be a
    dictionary from names to puzzles in any form that `solve` accepts. `engines` are ids; the default is all engines.
    `out` is a directory for the result files, which `read_results` and scripts/report.py read. By default they are
    deleted. `options` are further arguments of the program, such as ["--timeout", "1s"]. The environment variable
    SUDOKU_BENCH selects another program than the one in this package.

    The column `verdict` reports wrong answers. Raises ValueError if the program rejects the arguments, and
    RuntimeError if it fails."""
    if table not in TABLES:
        raise ValueError(f"table must be one of {', '.join(TABLES)}, not {table!r}")
    with tempfile.TemporaryDirectory(prefix="sudoku-bench-") as directory:
        paths = written(datasets, pathlib.Path(directory))
        place = pathlib.Path(out) if out is not None else pathlib.Path(directory) / "results"
        arguments = ["--max-solutions", max_solutions, "--repetitions", repetitions, "--isomorphs", isomorphs]
        arguments += ["--threads", threads] if threads is not None else []
        arguments += ["--engine", ",".join([engines] if isinstance(engines, str) else engines)] if engines else []
        arguments += ["--per-puzzle"] if table == "puzzles" else []
        try:
            run([program(), "bench", "--quiet", "--out", place, *arguments, *options, "--", *paths])
        except (ValueError, RuntimeError) as error:
            raise type(error)(with_names(str(error), paths)) from None
        found = getattr(results.read_run(place), table)
    return found.drop(columns="line_of_file").replace({"dataset": {path: name for path, name in paths.items() if name}})


def written(datasets, directory):
    """Returns the names of datasets by path. The name is None if the caller gave a path. Writes puzzles to files in the
    directory."""
    if isinstance(datasets, (str, os.PathLike)):
        datasets = [datasets]
    if not isinstance(datasets, dict):
        return {os.fspath(path): None for path in datasets}
    from sudoku_bench import _native, boards  # not needed for paths
    paths = {}
    for number, (name, puzzles) in enumerate(datasets.items()):
        path = directory / f"{number}.txt"
        given = boards.read(puzzles)
        path.write_text("".join(f"{line}\n" for line in _native.format(given.cells, given.shape)), encoding="ascii")
        paths[str(path)] = name
    return paths


def with_names(message, paths):
    """Replaces the paths in a message by the caller's names."""
    for path, name in paths.items():
        message = message.replace(path, path if name is None else str(name))
    return message


def run(command):
    """Runs the program. After an interrupt, stops it before the exception propagates."""
    with subprocess.Popen([os.fspath(one) if isinstance(one, os.PathLike) else str(one) for one in command],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="backslashreplace") as child:
        try:
            _, errors = child.communicate()
        except BaseException:
            child.send_signal(signal.SIGINT)
            child.communicate()
            raise
    if child.returncode in (0, WRONG_ANSWER):
        return
    if child.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    message = re.sub(r"^sudoku-bench: | \(see --help\)$", "", errors.strip().rpartition("\n")[2])
    error = ValueError if child.returncode in CALLER_ERRORS else RuntimeError
    raise error(message or f"sudoku-bench ended with exit code {child.returncode}")
