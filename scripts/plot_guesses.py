#!/usr/bin/python3
"""Time by guesses: is an engine slow because it guesses often, or because a guess takes long?

The x axis shows guesses + 1, the number of leaves of the search tree: a logarithmic axis has no 0.
"""

import functools
import sys

import packages  # noqa: F401  first: it reports missing packages

import comparing
import plotting
import ticks
from sudoku_bench import tables


def rows_of(run, dataset):
    """Returns the puzzles with both values, for engines without wrong answers."""
    rows = run.puzzles[run.puzzles["dataset"] == dataset]
    return rows[(rows["wall_ns"] > 0) & rows["guesses"].notna()
                & ~rows["engine"].isin(run.wrong(dataset))]


def draw(run, datasets):
    rows = {dataset: rows_of(run, dataset) for dataset in datasets}
    engines = [engine for engine in run.engines
               if any((own["engine"] == engine).any() for own in rows.values())]
    if not engines:
        raise tables.InputError(f"{run.directory}/puzzles.csv: no engine without wrong answers has "
                                "times and guesses of puzzles")
    styles = plotting.styles_of(run)
    picture = plotting.Picture(
        "Time and guesses of each puzzle: low is fast, left is few guesses",
        [run.names[dataset] for dataset in datasets],
        legend=plotting.point_handles(engines, styles), alarm=plotting.wrong_note(run, datasets),
        notes=[run.part, "Hollow: not solved; both values are lower bounds.",
               plotting.left_out(run, datasets, engines, "times or guesses"),
               plotting.grey_note(engines, styles)])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, rows[dataset], engines, styles)
        describe(picture, run.names[dataset], rows[dataset], engines)
    return picture


def draw_panel(axes, rows, engines, styles):
    for engine in engines:
        own = rows[rows["engine"] == engine]
        plotting.scatter(axes, own["guesses"].to_numpy() + 1, own["wall_ns"].to_numpy(),
                         styles[engine], ~own["solved"].to_numpy(dtype=bool))
    ticks.set_log(axes.xaxis, ticks.limits_of(rows["guesses"] + 1, least=10),
                  ticks.round_number)
    ticks.set_log(axes.yaxis, ticks.limits_of(rows["wall_ns"], least=10),
                  ticks.round_time)
    axes.set_xlabel("guesses + 1")
    axes.set_ylabel("time per puzzle")


def describe(picture, name, rows, engines):
    for engine in engines:
        solved = rows[(rows["engine"] == engine) & rows["solved"]]
        rank = comparing.rank_correlation(solved["guesses"], solved["wall_ns"], least=3)
        if rank is not None:
            picture.describe(f"{name}: {engine}: rank correlation of time and guesses {rank:.2f} "
                             f"over {len(solved)} puzzles.", engine)
        elif len(solved) > 0:
            picture.describe(f"{name}: {engine}: {len(solved)} puzzles, too few or too similar for a rank "
                             "correlation of time and guesses.", engine)


main = functools.partial(plotting.main, "guesses", __doc__, draw)

if __name__ == "__main__":
    sys.exit(main())
