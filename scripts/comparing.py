"""All engines of a run compared with one baseline, and the samples of times that pictures show."""

import collections
import dataclasses
import math

import packages  # noqa: F401  first: it says what is missing

import numpy

from sudoku_bench.blocks import Ratio


def baseline_of(run, datasets):
    """The engine that most of the datasets have as their baseline, if all can be compared with it;
    nothing where each dataset keeps its own."""
    baselines = collections.Counter(of_summary(run, dataset) for dataset in datasets)
    ranked = [engine for engine, _ in baselines.most_common() if engine]
    if len(ranked) == 1 and len(baselines) == 1:
        return ranked[0]
    if not run.has_blocks:
        return None
    return next((engine for engine in ranked
                 if all(engine in run.ran(dataset) for dataset in datasets)), None)


def of_summary(run, dataset):
    """The baseline that the ratios of the summary refer to."""
    rows = run.rows_of(dataset)
    named = [one for one in rows.get("baseline", ()) if one]
    return named[0] if named and named[0] in run.ran(dataset) else None


def ratios(run, dataset, baseline):
    """The ratios of all engines but those with a wrong answer to the baseline, the fastest first.
    Those of the summary, where they are to that baseline, else from the blocks."""
    own = of_summary(run, dataset)
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
    return Ratio(engine, baseline, *values, row.get("ratio_bound", ""))


# --- Samples of times --------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Sample:
    """The times of the puzzles that an engine answered, ascending and in ns, and how many puzzles
    stand up to each: one more for each `puzzle`, those of a `block`, which share its mean, or those
    up to a `quantile`."""

    times: numpy.ndarray
    up_to: numpy.ndarray
    asked: int  # puzzles, answered or not
    kind: str

    @property
    def answered(self):
        return int(self.up_to[-1])

    def within(self, share):
        """The time that so large a share of all puzzles was answered within, or infinity."""
        place = numpy.searchsorted(self.up_to, share * self.asked)
        return self.times[place] if place < len(self.times) else math.inf


def samples(run, dataset):
    """Of the engines that answered something, and nothing wrong: times of single puzzles where they
    are known, else of blocks."""
    found = {}
    if run.has_puzzles:
        times, answered = run.times(dataset)
        asked = run.number_of_puzzles(dataset)
        found = {engine: sample_of_puzzles(times[engine][answered[engine]], asked)
                 for engine in times}
    blocks = run.blocks.get(dataset) if run.has_blocks else None
    for engine in blocks.engines if blocks else ():
        if engine not in found:
            found[engine] = sample_of_blocks(blocks, engine)
    return {engine: found[engine] for engine in run.ran(dataset)
            if engine in found and len(found[engine].times)}


def sample_of_puzzles(times, asked):
    ordered = numpy.sort(times[times > 0].to_numpy(dtype=float))
    return Sample(ordered, numpy.arange(1, len(ordered) + 1), asked, "puzzle")


def sample_of_blocks(blocks, engine):
    """The median over the repetitions of the time for each answered puzzle of a block, and the
    puzzles that were answered in all of them."""
    solved = blocks.solved[engine].fillna(0)
    means = blocks.wall_ns[engine] * blocks.puzzles[engine] / solved.where(solved > 0)
    table = means.groupby(level=1).median().to_frame("times").assign(
        counts=solved.groupby(level=1).min())
    table = table[(table["times"] > 0) & (table["counts"] > 0)].sort_values("times", kind="stable")
    return Sample(table["times"].to_numpy(), numpy.cumsum(table["counts"].to_numpy()), blocks.asked,
                  "block")


# --- Ranks -------------------------------------------------------------------------------------

# Of fewer puzzles, nothing is said of the order of all.
LEAST_RANKED = 10


def times_of_puzzles(run, dataset):
    """A row for each puzzle, a column for each engine: wall time in ns, missing where it was not answered."""
    times, answered = run.times(dataset)
    return times.where(answered)


def guesses_of_puzzles(run, dataset):
    """Likewise guesses, of the engines that tell them and answer nothing wrong."""
    rows = run.puzzles[(run.puzzles["dataset"] == dataset) & run.puzzles["answered"]]
    guesses = rows.pivot(index=["line", "isomorph"], columns="engine", values="guesses")
    return guesses[[engine for engine in run.ran(dataset) if engine in guesses and guesses[engine].notna().any()]]


def rank_correlation(a, b):
    """Spearman's rank correlation of two columns, where both have a value: that of their ranks, of which equal values
    have the mean. None where there are too few, or all values of one are equal."""
    both = a.notna() & b.notna()
    if both.sum() < LEAST_RANKED:
        return None
    ranks = [one[both].rank().to_numpy(dtype=float) for one in (a, b)]
    ranks = [one - one.mean() for one in ranks]
    spread = math.sqrt((ranks[0] ** 2).sum() * (ranks[1] ** 2).sum())
    return float((ranks[0] * ranks[1]).sum() / spread) if spread > 0 else None
