"""Compares the engines of a run with a baseline. Collects the times for pictures."""

import collections
import dataclasses
import math

import packages  # noqa: F401  first: it reports missing packages

import numpy

from sudoku_bench import tables
from sudoku_bench.blocks import Ratio


# The verdicts on engines that did not run.
NOT_RUN = ("unavailable", "not_applicable")


def rows_in_order(run, dataset, baseline=None):
    """Returns the rows of the engines that ran, in the order of the table of `bench`. The groups are: engines that
    solved everything, partial, disputed, wrong. Within a group, the engine that solved most is first. Among equals, the
    engine with the largest speedup over the baseline is first. Engines without a speedup follow by rate. `baseline` is
    an engine that solved puzzles; the default is the baseline in summary.csv. The column `group` numbers the groups."""
    rows = run.rows_of(dataset)
    rows = rows[~rows["verdict"].isin(NOT_RUN)]
    total = rows["puzzles"] + (rows["skipped"].fillna(0) if "skipped" in rows else 0)
    group = (rows["solved"] < total).astype(int).mask(rows["verdict"] == "disagreement", 2).mask(rows["is_wrong"], 3)
    baseline, ran = baseline or baseline_of(run, dataset), run.ran(dataset)
    speedups = [1.0 if engine == baseline else ratio(run, dataset, engine, baseline).speedup
                if baseline and engine in ran else math.nan for engine in rows["engine"]]
    keys = rows.assign(group=group, speedup=speedups).sort_values(
        ["group", "solved", "speedup", "puzzles_per_second"], ascending=[True, False, False, False], kind="stable")
    return keys.drop(columns="speedup")


def ranked(run, dataset, baseline=None):
    """Returns the engines that solved puzzles without a wrong answer, in the order of `rows_in_order`."""
    ran = run.ran(dataset)
    return [engine for engine in rows_in_order(run, dataset, baseline)["engine"] if engine in ran]


def fastest_of(run, dataset):
    """Returns the fastest engine, or None. Like `bench`, compares only the engines of the first group that solved most.
    Starts with the engine with the highest rate. While another engine is faster in the median, goes to this engine. So
    the choice and the speedups use the same measure. Medians can form a circle, so no engine is chosen twice."""
    rows = rows_in_order(run, dataset)
    rows = rows[rows["engine"].isin(run.ran(dataset))]
    rows = rows[rows["group"] == rows["group"].min()]
    rows = rows[rows["solved"] == rows["solved"].max()]
    left = list(rows.sort_values("puzzles_per_second", ascending=False, kind="stable")["engine"])
    fastest, faster = None, next(iter(left), None)
    while faster:
        left.remove(faster)
        fastest = faster
        faster = next((engine for engine in left if is_faster(ratio(run, dataset, engine, fastest))), None)
    return fastest


def is_faster(ratio_):
    return ratio_.speedup > 1 and not ratio_.bound


def by_speed(run):
    """Returns the engines of the run, the fastest first: by the mean of their places on the datasets."""
    places = collections.Counter()
    for dataset in run.datasets:
        order = ranked(run, dataset)
        places.update({engine: order.index(engine) if engine in order else len(run.engines) for engine in run.engines})
    return sorted(run.engines, key=lambda engine: places[engine])


def check_baseline(run, datasets, wanted):
    """Raises InputError if the wanted baseline solved no puzzle. `wanted` may be None."""
    ran = list(dict.fromkeys(engine for dataset in datasets for engine in run.ran(dataset)))
    if wanted is not None and wanted not in ran:
        raise tables.InputError(f"{run.directory}: {wanted} solved no puzzle; choose from {', '.join(ran)}")
    if wanted is not None and not run.has_blocks:
        raise tables.InputError(f"{run.directory}/blocks.csv: missing; another baseline needs it")


def baseline_of(run, dataset, wanted=None):
    """Returns the engine that the others are compared with, or None if there is none: `wanted` if it solved puzzles,
    else the baseline in summary.csv. That is the fastest engine, unless `bench` was called with --baseline."""
    if wanted in run.ran(dataset):
        return wanted
    rows = run.rows_of(dataset)
    named = next((one for one in rows.get("baseline", ()) if one), None)
    return named if named in run.ran(dataset) else None


def ratio(run, dataset, engine, other):
    """Returns the ratio of two engines: that of summary.csv if one is its baseline, else computed from the blocks."""
    base = baseline_of(run, dataset)
    rows = run.rows_of(dataset).set_index("engine")
    if base == other:
        return ratio_of_row(engine, other, rows.loc[engine])
    if base == engine:
        return ratio_of_row(other, engine, rows.loc[other]).inverse()
    if not run.has_blocks or dataset not in run.blocks:
        return Ratio(engine, other)
    return run.blocks[dataset].ratio(engine, other)


