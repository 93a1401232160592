"""Solves, counts, generates and benchmarks sudoku puzzles with sudoku-bench.

    import sudoku_bench
    sudoku_bench.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    sudoku_bench.count("." * 81)                       # 6670903752021072936960
    sudoku_bench.bench("hard.txt", ["dlx", "bitmask"])  # a pandas.DataFrame

Puzzles: a puzzle is a text with one character per cell, row by row, or whole numbers of shape (81,) or (9, 9). Several
puzzles are a list of texts, or whole numbers of shape (n, 81) or (n, 9, 9). Other sizes likewise, such as (n, 16, 16).
Numbers are a numpy array or nested lists. An empty cell is 0, or . in texts. A text may have one row per line.

Results have the form of the input: texts give texts, numbers give arrays of the same shape, one puzzle gives one result
and several puzzles give a list or an array.

Candidates: a puzzle may give the digits that each cell may have. A text then has a character for each cell and each
digit: the digit if the cell may have it, or else a dot. For 9x9, these are 729 characters. With numbers, `candidates`
has these sets; see `solve`.

Shapes: boards from 2x2 to 64x64. The default shape is the usual one for the number of cells. `shape` gives the rows and
columns of a box instead, such as "4x5" or (4, 5). With "1x9", the board is a Latin square of order 9. Without `shape`,
a text of 729 characters is a 9x9 puzzle with candidates if each cell has one, else a 27x27 board. Numbers of shape (16,
16) are one board if a cell is greater than 4, else 16 boards of 4x4; (36, 36) likewise. In texts of boards larger than
9x9, the first digit may be 1, 0 or A; all texts of a call use the same digits. In results, the first digit is 1, A
follows 9, a follows Z, and an empty cell is a dot. Texts of boards larger than 61x61 are numbers
separated by blanks.

Threads: `threads` is the number of threads, by default one for each processor that the process may use. Other Python
threads can run during a call. Ctrl-C stops a call.

Errors: invalid arguments raise ValueError with the message of the program. Puzzles and positions count from 1.
"""

import importlib

# Imports modules on first use: reading results does not need the extension module, and solving does not need pandas.
_HOME = {**dict.fromkeys(("solve", "count", "check", "canonical", "difficulty", "generate", "engines", "Engine"),
                         "solving"),
         **dict.fromkeys(("bench", "show", "audit"), "benching"),
         "program": "command",
         **dict.fromkeys(("read_results", "Run", "Count"), "results"),
         "InputError": "tables",
         "__version__": "_native"}
__all__ = sorted(_HOME.keys() - {"__version__"})


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__():
    return [*globals(), *_HOME]
