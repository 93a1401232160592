#!/usr/bin/python3
"""Writes a report on the results of sudoku-bench as one HTML page.

For `bench`, the page shows which engine is faster and by how much, with pictures and a table of all puzzles. For
`count`, it shows the numbers of solutions. The page needs no network and no other file.
"""

import argparse
import functools
import itertools
import json
import math
import pathlib
import sys

import packages  # noqa: F401  first: it reports missing packages

import markupsafe

import comparing
import files
import plot_cactus
import plot_counts
import plot_distribution
import plot_guesses
import plot_ratio
import plot_scaling
import plot_scatter
import plot_sizes
import plotting
import report_counts
import report_page
from sudoku_bench import results, tables
from sudoku_bench.measures import format_bytes, format_time, significant

# Explanations of the verdicts, the worst first.
CAVEATS = {
    "wrong": "gave a wrong answer",
    "disagreement": "gave another answer than most engines",
    "unavailable": "cannot run on this CPU or in this build",
    "not_applicable": "did not run: the task or the board shape is not supported",
    "partial": "left puzzles unsolved because of a limit, an interrupt or invalid input",
    "incomplete": "gave up on puzzles, as a stochastic search can",
}
# Explanations of the noise.
NOISE = {
    "interfered": "lost {lost} of the time to other processes, virtual machines or a CPU quota",
    "noisy": "differed more between repetitions than the interval explains",
}

# The ratio of the total times is reported if it is outside the interval by more than this factor, as in `bench`.
FAR_OUTSIDE = 1.5

# The verdicts on engines that did not run.
NOT_RUN = ("unavailable", "not_applicable")

# The columns of the summary tables: name, heading, format, and the column to divide by. The page leaves out missing
# columns.
COLUMNS = (
    ("puzzles_per_second", "puzzles/s", significant, None),
    ("p50_ns", "p50", format_time, None),
    ("p90_ns", "p90", format_time, None),
    ("p99_ns", "p99", format_time, None),
    ("p999_ns", "p99.9", format_time, None),
    ("max_ns", "max", format_time, None),
    ("peak_bytes", "memory", format_bytes, None),
    ("guesses", "guesses", significant, "solved"),
    ("par2_s", "PAR-2", lambda seconds: format_time(seconds * 1e9), None),
    ("vbs_share", "VBS share", lambda share: f"{100 * share:.1f} %", None),
)
# The same for the table of hardware counters.
EVENT_COLUMNS = (
    ("instructions", "instructions", significant, "puzzles"),
    ("cycles", "cycles", significant, "puzzles"),
    ("instructions", "instructions per cycle", significant, "cycles"),
    ("branches", "branches", significant, "puzzles"),
    ("branch_misses", "branch mispredictions", significant, "puzzles"),
    ("l1d_misses", "L1d misses", significant, "puzzles"),
    ("branch_misses", "branch mispredictions per guess", significant, "guesses"),
    ("l1d_misses", "L1d misses per guess", significant, "guesses"),
    ("package_uj", "µJ", significant, "puzzles"),
)

PICTURES = (
    (plot_cactus.draw, "Puzzles solved within a time limit",
     "The puzzles of each engine, sorted by time. Low and far right is good."),
    (plot_distribution.draw, "Distribution of times",
     "The time within which a share of the puzzles is solved. The slow puzzles are on the right."),
    (functools.partial(plot_scatter.draw, by="puzzle"), "Two engines by puzzle",
     "Each point shows the times of two engines for a puzzle. Below the line, the other engine is faster."),
    (functools.partial(plot_scatter.draw, by="block"), "Two engines by block",
     "Each point shows the mean times of two engines for a block of puzzles. All engines have these times."),
    (plot_guesses.draw, "Time by guesses",
     "Shows whether an engine is slow because it guesses often."),
    (plot_counts.draw, "Solution counts", "The number of solutions of the puzzles."),
)


# --- Verdicts in words -------------------------------------------------------------------------


