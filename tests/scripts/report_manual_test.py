#!/usr/bin/python3
"""Tests the manual page of sudoku-bench-report: man shows it without warnings, and it matches --help."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
PAGE = SCRIPTS / "sudoku-bench-report.1"


class ReportManualTest(unittest.TestCase):

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_man_shows_the_page_without_warnings(self):
        done = subprocess.run(["man", "--warnings", "--pager=cat", PAGE], capture_output=True, text=True, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertIn("write a report on the results of sudoku-bench", done.stdout)

    def test_options_and_exit_codes_match_the_help(self):
        help_text = subprocess.run([SCRIPTS / "report.py", "--help"], capture_output=True, text=True, check=True).stdout
        page = PAGE.read_text("utf-8").replace("\\", "")
        options = set(re.findall(r"--[a-z-]+", help_text.partition("Exit codes")[0]))
        headings = set(re.findall(r"--[a-z-]+", " ".join(re.findall(r"^\.TP\n(.*)", page, re.M))))
        self.assertEqual(options, headings)
        codes = re.findall(r"\b\d+\b", help_text.partition("Exit codes:")[2])
        self.assertEqual(codes, re.findall(r"^\.TP\n\.B (\d+)$", page, re.M))


if __name__ == "__main__":
    unittest.main()
