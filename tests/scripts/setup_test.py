#!/usr/bin/python3
"""Tests scripts/lib/setup.sh, which the bash scripts share, with stand-ins for cmake and apt-get."""

import json
import os
import unittest

from tree_testing import TreeTestCase

SKIP = 'PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")'


class SetupTest(TreeTestCase):
    """Each test has its own tree with a configured release build."""

    def call(self, code):
        """Runs bash code that sourced setup.sh."""
        self.put("scripts/bench", f'. scripts/lib/setup.sh; root={self.root}; '
                 f'package_database={self.root}/dpkg-status; set -eu; {code}\n')
        return self.run_script("scripts/bench")

    def test_a_build_is_quiet_unless_it_fails(self):
        for status, output in ((0, ""), (3, "[1/2] working\na warning\n")):
            self.put("../bin/cmake", f"#!/bin/sh\necho '[1/2] working'; echo 'a warning' >&2; exit {status}\n")
            result = self.call("build release sudoku-bench")
            self.assertEqual((status, ""), (result.returncode, result.stdout))
            self.assertIn("bench: building sudoku-bench (preset release)\n" + output, result.stderr)

    def test_a_build_is_configured_if_it_is_new_or_packages_were_installed(self):
        self.put("../bin/cmake", f'#!/bin/sh\necho "$@" >>{self.root}/calls\n')
        ninja, packages = self.root / "build/release/build.ninja", self.root / "dpkg-status"
        for is_new, has_dpkg, is_configured in ((True, True, True), (False, True, False), (False, False, False)):
            self.put("calls", "")
            self.put("dpkg-status", "")
            self.put("build/release/build.ninja", "")
            os.utime(packages, (1, 1) if not is_new else None)
            os.utime(ninja, (2, 2))
            if not has_dpkg:
                packages.unlink()
            self.call("build release")
            configured = f"-S {self.root} --preset release" in (self.root / "calls").read_text("utf-8")
            self.assertEqual(is_configured, configured, (is_new, has_dpkg))

    def test_the_solver_packages_that_the_system_offers_are_installed(self):
        for known, output, errors in (("clasp minisat", "clasp minisat\n", ""), ("", "", "offers none of libcadical")):
            result = self.call(f'known_packages() {{ for name in {known}; do echo $name; done; }}; '
                               'require_packages() { echo "$@"; }; require_solvers')
            self.assertEqual(output, result.stdout)
            self.assertIn(errors, result.stderr)

    def run_tests(self, *lines):
        """Runs CTest on these lines of a test file. Returns the exit code and the list of skipped tests."""
        self.put("build/release/CTestTestfile.cmake", "\n".join(lines))
        self.put("CMakePresets.json", json.dumps({
            "version": 5,
            "configurePresets": [{"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}],
            "testPresets": [{"name": "release", "configurePreset": "release"}]}))
        result = self.call("test_preset release")
        return result.returncode, sorted(result.stdout.partition("Skipped tests:\n")[2].splitlines())

    def test_skipped_tests_are_listed_last_with_their_reasons(self):
        skipped = ('add_test(python/a echo "skipped: the module is not built")',
                   f"set_tests_properties(python/a {SKIP}",
                   'add_test("two words" sh -c "echo skipped: no browser; echo skipped: more")',
                   f'set_tests_properties("two words" {SKIP}',
                   'add_test(talks echo "skipped: two of three cases")')
        reasons = ["  python/a: the module is not built", "  two words: no browser"]
        self.assertEqual((0, reasons), self.run_tests(*skipped))
        self.assertEqual((8, reasons), self.run_tests("add_test(bad false)", *skipped))
        self.assertEqual((0, []), self.run_tests("add_test(plain true)"))


if __name__ == "__main__":
    unittest.main()
