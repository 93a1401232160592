#!/usr/bin/python3
"""Tests the boards and the run of scripts/bench-sizes, with one engine."""

import csv
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SUDOKU_BENCH")


class BoardsTest(unittest.TestCase):

    def test_a_run(self):
        with tempfile.TemporaryDirectory(prefix="sudoku-bench-sizes-") as directory:
            root = pathlib.Path(directory)
            for name in ("scripts/bench-sizes", "scripts/lib/setup.sh"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, root / name)
            for name in ("scripts/report.py", "bin/cmake", "bin/dpkg-query"):
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text('#!/bin/sh\nfor package do echo "$package installed"; done\n')
                (root / name).chmod(0o755)
            (root / "build/release").mkdir(parents=True)
            (root / "build/release/build.ninja").touch()
            (root / "build/release/sudoku-bench").symlink_to(PROGRAM)
            subprocess.run(["bash", root / "scripts/bench-sizes", "--no-install", root / "out", "--engine", "bitmask",
                            "--max-puzzles", "2", "--warmup", "0s", "--timeout", "9s"], check=True, capture_output=True,
                           env={**os.environ, "PATH": f"{root / 'bin'}:{os.environ['PATH']}"})
            with open(root / "out/summary.csv", newline="", encoding="utf-8") as file:
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
        sys.exit("SUDOKU_BENCH names the program")
    unittest.main()
