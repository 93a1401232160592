#!/usr/bin/python3
"""Tests what all scripts have in common: --help before anything is installed or built, wrong usage, and missing
packages."""

import contextlib
import io
import os
import pathlib
import runpy
import subprocess
import sys
import unittest
import unittest.mock

from tree_testing import ROOT, TreeTestCase

SCRIPTS = ROOT / "scripts"
IN_BASH, IN_PYTHON = ([path.name for path in sorted(SCRIPTS.iterdir())
                       if path.is_file() and path.read_bytes().startswith(first_line)]
                      for first_line in (b"#!/usr/bin/env bash\n", b"#!/usr/bin/python3\n"))
# These read results.
READERS = [name for name in IN_PYTHON if name.startswith("plot_") or name == "report.py"]


class BashTest(TreeTestCase):
    FILES = (*(f"scripts/{name}" for name in IN_BASH), "scripts/lib/boards.sh", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        for tool in ("apt-get", "cmake", "dpkg-query"):
            self.put(f"../bin/{tool}", "#!/bin/sh\necho called >&2\nexit 1\n")

    def test_help_has_the_usage_and_an_example(self):
        for name, *arguments in (*((name, "--help") for name in IN_BASH), ("bench-sizes", "out", "-h")):
            done = self.run_script(f"scripts/{name}", *arguments)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            self.assertTrue(done.stdout.startswith(f"usage: scripts/{name} [--no-install]"))
            self.assertIn(f"\nexample: scripts/{name}", done.stdout)
            self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)

    def test_bench_passes_help_on_to_the_program_after_a_command(self):
        self.put("../bin/cmake", "#!/bin/sh\n")
        self.put("../bin/dpkg-query", "#!/bin/sh\nfor package do echo \"$package installed\"; done\n")
        self.put("build/release/sudoku-bench", "#!/bin/sh\necho \"called with $*\"\n")
        self.assertEqual("called with solve --help\n", self.run_script("scripts/bench", "solve", "--help").stdout)
        self.assertIn("`scripts/bench help` ", self.run_script("scripts/bench", "--help").stdout)

    def test_wrong_usage_shows_the_usage(self):
        for name in sorted({*IN_BASH} - {"bench", "test"}):  # these pass their arguments on
            done = self.run_script(f"scripts/{name}", "--unknown")
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn(f"usage: scripts/{name} [--no-install]", done.stderr)


class PythonTest(TreeTestCase):
    def test_help_has_the_usage_and_the_exit_codes(self):
        """Runs the scripts in this process, because it takes long to import their packages."""
        sys.path.insert(0, str(SCRIPTS))
        for name in IN_PYTHON:
            said, errors = io.StringIO(), io.StringIO()
            with unittest.mock.patch("sys.argv", [name, "--help"]), self.assertRaises(SystemExit) as done, \
                    contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
                runpy.run_path(str(SCRIPTS / name), run_name="__main__")
            self.assertEqual((0, ""), (done.exception.code or 0, errors.getvalue()))
            self.assertTrue(said.getvalue().startswith(f"usage: {name} "), said.getvalue())
            self.assertTrue(os.access(SCRIPTS / name, os.X_OK), name)
            if name in READERS:
                self.assertIn("Exit codes: ", said.getvalue(), name)

    def test_a_missing_package_is_named(self):
        missing, installed = "No module named 'x'. On Debian: apt-get install ", "cannot load the installed "
        for module, code, message in (
                ("pandas", "raise ModuleNotFoundError(\"No module named 'x'\")", f"{missing}python3-pandas"),
                ("matplotlib", "raise ModuleNotFoundError(\"No module named 'x'\")", f"{missing}python3-matplotlib"),
                ("numpy", "raise ImportError('\\nREAD THIS') from OSError('out of memory')",
                 f"{installed}numpy: out of memory")):
            self.put(f"{module}/{module}.py", code)
            for name in READERS if module == "pandas" else ("report.py",):
                done = subprocess.run([SCRIPTS / name, "/no/such"], capture_output=True, text=True, check=False,
                                      cwd=pathlib.Path("/"), stdin=subprocess.DEVNULL,
                                      env={**os.environ, "PYTHONPATH": str(self.root / module)})
                self.assertEqual((1, f"{name}: {message}\n"), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
