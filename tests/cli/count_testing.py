"""Helpers for the tests of count."""

import random
import time

from cli_testing import (CliTestCase, EIGHT, FIVE, IMPOSSIBLE, MANY, MORE, NEARLY_FULL, UNIQUE)

PUZZLES = [UNIQUE, FIVE, MANY, IMPOSSIBLE, EIGHT, FIVE, MORE, NEARLY_FULL]
COUNTS = [1, 5, 295, 0, 8, 5, 237, 1]
TIMES = ("threads", "wall_ns", "cpu_ns", "check")  # the last is of all the others


def awkward_text(line_count=150):
    """A file as nobody wants it: a byte-order mark, CRLF, comments, empty and bad lines, and no line
    end at the end."""
    rng = random.Random(6)
    lines = []
    for _ in range(line_count):
        lines.append(rng.choice([*PUZZLES, *PUZZLES, "# comment", "", "bad", UNIQUE[:80]]))
    lines.append(FIVE)
    text = "".join(line + rng.choice(["\n", "\r\n"]) for line in lines)
    return "\ufeff" + text.rstrip()


class CountCase(CliTestCase):

    def count(self, *arguments, code=0, **options):
        result = self.run_program("count", *arguments, **options)
        self.assert_exit(code, result)
        return result

    def kill_within(self, child, checkpoint):
        """Kills a count after the first rows of its checkpoint. A count that ends before leaves a whole one."""
        file = self.directory / checkpoint / "checkpoint.csv"
        while child.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 3):
            time.sleep(0.001)
        child.kill()
        child.wait()

    def lasting(self, directory):
        """The row of counts.csv without what another run has otherwise."""
        row, = self.rows("counts.csv", directory)
        return {key: value for key, value in row.items() if key not in TIMES}

    def text_of(self, *parts):
        return self.directory.joinpath(*parts).read_bytes()
