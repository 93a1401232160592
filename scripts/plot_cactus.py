#!/usr/bin/python3
"""Cactus plot: how many puzzles each engine solves within a time limit per puzzle.

The puzzles of each engine are sorted by time. A line that stays low and reaches far to the right is good. A line ends
at the last solved puzzle. Engines without times of single puzzles are shown with the mean times of their blocks.
"""

import functools
import sys

import packages  # noqa: F401  first: it reports missing packages

import numpy

import plotting
import ticks
from sudoku_bench.measures import format_time


def draw(run, datasets):
    samples = plotting.samples_to_show(run, datasets)
    styles = plotting.styles_of(run)
    picture = plotting.Picture(
        "Puzzles solved within a time limit: low and far right is good",
        [run.names[dataset] for dataset in datasets],
        **plotting.frame_of_samples(run, samples))
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, samples[dataset], styles)
        for engine, sample in samples[dataset].items():
            picture.describe(in_words(run.names[dataset], engine, sample), engine)
    return picture


def in_words(name, engine, sample):
    half = sample.times[numpy.searchsorted(sample.up_to, sample.solved / 2)]
    return (f"{name}: {engine} solves {sample.solved:,} of {sample.total:,} puzzles, half of them "
            f"within {format_time(half)} each, the last within "
            f"{format_time(sample.times[-1])}{' (mean times of blocks)' if sample.kind == 'block' else ''}.")


def draw_panel(axes, samples, styles):
    for engine, sample in samples.items():
        style = styles[engine]
        plotting.draw_line(axes, *plotting.steps_of(sample), style)
        plotting.draw_point(axes, sample.solved, sample.times[-1], style)
    ends = [time for sample in samples.values() for time in sample.times[[0, -1]]]
    ticks.set_log(axes.yaxis, ticks.limits_of(ends, least=10), ticks.round_time)
    axes.set_xlim(0, max((sample.total for sample in samples.values()), default=1) * 1.03)
    ticks.set_whole(axes.xaxis)
    plotting.label_ends(axes, {engine: (sample.solved, sample.times[-1]) for engine, sample in samples.items()}, styles)
    axes.set_xlabel("puzzles solved, fastest first")
    axes.set_ylabel("time per puzzle")


main = functools.partial(plotting.main, "cactus", __doc__, draw)

if __name__ == "__main__":
    sys.exit(main())
