"""Tests the manual pages that the program prints."""

import shutil
import subprocess
import unittest

from cli_testing import CliTestCase, main


class ManualTest(CliTestCase):
    def page(self, *arguments):
        return self.output_of("manual", *arguments)

    def shown(self, page):
        """Returns the page as plain text."""
        result = subprocess.run(["man", "-l", "--warnings", "-"], input=page, capture_output=True, text=True,
                                check=True, env={"MANWIDTH": "200", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"})
        self.assertEqual("", result.stderr)
        return result.stdout

    def test_the_main_page_names_all_commands_and_their_pages(self):
        page = self.page()
        for command in set(self.commands()) - {"help"}:
            self.assertIn(f".B {command}", page)
            self.assertIn(f".BR sudoku\\-bench\\-{command} (1)", page)

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_pages_match_the_help(self):
        self.assertIn("interrupted", self.shown(self.page()))
        for command in set(self.commands()) - {"help"}:
            with self.subTest(command=command):
                shown = self.shown(self.page(command))
                usage, *_ = text = self.run_program(command, "--help").stdout.splitlines()
                self.assertIn(usage, shown)
                options = {word for line in text if line.startswith("  ") for word in line.split()[:4]
                           if word.startswith("--")}
                self.assertTrue(options)
                for option in options:
                    self.assertIn(option, shown)

    def test_an_unknown_command_is_rejected(self):
        self.assert_fails(2, "unknown command 'benhc'; did you mean 'bench'", "manual", "benhc")
        self.assert_fails(2, "manual takes at most one command", "manual", "bench", "solve")


if __name__ == "__main__":
    main()
