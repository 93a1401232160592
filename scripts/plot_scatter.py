#!/usr/bin/python3
"""Engine against engine: each point is a puzzle, or a block of puzzles, with its times by two
engines.

Below the diagonal the engine of the y axis is faster. A hollow point was cut short or failed by
one of them: its time is a lower bound. By blocks all engines are shown, by puzzles those that have
the times of single ones.
"""

import sys

import packages  # noqa: F401  first: it says what is missing

import numpy
from scipy import stats

import comparing
import plotting
from sudoku_bench import tables


def times_by_puzzle(run, dataset):
    return run.times(dataset)


def times_by_block(run, dataset):
    """The mean times of a puzzle in each block, and whether the whole block was answered."""
    blocks = run.blocks.get(dataset)
    if blocks is None:
        raise tables.InputError(f"{run.directory}/blocks.csv: no block of {dataset}")
    engines = [engine for engine in run.ran(dataset) if engine in blocks.engines]
    return blocks.wall_ns[engines], blocks.is_whole[engines]


KINDS = {"puzzle": times_by_puzzle, "block": times_by_block}


def standard(run, by):
    """Whom the others are drawn against: the baseline of the run; where it has no such times the
    engine that answered most, and of these the fastest."""
    scores = {engine: (0, 0.0) for engine in run.engines}
    for dataset in run.datasets:
        times, answered = KINDS[by](run, dataset)
        own = times.where(answered & (times > 0))
        for engine, number, median in zip(own, own.count(), numpy.log(own.median())):
            scores[engine] = (scores[engine][0] - number, scores[engine][1] + numpy.nan_to_num(median))
    ranked = sorted(run.engines, key=scores.get)
    baseline = comparing.baseline_of(run, run.datasets)
    return baseline if baseline and scores[baseline][0] < 0 else ranked[0]


def default_kind(run):
    """Puzzles, where that leaves no engine out."""
    return "puzzle" if run.has_puzzles and not run.untimed and len(run.timed) > 1 else "block"


def draw(run, datasets, x=None, y=None, by=None):
    """Engine `x` (by default the fastest) against those that `y` lists (by default all others), by
    `puzzle` or by `block`."""
    by = by or default_kind(run)
    tables_of = {dataset: KINDS[by](run, dataset) for dataset in datasets}
    engines = [engine for engine in run.engines
               if any(engine in times for times, _ in tables_of.values())]
    if len(engines) < 2:
        raise tables.InputError(f"{run.directory}: engines with right answers and times of a {by}: "
                                f"{len(engines)}; it takes 2")
    x = x or standard(run, by)
    others = y.split(",") if y else [engine for engine in engines if engine != x]
    for engine in (x, *others):
        if engine not in engines:
            raise tables.InputError(f"{run.directory}: no times of a {by} by {engine}, only by "
                                    f"{', '.join(engines)}")
    styles = plotting.styles_of(run.engines)
    picture = plotting.Picture(
        f"Time of each {by} against {x}: below the line is faster than {x}",
        [run.names[dataset] for dataset in datasets], panel=(3.0, 3.0),
        legend=plotting.point_handles(others, styles), alarm=plotting.wrong_note(run, datasets),
        notes=[run.part, "On the line both take as long. Hollow: cut short, a lower bound.",
               "A point is the mean of a puzzle in a block." if by == "block" else
               plotting.left_out(run, datasets, engines)])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, *tables_of[dataset], x, others, styles)
        describe(picture, run.names[dataset], *tables_of[dataset], x, others, by)
    return picture


def draw_panel(axes, times, answered, x, others, styles):
    """Both axes have the same scale, so that the line of equal times is the diagonal."""
    shown = []
    for y in others:
        if x not in times or y not in times:
            continue
        both = times[[x, y]].dropna()
        both = both[(both > 0).all(axis=1)]
        is_cut = ~(answered[x] & answered[y]).loc[both.index].to_numpy(dtype=bool)
        plotting.scatter(axes, both[x].to_numpy(), both[y].to_numpy(), styles[y], is_cut)
        shown += list(both.to_numpy().ravel())
    limits = plotting.limits_of(shown, least=10)
    plotting.set_log(axes.xaxis, limits, plotting.round_time, most=6)
    plotting.set_log(axes.yaxis, limits, plotting.round_time, most=6)
    axes.set_aspect("equal")
    axes.plot(limits, limits, color=plotting.MUTED, linewidth=0.9, scalex=False, scaley=False)
    axes.set_xlabel(f"time by {plotting.escape(x)}")
    axes.set_ylabel("time by the other engine")


def describe(picture, name, times, answered, x, others, by):
    for y in others:
        if x not in times or y not in times:
            continue
        both = times[answered[x] & answered[y]][[x, y]].dropna()
        if both.empty:
            continue
        wins = int((both[y] < both[x]).sum())
        with numpy.errstate(divide="ignore"):  # of the p value, which nobody needs
            share = stats.binomtest(wins, len(both)).proportion_ci()
        picture.describe(f"{name}: {y} is faster than {x} on {wins} of {len(both)} {by}s that both "
                         f"answered, {100 * wins / len(both):.0f} % [{100 * share.low:.0f}, "
                         f"{100 * share.high:.0f}].")


def add_options(parser):
    parser.add_argument("--x", metavar="ENGINE",
                        help="of the x axis (default: the baseline, or the fastest that has such times)")
    parser.add_argument("--y", metavar="ENGINE,...", help="against it (default: all others)")
    parser.add_argument("--by", choices=sorted(KINDS), help="what a point is (default: a puzzle, "
                        "where all engines have such times)")


if __name__ == "__main__":
    sys.exit(plotting.main("scatter", __doc__, draw, add_options))
