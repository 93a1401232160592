"""Tests scripts/lib/setup.sh, which the bash scripts share, with stand-ins for cmake and apt-get."""

import json
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).parents[2] / "scripts" / "lib" / "setup.sh"


class SetupTestCase(unittest.TestCase):
    """Each test has its own tree with a configured release build."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.build = self.root / "build" / "release"
        self.build.mkdir(parents=True)
        (self.build / "build.ninja").touch()
        (self.root / "dpkg-status").touch()
        self.age("dpkg-status", 60)

    def age(self, name, seconds):
        """Makes a file older by some seconds."""
        path = self.root / name
        time = path.stat().st_mtime - seconds
        os.utime(path, (time, time))

    def stand_in(self, name, script):
        path = self.root / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def call(self, script, **options):
        """Runs bash code that sourced setup.sh."""
        environment = dict(os.environ, PATH=f"{self.root / 'bin'}:{os.environ['PATH']}")
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        script = f'. "{SETUP}"; root={self.root}; package_database={self.root}/dpkg-status; {script}'
        return subprocess.run(["bash", "-euc", script, "bench"], cwd=self.root, check=False, env=environment,
                              stdin=subprocess.DEVNULL, **options)


class BuildTest(SetupTestCase):

    def build_with(self, status, **streams):
        self.stand_in("cmake", f'echo "[1/2] working"; echo "a warning" >&2; exit {status}')
        return self.call("build release sudoku-bench", **streams)

    def test_a_build_is_quiet_without_a_terminal(self):
        result = self.build_with(0)
        self.assertEqual((0, b""), (result.returncode, result.stdout))
        self.assertEqual(b"bench: building sudoku-bench (preset release)\n", result.stderr)

    def test_a_failing_build_shows_its_output(self):
        result = self.build_with(3)
        self.assertEqual((3, b""), (result.returncode, result.stdout))
        self.assertIn(b"[1/2] working\na warning\n", result.stderr)

    def test_a_build_shows_its_progress_on_a_terminal(self):
        screen, terminal = pty.openpty()
        result = self.build_with(0, stderr=terminal)
        os.close(terminal)
        shown = os.read(screen, 1 << 16)
        os.close(screen)
        self.assertEqual((0, b""), (result.returncode, result.stdout))
        self.assertIn(b"[1/2] working\r\na warning\r\n", shown)


class ConfigureTest(SetupTestCase):

    def configures(self):
        """Returns whether a build starts with a configure step."""
        self.stand_in("cmake", f'echo "$@" >>{self.root}/calls')
        self.call("build release")
        calls = (self.root / "calls").read_text("utf-8").splitlines()
        self.assertIn(f"--build {self.build}", calls[-1])
        return [f"-S {self.root} --preset release"] == calls[:-1]

    def test_a_new_build_is_configured(self):
        (self.build / "build.ninja").unlink()
        self.assertTrue(self.configures())

    def test_a_configured_build_is_left_alone(self):
        self.assertFalse(self.configures())

    def test_a_build_is_configured_again_after_packages_were_installed(self):
        self.age("build/release/build.ninja", 120)
        self.assertTrue(self.configures())

    def test_without_dpkg_a_configured_build_is_left_alone(self):
        (self.root / "dpkg-status").unlink()
        self.assertFalse(self.configures())


class SolversTest(SetupTestCase):

    def require_solvers(self, known):
        """Returns the packages to install and the messages."""
        result = self.call(f'known_packages() {{ for name in {known}; do echo $name; done; }}; '
                           'require_packages() { echo "$@"; }; require_solvers')
        return result.stdout.decode(), result.stderr.decode()

    def test_the_packages_that_the_system_offers_are_installed(self):
        self.assertEqual(("clasp minisat\n", ""), self.require_solvers("clasp minisat"))

    def test_a_system_without_such_packages_gets_a_message(self):
        self.assertIn("offers none of libcadical-dev ", self.require_solvers("")[1])


class SkippedTestsTest(SetupTestCase):

    SKIP = 'PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")'

    def run_tests(self, *lines, arguments=""):
        """Runs CTest on these lines of a test file. Returns the exit code, and the list of skipped tests or None."""
        (self.build / "CTestTestfile.cmake").write_text("\n".join(lines), "utf-8")
        (self.root / "CMakePresets.json").write_text(json.dumps({
            "version": 5,
            "configurePresets": [{"name": "release", "generator": "Ninja",
                                  "binaryDir": "${sourceDir}/build/release"}],
            "testPresets": [{"name": "release", "configurePreset": "release"}]}), "utf-8")
        result = self.call(f"test_preset release {arguments}")
        output = result.stdout.decode()
        _, heading, skipped = output.partition("Skipped tests:\n")
        return result.returncode, skipped if heading else None

    def test_skipped_tests_are_listed_last_with_their_reasons(self):
        code, skipped = self.run_tests(
            "add_test(plain true)",
            'add_test(python/a echo "skipped: the module is not built")',
            f"set_tests_properties(python/a {self.SKIP}",
            'add_test("two words" sh -c "echo skipped: no browser; echo skipped: more")',
            f'set_tests_properties("two words" {self.SKIP}',
            'add_test(talks echo "skipped: two of three cases")')
        self.assertEqual(0, code)
        self.assertEqual(["  python/a: the module is not built", "  two words: no browser"],
                         sorted(skipped.splitlines()))

    def test_nothing_is_printed_if_no_test_was_skipped(self):
        self.assertEqual((0, None), self.run_tests("add_test(plain true)"))

    def test_a_failure_keeps_its_exit_code(self):
        code, skipped = self.run_tests("add_test(bad false)", 'add_test(a echo "skipped: why")',
                                       f"set_tests_properties(a {self.SKIP}")
        self.assertEqual((8, "  a: why\n"), (code, skipped))

    def test_skipped_tests_of_an_earlier_run_are_not_listed(self):
        lines = ('add_test(a echo "skipped: why")', f"set_tests_properties(a {self.SKIP}")
        self.assertEqual((0, "  a: why\n"), self.run_tests(*lines))
        self.assertEqual((0, None), self.run_tests(*lines, arguments="--help"))


if __name__ == "__main__":
    unittest.main()
