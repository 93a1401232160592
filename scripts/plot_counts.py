#!/usr/bin/python3
"""Solution counts: how many puzzles of a dataset have none, one, 2 to 9, 10 to 99, ... solutions.

Where a search ended at --max-solutions, what is known is that there are at least so many.
"""

import collections
import sys

from matplotlib import ticker

import plotting
import results

NO_ANSWER = "not answered"


def bin_of(solutions, limit):
    """The bar of a count and its place. Counts have up to 39 digits."""
    if 0 < limit <= int(solutions):
        return 100, f"{limit} or more" if limit > 1 else "1 or more"
    digits = len(solutions)
    if digits == 1:
        return (int(solutions), solutions) if solutions in "01" else (2, "2 to 9")
    names = {2: "10 to 99", 3: "100 to 999", 4: "1k to 10k", 5: "10k to 100k", 6: "100k to 1M"}
    return digits + 1, names.get(digits, f"1e{digits - 1} to 1e{digits}")


def counts_of(run, dataset):
    """How many puzzles each bar holds. An answer of any engine counts; engines that differ are
    what the verdicts of a run tell."""
    rows = run.puzzles[run.puzzles["dataset"] == dataset]
    answers = rows[rows["answered"]].drop_duplicates(results.PUZZLE)["solutions"]
    limits = run.rows_of(dataset).get("max_solutions")
    limit = int(limits.iloc[0]) if limits is not None else 0
    bars = collections.Counter(bin_of(solutions, limit) for solutions in answers)
    unanswered = len(rows.drop_duplicates(results.PUZZLE)) - len(answers)
    if unanswered:
        bars[101, NO_ANSWER] = unanswered
    return {name: count for (_, name), count in sorted(bars.items())}


def draw(run, datasets):
    counts = {dataset: counts_of(run, dataset) for dataset in datasets}
    most = max(map(len, counts.values()))
    picture = plotting.Picture(
        "Solutions of the puzzles", [run.names[dataset] for dataset in datasets],
        left=1.0, right=0.6, panel=(3.0, 0.3 * max(most, 1) + 0.2),
        notes=["Answers of any engine. \"N or more\": the search ended at --max-solutions N."])
    for axes, dataset in zip(picture.axes, datasets):
        draw_panel(axes, counts[dataset], max(most, 1))
        bars = ", ".join(f"{count} with {name}" if name != NO_ANSWER else f"{count} {name}"
                         for name, count in counts[dataset].items())
        picture.describe(f"{run.names[dataset]}: puzzles by number of solutions: {bars}.")
    return picture


def draw_panel(axes, counts, room):
    places = range(len(counts))
    colours = [plotting.MUTED if name == NO_ANSWER else plotting.PALETTE[0].colour
               for name in counts]
    axes.barh(places, list(counts.values()), color=colours, height=0.66)
    for place, count in zip(places, counts.values()):
        axes.annotate(f"{count:,}", (count, place), xytext=(4, 0), textcoords="offset points",
                      va="center", size=8)
    axes.set_ylim(room - 0.5, -0.5)
    axes.yaxis.set_major_locator(ticker.FixedLocator(list(places)))
    axes.yaxis.set_major_formatter(ticker.FixedFormatter(list(counts)))
    axes.xaxis.set_major_locator(ticker.MaxNLocator(4, integer=True))
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("puzzles")


if __name__ == "__main__":
    sys.exit(plotting.main("counts", __doc__, draw))
