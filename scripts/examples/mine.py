#!/usr/bin/python3
"""Example of a solver for `--engine-cmd`: solves 9x9 sudokus, reads a puzzle per line, answers COUNT SOLUTION."""

import itertools
import os
import sys

LIMIT = int(os.environ.get("SUDOKU_BENCH_MAX_SOLUTIONS", "2")) or sys.maxsize  # 0: all solutions
PEERS = [[b for b in range(81) if b != a and (
    a // 9 == b // 9 or a % 9 == b % 9 or (a // 27, a % 9 // 3) == (b // 27, b % 9 // 3))] for a in range(81)]


def fill(sets, cell, digit):
    """Returns the sets of possible digits after a cell is filled. A set is a number with a bit for each digit."""
    sets = sets[:]
    sets[cell] = digit
    for peer in PEERS[cell]:
        sets[peer] &= ~digit
    return sets


def solutions(sets, empty):
    """Yields the solutions. Fills the cell with the fewest digits first."""
    if not empty:
        yield "".join(str(digit.bit_length()) for digit in sets)
        return
    cell = min(empty, key=lambda one: sets[one].bit_count())
    for digit in (1 << n for n in range(9)):
        if sets[cell] & digit:
            yield from solutions(fill(sets, cell, digit), empty - {cell})


def solve(puzzle):
    sets = [0b111111111] * 81
    clues = {cell: 1 << int(clue) - 1 for cell, clue in enumerate(puzzle) if clue != "."}
    for cell, digit in clues.items():
        if not sets[cell] & digit:
            return []  # equal clues in a row, column or box
        sets = fill(sets, cell, digit)
    return list(itertools.islice(solutions(sets, frozenset(range(81)) - clues.keys()), LIMIT))


for line in sys.stdin:
    if len(line.strip()) != 81:
        sys.exit("mine.py solves only 9x9 sudokus without candidates")
    found = solve(line.strip())
    print(len(found), *found[:1], flush=True)
