"""Reads CSV files and proves that each field is what its column holds; what is not is an error with
the line it stands on."""

import contextlib
import csv
import dataclasses
import re
import typing

import pandas
import xxhash

# The largest number that there is: solutions have up to 128 bits.
MOST = 2.0**128


class InputError(Exception):
    """A file that cannot be read as what it should be, or lacks what is asked of it."""


@contextlib.contextmanager
def opened(path):
    """The bytes of a file, as a stream."""
    try:
        with open(path, "rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def bytes_of_file(path):
    with opened(path) as stream:
        return stream.read()


def text_of_file(path):
    """Names of files may have any bytes; those that are no UTF-8 are shown by their numbers."""
    return bytes_of_file(path).decode(errors="backslashreplace")


def digest_of(content):
    """The XXH3-64 of bytes, as the results have it."""
    return xxhash.xxh3_64_hexdigest(content)


def digest_of_file(path):
    """The same of a file of any size."""
    digest = xxhash.xxh3_64()
    with opened(path) as stream:
        while part := stream.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def digest_of_rows(path):
    """The sum of the digests of all lines of a file but the first, modulo 2^64."""
    with opened(path) as stream:
        next(stream, b"")
        return f"{sum(map(xxhash.xxh3_64_intdigest, stream)) % 2**64:016x}"


def read_rows(path, needed):
    """The rows of a CSV file as lists of texts, one by one and the header first, each with the
    number of its last line; every row has as many fields as the header, which has the columns that
    are `needed`, and none twice."""
    rows = None
    try:
        with open(path, encoding="utf-8", errors="backslashreplace", newline="") as stream:
            rows = csv.reader(stream, strict=True)
            header = next(rows, None)
            if not header:
                raise InputError(f"{path}:1: no header")
            for name in needed:
                if name not in header:
                    raise InputError(f"{path}:1: there is no column {name}")
            for name in header:
                if header.count(name) > 1:
                    raise InputError(f"{path}:1: column {name} appears twice")
            yield rows.line_num, header
            for row in rows:
                if len(row) != len(header):
                    raise ValueError(f"{len(row)} fields, where the header has {len(header)}")
                yield rows.line_num, row
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (ValueError, csv.Error) as error:
        raise InputError(f"{path}:{rows.line_num if rows else 1}: {error}") from error


def printable(text):
    """On one line, and of characters that any output takes."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode()
                   for one in text)


# --- What a column may hold --------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Kind:
    """What a column holds, where it holds anything."""

    fault: str  # of a field that is none
    convert: typing.Callable  # of a column of texts: its values, and which of them are such


def convert_numbers(column):
    is_plain = column.str.fullmatch(r"[0-9.]+([eE][-+]?[0-9]{1,3})?").astype(bool)
    values = pandas.to_numeric(column.where(is_plain), errors="coerce").astype(float)
    # What is less than that is no measurement, and its quotients have no place among the numbers.
    return values, values.between(1 / MOST, MOST) | (values == 0)


def convert_shares(column):
    values, _ = convert_numbers(column)
    return values, values.between(0, 1)


def convert_factors(column):
    values, _ = convert_numbers(column)
    return values, values.between(1 / MOST, MOST)


def convert_whole(column):
    values, is_good = convert_numbers(column)
    is_good &= column.str.fullmatch(r"[0-9]+").astype(bool)
    return (values.astype("int64") if (is_good & (values < 2**53)).all() else values), is_good


MOST = 2**128 - 1  # solutions; where there are more, the count says AT_LEAST
AT_LEAST = ">="


def convert_counts(column):
    return column, column.map(is_count).astype(bool)


def is_count(text):
    return text == AT_LEAST + str(MOST) or (re.fullmatch(r"[0-9]{1,39}", text) is not None and int(text) <= MOST)


def number_of(count):
    """The number of solutions; of one that stands for all that are larger, itself."""
    return int(count.removeprefix(AT_LEAST))


def one_of(*words):
    return Kind(f"none of {', '.join(words)}", lambda column: (column, column.isin(words)))


def matches(pattern, fault):
    return Kind(fault, lambda column: (column, column.str.fullmatch(pattern).astype(bool)))


# Of the cells of a puzzle that hold a digit, and how many digits boards may have: as many as a box has cells.
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"
SIDES = sorted({rows * columns for rows in range(2, 19) for columns in range(2, 19) if rows * columns <= 36})


def pattern_of_puzzle(side):
    return f"[{SYMBOLS[:side]}.]{{{side * side}}}"


TEXT = matches(r"(?s).+", "nothing there")
PUZZLE = matches("|".join(map(pattern_of_puzzle, SIDES)), "not a puzzle")
SHAPE = matches("[1-9][0-9]?x[1-9][0-9]?", "no shape of boxes, such as 3x3")
NUMBER = Kind("neither 0 nor a number from 2^-128 to 2^128", convert_numbers)
SHARE = Kind("no number from 0 to 1", convert_shares)
FACTOR = Kind("no number from 2^-128 to 2^128", convert_factors)
WHOLE = Kind("no whole number from 0 to 2^128", convert_whole)
COUNT = Kind("no whole number of up to 128 bits", convert_counts)  # kept as text


# --- Tables ------------------------------------------------------------------------------------


def read_table(path, kinds, needed, gapped=()):
    """A table of `pandas`, whose columns hold what `kinds` says of them; those that it does not name
    are left as texts. The columns `needed` are there, without a gap but in those that are `gapped`."""
    rows = read_rows(path, needed)
    _, header = next(rows)
    lines, columns = [], [[] for _ in header]
    known = {}  # a text that is there often is kept once
    for line, row in rows:
        lines.append(line)
        for column, text in zip(columns, row):
            column.append(known.setdefault(text, text))
    if not lines:
        raise InputError(f"{path}: there are no rows")
    table = pandas.DataFrame(dict(zip(header, columns)), dtype=object)
    for name in header:
        if name in kinds:
            table[name] = proved(table[name], kinds[name], path, lines, name in needed and name not in gapped)
    table["line_of_file"] = lines
    return table


def proved(column, kind, path, lines, is_needed):
    """The values of a column; a gap, where there may be one, is NaN or an empty text."""
    values, is_good = kind.convert(column)
    is_bad = ~is_good if is_needed else ~is_good & (column != "")
    if not is_bad.any():
        return values
    row = is_bad.to_numpy().argmax()
    text = column.iloc[row]
    shown = f": {text[:40]!r}{'...' if len(text) > 40 else ''}" if text else ""
    raise InputError(f"{path}:{lines[row]}: column {column.name}: {kind.fault}{shown}")
