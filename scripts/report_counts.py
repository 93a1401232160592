"""The report on results of `count` and `merge`: totals, puzzles by number of solutions, and solutions by clues."""

import plot_clues
import plot_counts
import report_page
from sudoku_bench import tables
from sudoku_bench.measures import format_time

PICTURES = (
    (plot_counts.draw, "Solution counts", "The number of solutions of the puzzles."),
    (plot_clues.draw, "Solutions by clues",
     "The number of solutions of puzzles with each number of clues: median and range."),
)


def totals_table(count):
    puzzles, wall_ns = count.number("puzzles"), count.number("wall_ns")
    limit = count.number("max_solutions")
    is_bound = count.row["solutions"].startswith(tables.AT_LEAST) or count.capped or count.number("timeouts")
    at_least = "at least " if is_bound else ""
    rows = [("puzzles", f"{puzzles:,}"), ("solutions", f"{at_least}{count.number('solutions'):,}")]
    if limit:
        rows.append((f"puzzles with {limit:,} or more", f"{count.capped:,}"))
    rows += [("puzzles that timed out", f"{count.number('timeouts'):,}"),
             ("invalid lines", f"{count.rejected:,}"),
             ("engine", count.row["engine"]),
             ("time in the engine, all threads", format_time(wall_ns)),
             ("time per puzzle", format_time(wall_ns / puzzles if puzzles else None)),
             ("threads", count.row["threads"]),
             ("dataset digest", count.row["dataset_digest"]),
             ("answer digest", count.row["answer_digest"])]
    (dataset,) = count.datasets
    return {"caption": f"{dataset}: {'at most ' + format(limit, ',') if limit else 'all'} "
                       f"solutions per puzzle", "headings": ("", "value"), "rows": rows}


def alarms_of(count):
    """Yields warnings for the top of the page if counts contradict the dataset or the engine of --check."""
    (dataset,) = count.datasets
    for column, other in (("wrong", "the dataset"), ("disagreements", "the engine of --check")):
        puzzles = count.number(column)
        if puzzles:
            yield (f"{puzzles:,} of {count.number('puzzles'):,} puzzles of {dataset} have a different number of "
                   f"solutions according to {other}.")


def histogram_table(count):
    histogram = plot_counts.histogram_of_count(count)
    bars = histogram.bars(plot_counts.naming_of([histogram]))
    every = sum(bars.values())
    rows = [(name, f"{puzzles:,}", f"{100 * puzzles / every:.3g} %" if every else "-")
            for name, puzzles in bars.items()]
    return {"caption": "Puzzles by number of solutions",
            "headings": ("solutions", "puzzles", "share"), "rows": rows}


def render(count):
    (name,) = count.names.values()
    return report_page.fill(
        "counts.html", heading=f"Solutions of {name}", first="totals",
        alarms=list(alarms_of(count)), part=count.part, tables=[totals_table(count), histogram_table(count)],
        chapters=list(report_page.chapters(PICTURES, count, {})), has_puzzles=count.has_puzzles, settings=[],
        **report_page.context_of(count.context, "Counted"))
