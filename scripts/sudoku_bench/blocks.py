"""Blocks of puzzles, and engines compared block by block as the program does it."""

import dataclasses
import math

import numpy

from sudoku_bench import measures
from sudoku_bench.measures import significant

KEY = ["repetition", "first_puzzle"]
ENOUGH = 6  # pairs, for an interval of 95 %
DOUBT_NS = 250  # of a puzzle, where the CPU time is not known, as in harness/stats/tally.h
SMALL = 0.01  # ratios below are told by their inverse


@dataclasses.dataclass(frozen=True)
class Ratio:
    """How many times as fast as the baseline an engine is."""

    engine: str
    baseline: str
    times: float = math.nan
    low: float = math.nan
    high: float = math.nan
    bound: str = ""  # `at_least` or `at_most` where it is no more than that

    @property
    def is_known(self):
        return not math.isnan(self.times)

    @property
    def has_interval(self):
        return not (math.isnan(self.low) or math.isnan(self.high))

    @property
    def is_sure(self):
        """Whether one of the two is known to be faster."""
        if self.bound:
            return (self.times > 1) == (self.bound == "at_least") and self.times != 1
        return self.has_interval and not self.low <= 1 <= self.high

    @property
    def rank(self):
        """To sort the fastest first; what may be anything below a bound is no faster than the
        baseline."""
        if not self.is_known:
            return math.inf
        return -min(self.times, 1) if self.bound == "at_most" else -self.times

    def inverse(self):
        other = {"at_least": "at_most", "at_most": "at_least"}.get(self.bound, "")
        return Ratio(self.baseline, self.engine, 1 / self.times, 1 / self.high, 1 / self.low, other)

    def widened(self, engine_doubt, baseline_doubt):
        """What can be said whatever is right of that which is in doubt; no interval and no bound
        where an engine may have taken no time at all."""
        if max(engine_doubt, baseline_doubt) >= 1:
            return Ratio(self.engine, self.baseline, math.nan if self.bound else self.times)
        lower = (1 - baseline_doubt) / (1 + engine_doubt)
        higher = (1 + baseline_doubt) / (1 - engine_doubt)
        if self.bound:
            scale = lower if self.bound == "at_least" else higher
            return dataclasses.replace(self, times=self.times * scale)
        return dataclasses.replace(self, low=self.low * lower, high=self.high * higher)

    def __str__(self):
        """For a cell of a table: 0.319 [0.270, 0.370], or 1/3,050 [1/3,960, 1/2,420]."""
        if not self.is_known:
            return "-"
        is_small = min(self.times, self.low if self.has_interval else math.inf) < SMALL
        middle, low, high = (f"1/{significant(1 / value)}" if is_small and value < 1 else
                             significant(value) for value in (self.times, self.low, self.high))
        if self.bound:
            return f"{'≥' if self.bound == 'at_least' else '≤'} {middle}"
        return f"{middle} [{low}, {high}]" if self.has_interval else f"{middle} (no interval)"


