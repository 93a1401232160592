#!/usr/bin/python3
"""Board sizes: time and share of solved puzzles by board size and share of holes.

Needs datasets of several shapes, or of one shape other than 9x9 with several shares of holes.
"""

import functools
import math
import sys

import packages  # noqa: F401  first: it reports missing packages

from matplotlib import ticker

import plotting
import ticks
from sudoku_bench import tables
from sudoku_bench.measures import format_time

NOTE = "An unsolved puzzle counts as twice --timeout (PAR-2). Hollow: not all puzzles were solved."


def sizes_of(run, datasets):
    """Returns a row for each dataset and engine without wrong answers, with additional columns: `side` of the boards,
    `size`, such as 16x16 or `Latin squares of order 30`, `holes`, the percentage of cells without a clue, `mean_ns`,
    and `share`, the percentage of solved puzzles."""
    rows = run.summary[run.summary["dataset"].isin(datasets) & ~run.summary["is_wrong"]]
    if "shape" not in rows or "clues" not in rows:
        raise tables.InputError(f"{run.directory}/summary.csv: columns shape and clues are missing")
    rows = rows[(rows["puzzles"] > 0) & (rows["shape"] != "")].copy()
    rows["side"] = rows["shape"].map(side_of)
    rows["size"] = rows["shape"].map(size_of)
    rows["holes"] = 100 * (1 - rows["clues"] / (rows["puzzles"] * rows["side"]**2))
    total = rows["puzzles"] + (rows["skipped"] if "skipped" in rows else 0)
    rows["share"] = 100 * rows["solved"] / total
    rows["mean_ns"] = 1e9 * rows["par2_s"] if "par2_s" in rows else math.nan
    is_complete = rows["share"] == 100
    time = "time_ns" if "time_ns" in rows else "wall_ns"
    rows.loc[is_complete, "mean_ns"] = (rows[time] / rows["puzzles"])[is_complete]
    return rows[rows["mean_ns"] > 0].sort_values(["side", "holes"])


def side_of(shape):
    rows, columns = shape.split("x")
    return int(rows) * int(columns)


def size_of(shape):
    side = side_of(shape)
    return f"Latin squares of order {side}" if shape.startswith("1x") else f"{side}x{side}"


def check(run, rows):
    if (rows["size"] == "9x9").all():
        raise tables.InputError(f"{run.directory}: all boards are 9x9; boards of several sizes are required")
    if next(panels_of(rows), None) is None:
        raise tables.InputError(f"{run.directory}: nothing to compare; several sizes or several datasets of a size are "
                                "required")


def panels_of(rows):
    """Yields the title, the rows and the drawing function of each panel."""
    with_boxes = rows[~rows["shape"].str.startswith("1x")]
    if with_boxes["side"].nunique() > 1:
        # For each engine and size, the dataset that takes longest.
        hardest = with_boxes.loc[with_boxes.groupby(["engine", "side"])["mean_ns"].idxmax()]
        yield "Time by size", hardest, draw_by_size
    for size, own in rows.groupby("size", sort=False):
        if own["dataset"].nunique() > 1:
            yield f"{size}: time by share of holes", own, draw_by_holes
            yield f"{size}: solved puzzles", own, draw_solved


def draw(run, datasets):
    """Draws all panels in one row."""
    rows = sizes_of(run, datasets)
    check(run, rows)
    return picture_of(run, "Time by board size", list(panels_of(rows)))


def pictures(run):
    """Yields each panel as a picture."""
    rows = sizes_of(run, run.datasets)
    check(run, rows)
    for panel in panels_of(rows):
        yield picture_of(run, panel[0], [("", *panel[1:])])


def picture_of(run, title, panels):
    styles = plotting.styles_of(run)
    drawn = {engine for _, rows, _ in panels for engine in rows["engine"]}
    shown = [engine for engine in run.engines if engine in drawn]
    picture = plotting.Picture(
        title, [heading for heading, *_ in panels], **plotting.room_of_labels(shown),
        alarm=plotting.wrong_note(run, run.datasets), notes=[run.part, NOTE])
    for axes, (_, rows, draw_panel) in zip(picture.axes, panels):
        draw_panel(axes, picture, rows, styles)
    return picture


