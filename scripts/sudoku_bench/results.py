"""Reads the result files of sudoku-bench; results/README.md names their columns.

A column that is missing is a missing value everywhere but where nothing can be said without it.
"""

import dataclasses
import functools
import json
import math
import pathlib
import re

import pandas

from sudoku_bench import blocks, tables
from sudoku_bench.tables import InputError

TOTALS = {name: tables.WHOLE for name in (
    "max_solutions", "threads", "repetitions", "repetition", "puzzles", "solved", "timeouts",
    "gave_up", "failed", "skipped", "errors", "clues", "peak_bytes",
    "instructions", "cycles", "branches", "branch_misses", "l1d_misses", "scaled_blocks", "cycles_estimated",
    "package_uj")}
TIMES = {name: tables.NUMBER for name in (
    "guesses", "wall_ns", "cpu_ns", "puzzles_per_second", "p50_ns", "p90_ns", "p99_ns", "p999_ns",
    "max_ns", "par2_s", "vbs_par2_s")}
NAMES = {**{name: tables.TEXT for name in ("engine", "dataset", "verdict")}, "shape": tables.SHAPE}
RATIOS = {name: tables.FACTOR for name in ("ratio", "ratio_low", "ratio_high")}
SPEEDS = ("puzzles_per_second", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns")
BOUNDS = ("at_least", "at_most")
FIRST_VERSION_WITH_DIGESTS = 2
STATES = ("ok", "timeout", "gave_up", "crash", "other")

# What the columns of each file hold, and those that must be there without a gap.
SUMMARY = {**NAMES, **TOTALS, **TIMES, **RATIOS, "vbs_share": tables.SHARE,
           "ratio_bound": tables.one_of(*BOUNDS),
           **{name: tables.SHARE for name in ("success_rate", "success_low", "success_high")}}
RUNS = {**NAMES, **TOTALS, **TIMES}
BLOCKS = {**NAMES, **TOTALS, **TIMES, "first_puzzle": tables.WHOLE}
PUZZLES = {"dataset": tables.TEXT, "engine": tables.TEXT, "line": tables.WHOLE,
           "isomorph": tables.WHOLE, "repetition": tables.WHOLE, "puzzle": tables.PUZZLE, "shape": tables.SHAPE,
           "runstatus": tables.one_of(*STATES), "solutions": tables.COUNT,
           "guesses": tables.NUMBER, "wall_ns": tables.NUMBER}
NEEDED = {
    "summary.csv": ("engine", "dataset", "puzzles", "solved", "puzzles_per_second", "verdict"),
    "runs.csv": ("engine", "dataset", "threads", "puzzles_per_second", "verdict"),
    "blocks.csv": ("engine", "dataset", "repetition", "first_puzzle", "puzzles", "skipped",
                   "wall_ns", "cpu_ns"),
    "puzzles.csv": ("dataset", "line", "puzzle", "engine", "runstatus", "solutions"),
}
FILES = (*NEEDED, "counts.csv")
PUZZLE = ["dataset", "line", "isomorph"]


def read_table(path, kinds, key):
    """A table of results of bench, in which no two rows have the same `key`."""
    table = tables.read_table(path, kinds, NEEDED[path.name], gapped=("puzzles_per_second",))
    if "verdict" in table:
        has_no_rate = table["puzzles_per_second"].isna() & (table["verdict"] != "wrong")
        refuse(path, table, has_no_rate, "column puzzles_per_second: no number")
    key = [name for name in key if name in table]
    refuse(path, table, table.duplicated(key), f"a second row of {', '.join(key)}")
    if "solved" in table:
        refuse(path, table, table["solved"] > table["puzzles"], "more solved than puzzles")
    return table


def refuse(path, table, is_bad, what):
    if is_bad.any():
        line = table["line_of_file"][is_bad.to_numpy().argmax()]
        raise InputError(f"{path}:{line}: {what}")


def names_of(paths):
    """A short name of each dataset: the stem of its path where that tells it from the others."""
    stems = [pathlib.PurePath(path).name.split(".")[0] or path for path in paths]
    stems = ["standard input" if path == "-" else stem for path, stem in zip(paths, stems)]
    return {path: tables.printable(stem if stems.count(stem) == 1 else path)
            for path, stem in zip(paths, stems)}


def without_false_claims(summary):
    """Leaves out the speeds, ratios and shares that no file should hold, but those of older versions do: of
    an engine that answers wrong or broke down, and of one that was cut short, where it is not said
    whether the ratio is a bound."""
    summary = summary.copy()
    is_wrong = (summary["verdict"] == "wrong") | (summary.get("failed", 0) > 0)
    key = list(zip(summary["engine"], summary["dataset"]))
    is_void = is_wrong
    tells_bounds = "ratio_bound" in summary
    if not tells_bounds:
        summary["ratio_bound"] = ""
        is_void = is_wrong | (summary.get("timeouts", 0) > 0)
        # A puzzle that was cut short is none that was answered in a second.
        share = summary["solved"] / summary["puzzles"].where(summary["puzzles"] > 0)
        summary["puzzles_per_second"] *= share.fillna(1)
    summary.attrs["tells_bounds"] = tells_bounds
    void = {one for one, is_one in zip(key, is_void) if is_one}
    baselines = zip(summary.get("baseline", summary["engine"]), summary["dataset"])
    has_no_ratio = is_void | pandas.Series([one in void for one in baselines], summary.index)
    for name in RATIOS:
        if name in summary:
            summary[name] = summary[name].mask(has_no_ratio)
    summary.loc[has_no_ratio, "ratio_bound"] = ""
    if "vbs_share" in summary:
        lied = set(summary.loc[is_wrong & (summary["vbs_share"] > 0), "dataset"])
        summary["vbs_share"] = summary["vbs_share"].mask(is_wrong | summary["dataset"].isin(lied))
    for name in SPEEDS:
        if name in summary:
            summary[name] = summary[name].mask(is_wrong)
    summary["is_wrong"] = is_wrong
    return summary


def shard_in_words(number, count):
    return f"Shard {number} of {count} alone."


@dataclasses.dataclass(frozen=True)
class Results:
    """A directory of results. Files are read when they are first asked for."""

    directory: pathlib.Path

    @functools.cached_property
    def context(self):
        path = self.directory / "context.json"
        text = tables.text_of_file(path)
        try:
            context = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: no JSON: {error}") from error
        check_context(path, context)
        version = context.get("schema_version")
        if "digest" not in context and isinstance(version, int) and version >= FIRST_VERSION_WITH_DIGESTS:
            raise InputError(f"{path}: has been modified: it has no digest")
        if "digest" in context and not is_as_written(text, context["digest"]):
            raise InputError(f"{path}: has been modified: its digest does not match")
        return context

    def prove(self):
        """Raises InputError unless all files are as they were written, so far as context.json tells: where one that
        nobody reads was changed, others may have been, too."""
        context = self.context if (self.directory / "context.json").exists() else {}
        digests = context.get("files", {}) if "digest" in context else {}
        for name in FILES:
            path = self.directory / name
            # That of the puzzles is large, and the other files say what it says in sum.
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


@dataclasses.dataclass(frozen=True)
class Run(Results):
    """What `bench` has written."""

    @functools.cached_property
    def summary(self):
        """The summary, with a column `is_wrong`: who answers wrong or broke down."""
        path = self.directory / "summary.csv"
        table = read_table(path, SUMMARY, ("engine", "dataset"))
        if "baseline" in table:
            known = set(zip(table["engine"], table["dataset"]))
            refuse(path, table, pandas.Series([
                one[0] != "" and one not in known
                for one in zip(table["baseline"], table["dataset"])]), "a baseline without a row")
        if "ratio_low" in table and "ratio_high" in table:
            refuse(path, table, table["ratio_low"] > table["ratio_high"],
                   "ratio_low is above ratio_high")
        return without_false_claims(table)

    @property
    def tells_bounds(self):
        """Whether the summary says which ratios are no more than bounds; older files do not."""
        return self.summary.attrs["tells_bounds"]

    @functools.cached_property
    def runs(self):
        return read_table(self.directory / "runs.csv", RUNS, ("engine", "dataset", "repetition"))

    @property
    def has_blocks(self):
        return (self.directory / "blocks.csv").exists()

    @functools.cached_property
    def blocks(self):
        """Those of each dataset. How many puzzles of a block were answered is known to files of
        older versions where the engine was never cut short."""
        path = self.directory / "blocks.csv"
        rows = read_table(path, BLOCKS, ["engine", "dataset", *blocks.KEY])
        self.refuse_strangers(path, rows)
        if "solved" not in rows:
            whole = self.summary[self.summary["solved"] == self.summary["puzzles"]]
            is_whole = pandas.MultiIndex.from_frame(rows[["engine", "dataset"]]).isin(
                pandas.MultiIndex.from_frame(whole[["engine", "dataset"]]))
            rows["solved"] = rows["puzzles"].where(is_whole)
        return {dataset: blocks.Blocks(own) for dataset, own in rows.groupby("dataset")}

    @functools.cached_property
    def puzzles(self):
        """One row for each puzzle, isomorph and engine: `wall_ns`, the median over the repetitions;
        `answered`, in all of them; `runstatus`, the first that is not `ok`; `solutions` and
        `guesses`."""
        if not self.has_puzzles:
            raise InputError(f"{self.directory / 'puzzles.csv'}: not there; run with --per-puzzle")
        path = self.directory / "puzzles.csv"
        rows = read_table(path, PUZZLES, [*PUZZLE, "engine", "repetition"])
        self.refuse_strangers(path, rows)
        for name, missing in (("isomorph", 0), ("guesses", math.nan), ("wall_ns", math.nan)):
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

    def refuse_strangers(self, path, rows):
        """What is not in the summary was not in the run."""
        known = pandas.MultiIndex.from_frame(self.summary[["engine", "dataset"]])
        is_known = pandas.MultiIndex.from_frame(rows[["engine", "dataset"]]).isin(known)
        refuse(path, rows, pandas.Series(~is_known), "of an engine and a dataset that summary.csv "
                                                     "does not have together")

    @property
    def part(self):
        """Which part of the datasets it is about; empty if all of them."""
        shard = self.context.get("shard")
        return shard_in_words(shard.get("number"), shard.get("count")) if isinstance(shard, dict) else ""

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

    def wrong(self, dataset):
        """The engines of whose answers to a dataset one is wrong, or that broke down."""
        rows = self.rows_of(dataset)
        return list(rows.loc[rows["is_wrong"], "engine"])

    def ran(self, dataset):
        """The engines that answered puzzles of a dataset, and none of them wrong."""
        rows = self.rows_of(dataset)
        return list(rows.loc[~rows["is_wrong"] & (rows["solved"] > 0), "engine"])

    def number_of_puzzles(self, dataset):
        """Those in puzzles.csv, isomorphs included."""
        rows = self.puzzles[self.puzzles["dataset"] == dataset]
        return len(rows.drop_duplicates(PUZZLE))

    def times(self, dataset):
        """Wall time in ns: a row for each puzzle, a column for each engine that has such times and
        answers nothing wrong; and whether each was answered."""
        rows = self.puzzles[(self.puzzles["dataset"] == dataset) & self.puzzles["wall_ns"].notna()]
        key = ["line", "isomorph"]
        times = rows.pivot(index=key, columns="engine", values="wall_ns")
        answered = rows.pivot(index=key, columns="engine", values="answered")
        wrong = self.wrong(dataset)
        engines = [engine for engine in self.timed if engine in times and engine not in wrong]
        return times[engines], answered[engines].fillna(False).astype(bool)


def is_as_written(text, digest):
    """Whether a JSON object without blanks and without its last member, `digest`, has this one."""
    compact = re.sub(r'("(?:[^"\\]|\\.)*")|\s+', r"\1", text)
    rest = compact.removesuffix(f',"digest":"{digest}"}}')
    return rest != compact and tables.digest_of(f"{rest}}}".encode(errors="surrogatepass")) == digest


def check_context(path, context):
    """What the scripts look into is what they look for; the rest may be anything."""
    if not isinstance(context, dict):
        raise InputError(f"{path}: no JSON object")
    shards = context.get("shards") or []
    if not isinstance(shards, list):
        raise InputError(f"{path}: shards: no list")
    for part in [context, *shards]:
        if part is None and part is not context:
            continue  # a shard without a context
        if not isinstance(part, dict):
            raise InputError(f"{path}: shards: no object")
        for key, kind, what in (("machine", dict, "object"), ("build", dict, "object"), ("files", dict, "object"),
                                ("engines", list, "list"), ("arguments", list, "list"),
                                ("started", str, "text")):
            if not isinstance(part.get(key) or kind(), kind):
                raise InputError(f"{path}: {key}: no {what}")


COUNTS = ("engine", "dataset", "shards", "shard", "whole", "max_solutions", "puzzles", "rejected",
          "capped", "timeouts", "solutions", "threads", "cpu_ns", "dataset_digest", "answer_digest")


def clues_and_solutions(puzzle, count):
    """None where the solutions were not counted to the end."""
    if math.isqrt(len(puzzle))**2 != len(puzzle) or math.isqrt(len(puzzle)) not in tables.SIDES:
        raise ValueError(f"{len(puzzle)} cells")
    if count and not tables.is_count(count):
        raise ValueError(f"count {count[:40]}")
    return len(puzzle) - puzzle.count("."), tables.number_of(count) if count else None


@dataclasses.dataclass(frozen=True)
class Count(Results):
    """What `count` or `merge` has written, of one dataset."""

    @functools.cached_property
    def row(self):
        """The row of counts.csv: texts by the names of the columns."""
        path = self.directory / "counts.csv"
        (_, header), *rows = tables.read_rows(path, COUNTS)
        if len(rows) != 1:
            raise InputError(f"{path}: {len(rows)} rows, where one was expected")
        ((_, row),) = rows
        return dict(zip(header, row))

    def prove(self):
        """The same, and of counts.csv by the check of its row and of puzzles.csv by what that tells of it, so far as
        older versions wrote them."""
        super().prove()
        path = self.directory / "counts.csv"
        header, _, row = tables.bytes_of_file(path).partition(b"\n")
        fields, comma, check = row.removesuffix(b"\n").rpartition(b",")
        if header.endswith(b",check") and tables.digest_of(fields + comma).encode() != check:
            raise InputError(f"{path}:2: the row is damaged: its check is of another")
        path = self.directory / "puzzles.csv"
        told = self.row.get("puzzles_csv_digest")
        if told is not None and self.has_puzzles and tables.digest_of_rows(path) != told:
            raise InputError(f"{path}: the rows do not match counts.csv")

    def number(self, column):
        """An integer."""
        text = self.row[column]
        if not tables.is_count(text):
            raise InputError(f"{self.directory}/counts.csv:2: column {column}: no number: "
                             f"{text[:40]!r}")
        return tables.number_of(text)

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
        shard = shard_in_words(self.number("shard"), shards) + " " if shards > 1 else ""
        return shard + ("" if self.number("whole") else "The count did not come to its end.")

    @functools.cached_property
    def histogram(self):
        """How many puzzles each column `n_<least>` or `n_<least>_<most>` holds, by the least number
        of solutions, as text."""
        columns = [name for name in self.row if name and re.fullmatch(r"n_[0-9]{1,39}(_[0-9]{1,39})?", name)]
        return {name.split("_")[1]: self.number(name) for name in columns}

    def puzzles(self):
        """The numbers of clues and of solutions of one puzzle after the other."""
        if not self.has_puzzles:
            raise InputError(f"{self.directory / 'puzzles.csv'}: not there; count with --per-puzzle")
        path = self.directory / "puzzles.csv"
        rows = tables.read_rows(path, ("puzzle", "count"))
        _, header = next(rows)
        places = header.index("puzzle"), header.index("count")
        found = 0
        for line, row in rows:
            found += 1
            try:
                yield clues_and_solutions(*(row[place] for place in places))
            except ValueError as error:
                raise InputError(f"{path}:{line}: {error}") from error
        if found != self.number("puzzles"):
            raise InputError(f"{path}: {found} rows, but counts.csv counts "
                             f"{self.row['puzzles']} puzzles")


def read_results(directory):
    """The results of whichever command wrote them: of `bench` a `Run` with `.summary`, `.runs`, `.puzzles`, of `count`
    a `Count`. Raises InputError for what is no result directory."""
    directory = pathlib.Path(directory)
    if not directory.is_dir():
        raise InputError(f"{directory}: no such directory")
    has_counts = (directory / "counts.csv").exists()
    if has_counts and (directory / "summary.csv").exists():
        raise InputError(f"{directory}: holds results of both bench and count")
    if has_counts:
        count = Count(directory)
        _ = count.row
        count.prove()
        return count
    run = Run(directory)
    run.prove()
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
