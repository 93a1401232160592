"""Shared by the tests of the scripts that read results: makes the scripts importable and writes made-up results.

Skips the test if packages that the scripts need are missing."""

import contextlib
import csv
import importlib
import io
import json
import math
import pathlib
import re
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

try:
    importlib.import_module("packages")
except SystemExit as missing:
    print("skipped:", missing)
    sys.exit(0)

from sudoku_bench import results, tables

SCHEMA = results.OLDEST_SCHEMA

# Two datasets with the same stem, so that scripts show their whole paths.
HOSTILE = "data/<script>alert(1)</script>&$x_$.txt"
HOSTILE_TWIN = "more/script>&$x_$.txt"

# Mean time per puzzle in ns. `wide` solves blocks and has no times of single puzzles.
SPEEDS = {"slow": 90_000, "quick": 3_000, "wide": 500}
BLOCKED = {"wide"}
SLOW_STATUS = {5: "timeout", 6: "other"}  # by line of the puzzle
MOST = 2**128 - 1  # also stands for all larger numbers
DIGEST = "00000000000000aa"
# Columns of summary.csv that the program requires, and most tests do not use.
OTHER_COLUMNS = {
    "dataset_digest": DIGEST, "shape": "3x3", "answer_digest": DIGEST, "threads": 1,
    **dict.fromkeys(("max_solutions", "seed", "repetitions", "clues", "timeouts", "gave_up", "failed", "skipped",
                     "wrong", "disagreements", "solutions", "guesses", "wall_ns", "cpu_ns", "solved_ns",
                     "interfered_ns", "blocks", "repeated_blocks", "interfered_blocks", "involuntary_switches",
                     "ratio_blocks"), 0),
    **dict.fromkeys(("p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns", "baseline", "par2_s", "vbs_par2_s", "vbs_share",
                     "success_squares"), "")}
OTHER_BLOCK_COLUMNS = {"puzzles_digest": DIGEST, "involuntary_switches": 0, "repeats": 0, "interfered": 0,
                       "reference_ns": 0}
SOLUTIONS = ["1", "1", "0", "7", f">={MOST}"]


# Clues and solutions of puzzles: 12 with 20 clues, 12 with 22, three with 30, one without a solution and one that timed
# out.
COUNTED = [*((20, str(10**15 * n)) for n in range(1, 13)),
           *((22, str(7 * n)) for n in range(1, 13)),
           (30, "1"), (30, str(MOST - 1)), (30, f">={MOST}"), (40, "0"), (41, "")]


def puzzle_text(line):
    """Returns a different puzzle for each line. The scripts do not solve it."""
    return f"{line:.>9d}".replace("0", "9") + "." * 72


def puzzle_time(engine, line):
    """Returns a time that differs by puzzle. Each engine ranks the puzzles differently."""
    return SPEEDS[engine] * (1 + (line * (7 if engine == "slow" else 3)) % 11)


def puzzle_rows(dataset, engine, puzzles, isomorphs, repetitions):
    for repetition in range(repetitions):
        for line in range(1, puzzles + 1):
            for isomorph in range(isomorphs):
                status = SLOW_STATUS.get(line, "ok") if engine == "slow" else "ok"
                yield {
                    "dataset": dataset, "line": line, "puzzle": puzzle_text(line),
                    "isomorph": isomorph, "engine": engine, "repetition": repetition,
                    "runstatus": status,
                    "solutions": SOLUTIONS[line % len(SOLUTIONS)] if status == "ok" else "0",
                    "guesses": line % 13,
                    "wall_ns": "" if engine in BLOCKED or status == "other"
                               else puzzle_time(engine, line) + isomorph + repetition,
                }


def block_rows(dataset, engine, puzzles, repetitions, size=2):
    """Yields blocks of `size` puzzles with the times of `puzzle_time`."""
    for repetition in range(repetitions):
        for first in range(0, puzzles, size):
            lines = range(first + 1, min(first + size, puzzles) + 1)
            states = [SLOW_STATUS.get(line, "ok") if engine == "slow" else "ok" for line in lines]
            started = [line for line, state in zip(lines, states) if state != "other"]
            wall_ns = sum(puzzle_time(engine, line) for line in started) + repetition
            yield {"engine": engine, "dataset": dataset, "repetition": repetition,
                   "first_puzzle": first, "puzzles": len(started), "solved": states.count("ok"),
                   "skipped": states.count("other"), "wall_ns": wall_ns, "cpu_ns": wall_ns, **OTHER_BLOCK_COLUMNS}


