#!/usr/bin/python3
"""Tests the datasets that scripts/bench-report runs, with a stand-in for the program that prints its help."""

import os
import shlex
import sys
import unittest

from tree_testing import TreeTestCase

PROGRAM = os.environ.get("SUDOKU_BENCH")

STAND_IN = """#!/bin/sh
[ "$1" = help ] && exec {program} "$@"
echo "$@"
"""


class DatasetsTest(TreeTestCase):

    FILES = ("scripts/bench-report", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        self.put("scripts/report.py", "#!/bin/sh\n")
        self.put("build/release/sudoku-bench", STAND_IN.format(program=shlex.quote(PROGRAM)))

    def arguments(self, *given):
        """Returns the arguments of the run, except those that every run has."""
        done = self.run_script("scripts/bench-report", "out", *given)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout.rstrip("\n").removeprefix("bench --per-puzzle --out out").strip()

    def test_given_datasets_are_used(self):
        for given in ("a.txt", "a.txt --engine dlx", "--engine dlx a.txt", "--force a.txt", "-q a.txt", "-",
                      "-o d a.txt",
                      "--dataset a.txt", "--threads 1 --dataset=a.txt", "--engine=dlx a.txt b.txt"):
            with self.subTest(given):
                self.assertEqual(given, self.arguments(*given.split()))

    def test_default_datasets_and_options(self):
        datasets = "--dataset datasets/hard.txt --dataset datasets/famous.txt --dataset datasets/multi.txt"
        for given, own in (("", "--threads 1 --engine all"), ("--force", "--threads 1 --engine all"),
                           ("--max-puzzles 5 --force", "--threads 1 --engine all"),
                           ("--context a=b -q", "--threads 1 --engine all"),
                           ("--engine dlx", "--threads 1"), ("--engine=dlx", "--threads 1"),
                           ("--threads 2", "--engine all"), ("--threads=2 --engine dlx", "")):
            with self.subTest(given):
                self.assertEqual(" ".join(f"{datasets} {own} {given}".split()), self.arguments(*given.split()))


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("SUDOKU_BENCH must be the path of the program")
    unittest.main()
