"""Tests `pip install .` without a network, with an existing build."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

from python_testing import PATIENCE, ROOT, SOLUTIONS_OF_9X9

sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import sudoku_wheel

CODE = """
import sudoku_bench as s
print(s.count('.' * 81))
table = s.bench('famous.txt', ['bitmask'], options=['--warmup', '0s'])
print(s.program().startswith(s.__path__[0]), (table['solved'] == table['puzzles']).all())
"""


class InstallTest(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_command(self, *command):
        result = subprocess.run([str(word) for word in command], cwd=self.directory, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def test_the_package_installs_and_uninstalls(self):
        self.run_command(sys.executable, "-m", "venv", "--system-site-packages", "venv")
        python = self.directory / "venv/bin/python"
        self.run_command(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", ROOT)
        said = self.run_command("env", "-u", "PYTHONPATH", "-u", "SUDOKU_BENCH", python, "-B", "-c", CODE)
        self.assertEqual(said, f"{SOLUTIONS_OF_9X9}\nTrue True\n")
        # Not the program in SUDOKU_BENCH: it may be this command itself.
        command = self.directory / "venv/bin/sudoku-bench"
        said = self.run_command("env", f"SUDOKU_BENCH={command}", command, "--version")
        self.assertEqual(said.split()[:2], ["sudoku-bench", sudoku_wheel.version()])
        self.assertEqual(len(self.run_command(command, "solve", "famous.txt", "--quiet").split()), 128)
        listed = self.run_command(python, "-m", "pip", "show", "--files", "sudoku-bench")
        for name in ("Version: " + sudoku_wheel.version(), "sudoku_bench/py.typed", "sudoku_bench/__init__.pyi",
                     "sudoku_bench/share/sudoku-bench/scripts/report.py"):
            self.assertIn(name, listed)
        self.run_command(python, "-m", "pip", "uninstall", "--yes", "sudoku-bench")
        self.assertFalse(list(self.directory.glob("venv/lib/*/site-packages/sudoku_bench")))
        self.assertFalse(command.exists())

    def test_metadata_before_the_build_equal_those_of_the_wheel(self):
        name = sudoku_wheel.prepare_metadata_for_build_wheel(self.directory)
        wheel = sudoku_wheel.build_wheel(self.directory)
        with zipfile.ZipFile(self.directory / wheel) as archive:
            for path in sorted((self.directory / name).iterdir()):
                self.assertEqual(path.read_bytes(), archive.read(f"{name}/{path.name}"))
        self.assertIn("Requires-Dist: numpy\n", (self.directory / name / "METADATA").read_text("utf-8"))

    def test_wheels_are_reproducible(self):
        wheels = []
        for place in ("one", "other"):
            (self.directory / place).mkdir()
            name = sudoku_wheel.build_wheel(self.directory / place)
            wheels.append((self.directory / place / name).read_bytes())
        self.assertEqual(*wheels)
        with zipfile.ZipFile(self.directory / "one" / name) as wheel:
            self.assertIsNone(wheel.testzip())
            record = wheel.read(f"{sudoku_wheel.distribution()}.dist-info/RECORD").decode()
            self.assertEqual([line.split(",")[0] for line in record.splitlines()], wheel.namelist())


if __name__ == "__main__":
    unittest.main()
