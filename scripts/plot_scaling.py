#!/usr/bin/python3
"""Scaling: how much faster each engine becomes with more threads.

Reads runs that differ only in --threads. Divides the rate of each engine by its rate with the fewest threads. Bars show
the range of the repetitions.
"""

import dataclasses
import sys

import packages  # noqa: F401  first: it reports missing packages

import pandas
from matplotlib import ticker

import comparing
import engine_styles
import plotting
import ticks
from sudoku_bench import results, tables
from sudoku_bench.measures import significant


def speedups(runs, dataset):
    """Returns a row for each engine and number of threads: median, min and max of the rate, divided by the median rate
    with the fewest threads."""
    rows = pandas.concat([run.runs for run in runs])
    rows = rows[(rows["dataset"] == dataset) & (rows["puzzles_per_second"] > 0)]
    groups = rows.groupby(["engine", "threads"])
    rates = groups["puzzles_per_second"].agg(["median", "min", "max"]).reset_index()
    rates["is_ok"] = groups["verdict"].agg(lambda verdicts: (verdicts == "ok").all()).to_numpy()
    fewest = rates["threads"].min()
    base = rates[rates["threads"] == fewest].set_index("engine")["median"]
    rates = rates[rates["engine"].isin(base.index)].copy()
    for name in ("median", "min", "max"):
        rates[name] /= rates["engine"].map(base)
    return rates


def check(runs):
    threads = {count for run in runs for count in run.runs["threads"]}
    if len(threads) < 2:
        raise tables.InputError("all runs have the same number of threads; scaling needs several")
    for column in ("dataset_digest", "max_solutions"):
        for dataset in runs[0].datasets:
            values = {value for run in runs if column in run.runs
                      for value in run.runs.loc[run.runs["dataset"] == dataset, column]}
            if len(values) > 1:
                raise tables.InputError(f"{dataset}: the results differ in {column}")


def draw(runs, datasets):
    check(runs)
    engines = list(dict.fromkeys(engine for run in runs for engine in comparing.by_speed(run)))
    styles = engine_styles.styles_of(engines, runs[0].subjects)
    names = runs[0].names
    picture = plotting.Picture(
        "Speedup with threads", [names[dataset] for dataset in datasets],
        **plotting.room_of_labels(engines),
        notes=["Grey line: ideal speedup. Bars: range of the repetitions. Hollow: the verdict is not ok."])
    for axes, dataset in zip(picture.axes, datasets):
        table = speedups(runs, dataset)
        draw_panel(axes, table, engines, styles)
        for _, row in table[table["threads"] > table["threads"].min()].iterrows():
            picture.describe(f"{names[dataset]}: {row['engine']} is "
                             f"{significant(row['median'])}x as fast with "
                             f"{row['threads']:.0f} threads.", row["engine"])
    return picture


def draw_panel(axes, table, engines, styles):
    counts = sorted(table["threads"].unique())
    if counts:
        axes.plot(counts, [count / counts[0] for count in counts], color=plotting.MUTED,
                  linewidth=0.9)
    for engine in engines:
        own = table[table["engine"] == engine]
        style, bar = styles[engine], dataclasses.replace(styles[engine], dash="-")
        plotting.draw_line(axes, own["threads"], own["median"], style)
        for _, row in own.iterrows():
            plotting.draw_line(axes, [row["threads"]] * 2, [row["min"], row["max"]], bar)
            plotting.draw_point(axes, row["threads"], row["median"], style, is_hollow=not row["is_ok"])
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(ticker.FixedLocator(counts))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda count, _: f"{count:g}"))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.set_ylim(bottom=0)
    ticks.set_whole(axes.yaxis)
    ends = table.sort_values("threads").groupby("engine").last()
    plotting.label_ends(axes, {row.Index: (row.threads, row.median) for row in ends.itertuples()}, styles)
    axes.set_xlabel("threads")
    axes.set_ylabel("speedup")


def main(arguments=None):
    parser = plotting.argument_parser("scaling", __doc__, nargs="+")
    options = parser.parse_args(arguments)

    def action():
        runs = [results.read_run(directory) for directory in options.directory]
        picture = draw(runs, plotting.selected(runs[0], options.dataset))
        return plotting.write(picture, options.out, options.directory[0] / "scaling")

    return plotting.finish(action)


if __name__ == "__main__":
    sys.exit(main())
