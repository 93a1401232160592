#!/usr/bin/python3
"""Adapter of py-sudoku, in the current directory. The package determines only whether there is a second
solution, so the count is at most 2."""

import os
import sys

sys.path.insert(0, os.getcwd())
from sudoku import Sudoku  # noqa: E402

LIMIT = int(os.environ.get("SUDOKU_BENCH_MAX_SOLUTIONS", "2"))


def solve(line):
    puzzle = Sudoku(3, 3, board=[[int(cell) if cell != "." else 0 for cell in line[row:row + 9]]
                                 for row in range(0, 81, 9)])
    solution = puzzle.solve().board
    if not all(map(all, solution)):
        return "0"
    count = 2 if LIMIT != 1 and puzzle.has_multiple_solutions() else 1
    return f"{count} {''.join(str(digit) for row in solution for digit in row)}"


for puzzle_line in sys.stdin:
    print(solve(puzzle_line.strip()), flush=True)
