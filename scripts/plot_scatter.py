#!/usr/bin/python3
"""Engine against engine, puzzle by puzzle: each point is a puzzle, with its times by two engines.

Below the diagonal the engine of the y axis is faster. A hollow point was cut short or failed by
one of them: its time is a lower bound.
"""

import sys

from scipy import stats

import plotting
import results


def fastest(run):
    """The engine of the lowest median time of a puzzle."""
    rows = run.puzzles[run.puzzles["answered"] & run.puzzles["wall_ns"].notna()]
    medians = rows.groupby("engine")["wall_ns"].median()
    return min(run.timed, key=lambda engine: medians.get(engine, float("inf")))


def check(run, engines):
    for engine in engines:
        if engine not in run.timed:
            raise results.InputError(f"{run.directory}/puzzles.csv: no times of {engine}, only of "
                                     f"{', '.join(run.timed)}")


def draw(run, datasets, x=None, y=None):
    """Engine `x` (by default the fastest) against those that `y` lists (by default all others)."""
    run.check_timed(2)
    x = x or fastest(run)
    others = y.split(",") if y else [engine for engine in run.timed if engine != x]
    check(run, [x, *others])
    styles = plotting.styles_of(run.engines)
    picture = plotting.Picture(
        f"Time of each puzzle against {x}",
        [run.names[dataset] for dataset in datasets],
        legend=plotting.point_handles(others, styles),
        notes=["On the line both take as long; below it the engine of the symbol is faster than "
               f"{x}. Hollow: cut short, a lower bound.", plotting.left_out(run)])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(picture, axes, run, dataset, x, others, styles)
    return picture


def draw_panel(picture, axes, run, dataset, x, others, styles):
    times, answered = run.times(dataset)
    shown = []
    for y in others:
        if x not in times or y not in times:
            continue
        both = times[[x, y]].dropna()
        is_cut = ~(answered[x] & answered[y]).loc[both.index].to_numpy()
        plotting.scatter(axes, both[x].to_numpy(), both[y].to_numpy(), styles[y], is_cut)
        shown.append(both)
        describe(picture, run.names[dataset], x, y, both[~is_cut])
    plotting.set_log(axes.xaxis, [ns for both in shown for ns in both[x]], plotting.round_time)
    plotting.set_log(axes.yaxis, [ns for both in shown for ns in both.iloc[:, 1]],
                     plotting.round_time)
    axes.axline((1, 1), (10, 10), color=plotting.MUTED, linewidth=0.8)
    axes.set_xlabel(f"time by {plotting.escape(x)}")
    axes.set_ylabel("time by the other engine")


def describe(picture, name, x, y, both):
    wins = int((both[y] < both[x]).sum())
    if both.empty:
        return
    share = stats.binomtest(wins, len(both)).proportion_ci()
    picture.describe(f"{name}: {y} is faster than {x} on {wins} of {len(both)} puzzles, "
                     f"{100 * wins / len(both):.0f} % [{100 * share.low:.0f}, "
                     f"{100 * share.high:.0f}].")


def add_options(parser):
    parser.add_argument("--x", metavar="ENGINE", help="of the x axis (default: the fastest)")
    parser.add_argument("--y", metavar="ENGINE,...", help="against it (default: all others)")


if __name__ == "__main__":
    sys.exit(plotting.main("scatter", __doc__, draw, add_options))
