#!/usr/bin/python3
"""Tests that the recipe in scripts/README.md makes a figure and a table, with fewer puzzles."""

import os
import re
import shutil
import subprocess
import sys
import unittest

import script_testing

PROGRAM = os.environ.get("SUDOKU_BENCH")
ENGINES = {"naive", "dlx", "bitmask"}
SIZES = {"6x6.txt", "9x9.txt", "16x16.txt"}


def recipe():
    """Returns the commands and the LaTeX document of the recipe."""
    text = (script_testing.SCRIPTS / "README.md").read_text("utf-8")
    section = re.search(r"^## From algorithms to a paper$(.*?)^## ", text, re.DOTALL | re.MULTILINE)[1]
    blocks = re.findall(r"^```(latex)?\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return ("".join(block for kind, block in blocks if not kind), *(block for kind, block in blocks if kind))


def made_small(commands):
    """Returns the commands for 4 instead of 100 puzzles and without the build."""
    small, changes = re.subn(r"--puzzles \d+", "--puzzles 4", commands)
    small, builds = re.subn(r"^scripts/bench .*\n", "", small, flags=re.MULTILINE)
    limited, limits = re.subn(r"--timeout 1s", "--timeout 20ms --warmup 0s", small)
    return limited, (changes, builds, limits)


class RecipeTest(script_testing.ScriptTestCase):

    def test_the_recipe_makes_a_figure_and_a_table(self):
        commands, document = recipe()
        commands, changes = made_small(commands)
        self.assertEqual(changes, (3, 1, 1))
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/sudoku-bench").symlink_to(PROGRAM)
        (self.folder / "scripts").symlink_to(script_testing.SCRIPTS)
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        paper = self.folder / "paper"
        self.assertTrue((paper / "figure.pdf").read_bytes().startswith(b"%PDF"))
        table = (paper / "table.tex").read_text("utf-8")
        for name in (*ENGINES, *SIZES):
            self.assertIn(name, table)
        self.check_document(paper, document)

    def check_document(self, paper, document):
        (paper / "paper.tex").write_text(document, "utf-8")
        self.assertEqual(set(re.findall(r"\\(?:input|includegraphics\S*)\{(\w+)\}", document)), {"figure", "table"})
        if shutil.which("pdflatex"):
            done = subprocess.run(["pdflatex", "-halt-on-error", "paper.tex"], cwd=paper, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, errors="replace", check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertTrue((paper / "paper.pdf").exists())


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("SUDOKU_BENCH must be the path of the program")
    unittest.main()
