#!/usr/bin/python3
"""Checks results of `sudoku-bench bench --out`: all engines must solve all puzzles and agree.

runs.csv must have exactly the columns that results/COLUMNS.md documents in its section on runs.csv.
"""

import argparse
import csv
import pathlib
import re
import sys

from sudoku_bench.names import printable

COLUMNS = pathlib.Path(__file__).resolve().parent.parent / "results" / "COLUMNS.md"

NOT_SOLVED = ("timeouts", "skipped", "errors")


def documented_columns(text, file_name):
    """Returns the columns in the section on a file: the first cells of the table with the heading `column`."""
    section = re.search(rf"^#+ [^\n]*{re.escape(file_name)}.*?(?=^#|\Z)", text, re.M | re.S)
    table = re.search(r"^\| column \|.*?(?=^[^|]|\Z)", section[0] if section else "", re.M | re.S)
    return re.findall(r"^\| `([^`]+)` \|", table[0] if table else "", re.M)


def column_errors(found, documented):
    if not documented:
        yield "results/COLUMNS.md documents no columns of runs.csv"
    for column in documented:
        if column not in found:
            yield f"column {column} is documented but missing"
    for column in found:
        if column not in documented:
            yield f"column {column} is not documented"


def row_errors(row, solutions):
    if row["verdict"] != "ok":
        yield f"verdict {row['verdict']}"
    if int(row["puzzles"]) == 0 or row["solved"] != row["puzzles"]:
        yield f"{row['solved']} of {row['puzzles']} puzzles solved"
    for column in NOT_SOLVED:
        if int(row[column]) != 0:
            yield f"{column} {row[column]}"
    if solutions is not None and row["solutions"] != str(solutions):
        yield f"{row['solutions']} solutions instead of {solutions}"
    if int(row["wall_ns"]) <= 0 or float(row["puzzles_per_second"] or 0) <= 0:
        yield "no time was measured"


def agreement_errors(rows):
    """Yields a message for each row that differs from the first row of its dataset."""
    first_of = {}
    for row in rows:
        first = first_of.setdefault(row["dataset"], row)
        for column in ("dataset_digest", "puzzles", "solutions", "answer_digest"):
            if row[column] != first[column]:
                yield (
                    f"{row['dataset']}: {column} {row[column]} of {row['engine']}, "
                    f"but {first[column]} of {first['engine']}"
                )


def run_errors(stream, documented, engines, solutions):
    reader = csv.DictReader(stream, strict=True)
    errors = list(column_errors(reader.fieldnames or [], documented))
    if errors:
        return errors
    rows = list(reader)
    for engine in engines:
        if engine not in {row["engine"] for row in rows}:
            errors.append(f"no row of {engine}")
    # The other columns of engines that did not run are empty.
    rows = [row for row in rows if row["verdict"] not in ("unavailable", "not_applicable")]
    if not rows:
        errors.append("no engine ran")
    for row in rows:
        errors += [f"{row['engine']}: {error}" for error in row_errors(row, solutions)]
    return errors + list(agreement_errors(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("directory", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--engines", default="", metavar="ID,...", help="engines that must have a row")
    parser.add_argument("--solutions", type=int, metavar="N", help="number of solutions in every row")
    parser.add_argument("--columns", type=pathlib.Path, default=COLUMNS, metavar="FILE",
                        help="documentation of the columns (default: results/COLUMNS.md)")
    arguments = parser.parse_args()

    documented = documented_columns(arguments.columns.read_text(encoding="utf-8"), "runs.csv")
    engines = [engine for engine in arguments.engines.split(",") if engine]
    try:
        with open(arguments.directory / "runs.csv", newline="", encoding="utf-8") as stream:
            errors = run_errors(stream, documented, engines, arguments.solutions)
    except OSError as error:
        errors = [f"{error.strerror}; bench --out writes this file"]
    for error in errors:
        print(printable(f"{arguments.directory}/runs.csv: {error}"), file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
