"""Helpers for the tests of count, shards and checkpoints."""

import random

from cli_testing import (CliTestCase, EIGHT, FIVE, IMPOSSIBLE, MANY, MORE, NEARLY_FULL, UNIQUE)

PUZZLES = [UNIQUE, FIVE, MANY, IMPOSSIBLE, EIGHT, FIVE, MORE, NEARLY_FULL]
COUNTS = [1, 5, 295, 0, 8, 5, 237, 1]
# Parts of the names of columns that differ from run to run. The number of blocks of count depends on times.
UNSTEADY = ("_ns", "_s", "per_second", "switches", "interfered", "repeat", "iterations", "bytes", "noise", "ratio",
            "blocks", "share", "threads")


def awkward_text(line_count=150):
    """Returns an awkward file: a byte-order mark, CRLF, comments, empty and invalid lines, and no final line end."""
    rng = random.Random(6)
    lines = []
    for _ in range(line_count):
        lines.append(rng.choice([*PUZZLES, *PUZZLES, "# comment", "", "53..!", UNIQUE[:80]]))
    lines.append(FIVE)
    text = "".join(line + rng.choice(["\n", "\r\n"]) for line in lines)
    return "\ufeff" + text.rstrip()


class CountCase(CliTestCase):
    def count(self, *arguments, code=0, **options):
        result = self.run_program("count", *arguments, **options)
        self.assert_exit(code, result)
        return result

    def steady(self, name, directory):
        """Returns the rows of a result file without the columns that differ from run to run."""
        return [{column: value for column, value in row.items() if not any(part in column for part in UNSTEADY)}
                for row in self.rows(name, directory)]

    def lasting(self, directory):
        """Returns the row of summary.csv of a count, without the columns that differ from run to run."""
        row, = self.steady("summary.csv", directory)
        return row

    def assert_same_results(self, directory, other):
        for name in ("runs.csv", "summary.csv", "puzzles.csv"):
            if (self.directory / directory / name).exists() or (self.directory / other / name).exists():
                self.assertEqual(self.steady(name, directory), self.steady(name, other))

    def text_of(self, *parts):
        return self.directory.joinpath(*parts).read_bytes()