def ratios(run, dataset, baseline):
    """Returns the ratios of the other ranked engines to the baseline, in their order. Empty without a baseline."""
    return [ratio(run, dataset, engine, baseline) for engine in ranked(run, dataset, baseline) if engine != baseline] \
        if baseline else []


def ratio_of_row(engine, baseline, row):
    values = [row.get(name, math.nan) for name in ("ratio", "ratio_low", "ratio_high")]
    return Ratio(engine, baseline, *values, row.get("ratio_bound", ""), row.get("ratio_total", math.nan),
                 row.get("ratio_blocks", math.nan))


# --- Samples of times --------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Sample:
    """The times of the solved puzzles of an engine."""

    times: numpy.ndarray  # ns, ascending
    up_to: numpy.ndarray  # number of puzzles with at most this time
    total: int  # puzzles, solved or not
    kind: str  # what an entry is: `puzzle`, `block` (all its puzzles have the mean time) or `quantile`

    @property
    def solved(self):
        return int(self.up_to[-1])

    def within(self, share):
        """Returns the time within which this share of all puzzles was solved, or infinity."""
        place = numpy.searchsorted(self.up_to, share * self.total)
        return self.times[place] if place < len(self.times) else math.inf


def samples(run, dataset):
    """Returns the samples of the engines that solved puzzles without a wrong answer. Uses times of single puzzles if
    they exist, else times of blocks."""
    found = {}
    if run.has_puzzles:
        times, solved = run.times(dataset)
        total = run.number_of_puzzles(dataset)
        found = {engine: sample_of_puzzles(times[engine][solved[engine]], total)
                 for engine in times}
    blocks = run.blocks.get(dataset) if run.has_blocks else None
    for engine in blocks.engines if blocks else ():
        if engine not in found:
            found[engine] = sample_of_blocks(blocks, engine)
    return {engine: found[engine] for engine in run.ran(dataset)
            if engine in found and len(found[engine].times)}


def sample_of_puzzles(times, total):
    ordered = numpy.sort(times[times > 0].to_numpy(dtype=float))
    return Sample(ordered, numpy.arange(1, len(ordered) + 1), total, "puzzle")


def sample_of_blocks(blocks, engine):
    """Returns a sample with the mean time per solved puzzle of each block: the median over the repetitions. Counts only
    puzzles that were solved in all repetitions."""
    solved = blocks.solved[engine].fillna(0)
    means = blocks.time_ns[engine] * blocks.puzzles[engine] / solved.where(solved > 0)
    table = means.groupby(level=1).median().to_frame("times").assign(
        counts=solved.groupby(level=1).min())
    table = table[(table["times"] > 0) & (table["counts"] > 0)].sort_values("times", kind="stable")
    return Sample(table["times"].to_numpy(), numpy.cumsum(table["counts"].to_numpy()), blocks.total,
                  "block")


# --- Ranks -------------------------------------------------------------------------------------

# Fewer puzzles do not show a correlation.
LEAST_RANKED = 10


def times_of_puzzles(run, dataset):
    """Returns wall times in ns: a row for each puzzle, a column for each engine. Unsolved puzzles are missing."""
    times, solved = run.times(dataset)
    return times.where(solved)


def guesses_of_puzzles(run, dataset):
    """Returns the same table with guesses, for the engines that report them and have no wrong answer."""
    rows = run.puzzles[(run.puzzles["dataset"] == dataset) & run.puzzles["solved"]]
    guesses = rows.pivot(index=["line", "isomorph"], columns="engine", values="guesses")
    return guesses[[engine for engine in run.ran(dataset) if engine in guesses and guesses[engine].notna().any()]]


def rank_correlation(a, b):
    """Returns Spearman's rank correlation of two columns over the rows with both values. Equal values share their mean
    rank. Returns None if there are too few values or all values of a column are equal."""
    both = a.notna() & b.notna()
    if both.sum() < LEAST_RANKED:
        return None
    ranks = [one[both].rank().to_numpy(dtype=float) for one in (a, b)]
    ranks = [one - one.mean() for one in ranks]
    spread = math.sqrt((ranks[0] ** 2).sum() * (ranks[1] ** 2).sum())
    return float((ranks[0] * ranks[1]).sum() / spread) if spread > 0 else None