def summary_row(dataset, engine, puzzles, threads):
    unsolved, skipped = (1, 1) if engine == "slow" else (0, 0)
    ratio = SPEEDS["quick"] / SPEEDS[engine]
    wall_ns = SPEEDS[engine] * puzzles
    return {
        **OTHER_COLUMNS, "engine": engine, "dataset": dataset, "threads": threads, "seed": 1, "repetitions": 1,
        "puzzles": puzzles - skipped, "clues": 24 * (puzzles - skipped), "solved": puzzles - skipped - unsolved,
        "timeouts": unsolved, "skipped": skipped, "errors": 0, "solutions": puzzles, "guesses": 4 * puzzles,
        "wall_ns": wall_ns, "cpu_ns": wall_ns,
        "puzzles_per_second": puzzles * threads * 1e9 / wall_ns,
        **{name: "" if engine in BLOCKED else factor * SPEEDS[engine]
           for factor, name in enumerate(("p50_ns", "p90_ns", "p99_ns", "max_ns"), 1)},
        "baseline": "quick", "ratio": ratio, "ratio_low": 0.9 * ratio, "ratio_high": 1.1 * ratio,
        "ratio_blocks": 9, "ratio_bound": "", "ratio_total": "", "par2_s": 0.5,
        "answer_digest": "00000000000000bb" if unsolved else DIGEST,
        "verdict": "partial" if unsolved else "ok",
    }


def of_shape(row):
    """Adapts the row of a dataset such as 16x16_45 to the side and the share of holes in its name. 45 % is hardest:
    `slow` solves no puzzle with this share."""
    side, holes = (int(one) for one in re.search(r"(\d+)x\d+_(\d+)", row["dataset"]).groups())
    root = math.isqrt(side)
    nearness = 1 / (1 + abs(holes - 45))
    row["shape"], row["clues"] = f"{root}x{root}", row["puzzles"] * side**2 * (100 - holes) // 100
    row["wall_ns"] = round(row["wall_ns"] * side * (1 + 20 * nearness))
    if row["engine"] == "slow":
        row["solved"] = round(row["puzzles"] * (1 - nearness))
        row["par2_s"] = 2 * nearness
    return row


def run_row(row):
    return {name: row[name] for name in ("engine", "dataset", "dataset_digest", "max_solutions",
                                         "threads", "puzzles_per_second", "verdict")}


def write_rows(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def context_text(context):
    """Returns the text of a context.json with its digest."""
    members = {name: value for name, value in context.items() if name != "digest"}
    digest = tables.digest_of(json.dumps(members, separators=(",", ":"), ensure_ascii=False).encode())
    return json.dumps({**members, "digest": digest}, indent=1, ensure_ascii=False)


def change_context(directory, **members):
    """Changes members of the context.json of a directory and updates its digest."""
    path = directory / "context.json"
    context = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"schema_version": SCHEMA}
    path.write_text(context_text({**context, **members}), encoding="utf-8")


def write_run(directory, *, datasets=("data/hard.txt",), puzzles=30, isomorphs=1, repetitions=1,
              threads=1, change=lambda row: row):
    """Writes a directory of results. `change` modifies each row of the summary."""
    directory.mkdir()
    summary = [change(summary_row(dataset, engine, puzzles, threads)) for dataset in datasets for engine in SPEEDS]
    write_rows(directory / "summary.csv", summary)
    write_rows(directory / "runs.csv", [run_row(row) for row in summary])
    write_rows(directory / "puzzles.csv", [
        row for dataset in datasets for engine in SPEEDS
        for row in puzzle_rows(dataset, engine, puzzles, isomorphs, repetitions)])
    write_rows(directory / "blocks.csv", [
        row for dataset in datasets for engine in SPEEDS
        for row in block_rows(dataset, engine, puzzles, repetitions)])
    change_context(directory, started="2001-02-03T04:05:06Z", arguments=["--engine", "<all>"],
                   datasets=[{"path": path} for path in datasets],
                   machine={"cpu": "Abacus <b>9</b>", "memory_bytes": 2**34, "governor": None},
                   build={"compiler": "cc 1"}, notes={})
    return directory


