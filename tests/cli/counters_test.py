"""Tests bench --counters with the simulated counters of tests/counters."""

import os

from cli_testing import BUILD, CliTestCase, EIGHT, FIVE, main, MANY

COUNTERS = BUILD / "counters" / "counters.so"
RIGHT = f"right={BUILD}/plugins/right.so"
# Answers 1 for the probe puzzle, which has one empty cell, and 2 for every other puzzle.
COMMAND = "own=while read p; do case $p in (*.*.*) echo 2;; (*) echo 1;; esac; done"
EVENTS = ("instructions", "cycles", "branches", "branch_misses", "l1d_misses")
STEPS = (1000, 500, 200, 10, 20)  # increase between two readings


class CountersTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", [EIGHT, EIGHT, FIVE, MANY] * 8)

    def counted(self, mode, *arguments, out="out", code=0):
        """Runs bench with simulated counters."""
        if not COUNTERS.exists():
            self.skipTest("no library is loaded before sanitizers or an emulated program")
        result = self.run_program(
            "bench", "d.txt", "--counters", "--warmup", "0s", "--threads", "1", "--force", "--out", out, *arguments,
            env={**os.environ, "LD_PRELOAD": str(COUNTERS), "SUDOKU_COUNTERS": mode})
        self.assert_exit(code, result)
        return result

    def counts(self, name="runs.csv", directory="out"):
        """Returns the counts of each row of a file."""
        return [tuple(row[event] and int(row[event]) for event in EVENTS) for row in self.rows(name, directory)]

    def times(self, count):
        return tuple(count * step for step in STEPS)

    def test_each_block_is_counted_once_and_the_rows_are_sums(self):
        result = self.counted("whole", "--engine", "dlx,bitmask", "--repetitions", "2", "--block-size", "8")
        self.assertEqual("", result.stderr)
        self.assertEqual({self.times(1)}, set(self.counts("blocks.csv")))
        self.assertEqual(16, len(self.rows("blocks.csv")))
        self.assertEqual({self.times(4)}, set(self.counts()))
        self.assertEqual({self.times(8)}, set(self.counts("summary.csv")))
        self.assertEqual({"0"}, {row["scaled_blocks"] for row in self.rows("runs.csv")})
        # 8000 instructions and 4000 cycles in 64 puzzles.
        self.assertRegex(result.stdout, r"\n  dlx +125 +62\.5 +2 +1\.25 +2\.5 ")
        self.assertNotIn("scaled", result.stdout)
        self.assertIs(True, self.context()["task"]["counters"])

    def test_multiplexed_counters_are_scaled_and_reported(self):
        result = self.counted("half", "--engine", "dlx", "--block-size", "8")
        self.assertEqual([self.times(8)], self.counts())
        self.assertEqual(["4"], self.column("runs.csv", "scaled_blocks"))
        self.assertEqual(["1"] * 4, self.column("blocks.csv", "scaled_blocks"))
        self.assertIn("The CPU has too few counters, so some counts are estimates: dlx in 4 of 4 blocks.",
                      result.stdout)

    def test_a_plugin_counts_in_its_own_process(self):
        self.counted("whole", "--engine", "dlx", "--plugin", RIGHT, "--block-size", "8")
        self.assertEqual([self.times(4)] * 2, self.counts())

    def test_a_command_is_counted_with_its_child_processes(self):
        self.write("d.txt", [FIVE] * 32)
        self.counted("whole", "--engine", "dlx", "--engine-cmd", COMMAND, "--block-size", "8")
        self.assertEqual([self.times(4)] * 2, self.counts())

    def test_a_crash_has_no_counts(self):
        self.counted("whole", "--engine", "dlx", "--plugin", f"{BUILD}/plugins/aborting.so", code=3)
        dlx, aborting = self.counts()
        self.assertNotIn("", dlx)
        self.assertEqual(("",) * 5, aborting)

    def test_counters_are_summed_by_merge_and_ignored_by_compare(self):
        for shard in "01":
            self.counted("whole", "--engine", "dlx", "--block-size", "4", "--shard", f"{shard}/2", out=f"s{shard}")
        self.assert_exit(0, self.run_program("merge", "s0", "s1", "--out", "merged"))
        for name in ("runs.csv", "summary.csv"):
            self.assertEqual([self.times(8)], self.counts(name, "merged"))
        self.counted("whole", "--engine", "dlx", "--block-size", "2", out="with")
        self.assert_exit(0, self.bench("d.txt", "--engine", "dlx", "--block-size", "2", "--threads", "1"))
        compared = self.run_program("compare", "out", "with")
        self.assertNotIn("cannot be compared", compared.stderr)

    def assert_says_why(self, error, reason):
        result = self.counted(str(error), "--engine", "dlx")
        self.assertRegex(result.stderr, rf"\Asudoku-bench: --counters has no effect: {reason}\n\Z")
        self.assertEqual({("",) * 5}, {*self.counts(), *self.counts("blocks.csv")})
        self.assertNotIn("Counted", result.stdout)

    def test_missing_counters_are_explained_in_one_line(self):
        for error, reason in ((2, "the CPU or the virtual machine has no counters"),
                              (38, "the kernel does not support perf_event_open"),
                              (13, r"the system does not allow it; \S+ is \S+, it must be 2 or less"),
                              (24, "Too many open files")):
            with self.subTest(reason):
                self.assert_says_why(error, reason)


if __name__ == "__main__":
    main()
