#!/usr/bin/python3
"""Tests --help of the scripts: they print it before they install or build anything."""

import pathlib
import subprocess
import unittest

from tree_testing import ROOT, TreeTestCase

SCRIPTS = ROOT / "scripts"
IN_BASH, IN_PYTHON = ([path.name for path in sorted(SCRIPTS.iterdir())
                       if path.is_file() and path.read_bytes().startswith(first_line)]
                      for first_line in (b"#!/usr/bin/env bash\n", b"#!/usr/bin/python3\n"))


class BashHelpTest(TreeTestCase):

    FILES = (*(f"scripts/{name}" for name in IN_BASH), "scripts/lib/boards.sh", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        for tool in ("apt-get", "cmake", "dpkg-query"):
            self.put(f"../bin/{tool}", "#!/bin/sh\necho called >&2\nexit 1\n")

    def test_the_scripts_are_found(self):
        self.assertLessEqual({"bench", "bench-report", "bench-revisions", "bench-sizes", "bench-latin", "lint",
                              "make-datasets", "soak", "test", "test-avx512", "test-package", "test-slurm"},
                             set(IN_BASH))

    def assert_helps(self, name, *arguments):
        done = self.run_script(f"scripts/{name}", *arguments)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertTrue(done.stdout.startswith(f"usage: scripts/{name} [--no-install]"))
        self.assertIn(f"\nexample: scripts/{name}", done.stdout)
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)

    def test_help_has_the_usage_and_an_example(self):
        for name in IN_BASH:
            for option in ("--help", "-h"):
                with self.subTest(name, option=option):
                    self.assert_helps(name, option)

    def test_help_may_follow_other_arguments(self):
        for name in ("bench-report", "bench-revisions", "bench-sizes", "bench-latin"):
            self.assert_helps(name, "out", "--help")

    def test_bench_passes_help_on_to_the_program_after_a_command(self):
        self.put("../bin/cmake", "#!/bin/sh\n")
        self.put("../bin/dpkg-query", "#!/bin/sh\nfor package do echo \"$package installed\"; done\n")
        self.put("build/release/sudoku-bench", "#!/bin/sh\necho \"called with $*\"\n")
        self.assertEqual("called with solve --help\n", self.run_script("scripts/bench", "solve", "--help").stdout)
        self.assertIn("`scripts/bench help` ", self.run_script("scripts/bench", "--help").stdout)

    def test_wrong_usage_shows_the_usage(self):
        for name in sorted({*IN_BASH} - {"bench", "test"}):  # these pass their arguments on
            with self.subTest(name):
                done = self.run_script(f"scripts/{name}", "--unknown")
                self.assertEqual((2, ""), (done.returncode, done.stdout))
                self.assertIn(f"usage: scripts/{name} [--no-install]", done.stderr)


class PythonHelpTest(unittest.TestCase):

    def test_the_scripts_are_found(self):
        self.assertLessEqual({"bench-pull-request", "fetch-datasets", "signature", "report.py", "plot_ratio.py"},
                             set(IN_PYTHON))

    def test_help_has_the_usage(self):
        for name in IN_PYTHON:
            for option in ("--help", "-h"):
                with self.subTest(name, option=option):
                    done = subprocess.run([SCRIPTS / name, option], capture_output=True, text=True, check=False,
                                          cwd=pathlib.Path("/"), stdin=subprocess.DEVNULL)
                    self.assertEqual((0, ""), (done.returncode, done.stderr))
                    self.assertTrue(done.stdout.startswith(f"usage: {name} "), done.stdout)


if __name__ == "__main__":
    unittest.main()