def count_row(dataset, solutions, limit):
    """Returns a row of summary.csv. `solutions` has a text for each puzzle, empty after a timeout."""
    lows = [0, 1, 2, *(10**n for n in range(1, 39)), MOST + 1]
    known = [int(text.removeprefix(">=")) for text in solutions if text]
    total = sum(known)
    whole = [number for number in known if not 0 < limit <= number]
    bins = {low: sum(low <= number < end for number in whole) for low, end in zip(lows, lows[1:])}
    return {
        "engine": "joiner", "dataset": dataset, "max_solutions": limit, "puzzles": len(solutions), "solved": len(known),
        "timeouts": len(solutions) - len(known), "wrong": 0, "disagreements": 0,
        "solutions": total if total < MOST else f">={MOST}",
        "solution_counts": " ".join(f"{low}:{puzzles}" for low, puzzles in bins.items() if puzzles),
        "threads": 2, "wall_ns": 2_000_000, "dataset_digest": "00000000000000aa", "answer_digest": "00000000000000bb",
    }


def write_count(directory, *, dataset="data/multi.txt", puzzles=None, limit=0, change=lambda row: row, **context):
    """Writes a directory of results of a count. `puzzles` are pairs of a number of clues and the text of a number of
    solutions. `change` modifies the row of summary.csv, `context` the members of context.json."""
    directory.mkdir()
    puzzles = list(COUNTED if puzzles is None else puzzles)
    row = count_row(dataset, [solutions for _, solutions in puzzles], limit)
    write_rows(directory / "summary.csv", [change(row)])
    write_rows(directory / "puzzles.csv", [
        {"line": line, "puzzle": "1" * clues + "." * (81 - clues), "runstatus": "ok" if solutions else "timeout",
         "solutions": solutions or "0"} for line, (clues, solutions) in enumerate(puzzles, 1)])
    change_context(directory, **{
        "command": "count", "started": "2001-02-03T04:05:06Z", "arguments": ["count", "<all>"],
        "engines": ["joiner"],
        "datasets": [{"path": dataset, "rejected": 2}], "whole": True,
        "machine": {"cpu": "Abacus <b>9</b>", "host": "here"},
        "build": {"compiler": "cc 1", "version": "7"}, **context})
    return directory


def write_history(path, changes):
    """Writes the history of an engine. Each run has its reference run, its speedup and whether it is a change point."""
    write_rows(path, [{
        "engine": "dlx", "dataset": "data/d.txt", "run": f"r{number}", "rate": 1000, "reference": reference,
        "times": times, "times_low": times and 0.99 * times, "times_high": times and 1.01 * times,
        "change": "same", "is_change_point": point} for number, (reference, times, point) in enumerate(changes)])
    return path


class ScriptTestCase(unittest.TestCase):
    """Each test has its own directory."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="sudoku-scripts-")))

    def write_run(self, name="run", **options):
        return write_run(self.folder / name, **options)

    def write_count(self, name="count", **options):
        return write_count(self.folder / name, **options)

    def write_history(self, name, changes):
        return write_history(self.folder / name, changes)

    def call(self, main, *arguments):
        """Returns the exit code, standard output and standard error of a script."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                code = main([str(argument) for argument in arguments])
            except SystemExit as exit_:
                code = exit_.code
        return code, output.getvalue(), errors.getvalue()

    def assert_fails(self, expected_code, main, arguments, *parts):
        """Asserts that a script exits with a code and prints one line that contains the parts."""
        code, _, errors = self.call(main, *arguments)
        self.assertEqual(expected_code, code, errors)
        self.assertEqual(1, errors.count("\n"), errors)
        for part in parts:
            self.assertIn(part, errors)

    def replace_in(self, path, old, new):
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new), encoding="utf-8")
