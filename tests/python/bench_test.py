"""Tests bench() and read_results()."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy
import pandas
from python_testing import FIVE, PATIENCE, ROOT, UNIQUE, program

import sudoku_bench
from sudoku_bench import audit, bench, read_results, show

QUICK = ["--warmup", "0s"]
# A stand-in for the program: runs until an interrupt and reports it to a FIFO.
PATIENT = f"""#!{sys.executable}
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
said = open(sys.argv[0] + '.said', 'w')
try:
    print('started', file=said, flush=True)
    while True:
        signal.pause()
except KeyboardInterrupt:
    print('ended', file=said, flush=True)
    sys.exit(130)
"""
CALLER = """
import signal, sudoku_bench
signal.signal(signal.SIGINT, signal.default_int_handler)
sudoku_bench.bench('a')
"""


class AuditTest(unittest.TestCase):
    def test_the_report_equals_that_of_the_program(self):
        path = ROOT / "datasets/multi.txt"
        report = audit(path, isomorphs=True, threads=1, options=["--list", "3"])
        self.assertEqual(report, json.loads(program("audit", "--json", "--isomorphs", "--list", "3", path)))
        self.assertEqual(len(report["solutions"]["several"]["first"]), 3)
        self.assertEqual(audit("famous.txt")["puzzles"], 128)

    def test_puzzles_of_the_caller(self):
        report = audit([UNIQUE, FIVE, UNIQUE])
        self.assertEqual(report["dataset"], "puzzles")
        self.assertEqual(report["duplicates"]["first"], [{"line": 3, "first_line": 1}])
        self.assertEqual(report["solutions"]["several"]["count"], 1)
        self.assertEqual(audit(numpy.zeros((3, 4, 4), int))["shape"], "2x2")


class BenchTest(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_summary(self):
        table = bench("famous.txt", ["dlx", "bitmask"], options=QUICK)
        self.assertIsInstance(table, pandas.DataFrame)
        self.assertEqual(list(table["engine"]), ["dlx", "bitmask"])
        self.assertEqual(set(table["verdict"]), {"ok"})
        self.assertLessEqual(set(table["noise"]), {"", "interfered"})
        self.assertEqual(set(table["max_solutions"]), {2})
        self.assertTrue((table["puzzles_per_second"] > 0).all())

    def test_the_columns_of_the_program_come_first(self):
        for table in ("summary", "runs"):
            found = list(bench("famous.txt", ["dlx"], table=table, out=self.directory / table, options=QUICK))
            shown = [name for name in show(self.directory / table) if name in found]
            main = [name for name in ("engine", "puzzles_per_second", "ratio", "solved", "verdict") if name in found]
            self.assertEqual(shown[:len(main)], main)
            self.assertEqual(found[:len(shown)], shown)

    def test_a_printed_table_shows_the_first_columns_that_fit(self):
        run = self.directory / "run"
        table = bench({"mine": [UNIQUE] * 40, "m" * 60: [FIVE]}, ["lanes_scalar", "bitmask"], out=run, options=QUICK)
        main = "engine puzzles_per_second ratio solved verdict".split()
        for printed, columns in ((table, 80), (table[table["ratio"] > 0], 80), (table.sort_values("ratio"), 80),
                                 (show(run), 80), (table, 140)):
            with mock.patch.dict(os.environ, COLUMNS=str(columns)):
                header, *rows, end = str(printed).splitlines()
            self.assertLessEqual(max(map(len, [header, *rows])), columns)
            self.assertEqual(header.split()[:5], main)
            self.assertEqual(header.split()[-1], "...")
            self.assertEqual(len(rows), len(printed) + 1)  # the last line is empty
            self.assertEqual(end, f"[{len(printed)} rows x {len(printed.columns)} columns]")
            self.assertEqual("dataset" in header, columns == 140)
        self.assertEqual(str(table[["engine", "verdict"]]), str(pandas.DataFrame(table[["engine", "verdict"]])))

    def test_show_reads_the_summary_again(self):
        run = self.directory / "run"
        table = bench({"mine": [UNIQUE] * 40}, ["bitmask", "bandjoin", "anneal"], out=run, options=QUICK)
        shown = show(run)
        self.assertEqual(list(shown["engine"]), ["bitmask", "bandjoin", "anneal"])
        for column in ("puzzles_per_second", "ratio", "solved", "verdict"):
            pandas.testing.assert_series_equal(shown[column], table[column], check_dtype=False)
        self.assertEqual(shown["p50_ns"].dtype, float)
        bench("famous.txt", ["lanes_scalar"], out=self.directory / "blocks", options=QUICK)
        unknown = show(self.directory / "blocks")["p50_ns"]  # only times of blocks
        self.assertEqual((unknown.dtype, unknown.isna().all()), (float, True))
        with self.assertRaisesRegex(ValueError, "nothing"):
            show(self.directory / "nothing")

    def test_arguments_reach_the_program(self):
        table = bench(["famous.txt", ROOT / "datasets/classic.txt"], "bitmask", 0, repetitions=2, isomorphs=3,
                      threads=1, table="runs", options=QUICK)
        self.assertEqual(len(table), 4)
        self.assertEqual(set(table["repetition"]), {0, 1})
        self.assertEqual({column: set(table[column]) for column in ("max_solutions", "threads")},
                         {"max_solutions": {0}, "threads": {1}})

    def test_puzzles_with_names(self):
        table = bench({"mine": [UNIQUE, FIVE], "4x4": numpy.zeros((3, 16), int)}, ["bitmask"], 0, table="puzzles",
                      options=QUICK)
        self.assertEqual(list(table["dataset"]), ["mine"] * 2 + ["4x4"] * 3)
        self.assertEqual(list(table["solutions"]), ["1", "5"] + ["288"] * 3)
        self.assertEqual(list(table["puzzle"][:2]), [UNIQUE, FIVE])

    def test_puzzles_without_a_name(self):
        cells = numpy.array([[int(cell) for cell in text.replace(".", "0")] for text in (UNIQUE, FIVE)])
        texts = [UNIQUE, FIVE.replace(".", "0")]
        for puzzles in (cells, cells.reshape(2, 9, 9), cells.tolist(), pandas.DataFrame(cells).add_prefix("c"),
                        texts, pandas.Series(texts), (text for text in texts)):
            table = bench(puzzles, ["bitmask"], 0, table="puzzles", options=QUICK)
            self.assertEqual(list(table["dataset"]), ["puzzles"] * 2)
            self.assertEqual(list(table["puzzle"]), [UNIQUE, FIVE])
        for puzzle in (UNIQUE, cells[0]):
            self.assertEqual(list(bench(puzzle, ["bitmask"], 0, options=QUICK)["puzzles"]), [1])
        self.assertEqual(audit(UNIQUE)["dataset"], "puzzles")

    def test_datasets_have_short_names(self):
        (self.directory / "famous.txt").write_text(UNIQUE, encoding="ascii")
        for datasets, names in ((["famous.txt"], ["famous.txt"]),
                                ([ROOT / "datasets/famous.txt", "classic.txt"], ["famous.txt", "classic.txt"]),
                                (["famous.txt", self.directory / "famous.txt"],
                                 [audit("famous.txt")["dataset"], str(self.directory / "famous.txt")]),
                                ({"few": [FIVE], 7: [FIVE], "a/b": [FIVE]}, ["few", 7, "a/b"]),
                                ({"..": [FIVE], "x" * 300: [FIVE]}, ["..", "x" * 300])):
            table = bench(datasets, "bitmask", options=[*QUICK, "--force"], out=self.directory / "run")
            self.assertEqual(list(table["dataset"]), names)
        self.assertEqual(list(show(self.directory / "run")["dataset"]), ["...txt", "x" * 50 + ".txt"])

    def test_results_are_kept_in_the_given_directory(self):
        run = self.directory / "run"
        call = {"datasets": {"mine": [UNIQUE, FIVE]}, "engines": ["bitmask", "dlx"], "out": run}
        bench(**call, options=QUICK)
        self.assertIsInstance(read_results(run), sudoku_bench.Run)
        self.assertEqual(read_results(run).engines, ["bitmask", "dlx"])
        with self.assertRaises(ValueError) as caught:
            bench(**call, options=QUICK)
        self.assertEqual(str(caught.exception), f"{run} already has results; options=[\"--force\"] replaces them")
        bench(**call, options=[*QUICK, "--force"])
        program("count", str(ROOT / "datasets/multi.txt"), "--max-solutions", "2", "--quiet", "--out",
                str(self.directory / "count"))
        self.assertIsInstance(read_results(self.directory / "count"), sudoku_bench.Count)
        with self.assertRaisesRegex(sudoku_bench.InputError, "no such directory"):
            read_results(self.directory / "nothing")

    def test_invalid_arguments_are_rejected(self):
        for message, arguments, options in (
                ("^unknown engine 'bitmsk'; did you mean 'bitmask'", ["famous.txt", ["bitmsk"]], {}),
                ("^nothing.txt: No such file or directory$", ["nothing.txt"], {}),
                ("^table must be one of summary, runs, puzzles", ["famous.txt"], {"table": "blocks"}),
                ("^--max-solutions takes a whole number", ["famous.txt"], {"max_solutions": -1}),
                ("^mine: contains no puzzles$", [{"mine": []}], {}),
                ("^puzzle 1, position 81: 81 cells expected", [{"mine": UNIQUE[:80]}], {}),
                ("^bench needs datasets", [[]], {}),
                ("^puzzles: contains no puzzles$", [numpy.zeros((0, 81), int)], {}),
                ("^puzzle 2, position 81: 81 cells expected, 80 found$", [[UNIQUE, UNIQUE[:80]]], {})):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                bench(*arguments, **options)

    def test_the_help_names_documents_that_describe_the_columns(self):
        for function in (bench, show):
            documents = set(re.findall(r"\S+\.md", function.__doc__))
            self.assertEqual(documents, {"results/COLUMNS.md"})
            for document in documents:
                self.assertIn("`puzzles_per_second`", (ROOT / document).read_text("utf-8"))

    def test_a_failing_program_raises_an_error(self):
        script = self.directory / "program"
        script.write_text("#!/bin/sh\necho sudoku-bench: out of memory >&2\nexit 71\n", encoding="ascii")
        script.chmod(0o755)
        with mock.patch.dict(os.environ, SUDOKU_BENCH=str(script)):
            self.assertEqual(sudoku_bench.program(), str(script))
            with self.assertRaisesRegex(RuntimeError, "^out of memory$"):
                bench("famous.txt")
        script.write_text("#!/bin/sh\nexit 130\n", encoding="ascii")
        with mock.patch.dict(os.environ, SUDOKU_BENCH=str(script)), self.assertRaises(KeyboardInterrupt):
            bench("famous.txt")

    def test_an_interrupt_stops_the_program(self):
        script = self.directory / "program"
        script.write_text(PATIENT, encoding="ascii")
        script.chmod(0o755)
        os.mkfifo(f"{script}.said")
        child = subprocess.Popen([sys.executable, "-c", CALLER], env={**os.environ, "SUDOKU_BENCH": str(script)},
                                 stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.kill)
        with open(f"{script}.said", encoding="ascii") as said:
            self.assertEqual(said.readline(), "started\n")
            child.send_signal(signal.SIGINT)
            self.assertEqual(said.read(), "ended\n")
        self.assertIn("KeyboardInterrupt", child.communicate(timeout=PATIENCE)[1])


if __name__ == "__main__":
    unittest.main()