def draw_by_size(axes, picture, rows, styles):
    for engine, own in rows.groupby("engine", sort=False):
        draw_line(axes, own, "side", "mean_ns", styles[engine])
        largest = own.iloc[-1]
        picture.describe(f"{engine}: {format_time(largest['mean_ns'])} per puzzle for "
                         f"{largest['size']} with {largest['holes']:.0f} % holes.", engine)
    sides = sorted(rows["side"].unique())
    # The numbers of neighbours would touch.
    axes.xaxis.set_major_locator(ticker.FixedLocator([side for side in sides if side + 1 not in sides]))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda side, _: f"{side:g}"))
    axes.set_xlabel("side of the board, slowest dataset")
    set_times(axes, rows["mean_ns"])
    label_ends(axes, rows, "side", "mean_ns", styles)


def draw_by_holes(axes, picture, rows, styles):
    for engine, own in rows.groupby("engine", sort=False):
        draw_line(axes, own, "holes", "mean_ns", styles[engine])
        longest = own.loc[own["mean_ns"].idxmax()]
        picture.describe(f"{engine}: slowest on {longest['size']} with {longest['holes']:.0f} % holes: "
                         f"{format_time(longest['mean_ns'])} per puzzle.", engine)
    set_times(axes, rows["mean_ns"])
    set_holes(axes)
    label_ends(axes, rows, "holes", "mean_ns", styles)


def draw_solved(axes, picture, rows, styles):
    for engine, own in rows.groupby("engine", sort=False):
        draw_line(axes, own, "holes", "share", styles[engine])
        least = own.loc[own["share"].idxmin()]
        picture.describe(
            f"{engine}: all puzzles of {least['size']} were solved." if least["share"] == 100 else
            f"{engine}: fewest solved puzzles of {least['size']} with {least['holes']:.0f} % holes: "
            f"{least['share']:.0f} %.", engine)
    axes.set_ylim(-3, 103)
    axes.set_ylabel("% of puzzles")
    set_holes(axes)
    label_ends(axes, rows, "holes", "share", styles)


def draw_line(axes, rows, x, y, style):
    plotting.draw_line(axes, rows[x], rows[y], style)
    for place, value, share in zip(rows[x], rows[y], rows["share"]):
        plotting.draw_point(axes, place, value, style, is_hollow=share < 100)


def label_ends(axes, rows, x, y, styles):
    plotting.label_ends(axes, {engine: (own[x].iloc[-1], own[y].iloc[-1])
                               for engine, own in rows.groupby("engine", sort=False)}, styles)


def set_times(axes, values):
    ticks.set_log(axes.yaxis, ticks.limits_of(values, least=10), ticks.round_time)
    axes.set_ylabel("mean time per puzzle")


def set_holes(axes):
    ticks.set_whole(axes.xaxis)
    axes.set_xlabel("% holes")


def table(run):
    """Returns the table of the report: the engines, and a row for each dataset with a cell for each engine."""
    rows = sizes_of(run, run.datasets)
    check(run, rows)
    engines = [engine for engine in run.engines if (rows["engine"] == engine).any()]
    lines = []
    for dataset in run.datasets:
        own = rows[rows["dataset"] == dataset]
        if own.empty:
            continue
        first = own.iloc[0]
        cells = own.set_index("engine")
        lines.append({
            "name": run.names[dataset], "dataset": dataset, "size": first["size"],
            "holes": f"{first['holes']:.0f} %",
            "cells": [cell_of(cells.loc[engine]) if engine in cells.index else "-"
                      for engine in engines]})
    return {"engines": engines, "rows": lines}


def cell_of(row):
    share = "" if row["share"] == 100 else f" ({row['share']:.0f} %)"
    return format_time(row["mean_ns"]) + share


main = functools.partial(plotting.main, "sizes", __doc__, draw)

if __name__ == "__main__":
    sys.exit(main())
