#!/usr/bin/python3
"""Counts the results of attacks. Each attack ends with the line

  NAME: N WHAT tried, N crashes, N hangs, N silent losses, N failed

A crash is an end by a signal, an internal error or a traceback. A hang is a call that a watchdog ended. A silent loss
is wrong or missing data that the program reports as correct. Every other error counts as failed only.

  tally.py close NAME STATUS LOG    prints the line of an attack that ended with exit code STATUS
  tally.py table FILE...            prints the lines of all files as a table; exits with 1 if something failed
"""

import os
import pathlib
import re
import sys

CRASH, HANG, SILENT = KINDS = ("crashes", "hangs", "silent losses")
OTHER = "other"
COLUMNS = ("tried", *KINDS, "failed")
LINE = re.compile(r"^(?P<name>\S+): (?P<tried>\d+) (?P<what>[a-z ]+) tried, "
                  + ", ".join(rf"(?P<{kind.replace(' ', '_')}>\d+) {kind}" for kind in KINDS)
                  + r", (?P<failed>\d+) failed$", re.MULTILINE)

INTERNAL_ERROR = 1  # the program's own exit code
TIMED_OUT = 124  # the exit code of timeout(1)
FIRST_SIGNAL = 128  # larger exit codes stand for signals
INTERRUPTED = 130  # also the program's own exit code
# Messages in the log of a fuzzer. A target prints "does not hold" before it aborts.
FUZZER_ENDS = ((HANG, "libFuzzer: timeout"), (SILENT, "does not hold"),
               (CRASH, "ERROR: |runtime error: "))


def patience(seconds):
    """Returns the seconds that a watchdog waits. SUDOKU_PATIENCE replaces the default."""
    return float(os.environ.get("SUDOKU_PATIENCE", seconds))


def kind_of_end(code, errors=""):
    """Returns CRASH if a call of the program crashed, else None. `code` is the exit code of subprocess, `errors` the
    standard error."""
    is_crash = code < 0 or code in (INTERNAL_ERROR, FIRST_SIGNAL) or code > INTERRUPTED \
        or "internal error" in errors or "Traceback (most recent call last)" in errors
    return CRASH if is_crash else None


class Tally:
    """The counts of an attack."""

    def __init__(self, name, what):
        self.name, self.what = name, what
        self.counts = dict.fromkeys(COLUMNS, 0)

    @classmethod
    def of_line(cls, match):
        tally = cls(match["name"], match["what"])
        for column in COLUMNS:
            tally.counts[column] = int(match[column.replace(" ", "_")])
        return tally

    def __getitem__(self, column):
        return self.counts[column]

    def add(self, tried=1):
        self.counts["tried"] += tried

    def fail(self, kind=OTHER):
        self.counts["failed"] += 1
        if kind != OTHER:
            self.counts[kind] += 1

    def join(self, other):
        for column in COLUMNS:
            self.counts[column] += other[column]

    def line(self):
        kinds = ", ".join(f"{self[kind]} {kind}" for kind in KINDS)
        return f"{self.name}: {self['tried']} {self.what} tried, {kinds}, {self['failed']} failed"

    def exit_code(self):
        return 1 if self["failed"] else 0


def read_tallies(texts):
    """Returns one tally for each name."""
    tallies = {}
    for text in texts:
        for match in LINE.finditer(text):
            found = Tally.of_line(match)
            tallies.setdefault(found.name, Tally(found.name, found.what)).join(found)
    return [tallies[name] for name in sorted(tallies)]


def fuzzer_tally(name, status, log):
    tally = Tally(name, "inputs")
    tally.add(sum(map(int, re.findall(r"^stat::number_of_executed_units: +(\d+)", log, re.MULTILINE))))
    if status != 0:
        tally.fail(next((kind for kind, said in FUZZER_ENDS if re.search(said, log)), kind_of_status(status)))
    return tally


def kind_of_status(status):
    """Returns the kind of error for the exit code of an attack that printed no line."""
    if status == TIMED_OUT:
        return HANG
    return CRASH if status > FIRST_SIGNAL else OTHER


def close(name, status, log):
    """Returns the tally of an attack: the sum of its lines, and a failure if only the exit code reports one."""
    if name.endswith("_fuzz"):
        return fuzzer_tally(name, status, log)
    tally = next((tally for tally in read_tallies([log]) if tally.name == name), Tally(name, "steps"))
    if status != 0 and not tally["failed"]:
        tally.fail(kind_of_end(0, log) or kind_of_status(status))
    return tally


def table(tallies):
    """Returns the lines of a table of tallies, and their sum."""
    total = Tally("total", "")
    for tally in tallies:
        total.join(tally)
    rows = [("attack", COLUMNS[0], "", *COLUMNS[1:])]
    rows += [(tally.name, str(tally["tried"]), tally.what, *(str(tally[column]) for column in COLUMNS[1:]))
             for tally in [*tallies, total]]
    widths = [max(map(len, column)) for column in zip(*rows)]
    is_text = (True, False, True, False, False, False, False)
    return ["  ".join(field.ljust(width) if left else field.rjust(width)
                      for field, width, left in zip(row, widths, is_text)) for row in rows], total


def main():
    command, *arguments = sys.argv[1:]
    if command == "close":
        name, status, log = arguments
        tally = close(name, int(status), pathlib.Path(log).read_text("utf-8", "replace"))
        print(tally.line())
        return 0
    lines, total = table(read_tallies(pathlib.Path(path).read_text("utf-8") for path in arguments))
    print("\n".join(lines))
    return total.exit_code()


if __name__ == "__main__":
    sys.exit(main())
