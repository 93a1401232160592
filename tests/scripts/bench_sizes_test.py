#!/usr/bin/python3
"""Tests the boards and the run of scripts/bench-sizes, with one engine."""

import csv
import math
import os
import sys
import unittest

from tree_testing import TreeTestCase

PROGRAM = os.environ.get("SUDOKU_BENCH")


class BoardsTest(TreeTestCase):

    FILES = ("scripts/bench-sizes", *TreeTestCase.FILES)

    def test_all_board_sizes_are_generated_and_run(self):
        self.put("scripts/report.py", "#!/bin/sh\n")
        (self.root / "build/release/sudoku-bench").symlink_to(PROGRAM)
        precious = self.root / "precious"
        precious.write_text("precious")
        (self.root / "out/boards").mkdir(parents=True)
        (self.root / "out/boards/6x6_45.txt").symlink_to(precious)
        done = self.run_script("scripts/bench-sizes", self.root / "out", "--engine", "bitmask", "--max-puzzles", "2",
                               "--warmup", "0s", "--timeout", "9s")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual("precious", precious.read_text())  # the link is replaced
        with open(self.root / "out/summary.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        fills = {}
        for row in rows:
            self.assertEqual("2", row["puzzles"])
            side = math.prod(map(int, row["shape"].split("x")))
            fills.setdefault(side, []).append(round(int(row["clues"]) / 2 / side**2 * 100))
        self.assertEqual({6, 8, 9, 12, 15, 16, 20, 25}, set(fills))
        for side in (16, 25):
            self.assertEqual([30, 35, 40, 45, 50, 55, 60], sorted(fills[side]))


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("SUDOKU_BENCH must be the path of the program")
    unittest.main()
