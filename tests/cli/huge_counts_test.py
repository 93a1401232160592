"""Tests counts beyond 128 bits: they are lower bounds in every file."""

from cli_testing import CliTestCase, EIGHT, FIVE, PYTHON, UNIQUE, main

MOST = str(2**128 - 1)
HALF = str(2**127)
# Prints wrong numbers of solutions. No engine of the run can refute them.
ENGINE = f"""
import sys
answers = {{{FIVE!r}: {HALF!r}, {EIGHT!r}: {"9" * 60!r}}}
for line in sys.stdin:
    print(answers.get(line.strip(), "1"), flush=True)
"""


class HugeCountsTest(CliTestCase):

    def setUp(self):
        super().setUp()
        self.write("huge.py", ENGINE)

    def bench_huge(self, puzzles, *arguments, out="out"):
        result = self.run_program(
            "bench", "--warmup", "0s", "--out", out, "--force", "--max-solutions", "0", "--engine-cmd",
            f"huge={PYTHON} huge.py", "--engine", "triads_avx512", "--timeout", "1s", "--dataset",
            self.write("d.txt", puzzles), "--per-puzzle", *arguments)
        self.assert_exit_in((0, 3), result)

    def huge(self, name, out="out"):
        return self.column(name, "solutions", "huge", out)

    def test_counts_and_sums(self):
        self.bench_huge([EIGHT, UNIQUE])
        self.assertEqual([">=" + MOST, "1"], self.huge("puzzles.csv"))
        self.bench_huge([FIVE, FIVE, UNIQUE])
        self.assertEqual([HALF, HALF, "1"], self.huge("puzzles.csv"))
        self.assertEqual([">=" + MOST] * 2, self.huge("runs.csv") + self.huge("summary.csv"))
        self.bench_huge([FIVE, UNIQUE], "--repetitions", "2")
        self.assertEqual([str(2**127 + 1)] * 2, self.huge("runs.csv"))
        self.assertEqual([">=" + MOST], self.huge("summary.csv"))

    def test_sums_of_shards(self):
        for shard in "01":
            self.bench_huge([FIVE, UNIQUE, UNIQUE, FIVE], "--shard", shard + "/2", out=shard)
            self.assertEqual([str(2**127 + 1)], self.huge("runs.csv", shard))
        self.assert_exit_in((0, 3), self.run_program("merge", "0", "1", "--out", "merged"))
        self.assertEqual([">=" + MOST] * 2, self.huge("runs.csv", "merged") + self.huge("summary.csv", "merged"))


if __name__ == "__main__":
    main()
