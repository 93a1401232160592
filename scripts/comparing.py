"""Compares the engines of a run with a baseline. Collects the times for pictures."""

import collections
import dataclasses
import math

import packages  # noqa: F401  first: it reports missing packages

import numpy

from sudoku_bench import tables

# The verdicts on engines that did not run.
NOT_RUN = ("unavailable", "not_applicable")


def rows_in_order(run, dataset, baseline=None):
    """Returns the rows of the engines that ran, in the order of the table of `bench`. `baseline` is an engine that
    solved puzzles; the default is `baseline_of`. The additional column `no_quantiles` contains the
    reason for missing quantiles."""
    ratios = run.pairs[dataset].over[baseline or baseline_of(run, dataset)]
    rows = run.rows_of(dataset).set_index("engine", drop=False).loc[[ratio.engine for ratio in ratios]]
    return rows.assign(no_quantiles=[ratio.no_quantiles for ratio in ratios])


def ranked(run, dataset, baseline=None):
    """Returns the engines that solved puzzles without a wrong answer, in the order of `rows_in_order`."""
    ran = run.ran(dataset)
    return [engine for engine in rows_in_order(run, dataset, baseline)["engine"] if engine in ran]


def by_speed(run):
    """Returns the engines of the run, the fastest first: by the mean of their places on the datasets."""
    places = collections.Counter()
    for dataset in run.datasets:
        order = ranked(run, dataset)
        places.update({engine: order.index(engine) if engine in order else len(run.engines) for engine in run.engines})
    return sorted(run.engines, key=lambda engine: places[engine])


def check_baseline(run, datasets):
    """Raises InputError if the wanted baseline solved no puzzle."""
    ran = list(dict.fromkeys(engine for dataset in datasets for engine in run.ran(dataset)))
    if run.wanted is not None and run.wanted not in ran:
        raise tables.InputError(f"{run.directory}: {run.wanted} solved no puzzle; choose from {', '.join(ran)}")


def baseline_of(run, dataset):
    """Returns the engine that the others are compared with, or None if there is none: the wanted one if it solved
    puzzles, else the baseline in summary.csv. That is the fastest engine, unless `bench` was called with --baseline."""
    named = run.pairs[dataset].baseline
    return next((engine for engine in (run.wanted, named) if engine in run.ran(dataset)), None)


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
    blocks = run.blocks.get(dataset)
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


def rank_correlation(a, b, least=LEAST_RANKED):
    """Returns Spearman's rank correlation of two columns over the rows with both values. Equal values share their mean
    rank. Returns None for fewer than `least` values, or if all values of a column are equal."""
    both = a.notna() & b.notna()
    if both.sum() < least:
        return None
    ranks = [one[both].rank().to_numpy(dtype=float) for one in (a, b)]
    ranks = [one - one.mean() for one in ranks]
    spread = math.sqrt((ranks[0] ** 2).sum() * (ranks[1] ** 2).sum())
    return float((ranks[0] * ranks[1]).sum() / spread) if spread > 0 else None
