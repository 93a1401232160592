"""Counts the attempts and failures of an attack. Each attack ends with the line

  NAME: N WHAT tried, N crashes, N hangs, N silent losses, N failed

A crash is an end by a signal, an internal error or a traceback. A hang is a call that a watchdog ended. A silent loss
is wrong or missing data that the program reports as correct. Every other error counts as failed only."""

import os

CRASH, HANG, SILENT, OTHER = "crashes", "hangs", "silent losses", "other"

INTERNAL_ERROR = 1  # the program's own exit code
FIRST_SIGNAL = 128  # larger exit codes stand for signals
INTERRUPTED = 130  # also the program's own exit code


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
        self.counts = dict.fromkeys(("tried", "failed", CRASH, HANG, SILENT, OTHER), 0)

    def __getitem__(self, column):
        return self.counts[column]

    def add(self, tried=1):
        self.counts["tried"] += tried

    def fail(self, kind=OTHER):
        self.counts["failed"] += 1
        self.counts[kind] += 1

    def line(self):
        kinds = ", ".join(f"{self[kind]} {kind}" for kind in (CRASH, HANG, SILENT))
        return f"{self.name}: {self['tried']} {self.what} tried, {kinds}, {self['failed']} failed"

    def exit_code(self):
        return 1 if self["failed"] else 0