def sentence_on(ratio, where, rows):
    """Returns a sentence on two engines that starts with the faster one."""
    engine, baseline = ratio.engine, ratio.baseline
    if not ratio.is_known:
        return f"{engine} and {baseline} solved too few common blocks of {where} for a comparison."
    if ratio.bound:
        return sentence_on_bound(ratio, where, rows)
    text = f"{significant(ratio.speedup)}x [{significant(ratio.low)}, {significant(ratio.high)}]"
    if ratio.has_interval and not ratio.is_sure:
        return f"{engine} and {baseline} show no clear difference on {where}: {text}."
    if ratio.speedup < 1:
        ratio = ratio.inverse()
    if not ratio.has_interval:
        return (f"{ratio.engine} is about {significant(ratio.speedup)}x as fast as {ratio.baseline} on "
                f"{where}. The blocks are too few or too short for an interval.")
    return (f"{ratio.engine} is {significant(ratio.speedup)}x [{significant(ratio.low)}, "
            f"{significant(ratio.high)}] as fast as {ratio.baseline} on {where}.")


def sentence_on_total(ratio):
    """Returns a sentence on the ratio of the total times, or an empty text if it does not contradict the median."""
    low, high = (ratio.low, ratio.high) if ratio.has_interval else (ratio.speedup, ratio.speedup)
    if math.isnan(ratio.total) or low / FAR_OUTSIDE <= ratio.total <= high * FAR_OUTSIDE:
        return ""
    if ratio.total < 1:
        ratio = ratio.inverse()
    return f" In total time, {ratio.engine} is {significant(ratio.total)}x as fast as {ratio.baseline}."


def sentence_on_bound(ratio, where, rows):
    """Returns a sentence on a ratio that is only a bound, because an engine hit a limit."""
    if ratio.bound == "at_most":  # the engine hit the limit, not the baseline
        ratio = ratio.inverse()
    row = rows.set_index("engine").loc[ratio.baseline]
    both = f"over the blocks of {where} that both started"
    reason = f"{ratio.baseline} did not solve {total_of(row) - row['solved']:,.0f} of {total_of(row):,.0f} puzzles"
    if not ratio.is_sure:
        return f"{ratio.engine} and {ratio.baseline} show no clear difference {both}. {reason}."
    return f"{ratio.engine} is at least {significant(ratio.speedup)}x as fast as {ratio.baseline} {both}. {reason}."


def caveats_of(rows):
    """Yields a sentence for each verdict that is not `ok`, and for noise."""
    verdicts_here = [*CAVEATS, *sorted(set(rows["verdict"]) - set(CAVEATS) - {"ok"})]
    for verdict in [*verdicts_here, *NOISE]:
        marked = rows[rows["noise" if verdict in NOISE else "verdict"] == verdict]
        if marked.empty:
            continue
        names = list(marked["engine"])
        who = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        text = (CAVEATS | NOISE).get(verdict, f"{'were' if names[1:] else 'was'} marked {verdict}")
        text = text.replace("{lost}", lost_in_words(marked))
        if verdict in ("partial", "incomplete"):
            counts = [f"{row['solved']:,.0f} of {total_of(row):,.0f}"
                      for _, row in marked.iterrows()]
            text += f": {', '.join(counts)} puzzles solved"
        yield {"text": f"{who} {text}.", "verdict": verdict}


def lost_in_words(rows):
    """Returns the largest share of lost time. Files before schema 6 lack it."""
    share = (rows["lost_ns"] / rows["wall_ns"]).max() if "lost_ns" in rows else math.nan
    return "part" if math.isnan(share) else f"up to {100 * share:.3g} %"


def sentence_on_success(row):
    """Returns a sentence on the success rate of a stochastic engine. Each repetition has another seed."""
    first, seeds = int(row["seed"]), int(row["repetitions"])
    share, low, high = (f"{100 * row[name]:.1f}" for name in ("success_rate", "success_low", "success_high"))
    which = f"seed {first}" if seeds == 1 else f"{seeds} seeds, {first} to {first + seeds - 1}"
    return (f"{row['engine']} solved {row['solved']:,.0f} of {total_of(row):,.0f} puzzles "
            f"({share} % [{low}, {high}]) with {which}.")


def successes_of(rows):
    """Returns a sentence for each stochastic engine with a success rate."""
    known = rows[rows.get("success_rate", rows["solved"] * math.nan).notna() & ~rows["is_wrong"]]
    return [sentence_on_success(row) for _, row in known.iterrows()]


