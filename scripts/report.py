#!/usr/bin/python3
"""Writes a report on the results of sudoku-bench as one HTML page.

For `bench`, the page shows which engine is faster and by how much, with pictures and a table of all puzzles. For
`count`, it shows the numbers of solutions. The page needs no network and no other file.
"""

import argparse
import dataclasses
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
import plot_scaling
import plot_scatter
import plot_sizes
import plotting
import report_counts
import report_missing
import report_page
import report_ranking
import report_verdicts
from sudoku_bench import results, tables
from sudoku_bench.measures import format_bytes, format_time, significant

# The columns of the table of all engines: name, heading, format, and the column to divide by. The page leaves out
# missing and empty columns.
COLUMNS = (
    ("puzzles_per_second", "puzzles/s", significant, None),
    ("p50_ns", "p50", format_time, None),
    ("p99_ns", "p99", format_time, None),
    ("max_ns", "max", format_time, None),
    ("peak_bytes", "memory", format_bytes, None),
    ("guesses", "guesses", significant, "solved"),
    ("par2_s", "PAR-2", lambda seconds: format_time(seconds * 1e9), None),
    ("vbs_share", "VBS share", lambda share: f"{100 * share:.1f} %", None),
)
EXPLANATIONS = {
    "p50": "p50, p99, max: wall times of single puzzles.",
    "memory": "Memory: peak memory of one instance of the engine.",
    "guesses": "Guesses: mean per puzzle.",
    "PAR-2": "PAR-2: mean time per puzzle; an unsolved puzzle counts as twice --timeout.",
    "VBS share": "VBS share: share of the puzzles that no other engine solved faster.",
}
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

# Drawing function, title, explanation, and whether the picture shows something.
PICTURES = (
    (plot_distribution.draw, "Distribution of times",
     "The time within which a share of the puzzles is solved. Low is good. The slow puzzles are on the right.",
     lambda run: True),
    # If all puzzles are solved, the distribution shows the same.
    (plot_cactus.draw, "Puzzles solved within a time limit",
     "The puzzles of each engine, sorted by time. Low and far right is good.",
     lambda run: any(row["solved"] < report_verdicts.total_of(row) for _, row in run.summary.iterrows())),
    (plot_scatter.draw, "Each engine compared with the baseline",
     "Each point shows the times of two engines. Below the line, the other engine is faster than the baseline.",
     lambda run: True),
    (plot_guesses.draw, "Time by guesses", "Shows whether an engine is slow because it guesses often.",
     lambda run: True),
    (plot_counts.draw, "Solution counts", "The number of solutions of the puzzles.",
     lambda run: any(plot_counts.has_several_bars(run, dataset) for dataset in run.datasets)),
)


# --- Tables ------------------------------------------------------------------------------------


def cell(row, name, form, divisor=None):
    """Returns the text of a cell, the number to sort it by, and why it is missing."""
    value = math.nan if row["is_wrong"] else row[name]
    if divisor is not None:
        value = value / row[divisor] if row[divisor] else math.nan
    if math.isnan(value):
        return {"text": "-", "value": "", "missing": report_missing.reason_of(row, name, divisor)}
    return {"text": form(value), "value": f"{value:.6g}", "missing": ""}


def engine_table(run, numbers):
    """Returns the table of all engines on all datasets, in the order of the ranking."""
    shown = [column for column in COLUMNS if column[0] in run.summary and run.summary[column[0]].notna().any()]
    rows = []
    for place, dataset in enumerate(run.datasets):
        baseline = comparing.baseline_of(run, dataset)
        for _, row in comparing.rows_in_order(run, dataset, baseline).iterrows():
            ratio = run.pairs[dataset].ratio(row["engine"], baseline)
            has_reason = not ratio.is_baseline and not row["is_wrong"]
            why = report_missing.reason_of_ratio(ratio, baseline) if has_reason else ""
            solved = row["solved"] / report_verdicts.total_of(row) if row["solved"] else 0
            rows.append({
                "dataset": run.names[dataset], "place": place, "engine": row["engine"],
                "number": numbers[row["engine"]], "is_wrong": row["is_wrong"],
                "verdicts": list(filter(None, (row["verdict"], row["noise"]))),
                "cells": [{"text": str(ratio), "value": f"{ratio.speedup:.6g}" if ratio.is_known else "",
                           "missing": why},
                          {"text": f"{row['solved']:,.0f}/{report_verdicts.total_of(row):,.0f}", "value": solved,
                           "missing": ""},
                          *(cell(row, name, form, divisor) for name, _, form, divisor in shown)]})
    headings = [heading for _, heading, *_ in shown]
    return {"headings": ["speedup [95 %]", "solved", *headings], "rows": rows,
            "note": " ".join(text for heading, text in EXPLANATIONS.items() if heading in headings),
            "missing": report_missing.note_of(cell["missing"] for row in rows for cell in row["cells"])}


def dataset_group(run):
    """Returns the group of the machine and the run that identifies the datasets."""
    rows = ((run.names[dataset], dataset, run.rows_of(dataset).iloc[0]) for dataset in run.datasets)
    return "datasets", [(name, path + (f", digest {row['dataset_digest']}" if row.get("dataset_digest") else ""))
                        for name, path, row in rows]


