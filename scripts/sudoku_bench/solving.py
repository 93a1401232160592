"""Puzzles solved, counted, checked and made."""

import operator
import re
import typing

from sudoku_bench import _native, boards


class Engine(typing.NamedTuple):
    """A solver that can be named as `engine`."""

    id: str
    summary: str
    available: bool  # on this processor and in this build
    obstacle: str  # why it is not available
    package: str  # the package that searches and its version, of those that hand the search to one
    any_shape: bool  # takes other boards than those of 9x9
    counts_only: bool  # lists no solutions
    incomplete: bool  # stochastic: finds a solution or gives up


def engines():
    """All engines, in the order of the program. `pandas.DataFrame(engines())` is a table of them."""
    return [Engine(**engine) for engine in _native.engines()]


def solve(puzzles, engine=None, max_solutions=1, *, threads=None, shape=None):
    """Solutions of puzzles.

    With `max_solutions=1`, a solution of each puzzle, whichever the engine finds first: of a text a text, or None where
    there is none; of a list of texts a list of these; of an array of (cells,) one of (cells,), or None; of an array of
    (n, cells) one of (n, cells), with zeros in the rows of puzzles that have none. With another number, up to so many
    solutions of each puzzle, all of them with 0: a list of texts, or an array of (solutions, cells), for each; they are
    kept in memory, a byte per cell. An engine that is incomplete may find none where there is one.

    `engine` is the id of one of `engines()`, or `lanes` or `triads` for their fastest variant; without it, the one that
    is fastest on many puzzles. Raises ValueError for what is no puzzle and for engines that are unknown, unavailable,
    only count, or do not take the shape.
    """
    given = read_call(puzzles, engine, threads, shape)
    max_solutions = whole_number("max_solutions", max_solutions, 0, 2**64 - 1)
    if max_solutions != 1:
        solutions = _native.solve_many(given.cells, given.shape, engine, max_solutions, threads)
        return given.answer([given.in_form(own) for own in solutions])
    solved = _native.solve_one(given.cells, given.shape, engine, threads)
    if not (given.is_text or given.is_single):
        return solved
    is_solved = solved[:, 0].tolist()
    return given.answer([one if known else None for one, known in zip(given.in_form(solved), is_solved)])


def count(puzzles, engine=None, max_solutions=0, *, threads=None, shape=None):
    """How many solutions puzzles have, at most `max_solutions`, or all of them with 0: an int of any size of one
    puzzle, a list of ints of many. For `engine` see `solve`; those that only count will do. Without it, the one that is
    fastest at counting so many solutions."""
    given = read_call(puzzles, engine, threads, shape)
    max_solutions = whole_number("max_solutions", max_solutions, 0, 2**64 - 1)
    return given.answer(_native.count(given.cells, given.shape, engine, max_solutions, threads))


def check(puzzles, solutions, *, shape=None):
    """Whether each row, column and box of a solution has each digit once, and each clue of the puzzle stands in it: a
    bool of one puzzle, an array of (n,) bools of many. There is a solution for each puzzle, in whichever form."""
    given = boards.read(puzzles, shape)
    right = _native.check(given.cells, boards.read(solutions, given.shape).cells, given.shape)
    return bool(right[0]) if given.is_single else right


def canonical(puzzles, *, threads=None, shape=None):
    """The canonical form (minlex) of each puzzle of 9x9, in the form of `puzzles`: the same one of all puzzles that are
    equal up to relabelled digits, permuted rows, columns, bands and stacks, and transposition."""
    given = read_call(puzzles, None, threads, shape)
    return given.answer(given.in_form(_native.canonical(given.cells, given.shape, threads)))


# What the program calls them.
REQUIREMENTS = {"minimal": ["--minimal"], "unique": ["--unique"], "impossible": ["--impossible"], "any": []}


def generate(number, kind="minimal", *, holes=None, clues=None, solutions=None, symmetry=None, difficulty=None,
             seed=1, form="text", threads=None, shape=None):
    """So many puzzles, made at random: a list of texts, or, with `form="array"`, an array of (number, cells), uint8.
    Puzzle i of a seed is the same on any number of threads and however many are made.

    `kind`: "minimal", one solution, and no clue can go; "unique", one solution; "impossible", none; "grid", full
    boards, each as likely as any other on 9x9; "any", what the other requirements say: `holes`, so many empty cells,
    `clues`, a number of clues or a pair of the least and the most, `solutions`, likewise. Beside them, `symmetry` of
    the cells with clues ("rotate180", "rotate90", "mirror", "diagonal") and, of "minimal" and "unique" ones,
    `difficulty` ("easy", "medium", "hard", "extreme"). Raises ValueError for requirements that do not go together,
    and RuntimeError where no such puzzle is found in the attempts that the program makes."""
    number = whole_number("number", number, 1, 10**12)
    if form not in ("text", "array"):
        raise ValueError(f"form takes text or array, not {form!r}")
    if kind == "any" and holes is clues is solutions is None:
        raise ValueError("puzzles of any kind need holes, clues or solutions")
    if kind != "grid" and kind not in REQUIREMENTS:
        raise ValueError(f"kind takes grid, {', '.join(REQUIREMENTS)}, not {kind!r}")
    arguments = ["--grids", str(number)] if kind == "grid" else ["--puzzles", str(number), *REQUIREMENTS[kind]]
    shape = None if shape is None else boards.shape_named(shape)
    requirements = {"holes": holes, "clues": as_range(clues), "solutions": as_range(solutions), "symmetry": symmetry,
                    "difficulty": difficulty, "seed": seed, "threads": threads, "shape": shape}
    for name, value in requirements.items():
        if value is not None:
            arguments.append(f"--{name}={value}")
    try:
        made = _native.generate(arguments)
    except ValueError as error:
        raise ValueError(re.sub(r"--(?=[a-z])", "", str(error))) from None
    return made if form == "array" else _native.format(made, shape or "3x3")


def as_range(value):
    """As the program takes it."""
    return value if value is None or isinstance(value, int) else "{}..{}".format(*value)


def whole_number(name, value, least, most):
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} takes a whole number from {least} to {most}, not {number}")
    return number


def read_call(puzzles, engine, threads, shape):
    """The boards that most functions are called with, once the rest is known to be right."""
    if not isinstance(engine, (str, type(None))):
        raise TypeError(f"engine takes the name of one, not {engine!r}")
    if threads is not None:
        whole_number("threads", threads, 1, 4096)
    return boards.read(puzzles, shape)
