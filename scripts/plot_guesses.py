#!/usr/bin/python3
"""Time against guesses: does an engine take long because it searches much, or for each guess?

The x axis has guesses + 1, the leaves of the search tree, so that puzzles without a guess have a
place on it.
"""

import sys

from scipy import stats

import plotting


def draw(run, datasets):
    run.check_timed()
    styles = plotting.styles_of(run.engines)
    picture = plotting.Picture(
        "Time of each puzzle against its guesses", [run.names[dataset] for dataset in datasets],
        legend=plotting.point_handles(run.timed, styles),
        notes=["Hollow: cut short, both are lower bounds.", plotting.left_out(run)])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(picture, axes, run, dataset, styles)
    return picture


def draw_panel(picture, axes, run, dataset, styles):
    rows = run.puzzles[(run.puzzles["dataset"] == dataset) & run.puzzles["wall_ns"].notna()
                       & run.puzzles["guesses"].notna()]
    for engine in run.timed:
        own = rows[rows["engine"] == engine]
        plotting.scatter(axes, own["guesses"].to_numpy() + 1, own["wall_ns"].to_numpy(),
                         styles[engine], ~own["answered"].to_numpy(dtype=bool))
        answered = own[own["answered"]]
        if len(answered) > 2 and answered["guesses"].nunique() > 1:
            rank = stats.spearmanr(answered["guesses"], answered["wall_ns"])[0]
            picture.describe(f"{run.names[dataset]}: {engine}: rank correlation of time and "
                             f"guesses {rank:.2f} over {len(answered)} puzzles.")
        elif len(answered) > 0:
            picture.describe(f"{run.names[dataset]}: {engine}: {len(answered)} puzzles, too alike "
                             "in their guesses to say how time depends on them.")
    plotting.set_log(axes.xaxis, rows["guesses"] + 1, plotting.round_number)
    plotting.set_log(axes.yaxis, rows["wall_ns"], plotting.round_time)
    axes.set_xlabel("guesses + 1")
    axes.set_ylabel("time of a puzzle")


if __name__ == "__main__":
    sys.exit(plotting.main("guesses", __doc__, draw))
