"""Solves, counts, checks and generates puzzles."""

import operator
import re
import typing

from sudoku_bench import _native, boards


class Engine(typing.NamedTuple):
    """A solver. Functions accept its `id` as `engine`."""

    id: str
    summary: str
    available: bool  # in this build and on this processor
    obstacle: str  # the reason if it is not available
    package: str  # name and version of the solver package behind the engine, if any
    any_shape: bool  # supports boards other than 9x9
    counts_only: bool  # cannot list solutions
    incomplete: bool  # stochastic: it finds a solution or gives up
    candidates: bool  # supports puzzles with candidates


def engines():
    """Returns all engines in the order of the program. `pandas.DataFrame(engines())` shows them as a table."""
    return [Engine(**engine) for engine in _native.engines()]


def solve(puzzles, engine=None, max_solutions=1, *, candidates=None, threads=None, shape=None):
    """Returns solutions of puzzles.

    With `max_solutions=1`, returns the first solution that the engine finds for each puzzle. A text gives a text or
    None. A list of texts gives a list of these. Numbers of one puzzle, of shape (cells,) or (side, side), give an array
    of this shape or None. Numbers of n puzzles, of shape (n, cells) or (n, side, side), give an array of this shape
    with zeros for puzzles without a solution.

    With a larger `max_solutions`, returns up to that many solutions of each puzzle; with 0, all solutions. The
    solutions of a puzzle are a list of texts or an array with one more dimension, such as (solutions, 9, 9). A list has
    one of these for each of n puzzles. They take one byte per cell.

    `engine` is the id of one of `engines()`, or `lanes` or `triads` for their fastest variant. The default is the
    fastest engine for many puzzles. An incomplete engine may miss a solution. `candidates` is a number for each cell,
    in an array of the shape of the numbers: bit d - 1 is set if the cell may have digit d. Raises ValueError if a
    puzzle is invalid, or if the engine is unknown, unavailable, only counts, or does not support the shape or
    candidates.
    """
    given = read_call(puzzles, engine, threads, shape, candidates)
    max_solutions = whole_number("max_solutions", max_solutions, 0, 2**64 - 1)
    if max_solutions != 1:
        solutions = _native.solve_many(given.cells, given.candidates, given.shape, engine, max_solutions, threads)
        return given.answer([given.in_form(own) for own in solutions])
    solved = _native.solve_one(given.cells, given.candidates, given.shape, engine, threads)
    found = given.in_form(solved)
    if not given.is_single and given.form is not None:
        return found
    return given.answer([one if known else None for one, known in zip(found, solved[:, 0].tolist())])


def count(puzzles, engine=None, max_solutions=0, *, candidates=None, threads=None, shape=None):
    """Returns the number of solutions of each puzzle: an int of any size for one puzzle, a list for several.

    Stops at `max_solutions`; 0 means no limit. `engine` and `candidates` are as in `solve`. `engine` may also be one
    that only counts. The default is the engine that counts up to `max_solutions` fastest."""
    given = read_call(puzzles, engine, threads, shape, candidates)
    max_solutions = whole_number("max_solutions", max_solutions, 0, 2**64 - 1)
    return given.answer(_native.count(given.cells, given.candidates, given.shape, engine, max_solutions, threads))


def check(puzzles, solutions, *, candidates=None, shape=None):
    """Returns whether solutions are correct: each row, column and box contains each digit once, and all clues and
    candidates match.

    Returns a bool for one puzzle and an array of n bools for several. Needs one solution for each puzzle, in any
    form."""
    given = boards.read(puzzles, shape, candidates)
    solved = without_candidates("a solution", boards.read(solutions, given.shape))
    right = _native.check(given.cells, given.candidates, solved.cells, given.shape)
    return bool(right[0]) if given.is_single else right


def canonical(puzzles, *, threads=None, shape=None):
    """Returns the canonical form (minlex) of each 9x9 puzzle. Isomorphs of a puzzle have the same canonical form."""
    given = without_candidates("canonical", read_call(puzzles, None, threads, shape))
    return given.answer(given.in_form(_native.canonical(given.cells, given.shape, threads)))


def difficulty(puzzles, *, threads=None, shape=None):
    """Returns the difficulty of each 9x9 puzzle: a text or None for one puzzle, a list for several.

    "easy": singles solve the puzzle;
    "medium": locked candidates and pairs are needed, too;
    "hard": a search with few guesses is needed;
    "extreme": a search with more guesses is needed;
    None: the puzzle has no solution or several solutions.

    The difficulty of a puzzle is the same on every machine."""
    given = without_candidates("difficulty", read_call(puzzles, None, threads, shape))
    return given.answer(_native.difficulty(given.cells, given.shape, threads))


# The options of the program for each kind of puzzle.
REQUIREMENTS = {"minimal": ["--minimal"], "unique": ["--unique"], "impossible": ["--impossible"], "any": []}


def generate(number, kind="minimal", *, holes=None, clues=None, solutions=None, symmetry=None, difficulty=None,
             seed=1, form="text", threads=None, shape=None):
    """Returns random puzzles: a list of texts, or with `form="array"` a uint8 array of shape (number, cells).

    Puzzle i of a seed depends neither on the number of threads nor on the number of puzzles.

    `kind` is one of:
    "minimal": one solution, and no redundant clue;
    "unique": one solution;
    "impossible": no solution;
    "grid": full boards, on 9x9 uniformly distributed;
    "any": only the other requirements, at least one of `holes`, `clues` and `solutions`.

    `holes` is the number of empty cells. `clues` and `solutions` are numbers or pairs of a minimum and a maximum.
    `symmetry` of the clues is "rotate180", "rotate90", "mirror" or "diagonal". `difficulty` of "minimal" and "unique"
    puzzles is "easy", "medium", "hard" or "extreme".

    Raises ValueError for incompatible requirements, and RuntimeError if the program finds no such puzzle."""
    number = whole_number("number", number, 1, 10**12)
    if form not in ("text", "array"):
        raise ValueError(f"form must be text or array, not {form!r}")
    if kind == "any" and holes is clues is solutions is None:
        raise ValueError('kind "any" needs holes, clues or solutions')
    if kind != "grid" and kind not in REQUIREMENTS:
        raise ValueError(f"kind must be one of grid, {', '.join(REQUIREMENTS)}, not {kind!r}")
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
    return made if form == "array" else _native.format(made, None, shape or "3x3")


def as_range(value):
    """Formats a range for the program."""
    return value if value is None or isinstance(value, int) else "{}..{}".format(*value)


def whole_number(name, value, least, most):
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {number}")
    return number


def without_candidates(what, given):
    if given.candidates is not None:
        raise ValueError(f"{what} does not support candidates")
    return given


def read_call(puzzles, engine, threads, shape, candidates=None):
    """Checks the arguments that most functions share, and reads the puzzles."""
    if not isinstance(engine, (str, type(None))):
        raise TypeError(f"engine must be the id of an engine, not {engine!r}")
    if threads is not None:
        whole_number("threads", threads, 1, 4096)
    return boards.read(puzzles, shape, candidates)
