#!/usr/bin/python3
"""Tests the boards and the runs of scripts/bench-sizes and scripts/bench-latin, with one engine."""

import collections
import csv
import math
import os
import sys
import unittest

from tree_testing import TreeTestCase

PROGRAM = os.environ.get("SUDOKU_BENCH")


class BoardsTest(TreeTestCase):

    FILES = ("scripts/bench-sizes", "scripts/bench-latin", "scripts/lib/boards.sh", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        self.put("scripts/report.py", "#!/bin/sh\n")
        (self.root / "build/release/sudoku-bench").symlink_to(PROGRAM)

    def fills_of(self, script):
        """Runs a script and returns the percentages of cells with a clue for each side."""
        done = self.run_script(script, self.root / "out", "--engine", "bitmask", "--max-puzzles", "2",
                               "--warmup", "0s", "--timeout", "9s")
        self.assertEqual(0, done.returncode, done.stderr)
        with open(self.root / "out/summary.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        fills = collections.defaultdict(list)
        for row in rows:
            self.assertEqual("2", row["puzzles"])
            side = math.prod(map(int, row["shape"].split("x")))
            fills[side].append(round(int(row["clues"]) / 2 / side**2 * 100))
        return rows, fills

    def test_all_board_sizes_are_generated_and_run(self):
        precious = self.root / "precious"
        precious.write_text("precious")
        (self.root / "out/boards").mkdir(parents=True)
        (self.root / "out/boards/6x6_45.txt").symlink_to(precious)
        _, fills = self.fills_of("scripts/bench-sizes")
        self.assertEqual("precious", precious.read_text())  # the link is replaced
        self.assertEqual({6, 8, 9, 12, 15, 16, 20, 25}, set(fills))
        for side in (16, 25):
            self.assertEqual([30, 35, 40, 45, 50, 55, 60], sorted(fills[side]))

    def test_latin_squares_around_the_transition_are_generated_and_run(self):
        rows, fills = self.fills_of("scripts/bench-latin")
        self.assertEqual({30: [50, 54, 56, 58, 60, 62, 64, 66, 70]}, {side: sorted(own) for side, own in fills.items()})
        for row in rows:
            self.assertEqual(("1x30", "1"), (row["shape"], row["max_solutions"]))


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("SUDOKU_BENCH must be the path of the program")
    unittest.main()
