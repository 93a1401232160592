"""Compares engines block by block, with the same method as the program."""

import dataclasses
import math

import numpy

from sudoku_bench import measures
from sudoku_bench.measures import significant

KEY = ["repetition", "first_puzzle"]
ENOUGH = 6  # pairs of blocks for a 95 % interval


@dataclasses.dataclass(frozen=True)
class Ratio:
    """The speed of an engine divided by the speed of the baseline."""

    engine: str
    baseline: str
    speedup: float = math.nan
    low: float = math.nan
    high: float = math.nan
    bound: str = ""  # `at_least` or `at_most` if `speedup` is only a bound
    total: float = math.nan  # the same ratio of the total times of the blocks
    blocks: float = math.nan  # number of blocks of the median

    @property
    def is_known(self):
        return not math.isnan(self.speedup)

    @property
    def has_interval(self):
        return not (math.isnan(self.low) or math.isnan(self.high))

    @property
    def is_sure(self):
        """Whether the ratio shows that one of the two is faster."""
        if self.bound:
            return (self.speedup > 1) == (self.bound == "at_least") and self.speedup != 1
        return self.has_interval and not self.low <= 1 <= self.high

    @property
    def is_tie(self):
        """Whether the median shows no difference."""
        return self.factor == "1.00x" or (self.has_interval and not self.is_sure)

    @property
    def ends(self):
        """The ends of the interval. Without an interval, both are the median."""
        return (self.low, self.high) if self.has_interval else (self.speedup, self.speedup)

    @property
    def is_undecided(self):
        """Whether one engine is faster in the median block, and the other one in total time."""
        low, high = self.ends
        return not self.bound and (self.total < 1) != (self.speedup < 1) and (self.total < low or self.total > high)

    @property
    def undecided(self):
        """A sentence on both engines if `is_undecided`."""
        if self.speedup < 1:
            return self.inverse().undecided
        return (f"Undecided: {self.engine} is faster in the median ({significant(self.speedup)}x), {self.baseline} "
                f"in total ({significant(1 / self.total)}x).")

    def inverse(self):
        """Returns the ratio of the baseline to the engine."""
        other = {"at_least": "at_most", "at_most": "at_least"}.get(self.bound, "")
        return Ratio(self.baseline, self.engine, 1 / self.speedup, 1 / self.high, 1 / self.low, other, 1 / self.total,
                     self.blocks)

    @property
    def factor(self):
        """The ratio in words: 1.35x faster, ≥ 2.00x slower, 1.00x, or - if it is unknown."""
        if not self.is_known:
            return "-"
        is_slower = self.speedup < 1
        factor = f"{significant(1 / self.speedup if is_slower else self.speedup)}x"
        if self.bound:
            factor = f"{'≤' if is_slower == (self.bound == 'at_least') else '≥'} {factor}"
        elif factor == "1.00x":
            return factor
        return f"{factor} {'slower' if is_slower else 'faster'}"

    @property
    def interval(self):
        """The interval of `factor` in brackets. Empty if there is none."""
        if not self.has_interval or self.bound:
            return ""
        low, high = (1 / self.high, 1 / self.low) if self.speedup < 1 else (self.low, self.high)
        return f"[{significant(low)}, {significant(high)}]"

    def __str__(self):
        """Formats the ratio for people: 1.35x faster [1.20, 1.50]."""
        has_none = self.is_known and not self.has_interval and not self.bound
        return f"{self.factor} {'(no interval)' if has_none else self.interval}".rstrip()


