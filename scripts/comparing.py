"""Compares the engines of a run with a baseline. Collects the times for pictures."""

import collections
import dataclasses
import math

import packages  # noqa: F401  first: it reports missing packages

import numpy

from sudoku_bench.blocks import Ratio


def baseline_of(run, datasets):
    """Returns the most frequent baseline that every dataset can be compared with, or None if there is none."""
    baselines = collections.Counter(summary_baseline(run, dataset) for dataset in datasets)
    ranked = [engine for engine, _ in baselines.most_common() if engine]
    if len(ranked) == 1 and len(baselines) == 1:
        return ranked[0]
    if not run.has_blocks:
        return None
    return next((engine for engine in ranked
                 if all(engine in run.ran(dataset) for dataset in datasets)), None)


def summary_baseline(run, dataset):
    """Returns the baseline of the ratios in summary.csv, or None if it solved no puzzle correctly."""
    rows = run.rows_of(dataset)
    named = [one for one in rows.get("baseline", ()) if one]
    return named[0] if named and named[0] in run.ran(dataset) else None


def ratios(run, dataset, baseline):
    """Returns the ratios of the engines without wrong answers to the baseline, the fastest first. Reads them from
    summary.csv if it has the same baseline, else computes them from the blocks."""
    own = summary_baseline(run, dataset)
    baseline = baseline or own
    if baseline is None:
        return []
    engines = [engine for engine in run.rows_of(dataset)["engine"]
               if engine != baseline and engine not in run.wrong(dataset)]
    if baseline == own:
        rows = run.rows_of(dataset).set_index("engine")
        found = [ratio_of_row(engine, baseline, rows.loc[engine]) for engine in engines]
    else:
        found = [run.blocks[dataset].ratio(engine, baseline) for engine in engines]
    return sorted(found, key=lambda ratio: ratio.rank)


def ratio_of_row(engine, baseline, row):
    values = [row.get(name, math.nan) for name in ("ratio", "ratio_low", "ratio_high")]
    return Ratio(engine, baseline, *values, row.get("ratio_bound", ""), row.get("ratio_total", math.nan))


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
