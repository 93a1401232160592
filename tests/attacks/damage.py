"""Damages a CSV or JSON file in one random place."""

import csv
import io
import json

# Replacements for a field.
GARBAGE = ("", "nan", "-inf", "-1", "0", "1", "1e308", "1e-308", "9" * 30, "9" * 5000, "0.5", "abc", "<b>", "$x$",
           "\x00", "a\nb", '"', ",", "é", "ok", "wrong", "partial", "at_most", "quick", "１２", "1_0", "+5", " 7",
           "0x10", "true", "\ud800")
VALUES = (None, 5, -1.5, 1e308, True, "text", "\ud800", [], [1, None], [[]], {}, {"a": {"b": [1]}}, float("nan"))


def cut(rng, content):
    return content[:rng.randrange(len(content))]


def flip(rng, content):
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ rng.randrange(1, 256)]) + content[place + 1:]


def digit(rng, content):
    places = [place for place, byte in enumerate(content) if byte in b"0123456789"]
    place = rng.choice(places)
    return content[:place] + str((content[place] + rng.randrange(1, 10) - 48) % 10).encode() + content[place + 1:]


def lines(rng, content):
    """Removes, repeats or swaps lines."""
    all_lines = content.splitlines(True)
    place = rng.randrange(len(all_lines))
    all_lines[place:place + 2] = rng.choice(([], all_lines[place:place + 1] * 2, all_lines[place:place + 2][::-1]))
    return b"".join(all_lines)


def fields(rng, content):
    """Changes a field, a column or the header of a table."""
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    column, garbage = rng.randrange(len(rows[0])), rng.choice(GARBAGE)
    first = rng.randrange(len(rows))
    for row in rng.choice((rows[first:first + 1], rows[1:], rows[:1])):
        row[column] = garbage
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", "surrogatepass")


def values(rng, content):
    """Replaces a member of an object at any depth."""
    whole = inner = json.loads(content)
    while True:
        key = rng.choice(list(inner) or ["key"])
        if not isinstance(inner.get(key), dict) or rng.random() < 0.3:
            break
        inner = inner[key]
    inner[key] = rng.choice(VALUES)
    return json.dumps(whole).encode()


def damage(rng, path):
    """Damages a file and returns a description."""
    ways = [cut, flip, digit, lines] + [fields if path.suffix == ".csv" else values] * 4
    way = rng.choice(ways)
    content = way(rng, path.read_bytes())
    path.write_bytes(content)
    return f"{path.name}: {way.__name__}: {content[:60]!r}"
