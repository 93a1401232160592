#!/usr/bin/python3
"""Cactus plot: how many puzzles each engine answers if each may take so long.

The puzzles of an engine stand in the order of their times, so that a line which stays low for
longer is better. Engines are shown as far as they answered.
"""

import sys

import plotting
import results


def draw(run, datasets):
    run.check_timed()
    styles = plotting.styles_of(run.engines)
    picture = plotting.Picture(
        "Puzzles answered within a time", [run.names[dataset] for dataset in datasets],
        legend=plotting.line_handles(run.timed, styles), notes=[plotting.left_out(run)])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(picture, axes, run, dataset, styles)
    return picture


def draw_panel(picture, axes, run, dataset, styles):
    times, answered = run.times(dataset)
    shown = []
    for engine in times:
        ordered = times[engine][answered[engine]].sort_values().to_numpy()
        if len(ordered) == 0:
            continue
        kept = plotting.thinned(len(ordered))
        axes.plot([i + 1 for i in kept], ordered[kept], color=styles[engine].colour,
                  linestyle=styles[engine].dash)
        axes.plot(len(ordered), ordered[-1], color=styles[engine].colour, markersize=4.5,
                  marker=styles[engine].marker, clip_on=False)
        shown += [ordered[0], ordered[-1]]
        picture.describe(f"{run.names[dataset]}: {engine} answers {len(ordered)} of {len(times)} "
                         f"puzzles, half of its answers within "
                         f"{results.format_time(ordered[(len(ordered) - 1) // 2])} each, the last "
                         f"within {results.format_time(ordered[-1])}.")
    plotting.set_log(axes.yaxis, shown, plotting.round_time)
    axes.set_xlim(0, max(1, len(times)) * 1.03)
    axes.set_xlabel("puzzles answered, fastest first")
    axes.set_ylabel("time of a puzzle")


if __name__ == "__main__":
    sys.exit(plotting.main("cactus", __doc__, draw))
