"""The speedups between the engines of a run. The program computes them: see `show --to pairs` in results/COLUMNS.md."""

import dataclasses
import json
import math

from sudoku_bench import command
from sudoku_bench.tables import InputError


@dataclasses.dataclass(frozen=True)
class Ratio:
    """The speed of an engine divided by the speed of the baseline. results/COLUMNS.md describes the members."""

    engine: str
    baseline: str
    speedup: float = math.nan
    low: float = math.nan
    high: float = math.nan
    bound: str = ""
    total: float = math.nan
    is_conclusive: bool = False
    is_tie: bool = False
    factor: str = "-"
    interval: str = ""
    no_interval_for: str = ""
    no_quantiles: str = ""
    far_total: str = ""
    undecided: str = ""
    standing: str = ""

    @property
    def is_baseline(self):
        return self.engine == self.baseline

    @property
    def is_known(self):
        return not math.isnan(self.speedup)

    @property
    def has_interval(self):
        return not math.isnan(self.low)

    def __str__(self):
        """Formats the ratio for people: 1.35x faster [1.20, 1.50]."""
        has_none = self.is_known and not self.is_baseline and not self.has_interval and not self.bound
        return f"{self.factor} {'(no interval)' if has_none else self.interval}".rstrip()


class Pairs:
    """The engines of one dataset, compared with each other."""

    def __init__(self, compared, engines):
        """`compared` is the dataset as the program prints it, `engines` are the names of its rows."""
        names = dict(zip(compared["engines"], engines))
        self.baseline = names.get(compared["baseline"])

        def ratio_of(row, baseline):
            own = {key: math.nan if value is None else value for key, value in row.items()}
            for key in {"factor", "standing"} & own.keys():
                own[key] = own[key].replace(">=", "≥").replace("<=", "≤")
            return Ratio(**{**own, "engine": names[row["engine"]], "baseline": baseline})

        self.over = {names.get(name): [ratio_of(row, names.get(name)) for row in rows]
                     for name, rows in compared["over"].items()}

    def order(self, baseline):
        """Returns the engines that ran, in the order in which `bench` prints them with this baseline or None."""
        return [ratio.engine for ratio in self.over[baseline]]

    @property
    def fastest(self):
        """The engine that is first in the table in which it is the baseline, so no comparable engine is faster. If no
        engine is, the first engine of the table without a baseline. None if no engine solved a puzzle."""
        engines = [engine for engine in self.order(None) if engine in self.over]
        return next((engine for engine in engines if self.order(engine)[0] == engine), next(iter(engines), None))

    def ratio(self, engine, baseline):
        found = (ratio for ratio in self.over.get(baseline, ()) if ratio.engine == engine)
        return next(found, Ratio(engine, baseline))


def read_pairs(run):
    """Returns the pairs of each dataset of a run of `bench`."""
    try:
        text = command.run("show", "--to", "pairs", "--", run.directory)
    except (ValueError, RuntimeError, OSError) as error:
        raise InputError(str(error)) from error
    compared = json.loads(text)["datasets"]
    engines = {dataset: list(run.rows_of(dataset)["engine"]) for dataset in run.datasets}
    # The program and this reader escape different characters in names, so rows are matched by their positions.
    if [len(set(own["engines"])) for own in compared] != list(map(len, engines.values())):
        raise InputError(f"{run.directory}/summary.csv: two names differ only in blanks, or datasets alternate")
    return {dataset: Pairs(own, engines[dataset]) for dataset, own in zip(engines, compared)}
