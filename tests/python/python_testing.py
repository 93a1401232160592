"""Shared by the tests of the Python module. PYTHONPATH contains the module of the build."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))

from cli_testing import (EIGHT, EMPTY, FIVE, IMPOSSIBLE, MANY, MORE, PATIENCE, UNIQUE,  # noqa: F401
                         UNIQUE_SOLUTION)

import sudoku_bench

# Numbers of solutions of empty boards.
SOLUTIONS_OF_4X4 = 288
SOLUTIONS_OF_6X6 = 28200960
SOLUTIONS_OF_9X9 = 6670903752021072936960


def program(*arguments):
    """Returns the output of the program."""
    return subprocess.run([sudoku_bench.program(), *arguments], check=True, capture_output=True, text=True,
                          timeout=PATIENCE).stdout
