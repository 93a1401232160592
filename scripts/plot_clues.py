#!/usr/bin/python3
"""Solutions by clues: the number of solutions of puzzles with each number of clues.

Reads results of `count --per-puzzle`. The line is the median. The band contains the puzzles from 10 % to 90 %, if at
least ten puzzles have that number of clues. Few puzzles are shown as points, many as cells. A stronger colour means
more puzzles.
"""

import array
import collections
import dataclasses
import functools
import math
import sys

import packages  # noqa: F401  first: it reports missing packages

import numpy
from matplotlib import collections as shapes
from matplotlib import colors, lines, patches, ticker

import engine_styles
import plotting
import ticks
from sudoku_bench import results, tables

FEW = 1500  # up to this number, puzzles are points
ENOUGH = 10  # fewest puzzles for a band from 10 % to 90 %
LEVELS = (0.1, 0.5, 0.9)


@dataclasses.dataclass
class Puzzles:
    """The puzzles of a count. Stores 8 bytes for each shown puzzle."""

    by_clues: dict  # number of clues: logarithms to base 10 of the numbers of solutions
    impossible: int = 0
    uncounted: int = 0


def read_puzzles(count):
    found = Puzzles(collections.defaultdict(lambda: array.array("d")))
    for clues, solutions in count.puzzles():
        if solutions:
            found.by_clues[clues].append(math.log10(solutions))  # integers may be too large for a float
        elif solutions == 0:
            found.impossible += 1
        else:
            found.uncounted += 1
    found.by_clues = {clues: numpy.sort(numpy.frombuffer(found.by_clues[clues]))
                      for clues in sorted(found.by_clues)}
    return found


def quantiles_of(ordered):
    """Returns the quantiles LEVELS without interpolation: each is the value of a puzzle."""
    return numpy.quantile(ordered, LEVELS, method="inverted_cdf")


def has_spread(by_clues):
    """Returns a mask of the numbers of clues with enough puzzles for a band."""
    return numpy.array([len(ordered) >= ENOUGH for ordered in by_clues.values()])


def format_solutions(logarithm):
    if logarithm < 6:
        return f"{round(10**logarithm):,}"
    whole = math.floor(logarithm)
    digits, _, carry = f"{10**(logarithm - whole):.2e}".partition("e")
    return f"{digits} × {ticks.power_of_ten(whole + int(carry))}"


def notes_of(count, puzzles, is_few):
    limit = count.number("max_solutions")
    unseen = [f"{number:,} {what}" for number, what in (
        (puzzles.impossible, "without a solution"), (puzzles.uncounted, "that timed out"))
        if number]
    return [f"Puzzles not shown: {' and '.join(unseen)}." if unseen else "",
            f"Puzzles on the dotted line have {limit} or more solutions: the count stopped at --max-solutions."
            if limit else "",
            "" if is_few else "A stronger colour means more puzzles with that number of clues.",
            count.part]


def legend_of(by_clues, is_few, limit):
    colour = engine_styles.PALETTE[0].colour
    puzzles = lines.Line2D([], [], color=colour, linestyle="", marker="o", markersize=4, alpha=0.8,
                           label="a puzzle")
    share = patches.Patch(color=colour, alpha=0.6, linewidth=0,
                          label="share of the puzzles")
    handles = [lines.Line2D([], [], color=plotting.INK, marker="o", markersize=4, label="median"),
               puzzles if is_few else share]
    if any(has_spread(by_clues)):
        handles.append(lines.Line2D([], [], color=plotting.INK, linewidth=0.9, linestyle="--",
                                    label="10 % and 90 %"))
    if limit:
        handles.append(lines.Line2D([], [], color=plotting.MUTED, linestyle=":",
                                    label="--max-solutions"))
    return handles


