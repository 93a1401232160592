#!/usr/bin/python3
"""How many times as fast as the baseline each engine is, with the 95 % intervals of summary.csv.

Where no engine is faster than the baseline, it is shown the other way round: how many times as fast
the baseline is. An interval that holds 1 means that the two cannot be told apart.
"""

import math
import sys

from matplotlib import ticker

import plotting
import results


def compared(run, dataset):
    """The rows of the summary that have a ratio, the fastest last; and whether the ratios were
    turned round, to those of the baseline to the engine."""
    rows = run.rows_of(dataset)
    if "ratio" not in rows or "baseline" not in rows:
        raise results.InputError(f"{run.directory}/summary.csv: there are no ratios")
    rows = rows[rows["ratio"].notna() & (rows["engine"] != rows["baseline"])]
    rows = rows.sort_values("ratio")
    is_inverse = bool((rows["ratio"] < 1).all())
    return (inverted(rows) if is_inverse else rows), is_inverse


def inverted(rows):
    """Ratios of the baseline to the engine. A median of an even number of values is in between."""
    turned = {"ratio": 1 / rows["ratio"]}
    if "ratio_low" in rows and "ratio_high" in rows:
        turned |= {"ratio_low": 1 / rows["ratio_high"], "ratio_high": 1 / rows["ratio_low"]}
    return rows.assign(**turned)


def in_words(row):
    text = results.significant(row["ratio"])
    if math.isnan(row.get("ratio_low", math.nan)):
        return f"{text} (no interval)"
    return f"{text} [{results.significant(row['ratio_low'])}, " \
           f"{results.significant(row['ratio_high'])}]"


def draw(run, datasets):
    tables = {dataset: compared(run, dataset) for dataset in datasets}
    if all(table.empty for table, _ in tables.values()):
        raise results.InputError(f"{run.directory}/summary.csv: no engine has a ratio")
    styles = plotting.styles_of(run.engines)
    most = max(len(table) for table, _ in tables.values())
    picture = plotting.Picture(
        "How many times as fast, with 95 % intervals",
        [heading(run, dataset, *tables[dataset]) for dataset in datasets],
        left=1.05, right=1.6, panel=(1.95, 0.33 * most + 0.3),
        notes=["Median over blocks of puzzles that both solved side by side; interval by the sign "
               "test. An interval that holds 1: cannot be told apart. Hollow: the row is marked, "
               "its verdict is not ok."])
    for axes, dataset in zip(picture.axes, datasets):
        table, is_inverse = tables[dataset]
        draw_panel(axes, table, styles)
        for _, row in table[::-1].iterrows():
            pair = [row["engine"], row["baseline"]]
            faster, slower = reversed(pair) if is_inverse else pair
            picture.describe(f"{run.names[dataset]}: {faster} is {in_words(row)} times as fast as "
                             f"{slower}.")
    return picture


def heading(run, dataset, table, is_inverse):
    if table.empty:
        return run.names[dataset]
    baseline = table["baseline"].iloc[0]
    than = f"{baseline} against each" if is_inverse else f"each against {baseline}"
    return f"{run.names[dataset]}: {than}"


def draw_panel(axes, table, styles):
    for y, (_, row) in enumerate(table.iterrows()):
        style = styles[row["engine"]]
        axes.plot([row.get("ratio_low"), row.get("ratio_high")], [y, y], color=style.colour,
                  linewidth=2.2, solid_capstyle="butt")
        face = style.colour if row["verdict"] == "ok" else plotting.PAPER
        axes.plot(row["ratio"], y, marker=style.marker, color=style.colour,
                  markerfacecolor=face, markersize=6)
        axes.annotate(in_words(row), (1.04, y), xycoords=("axes fraction", "data"), va="center",
                      size=8, annotation_clip=False)
    axes.spines["left"].set_visible(False)
    axes.axvline(1, color=plotting.MUTED, linewidth=0.8)
    axes.set_ylim(-0.6, max(1, len(table)) - 0.4)
    axes.yaxis.set_major_locator(ticker.FixedLocator(range(len(table))))
    axes.yaxis.set_major_formatter(
        ticker.FixedFormatter([plotting.escape(engine) for engine in table["engine"]]))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("times as fast (log scale)")
    set_ratio_axis(axes, table)


def set_ratio_axis(axes, table):
    values = [1.0]
    for name in ("ratio", "ratio_low", "ratio_high"):
        values += [value for value in table.get(name, []) if value > 0]
    if max(values) / min(values) > 30:
        plotting.set_log(axes.xaxis, values, lambda value: f"{value:,g}")
        step = math.ceil((math.log10(max(values)) - math.log10(min(values))) / 2.5)
        ticks = [10.0**n for n in range(-30, 31, step)]
    else:
        axes.set_xscale("log")
        axes.set_xlim(min(values) / 1.15, max(values) * 1.15)
        ticks = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]
        if max(values) / min(values) < 3:
            ticks = [0.4, 0.6, 0.8, 1, 1.2, 1.5, 2, 2.5]
        if max(values) / min(values) < 1.4:
            ticks = [0.8, 0.9, 1, 1.1, 1.2]
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_major_locator(ticker.FixedLocator(ticks))


if __name__ == "__main__":
    sys.exit(plotting.main("ratio", __doc__, draw))
