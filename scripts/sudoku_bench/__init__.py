"""Solves, counts, generates and benchmarks sudoku puzzles with sudoku-bench.

    import sudoku_bench
    sudoku_bench.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    sudoku_bench.count("." * 81)                       # 6670903752021072936960
    sudoku_bench.bench("hard.txt", ["dlx", "bitmask"])  # a pandas.DataFrame

Puzzles: a puzzle is a text with one character per cell, row by row, or a numpy array with one number per cell. An empty
cell is 0, or . in texts. Several puzzles are a list of texts or an array of shape (n, cells). Results have the form of
the input: one result for one puzzle, a list or an array for several puzzles.

Shapes: boards from 4x4 to 36x36. The default shape is the usual one for the number of cells. `shape` gives the rows and
columns of a box instead, such as "4x5" or (4, 5). In texts of boards larger than 9x9, the first digit may be 1, 0 or A;
all texts of a call use the same digits. In results, the first digit is 1, A follows 9, and an empty cell is a dot.

Threads: `threads` is the number of threads, by default one for each processor that the process may use. Other Python
threads can run during a call. Ctrl-C stops a call.

Errors: invalid arguments raise ValueError with the message of the program. Puzzles and positions count from 1.
"""

import importlib

# Imports modules on first use: reading results does not need the extension module, and solving does not need pandas.
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
