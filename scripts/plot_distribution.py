#!/usr/bin/python3
"""Latency distribution: the time within which each share of the puzzles is solved.

A line ends at the share of solved puzzles. Engines without times of single puzzles are shown with the mean times of
their blocks. Without puzzles.csv, engines are shown with their quantiles in summary.csv, if any.
"""

import functools
import math
import sys

import packages  # noqa: F401  first: it reports missing packages

import numpy
from matplotlib import ticker

import comparing
import plotting
import ticks
from sudoku_bench.measures import format_time

QUANTILES = {"p50_ns": 0.5, "p90_ns": 0.9, "p99_ns": 0.99, "p999_ns": 0.999}
TICKS = {0.0: "0", 0.5: "50 %", 0.9: "90 %", 0.99: "99 %", 0.999: "99.9 %", 0.9999: "99.99 %",
         0.99999: "99.999 %"}


def position(share):
    """Returns the place of a share of the puzzles on the x axis. 90 %, 99 %, 99.9 % and so on are evenly spaced."""
    return -math.log10(max(1 - share, 1e-12))


def with_quantiles(run, dataset, samples):
    """Replaces means of blocks by quantiles of the summary, which describe single puzzles. The quantiles include all
    started puzzles. A quantile beyond the solved puzzles is missing."""
    found = dict(samples)
    for _, row in run.rows_of(dataset).iterrows():
        times = numpy.array([row.get(name, math.nan) for name in QUANTILES], dtype=float)
        is_there = times > 0
        if row["engine"] not in run.ran(dataset) or not is_there.any():
            continue
        up_to = numpy.array(list(QUANTILES.values()))[is_there] * row["puzzles"]
        found[row["engine"]] = comparing.Sample(
            times[is_there], up_to, row["puzzles"] + row.get("skipped", 0), "quantile")
    return {engine: found[engine] for engine in run.ran(dataset) if engine in found}


def draw(run, datasets):
    samples = {dataset: comparing.samples(run, dataset) for dataset in datasets}
    if not run.has_puzzles:
        samples = {dataset: with_quantiles(run, dataset, of) for dataset, of in samples.items()}
    samples = plotting.samples_to_show(run, datasets, samples)
    styles = plotting.styles_of(run)
    picture = plotting.Picture(
        "Time within which a share of the puzzles is solved: low is good",
        [run.names[dataset] for dataset in datasets],
        **plotting.frame_of_samples(run, samples, [
            "A line that ends early left the other puzzles unsolved.", quantile_note(samples)]))
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, samples[dataset], styles)
        for engine, sample in samples[dataset].items():
            picture.describe(f"{run.names[dataset]}: {engine} solves {in_words(sample)}.", engine)
    return picture


def quantile_note(samples):
    engines = {engine: None for of in samples.values() for engine, sample in of.items()
               if sample.kind == "quantile"}
    return f"Quantiles of summary.csv, because there is no puzzles.csv: {', '.join(engines)}." if engines else ""


def points_of(sample):
    """Returns the positions of the shares, and the times. A puzzle is in the middle of its share, because 100 % has no
    position."""
    if sample.kind == "quantile":
        return [position(share) for share in sample.up_to / sample.total], sample.times
    places, times = plotting.steps_of(sample)
    return [position(share) for share in (places - 0.5) / sample.total], times


def draw_panel(axes, samples, styles):
    ends, shown, end = {}, [], 1.0
    for engine, sample in samples.items():
        x, y = points_of(sample)
        style = styles[engine]
        plotting.draw_line(axes, x, y, style)
        plotting.draw_point(axes, x[-1], y[-1], style)
        ends[engine] = x[-1], y[-1]
        shown += [y[0], y[-1]]
        end = max(end, x[-1])
    ticks.set_log(axes.yaxis, ticks.limits_of(shown, least=10), ticks.round_time)
    axes.set_xlim(0, end * 1.03)
    plotting.label_ends(axes, ends, styles)
    marks = [share for share in TICKS if position(share) <= end * 1.03]
    axes.xaxis.set_major_locator(ticker.FixedLocator([position(share) for share in marks]))
    axes.xaxis.set_major_formatter(ticker.FixedFormatter([TICKS[share] for share in marks]))
    axes.set_xlabel("share of the puzzles")
    axes.set_ylabel("time per puzzle")


def in_words(sample):
    parts = []
    for share in (0.5, 0.9, 0.99):
        time = sample.within(share)
        parts.append(f"{TICKS[share]} within {format_time(time)}" if math.isfinite(time)
                     else f"less than {TICKS[share]}")
        if not math.isfinite(time):
            break
    return ", ".join(parts) + (" (mean times of blocks)" if sample.kind == "block" else "")


main = functools.partial(plotting.main, "distribution", __doc__, draw)

if __name__ == "__main__":
    sys.exit(main())
