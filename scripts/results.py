"""Reads the result files of sudoku-bench; results/README.md names their columns.

A column that is missing is a missing value everywhere but where nothing can be said without it.
"""

import csv
import dataclasses
import functools
import json
import math
import pathlib
import re
import sys

try:
    import pandas
    from scipy import stats
except ImportError as error:
    sys.exit(f"{error}. On Debian: apt-get install python3-matplotlib python3-pandas "
             "python3-scipy python3-jinja2")

REQUIRED = {
    "summary.csv": ("engine", "dataset", "puzzles", "solved", "puzzles_per_second", "verdict"),
    "runs.csv": ("engine", "dataset", "threads", "puzzles_per_second", "verdict"),
    "puzzles.csv": ("dataset", "line", "puzzle", "engine", "runstatus", "solutions", "wall_ns"),
}
# `solutions` is text, too: it has up to 128 bits.
TEXT = {"engine", "dataset", "dataset_digest", "answer_digest", "verdict", "baseline", "puzzle",
        "runstatus", "solutions"}
PUZZLE = ["dataset", "line", "isomorph"]


class InputError(Exception):
    """A file that cannot be read as what it should be, or lacks what is asked of it."""


def read_table(path):
    try:
        table = pandas.read_csv(path, dtype=str, keep_default_na=False)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (ValueError, pandas.errors.ParserError) as error:
        raise InputError(f"{path}: no CSV: {str(error).strip().splitlines()[0]}") from error
    for name in REQUIRED[path.name]:
        if name not in table:
            raise InputError(f"{path}: there is no column {name}")
    if table.empty:
        raise InputError(f"{path}: there are no rows")
    for name in table.columns.difference(sorted(TEXT)):
        table[name] = numbers(table[name], path, is_needed=name in REQUIRED[path.name])
    return table


def numbers(column, path, is_needed):
    """A column of numbers; one that the scripts do not know may as well hold text."""
    try:
        return pandas.to_numeric(column)
    except (ValueError, TypeError) as error:
        if is_needed or column.name.endswith("_ns") or column.name.startswith("ratio"):
            reason = str(error).partition(" at position")[0]
            raise InputError(f"{path}: column {column.name}: {reason}") from error
        return column


def names_of(paths):
    """A short name of each dataset: the stem of its path where that tells it from the others."""
    stems = [pathlib.PurePath(path).name.split(".")[0] or path for path in paths]
    stems = ["standard input" if path == "-" else stem for path, stem in zip(paths, stems)]
    return {path: stem if stems.count(stem) == 1 else path for path, stem in zip(paths, stems)}


@dataclasses.dataclass(frozen=True)
class Results:
    """A directory of results. Files are read when they are first asked for."""

    directory: pathlib.Path

    @functools.cached_property
    def context(self):
        path = self.directory / "context.json"
        try:
            context = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from error
        except ValueError as error:
            raise InputError(f"{path}: no JSON: {error}") from error
        if not isinstance(context, dict):
            raise InputError(f"{path}: no JSON object")
        return context

    @property
    def has_puzzles(self):
        return (self.directory / "puzzles.csv").exists()

    @functools.cached_property
    def names(self):
        return names_of(self.datasets)


