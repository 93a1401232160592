"""Converts puzzles from the forms that callers use to the form of the library: byte arrays of shape (n, cells)."""

import dataclasses
import math

import numpy

from sudoku_bench import _native


def shape_named(shape):
    """Returns the name of a shape for the library, such as "4x5"."""
    return shape if isinstance(shape, str) else "x".join(str(part) for part in shape)


@dataclasses.dataclass(frozen=True)
class Boards:
    """Boards of one shape, and the form of the caller."""

    cells: numpy.ndarray  # (n, cells), uint8
    shape: str
    is_text: bool
    is_single: bool

    def answer(self, answers):
        """Returns the answers in the form of the caller: one answer for a single board."""
        return answers[0] if self.is_single else answers

    def in_form(self, cells):
        """Returns other boards of the same shape as texts or arrays, like the input."""
        return _native.format(cells, self.shape) if self.is_text else cells


def read(puzzles, shape=None):
    """Reads puzzles in any form. Raises ValueError for invalid boards, and TypeError for values other than texts and
    numbers."""
    if isinstance(puzzles, (bytes, bytearray)):
        raise TypeError("puzzles must be texts or arrays, not bytes")
    if isinstance(puzzles, str):
        return read_texts([puzzles], shape, is_single=True)
    if not is_numbers(puzzles):
        puzzles = list(puzzles)
        if not puzzles or isinstance(puzzles[0], str):
            return read_texts(puzzles, shape, is_single=False)
        puzzles = numpy.array(puzzles)
    return read_numbers(puzzles, shape)


def is_numbers(puzzles):
    return isinstance(puzzles, numpy.ndarray) and puzzles.dtype.kind in "iuf"


def read_texts(texts, shape, is_single):
    if shape is None:
        found = _native.shape_of_cells(len(texts[0].strip(" \t"))) if texts else ""
        shape = found or "3x3"
    shape = shape_named(shape)
    return Boards(_native.parse(texts, shape), shape, True, is_single)


def read_numbers(array, shape):
    if array.dtype.kind not in "iu":
        raise TypeError(f"cells must be whole numbers, not {array.dtype}")
    if array.ndim not in (1, 2):
        raise ValueError(f"expected an array of shape (n, cells) or (cells,), not {array.shape}")
    cells = array.shape[-1]
    found = shape_named(shape) if shape is not None else _native.shape_of_cells(cells)
    if not found:
        raise ValueError(f"no board has {cells} cells: expected an array of shape (n, cells), such as (n, 81) for 9x9, "
                         f"not {array.shape}; reshape(-1) turns the cells of a board into one row")
    boards = numpy.atleast_2d(array)
    side = math.isqrt(cells)
    if boards.size and (boards.max() > side or (array.dtype.kind == "i" and boards.min() < 0)):
        puzzle, cell = numpy.argwhere((boards > side) | (boards < 0))[0]
        raise ValueError(f"puzzle {puzzle + 1}, position {cell + 1}: {boards[puzzle, cell]} is not a cell of "
                         f"{side}x{side}: use 1 to {side}, or 0 for an empty cell")
    return Boards(numpy.ascontiguousarray(boards, dtype=numpy.uint8), found, False, array.ndim == 1)
