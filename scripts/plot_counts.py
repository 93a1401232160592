#!/usr/bin/python3
"""Solution counts: how many puzzles of a dataset have 0, 1, 2 to 9, 10 to 99, ... solutions.

Reads results of `bench --per-puzzle` or of `count`. A search that stopped at --max-solutions gives a lower bound.
"""

import collections
import dataclasses
import functools
import math
import sys

import packages  # noqa: F401  first: it reports missing packages

from matplotlib import ticker

import engine_styles
import plotting
import ticks
from sudoku_bench import results, tables

NOT_SOLVED = "not solved"
FIRST = ("0", "1", "2 to 9")
MILLION = 8  # index of the bar from a million to ten million solutions


@dataclasses.dataclass
class Histogram:
    places: collections.Counter  # puzzles with a complete count, by index of their bar
    limit: int  # --max-solutions; 0 means none
    capped: int  # puzzles with a search that stopped at the limit
    unsolved: int

    @property
    def found(self):
        return [place for place, puzzles in self.places.items() if puzzles]

    def bars(self, name_of):
        """Returns the number of puzzles by name of the bar, in ascending order, with empty bars in between."""
        places = range(min(self.found), max(self.found) + 1) if self.found else ()
        bars = {name_of(place): self.places[place] for place in places}
        if self.capped:
            bars[f"{self.limit:,} or more"] = self.capped
        if self.unsolved:
            bars[NOT_SOLVED] = self.unsolved
        return bars


def place_of(solutions):
    """Returns the index of the bar of a number of solutions, given as a text of up to 39 digits or as a lower bound."""
    solutions = solutions.removeprefix(tables.AT_LEAST)
    return len(solutions) + 1 if len(solutions) > 1 else min(int(solutions), 2)


def in_digits(place):
    return FIRST[place] if place < 3 else f"{10**(place - 2):,} to {10**(place - 1) - 1:,}"


def in_powers(place):
    if place < 3:
        return FIRST[place]
    return f"{ticks.power_of_ten(place - 2)} to {ticks.power_of_ten(place - 1)}"


def naming_of(histograms):
    """Returns the function that names the bars of a picture: in digits if no puzzle has a million solutions, else in
    powers of ten."""
    is_small = all(place < MILLION for of in histograms for place in of.found)
    return in_digits if is_small else in_powers


def histogram_of_count(count):
    places = collections.Counter({place_of(least): puzzles
                                  for least, puzzles in count.histogram.items()})
    return Histogram(places, count.number("max_solutions"), count.capped, count.number("timeouts"))


def histogram_of_run(run, dataset):
    """Returns the histogram of the puzzles that any engine without wrong answers solved."""
    rows = run.puzzles[run.puzzles["dataset"] == dataset]
    is_wrong = rows["engine"].isin(run.wrong(dataset))
    answers = rows[rows["solved"] & ~is_wrong].drop_duplicates(results.PUZZLE)["solutions"]
    limits = run.rows_of(dataset).get("max_solutions")
    limit = 0 if limits is None or math.isnan(limits.iloc[0]) else int(limits.iloc[0])
    whole = [solutions for solutions in answers if not 0 < limit <= tables.number_of(solutions)]
    return Histogram(collections.Counter(map(place_of, whole)), limit, len(answers) - len(whole),
                     len(rows.drop_duplicates(results.PUZZLE)) - len(answers))


def histogram_of(run, dataset):
    if isinstance(run, results.Count):
        return histogram_of_count(run)
    return histogram_of_run(run, dataset)


def has_several_bars(run, dataset):
    """Returns whether the histogram has more than one bar. A single bar needs no picture."""
    return sum(puzzles > 0 for puzzles in histogram_of(run, dataset).bars(in_digits).values()) > 1


def notes_of(run):
    if isinstance(run, results.Run):
        return ["Puzzles solved by any engine without wrong answers. \"N or more\": the search stopped at "
                "--max-solutions N.", run.part]
    limit = run.number("max_solutions")
    return [f"\"{limit:,} or more\": the count stopped at --max-solutions {limit}." if limit else "",
            run.part]


def draw(run, datasets):
    histograms = {dataset: histogram_of(run, dataset) for dataset in datasets}
    name_of = naming_of(histograms.values())
    bars = {dataset: histogram.bars(name_of) for dataset, histogram in histograms.items()}
    longest = max((len(name) for of in bars.values() for name in of), default=0)
    most = max(1, *map(len, bars.values()))
    highest = max(0, *(max(of.values(), default=0) for of in bars.values()))
    picture = plotting.Picture(
        "Puzzles by number of solutions", [run.names[dataset] for dataset in datasets],
        left=0.25 + 0.068 * longest, right=0.2 + 0.075 * len(f"{highest:,}"),
        panel=(max(1.6, 3.5 - 0.068 * longest), 0.3 * most + 0.2),
        notes=notes_of(run))
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, bars[dataset], most)
        texts = ", ".join(f"{puzzles:,} with {name}" if name != NOT_SOLVED else f"{puzzles:,} {name}"
                          for name, puzzles in bars[dataset].items() if puzzles)
        picture.describe(f"{run.names[dataset]}: puzzles by number of solutions: {texts}.")
    return picture


def draw_panel(axes, bars, room):
    places = range(len(bars))
    colours = [plotting.MUTED if name == NOT_SOLVED else engine_styles.PALETTE[0].colour for name in bars]
    axes.barh(places, list(bars.values()), color=colours, height=0.66)
    for place, puzzles in zip(places, bars.values()):
        axes.annotate(f"{puzzles:,}", (puzzles, place), xytext=(4, 0), textcoords="offset points",
                      va="center", size=8)
    axes.set_ylim(room - 0.5, -0.5)
    axes.yaxis.set_major_locator(ticker.FixedLocator(list(places)))
    axes.yaxis.set_major_formatter(ticker.FixedFormatter(list(bars)))
    ticks.set_whole(axes.xaxis, most=4)
    axes.xaxis.set_major_formatter(
        ticker.FuncFormatter(lambda value, _: ticks.round_number(value)))
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("puzzles")


main = functools.partial(plotting.main, "counts", __doc__, draw, read=results.read_results)

if __name__ == "__main__":
    sys.exit(main())