class Blocks:
    """The blocks of one dataset, as tables with a row for each repetition and block and a column
    for each engine that began one: mean times of a puzzle in ns, and what is known of the answers.
    """

    def __init__(self, rows):
        """`rows` are those of blocks.csv."""
        # In the order in which they were measured, also those that no engine began.
        places = rows[KEY].drop_duplicates().sort_values(KEY).set_index(KEY).index
        self.repetitions = places.get_level_values(0).to_numpy()
        self.asked = (rows["puzzles"] + rows["skipped"]).groupby(rows["first_puzzle"]).max().sum()
        begun = rows[rows["puzzles"] > 0]

        def pivot(values):
            table = begun[KEY + ["engine"]].assign(values=values)
            return table.pivot(index=KEY, columns="engine", values="values").reindex(places)

        self.wall_ns = pivot(begun["wall_ns"] / begun["puzzles"])
        self.cpu_ns = pivot(begun["cpu_ns"] / begun["puzzles"])
        self.puzzles = pivot(begun["puzzles"])
        self.solved = pivot(begun["solved"])
        self.is_begun = pivot(begun["skipped"]) == 0  # with each of its puzzles
        self.is_whole = self.is_begun & (self.solved == self.puzzles)
        self.engines = list(self.wall_ns)

    def ranges(self, engine, baseline):
        """What is known of the logarithms of how many times as fast as the baseline the engine was
        in each block: the least and the most, the same where both answered every puzzle."""
        by_wall = numpy.log((self.wall_ns[baseline] / self.wall_ns[engine]).to_numpy())
        is_cpu = ((self.cpu_ns[engine] > 0) & (self.cpu_ns[baseline] > 0)).to_numpy()
        by_cpu = numpy.log((self.cpu_ns[baseline] / self.cpu_ns[engine]).to_numpy())
        best = numpy.where(is_cpu, by_cpu, by_wall)
        best = numpy.where(numpy.isfinite(best), best, math.nan)
        begun, whole = ([table[one].to_numpy(dtype=bool) for one in (engine, baseline)]
                        for table in (self.is_begun, self.is_whole))
        # Where one was cut short, what its CPU time leaves out may be its own or another's.
        low = numpy.where(whole[1], best, numpy.minimum(best, by_wall))
        high = numpy.where(whole[0], best, numpy.maximum(best, by_wall))
        low = numpy.where(whole[0], low, -math.inf)
        high = numpy.where(whole[1], high, math.inf)
        is_known = begun[0] & begun[1] & ~(numpy.isnan(low) | numpy.isnan(high))
        return [numpy.where(is_known, one, math.nan) for one in (low, high)]

    def ratio(self, engine, baseline):
        """Over the blocks in which both answered every puzzle. Where these are too few because one
        was cut short, it is a bound."""
        if engine not in self.engines or baseline not in self.engines:
            return Ratio(engine, baseline)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            low, high = self.ranges(engine, baseline)
        pairs = [paired(one, self.repetitions) for one in (low, high)]
        is_balanced = len(pairs[0]) > 0
        low, high = pairs if is_balanced else (one[~numpy.isnan(one)] for one in (low, high))
        exact = low[low == high]
        doubts = self.doubt(engine), self.doubt(baseline)
        if len(exact) < len(low) and (len(exact) < ENOUGH or 2 * len(exact) < len(low)):
            return bound(engine, baseline, low, high).widened(*doubts)
        middle, *interval = measures.median_interval(exact)
        if middle is None:
            return Ratio(engine, baseline)
        if not is_balanced or None in interval:
            return Ratio(engine, baseline, math.exp(middle))
        return Ratio(engine, baseline, *map(math.exp, (middle, *interval))).widened(*doubts)

    def doubt(self, engine):
        """The share of an engine's time that may be wrong, where it is not its own clock that is
        read."""
        typical = self.wall_ns[engine][self.cpu_ns[engine] == 0].median()
        return DOUBT_NS / typical if typical > 0 else 0


def paired(logarithms, repetitions):
    """The means over blocks 2i and 2i + 1 of a repetition, in which the engines' turns are in
    opposite order."""
    found = []
    for repetition in numpy.unique(repetitions):
        own = logarithms[repetitions == repetition]
        means = (own[0:len(own) - 1:2] + own[1::2]) / 2
        found.append(means[~numpy.isnan(means)])
    return numpy.concatenate(found) if found else numpy.array([])


def bound(engine, baseline, low, high):
    """The median of the least or of the most that the ratios may be; neither where a search that
    was cut short leaves nothing to be said."""
    least, most = measures.median_interval(low)[0], measures.median_interval(high)[0]
    if math.isfinite(least) and not most < 0:
        return Ratio(engine, baseline, math.exp(least), bound="at_least")
    if math.isfinite(most):
        return Ratio(engine, baseline, math.exp(most), bound="at_most")
    return Ratio(engine, baseline)
