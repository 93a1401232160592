#!/usr/bin/python3
"""Makes one page of the results of sudoku-bench: of `bench` what is faster by how much, pictures,
and every puzzle; of `count` the numbers of solutions.

The page needs nothing but itself: no network, no other file.
"""

import argparse
import itertools
import json
import math
import pathlib
import sys

import plot_cactus
import plot_counts
import plot_distribution
import plot_guesses
import plot_ratio
import plot_scaling
import plot_scatter
import plotting
import report_counts
import report_page
import results
from results import format_time, significant

import markupsafe
import numpy

# What a reader is told of engines whose verdict is not `ok`, the worst first.
CAVEATS = {
    "wrong": "gave a wrong answer",
    "disagreement": "gave an answer unlike that of other engines",
    "unavailable": "cannot run on this CPU",
    "not_applicable": "counts solutions and does not list them",
    "partial": "{was} cut short by a limit or an interrupt",
    "interfered": "{was} measured while something else used the processor",
    "noisy": "differed by more than 5 % from repetition to repetition",
}

# The verdicts on engines that were not run.
ABSENT = ("unavailable", "not_applicable")

# The columns of the summary that are shown, where a run has them: name, heading, how to write it.
COLUMNS = (
    ("puzzles_per_second", "puzzles/s", significant),
    ("p50_ns", "p50", format_time),
    ("p90_ns", "p90", format_time),
    ("p99_ns", "p99", format_time),
    ("p999_ns", "p99.9", format_time),
    ("max_ns", "max", format_time),
    ("guesses", "guesses", significant),
    ("par2_s", "PAR-2", lambda seconds: format_time(seconds * 1e9)),
    ("vbs_share", "share of the VBS", lambda share: f"{100 * share:.1f} %"),
)

PICTURES = (
    (plot_cactus.draw, "Puzzles answered within a time",
     "The puzzles of each engine in the order of their times: low and long is good."),
    (plot_distribution.draw, "Distribution of the times",
     "The time below which a share of the puzzles stays; to the right, the slow ones."),
    (plot_scatter.draw, "Engine against engine",
     "Each point is a puzzle with its times by two engines."),
    (plot_guesses.draw, "Time against guesses",
     "Whether an engine takes long because it searches much."),
    (plot_counts.draw, "Solution counts", "How many solutions the puzzles have."),
)


# --- Verdicts in words -------------------------------------------------------------------------


def interval(low, high):
    return f"[{significant(low)}, {significant(high)}]"


def compare(engine, baseline, ratio, low, high, where):
    """One sentence on two engines, the faster one first. `low` and `high` may be missing."""
    if not ratio > 0:
        return f"{engine} and {baseline} solved no block of {where} side by side."
    if low <= 1 <= high:
        return (f"{engine} and {baseline} cannot be told apart on {where}: "
                f"{significant(ratio)}x {interval(low, high)}.")
    if ratio < 1:
        engine, baseline = baseline, engine
        ratio, low, high = 1 / ratio, 1 / high, 1 / low
    if math.isnan(low) or math.isnan(high):
        return (f"{engine} seems {significant(ratio)}x as fast as {baseline} on {where}, but "
                "there are too few blocks to say how sure that is.")
    return (f"{engine} is {significant(ratio)}x {interval(low, high)} as fast as {baseline} on "
            f"{where}.")


def verdict_of(row, where):
    values = [row.get(name, math.nan) for name in ("ratio", "ratio_low", "ratio_high")]
    return {"text": compare(row["engine"], row["baseline"], *values, where),
            "is_sure": not (math.isnan(values[1]) or values[1] <= 1 <= values[2])}


