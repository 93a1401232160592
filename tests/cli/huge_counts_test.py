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

    def bench_huge(self, puzzles, *arguments, out="out", **options):
        result = self.run_program(
            "bench", "--warmup", "0s", "--out", out, "--max-solutions", "0", "--engine-cmd",
            f"huge={PYTHON} huge.py", "--engine", "triads_avx512", "--timeout", "1s", "--dataset",
            self.write("d.txt", puzzles), "--per-puzzle", *arguments, **options)
        self.assert_exit_in((0, 3), result)
        return result

    def huge(self, name, out="out"):
        return [row["solutions"] for row in self.rows(name, out) if row["engine"] == "huge"]

    def test_a_huge_count_of_a_command(self):
        self.bench_huge([EIGHT, UNIQUE])
        self.assertEqual([">=" + MOST, "1"], self.huge("puzzles.csv"))

    def test_a_huge_sum(self):
        self.bench_huge([FIVE, UNIQUE])
        self.assertEqual([str(2**127 + 1)], self.huge("summary.csv"))
        self.bench_huge([FIVE, FIVE, UNIQUE], "--force")
        self.assertEqual([HALF, HALF, "1"], self.huge("puzzles.csv"))
        for name in ("runs.csv", "summary.csv"):
            self.assertEqual([">=" + MOST], self.huge(name))

    def test_sums_of_repetitions_and_of_shards(self):
        self.bench_huge([FIVE, UNIQUE], "--repetitions", "2")
        self.assertEqual([str(2**127 + 1)] * 2, self.huge("runs.csv"))
        self.assertEqual([">=" + MOST], self.huge("summary.csv"))
        for shard in "01":
            self.bench_huge([FIVE, UNIQUE, UNIQUE, FIVE], "--shard", shard + "/2", out=shard)
            self.assertEqual([str(2**127 + 1)], self.huge("runs.csv", shard))
        self.assert_exit_in((0, 3), self.run_program("merge", "0", "1", "--out", "merged"))
        for name in ("runs.csv", "summary.csv"):
            self.assertEqual([">=" + MOST], self.huge(name, "merged"))


if __name__ == "__main__":
    main()
