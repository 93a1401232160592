#!/usr/bin/python3
"""History: the speed of each engine in each run, divided by its speed in the first run, with 95 % intervals.

A ring marks a change point: at least two consecutive runs from there show another speed. FILE is the output of
`sudoku-bench compare --history --csv DIR...`.
"""

import argparse
import math
import pathlib
import sys

import packages  # noqa: F401  first: it reports missing packages

import numpy
from matplotlib import ticker

import engine_styles
import plotting
import ticks
from sudoku_bench import results, tables
from sudoku_bench.measures import significant

COLUMNS = {"engine": tables.TEXT, "dataset": tables.TEXT, "run": tables.TEXT, "reference": tables.TEXT,
           "rate": tables.NUMBER, "times": tables.FACTOR, "times_low": tables.FACTOR, "times_high": tables.FACTOR,
           "is_change_point": tables.WHOLE}
NULLABLE = ("reference", "rate", "times", "times_low", "times_high")


def read_history(path):
    """Returns the rows with an additional column `level`: the speed of the reference run, as a multiple of the first
    run."""
    rows = tables.read_table(path, COLUMNS, tuple(COLUMNS), nullable=NULLABLE)
    if rows.empty:
        raise tables.InputError(f"{path}: no engine has a history")
    levels = {}
    for place, row in rows.iterrows():
        key = row["engine"], row["dataset"]
        speeds = levels.setdefault(key, {})
        level = speeds.get(row["reference"], 1.0)
        speeds.setdefault(row["run"], level * (1.0 if math.isnan(row["times"]) else row["times"]))
        rows.loc[place, "level"] = level
    return rows


def draw(rows):
    names = results.names_of(list(dict.fromkeys(rows["dataset"])))
    engines = list(dict.fromkeys(rows["engine"]))
    runs = list(dict.fromkeys(rows["run"]))
    styles = engine_styles.styles_of(engines)
    picture = plotting.Picture(
        "Speedup of each engine over its first run: higher is faster", list(names.values()),
        left=0.7, panel=(max(3.1, 0.3 * len(runs)), 2.6), legend=plotting.point_handles(engines, styles),
        notes=[f"Runs: {', '.join(f'{number} {run}' for number, run in enumerate(runs, 1))}.",
               "Bars: 95 % interval relative to the reference. Ring: at least two consecutive runs from here show "
               "another speed. Hollow: too few blocks for an interval."])
    for axes, (dataset, title) in zip(picture.axes, names.items()):
        own = rows[rows["dataset"] == dataset]
        ends = [end for name in ("times", "times_low", "times_high") for end in (own["level"] * own[name]).dropna()]
        ticks.set_log(axes.yaxis, ticks.limits_of([1.0, *ends], least=1.2), significant)
        axes.axhline(1, color=plotting.MUTED, linewidth=0.9)
        for engine, line in own.groupby("engine", sort=False):
            draw_engine(axes, line, runs, styles[engine])
            for _, row in line[line["is_change_point"] == 1].iterrows():
                picture.describe(f"{title}: since {row['run']}, {engine} is {significant(row['times'])}x as fast as in "
                                 f"{row['reference']}.")
        axes.set_xlim(0.5, len(runs) + 0.5)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(nbins=10, integer=True))
        axes.set_xlabel("run")
    picture.axes[0].set_ylabel("speedup")
    return picture


def draw_engine(axes, rows, runs, style):
    places = numpy.array([runs.index(run) + 1 for run in rows["run"]])
    is_first = rows["reference"] == ""
    speeds = (rows["level"] * rows["times"]).mask(is_first, 1.0)
    is_sure = (is_first | rows["times_low"].notna()).to_numpy()
    axes.plot(places[is_sure], speeds[is_sure], color=style.colour, linestyle=style.dash, linewidth=1.2,
              marker=style.marker, markersize=4)
    axes.plot(places[~is_sure], speeds[~is_sure], color=style.colour, linestyle="", marker=style.marker,
              markerfacecolor="none", markersize=4)
    for place, (_, row) in zip(places, rows.iterrows()):
        if not math.isnan(row["times_low"]):
            axes.plot([place, place], [row["level"] * row["times_low"], row["level"] * row["times_high"]],
                      color=style.colour, linewidth=1)
        if row["is_change_point"]:
            axes.plot(place, row["level"] * row["times"], marker="o", markersize=11, markerfacecolor="none",
                      color=style.colour)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0], epilog=plotting.EXIT_CODES)
    parser.add_argument("file", metavar="FILE", type=pathlib.Path,
                        help="output of sudoku-bench compare --history --csv")
    parser.add_argument("-o", "--out", metavar="PICTURE", type=plotting.picture_path,
                        help="output ending in .png, .svg or .pdf; without one of these, writes PICTURE.png and "
                             "PICTURE.svg (default: FILE with another suffix)")
    options = parser.parse_args(arguments)
    return plotting.finish(lambda: plotting.write(draw(read_history(options.file)), options.out,
                                                  options.file.with_suffix("")))


if __name__ == "__main__":
    sys.exit(main())