def total_of(row):
    """Returns the number of puzzles of a row, including skipped ones."""
    skipped = row.get("skipped", 0)
    return row["puzzles"] + (0 if math.isnan(skipped) else skipped)


def alarms_of(run):
    """Yields warnings for the top of the page: engines with wrong answers."""
    for dataset in run.datasets:
        for _, row in run.rows_of(dataset).iterrows():
            if not row["is_wrong"]:
                continue
            wrong, failed = (number(row.get(name, math.nan)) for name in ("errors", "failed"))
            where = run.names[dataset]
            if wrong and wrong >= failed:
                where = f"{wrong:,.0f} of {total_of(row):,.0f} puzzles of {where}"
            yield (f"{row['engine']} gave a wrong answer or crashed on {where}. Its times are not shown, because they "
                   "mean nothing.")


def number(value):
    return 0 if math.isnan(value) else value


def agreement_of(rows):
    """Returns a sentence on whether the engines agree, or None if nothing can be compared."""
    ran = rows[~rows["verdict"].isin(NOT_RUN) & ~rows["is_wrong"]]
    if (ran["verdict"] == "disagreement").any():
        return "The engines disagree. Do not use these times before you know which engine is right."
    who = "engines" if len(ran) == len(rows[~rows["verdict"].isin(NOT_RUN)]) else "other engines"
    if len(ran) < 2 or "answer_digest" not in ran:
        return None
    # Equal answer digests mean equal answers.
    whole = ran[ran["solved"] == ran.apply(total_of, axis=1)]
    if len(whole) == len(ran) and whole["answer_digest"].nunique() == 1:
        return f"{'Both' if len(ran) == 2 else f'All {len(ran)}'} {who} agree on every puzzle."
    solvers = (ran["solved"] > 0).sum()
    if solvers < 2:
        return None
    return f"The {solvers} {who} that solved puzzles agree on every puzzle that two of them solved."


def verdicts(run, baseline):
    """Yields the sentences and the warnings for each dataset."""
    for dataset in run.datasets:
        rows = run.rows_of(dataset)
        where = run.names[dataset]
        not_run = set(rows.loc[rows["verdict"].isin(NOT_RUN), "engine"])
        yield {
            "name": where,
            "sentences": [{"text": sentence_on(ratio, where, rows) + sentence_on_total(ratio), "is_sure": ratio.is_sure}
                          for ratio in comparing.ratios(run, dataset, baseline)
                          if ratio.engine not in not_run],
            "caveats": list(caveats_of(rows)),
            "agreement": agreement_of(rows),
            "successes": successes_of(rows),
        }


# --- Tables ------------------------------------------------------------------------------------


def cell(row, name, form, divisor):
    value = math.nan if row["is_wrong"] else row[name]
    if divisor is not None:
        value = value / row[divisor] if row[divisor] else math.nan
    mark = " ~" if name == "puzzles_per_second" and row["noise"] else ""
    return "-" if math.isnan(value) else form(value) + mark


def ranked(rows, ratios):
    """Sorts the rows of a table: the fastest first, then engines without a ratio, then engines with wrong answers."""
    place = {ratio.engine: i for i, ratio in enumerate(ratios) if ratio.is_known}
    for ratio in ratios[:1]:  # the baseline is above the slower engines
        place[ratio.baseline] = sum(one.rank < -1 for one in ratios) - 0.5
    order = sorted(range(len(rows)), key=lambda i: (
        rows["is_wrong"].iloc[i], rows["verdict"].iloc[i] in NOT_RUN,
        place.get(rows["engine"].iloc[i], len(rows)), -number(rows["puzzles_per_second"].iloc[i])))
    return rows.iloc[order]


def whole(row, name):
    """Returns a field as an integer, or None if it is missing."""
    value = row.get(name)
    return None if value is None or math.isnan(value) else int(value)


