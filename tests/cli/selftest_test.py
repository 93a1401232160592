"""Tests the selftest command. Its times depend on the machine, so the tests check only the form of its report."""

import signal

from cli_testing import CliTestCase, main


class SelftestTest(CliTestCase):

    def test_report(self):
        result = self.run_program("selftest", "--trials", "1", "--engine", "bitmask")
        self.assertEqual("", result.stderr)
        lines = result.stdout.splitlines()
        results = [line.split()[-1] for line in lines if line.startswith("  ")]
        self.assertEqual(set(), set(results) - {"ok", "FAILED"})
        # A comparison of times may fail on a busy machine. The exit code follows the report.
        self.assert_exit(1 if "FAILED" in results else 0, result)
        self.assertEqual(f"bitmask, 9600 minimal puzzles in 96 blocks, {len(results)} tests", lines[0])
        self.assertRegex(lines[1], r"^   1/\d+  equal engines +difference in [01] of 1 trials, ")
        self.assertRegex(result.stdout, r"(?m)^ +\d+/\d+  3 % slower +detected in [01] of 1 trials, ")
        for boundary in "plugin", "command":
            for kind in "easy", "hard":
                for size in 1, 8, 64, 4096:
                    self.assertRegex(result.stdout, rf"(?m)^ +\d+/\d+  as a {boundary}, {kind} by {size} +"
                                                    r"difference in [01] of 1 trials, ")
        for third in "plugin", "command":
            self.assertRegex(result.stdout,
                             rf"(?m)^ +\d+/\d+  dlx with a {third} +\S+x as fast, \S+x alone, changes by "
                             r"[+-]\S+ % in 1 trials")
        self.assertRegex(result.stdout, r"(?m)^ +\d+/\d+  lanes on 96 puzzles +\S+x as fast, \S+x in large blocks, ")
        self.assertRegex(result.stdout, r"(?m)^ +\d+/\d+  lanes with a plugin +\S+x as fast, \S+x alone, ")
        for fault in ("counts one too many", "finds no solution", "breaks a rule",
                      "drops the clues"):
            self.assertRegex(result.stdout, rf"(?m)^ +\d+/\d+  {fault} +caught on every puzzle +ok$")

    def test_an_interrupt_is_not_reported_as_a_failure(self):
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            with self.subTest(number.name):
                # Enough trials that the first comparison is still running.
                child = self.start("selftest", "--trials", "10000", "--engine", "bitmask")
                first = child.stdout.readline()
                child.send_signal(number)
                said, errors = child.communicate()
                self.assertRegex(first, r"^bitmask, 9600 minimal puzzles in 96 blocks, \d+ tests\n$")
                self.assertEqual("Interrupted: the other tests did not run.\n", said)
                self.assertEqual((130, ""), (child.returncode, errors))

    def test_bad_usage(self):
        self.assert_fails(2, "selftest takes no argument", "selftest", "x")
        self.assert_fails(2, "--trials", "selftest", "--trials", "0")
        self.assert_fails(2, "unknown engine", "selftest", "--engine", "fast")


main()
