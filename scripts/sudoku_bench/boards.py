"""Converts puzzles from the forms that callers use to the form of the library: arrays of shape (n, cells)."""

import dataclasses
import math

import numpy

from sudoku_bench import _native

EXPECTED = ("pass a text of 81 characters, a list of such texts, or whole numbers of shape (81,), (9, 9), (n, 81) or "
            "(n, 9, 9), or the same for another size")


def shape_named(shape):
    """Returns the name of a shape for the library, such as "4x5"."""
    return shape if isinstance(shape, str) else "x".join(str(part) for part in shape)


@dataclasses.dataclass(frozen=True)
class Boards:
    """Boards of one shape, and the form of the caller."""

    cells: numpy.ndarray  # (n, cells), uint8
    shape: str
    is_single: bool
    form: tuple | None  # of each board as an array, (cells,) or (side, side); None: texts
    candidates: numpy.ndarray | None = None  # (n, cells), uint64: bit d - 1 is digit d; None: every digit

    def answer(self, answers):
        """Returns the answers in the form of the caller: one answer for a single board."""
        return answers[0] if self.is_single else answers

    def in_form(self, cells):
        """Returns other boards of the same shape as texts or arrays, like the input."""
        return _native.format(cells, None, self.shape) if self.form is None else cells.reshape(-1, *self.form)


def read(puzzles, shape=None, candidates=None):
    """Reads puzzles in any form. Raises ValueError for invalid boards, and TypeError for values other than texts and
    numbers."""
    boards = read_boards(puzzles, shape)
    return boards if candidates is None else with_candidates(boards, candidates)


def with_candidates(boards, candidates):
    """Returns the boards with a set of digits for each cell."""
    sets = numpy.asarray(candidates)
    if sets.dtype.kind not in "iu":
        raise TypeError(f"candidates must be whole numbers, with bit d - 1 for digit d, not {sets.dtype}")
    if sets.dtype.kind == "i" and sets.size and sets.min() < 0:
        raise ValueError("candidates must not be negative")
    if boards.candidates is not None:
        raise ValueError("the texts already have candidates")
    if sets.size != boards.cells.size:
        raise ValueError(f"found candidates of shape {sets.shape}; expected a number for each of the "
                         f"{boards.cells.size} cells")
    sets = numpy.ascontiguousarray(sets.reshape(boards.cells.shape), dtype=numpy.uint64)
    return dataclasses.replace(boards, candidates=sets)


def read_boards(puzzles, shape):
    if isinstance(puzzles, str):
        return read_texts([puzzles], shape, is_single=True)
    array = as_array(puzzles)
    # A list or column of texts has the dtype object. An empty list has no texts that would show it.
    if array.ndim == 1 and (array.dtype.kind in "UO" or array.size == 0):
        return read_texts(array.tolist(), shape, is_single=False)
    return read_numbers(array, shape)


def as_array(puzzles):
    """Returns nested lists, arrays and columns as an array. A list of texts becomes an array of objects."""
    if isinstance(puzzles, (bytes, bytearray)):
        raise TypeError("puzzles must be texts or numbers, not bytes; decode() makes a text of bytes")
    if hasattr(puzzles, "__array__"):
        return numpy.asarray(puzzles)
    try:
        items = list(puzzles)
    except TypeError:
        raise TypeError(f"puzzles must be texts or numbers, not {type(puzzles).__name__}; {EXPECTED}") from None
    try:
        return numpy.array(items, dtype=object if items and isinstance(items[0], str) else None)
    except ValueError:
        raise ValueError(f"the rows or puzzles have different lengths; {EXPECTED}") from None


def read_texts(texts, shape, is_single):
    texts = [joined(text) if isinstance(text, str) else text for text in texts]
    found = _native.shape_of_text(texts[0]) if texts and isinstance(texts[0], str) else ""
    shape = shape_named(shape) if shape is not None else found or "3x3"
    try:
        cells, candidates = _native.parse(texts, shape)
        return Boards(cells, shape, is_single, None, candidates)
    except ValueError as error:
        if not all(map(is_row, texts)):
            raise
        raise ValueError(f'{error}; a puzzle is one text with all of its cells: "".join(rows)') from None


def joined(text):
    """Returns the rows of a text with one row per line as one line, and other texts unchanged."""
    return "".join(text.split()) if "\n" in text else text


def is_row(text):
    """Returns whether a text has as many cells as a row of a board and not as many as a whole board."""
    is_board, is_side = (bool(_native.shape_of_cells(cells)) for cells in (len(text), len(text)**2))
    return is_side and not is_board


def read_numbers(array, shape):
    if array.dtype.kind == "f" and numpy.isnan(array).any():
        raise TypeError("cells must be whole numbers, but some are NaN; numpy.nan_to_num(cells).astype(int) replaces "
                        "NaN by 0, an empty cell")
    if array.dtype.kind == "f":
        raise TypeError(f"cells must be whole numbers, not {array.dtype}; astype(int) converts an array")
    if array.dtype.kind not in "iu":
        found = "texts" if array.dtype.kind == "U" else array.dtype
        raise TypeError(f"cells must be whole numbers, with 0 for an empty cell, not {found}; {EXPECTED}")
    shape, form = form_of(array, shape)
    boards = array.reshape(-1, math.prod(form))
    side = math.isqrt(math.prod(form))
    if boards.size and (boards.max() > side or boards.min() < 0):
        puzzle, cell = numpy.argwhere((boards > side) | (boards < 0))[0]
        raise ValueError(f"puzzle {puzzle + 1}, position {cell + 1}: {boards[puzzle, cell]} is not a cell of "
                         f"{side}x{side}: use 1 to {side}, or 0 for an empty cell")
    return Boards(numpy.ascontiguousarray(boards, dtype=numpy.uint8), shape, array.ndim == len(form), form)


def form_of(array, shape):
    """Returns the name of the shape of the boards in an array, and the form of each board: (cells,) or (side, side).

    An array of shape (16, 16) is one board if a cell is greater than 4, else 16 boards of 4x4."""
    shape = None if shape is None else shape_named(shape)
    for form in forms_of(array):
        found = _native.shape_of_cells(math.prod(form))
        if shape is None and found:
            return found, form
        if shape is not None and _native.side_of(shape) ** 2 == math.prod(form):
            return shape, form
    side = 9 if shape is None else _native.side_of(shape)
    others = ", or the same for another size" if shape is None else ""
    raise ValueError(f"found whole numbers of shape {array.shape}; expected ({side**2},), ({side}, {side}), "
                     f"(n, {side**2}) or (n, {side}, {side}){others}")


def forms_of(array):
    """Yields the forms that each board of an array may have, the most likely one first."""
    *rest, width = array.shape or (0,)
    rows, square = (width,), (width, width)
    forms = [rows] if len(rest) < 2 else []
    if len(rest) in (1, 2) and rest[-1] == width:
        forms.append(square)
    has_large_cells = array.size and array.max() > math.isqrt(width)
    return reversed(forms) if has_large_cells else forms
