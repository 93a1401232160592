"""Reads the result files of sudoku-bench. results/COLUMNS.md describes their columns.

Only the essential columns are required. Unknown columns are kept as texts.
"""

import dataclasses
import functools
import json
import math
import pathlib
import re
import tempfile

import pandas

from sudoku_bench import blocks, command, pairs, tables
from sudoku_bench.names import printable
from sudoku_bench.tables import InputError

# Written by version 0.2.0.
OLDEST_SCHEMA = 3

TOTALS = {name: tables.WHOLE for name in (
    "max_solutions", "repetitions", "repetition", "puzzles", "solved", "timeouts",
    "gave_up", "failed", "skipped", "errors", "clues", "peak_bytes", "ratio_blocks",
    "instructions", "cycles", "branches", "branch_misses", "l1d_misses", "scaled_blocks", "package_uj")}
TOTALS["threads"] = tables.POSITIVE
TIMES = {name: tables.NUMBER for name in (
    "guesses", "wall_ns", "cpu_ns", "time_ns", "lost_ns", "puzzles_per_second", "p50_ns", "p90_ns", "p99_ns", "p999_ns",
    "max_ns", "par2_s", "vbs_par2_s")}
NAMES = {**{name: tables.TEXT for name in ("engine", "dataset", "verdict")}, "shape": tables.SHAPE}
RATIOS = {name: tables.FACTOR for name in ("ratio", "ratio_low", "ratio_high", "ratio_total")}
BOUNDS = ("at_least", "at_most")
STATES = ("ok", "timeout", "gave_up", "crash", "other")
NOISE = ("interfered", "noisy")

# The types of the columns of each file, and the required columns.
SUMMARY = {**NAMES, **TOTALS, **TIMES, **RATIOS, "vbs_share": tables.SHARE,
           "ratio_bound": tables.one_of(*BOUNDS), "noise": tables.one_of(*NOISE),
           **{name: tables.SHARE for name in ("success_rate", "success_low", "success_high")}}
RUNS = {**NAMES, **TOTALS, **TIMES, "noise": tables.one_of(*NOISE)}
BLOCKS = {**NAMES, **TOTALS, **TIMES, "error_ns": tables.NUMBER, "first_puzzle": tables.WHOLE}
PUZZLES = {"dataset": tables.TEXT, "engine": tables.TEXT, "line": tables.WHOLE,
           "isomorph": tables.WHOLE, "repetition": tables.WHOLE, "puzzle": tables.PUZZLE, "shape": tables.SHAPE,
           "runstatus": tables.one_of(*STATES), "solutions": tables.COUNT,
           "guesses": tables.NUMBER, "wall_ns": tables.NUMBER}
NEEDED = {
    "summary.csv": ("engine", "dataset", "puzzles", "solved", "puzzles_per_second", "verdict"),
    "runs.csv": ("engine", "dataset", "threads", "puzzles_per_second", "verdict"),
    "blocks.csv": ("engine", "dataset", "repetition", "first_puzzle", "puzzles", "solved", "skipped",
                   "wall_ns"),
    "puzzles.csv": ("dataset", "line", "puzzle", "engine", "runstatus", "solutions"),
}
FILES = tuple(NEEDED)
PUZZLE = ["dataset", "line", "isomorph"]
CONVERTED = []  # temporary directories, which are deleted at the end of the program


def read_table(path, kinds, key):
    """Returns a table of results of bench. Checks that no two rows agree in the columns `key`."""
    table = tables.read_table(path, kinds, NEEDED[path.name], nullable=("puzzles_per_second",))
    if "verdict" in table:
        has_no_rate = table["puzzles_per_second"].isna() & (table["verdict"] != "wrong")
        reject(path, table, has_no_rate, "column puzzles_per_second: no number")
        if "noise" not in table:  # a verdict before schema 6
            is_noise = table["verdict"].isin(NOISE)
            table["noise"] = table["verdict"].where(is_noise, "")
            table["verdict"] = table["verdict"].mask(is_noise, "ok")
    key = [name for name in key if name in table]
    reject(path, table, table.duplicated(key), f"repeats {', '.join(key)} of an earlier row")
    if "solved" in table:
        reject(path, table, table["solved"] > table["puzzles"], "more solved puzzles than puzzles")
    return table


def reject(path, table, is_bad, what):
    """Raises InputError for the first row with `is_bad`."""
    if is_bad.any():
        line = table["line_of_file"][is_bad.to_numpy().argmax()]
        raise InputError(f"{path}:{line}: {what}")


def names_of(paths):
    """Returns a short name for each dataset: the stem of its path if it is unique, else the path."""
    stems = [pathlib.PurePath(path).name.split(".")[0] or path for path in paths]
    stems = ["standard input" if path == "-" else stem for path, stem in zip(paths, stems)]
    return {path: stem if stems.count(stem) == 1 else path for path, stem in zip(paths, stems)}


