#!/usr/bin/python3
"""Prints the speedup of the engines of a new revision over an old one, for each engine and dataset.

Reads the results of scripts/bench-revisions, which names the engines ENGINE.old and ENGINE.new. An engine is SLOWER if
it is slower by more than the noise threshold and the 95 % interval excludes 1. It is WORSE if it solves fewer puzzles
by more than the threshold.

Exit codes, the first that applies: 2 usage error, 4 invalid results, 3 answers are wrong or differ, 5 an engine is
slower or worse, 6 a row is inconclusive.
"""

import argparse
import dataclasses
import math
import pathlib
import re
import sys

import packages  # noqa: F401  first: it reports missing packages

from sudoku_bench import results, tables
from sudoku_bench.measures import significant
from sudoku_bench.names import printable
from sudoku_bench.pairs import Ratio

WRONG_ANSWER, BAD_INPUT, REGRESSION, INCONCLUSIVE = 3, 4, 5, 6
HEADER = ("engine", "dataset", "speedup", "guesses", "change")
FAULTS = {"wrong": "WRONG", "disagreement": "DISAGREEMENT"}
EXIT_CODES = {"WRONG": WRONG_ANSWER, "DISAGREEMENT": WRONG_ANSWER, "OTHER ANSWERS": WRONG_ANSWER,
              "SLOWER": REGRESSION, "WORSE": REGRESSION, "too few blocks": INCONCLUSIVE}


@dataclasses.dataclass(frozen=True)
class Pair:
    """An engine of both revisions on one dataset. `old` and `new` are its rows of summary.csv as dictionaries."""

    engine: str
    dataset: str
    old: dict
    new: dict
    ratio: Ratio

    def change(self, threshold):
        """Returns the change in words. Problems are in capitals."""
        for row in (self.new, self.old):
            if row["verdict"] in FAULTS:
                return FAULTS[row["verdict"]]
        shares = solved_share(self.old), solved_share(self.new)
        if shares == (1, 1) and not self.is_same("answer_digest"):
            return "OTHER ANSWERS"
        if shares[1] < (1 - threshold) * shares[0]:
            return "WORSE"
        if shares[0] < (1 - threshold) * shares[1]:
            return "better"
        return self.change_of_speed(threshold)

    def change_of_speed(self, threshold):
        if not self.ratio.has_interval:
            return "too few blocks"
        if self.ratio.is_conclusive and self.ratio.speedup < 1 - threshold:
            return "SLOWER"
        if self.ratio.is_conclusive and self.ratio.speedup > 1 + threshold:
            return "faster"
        return "no change"

    def is_same(self, column):
        """Returns whether a column has the same value. If the revisions solved different numbers of puzzles, returns
        True, because the values cannot be compared."""
        return self.old.get(column) == self.new.get(column) or self.old["solved"] != self.new["solved"]

    def guesses(self):
        """Returns the mean number of guesses per puzzle, or both means if the search changed."""
        old, new = (significant(row["guesses"] / row["solved"] if row["solved"] else math.nan)
                    for row in (self.old, self.new))
        return new if self.is_same("guesses") or old == new else f"{old}, now {new}"


def solved_share(row):
    """Returns the share of solved puzzles among the started ones. Skipped puzzles only show that an engine is slow."""
    return row["solved"] / row["puzzles"] if row["puzzles"] else 0


def pairs_of(run):
    """Yields the pairs of every dataset in the order of the run."""
    for dataset in run.datasets:
        rows = {row["engine"]: row for row in run.rows_of(dataset).to_dict("records")}
        for engine in (name.removesuffix(".old") for name in rows if name.endswith(".old")):
            if f"{engine}.new" in rows:
                old, new = f"{engine}.old", f"{engine}.new"
                yield Pair(engine, run.names[dataset], rows[old], rows[new], run.pairs[dataset].ratio(new, old))


def table_of(pairs, threshold):
    rows = [HEADER, *((pair.engine, pair.dataset, str(pair.ratio), pair.guesses(), pair.change(threshold))
                      for pair in pairs)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    return "".join("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n"
                   for row in rows)


def percentage(text):
    """Returns a percentage as a fraction."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]+)?%", text):
        raise argparse.ArgumentTypeError(f"must be a percentage such as 3%, not '{text}'")
    return float(text[:-1]) / 100


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path, metavar="DIR", help="results of the run")
    parser.add_argument("--old", default="old", metavar="NAME", help="name of the old revision in the table")
    parser.add_argument("--new", default="new", metavar="NAME", help="name of the new revision in the table")
    parser.add_argument("--noise-threshold", type=percentage, default=0.025, metavar="PERCENT",
                        help="ignore smaller changes (default: 2.5%%)")
    return parser.parse_args(given)


def main(given):
    options = arguments(given)
    try:
        run = results.read_run(options.directory)
        pairs = list(pairs_of(run))
    except tables.InputError as error:
        print(f"revisions.py: {printable(str(error))}", file=sys.stderr)
        return BAD_INPUT
    ran = [pair for pair in pairs if solved_share(pair.old) or solved_share(pair.new)]
    if not ran:
        print(f"revisions.py: {printable(str(options.directory))}: no engine solved puzzles in both revisions",
              file=sys.stderr)
        return BAD_INPUT
    names = printable(f"{options.new} compared with {options.old}")
    print(f"{names}, changes above {100 * options.noise_threshold:g} %")
    print(table_of(ran, options.noise_threshold), end="")
    for pair in pairs:
        if pair not in ran:
            print(f"  {pair.engine} on {pair.dataset}: {pair.new['verdict']} in both revisions")
    codes = {EXIT_CODES.get(pair.change(options.noise_threshold), 0) for pair in ran}
    return next((code for code in (WRONG_ANSWER, REGRESSION, INCONCLUSIVE) if code in codes), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
