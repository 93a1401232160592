"""Solves, counts, generates and benchmarks sudoku puzzles with sudoku-bench.

    import sudoku_bench
    sudoku_bench.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    sudoku_bench.count("." * 81)                       # 6670903752021072936960
    sudoku_bench.bench("hard.txt", ["dlx", "bitmask"])  # a pandas.DataFrame

Puzzles: a puzzle is a text with one character per cell, row by row, or a numpy array with one number per cell. An empty
cell is 0, or . in texts. Several puzzles are a list of texts or an array of shape (n, cells). Results have the form of
the input: one result for one puzzle, a list or an array for several.

Shapes: boards from 4x4 to 36x36. The default shape is the usual one for the number of cells. `shape` gives the rows and
columns of a box instead, such as "4x5" or (4, 5). Texts of boards larger than 9x9 may start their digits at 1, 0 or A;
all texts of a call use the same digits. Results start at 1, continue with A after 9, and use . for empty cells.

Threads: functions use all processors that the process may use, or `threads`. Other Python threads run meanwhile. Ctrl-C
stops a call. Invalid arguments raise ValueError with the message of the program; puzzles and positions count from 1.
"""

import importlib

# Imported on first use, so that reading results needs no library, and solving needs no pandas.
_HOME = {**dict.fromkeys(("solve", "count", "check", "canonical", "generate", "engines", "Engine"), "solving"),
         **dict.fromkeys(("bench", "program"), "benching"),
         **dict.fromkeys(("read_results", "Run", "Count"), "results"),
         "InputError": "tables"}
__all__ = sorted(_HOME)


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__():
    return [*globals(), *__all__]
