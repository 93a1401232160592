"""Runs commands of the program in a child process, so that Python does not disturb a measurement."""

import json
import math
import os
import pathlib
import re
import shutil
import tempfile

import pandas

from sudoku_bench import _native, boards, command, results

TABLES = ("summary", "runs", "puzzles")
# The first columns of a comparison. They fit a terminal of 80 columns.
MAIN = ("engine", "puzzles_per_second", "ratio", "solved", "verdict", "dataset")


class Table(pandas.DataFrame):
    """A pandas.DataFrame that prints the first columns that fit. pandas prints the first and the last ones."""

    @property
    def _constructor(self):
        return Table

    def __repr__(self):
        limits = {name: pandas.get_option(f"display.{name}") for name in ("max_rows", "min_rows", "max_colwidth")}
        # Prints the columns that do not fit below the others. The last header that fits ends with a backslash.
        text = self.to_string(line_width=shutil.get_terminal_size().columns - 1, **limits)
        first, _, rest = text.partition("\n\n")
        if not rest:
            return super().__repr__()
        return first.replace("  \\", " ...", 1) + f"\n\n[{len(self)} rows x {len(self.columns)} columns]"


def bench(datasets, engines=None, max_solutions=2, *, repetitions=1, isomorphs=1, threads=None, table="summary",
          out=None, options=()):
    """Compares engines with `sudoku-bench bench` and returns a table of the results as a pandas.DataFrame.

    results/COLUMNS.md describes the columns and their units. `table` selects the rows:
    "summary": one for each engine and dataset, with rates, times, ratios, intervals and a verdict;
    "runs": one for each engine, dataset and repetition;
    "puzzles": one for each engine and puzzle.

    The first columns are those of `show`. A printed table has the first columns that fit. The column `dataset` has the
    names of the caller's dictionary, or file names as in `show`.

    `datasets` is a path, the name of a dataset of the project such as "hard.txt", or a list of these. It may also be
    puzzles in any form that `solve` accepts, or a dictionary from names to such puzzles. `engines` are ids; the default
    is all engines. `out` is a directory for the result files, which `show`, `read_results` and scripts/report.py read.
    By default they are deleted. `options` are further arguments of the program, such as ["--timeout", "1s"], or
    ["--force"] to replace the files in `out`. The environment variable SUDOKU_BENCH selects another program than the
    one in this package.

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
        run(paths, "bench", "--quiet", "--out", place, *arguments, *options)
        found = getattr(results.read_run(place), table)
        first = MAIN if table == "puzzles" else show(place)
    return Table(led_by(first, with_short_names(found.drop(columns="line_of_file"), paths)))


def show(directory):
    """Returns the table of saved results of `bench`, a pandas.DataFrame with the columns of `sudoku-bench show`.

    It has a row for each engine and dataset. results/COLUMNS.md describes the columns and their units. A printed table
    has the first columns that fit. The column `dataset` has file names; equal file names are whole paths. Raises
    ValueError if the directory has no results of `bench`."""
    rows = json.loads(command.run("show", "--to", "json", "--", directory))["results"]
    table = pandas.DataFrame(rows).fillna(math.nan).infer_objects()
    return Table(led_by(MAIN, with_short_names(table, {})))


def led_by(names, table):
    """Returns a table with the given columns first, as far as it has them."""
    first = [name for name in names if name in table]
    return table[[*first, *(name for name in table if name not in first)]]


def with_short_names(table, names):
    """Returns a table with the caller's names of datasets. Other datasets get their file name if it is unique."""
    paths = list(table["dataset"].unique())
    files = [pathlib.PurePath(path).name for path in paths]
    short = {path: file if files.count(file) == 1 else path for path, file in zip(paths, files)}
    short.update((path, name) for path, name in names.items() if name is not None)
    return table.assign(dataset=table["dataset"].map(short))


def audit(dataset, *, isomorphs=False, threads=None, options=()):
    """Describes a dataset with `sudoku-bench audit` and returns its JSON report as a dictionary.

    `dataset` is a path, the name of a dataset of the project such as "hard.txt", or puzzles in any form that `solve`
    accepts. The report has the numbers of puzzles, invalid lines, duplicates and redundant clues, and the numbers of
    puzzles by number of solutions, number of clues and difficulty. Lines count from 1.

    `isomorphs=True` also finds puzzles that are equal up to relabelling and permutation. `options` are further
    arguments of the program, such as ["--list", "100"].

    Raises ValueError if the program rejects the arguments or if no puzzle is valid."""
    with tempfile.TemporaryDirectory(prefix="sudoku-bench-") as directory:
        is_file = is_path(dataset)
        paths = written(dataset if is_file else {"puzzles": dataset}, pathlib.Path(directory))
        arguments = ["--isomorphs"] if isomorphs else []
        arguments += ["--threads", threads] if threads is not None else []
        report = json.loads(run(paths, "audit", "--quiet", "--json", *arguments, *options))
    return {**report, "dataset": report["dataset"] if is_file else "puzzles"}


def is_path(value):
    """Returns whether a value names a file. A text that is a puzzle does not."""
    if not isinstance(value, str):
        return isinstance(value, os.PathLike)
    try:
        boards.read(value)
    except ValueError:
        return True
    return False


def written(datasets, directory):
    """Returns the names of datasets by path. The name is None if the caller gave a path. Writes puzzles to files in the
    directory."""
    if not isinstance(datasets, dict):
        given = boards.as_array([datasets] if isinstance(datasets, (str, os.PathLike)) else datasets)
        if given.ndim == 1 and all(map(is_path, given.tolist())):
            return {os.fspath(path): None for path in given}
        datasets = {"puzzles": given}
    paths = {}
    for number, (name, puzzles) in enumerate(datasets.items()):
        given = boards.read(puzzles)
        # Results and pictures show this file name. Names may be equal apart from other characters.
        place = directory / str(number)
        place.mkdir()
        path = place / (re.sub(r"[^\w .-]", "_", str(name))[:50] + ".txt")
        lines = _native.format(given.cells, given.candidates, given.shape)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        paths[str(path)] = name
    return paths


def run(paths, *words):
    """Runs the program on datasets and returns its standard output. Messages contain the caller's names, and the
    argument of Python that replaces results."""
    try:
        return command.run(*words, "--", *paths)
    except (ValueError, RuntimeError) as error:
        message = str(error).replace(" --force ", ' options=["--force"] ')
        for path, name in paths.items():
            message = message.replace(path, path if name is None else str(name))
        raise type(error)(message) from None
