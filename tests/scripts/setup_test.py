"""What the scripts have in common, scripts/lib/setup.sh, with a stand-in for cmake."""

import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).parents[2] / "scripts" / "lib" / "setup.sh"

CMAKE = """#!/bin/sh
echo "[1/2] working"
echo "a warning" >&2
exit "$STATUS"
"""


class BuildTest(unittest.TestCase):

    def build(self, status, **streams):
        with tempfile.TemporaryDirectory() as directory:
            cmake = pathlib.Path(directory, "cmake")
            cmake.write_text(CMAKE, "utf-8")
            cmake.chmod(0o755)
            environment = dict(os.environ, PATH=f"{directory}:{os.environ['PATH']}",
                               STATUS=str(status))
            script = f'. "{SETUP}"; root={directory}; mkdir -p build/release; ' \
                     'touch build/release/build.ninja; build release sudoku-bench'
            return subprocess.run(["bash", "-euc", script, "bench"], cwd=directory, check=False,
                                  env=environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, **streams)

    def test_a_build_is_quiet_where_nobody_looks(self):
        result = self.build(0, stderr=subprocess.PIPE)
        self.assertEqual((0, b""), (result.returncode, result.stdout))
        self.assertEqual(b"bench: building sudoku-bench (preset release)\n", result.stderr)

    def test_a_build_that_fails_says_everything(self):
        result = self.build(3, stderr=subprocess.PIPE)
        self.assertEqual((3, b""), (result.returncode, result.stdout))
        self.assertIn(b"[1/2] working\na warning\n", result.stderr)

    def test_a_build_shows_its_progress_on_a_terminal(self):
        screen, terminal = pty.openpty()
        result = self.build(0, stderr=terminal)
        os.close(terminal)
        shown = os.read(screen, 1 << 16)
        os.close(screen)
        self.assertEqual((0, b""), (result.returncode, result.stdout))
        self.assertIn(b"[1/2] working\r\na warning\r\n", shown)


class SolversTest(unittest.TestCase):

    def require_solvers(self, known, missing):
        """What is installed, what is said, and whether the build stays as it was configured."""
        with tempfile.TemporaryDirectory() as directory:
            script = f'. "{SETUP}"; root={directory}; mkdir -p build/release; touch build/release/build.ninja; ' \
                     f'known_packages() {{ for name in {known}; do echo $name; done; }}; ' \
                     f'missing_packages() {{ for name in {missing}; do echo $name; done; }}; ' \
                     'require_packages() { echo "$@"; }; require_solvers'
            result = subprocess.run(["bash", "-euc", script, "bench"], cwd=directory, check=True,
                                    capture_output=True, text=True)
            is_configured = pathlib.Path(directory, "build/release/build.ninja").exists()
            return result.stdout, result.stderr, is_configured

    def test_what_the_system_knows_is_installed_and_looked_for(self):
        self.assertEqual(("clasp minisat\n", "", False), self.require_solvers("clasp minisat", "clasp"))

    def test_a_build_that_has_all_stays_as_it_is(self):
        self.assertEqual(("clasp minisat\n", "", True), self.require_solvers("clasp minisat", ""))

    def test_a_system_that_knows_none_is_told_of(self):
        self.assertIn("knows none of libcadical-dev ", self.require_solvers("", "clasp")[1])


if __name__ == "__main__":
    unittest.main()
