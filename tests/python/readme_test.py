"""Tests that the examples in the README of the Python module run and give the results in their comments."""

import ast
import contextlib
import re
import tempfile
import unittest

from python_testing import ROOT

README = ROOT / "scripts" / "sudoku_bench" / "README.md"


def examples():
    """Yields each line of the Python blocks, and its result if its comment is one."""
    for block in re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL):
        for line in filter(None, block.splitlines()):
            code, _, comment = line.partition("  # ")
            try:
                yield code, ast.literal_eval(comment)
            except (SyntaxError, ValueError):
                yield code, None


class ReadmeTest(unittest.TestCase):
    def test_the_examples_give_the_results_in_their_comments(self):
        names, compared = {}, 0
        with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
            for code, expected in examples():
                with self.subTest(code):
                    if expected is None:
                        exec(code, names)
                    else:
                        self.assertEqual(eval(code, names), expected)
                        compared += 1
        self.assertGreaterEqual(compared, 4)


if __name__ == "__main__":
    unittest.main()
