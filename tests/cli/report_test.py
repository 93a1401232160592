#!/usr/bin/python3
"""Tests the command report: it starts the script that writes the page."""

import os

from cli_testing import CliTestCase, FIVE, UNIQUE, main


class ReportCommandTest(CliTestCase):

    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE, FIVE] * 50)
        self.assert_exit(0, self.bench("d.txt", "--engine", "dlx,bitmask"))

    def test_the_page_is_in_the_directory_of_the_results(self):
        result = self.run_program("report", "out")
        self.assert_exit(0, result)
        page = (self.directory / "out" / "report.html").read_text("utf-8")
        self.assertIn("bitmask", page)

    def test_options_reach_the_script(self):
        result = self.run_program("report", "out", "--out", "a page.html", "--baseline", "dlx")
        self.assert_exit(0, result)
        self.assertTrue((self.directory / "a page.html").exists())
        self.assertFalse((self.directory / "out" / "report.html").exists())
        self.assert_fails(4, "missing", "report", "out", "--scaling", "missing")

    def test_a_missing_library_is_named_with_its_package(self):
        # A module of this name in front of the real one cannot be imported.
        self.write("pandas.py", "raise ImportError('no pandas')")
        environment = {**os.environ, "PYTHONPATH": str(self.directory)}
        result = self.run_program("report", "out", env=environment)
        self.assert_exit(1, result)
        self.assertIn("no pandas. On Debian: apt-get install python3-pandas", result.stderr)

    def test_invalid_arguments_are_rejected(self):
        self.assert_fails(2, "report needs one directory of results", "report")
        self.assert_fails(2, "report needs one directory of results", "report", "out", "out")
        self.assert_fails(4, "missing", "report", "missing")
        self.assert_fails(4, "-odd", "report", "--", "-odd")


if __name__ == "__main__":
    main()
