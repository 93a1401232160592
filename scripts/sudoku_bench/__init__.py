"""Sudoku puzzles solved, counted, made and benchmarked by sudoku-bench.

    import sudoku_bench
    sudoku_bench.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    sudoku_bench.count("." * 81)                       # 6670903752021072936960
    sudoku_bench.bench("hard.txt", ["dlx", "bitmask"])  # a pandas.DataFrame

A puzzle is a text of one character per cell, row by row, or a numpy array of one number per cell, 0 an empty one; many
are a list of texts or an array of (n, cells). What comes back is of the form of what was given: of one puzzle one
answer, of many a list or an array. Boards have any shape from 4x4 to 36x36; it is the usual one of so many cells, or
`shape`, the rows and columns of a box as in "4x5" or (4, 5). Texts of other shapes than 9x9 may begin with 1, 0 or A,
which all texts of a call tell together; answers begin with 1, go on with A behind 9, and have . for an empty cell.

Everything works on as many threads as this process may use, or `threads`, lets other threads of Python run, and ends
soon after Ctrl-C. What a caller did wrong is a ValueError in the program's words; puzzles and positions count from 1.
"""

import importlib

# Loaded when they are first asked for: who reads results needs no library, and who solves no pandas.
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
