"""Tests the compare command with runs of the bench command."""

import csv
import shutil

from cli_testing import CliTestCase, FIVE, NEARLY_FULL, UNIQUE, main

TIMES = ("wall_ns", "cpu_ns", "time_ns")


class CompareCase(CliTestCase):
    def bench(self, out, *arguments):
        self.write("d.txt", [UNIQUE, NEARLY_FULL, FIVE] * 40)
        defaults = (("--engine", "bitmask,dlx"), ("--warmup", "0s"), ("--dataset", "d.txt"))
        more = [word for default in defaults if default[0] not in arguments for word in default]
        self.assert_exit(0, self.run_program("bench", "--out", out, "--threads", "1", "--quiet", *more, *arguments))

    def copy(self, old, new, change=lambda row: None, name="summary.csv", **context):
        """Copies a run. `change` is called with every row of dlx in a file. It may empty the row to remove it."""
        shutil.copytree(self.directory / old, self.directory / new)
        rows = self.rows(name, new)
        columns = list(rows[0])
        for row in rows:
            if row["engine"] == "dlx":
                change(row)
        with open(self.directory / new / name, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(filter(None, rows))
        self.write_context(new, {**self.context(new), **context})

    def slower(self, factor, old, new):
        """Copies a run in which dlx takes `factor` times as long."""
        self.copy(old, new, lambda row: row.update({name: round(factor * int(row[name])) for name in TIMES}),
                  "blocks.csv")

    def assert_compared(self, code, pattern, *arguments):
        result = self.run_program("compare", *arguments)
        self.assert_exit(code, result)
        self.assertRegex(result.stdout, f"(?m){pattern}")


class CompareTest(CompareCase):
    def test_a_slowdown(self):
        self.bench("a")
        self.slower(1.25, "a", "b")
        self.assert_compared(0, r"\Aa compared with a, changes above 5 %\n"
                             r"(?s:.*)^  dlx +d\.txt +1\.00x +\[1\.00, 1\.00\] +15 +\S+ +0  no change", "a", "a")
        self.assert_compared(5, r"^  dlx +d\.txt +1\.25x slower +\[1\.25, 1\.25\] +15 +\S+ +0  SLOWER", "a", "b")
        self.assert_compared(5, r"^  bitmask .*no change", "a", "b")
        self.assert_compared(0, "^  dlx .*no change", "--noise-threshold", "30%", "a", "b")
        self.assert_compared(0, r"^  dlx +d\.txt +1\.25x faster +\[1\.25, 1\.25\] +15 +\S+ +0  faster", "b", "a")

    def test_a_shard_is_compared_only_with_itself(self):
        self.bench("whole")
        self.bench("part", "--shard", "1/2")
        self.assert_fails(4, "whole: cannot be compared: this run measured all of the datasets, the old run shard 1 "
                             "of 2", "compare", "part", "whole")
        self.assert_exit(0, self.run_program("compare", "part", "part"))
        self.write_context("part", {**self.context("part"), "shard": 3})
        self.assert_fails(4, "is damaged: shard is not valid", "compare", "part", "part")

    def test_an_unrecorded_task_is_noted(self):
        self.bench("a")
        context = self.context("a")
        del context["task"]
        shutil.copytree(self.directory / "a", self.directory / "b")
        self.write_context("b", context)
        self.assert_compared(0, "b does not record its options", "b", "a")

    def test_changed_rows(self):
        self.bench("a")
        self.copy("a", "calm", lambda row: row.update(noise=""))
        for new, code, pattern, change, *file in (
                *((verdict, 5, rf"{'- +- ' * (verdict in ('wrong', 'unavailable'))}"
                   rf".*, WORSE\n(.*\n)*  dlx on d.txt: .*new {verdict}",
                   {"verdict": verdict}) for verdict in (
                       "wrong", "disagreement", "partial", "unavailable", "not_applicable")),
                ("noise", 0, r".* no change\n(.*\n)*  dlx on d\.txt: new interfered$", {"noise": "interfered"}),
                ("few", 6, r"1\.00x +- +5 +0 +10  too few blocks", {"solved": "1"}, "blocks.csv")):
            with self.subTest(new):
                self.copy("calm", new, lambda row, change=change, file=file: (
                    not file or int(row["first_puzzle"]) >= 40) and row.update(change), *file)
                self.assert_compared(code, rf"^  dlx +d\.txt +{pattern}", "calm", new)
                if code == 5:
                    self.assertNotEqual(5, self.run_program("compare", new, "calm").returncode)

    def test_a_missing_engine_is_reported(self):
        self.bench("a")
        shutil.copytree(self.directory / "a", self.directory / "b")
        for name in "runs.csv", "blocks.csv", "summary.csv":
            path = self.directory / "b" / name
            lines = path.read_text().splitlines(keepends=True)
            path.write_text("".join(line for line in lines if not line.startswith("dlx,")))
        self.write_context("b", self.context("b"))
        self.assert_compared(4, "^  dlx on d.txt is only in a$", "a", "b")
        self.assert_compared(0, "^  dlx on d.txt is only in a$", "b", "a")

    def test_datasets_of_the_project_have_their_usual_name(self):
        for out, engines in (("a", "dlx,bitmask"), ("b", "dlx")):
            self.bench(out, "--dataset", "classic.txt", "--engine", engines)
        self.assert_compared(6, r"^  dlx     classic\.txt \(project's dataset\) (.*\n)*"
                             r"  bitmask on classic\.txt \(project's dataset\) is only in a$", "b", "a")

    def test_invalid_input_and_usage(self):
        self.bench("a")
        shutil.copytree(self.directory / "a", self.directory / "b")
        (self.directory / "b/blocks.csv").unlink()
        self.assert_fails(4, "b/blocks.csv: No such file", "compare", "a", "b")
        self.assert_fails(4, r"nowhere/\w+\.(csv|json): ", "compare", "a", "nowhere")
        self.copy("a", "c", lambda row: row.update(wall_ns="soon"), "blocks.csv")
        self.assert_fails(4, r"c/blocks\.csv:\d+:\d+: wall_ns: 'soon' is not a whole number below 2\^64", "compare",
                          "a", "c")
        self.assert_fails(2, "compare needs two result directories", "compare", "a")
        self.assert_fails(2, "--csv", "compare", "--csv", "a", "b")
        self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b", "--noise-threshold=100%")


class HistoryTest(CompareCase):
    def write_history(self, factors):
        """Writes a run for each time of dlx, as a factor of the first."""
        self.bench("r0")
        for number, factor in enumerate(factors[1:], 1):
            self.slower(factor, "r0", f"r{number}")
        return [f"r{number}" for number in range(len(factors))]

    def test_a_history_with_a_change(self):
        runs = self.write_history([1, 1.01, 1.25, 1.24, 1.26])
        result = self.run_program("compare", "--history", "--csv", *runs)
        self.assert_exit(0, result)
        rows = list(csv.DictReader(result.stdout.splitlines()))
        for row in rows:
            for number in (row[name] for name in ("rate", "times", "times_low", "times_high") if row[name]):
                self.assertEqual(number, f"{float(number):.6g}")
        self.assertEqual({"0"}, {row["is_change_point"] for row in rows if row["engine"] == "bitmask"})
        rows = [row for row in rows if row["engine"] == "dlx"]
        self.assertEqual(list(zip(runs, "00100", ["", "r0", "r0", "r2", "r2"],
                                  ["", "no change", "SLOWER", "no change", "no change"])),
                         [tuple(row[name] for name in ("run", "is_change_point", "reference", "change"))
                          for row in rows])
        self.assertAlmostEqual(0.8, float(rows[2]["times"]), delta=0.02)
        low, times, high = (float(rows[2][name]) for name in ("times_low", "times", "times_high"))
        self.assertTrue(low <= times <= high, rows[2])
        self.assert_compared(0, r"\A5 runs, changes above 5 % in two consecutive runs$", "--history", *runs)
        self.assert_compared(0, r"^dlx on d\.txt\n  run +rate +speedup +95 % interval +over +change\n"
                             r"  r0 +\S+ \S+ +- +- +- +-\n  r1 .* r0 +no change\n  r2 .* r0 +SLOWER, CHANGE POINT\n",
                             "--history", *runs)
        self.assertNotIn("CHANGE POINT",
                         self.run_program("compare", "--history", "--noise-threshold", "40%", *runs).stdout)

    def test_a_history_notes_other_cpus(self):
        runs = self.write_history([1, 1])
        self.write_context("r1", {**(old := self.context("r1")), "machine": {**old["machine"], "cpu": "other"}})
        self.assertEqual(f"the CPUs differ: {old['machine']['cpu']} in r0, other in r1\n",
                         self.run_program("compare", "--history", *runs).stderr)

    def test_a_history_rejects_incomparable_runs(self):
        self.bench("a")
        self.bench("b", "--max-solutions", "1")
        self.assert_fails(4, r"b: cannot be compared: --max-solutions was 2, now 1", "compare", "--history", "a", "b")
        self.assert_fails(2, "--history needs at least two result directories", "compare", "--history", "a")
        self.assert_fails(2, "a/. is given twice", "compare", "--history", "a", "b", "a/.")

    def test_other_answers_and_wrong_engines_in_a_history(self):
        self.bench("a")
        self.copy("a", "b", lambda row: row.update(answer_digest="0" * 16))
        self.assert_compared(3, "OTHER ANSWERS", "--history", "a", "b")
        self.copy("a", "c", lambda row: row.update(verdict="wrong"))
        self.copy("a", "d")
        self.assert_compared(0, r"^dlx on d\.txt\n.*\n  a .* -\n  d .* a +no change", "--history", "c", "a", "d")


if __name__ == "__main__":
    main()
