"""Tests bench() and read_results()."""

import os
import pathlib
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
from sudoku_bench import bench, read_results

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


class BenchTest(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def test_a_summary(self):
        table = bench("famous.txt", ["dlx", "bitmask"], options=QUICK)
        self.assertIsInstance(table, pandas.DataFrame)
        self.assertEqual(list(table["engine"]), ["dlx", "bitmask"])
        self.assertEqual(set(table["verdict"]), {"ok"})
        self.assertLessEqual(set(table["noise"]), {"", "interfered"})
        self.assertEqual(set(table["max_solutions"]), {2})
        self.assertTrue((table["puzzles_per_second"] > 0).all())

    def test_arguments_reach_the_program(self):
        table = bench(["famous.txt", ROOT / "datasets/classic.txt"], "bitmask", 0, repetitions=2, isomorphs=3,
                      threads=1, table="runs", options=QUICK)
        self.assertEqual(len(table), 4)
        self.assertEqual(set(table["repetition"]), {0, 1})
        self.assertEqual({column: set(table[column]) for column in ("max_solutions", "threads")},
                         {"max_solutions": {0}, "threads": {1}})

    def test_puzzles_of_the_caller(self):
        table = bench({"mine": [UNIQUE, FIVE], "4x4": numpy.zeros((3, 16), int)}, ["bitmask"], 0, table="puzzles",
                      options=QUICK)
        self.assertEqual(list(table["dataset"]), ["mine"] * 2 + ["4x4"] * 3)
        self.assertEqual(list(table["solutions"]), ["1", "5"] + ["288"] * 3)
        self.assertEqual(list(table["puzzle"][:2]), [UNIQUE, FIVE])

    def test_results_are_kept_in_the_given_directory(self):
        bench({"mine": [UNIQUE, FIVE]}, ["bitmask", "dlx"], out=self.directory / "run", options=QUICK)
        run = read_results(self.directory / "run")
        self.assertIsInstance(run, sudoku_bench.Run)
        self.assertEqual(run.engines, ["bitmask", "dlx"])
        with self.assertRaisesRegex(ValueError, "--force"):
            bench({"mine": [UNIQUE]}, ["dlx"], out=self.directory / "run", options=QUICK)

    def test_results_of_count_are_read(self):
        program("count", str(ROOT / "datasets/multi.txt"), "--max-solutions", "2", "--quiet", "--out",
                str(self.directory / "count"))
        self.assertIsInstance(read_results(self.directory / "count"), sudoku_bench.Count)
        with self.assertRaisesRegex(sudoku_bench.InputError, "no such directory"):
            read_results(self.directory / "nothing")

    def test_invalid_arguments_are_rejected(self):
        for message, arguments, options in (
                ("^unknown engine 'bitmsk'; did you mean 'bitmask'", ["famous.txt", ["bitmsk"]], {}),
                ("nothing.txt: No such file or directory$", ["nothing.txt"], {}),
                ("^table must be one of summary, runs, puzzles", ["famous.txt"], {"table": "blocks"}),
                ("^--max-solutions takes a whole number", ["famous.txt"], {"max_solutions": -1}),
                ("^mine: contains no puzzles$", [{"mine": []}], {}),
                ("^puzzle 1, position 81: 81 cells expected", [{"mine": UNIQUE[:80]}], {})):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                bench(*arguments, **options)

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