def summary_tables(run, styles, baseline):
    """Yields a table for each dataset: its engines, the fastest first."""
    shown = [column for column in COLUMNS if column[0] in run.summary]
    for dataset in run.datasets:
        ratios = comparing.ratios(run, dataset, baseline)
        texts = {ratio.engine: str(ratio) for ratio in ratios}
        texts |= {ratio.baseline: "1" for ratio in ratios[:1]}
        rows = ranked(run.rows_of(dataset), ratios)
        first = rows.iloc[0]
        yield {
            "name": run.names[dataset], "path": dataset,
            "digest": first.get("dataset_digest"), "limit": whole(first, "max_solutions"),
            "threads": whole(first, "threads"), "repetitions": whole(first, "repetitions"),
            "baseline": ratios[0].baseline if ratios else "",
            "headings": [heading for _, heading, *_ in shown],
            "rows": [{
                "engine": row["engine"],
                "colour": report_page.colour_of_page(styles[row["engine"]].colour),
                "verdict": row["verdict"], "is_wrong": row["is_wrong"],
                "ratio": texts.get(row["engine"], "-"),
                "cells": [cell(row, name, form, divisor) for name, _, form, divisor in shown],
                "solved": f"{row['solved']:,.0f}/{total_of(row):,.0f}",
            } for _, row in rows.iterrows()],
        }


def event_tables(run):
    """Yields a table of hardware counters per puzzle for each dataset that has them."""
    known = [column for column in EVENT_COLUMNS
             if all(name in run.summary for name in (column[0], column[3]))]
    for dataset in run.datasets:
        rows = run.rows_of(dataset)
        cells = {row["engine"]: [cell(row, name, form, divisor) for name, _, form, divisor in known]
                 for _, row in rows.iterrows()}
        shown = [i for i in range(len(known)) if any(one[i] != "-" for one in cells.values())]
        scaled = rows[rows["scaled_blocks"] > 0] if "scaled_blocks" in rows else rows[:0]
        if shown:
            yield {"name": run.names[dataset], "headings": [known[i][1] for i in shown],
                   "rows": [{"engine": engine, "cells": [one[i] for i in shown]} for engine, one in cells.items()
                            if any(one[i] != "-" for i in shown)],
                   "scaled": ", ".join(scaled["engine"])}


def correlation_tables(run):
    """Yields tables of rank correlations between the engines: for each dataset, one by time and one by guesses."""
    for dataset in run.datasets:
        for measure, table in (("time", comparing.times_of_puzzles(run, dataset)),
                               ("guesses", comparing.guesses_of_puzzles(run, dataset))):
            engines = list(table)
            cells = {(a, b): comparing.rank_correlation(table[a], table[b])
                     for a, b in itertools.permutations(engines, 2)}
            if any(one is not None for one in cells.values()):
                yield {"name": run.names[dataset], "measure": measure, "engines": engines,
                       "cells": {pair: "-" if one is None else f"{one:.2f}" for pair, one in cells.items()}}


def pair_cell(ratio):
    text, bracket, interval = str(ratio).partition(" [")
    kind = ""
    if ratio.has_interval or ratio.bound:
        kind = "equal" if not ratio.is_sure else "faster" if ratio.speedup > 1 else "slower"
    return {"text": text, "interval": bracket.strip() + interval, "kind": kind}


def pair_tables(run):
    """Yields a table for each dataset: the ratio of each pair of engines."""
    for dataset, blocks in run.blocks.items():
        engines = [engine for engine in run.ran(dataset) if engine in blocks.engines]
        ratios = {pair: blocks.ratio(*pair) for pair in itertools.permutations(engines, 2)}
        if ratios:
            yield {"name": run.names[dataset], "engines": engines,
                   "cells": {pair: pair_cell(ratio) for pair, ratio in ratios.items()}}


def number_list(values):
    return [None if value is None or math.isnan(value) else int(value) for value in values]


