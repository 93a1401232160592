#!/usr/bin/python3
"""Scatter plot: the times of two engines for each puzzle, or for each block of puzzles.

Below the diagonal, the engine of the y axis is faster. A hollow point is a puzzle that an engine did not solve: its
time is a lower bound. Blocks show all engines; puzzles show the engines with times of single puzzles.
"""

import collections
import functools
import math
import sys

import packages  # noqa: F401  first: it reports missing packages

import numpy

import comparing
import plotting
import ticks
from sudoku_bench import tables
from sudoku_bench.measures import in_brackets


def times_by_puzzle(run, dataset):
    return run.times(dataset)


def times_by_block(run, dataset):
    """Returns the mean times per puzzle of each block, and a mask of the completely solved blocks."""
    blocks = run.blocks.get(dataset)
    if blocks is None:
        raise tables.InputError(f"{run.directory}/blocks.csv: no blocks of {dataset}")
    engines = [engine for engine in run.ran(dataset) if engine in blocks.engines]
    return blocks.time_ns[engines], blocks.is_whole[engines]


KINDS = {"puzzle": times_by_puzzle, "block": times_by_block}


def standard(run, datasets, engines):
    """Returns the engine of the x axis, one of `engines`: the most frequent baseline of the datasets, else the
    fastest."""
    baselines = collections.Counter(comparing.baseline_of(run, dataset) for dataset in datasets)
    preferred = [engine for engine, _ in baselines.most_common()] + comparing.by_speed(run)
    return next(engine for engine in preferred if engine in engines)


def default_kind(run):
    """Returns `puzzle` if that shows all engines."""
    return "puzzle" if run.has_puzzles and not run.untimed and len(run.timed) > 1 else "block"


def draw(run, datasets, x=None, y=None, by=None):
    """Draws engine `x` compared with the engines in `y`, separated by commas. `by` is `puzzle` or `block`."""
    by = by or default_kind(run)
    tables_of = {dataset: KINDS[by](run, dataset) for dataset in datasets}
    engines = [engine for engine in run.engines
               if any(engine in times for times, _ in tables_of.values())]
    if len(engines) < 2:
        raise tables.InputError(f"{run.directory}: at least 2 engines with times of {by}s are required; found "
                                f"{len(engines)}")
    x = x or standard(run, datasets, engines)
    styles = plotting.styles_of(run)
    rest = [engine for engine in engines if engine != x]
    others = y.split(",") if y else [engine for engine in rest if not styles[engine].is_grey] or rest
    for engine in (x, *others):
        if engine not in engines:
            raise tables.InputError(f"{run.directory}: {engine} has no times of {by}s; choose from "
                                    f"{', '.join(engines)}")
    picture = plotting.Picture(
        f"Time of each {by} compared with {x}: below the line is faster than {x}",
        [run.names[dataset] for dataset in datasets], panel=(3.0, 3.0),
        legend=plotting.point_handles(others, styles), alarm=plotting.wrong_note(run, datasets),
        notes=[run.part, "Grey line: equal times. Hollow: not solved; the time is a lower bound.",
               left_out_note([engine for engine in rest if engine not in others and not y]),
               "Each point is the mean time per puzzle of a block." if by == "block" else
               plotting.left_out(run, datasets, engines)])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, *tables_of[dataset], x, others, styles)
        describe(picture, run.names[dataset], *tables_of[dataset], x, others, by)
    return picture


def left_out_note(engines):
    return f"Not shown: {', '.join(engines)}." if engines else ""


def draw_panel(axes, times, solved, x, others, styles):
    """Draws the points and the diagonal of equal times. Both axes have the same scale."""
    shown = []
    for y in others:
        if x not in times or y not in times:
            continue
        both = times[[x, y]].dropna()
        both = both[(both > 0).all(axis=1)]
        is_unsolved = ~(solved[x] & solved[y]).loc[both.index].to_numpy(dtype=bool)
        plotting.scatter(axes, both[x].to_numpy(), both[y].to_numpy(), styles[y], is_unsolved)
        shown += list(both.to_numpy().ravel())
    limits = ticks.limits_of(shown, least=10)
    ticks.set_log(axes.xaxis, limits, ticks.round_time, most=6)
    ticks.set_log(axes.yaxis, limits, ticks.round_time, most=6)
    axes.set_aspect("equal")
    axes.plot(limits, limits, color=plotting.MUTED, linewidth=0.9, scalex=False, scaley=False)
    axes.set_xlabel(f"time by {plotting.escape(x)}")
    axes.set_ylabel("time by the other engine")


def describe(picture, name, times, solved, x, others, by):
    for y in others:
        if x not in times or y not in times:
            continue
        both = times[solved[x] & solved[y]][[x, y]].dropna()
        if both.empty:
            continue
        faster = int((both[y] < both[x]).sum())
        low, high = least_share(faster, len(both)), 1 - least_share(len(both) - faster, len(both))
        picture.describe(f"{name}: {y} is faster than {x} on {faster} of {len(both)} {by}s that both "
                         f"solved, {percent(faster / len(both))} % {in_brackets(low, high, percent)}.", y)


def percent(share):
    return f"{100 * share:.0f}"


def least_share(hits, trials):
    """Returns the low end of the exact 95 % interval of a share (Clopper and Pearson, 1934): the share for which 2.5 %
    of samples have at least this number of hits."""
    low, high = 0.0, 1.0 if hits else 0.0
    logs = numpy.concatenate([[0], numpy.cumsum(numpy.log(numpy.arange(1, trials + 1)))])
    choices, numbers = logs[-1] - logs - logs[::-1], numpy.arange(trials + 1)
    while high - low > 1e-9:
        share = (low + high) / 2
        logs_of_parts = choices + numbers * math.log(share) + numbers[::-1] * math.log1p(-share)
        is_above = numpy.exp(logs_of_parts[hits:]).sum() > 0.025
        low, high = (low, share) if is_above else (share, high)
    return low


def add_options(parser):
    parser.add_argument("--x", metavar="ENGINE",
                        help="engine of the x axis (default: the baseline if it has such times)")
    parser.add_argument("--y", metavar="ENGINE,...", help="engines of the y axis (default: the fastest others)")
    parser.add_argument("--by", choices=sorted(KINDS), help="meaning of a point (default: puzzle if all engines have "
                        "times of single puzzles, else block)")


main = functools.partial(plotting.main, "scatter", __doc__, draw, add_options=add_options)

if __name__ == "__main__":
    sys.exit(main())
