#!/usr/bin/python3
"""Tests a sample of damage.py, and scripts with missing packages."""

import contextlib
import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

import script_testing  # first: it finds the scripts

import damage
import packages

STEPS = 40
PROGRAMS = sorted([*script_testing.SCRIPTS.glob("plot_*.py"), script_testing.SCRIPTS / "report.py"])


class DamagedResults(script_testing.ScriptTestCase):
    def test_scripts_survive_damaged_results(self):
        attack = damage.Attack(self.folder, seed=7)
        for _ in range(STEPS):
            attack.step()
        self.assertEqual([], attack.failures)
        self.assertGreater(attack.codes[0], 5)
        self.assertGreater(attack.codes[4], 5)


class Planted(script_testing.ScriptTestCase):
    """A failing script is counted under its kind of failure."""

    def assert_counted(self, kind, script):
        said = io.StringIO()
        with mock.patch.dict(damage.SCRIPTS, run={"planted": script}), mock.patch.object(damage, "FEWEST", 8), \
                mock.patch.object(sys, "argv", ["damage.py"]), contextlib.redirect_stdout(said):
            code = damage.main()
        found, = damage.tally.read_tallies([said.getvalue()])
        self.assertEqual(1, code)
        self.assertGreater(found[kind], 0)
        self.assertEqual(found["failed"], found[kind], said.getvalue())

    def test_crash(self):
        self.assert_counted(damage.tally.CRASH, lambda directory: {}["none"])

    def test_hang(self):
        def hang(_):
            # The watchdog sends this signal at its time limit.
            os.kill(os.getpid(), signal.SIGALRM)
            threading.Event().wait()
        self.assert_counted(damage.tally.HANG, hang)

    def test_silent_loss(self):
        self.assert_counted(damage.tally.SILENT, lambda directory: 0)


class MissingPackages(script_testing.ScriptTestCase):
    def run_without(self, module, program):
        """Calls a script with a module that cannot be imported."""
        (self.folder / f"{module}.py").write_text(
            f"raise ModuleNotFoundError(\"No module named '{module}'\")")
        return subprocess.run([sys.executable, "-B", program, "/no/such"], capture_output=True,
                              text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(self.folder)})

    def test_the_message_names_the_debian_package(self):
        for module, package in packages.PACKAGES.items():
            module = module.partition(".")[0]
            program = PROGRAMS[len(module) % len(PROGRAMS)]
            done = self.run_without(module, program)
            (self.folder / f"{module}.py").unlink()
            self.assertEqual(
                (1, f"{program.name}: No module named '{module}'. On Debian: apt-get install "
                    f"{package}\n"), (done.returncode, done.stderr))

    def test_every_script_reports_missing_packages(self):
        for program in PROGRAMS:
            done = self.run_without("pandas", program)
            self.assertEqual(1, done.stderr.count("\n"), done.stderr)
            self.assertIn("apt-get install python3-pandas", done.stderr)


class Programs(unittest.TestCase):
    def test_help_describes_the_output(self):
        for program in PROGRAMS:
            done = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
            self.assertIn("Exit codes: ", done.stdout, program)
            self.assertEqual("", done.stderr)

    def test_a_full_standard_output_is_reported_in_one_line(self):
        folder = tempfile.TemporaryDirectory(prefix="sudoku-scripts-")
        self.addCleanup(folder.cleanup)
        run = script_testing.write_run(pathlib.Path(folder.name) / "run")
        for name in ("plot_ratio.py", "report.py"):
            with open("/dev/full", "w", encoding="utf-8") as stream:
                done = subprocess.run([script_testing.SCRIPTS / name, run], stdout=stream,
                                      stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((74, f"{name}: standard output: No space left on device\n"),
                             (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