def caveats_of(rows):
    """One sentence for each verdict that is not `ok`."""
    verdicts_here = [*CAVEATS, *sorted(set(rows["verdict"]) - set(CAVEATS) - {"ok"})]
    for verdict in verdicts_here:
        marked = rows[rows["verdict"] == verdict]
        if marked.empty:
            continue
        names = list(marked["engine"])
        who = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        was = "were" if names[1:] else "was"
        text = CAVEATS.get(verdict, "{was} marked " + verdict).format(was=was)
        if verdict == "partial":
            counts = [f"{row['solved']:,.0f} of {asked_of(row):,.0f}"
                      for _, row in marked.iterrows()]
            text += f": {', '.join(counts)} puzzles answered"
        yield {"text": f"{who} {text}.", "verdict": verdict}


def asked_of(row):
    skipped = row.get("skipped", 0)
    return row["puzzles"] + (0 if math.isnan(skipped) else skipped)


def agreement_of(rows):
    """What is known of the answers: they are alike where the digests of whole rows are."""
    ran = rows[~rows["verdict"].isin(ABSENT)]
    if ran["verdict"].isin(["wrong", "disagreement"]).any():
        return "The engines do not agree, or one is wrong: trust no time before that is known."
    if len(ran) < 2 or "answer_digest" not in ran:
        return None
    whole = ran[ran["solved"] == ran.apply(asked_of, axis=1)]
    if len(whole) == len(ran) and whole["answer_digest"].nunique() == 1:
        return f"All {len(ran)} engines agree on every puzzle."
    return f"The {len(ran)} engines agree wherever two of them answered."


def verdicts(run):
    """For each dataset: sentences on each engine and the baseline, and what to beware of."""
    for dataset in run.datasets:
        rows = run.rows_of(dataset)
        where = run.names[dataset]
        compared = rows[:0]
        if "baseline" in rows and "ratio" in rows:
            compared = rows[(rows["engine"] != rows["baseline"])
                            & ~rows["verdict"].isin(ABSENT)]
            compared = compared.sort_values("ratio", ascending=False)
        yield {
            "name": where,
            "sentences": [verdict_of(row, where) for _, row in compared.iterrows()],
            "caveats": list(caveats_of(rows)),
            "agreement": agreement_of(rows),
        }


# --- Tables ------------------------------------------------------------------------------------


def ratio_cell(row):
    if row["engine"] == row.get("baseline"):
        return "1 (baseline)"
    ratio, low = row.get("ratio", math.nan), row.get("ratio_low", math.nan)
    if math.isnan(ratio):
        return "-"
    if math.isnan(low):
        return f"{significant(ratio)}"
    return f"{significant(ratio)} {interval(low, row['ratio_high'])}"


def cell(row, name, form):
    value = row[name]
    if name == "guesses":
        value = value / row["solved"] if row["solved"] else math.nan
    return "-" if isinstance(value, str) or math.isnan(value) else form(value)


def summary_tables(run, styles):
    """For each dataset the rows of its engines, the fastest first."""
    shown = [column for column in COLUMNS if column[0] in run.summary]
    for dataset in run.datasets:
        rows = run.rows_of(dataset).sort_values("puzzles_per_second", ascending=False)
        first = rows.iloc[0]
        yield {
            "name": run.names[dataset], "path": dataset,
            "digest": first.get("dataset_digest"), "limit": first.get("max_solutions"),
            "threads": first.get("threads"), "repetitions": first.get("repetitions"),
            "headings": [heading for _, heading, _ in shown],
            "rows": [{
                "engine": row["engine"], "colour": styles[row["engine"]].colour,
                "verdict": row["verdict"], "ratio": ratio_cell(row),
                "cells": [cell(row, name, form) for name, _, form in shown],
                "solved": f"{row['solved']:,.0f}/{asked_of(row):,.0f}",
            } for _, row in rows.iterrows()],
        }


def pair_cell(logs):
    """Median of log ratios of times, back as times as fast."""
    middle, low, high = results.median_interval(logs)
    if middle is None:
        return {"text": "-", "kind": ""}
    if low is None:
        return {"text": significant(math.exp(middle)), "kind": ""}
    kind = "faster" if low > 0 else "slower" if high < 0 else "equal"
    return {"text": f"{significant(math.exp(middle))} {interval(math.exp(low), math.exp(high))}",
            "kind": kind}


