"""What the tests of the Python module have in common. The module is that of the build, in PYTHONPATH."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))

from cli_testing import (EIGHT, EMPTY, FIVE, IMPOSSIBLE, MANY, MORE, PATIENCE, UNIQUE,  # noqa: F401
                         UNIQUE_SOLUTION)

import sudoku_bench

# An empty board of each of some shapes, and of as many solutions as it has.
SOLUTIONS_OF_4X4 = 288
SOLUTIONS_OF_6X6 = 28200960
SOLUTIONS_OF_9X9 = 6670903752021072936960


def program(*arguments):
    """What the program prints."""
    return subprocess.run([sudoku_bench.program(), *arguments], check=True, capture_output=True, text=True,
                          timeout=PATIENCE).stdout
