#!/usr/bin/python3
"""How many times as fast as the baseline each engine is, with the 95 % intervals: to the right is
faster, on all datasets against the same engine.

An interval that holds 1 means that the two cannot be told apart. Where an engine was cut short,
an arrow points to where the ratio may be.
"""

import sys

import packages  # noqa: F401  first: it says what is missing

from matplotlib import ticker

import comparing
import plotting
from sudoku_bench import tables
from sudoku_bench.measures import significant


def draw(run, datasets, baseline=None):
    """`baseline`: the engine that all are compared with; by default the one that most of the
    datasets have."""
    if baseline and not any(baseline in run.ran(dataset) for dataset in datasets):
        raise tables.InputError(f"{run.directory}: no right answers of {baseline}, only of "
                                f"{', '.join(dict.fromkeys(sum(map(run.ran, datasets), [])))}")
    baseline = baseline or comparing.baseline_of(run, run.datasets)
    # Of all datasets, so that each picture of one of them has the same measures.
    every = {dataset: [ratio for ratio in comparing.ratios(run, dataset, baseline)
                       if ratio.is_known] for dataset in run.datasets}
    compared = {dataset: every[dataset] for dataset in datasets}
    if not any(compared.values()):
        raise tables.InputError(f"{run.directory}/summary.csv: no engine has a ratio")
    styles = plotting.styles_of(run.engines)
    longest = max(len(str(ratio)) for of in every.values() for ratio in of)
    widest = max(len(ratio.engine) for of in every.values() for ratio in of)
    left, right = 0.2 + 0.075 * min(widest, 40), 0.15 + 0.066 * longest
    picture = plotting.Picture(
        f"How many times as fast as {baseline or 'the baseline'}: further right is faster",
        [heading(run, dataset, compared[dataset], baseline) for dataset in datasets],
        left=left, right=right,
        panel=(max(1.6, 4.06 - left - right), 0.3 * max(map(len, every.values())) + 0.25),
        alarm=plotting.wrong_note(run, datasets), notes=[run.part, *notes_of(compared)])
    for axes, dataset in zip(picture.axes, datasets):
        verdicts = dict(zip(run.rows_of(dataset)["engine"], run.rows_of(dataset)["verdict"]))
        draw_panel(axes, compared[dataset], styles, verdicts)
        for ratio in compared[dataset]:
            picture.describe(f"{run.names[dataset]}: {in_words(ratio)}")
    return picture


def heading(run, dataset, compared, baseline):
    if baseline or not compared:
        return run.names[dataset]
    return f"{run.names[dataset]}, against {compared[0].baseline}"


def notes_of(compared):
    has_bound = any(ratio.bound for of in compared.values() for ratio in of)
    return ["In brackets the 95 % interval by the sign test: where it holds 1, the two cannot be "
            "told apart. Median over blocks of puzzles that both answered. Hollow: the verdict of "
            "the engine is not ok.",
            "Arrow: cut short, the ratio lies somewhere on that side." if has_bound else ""]


def in_words(ratio):
    """A sentence with the faster engine first."""
    if ratio.times < 1:
        ratio = ratio.inverse()
    times = significant(ratio.times)
    pair = f"as fast as {ratio.baseline}."
    if ratio.bound:
        return (f"{ratio.engine} is at {'least' if ratio.bound == 'at_least' else 'most'} {times} "
                f"times {pair}")
    sure = f"[{significant(ratio.low)}, {significant(ratio.high)}]" if ratio.has_interval else \
        "(no interval)"
    return f"{ratio.engine} is {times} {sure} times {pair}"


def draw_panel(axes, compared, styles, verdicts):
    limits = plotting.limits_of([1.0, *(value for ratio in compared for value in ends_of(ratio))],
                                least=1.2)
    plotting.set_log(axes.xaxis, limits, format_tick)
    axes.axvline(1, color=plotting.MUTED, linewidth=0.9)
    for y, ratio in enumerate(reversed(compared)):
        style = styles[ratio.engine]
        face = style.colour if verdicts[ratio.engine] == "ok" else plotting.PAPER
        draw_interval(axes, y, ratio, style.colour, limits)
        axes.plot(ratio.times, y, marker=style.marker, color=style.colour, markerfacecolor=face,
                  markersize=5, clip_on=False)
        axes.annotate(str(ratio), (1.04, y), xycoords=("axes fraction", "data"), va="center",
                      size=8, annotation_clip=False)
    axes.spines["left"].set_visible(False)
    axes.set_ylim(-0.6, max(1, len(compared)) - 0.4)
    axes.yaxis.set_major_locator(ticker.FixedLocator(range(len(compared))))
    axes.yaxis.set_major_formatter(ticker.FixedFormatter(
        [plotting.escape(ratio.engine) for ratio in reversed(compared)]))
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("times as fast →")


def ends_of(ratio):
    """What is to be on the axis; an arrow needs room."""
    room = {"at_least": 2, "at_most": 0.5}.get(ratio.bound, 1)
    return ratio.times, ratio.times * room, ratio.low, ratio.high


def draw_interval(axes, y, ratio, colour, limits):
    """A bar with ends that stand out beyond the marker, however near they are; or an arrow."""
    if ratio.bound:
        end = limits[1] if ratio.bound == "at_least" else limits[0]
        axes.annotate("", (end, y), (ratio.times, y), annotation_clip=False, arrowprops={
            "arrowstyle": "->", "color": colour, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})
    elif ratio.has_interval:
        axes.plot([ratio.low, ratio.high], [y, y], color=colour, linewidth=1.6, marker="|",
                  markersize=10, markeredgewidth=1.3)


def format_tick(value):
    """Of what is far below 1 the inverse is easier to read."""
    if value >= 0.15:
        return plotting.round_number(round(value, 6))
    return f"1/{plotting.round_number(round(1 / value, 6))}"


def add_options(parser):
    parser.add_argument("--baseline", metavar="ENGINE", help="compare with this one (default: the "
                        "baseline of most of the datasets)")


if __name__ == "__main__":
    sys.exit(plotting.main("ratio", __doc__, draw, add_options))