def puzzle_data(run):
    """Returns the table of puzzles as lists of columns, for the JavaScript of the page."""
    rows = run.puzzles
    places = rows.drop_duplicates(results.PUZZLE)[results.PUZZLE + ["puzzle"]]
    index = {dataset: i for i, dataset in enumerate(run.datasets)}
    keys = places.set_index(results.PUZZLE).index
    ran = [engine for engine in run.engines if (rows["engine"] == engine).any()]
    columns = []
    answers = None
    for engine in ran:
        own = rows[rows["engine"] == engine].set_index(results.PUZZLE).reindex(keys)
        columns.append({
            "name": engine, "isTimed": engine in run.timed,
            "ns": number_list(own["wall_ns"]) if engine in run.timed else [],
            "guesses": number_list(own["guesses"]),
            "state": ["" if status != status else status for status in own["runstatus"]],
        })
        found = own["solutions"].where(own["solved"].fillna(False).astype(bool))
        answers = found if answers is None else answers.combine_first(found)
    for column in columns:  # replaces the states by their indices to save space
        column["states"] = sorted(set(column["state"]))
        column["state"] = [column["states"].index(state) for state in column["state"]]
    return {
        "datasets": [run.names[dataset] for dataset in run.datasets],
        "dataset": [index.get(dataset, 0) for dataset in places["dataset"]],
        "line": number_list(places["line"]), "isomorph": number_list(places["isomorph"]),
        "puzzle": list(places["puzzle"]),
        "solutions": ["" if value != value else value for value in answers.reindex(keys)],
        "engines": columns,
    }


# --- Pictures ----------------------------------------------------------------------------------


def chapters(run, further_runs):
    pictures = list(PICTURES)
    if further_runs:
        pictures.append((lambda run, datasets: plot_scaling.draw([run, *further_runs], datasets),
                         "Scaling", "The speedup of each engine with more threads."))
    return report_page.chapters(pictures, run)


def sizes_section(run):
    """Returns the table and the pictures of times by board size, or None if all boards have one size."""
    try:
        figures = [report_page.figure_of(picture, f"s{i}", picture.title)
                   for i, picture in enumerate(plot_sizes.pictures(run))]
        return {"table": plot_sizes.table(run), "figures": figures}
    except tables.InputError:
        return None


# --- The page ----------------------------------------------------------------------------------


def as_json(value):
    """Returns JSON that is safe inside a script element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return markupsafe.Markup(text.replace("<", "\\u003c"))


def render(run, further_runs=()):
    styles = plotting.styles_of(run.engines)
    baseline = comparing.baseline_of(run, run.datasets)
    return report_page.fill(
        "bench.html", script=report_page.text_of("table.js"),
        heading=f"Sudoku engines on {', '.join(run.names[dataset] for dataset in run.datasets)}",
        first="verdicts", alarms=list(alarms_of(run)), part=run.part,
        verdicts=list(verdicts(run, baseline)),
        summaries=list(summary_tables(run, styles, baseline)),
        ratios=list(report_page.figures_of(plot_ratio.draw, run, "r")),
        pairs=list(pair_tables(run)) if run.has_blocks else [], events=list(event_tables(run)),
        correlations=list(correlation_tables(run)) if run.has_puzzles else [],
        chapters=list(chapters(run, further_runs)), sizes=sizes_section(run),
        puzzles=as_json(puzzle_data(run)) if run.has_puzzles else None,
        untimed=run.untimed if run.has_puzzles else [],
        **report_page.context_of(run.context, "Measured"))


def page_of(directory, further_directories):
    """Returns the page for the results in a directory."""
    further_runs = [results.read_run(one) for one in further_directories]
    run = results.read_run(directory) if further_runs else results.read_results(directory)
    if isinstance(run, results.Count):
        return report_counts.render(run)
    if further_runs:
        plot_scaling.check([run, *further_runs])
    return render(run, further_runs)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0],
                                     epilog=plotting.EXIT_CODES)
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path,
                        help="results of sudoku-bench --out DIR")
    parser.add_argument("-o", "--out", metavar="FILE", type=pathlib.Path,
                        help="output file (default: report.html in DIR)")
    parser.add_argument("--scaling", metavar="DIR", action="append", default=[],
                        help="results of the same run with another number of threads (repeatable)")
    options = parser.parse_args(arguments)

    def action():
        page = page_of(options.directory, options.scaling)
        content = page.encode("utf-8", errors="backslashreplace")
        return [files.write_output(options.out, options.directory / "report.html", content)]

    return plotting.finish(action)


if __name__ == "__main__":
    sys.exit(main())