class Blocks:
    """The blocks of one dataset: tables with a row for each repetition and block, and a column for each engine that
    started a block. `time_ns` is the mean per puzzle of the time that ratios use. `relative_error` is its systematic
    error.
    """

    def __init__(self, rows):
        """`rows` are the rows of blocks.csv."""
        # All blocks in the order of measurement, including blocks that no engine started.
        places = rows[KEY].drop_duplicates().sort_values(KEY).set_index(KEY).index
        self.repetitions = places.get_level_values(0).to_numpy()
        self.total = (rows["puzzles"] + rows["skipped"]).groupby(rows["first_puzzle"]).max().sum()
        started = rows[rows["puzzles"] > 0]

        def pivot(values):
            table = started[KEY + ["engine"]].assign(values=values)
            return table.pivot(index=KEY, columns="engine", values="values").reindex(places)

        time_ns = started["time_ns"] if "time_ns" in started else started["wall_ns"]  # before schema 6
        error_ns = started["error_ns"] if "error_ns" in started else 0 * time_ns
        self.time_ns = pivot(time_ns / started["puzzles"])
        self.relative_error = pivot((error_ns / time_ns).where(time_ns > 0, 0))
        self.puzzles = pivot(started["puzzles"])
        self.solved = pivot(started["solved"])
        self.is_started = pivot(started["skipped"]) == 0  # the engine started every puzzle of the block
        self.is_whole = self.is_started & (self.solved == self.puzzles)
        self.engines = list(self.time_ns)

    def ranges(self, engine, baseline):
        """Returns the lower and upper limits of the logarithm of the ratio in each block. They are equal if both
        engines solved every puzzle of the block. NaN if nothing is known."""
        log_ratio = numpy.log((self.time_ns[baseline] / self.time_ns[engine]).to_numpy())
        log_ratio = numpy.where(numpy.isfinite(log_ratio), log_ratio, math.nan)
        started, whole = ([table[one].to_numpy(dtype=bool) for one in (engine, baseline)]
                          for table in (self.is_started, self.is_whole))
        low = numpy.where(whole[0], log_ratio, -math.inf)
        high = numpy.where(whole[1], log_ratio, math.inf)
        is_known = started[0] & started[1] & ~(numpy.isnan(low) | numpy.isnan(high))
        return [numpy.where(is_known, one, math.nan) for one in (low, high)]

    def ratio(self, engine, baseline):
        """Returns the median ratio over the blocks that both engines solved completely. Returns a bound if these are
        too few because an engine hit a limit."""
        if engine not in self.engines or baseline not in self.engines:
            return Ratio(engine, baseline)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            low, high = self.ranges(engine, baseline)
        is_balanced = len(paired(low, self.repetitions)) > 0

        def known(values):
            return paired(values, self.repetitions) if is_balanced else values[~numpy.isnan(values)]

        errors = numpy.hypot(*(numpy.log1p(self.relative_error[one].to_numpy()) for one in (engine, baseline)))
        errors = known(numpy.where(low == high, errors, math.nan))
        own, base = (known(numpy.where(low == high, self.time_ns[one] * self.puzzles[engine], math.nan)).sum()
                     for one in (engine, baseline))
        low, high = known(low), known(high)
        exact = low[low == high]
        if len(exact) < len(low) and (len(exact) < ENOUGH or 2 * len(exact) < len(low)):
            return bound(engine, baseline, low, high)
        middle, *interval = measures.median_interval(exact)
        if middle is None:
            return Ratio(engine, baseline)
        blocks = len(exact) * (2 if is_balanced else 1)
        if not is_balanced or None in interval:
            return Ratio(engine, baseline, math.exp(middle), total=base / own, blocks=blocks)
        error = measures.median_interval(errors)[0]
        return Ratio(engine, baseline, math.exp(middle), math.exp(interval[0] - error), math.exp(interval[1] + error),
                     total=base / own, blocks=blocks)


def paired(logarithms, repetitions):
    """Returns the means over blocks 2i and 2i + 1 of each repetition, in which the engines ran in opposite order."""
    found = []
    for repetition in numpy.unique(repetitions):
        own = logarithms[repetitions == repetition]
        means = (own[0:len(own) - 1:2] + own[1::2]) / 2
        found.append(means[~numpy.isnan(means)])
    return numpy.concatenate(found) if found else numpy.array([])


def bound(engine, baseline, low, high):
    """Returns the median lower limit or the median upper limit as a bound. Returns an unknown ratio if both are
    infinite."""
    least, most = measures.median_interval(low)[0], measures.median_interval(high)[0]
    if math.isfinite(least) and not most < 0:
        return Ratio(engine, baseline, math.exp(least), bound="at_least")
    if math.isfinite(most):
        return Ratio(engine, baseline, math.exp(most), bound="at_most")
    return Ratio(engine, baseline)