def shard_in_words(number, count):
    return f"Only shard {number} of {count}."


@dataclasses.dataclass(frozen=True)
class Results:
    """A directory of results. Files are read on first use."""

    directory: pathlib.Path

    @functools.cached_property
    def context(self):
        """The content of context.json, with printable texts. Raises InputError if it is damaged or its schema is too
        old."""
        path = self.directory / "context.json"
        text = tables.text_of_file(path)
        try:
            context = printable(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: invalid JSON: {error}") from error
        check_schema(path, context)
        check_context(path, context)
        if "digest" not in context:
            raise InputError(f"{path}: has been modified: it has no digest")
        if not is_as_written(text, context["digest"]):
            raise InputError(f"{path}: has been modified: its digest does not match")
        return context

    def verify(self):
        """Raises InputError if a file differs from its digest in context.json, even if the caller does not read it."""
        digests = self.context.get("files", {})
        for name in FILES:
            path = self.directory / name
            # Users may delete puzzles.csv, because it is large and the other files contain its sums.
            if name not in digests or (name == "puzzles.csv" and not path.exists()):
                continue
            if (actual := tables.digest_of_file(path)) != digests[name]:
                raise InputError(f"{path}: has been modified: its digest is {actual}, not {digests[name]}")

    @property
    def has_puzzles(self):
        return (self.directory / "puzzles.csv").exists()

    @functools.cached_property
    def names(self):
        return names_of(self.datasets)

    @property
    def part(self):
        """A sentence on the shard, or an empty text for a whole run."""
        shard = self.context.get("shard")
        return shard_in_words(shard.get("number"), shard.get("count")) if isinstance(shard, dict) else ""


@dataclasses.dataclass(frozen=True)
class Run(Results):
    """The results of `bench`. `wanted` is an engine that the user asks to compare the others with."""

    wanted: str | None = None

    @functools.cached_property
    def subjects(self):
        """The engines that pages and pictures are about: the baseline that the user chose for them or for the run, and
        the user's own solvers if there are others."""
        task = self.context.get("task")
        baseline = self.wanted or (task.get("baseline") if isinstance(task, dict) else None)
        own = [engine for engine in self.engines if engine in (self.context.get("own_engines") or ())]
        own = own if len(own) < len(self.engines) else []
        return [engine for engine in dict.fromkeys([baseline, *own]) if engine in self.engines]

    @functools.cached_property
    def summary(self):
        """The table of summary.csv with an additional column `is_wrong`: the engine gave a wrong answer or crashed."""
        path = self.directory / "summary.csv"
        table = read_table(path, SUMMARY, ("engine", "dataset"))
        table["is_wrong"] = (table["verdict"] == "wrong") | (table.get("failed", 0) > 0)
        return table

    @functools.cached_property
    def runs(self):
        path = self.directory / "runs.csv"
        rows = read_table(path, RUNS, ("engine", "dataset", "repetition"))
        self.reject_unknown_rows(path, rows)
        return rows

    @functools.cached_property
    def blocks(self):
        """The blocks of each dataset."""
        path = self.directory / "blocks.csv"
        rows = read_table(path, BLOCKS, ["engine", "dataset", *blocks.KEY])
        self.reject_unknown_rows(path, rows)
        return {dataset: blocks.Blocks(own) for dataset, own in rows.groupby("dataset")}

    @functools.cached_property
    def pairs(self):
        """The speedups between the engines of each dataset."""
        return pairs.read_pairs(self)

    @functools.cached_property
    def puzzles(self):
        """One row for each puzzle, isomorph and engine.

        `wall_ns` is the median over the repetitions. `solved` means solved in all repetitions. `runstatus` is the first
        status other than `ok`, if any."""
        if not self.has_puzzles:
            raise InputError(f"{self.directory / 'puzzles.csv'}: missing; run bench with --per-puzzle")
        path = self.directory / "puzzles.csv"
        rows = read_table(path, PUZZLES, [*PUZZLE, "engine", "repetition"])
        self.reject_unknown_rows(path, rows)
        for name, missing in (("isomorph", 0), ("guesses", math.nan), ("wall_ns", math.nan)):
            if name not in rows:
                rows[name] = missing
        rows["solved"] = rows["runstatus"] == "ok"
        if not rows.duplicated(PUZZLE + ["engine"]).any():
            return rows
        # Failures sort first, so that groups.first() takes their status.
        rows["place"] = range(len(rows))
        rows = rows.sort_values("solved", kind="stable")
        groups = rows.groupby(PUZZLE + ["engine"], sort=False)
        merged = groups.first().assign(wall_ns=groups["wall_ns"].median(),
                                       place=groups["place"].min())
        return merged.sort_values("place").reset_index()

    def reject_unknown_rows(self, path, rows):
        """Raises InputError for a pair of engine and dataset without a row in summary.csv."""
        known = pandas.MultiIndex.from_frame(self.summary[["engine", "dataset"]])
        is_known = pandas.MultiIndex.from_frame(rows[["engine", "dataset"]]).isin(known)
        reject(path, rows, pandas.Series(~is_known), "summary.csv has no row with this engine and dataset")

    @property
    def engines(self):
        """The engines in the order of the run."""
        return list(dict.fromkeys(self.summary["engine"]))

    @property
    def datasets(self):
        return list(dict.fromkeys(self.summary["dataset"]))

    def rows_of(self, dataset):
        """Returns the rows of the summary for a dataset."""
        return self.summary[self.summary["dataset"] == dataset]

    @functools.cached_property
    def timed(self):
        """The engines that have times of single puzzles."""
        with_times = set(self.puzzles.loc[self.puzzles["wall_ns"].notna(), "engine"])
        return [engine for engine in self.engines if engine in with_times]

    @functools.cached_property
    def untimed(self):
        """The engines that solved puzzles but have only times of blocks."""
        ran = set(self.puzzles.loc[self.puzzles["solved"], "engine"])
        return [engine for engine in self.engines if engine in ran and engine not in self.timed]

    def wrong(self, dataset):
        """Returns the engines that gave a wrong answer or crashed on a dataset."""
        rows = self.rows_of(dataset)
        return list(rows.loc[rows["is_wrong"], "engine"])

    def ran(self, dataset):
        """Returns the engines that solved puzzles of a dataset without a wrong answer."""
        rows = self.rows_of(dataset)
        return list(rows.loc[~rows["is_wrong"] & (rows["solved"] > 0), "engine"])

    def number_of_puzzles(self, dataset):
        """Returns the number of puzzles in puzzles.csv, isomorphs included."""
        rows = self.puzzles[self.puzzles["dataset"] == dataset]
        return len(rows.drop_duplicates(PUZZLE))

    def times(self, dataset):
        """Returns the wall times in ns and a mask of the solved puzzles, as two tables.

        Each has a row for each puzzle and a column for each engine with times of single puzzles and without wrong
        answers."""
        rows = self.puzzles[(self.puzzles["dataset"] == dataset) & self.puzzles["wall_ns"].notna()]
        key = ["line", "isomorph"]
        times = rows.pivot(index=key, columns="engine", values="wall_ns")
        solved = rows.pivot(index=key, columns="engine", values="solved")
        wrong = self.wrong(dataset)
        engines = [engine for engine in self.timed if engine in times and engine not in wrong]
        return times[engines], solved[engines].fillna(False).astype(bool)


def is_as_written(text, digest):
    """Returns whether `digest` is the hash of a JSON object without its last member `digest` and without blanks between
    values."""
    compact = re.sub(r'("(?:[^"\\]|\\.)*")|\s+', r"\1", text)
    rest = compact.removesuffix(f',"digest":"{digest}"}}')
    return rest != compact and tables.digest_of(f"{rest}}}".encode(errors="surrogatepass")) == digest


def check_schema(path, context):
    """Raises InputError for results of an old or unknown schema."""
    schema = context.get("schema_version") if isinstance(context, dict) else None
    if not isinstance(schema, int):
        raise InputError(f"{path}: no schema_version")
    if schema < OLDEST_SCHEMA:
        raise InputError(f"{path}: results of schema {schema}; this version reads schema {OLDEST_SCHEMA} and later")


def check_context(path, context):
    """Raises InputError if a member that the scripts read has the wrong type."""
    shards = context.get("shards") or []
    if not isinstance(shards, list):
        raise InputError(f"{path}: shards: not a list")
    for part in [context, *shards]:
        if part is None:
            continue  # a shard without a context
        if not isinstance(part, dict):
            raise InputError(f"{path}: shards: not an object")
        for key, kind, what in (("machine", dict, "an object"), ("build", dict, "an object"),
                                ("files", dict, "an object"), ("engines", list, "a list"),
                                ("own_engines", list, "a list"), ("datasets", list, "a list"),
                                ("arguments", list, "a list"), ("started", str, "a text")):
            if not isinstance(part.get(key) or kind(), kind):
                raise InputError(f"{path}: {key}: not {what}")


COUNTS = ("engine", "dataset", "max_solutions", "puzzles", "solved", "timeouts", "wrong", "disagreements", "solutions",
          "solution_counts", "threads", "wall_ns", "dataset_digest", "answer_digest")


def clues_and_solutions(puzzle, status, solutions):
    """Returns the numbers of clues or eliminated candidates, and of solutions. The latter is None after a timeout."""
    givens = tables.givens_of(puzzle)
    if givens is None:
        raise ValueError(f"not a puzzle: {puzzle[:40]}")
    if not tables.is_count(solutions):
        raise ValueError(f"invalid count {solutions[:40]}")
    return givens, tables.number_of(solutions) if status == "ok" else None


@dataclasses.dataclass(frozen=True)
class Count(Results):
    """The results of `count` for one dataset."""

    @functools.cached_property
    def row(self):
        """The row of summary.csv: texts by column name."""
        path = self.directory / "summary.csv"
        (_, header), *rows = tables.read_rows(path, COUNTS)
        if len(rows) != 1:
            raise InputError(f"{path}: {len(rows)} rows instead of one")
        ((_, row),) = rows
        return dict(zip(header, row))

    def number(self, column):
        """Returns a field as an integer."""
        text = self.row[column]
        if not tables.is_count(text):
            raise InputError(f"{self.directory}/summary.csv:2: column {column}: not a number: "
                             f"{text[:40]!r}")
        return tables.number_of(text)

    @property
    def datasets(self):
        return [self.row["dataset"] or "-"]

    @property
    def rejected(self):
        """The number of invalid lines."""
        datasets = self.context.get("datasets") or [{}]
        rejected = datasets[0].get("rejected", 0) if isinstance(datasets[0], dict) else None
        if not isinstance(rejected, int):
            raise InputError(f"{self.directory}/context.json: datasets: no number of rejected lines")
        return rejected

    @property
    def part(self):
        """A sentence on the counted part of the dataset, or an empty text for the whole dataset."""
        shard = self.context.get("shard")
        is_whole = (shard if isinstance(shard, dict) else self.context).get("whole", True)
        return " ".join(filter(None, (super().part, "" if is_whole else "The count is incomplete.")))

    @functools.cached_property
    def histogram(self):
        """The number of completely counted puzzles in each range, by the smallest number of solutions of the range."""
        pairs = [pair.split(":") for pair in self.row["solution_counts"].split()]
        if not all(len(pair) == 2 and all(map(tables.is_count, pair)) for pair in pairs):
            raise InputError(f"{self.directory}/summary.csv:2: column solution_counts: not a list of numbers")
        return {least: tables.number_of(puzzles) for least, puzzles in pairs}

    @property
    def capped(self):
        """The number of puzzles that stopped at --max-solutions."""
        return self.number("solved") - sum(self.histogram.values())

    def puzzles(self):
        """Yields the numbers of clues and of solutions of each puzzle."""
        if not self.has_puzzles:
            raise InputError(f"{self.directory / 'puzzles.csv'}: missing; run count with --per-puzzle")
        path = self.directory / "puzzles.csv"
        columns = ("puzzle", "runstatus", "solutions")
        rows = tables.read_rows(path, columns)
        _, header = next(rows)
        places = [header.index(column) for column in columns]
        found = 0
        for line, row in rows:
            found += 1
            try:
                yield clues_and_solutions(*(row[place] for place in places))
            except ValueError as error:
                raise InputError(f"{path}:{line}: {error}") from error
        if found != self.number("puzzles"):
            raise InputError(f"{path}: {found} rows, but summary.csv has {self.row['puzzles']} puzzles")


def converted(directory):
    """Returns a temporary directory with the results of a `count` before schema 8, as `count` writes them today."""
    new = tempfile.TemporaryDirectory()
    CONVERTED.append(new)
    try:
        command.run("merge", directory, "--out", new.name, "--quiet")
    except (ValueError, FileNotFoundError) as error:
        raise InputError(str(error)) from error
    return pathlib.Path(new.name)


def read_results(directory):
    """Returns the results in a directory: a `Run` for `bench`, a `Count` for `count`.

    A `Run` has the tables `.summary`, `.runs` and `.puzzles`. Raises InputError for other directories, damaged files
    and results of schemas before 3."""
    directory = pathlib.Path(directory)
    if not directory.is_dir():
        raise InputError(f"{directory}: no such directory")
    for path in (directory / name for name in (*FILES, "context.json")):
        # For example, a FIFO would block until somebody writes to it.
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: is not a regular file")
    if (directory / "counts.csv").exists():
        directory = converted(directory)
    is_count = Results(directory).context.get("command") == "count"
    found = Count(directory) if is_count else Run(directory)
    found.verify()
    _ = found.row if is_count else found.summary
    return found


def read_run(directory):
    """Returns the results of `bench` in a directory."""
    run = read_results(directory)
    if not isinstance(run, Run):
        raise InputError(f"{directory}: contains results of count, not of bench")
    return run


def read_count(directory):
    """Returns the results of `count` in a directory."""
    count = read_results(directory)
    if not isinstance(count, Count):
        raise InputError(f"{directory}: contains results of bench, not of count")
    return count