def settings_of(run):
    """Returns the settings that all rows share, for the first lines of the page."""
    def shared(name):
        values = set(run.summary[name].dropna()) if name in run.summary else ()
        return int(values.pop()) if len(values) == 1 else None

    limit, threads, repetitions = (shared(name) for name in ("max_solutions", "threads", "repetitions"))
    return [text for text, value in (
        (f"{threads} thread{'' if threads == 1 else 's'}", threads),
        (f"{repetitions} repetition{'' if repetitions == 1 else 's'}", repetitions),
        ("all solutions" if limit == 0 else "one solution" if limit == 1 else f"at most {limit} solutions", limit),
    ) if value is not None]


def event_tables(run):
    """Yields a table of hardware counters per puzzle for each dataset that has at least two kinds of them."""
    known = [column for column in EVENT_COLUMNS
             if all(name in run.summary for name in (column[0], column[3]))]
    for place, dataset in enumerate(run.datasets):
        rows = comparing.rows_in_order(run, dataset)
        cells = {row["engine"]: [cell(row, name, form, divisor) for name, _, form, divisor in known]
                 for _, row in rows.iterrows()}
        shown = [i for i in range(len(known)) if any(not one[i]["missing"] for one in cells.values())]
        scaled = rows[rows["scaled_blocks"] > 0] if "scaled_blocks" in rows else rows[:0]
        cells = {engine: [one[i] for i in shown] for engine, one in cells.items()
                 if not all(one[i]["missing"] for i in shown)}
        if len({known[i][0] for i in shown}) > 1:
            yield {"name": run.names[dataset], "place": place, "headings": [known[i][1] for i in shown],
                   "table_rows": [[engine, *(one["text"] for one in own)] for engine, own in cells.items()],
                   "missing": report_missing.note_of(one["missing"] for own in cells.values() for one in own),
                   "scaled": ", ".join(scaled["engine"])}


def correlation_tables(run):
    """Yields tables of rank correlations between the engines: for each dataset, one by time and one by guesses. Engines
    with the same values share a row."""
    for place, dataset in enumerate(run.datasets):
        for measure, table in (("time", comparing.times_of_puzzles(run, dataset)),
                               ("guesses", comparing.guesses_of_puzzles(run, dataset))):
            groups = {}
            for engine in comparing.ranked(run, dataset):
                if engine in table:
                    groups.setdefault(tuple(table[engine].fillna(-1)), []).append(engine)
            columns = {", ".join(engines): table[engines[0]] for engines in groups.values()}
            cells = {(a, b): comparing.rank_correlation(columns[a], columns[b])
                     for a, b in itertools.permutations(columns, 2)}
            if any(one is not None for one in cells.values()):
                yield {"name": run.names[dataset], "place": place, "measure": measure, "engines": list(columns),
                       "table_rows": [[a, *(correlation_in_words(cells.get((a, b), 1)) for b in columns)]
                                      for a in columns],
                       "missing": report_missing.note_of(
                           "no correlation of equal values" if has_enough(columns[a], columns[b]) else
                           f"no correlation of fewer than {comparing.LEAST_RANKED} puzzles"
                           for (a, b), value in cells.items() if value is None)}


def has_enough(a, b):
    return (a.notna() & b.notna()).sum() >= comparing.LEAST_RANKED


def correlation_in_words(value):
    return "-" if value is None else f"{value:.2f}"


def pair_cell(ratio):
    kind = ""
    if ratio.has_interval or ratio.bound:
        is_clear = ratio.is_conclusive and not ratio.undecided
        kind = "equal" if not is_clear else "faster" if ratio.speedup > 1 else "slower"
    return {"text": ratio.factor, "interval": ratio.interval, "kind": kind}


def pair_tables(run):
    """Yields a table for each dataset: the ratio of each pair of engines."""
    for place, dataset in enumerate(run.datasets):
        engines = comparing.ranked(run, dataset)
        ratios = {pair: run.pairs[dataset].ratio(*pair) for pair in itertools.permutations(engines, 2)}
        if len(engines) > 2:  # the ranking compares two engines
            yield {"name": run.names[dataset], "place": place, "engines": engines,
                   "cells": {pair: pair_cell(ratio) for pair, ratio in ratios.items()},
                   "missing": report_missing.note_of(map(report_missing.reason_of_ratio, ratios.values()))}


def number_list(values):
    return [None if value is None or math.isnan(value) else int(value) for value in values]


