#!/usr/bin/python3
"""Speedup: the speed of each engine, divided by the speed of the baseline, with 95 % intervals. Right is faster.

The baseline of a dataset is its fastest engine, unless `bench` or this script was called with --baseline. If an
interval contains 1, either engine may be faster. An arrow marks a bound: an engine hit a limit, and the ratio is in the
direction of the arrow.
"""

import dataclasses
import functools
import sys

import packages  # noqa: F401  first: it reports missing packages

from matplotlib import ticker

import comparing
import plotting
import ticks
from sudoku_bench import tables


def draw(run, datasets, baseline=None):
    """`baseline` is the id of an engine. The default is that of each dataset."""
    run = dataclasses.replace(run, wanted=baseline)
    comparing.check_baseline(run, datasets)
    # The sizes depend on all datasets, so that pictures of single datasets have the same size.
    every = {dataset: rows_of(run, dataset) for dataset in run.datasets}
    compared = {dataset: every[dataset] for dataset in datasets}
    if not any(compared.values()):
        raise tables.InputError(f"{run.directory}/summary.csv: no engine has a ratio")
    styles = plotting.styles_of(run)
    longest = max(len(str(ratio)) for of in every.values() for ratio in of)
    widest = max(len(shown(ratio.engine)) for of in every.values() for ratio in of)
    left, right = 0.2 + 0.075 * widest, 0.15 + 0.066 * longest
    picture = plotting.Picture(
        "Speed compared with the baseline: right is faster",
        [f"{run.names[dataset]}, baseline {compared[dataset][0].baseline}" if compared[dataset] else run.names[dataset]
         for dataset in datasets],
        left=left, right=right,
        panel=(max(1.6, 4.06 - left - right), 0.3 * max(map(len, every.values())) + 0.25),
        alarm=plotting.wrong_note(run, datasets), notes=[run.part, *notes_of(compared)])
    for axes, dataset in zip(picture.axes, datasets):
        verdicts = dict(zip(run.rows_of(dataset)["engine"], run.rows_of(dataset)["verdict"]))
        draw_panel(axes, compared[dataset], styles, verdicts)
        for ratio in compared[dataset]:
            if not ratio.is_baseline:
                text = f"{ratio.engine} is {ratio} than {ratio.baseline}."
                picture.describe(f"{run.names[dataset]}: {ratio.undecided or text}")
    return picture


def rows_of(run, dataset):
    """Returns the ratios of the ranked engines, in their order. The ratio of the baseline is 1. Returns an empty list
    if the baseline cannot be compared with another engine."""
    baseline = comparing.baseline_of(run, dataset)
    ratios = [run.pairs[dataset].ratio(engine, baseline) for engine in comparing.ranked(run, dataset)]
    known = [ratio for ratio in ratios if ratio.is_known]
    return known if len(known) > 1 else []


def shown(engine):
    """Returns a name that fits beside a panel."""
    return plotting.shortened(engine, 40)


def notes_of(compared):
    has_bound = any(ratio.bound for of in compared.values() for ratio in of)
    return ["Median over the blocks of puzzles that both engines solved. Brackets: 95 % interval from the sign test. "
            "If it contains 1, either engine may be faster. Hollow: the verdict is not ok.",
            "Arrow: only a bound, because an engine hit a limit." if has_bound else ""]


def draw_panel(axes, compared, styles, verdicts):
    limits = ticks.limits_of([1.0, *(value for ratio in compared for value in ends_of(ratio))],
                                least=1.2)
    ticks.set_log(axes.xaxis, limits, ticks.round_factor, 4, ticks.factor_ticks)
    axes.axvline(1, color=plotting.MUTED, linewidth=0.9)
    for y, ratio in enumerate(reversed(compared)):
        style = styles[ratio.engine]
        face = style.colour if verdicts[ratio.engine] == "ok" else plotting.PAPER
        draw_interval(axes, y, ratio, style.colour, limits)
        axes.plot(ratio.speedup, y, marker=style.marker, color=style.colour, markerfacecolor=face,
                  markersize=5, clip_on=False)
        axes.annotate(str(ratio), (1.04, y), xycoords=("axes fraction", "data"), va="center",
                      size=8, weight=style.weight, annotation_clip=False)
    axes.spines["left"].set_visible(False)
    axes.set_ylim(-0.6, max(1, len(compared)) - 0.4)
    axes.yaxis.set_major_locator(ticker.FixedLocator(range(len(compared))))
    axes.yaxis.set_major_formatter(ticker.FixedFormatter(
        [plotting.escape(shown(ratio.engine)) for ratio in reversed(compared)]))
    for label, ratio in zip(axes.get_yticklabels(), reversed(compared)):
        style = styles[ratio.engine]
        label.set(weight=style.weight, color=style.colour if style.is_bold else plotting.INK)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("← slower   faster →")


def ends_of(ratio):
    """Returns the values that the axis must include. An arrow needs additional room."""
    room = {"at_least": 2, "at_most": 0.5}.get(ratio.bound, 1)
    return ratio.speedup, ratio.speedup * room, ratio.low, ratio.high


def draw_interval(axes, y, ratio, colour, limits):
    """Draws an interval with visible ends, or an arrow for a bound."""
    if ratio.bound:
        end = limits[1] if ratio.bound == "at_least" else limits[0]
        axes.annotate("", (end, y), (ratio.speedup, y), annotation_clip=False, arrowprops={
            "arrowstyle": "->", "color": colour, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})
    elif ratio.has_interval:
        axes.plot([ratio.low, ratio.high], [y, y], color=colour, linewidth=1.6, marker="|",
                  markersize=10, markeredgewidth=1.3)


def add_options(parser):
    parser.add_argument("--baseline", metavar="ENGINE", help="compare with this engine (default: the baseline of each "
                        "dataset)")


main = functools.partial(plotting.main, "ratio", __doc__, draw, add_options=add_options)

if __name__ == "__main__":
    sys.exit(main())