def pair_tables(run):
    """For each dataset, how many times as fast each engine is as each other, puzzle by puzzle."""
    for dataset in run.datasets:
        times, answered = run.times(dataset)
        logs = numpy.log(times.where(answered & (times > 0)))
        engines = list(times)
        cells = {}
        for a, b in itertools.permutations(engines, 2):
            # Isomorphs of a puzzle are no puzzles of their own here.
            ratios = (logs[b] - logs[a]).dropna().groupby("line").median()
            cells[a, b] = pair_cell(ratios)
        if len(engines) > 1:
            yield {"name": run.names[dataset], "engines": engines, "cells": cells}


def number_list(values):
    return [None if value is None or math.isnan(value) else int(value) for value in values]


def puzzle_data(run):
    """The per-puzzle table as lists of columns, for the script of the page."""
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
        found = own["solutions"].where(own["answered"].fillna(False).astype(bool))
        answers = found if answers is None else answers.combine_first(found)
    for column in columns:  # few words, many rows
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
    """Title, explanation and figures of all kinds of pictures."""
    drawn = [(draw, title, text) for draw, title, text in PICTURES
             if run.has_puzzles or draw is plot_distribution.draw]
    if further_runs:
        drawn.append((lambda run, datasets: plot_scaling.draw([run, *further_runs], datasets),
                      "Scaling", "How much faster the engines become with more threads."))
    for i, (draw, title, text) in enumerate(drawn):
        figures = list(report_page.figures_of(draw, run, f"p{i}x"))
        if figures:
            yield {"title": title, "text": text, "figures": figures}


# --- The page ----------------------------------------------------------------------------------


def as_json(value):
    """JSON that may stand in a script element, whatever the names in it."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return markupsafe.Markup(text.replace("<", "\\u003c"))


def render(run, further_runs=()):
    styles = plotting.styles_of(run.engines)
    has_ratios = "ratio" in run.summary and "baseline" in run.summary
    return report_page.fill(
        "bench.html", script=report_page.text_of("table.js"),
        heading=f"Sudoku engines on {', '.join(run.names[dataset] for dataset in run.datasets)}",
        first="verdicts",
        verdicts=list(verdicts(run)), summaries=list(summary_tables(run, styles)),
        ratios=list(report_page.figures_of(plot_ratio.draw, run, "r")) if has_ratios else [],
        pairs=list(pair_tables(run)) if run.has_puzzles else [],
        chapters=list(chapters(run, further_runs)),
        puzzles=as_json(puzzle_data(run)) if run.has_puzzles else None,
        untimed=run.untimed if run.has_puzzles else [],
        **report_page.context_of(run.context, "Measured"))


def page_of(directory, further_directories):
    """The page that fits the results."""
    further_runs = [results.read_run(one) for one in further_directories]
    run = results.read_run(directory) if further_runs else results.read_results(directory)
    if isinstance(run, results.Count):
        return report_counts.render(run)
    if further_runs:
        plot_scaling.check([run, *further_runs])
    return render(run, further_runs)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path,
                        help="of the results, as written by sudoku-bench --out DIR")
    parser.add_argument("-o", "--output", metavar="FILE", type=pathlib.Path,
                        help="default: report.html in DIR")
    parser.add_argument("--scaling", metavar="DIR", action="append", default=[],
                        help="the same run with another number of threads (repeat)")
    options = parser.parse_args(arguments)

    def action():
        page = page_of(options.directory, options.scaling)
        output = options.output or options.directory / "report.html"
        output.write_text(page, encoding="utf-8")
        return [output]

    return plotting.finish(action)


if __name__ == "__main__":
    sys.exit(main())
