"""Tests the selftest command. A single trial cannot fail by chance: its limits allow one deviation."""

import signal

from cli_testing import CliTestCase, main

TESTS = {
    "equal engines": "difference in [01] of 1 trials, ",
    "3 % slower": "detected in [01] of 1 trials, ",
    **{f"as a {boundary}, {kind} by {size}": "difference in [01] of 1 trials, "
       for boundary in ("plugin", "command") for kind in ("easy", "hard") for size in (1, 8, 64, 4096)},
    **{f"{engine} with a {third}": r"\S+x as fast, \S+x alone, changes by [+-]\S+ % in 1 trials"
       for engine, third in (("dlx", "plugin"), ("dlx", "command"), ("lanes", "plugin"))},
    "lanes on 96 puzzles": r"\S+x as fast, \S+x in large blocks, ",
    **dict.fromkeys(("counts one too many", "finds no solution", "breaks a rule", "drops the clues"),
                    "caught on every puzzle"),
}


class SelftestTest(CliTestCase):
    def test_report(self):
        printed = self.output_of("selftest", "--trials", "1", "--engine", "bitmask")
        lines = printed.splitlines()
        results = [line for line in lines if line.startswith("  ")]
        self.assertEqual({"ok"}, {line.split()[-1] for line in results}, printed)
        self.assertEqual(f"bitmask, 9600 minimal puzzles in 96 blocks, {len(results)} tests", lines[0])
        for name, found in TESTS.items():
            self.assertRegex(printed, rf"(?m)^ +\d+/\d+  {name} +{found}")

    def test_an_interrupt_is_not_reported_as_a_failure(self):
        # Enough trials that the first comparison is still running.
        child = self.start("selftest", "--trials", "10000", "--engine", "bitmask")
        first = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        said, errors = child.communicate()
        self.assertRegex(first, r"^bitmask, 9600 minimal puzzles in 96 blocks, \d+ tests\n$")
        self.assertEqual("Interrupted: the other tests did not run.\n", said)
        self.assertEqual((130, ""), (child.returncode, errors))

    def test_bad_usage(self):
        self.assert_fails(2, "--trials", "selftest", "--trials", "0")


if __name__ == "__main__":
    main()
