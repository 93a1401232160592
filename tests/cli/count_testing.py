"""Helpers for the tests of count."""

import random
import time

from cli_testing import (CliTestCase, EIGHT, FIVE, IMPOSSIBLE, MANY, MORE, NEARLY_FULL, UNIQUE)

PUZZLES = [UNIQUE, FIVE, MANY, IMPOSSIBLE, EIGHT, FIVE, MORE, NEARLY_FULL]
COUNTS = [1, 5, 295, 0, 8, 5, 237, 1]
TIMES = ("threads", "wall_ns", "cpu_ns", "check")  # `check` is the digest of the other columns


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

    def kill_within(self, child, checkpoint):
        """Kills a count after the first rows of its checkpoint. If it ends earlier, the checkpoint is complete."""
        file = self.directory / checkpoint / "checkpoint.csv"
        while child.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 3):
            time.sleep(0.001)
        child.kill()
        child.wait()

    def lasting(self, directory):
        """Returns the row of counts.csv without the columns that differ between runs."""
        row, = self.rows("counts.csv", directory)
        return {key: value for key, value in row.items() if key not in TIMES}

    def text_of(self, *parts):
        return self.directory.joinpath(*parts).read_bytes()
