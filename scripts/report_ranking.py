"""The ranking of the report: for each dataset, a chart of the engines in order, on a logarithmic axis."""

import dataclasses
import math

import packages  # noqa: F401  first: it reports missing packages

import comparing
import report_missing
import report_verdicts
import ticks
from sudoku_bench.measures import significant


@dataclasses.dataclass
class Axis:
    """A logarithmic axis of ratios. Places are percentages of its width."""

    low: float
    high: float

    def place(self, ratio):
        ratio = min(max(ratio, self.low), self.high)
        return f"{100 * math.log(ratio / self.low) / math.log(self.high / self.low):.2f}%"

    def ticks(self):
        """Returns places and texts."""
        return [(self.place(value), ticks.round_factor(value)) for value in ticks.factor_ticks(self.low, self.high, 3)]


def axis_of(ratios):
    """Returns an axis with room for the intervals, and for the arrow of a bound."""
    room = {"at_least": 2, "at_most": 0.5}
    ends = [value for ratio in ratios
            for value in (ratio.speedup, ratio.speedup * room.get(ratio.bound, 1), ratio.low, ratio.high)]
    return Axis(*ticks.limits_of([1.0, *ends], least=1.5))


def rankings(run, numbers):
    """Yields the ranking of each dataset. `numbers` contains the engines' numbers."""
    for dataset in run.datasets:
        baseline = comparing.baseline_of(run, dataset)
        rows = [row for _, row in comparing.rows_in_order(run, dataset, baseline).iterrows()]
        found = {row["engine"]: run.pairs[dataset].ratio(row["engine"], baseline) for row in rows}
        axis = axis_of([ratio for ratio in found.values() if ratio.is_known])
        yield {"name": run.names[dataset], "baseline": baseline or "", "one": axis.place(1), "ticks": axis.ticks(),
               "has_faster": any(ratio.speedup > 1 for ratio in found.values()),
               "missing": [report_missing.reason_of(row, "puzzles_per_second") if row["is_wrong"] else
                           report_missing.reason_of_ratio(found[row["engine"]], baseline) for row in rows
                           if row["engine"] != baseline],
               "rows": [{"engine": row["engine"], "number": numbers[row["engine"]],
                         **row_of(row, found[row["engine"]], axis)} for row in rows]}


def row_of(row, ratio, axis):
    if row["is_wrong"]:
        return {"kind": "wrong", "factor": "wrong answer", "rate": "-", "mark": "", "title": ""}
    rate = significant(row["puzzles_per_second"])
    found = {"rate": rate, "mark": "*" * bool(row["solved"] < report_verdicts.total_of(row)) + "~" * bool(row["noise"])}
    if not ratio.is_known:
        return {**found, "kind": "", "factor": "-", "title": ""}
    kind = "baseline" if ratio.is_baseline else "tie" if ratio.is_tie or ratio.undecided else ""
    return {**found, "kind": kind, "factor": ratio.factor, "title": title_of(ratio, rate), **marks_of(ratio, axis)}


def title_of(ratio, rate):
    """Returns the values that a pointer on the row shows."""
    if ratio.is_baseline:
        return f"{ratio.engine}: {rate} puzzles/s"
    if ratio.undecided:
        return f"{ratio.engine}: {rate} puzzles/s. {ratio.undecided}"
    return ", ".join(filter(None, (f"{ratio.engine}: {ratio} than {ratio.baseline}",
                                   ratio.is_tie and "no clear difference", ratio.far_total, f"{rate} puzzles/s")))


def marks_of(ratio, axis):
    """Returns the places of the dot, and of the ends of the interval or of the arrow."""
    marks = {"dot": axis.place(ratio.speedup)}
    if ratio.bound:
        marks |= {"arrow": ratio.bound, "low": axis.place(ratio.speedup),
                  "high": "100%" if ratio.bound == "at_least" else "0%"}
    elif ratio.has_interval:
        marks |= {"low": axis.place(ratio.low), "high": axis.place(ratio.high)}
    return marks
