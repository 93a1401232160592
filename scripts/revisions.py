#!/usr/bin/python3
"""What two revisions of the engines did in one run: of each engine and dataset how many times as fast the new one was.

revisions.py DIR reads the results of a run in which the engines of one revision are called ENGINE.old and those of the
other ENGINE.new, as scripts/bench-revisions has it. An engine is SLOWER where it was slower by more than the noise
threshold and the interval excludes 1, and WORSE where it left that much more unanswered.

Exit codes: 2 usage, 3 answers are wrong or not the same, 5 an engine is slower or worse, 4 the results cannot be read
or a row says nothing; of these the first that holds.
"""

import argparse
import dataclasses
import math
import pathlib
import re
import sys

import packages  # noqa: F401  first: it says what is missing

from sudoku_bench import results, tables
from sudoku_bench.blocks import Ratio
from sudoku_bench.measures import significant

WRONG_ANSWER, BAD_INPUT, REGRESSION = 3, 4, 5
HEADER = ("engine", "dataset", "times as fast", "guesses", "change")
FAULTS = {"wrong": "WRONG", "disagreement": "DISAGREEMENT"}
EXIT_CODES = {"WRONG": WRONG_ANSWER, "DISAGREEMENT": WRONG_ANSWER, "OTHER ANSWERS": WRONG_ANSWER,
              "SLOWER": REGRESSION, "WORSE": REGRESSION, "too few blocks": BAD_INPUT}


@dataclasses.dataclass(frozen=True)
class Pair:
    """An engine of both revisions on one dataset: its two rows of summary.csv, as dictionaries."""

    engine: str
    dataset: str
    old: dict
    new: dict
    ratio: Ratio

    def change(self, threshold):
        """In a word, of which those in capitals are bad."""
        for row in (self.new, self.old):
            if row["verdict"] in FAULTS:
                return FAULTS[row["verdict"]]
        shares = answered(self.old), answered(self.new)
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
        if self.ratio.is_sure and self.ratio.times < 1 - threshold:
            return "SLOWER"
        if self.ratio.is_sure and self.ratio.times > 1 + threshold:
            return "faster"
        return "no change"

    def is_same(self, column):
        """Whether both have the same there; nothing is known of it where one had time for more puzzles."""
        return self.old.get(column) == self.new.get(column) or self.old["solved"] != self.new["solved"]

    def guesses(self):
        """The mean of a puzzle; both where the search is another one."""
        old, new = (significant(row["guesses"] / row["solved"] if row["solved"] else math.nan)
                    for row in (self.old, self.new))
        return new if self.is_same("guesses") or old == new else f"{old}, now {new}"


def answered(row):
    """The share of the puzzles that it was given; how many it has time for is a matter of speed."""
    return row["solved"] / row["puzzles"] if row["puzzles"] else 0


def pairs_of(run):
    """Those of every dataset, in the order of the run. It is an error if there are none."""
    for dataset in run.datasets:
        rows = {row["engine"]: row for row in run.rows_of(dataset).to_dict("records")}
        for engine in (name.removesuffix(".old") for name in rows if name.endswith(".old")):
            if f"{engine}.new" in rows:
                old, new = f"{engine}.old", f"{engine}.new"
                blocks = run.blocks.get(dataset)
                yield Pair(engine, run.names[dataset], rows[old], rows[new],
                           blocks.ratio(new, old) if blocks else Ratio(new, old))


def table_of(pairs, threshold):
    rows = [HEADER, *((pair.engine, pair.dataset, str(pair.ratio), pair.guesses(), pair.change(threshold))
                      for pair in pairs)]
    rows = [[tables.printable(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    return "".join("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n"
                   for row in rows)


def percentage(text):
    """As a part of 1."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]+)?%", text):
        raise argparse.ArgumentTypeError(f"takes a percentage, as in 3%, not '{text}'")
    return float(text[:-1]) / 100


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--old", default="old", metavar="NAME", help="what the old revision is called in the table")
    parser.add_argument("--new", default="new", metavar="NAME")
    parser.add_argument("--noise-threshold", type=percentage, default=0.025, metavar="PERCENT",
                        help="ignore smaller changes than that (2.5%%)")
    return parser.parse_args(given)


def main(given):
    options = arguments(given)
    try:
        run = results.read_run(options.directory)
        pairs = list(pairs_of(run))
    except tables.InputError as error:
        print(f"revisions.py: {error}", file=sys.stderr)
        return BAD_INPUT
    ran = [pair for pair in pairs if answered(pair.old) or answered(pair.new)]
    if not ran:
        print(f"revisions.py: {options.directory}: no engine answered anything in both revisions", file=sys.stderr)
        return BAD_INPUT
    print(f"{options.new} against {options.old}, changes beyond {100 * options.noise_threshold:g} %")
    print(table_of(ran, options.noise_threshold), end="")
    for pair in pairs:
        if pair not in ran:
            print(f"  {pair.engine} on {pair.dataset}: {pair.new['verdict']}, in both revisions")
    codes = {EXIT_CODES.get(pair.change(options.noise_threshold), 0) for pair in ran}
    return next((code for code in (WRONG_ANSWER, REGRESSION, BAD_INPUT) if code in codes), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
