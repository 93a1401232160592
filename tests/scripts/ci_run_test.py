#!/usr/bin/python3
"""Tests that a failing step of .ci/run is not lost, with stand-ins for the scripts of its steps."""

import re
import unittest

from tree_testing import TreeTestCase


class CiRunTest(TreeTestCase):

    FILES = (".ci/run", *TreeTestCase.FILES)

    def run_steps(self, *steps, **stand_ins):
        """Runs steps. Returns the result and the steps in the order of their start, the background step last."""
        for name in ("lint", "test-package", "test-slurm"):
            self.put(f"scripts/{name}", "#!/bin/sh\n" + stand_ins.get(name.replace("test-", ""), ""))
        result = self.run_script(".ci/run", *steps)
        return result, re.findall(r"^run: == (\S+)$", result.stderr + result.stdout, re.M)

    def test_each_step_has_a_line_with_its_time(self):
        result, started = self.run_steps("package", "lint", "slurm", package="echo the package works")
        self.assertEqual((0, {"lint", "package", "slurm"}), (result.returncode, {*started}))
        self.assertIn("\nthe package works\n", result.stdout)
        for line in result.stdout.splitlines()[-3:]:
            self.assertRegex(line, r"^\S+ +\d+ s")

    def test_a_failing_step_ends_the_run(self):
        result, started = self.run_steps("lint", "slurm", lint="exit 3")
        self.assertEqual(["lint"], started)
        self.assertNotEqual(0, result.returncode)

    def test_the_failure_of_the_background_step_counts(self):
        result, started = self.run_steps("package", "lint", "slurm", package="exit 3")
        self.assertNotIn("slurm", started)
        self.assertNotEqual(0, result.returncode)

    def test_an_unknown_step_is_rejected(self):
        result, _ = self.run_steps("lnit")
        self.assertEqual(1, result.returncode)
        self.assertIn("unknown step lnit", result.stderr)


if __name__ == "__main__":
    unittest.main()