def puzzle_data(run, numbers):
    """Returns the table of puzzles as lists of columns, for the JavaScript of the page."""
    rows = run.puzzles
    places = rows.drop_duplicates(results.PUZZLE)[results.PUZZLE + ["puzzle"]]
    index = {dataset: i for i, dataset in enumerate(run.datasets)}
    keys = places.set_index(results.PUZZLE).index
    ran = [engine for engine in numbers if (rows["engine"] == engine).any()]
    columns = []
    answers = None
    for engine in ran:
        own = rows[rows["engine"] == engine].set_index(results.PUZZLE).reindex(keys)
        columns.append({
            "name": engine, "number": numbers[engine], "isTimed": engine in run.timed,
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


def puzzles_missing(run):
    """Returns the line below the table of puzzles."""
    solved = run.puzzles[run.puzzles["solved"]]
    places = len(run.puzzles.drop_duplicates(results.PUZZLE))
    return report_missing.note_of((
        "guesses not reported" if solved["guesses"].isna().any() else "",
        "engine did not get the puzzle" if len(run.puzzles) < places * run.puzzles["engine"].nunique() else ""))


# --- Pictures ----------------------------------------------------------------------------------


def chapters(run, further_runs, numbers):
    pictures = [picture[:3] for picture in PICTURES if shows_something(picture[3], run)]
    if further_runs:
        pictures.append((lambda run, datasets: plot_scaling.draw([run, *further_runs], datasets),
                         "Scaling", "The speedup of each engine with more threads."))
    return report_page.chapters(pictures, run, numbers)


def shows_something(check, run):
    """Returns the result of a check that may need puzzles.csv."""
    try:
        return check(run)
    except tables.InputError:
        return False


def sizes_section(run, numbers):
    """Returns the table and the pictures of times by board size, or None if all boards have one size."""
    try:
        figures = [report_page.figure_of(picture, f"s{i}", picture.title, numbers)
                   for i, picture in enumerate(plot_sizes.pictures(run))]
        table = plot_sizes.table(run)
        missing = (report_missing.reason_of_mean(run, line["dataset"], engine) for line in table["rows"]
                   for engine, text in zip(table["engines"], line["cells"]) if text == "-")
        return {"table": table, "figures": figures, "notes": report_page.take_common_notes(figures),
                "missing": report_missing.note_of(missing)}
    except tables.InputError:
        return None


# --- The page ----------------------------------------------------------------------------------


def as_json(value):
    """Returns JSON that is safe inside a script element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return markupsafe.Markup(text.replace("<", "\\u003c"))


def render(run, further_runs=()):
    comparing.check_baseline(run, run.datasets)
    numbers = {engine: style.number for engine, style in plotting.styles_of(run).items()}
    names = [run.names[dataset] for dataset in run.datasets]
    rankings = list(report_ranking.rankings(run, numbers))
    context = report_page.context_of(run.context, "Measured")
    context["context"].append(dataset_group(run))
    return report_page.fill(
        "bench.html", heading=f"Sudoku engines on {', '.join(names) if len(names) < 6 else f'{len(names)} datasets'}",
        first="outcome", alarms=list(report_verdicts.alarms_of(run)), part=run.part, settings=settings_of(run),
        outcomes=list(report_verdicts.outcomes(run)), rankings=rankings,
        ranking_missing=report_missing.note_of(reason for one in rankings for reason in one["missing"]),
        warnings=report_verdicts.warnings_of(run), engines=engine_table(run, numbers), subjects=run.subjects,
        pairs=list(pair_tables(run)), events=list(event_tables(run)),
        correlations=list(correlation_tables(run)) if run.has_puzzles else [],
        chapters=list(chapters(run, further_runs, numbers)), sizes=sizes_section(run, numbers),
        names=as_json({"engines": list(numbers), "datasets": names}),
        puzzles=as_json(puzzle_data(run, numbers)) if run.has_puzzles else None,
        untimed=run.untimed if run.has_puzzles else [], puzzles_missing=puzzles_missing(run) if run.has_puzzles else "",
        # table.js listens to page.js, so it is first.
        scripts=[report_page.text_of(f"{name}.js") for name in (["table"] if run.has_puzzles else []) + ["page"]],
        **context)


def page_of(directory, further_directories=(), baseline=None):
    """Returns the page for the results in a directory."""
    further_runs = [results.read_run(one) for one in further_directories]
    run = results.read_run(directory) if further_runs else results.read_results(directory)
    if isinstance(run, results.Count):
        if baseline is not None:
            raise tables.InputError(f"{directory}: contains results of count, which have no baseline")
        return report_counts.render(run)
    if further_runs:
        plot_scaling.check([run, *further_runs])
    return render(dataclasses.replace(run, wanted=baseline), further_runs)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0],
                                     epilog=plotting.EXIT_CODES)
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path,
                        help="results of sudoku-bench --out DIR")
    parser.add_argument("-o", "--out", metavar="FILE", type=pathlib.Path,
                        help="output file (default: report.html in DIR)")
    parser.add_argument("--scaling", metavar="DIR", action="append", default=[],
                        help="results of the same run with another number of threads (repeatable)")
    parser.add_argument("--baseline", metavar="ID",
                        help="engine that the others are compared with (default: the fastest of each dataset, or the "
                             "--baseline of bench)")
    options = parser.parse_args(arguments)

    def action():
        page = page_of(options.directory, options.scaling, options.baseline)
        content = page.encode("utf-8", errors="backslashreplace")
        return [files.write_output(options.out, options.directory / "report.html", content)]

    return plotting.finish(action)


if __name__ == "__main__":
    sys.exit(main())
