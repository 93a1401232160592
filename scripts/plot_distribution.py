#!/usr/bin/python3
"""Latency distribution: the time that a share of the puzzles stays below, out to the slowest.

Without puzzles.csv the quantiles of summary.csv are drawn.
"""

import math
import sys

from matplotlib import ticker

import plotting
import results

QUANTILES = {"p50_ns": 0.5, "p90_ns": 0.9, "p99_ns": 0.99, "p999_ns": 0.999}
TICKS = {0.0: "0", 0.5: "50 %", 0.9: "90 %", 0.99: "99 %", 0.999: "99.9 %", 0.9999: "99.99 %",
         0.99999: "99.999 %"}


def position(share):
    """Where a share of the puzzles stands on the x axis: each nine takes as much room."""
    return -math.log10(1 - share)


def from_puzzles(run, dataset):
    """For each engine the shares of the puzzles and the times below which they stay."""
    times, answered = run.times(dataset)
    for engine in times:
        ordered = times[engine][answered[engine]].sort_values().to_numpy()
        # The middle of the step, so that the slowest puzzle has a place, too.
        yield engine, [((i + 0.5) / len(ordered), ordered[i])
                       for i in plotting.thinned(len(ordered))]


def from_summary(run, dataset):
    for _, row in run.rows_of(dataset).iterrows():
        yield row["engine"], [(share, row[name]) for name, share in QUANTILES.items()
                              if row.get(name) is not None and not math.isnan(row[name])]


def lines_of(run, dataset):
    rows = from_puzzles(run, dataset) if run.has_puzzles else from_summary(run, dataset)
    return {engine: points for engine, points in rows if points}


def draw(run, datasets):
    lines = {dataset: lines_of(run, dataset) for dataset in datasets}
    engines = [engine for engine in run.engines if any(engine in of for of in lines.values())]
    if not engines:
        raise results.InputError(f"{run.directory}: no engine has times of puzzles")
    missing = [engine for engine in run.engines if engine not in engines]
    styles = plotting.styles_of(run.engines)
    picture = plotting.Picture(
        "Time of a puzzle, by share of the puzzles", [run.names[dataset] for dataset in datasets],
        legend=plotting.line_handles(engines, styles),
        notes=["Answered puzzles only. Each further nine takes as much room as the first.",
               f"Not shown: {', '.join(missing)}; no times of single puzzles." if missing else ""])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, lines[dataset], styles)
        describe(picture, run, dataset)
    return picture


def draw_panel(axes, lines, styles):
    shown, end = [], 1.0
    for engine, points in lines.items():
        x = [position(share) for share, _ in points]
        y = [ns for _, ns in points]
        style = styles[engine]
        axes.plot(x, y, color=style.colour, linestyle=style.dash,
                  marker=style.marker if len(points) <= len(QUANTILES) else None, markersize=4)
        axes.plot(x[-1], y[-1], color=style.colour, marker=style.marker, markersize=4.5,
                  clip_on=False)
        shown += [y[0], y[-1]]
        end = max(end, x[-1])
    plotting.set_log(axes.yaxis, shown, plotting.round_time)
    axes.set_xlim(0, end * 1.03)
    marks = [share for share in TICKS if position(share) <= end * 1.03]
    axes.xaxis.set_major_locator(ticker.FixedLocator([position(share) for share in marks]))
    axes.xaxis.set_major_formatter(ticker.FixedFormatter([TICKS[share] for share in marks]))
    axes.set_xlabel("share of the puzzles")
    axes.set_ylabel("time of a puzzle")


def describe(picture, run, dataset):
    for engine, points in lines_of(run, dataset).items():
        values = ", ".join(
            f"{TICKS[share]} within "
            f"{results.format_time(next((ns for at, ns in points if at >= share), points[-1][1]))}"
            for share in (0.5, 0.9, 0.99))
        picture.describe(f"{run.names[dataset]}: {engine} answers {values}.")


if __name__ == "__main__":
    sys.exit(plotting.main("distribution", __doc__, draw))
