"""The compare command, on runs of the bench command."""

import csv
import shutil

from cli_testing import CliTestCase, FIVE, NEARLY_FULL, UNIQUE, main


class CompareTest(CliTestCase):

    def bench(self, out, *arguments):
        self.write("d.txt", [UNIQUE, NEARLY_FULL, FIVE] * 40)
        result = self.run_program("--engine", "bitmask,dlx", "--dataset", "d.txt", "--out", out,
                                  "--threads", "1", "--warmup", "0s", "--quiet", *arguments)
        self.assert_exit(0, result)

    def copy(self, old, new, change):
        """Copies a run; `change` is called with every row of blocks.csv."""
        shutil.copytree(self.directory / old, self.directory / new)
        path = self.directory / new / "blocks.csv"
        with open(path, newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        for row in rows:
            change(row)
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, reader.fieldnames, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        # What this machine was doing is not what is tested here.
        for run in (old, new):
            summary = self.directory / run / "summary.csv"
            summary.write_text(summary.read_text().replace("interfered", "ok"))

    def compare(self, *arguments):
        return self.run_program("compare", *arguments)

    def test_an_equal_pair(self):
        self.bench("a")
        result = self.compare("a", "a")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"\Aa against a, changes beyond 5 %\n")
        for engine in ("bitmask", "dlx"):
            self.assertRegex(result.stdout, rf"(?m)^  {engine} +d\.txt +1 \[1, 1\] +15 +\S+  no change")

    def test_a_slowdown(self):
        self.bench("a")

        def slow_down(row):
            if row["engine"] == "dlx":
                for column in ("wall_ns", "cpu_ns"):
                    row[column] = round(1.25 * int(row[column]))

        self.copy("a", "b", slow_down)
        result = self.compare("a", "b")
        self.assert_exit(5, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx +d\.txt +0\.8 \[0\.8, 0\.8\] +15 +\S+  SLOWER")
        self.assertRegex(result.stdout, r"(?m)^  bitmask .*no change")
        self.assert_exit(0, self.compare("--noise-threshold", "30%", "a", "b"))
        faster = self.compare("b", "a")
        self.assert_exit(0, faster)
        self.assertRegex(faster.stdout, r"(?m)^  dlx +d\.txt +1\.25 \[1\.25, 1\.25\] +15 +\S+  faster")

    def test_unlike_runs_are_refused(self):
        self.bench("a")
        self.bench("b", "--max-solutions", "1")
        self.assert_fails(4, r"b: cannot be compared: .* --max-solutions 1, in the old run with 2",
                          "compare", "a", "b")
        self.bench("c", "--max-puzzles", "100")
        self.assert_fails(4, r"c: cannot be compared: d\.txt held other puzzles in the old run",
                          "compare", "a", "c")
        self.bench("e", "--block-size", "20")
        self.assert_fails(4, r"e: cannot be compared: no block of puzzles is the same",
                          "compare", "a", "e")

    def test_bad_input(self):
        self.bench("a")
        self.assert_fails(4, r"nowhere/summary\.csv: ", "compare", "a", "nowhere")
        self.copy("a", "b", lambda row: row.update(wall_ns="soon"))
        self.assert_fails(4, r"b/blocks\.csv:2:\d+: wall_ns: 'soon' is no whole number",
                          "compare", "a", "b")

    def test_bad_usage(self):
        self.assert_fails(2, "compare takes two result directories", "compare", "a")
        self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b",
                          "--noise-threshold", "0.05")
        for value in ("-1%", "100%", "nan%", "5 %", "%"):
            self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b",
                              "--noise-threshold=" + value)


main()