@dataclasses.dataclass(frozen=True)
class Run(Results):
    """What `bench` has written."""

    @functools.cached_property
    def summary(self):
        return read_table(self.directory / "summary.csv")

    @functools.cached_property
    def runs(self):
        return read_table(self.directory / "runs.csv")

    @functools.cached_property
    def puzzles(self):
        """One row for each puzzle, isomorph and engine: `wall_ns`, the median over the repetitions;
        `answered`, in all of them; `runstatus`, the first that is not `ok`; `solutions` and
        `guesses`."""
        if not self.has_puzzles:
            raise InputError(f"{self.directory}/puzzles.csv: not there; run with --per-puzzle")
        rows = read_table(self.directory / "puzzles.csv")
        for name, missing in (("isomorph", 0), ("guesses", math.nan)):
            if name not in rows:
                rows[name] = missing
        rows["answered"] = rows["runstatus"] == "ok"
        if not rows.duplicated(PUZZLE + ["engine"]).any():
            return rows
        # What went wrong goes first, so that it is what stands for the puzzle, in its place.
        rows["place"] = range(len(rows))
        rows = rows.sort_values("answered", kind="stable")
        groups = rows.groupby(PUZZLE + ["engine"], sort=False)
        merged = groups.first().assign(wall_ns=groups["wall_ns"].median(),
                                       place=groups["place"].min())
        return merged.sort_values("place").reset_index()

    @property
    def engines(self):
        """In the order of the run."""
        return list(dict.fromkeys(self.summary["engine"]))

    @property
    def datasets(self):
        return list(dict.fromkeys(self.summary["dataset"]))

    def rows_of(self, dataset):
        """The rows of the summary that belong to a dataset."""
        return self.summary[self.summary["dataset"] == dataset]

    @functools.cached_property
    def timed(self):
        """The engines that have the time of single puzzles."""
        with_times = set(self.puzzles.loc[self.puzzles["wall_ns"].notna(), "engine"])
        return [engine for engine in self.engines if engine in with_times]

    @functools.cached_property
    def untimed(self):
        """The engines that solved puzzles but have the times of blocks only."""
        ran = set(self.puzzles.loc[self.puzzles["answered"], "engine"])
        return [engine for engine in self.engines if engine in ran and engine not in self.timed]

    def check_timed(self, least=1):
        """At least so many engines have the time of single puzzles, or there is nothing to draw."""
        if len(self.timed) < least:
            raise InputError(f"{self.directory}/puzzles.csv: engines with times of puzzles: "
                             f"{len(self.timed)}; it takes {least}")

    def times(self, dataset):
        """Wall time in ns: a row for each puzzle, a column for each timed engine; and whether
        each was answered."""
        rows = self.puzzles[(self.puzzles["dataset"] == dataset) & self.puzzles["wall_ns"].notna()]
        key = ["line", "isomorph"]
        times = rows.pivot(index=key, columns="engine", values="wall_ns")
        answered = rows.pivot(index=key, columns="engine", values="answered")
        engines = [engine for engine in self.timed if engine in times]
        return times[engines], answered[engines].fillna(False).astype(bool)


def read_rows(path, names, read_row):
    """For each row of a CSV file `read_row` of its fields in the columns `names`, bit by bit."""
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            rows = csv.reader(stream, strict=True)
            header = next(rows, [])
            for name in names:
                if name not in header:
                    raise InputError(f"{path}: there is no column {name}")
            columns = [header.index(name) for name in names]
            for row in rows:
                if len(row) != len(header):
                    raise ValueError(f"{len(row)} fields, where the header has {len(header)}")
                yield read_row(*[row[column] for column in columns])
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except (ValueError, csv.Error) as error:
        raise InputError(f"{path}:{rows.line_num}: {error}") from error


def clues_and_solutions(puzzle, count):
    """None where the solutions were not counted to the end."""
    if len(puzzle) != 81:
        raise ValueError(f"{len(puzzle)} cells")
    if count and not count.isdecimal():
        raise ValueError(f"count {count}")
    return 81 - puzzle.count("."), int(count) if count else None


