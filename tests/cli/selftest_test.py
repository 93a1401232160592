"""The selftest command. What it says of times depends on the machine and is not tested."""

from cli_testing import CliTestCase, main


class SelftestTest(CliTestCase):

    def test_report(self):
        result = self.run_program("selftest", "--trials", "1", "--engine", "dlx")
        self.assertIn(result.returncode, (0, 1))
        self.assertEqual("", result.stderr)
        lines = result.stdout.splitlines()
        self.assertEqual("dlx, 9600 minimal puzzles in 96 blocks", lines[0])
        self.assertRegex(lines[1], r"^  equal engines +told apart in [01] of 1 trials, ")
        self.assertRegex(result.stdout, r"(?m)^  3 % slower +found in [01] of 1 trials, ")
        for fault in ("counts one too many", "finds no solution", "breaks a rule",
                      "drops the clues"):
            self.assertRegex(result.stdout, rf"(?m)^  {fault} +caught on every puzzle +ok$")

    def test_bad_usage(self):
        self.assert_fails(2, "selftest takes no argument", "selftest", "x")
        self.assert_fails(2, "--trials", "selftest", "--trials", "0")
        self.assert_fails(2, "unknown engine", "selftest", "--engine", "fast")


main()
