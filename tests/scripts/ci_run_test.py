#!/usr/bin/python3
"""Tests .ci/run with stand-ins for the scripts of its steps and for the package manager."""

import re
import unittest

from tree_testing import TreeTestCase

SCRIPTS = ("lint", "test", "test-package", "test-slurm", "test-avx512", "soak", "bench", "check_run.py")
LOG = '#!/bin/sh\necho "{name} $*" >>"$LOG"\n'
# Knows all packages as installed, and logs their names without the query options.
DPKG_QUERY = """#!/bin/sh
for name do
  case $name in -*) ;; *) echo "needs $name" >>"$LOG"; echo "$name installed" ;; esac
done
"""
APT_CACHE = """#!/bin/sh
shift 2
for name do echo "$name"; done
"""


class CiRunTest(TreeTestCase):

    FILES = (".ci/run", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        for name in SCRIPTS:
            self.put(f"scripts/{name}", LOG.format(name=name))
        for name in ("cmake", "ctest", "apt-get"):
            self.put(f"../bin/{name}", LOG.format(name=name))
        self.put("../bin/dpkg-query", DPKG_QUERY)
        self.put("../bin/apt-cache", APT_CACHE)
        self.put("../bin/dpkg", "#!/bin/sh\necho arm64\n")
        self.put("../bin/flock", '#!/bin/sh\nshift\nexec "$@"\n')
        self.put("../bin/sudo", '#!/bin/sh\nexec "$@"\n')

    def run_steps(self, *steps):
        """Runs steps. Returns the result, the commands that they ran and the packages that they need."""
        log = self.root / "log"
        log.write_text("", "utf-8")
        result = self.run_script(".ci/run", *steps, LOG=str(log))
        lines = log.read_text("utf-8").splitlines()
        packages = {line.removeprefix("needs ") for line in lines if line.startswith("needs ")}
        return result, [line.strip() for line in lines if not line.startswith("needs ")], packages

    def started(self, result):
        """Returns the steps in the order of their start, the background step last."""
        return re.findall(r"^run: == (\S+)$", result.stderr + result.stdout, re.M)

    def test_all_steps_run_and_lint_is_first(self):
        result, _, _ = self.run_steps()
        self.assertEqual(0, result.returncode, result.stderr)
        steps = ["lint", "release", "package", "tsan", "asan-ubsan", "slurm", "aarch64-quick", "soak", "real-run"]
        self.assertEqual("lint", self.started(result)[0])
        self.assertCountEqual(steps, self.started(result))
        summary = result.stdout.splitlines()[-len(steps):]
        self.assertCountEqual(steps, [line.split()[0] for line in summary])
        for line in summary:
            self.assertRegex(line, r"^\S+ +\d+ s")

    def test_a_step_runs_alone(self):
        result, commands, _ = self.run_steps("lint")
        self.assertEqual((0, ["lint"], ["lint"]), (result.returncode, commands, self.started(result)))

    def test_a_step_needs_only_its_packages(self):
        for step, needed, other in (
                ("lint", (), ("g++", "clang-19", "python3-selenium", "qemu-user")),
                ("tsan", ("g++", "libcadical-dev"), ("clang", "clang-19", "python3-selenium")),
                ("asan-ubsan", ("g++", "clang-19", "llvm-19", "fish", "libcadical-dev"), ("clang", "python3-selenium")),
                ("clang", ("g++", "clang", "python3-selenium", "libcadical-dev"), ("clang-19", "flake8")),
                ("aarch64-quick", ("cmake", "python3"), ("clang", "fish", "libcadical-dev")),
                ("package", (), ("g++", "fish")),
                ("slurm", (), ("g++", "fish")),
                ("real-run", ("python3", "libcadical-dev"), ("clang-19", "fish"))):
            with self.subTest(step):
                result, _, packages = self.run_steps(step)
                self.assertEqual(0, result.returncode, result.stderr)
                self.assertEqual(set(needed), packages.intersection(needed))
                self.assertFalse(packages.intersection(other))

    def test_the_closing_line_of_a_step_is_in_the_summary(self):
        self.put("../bin/ctest", "#!/bin/sh\necho '100% tests passed, 0 tests failed out of 7'\n")
        result, _, _ = self.run_steps("tsan")
        self.assertRegex(result.stdout.splitlines()[-1], r"^tsan +\d+ s  100% tests passed, 0 tests failed out of 7$")

    def test_a_failing_step_ends_the_run(self):
        self.put("scripts/lint", "#!/bin/sh\nexit 3\n")
        result, commands, _ = self.run_steps("lint", "slurm")
        self.assertEqual(([], ["lint"]), (commands, self.started(result)))
        self.assertNotEqual(0, result.returncode)

    def test_the_background_step_prints_its_output_and_its_failure_counts(self):
        self.put("scripts/test-package", "#!/bin/sh\necho the package works\n")
        result, _, _ = self.run_steps("package", "lint")
        self.assertEqual((0, ["lint", "package"]), (result.returncode, self.started(result)))
        self.assertIn("\nthe package works\n", result.stdout)
        self.put("scripts/test-package", "#!/bin/sh\nexit 3\n")
        result, _, _ = self.run_steps("package", "lint", "slurm")
        self.assertNotIn("slurm", self.started(result))
        self.assertNotEqual(0, result.returncode)

    def test_an_unknown_step_is_rejected(self):
        result, commands, _ = self.run_steps("lnit")
        self.assertEqual((1, []), (result.returncode, commands))
        self.assertIn("unknown step lnit", result.stderr)


if __name__ == "__main__":
    unittest.main()