def draw(count, datasets):
    puzzles = read_puzzles(count)
    if not puzzles.by_clues:
        raise tables.InputError(f"{count.directory}/puzzles.csv: no puzzle has solutions and a complete count")
    limit = count.number("max_solutions")
    is_few = sum(map(len, puzzles.by_clues.values())) <= FEW
    picture = plotting.Picture(
        "Solutions by clues", [count.names[dataset] for dataset in datasets],
        notes=notes_of(count, puzzles, is_few),
        legend=legend_of(puzzles.by_clues, is_few, limit))
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, puzzles.by_clues, limit, draw_points if is_few else draw_shares)
        describe(picture, count.names[dataset], puzzles.by_clues)
    return picture


def draw_panel(axes, by_clues, limit, draw_puzzles):
    quantiles = 10 ** numpy.array([quantiles_of(ordered) for ordered in by_clues.values()])
    low, middle, high = quantiles.T
    clues = list(by_clues)
    draw_puzzles(axes, by_clues)
    is_spread = has_spread(by_clues)
    axes.fill_between(clues, low, high, where=is_spread, color=plotting.INK, alpha=0.08,
                      linewidth=0)
    for edge in (low, high):
        edge = numpy.where(is_spread, edge, math.nan)
        axes.plot(clues, edge, color=plotting.INK, linewidth=0.9, linestyle="--")
    axes.plot(clues, middle, color=plotting.INK, marker="o", markersize=4)
    ends = [10**end for ordered in by_clues.values() for end in (ordered[0], ordered[-1])]
    if limit:
        axes.axhline(limit, color=plotting.MUTED, linestyle=":")
        ends.append(limit)
    limits = ticks.limits_of(ends, least=10)
    ticks.set_log(axes.yaxis, limits, ticks.form_of_counts(limits))
    axes.set_xlim(clues[0] - 0.7, clues[-1] + 0.7)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(12, integer=True, min_n_ticks=1))
    axes.set_xlabel("clues")
    axes.set_ylabel("solutions")


def draw_points(axes, by_clues):
    """Draws each puzzle as a point. Spreads the points of each number of clues sideways, without random numbers."""
    golden = (math.sqrt(5) - 1) / 2
    for clues, ordered in by_clues.items():
        aside = (numpy.arange(len(ordered)) * golden) % 1 - 0.5 if len(ordered) > 1 else 0
        axes.scatter(clues + 0.6 * aside, 10**ordered, color=engine_styles.PALETTE[0].colour, s=12,
                     alpha=0.8, linewidths=0, rasterized=len(ordered) > 100)


def draw_shares(axes, by_clues):
    """Draws a column of cells for each number of clues. The colour of a cell shows its share of the puzzles."""
    least = min(ordered[0] for ordered in by_clues.values())
    most = max(ordered[-1] for ordered in by_clues.values())
    step = max((most - least) / 60, 0.05)
    edges = numpy.arange(least - step / 2, most + step, step)
    cells, strengths = [], []
    for clues, ordered in by_clues.items():
        heights, _ = numpy.histogram(ordered, edges)
        for i in numpy.flatnonzero(heights):
            bottom, top = 10 ** edges[i:i + 2]
            cells.append([(clues - 0.42, bottom), (clues + 0.42, bottom), (clues + 0.42, top),
                          (clues - 0.42, top)])
            strengths.append(0.1 + 0.7 * math.sqrt(heights[i] / heights.max()))
    colour = engine_styles.PALETTE[0].colour
    axes.add_collection(shapes.PolyCollection(
        cells, linewidths=0, rasterized=len(cells) > 1000,
        facecolors=[colors.to_rgba(colour, strength) for strength in strengths]))


def describe(picture, name, by_clues):
    for clues, ordered in by_clues.items():
        low, middle, high = map(format_solutions, quantiles_of(ordered))
        spread = f", 80 % of them from {low} to {high}" if len(ordered) >= ENOUGH else ""
        picture.describe(f"{name}: {clues} clues: {len(ordered):,} puzzles, median number of "
                         f"solutions {middle}{spread}.")


main = functools.partial(plotting.main, "clues", __doc__, draw, read=results.read_count)

if __name__ == "__main__":
    sys.exit(main())
