"""Engines compared by the program, in a process of its own, so that what is measured is what it measures."""

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
WRONG_ANSWER = 3  # the results say whose
CALLERS_FAULT = (2, 4)
INTERRUPTED = 130


def program():
    """The path of sudoku-bench: what the variable SUDOKU_BENCH names, else the one that has come with this package,
    else the one on the PATH. Raises FileNotFoundError where there is none."""
    own = pathlib.Path(__file__).parent / "bin" / "sudoku-bench"
    found = os.environ.get("SUDOKU_BENCH") or (str(own) if own.exists() else shutil.which("sudoku-bench"))
    if not found:
        raise FileNotFoundError("there is no sudoku-bench; name it in the variable SUDOKU_BENCH")
    return found


def bench(datasets, engines=None, max_solutions=2, *, repetitions=1, isomorphs=1, threads=None, table="summary",
          out=None, options=()):
    """Has `sudoku-bench bench` compare engines, and returns a table of its results as a pandas.DataFrame, whose columns
    results/README.md names with their units: "summary", a row for each engine and dataset, with rates in puzzles per
    second, times in ns, ratios with their intervals and a verdict; "runs", for each repetition; "puzzles", for each
    puzzle.

    `datasets` is a path, the name of one of the project's (as "hard.txt"), a list of these, or a dictionary from names
    to puzzles as `solve` takes them. `engines` are ids, all of them by default. `out` is a directory for all result
    files, for `read_results` and scripts/report.py; without it, they are not kept. `options` are further arguments of
    the program, as in ["--timeout", "1s"]. `SUDOKU_BENCH` names another program than the one of this package.

    Wrong answers stand in the column `verdict`. Raises ValueError for what the program refuses, and RuntimeError where
    it fails."""
    if table not in TABLES:
        raise ValueError(f"table takes {', '.join(TABLES)}, not {table!r}")
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
            raise type(error)(by_names(str(error), paths)) from None
        found = getattr(results.read_run(place), table)
    return found.drop(columns="line_of_file").replace({"dataset": {path: name for path, name in paths.items() if name}})


def written(datasets, directory):
    """The paths of datasets, each with the name that the caller knows it by, if that is another. Puzzles are written to
    the directory."""
    if isinstance(datasets, (str, os.PathLike)):
        datasets = [datasets]
    if not isinstance(datasets, dict):
        return {os.fspath(path): None for path in datasets}
    from sudoku_bench import _native, boards  # which nobody else here needs
    paths = {}
    for number, (name, puzzles) in enumerate(datasets.items()):
        path = directory / f"{number}.txt"
        given = boards.read(puzzles)
        path.write_text("".join(f"{line}\n" for line in _native.format(given.cells, given.shape)), encoding="ascii")
        paths[str(path)] = name
    return paths


def by_names(message, paths):
    """What is said of files as the caller knows them."""
    for path, name in paths.items():
        message = message.replace(path, path if name is None else str(name))
    return message


def run(command):
    """Ends the program before it lets an interrupt through."""
    with subprocess.Popen([os.fspath(one) if isinstance(one, os.PathLike) else str(one) for one in command],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="backslashreplace") as child:
        try:
            _, said = child.communicate()
        except BaseException:
            child.send_signal(signal.SIGINT)
            child.communicate()
            raise
    if child.returncode in (0, WRONG_ANSWER):
        return
    if child.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    what = re.sub(r"^sudoku-bench: | \(see --help\)$", "", said.strip().rpartition("\n")[2])
    error = ValueError if child.returncode in CALLERS_FAULT else RuntimeError
    raise error(what or f"sudoku-bench ended with exit code {child.returncode}")
