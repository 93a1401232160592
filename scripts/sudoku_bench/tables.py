"""Reads CSV files and checks each field against the type of its column.

Errors name the file and the line. Unprintable characters in fields become escapes, so that names from others cannot
control a terminal or forge a line.
"""

import contextlib
import csv
import dataclasses
import math
import os
import re
import typing
import urllib.parse

import pandas
import xxhash

from sudoku_bench.names import printable


DATA_URL = "data:,"
# The program has the same limits.
MOST_BYTES = 64 << 20  # of a JSON file
LONGEST_LINE = 64 << 10  # of a CSV file


class InputError(Exception):
    """A file or directory is unreadable, invalid or incomplete."""


@contextlib.contextmanager
def opened(path):
    """Opens a file for reading bytes."""
    try:
        with open(path, "rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def bytes_of_file(path):
    with opened(path) as stream:
        if os.fstat(stream.fileno()).st_size > MOST_BYTES:
            raise InputError(f"{path}: is larger than 64 MiB")
        return stream.read()


def text_of_file(path):
    """Returns the text of a file. Bytes that are not UTF-8 become escapes: file names may contain any byte."""
    return bytes_of_file(path).decode(errors="backslashreplace")


def digest_of(content):
    """Returns the XXH3-64 hash of bytes as 16 hex digits."""
    return xxhash.xxh3_64_hexdigest(content)


def digest_of_file(path):
    """Returns the XXH3-64 hash of a CSV file of any size. Stops with an InputError at a NUL byte, so that a sparse file
    is not read to its end."""
    digest = xxhash.xxh3_64()
    with opened(path) as stream:
        while part := stream.read(1 << 20):
            if b"\0" in part:
                raise InputError(f"{path}: has been modified: it contains a NUL byte")
            digest.update(part)
    return digest.hexdigest()


def decoded(field):
    """Returns the text of a field, which the program writes as a data URL if it would be a formula in a spreadsheet or
    control a terminal."""
    is_url = field.startswith(DATA_URL)
    return urllib.parse.unquote(field[len(DATA_URL):], errors="backslashreplace") if is_url else field


def lines_of(path, stream):
    """Yields the lines of a CSV file. Raises InputError for a line that the program never writes, before it reads the
    rest of it."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if "\0" in line:
            raise InputError(f"{path}:{number}: contains a NUL byte")
        if len(line) > LONGEST_LINE:
            raise InputError(f"{path}:{number}: the row is too long")
        yield line


def read_rows(path, needed):
    """Yields the header and the rows of a CSV file: the number of the last line and the list of fields.

    Checks that the header contains the columns `needed`, that it contains no column twice, and that every row has as
    many fields as the header."""
    rows = None
    try:
        with open(path, encoding="utf-8", errors="backslashreplace", newline="") as stream:
            rows = csv.reader(lines_of(path, stream), strict=True)
            header = printable(next(rows, None))
            if not header:
                raise InputError(f"{path}:1: no header")
            for name in needed:
                if name not in header:
                    raise InputError(f"{path}:1: column {name} is missing")
            for name in header:
                if header.count(name) > 1:
                    raise InputError(f"{path}:1: column {name} appears twice")
            yield rows.line_num, header
            for row in rows:
                if len(row) != len(header):
                    raise ValueError(f"{len(row)} fields, but the header has {len(header)}")
                # Most rows need no escapes.
                text = "".join(row)
                is_plain = text.isprintable() and DATA_URL not in text
                yield rows.line_num, row if is_plain else printable([decoded(field) for field in row])
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (ValueError, csv.Error) as error:
        raise InputError(f"{path}:{rows.line_num if rows else 1}: {error}") from error


# --- Types of columns --------------------------------------------------------------------------

MAX_COUNT = 2**128 - 1  # the program writes larger numbers of solutions as AT_LEAST and this number
AT_LEAST = ">="
MIN_POSITIVE = 2.0**-128  # quotients of smaller numbers overflow
MAX_NUMBER = 2.0**128


@dataclasses.dataclass(frozen=True)
class Kind:
    """The type of a column."""

    error: str  # message for a wrong field
    convert: typing.Callable  # from a column of texts to its values and a mask of the valid ones


def convert_numbers(column):
    is_plain = column.str.fullmatch(r"[0-9.]+([eE][-+]?[0-9]{1,3})?").astype(bool)
    values = pandas.to_numeric(column.where(is_plain), errors="coerce").astype(float)
    return values, values.between(MIN_POSITIVE, MAX_NUMBER) | (values == 0)


def convert_shares(column):
    values, _ = convert_numbers(column)
    return values, values.between(0, 1)


def convert_factors(column):
    values, _ = convert_numbers(column)
    return values, values.between(MIN_POSITIVE, MAX_NUMBER)


def convert_whole(column):
    values, is_good = convert_numbers(column)
    is_good &= column.str.fullmatch(r"[0-9]+").astype(bool)
    return (values.astype("int64") if (is_good & (values < 2**53)).all() else values), is_good


def convert_positive(column):
    values, is_good = convert_whole(column)
    return values, is_good & (values > 0)


def convert_counts(column):
    return column, column.map(is_count).astype(bool)


def is_count(text):
    return text == f"{AT_LEAST}{MAX_COUNT}" or (
        re.fullmatch(r"[0-9]{1,39}", text) is not None and int(text) <= MAX_COUNT)


def number_of(count):
    """Returns a number of solutions as an integer. A lower bound becomes the bound."""
    return int(count.removeprefix(AT_LEAST))


def one_of(*words):
    return Kind(f"none of {', '.join(words)}", lambda column: (column, column.isin(words)))


def matches(pattern, error):
    return Kind(error, lambda column: (column, column.str.fullmatch(pattern).astype(bool)))


SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # digits of a board, in order
MAX_SIDE = 64


def givens_of(puzzle):
    """Returns the number of clues of a puzzle, or of eliminated candidates if it has candidates.

    A puzzle is a symbol or `.` per cell, numbers separated by blanks on boards that are too large for symbols, or
    for each cell and digit its symbol or `.`; 64 characters are a board. Returns None for any other text."""
    numbers = puzzle.split(" ")
    side = math.isqrt(len(numbers))
    if side > len(SYMBOLS) and side <= MAX_SIDE and side * side == len(numbers):
        is_board = all(re.fullmatch("0|[1-9][0-9]?", number) and int(number) <= side for number in numbers)
        return len(numbers) - numbers.count("0") if is_board else None
    empty = puzzle.count(".")
    side = round(len(puzzle) ** (1 / 3))
    may_be_candidates = 2 <= side <= len(SYMBOLS) and side**3 == len(puzzle) != 64 and empty < len(puzzle)
    if may_be_candidates and all(symbol in (".", SYMBOLS[i % side]) for i, symbol in enumerate(puzzle)):
        return empty
    side = math.isqrt(len(puzzle))
    if 2 <= side <= len(SYMBOLS) and side * side == len(puzzle) and set(puzzle) <= {*SYMBOLS[:side], "."}:
        return len(puzzle) - empty
    return None


def convert_puzzles(column):
    are_puzzles = {text: givens_of(text) is not None for text in column.unique()}
    return column, column.map(are_puzzles).astype(bool)


TEXT = matches(r"(?s).+", "empty")
PUZZLE = Kind("not a puzzle", convert_puzzles)
SHAPE = matches("[1-9][0-9]?x[1-9][0-9]?", "not the shape of a box such as 3x3")
NUMBER = Kind("neither 0 nor a number from 2^-128 to 2^128", convert_numbers)
SHARE = Kind("not a number from 0 to 1", convert_shares)
FACTOR = Kind("not a number from 2^-128 to 2^128", convert_factors)
WHOLE = Kind("not a whole number from 0 to 2^128", convert_whole)
POSITIVE = Kind("not a whole number from 1 to 2^128", convert_positive)
COUNT = Kind("not a whole number of up to 128 bits", convert_counts)  # stays a text


# --- Tables ------------------------------------------------------------------------------------


def read_table(path, kinds, needed, nullable=()):
    """Returns a CSV file as a DataFrame with an additional column `line_of_file`.

    `kinds` maps columns to their types; other columns stay texts. The columns `needed` must exist. Their
    fields must not be empty, except in the columns `nullable`. Empty fields become NaN or empty texts."""
    rows = read_rows(path, needed)
    _, header = next(rows)
    lines, columns = [], [[] for _ in header]
    known = {}  # stores repeated texts once
    for line, row in rows:
        lines.append(line)
        for column, text in zip(columns, row):
            column.append(known.setdefault(text, text))
    if not lines:
        raise InputError(f"{path}: no rows")
    table = pandas.DataFrame(dict(zip(header, columns)), dtype=object)
    for name in header:
        if name in kinds:
            table[name] = checked(table[name], kinds[name], path, lines, name in needed and name not in nullable)
    table["line_of_file"] = lines
    return table


def checked(column, kind, path, lines, is_needed):
    """Returns the values of a column. Raises InputError for the first invalid field."""
    values, is_good = kind.convert(column)
    is_bad = ~is_good if is_needed else ~is_good & (column != "")
    if not is_bad.any():
        return values
    row = is_bad.to_numpy().argmax()
    text = column.iloc[row]
    shown = f": {text[:40]!r}{'...' if len(text) > 40 else ''}" if text else ""
    raise InputError(f"{path}:{lines[row]}: column {column.name}: {kind.error}{shown}")