@dataclasses.dataclass(frozen=True)
class Count(Results):
    """What `count` or `merge` has written, of one dataset."""

    @functools.cached_property
    def row(self):
        """The row of counts.csv: texts by the names of the columns."""
        path = self.directory / "counts.csv"
        try:
            with open(path, encoding="utf-8", newline="") as stream:
                rows = list(csv.DictReader(stream, strict=True))
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from error
        except (ValueError, csv.Error) as error:
            raise InputError(f"{path}: no CSV: {error}") from error
        if len(rows) != 1:
            raise InputError(f"{path}: {len(rows)} rows, where one was expected")
        return rows[0]

    def number(self, column):
        """An integer of up to 128 bits."""
        text = self.row.get(column)
        if text is None:
            raise InputError(f"{self.directory}/counts.csv: there is no column {column}")
        if not text.isdecimal():
            raise InputError(f"{self.directory}/counts.csv: column {column}: no number: {text}")
        return int(text)

    @functools.cached_property
    def context(self):
        if not (self.directory / "context.json").exists():
            return {}
        return super().context

    @property
    def datasets(self):
        return [self.row.get("dataset") or "-"]

    @property
    def part(self):
        """Which part of the dataset it is about; empty if all of it."""
        shards = self.number("shards")
        shard = f"Shard {self.number('shard')} of {shards} alone. " if shards > 1 else ""
        return shard + ("" if self.number("whole") else "The count did not come to its end.")

    @functools.cached_property
    def histogram(self):
        """How many puzzles each column `n_<least>` or `n_<least>_<most>` holds, by the least number
        of solutions, as text."""
        columns = [name for name in self.row if name and re.fullmatch(r"n_\d+(_\d+)?", name)]
        return {name.split("_")[1]: self.number(name) for name in columns}

    def puzzles(self):
        """The numbers of clues and of solutions of one puzzle after the other."""
        path = self.directory / "puzzles.csv"
        if not self.has_puzzles:
            raise InputError(f"{path}: not there; count with --per-puzzle")
        found = 0
        for values in read_rows(path, ("puzzle", "count"), clues_and_solutions):
            found += 1
            yield values
        if found != self.number("puzzles"):
            raise InputError(f"{path}: {found} rows, where counts.csv tells of "
                             f"{self.row['puzzles']} puzzles")


def read_results(directory):
    """The results of whichever command wrote them; what is no result directory is said at once."""
    directory = pathlib.Path(directory)
    if not directory.is_dir():
        raise InputError(f"{directory}: no such directory")
    has_counts = (directory / "counts.csv").exists()
    if has_counts and (directory / "summary.csv").exists():
        raise InputError(f"{directory}: holds results of both bench and count")
    if has_counts:
        count = Count(directory)
        _ = count.row
        return count
    run = Run(directory)
    _ = run.summary
    return run


def read_run(directory):
    """The results of `bench`."""
    run = read_results(directory)
    if not isinstance(run, Run):
        raise InputError(f"{directory}: holds results of count, not of bench")
    return run


def read_count(directory):
    """The results of `count`."""
    count = read_results(directory)
    if not isinstance(count, Count):
        raise InputError(f"{directory}: holds results of bench, not of count")
    return count


def median_interval(values, confidence=0.95):
    """Median and its interval from the exact sign test; without an interval below 6 values."""
    values = sorted(values)
    count = len(values)
    if count == 0:
        return None, None, None
    middle = (values[(count - 1) // 2] + values[count // 2]) / 2
    rank = int(stats.binom.ppf((1 - confidence) / 2, count, 0.5))
    if rank < 1:
        return middle, None, None
    return middle, values[rank - 1], values[count - rank]


def significant(value, digits=3):
    """A number for the eye: 5.29, 33,200, 0.00120, 3.32e-5."""
    if value is None or not math.isfinite(value):
        return "-"
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    exponent = int(exponent)
    if exponent < -3:
        return f"{mantissa}e{exponent}"
    rounded = round(value, digits - 1 - exponent)
    return f"{rounded:,.{max(0, digits - 1 - exponent)}f}"


def format_time(ns):
    if ns is None or not math.isfinite(ns):
        return "-"
    for unit, size in (("ns", 1), ("µs", 1e3), ("ms", 1e6)):
        if ns < 999.5 * size:
            return f"{significant(ns / size)} {unit}"
    return f"{significant(ns / 1e9)} s"
