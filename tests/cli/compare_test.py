"""Tests the compare command with runs of the bench command."""

import csv
import json
import shutil
import signal

from cli_testing import CliTestCase, FIVE, NEARLY_FULL, UNIQUE, main


class CompareTest(CliTestCase):

    def bench(self, out, *arguments):
        self.write("d.txt", [UNIQUE, NEARLY_FULL, FIVE] * 40)
        result = self.run_program("--engine", "bitmask,dlx", "--dataset", "d.txt", "--out", out,
                                  "--threads", "1", "--warmup", "0s", "--quiet", *arguments)
        self.assert_exit(0, result)

    def change_rows(self, path, change):
        """Calls `change` with every row of a file."""
        with open(path, newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        for row in rows:
            change(row)
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, reader.fieldnames, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def change_context(self, run, change):
        path = self.directory / run / "context.json"
        context = json.loads(path.read_text())
        change(context)
        path.write_text(json.dumps(context))

    def copy(self, old, new, change, name="blocks.csv"):
        """Copies a run; `change` is called with every row of the file."""
        shutil.copytree(self.directory / old, self.directory / new)
        self.change_rows(self.directory / new / name, change)
        for run in (old, new):
            # Without digests, the changed rows are valid.
            self.change_context(run, lambda context: (context.pop("files", None), context.pop("digest", None),
                                                      context.pop("schema_version", None)))

    def compare(self, *arguments):
        return self.run_program("compare", *arguments)

    def test_an_equal_pair(self):
        self.bench("a")
        result = self.compare("a", "a")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"\Aa compared with a, changes above 5 %, 95 % intervals within these two "
                                        r"runs\n")
        for engine in ("bitmask", "dlx"):
            self.assertRegex(result.stdout, rf"(?m)^  {engine} +d\.txt +1 \[1, 1\] +15 +\S+ +0  no change")

    def test_a_slowdown(self):
        self.bench("a")

        def slow_down(row):
            if row["engine"] == "dlx":
                for column in ("wall_ns", "cpu_ns", "time_ns"):
                    row[column] = round(1.25 * int(row[column]))

        self.copy("a", "b", slow_down)
        result = self.compare("a", "b")
        self.assert_exit(5, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx +d\.txt +0\.8 \[0\.8, 0\.8\] +15 +\S+ +0  SLOWER")
        self.assertRegex(result.stdout, r"(?m)^  bitmask .*no change")
        self.assert_exit(0, self.compare("--noise-threshold", "30%", "a", "b"))
        faster = self.compare("b", "a")
        self.assert_exit(0, faster)
        self.assertRegex(faster.stdout, r"(?m)^  dlx +d\.txt +1\.25 \[1\.25, 1\.25\] +15 +\S+ +0  faster")

    def test_runs_of_different_tasks_are_rejected(self):
        self.bench("a")
        self.bench("b", "--max-solutions", "1")
        self.assert_fails(4, r"b: cannot be compared: --max-solutions was 2, now 1",
                          "compare", "a", "b")
        self.bench("c", "--max-puzzles", "100")
        self.assert_fails(4, r"c: cannot be compared: d\.txt had other puzzles in the old run",
                          "compare", "a", "c")

    def test_a_shard_is_not_compared_with_a_whole_run(self):
        self.bench("whole")
        self.bench("part", "--shard", "1/2")
        for old, new, message in (("whole", "part", "measured shard 1 of 2 of the datasets, the old run all"),
                                  ("part", "whole", "measured all of the datasets, the old run shard 1 of 2")):
            self.assert_fails(4, f"{new}: cannot be compared: this run {message}", "compare", old, new)
        self.assert_exit(0, self.compare("part", "part"))
        self.change_context("part", lambda context: (context.update(shard=3), context.pop("digest")))
        self.assert_fails(4, "is damaged: shard is not valid", "compare", "part", "part")

    def test_the_difference_of_the_tasks_is_named(self):
        self.bench("a")
        for number, (options, message) in enumerate((
                (("--timeout", "1ms"), "--timeout was 10s, now 1ms"),
                (("--max-guesses", "1000"), "--max-guesses was 0, now 1000"),
                (("--time-limit", "1h"), "--time-limit was 1min, now 1h"),
                (("--block-size", "20"), "--block-size was 0, now 20"),
                (("--whole-blocks", "--engine", "lanes"), "--whole-blocks was off, now on"),
                (("--isomorphs", "2"), "--isomorphs was 1, now 2"),
                (("--seed", "7"), "--seed was 1, now 7"),
                (("--repetitions", "2"), "--repetitions was 1, now 2"),
                (("--warmup", "1ms"), "--warmup was '0s', now '1ms'"),
                (("--format", "line"), "--format was 'auto', now 'line'"),
                (("--shuffle",), "--shuffle was off, now on"),
                (("--engine", "stack", "--cell-order", "row", "--max-solutions", "1"),
                 "--cell-order was 'column', now 'row'"))):
            with self.subTest(options=options):
                out = f"b{number}"
                arguments = ["--dataset", "d.txt", "--out", out, "--threads", "1", "--quiet", *options]
                for default, value in (("--engine", "bitmask,dlx"), ("--warmup", "0s")):
                    if default not in options:
                        arguments += [default, value]
                self.run_program(*arguments)
                self.assert_fails(4, f"{out}: cannot be compared: {message}", "compare", "a", out)

    def test_output_options_do_not_change_the_task(self):
        self.bench("a")
        self.bench("b", "--per-puzzle", "--baseline", "dlx")
        result = self.compare("a", "b")
        self.assertNotIn("cannot be compared", result.stderr)

    def test_an_unrecorded_task_is_noted(self):
        self.bench("a")
        self.copy("a", "b", lambda row: None)
        self.change_context("b", lambda context: context.pop("task"))
        result = self.compare("b", "a")
        self.assert_exit(0, result)
        self.assertIn("b does not record its options", result.stdout)

    def test_a_worse_verdict_is_reported(self):
        self.bench("a")
        for verdict in ("wrong", "disagreement", "partial", "unavailable", "not_applicable"):
            with self.subTest(verdict=verdict):
                def worsen(row):
                    if row["engine"] == "dlx":
                        row["verdict"] = verdict

                self.copy("a", verdict, worsen, "summary.csv")
                result = self.compare("a", verdict)
                self.assert_exit(5, result)
                self.assertRegex(result.stdout, rf"(?m)^  dlx .*, WORSE, .*new {verdict}")
                if verdict in ("wrong", "unavailable"):
                    self.assertRegex(result.stdout, r"(?m)^  dlx +d\.txt +- ")
                self.assertNotEqual(5, self.compare(verdict, "a").returncode)

    def test_noise_is_reported_and_changes_no_exit_code(self):
        self.bench("a")
        self.copy("a", "calm", lambda row: row.update(noise=""), "summary.csv")
        self.copy("a", "new", lambda row: row.update(noise="interfered"), "summary.csv")
        result = self.compare("calm", "new")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx .* no change, new interfered$")

    def test_too_few_blocks_are_inconclusive(self):
        self.bench("a", "--max-puzzles", "20")
        result = self.compare("a", "a")
        self.assert_exit(6, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx .*too few blocks")

    def test_unsolved_blocks_are_excluded(self):
        self.bench("a")

        def cut_short(row):
            if row["engine"] == "dlx" and int(row["first_puzzle"]) >= 40:
                row["solved"] = "1"

        self.copy("a", "b", cut_short)
        result = self.compare("a", "b")
        self.assert_exit(6, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx +d\.txt +1 +5 +0 +10  too few blocks")

    def test_a_missing_engine_is_reported(self):
        self.bench("a")
        self.copy("a", "b", lambda row: None)
        for name in "runs.csv", "blocks.csv", "summary.csv":
            path = self.directory / "b" / name
            lines = path.read_text().splitlines(keepends=True)
            path.write_text("".join(line for line in lines if not line.startswith("dlx,")))
        result = self.compare("a", "b")
        self.assert_exit(4, result)
        self.assertIn("  dlx on d.txt is only in a\n", result.stdout)
        result = self.compare("b", "a")
        self.assert_exit(0, result)
        self.assertIn("  dlx on d.txt is only in a\n", result.stdout)

    def test_an_interrupted_run_is_not_compared(self):
        self.bench("a")
        name = self.write("d.txt", [UNIQUE, NEARLY_FULL, FIVE] * 100_000)
        child = self.start_until_shown(
            rb"d\.txt: \d+ puzzles", "bench", "--engine", "bitmask,dlx", "--dataset", name, "--out", "b",
            "--threads", "1", "--warmup", "0s", "--time-limit", "0s")
        child.send_signal(signal.SIGINT)
        child.communicate()
        self.assertEqual(130, child.returncode)
        for runs in ("a", "b"), ("b", "a"):
            self.assert_fails(4, r"b: cannot be compared: the run ended early \(interrupted or invalid input\), before "
                                 r"the end of d\.txt\n", "compare", *runs)

    def write_history(self, factors):
        """Writes a run for each factor. In it, dlx takes `factor` times as long as in `origin`, with some noise."""
        self.bench("origin")
        for number, factor in enumerate(factors):

            def slow_down(row):
                noise = 1 + 0.02 * ((int(row["first_puzzle"]) // 8 + 2 * number) % 5 - 2) / 2
                for column in ("wall_ns", "cpu_ns", "time_ns"):
                    row[column] = round(1000 * int(row["puzzles"]) * noise * (factor if row["engine"] == "dlx" else 1))
                row["reference_ns"] = "1000"

            self.copy("origin", f"r{number}", slow_down)
        return [f"r{number}" for number in range(len(factors))]

    def history(self, factors, *options):
        """Returns the rows of dlx, one for each run."""
        runs = self.write_history(factors)
        result = self.compare("--history", "--csv", *options, *runs)
        self.assert_exit(0, result)
        rows = list(csv.DictReader(result.stdout.splitlines()))
        self.assertEqual(runs, [row["run"] for row in rows if row["engine"] == "dlx"])
        self.assertEqual([], [row for row in rows if row["engine"] == "bitmask" and row["is_change_point"] == "1"])
        return [row for row in rows if row["engine"] == "dlx"]

    def change_points(self, *arguments):
        return [row["run"] for row in self.history(*arguments) if row["is_change_point"] == "1"]

    def test_a_history_with_a_change(self):
        rows = self.history([1, 1.01, 1.25, 1.24, 1.26, 1.25])
        self.assertEqual(["r2"], [row["run"] for row in rows if row["is_change_point"] == "1"])
        self.assertEqual(["", "r0", "r0", "r2", "r2", "r2"], [row["reference"] for row in rows])
        self.assertEqual(["", "no change", "SLOWER", "no change", "no change", "no change"],
                         [row["change"] for row in rows])
        self.assertAlmostEqual(0.8, float(rows[2]["times"]), delta=0.02)
        self.assertLess(float(rows[2]["times_low"]), float(rows[2]["times_high"]))

    def test_a_history_without_a_change(self):
        self.assertEqual([], self.change_points([1, 1.01, 0.99, 1, 1.02, 0.98]))

    def test_one_run_alone_is_no_change(self):
        self.assertEqual([], self.change_points([1, 1.3, 1, 0.7, 1, 1.3, 0.7]))

    def test_two_opposite_changes(self):
        self.assertEqual(["r1", "r3"], self.change_points([1, 1.3, 1.3, 1, 1]))

    def test_two_changes_in_the_same_direction(self):
        self.assertEqual(["r1", "r3"], self.change_points([1, 1.3, 1.3, 1.7, 1.7]))

    def test_the_threshold_of_a_history(self):
        self.assertEqual([], self.change_points([1, 1.3, 1.3], "--noise-threshold", "40%"))

    def test_the_table_of_a_history(self):
        runs = self.write_history([1, 1.25, 1.25])
        result = self.compare("--history", *runs)
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"\A3 runs, changes above 5 % in two consecutive runs, 95 % intervals within "
                                        r"two runs\n")
        self.assertRegex(result.stdout, r"(?m)^dlx on d\.txt\n  run +rate +speedup  over  change\n"
                                        r"  r0 +\S+ \S+ +-  -    -\n  r1 .* r0   SLOWER, CHANGE POINT\n"
                                        r"  r2 .* r1   no change\n")

    def test_a_history_rejects_incomparable_runs(self):
        self.bench("a")
        self.bench("b", "--max-solutions", "1")
        self.assert_fails(4, r"b: cannot be compared: --max-solutions was 2, now 1", "compare", "--history", "a", "b")
        self.assert_fails(2, "--history needs at least two result directories", "compare", "--history", "a")
        self.assert_fails(2, "a/. is given twice", "compare", "--history", "a", "b", "a/.")
        self.assert_fails(2, "--csv", "compare", "--csv", "a", "b")

    def test_other_answers_in_a_history(self):
        self.bench("a")
        self.copy("a", "b", lambda row: row.update(answer_digest="0" * 16), "summary.csv")
        result = self.compare("--history", "a", "b")
        self.assert_exit(3, result)
        self.assertIn("OTHER ANSWERS", result.stdout)

    def test_an_engine_can_start_in_a_later_run(self):
        self.bench("a")
        self.copy("a", "b", lambda row: row["engine"] == "dlx" and row.update(verdict="wrong"), "summary.csv")
        shutil.copytree(self.directory / "a", self.directory / "c")
        result = self.compare("--history", "b", "a", "c")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"(?m)^dlx on d\.txt\n.*\n  a .* -\n  c .* a    no change")

    def test_a_missing_file_is_rejected(self):
        self.bench("a")
        for name in ("summary.csv", "blocks.csv", "runs.csv"):
            shutil.copytree(self.directory / "a", self.directory / name)
            (self.directory / name / name).unlink()
            self.assert_fails(4, rf"{name}/{name}: No such file", "compare", "a", name)

    def test_bad_input(self):
        self.bench("a")
        self.assert_fails(4, r"nowhere/summary\.csv: ", "compare", "a", "nowhere")
        self.copy("a", "b", lambda row: row.update(wall_ns="soon"))
        self.assert_fails(4, r"b/blocks\.csv:2:\d+: wall_ns: 'soon' is not a whole number below 2\^64",
                          "compare", "a", "b")

    def test_bad_usage(self):
        self.assert_fails(2, "compare needs two result directories", "compare", "a")
        self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b",
                          "--noise-threshold", "0.05")
        for value in ("-1%", "100%", "nan%", "5 %", "%"):
            self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b",
                              "--noise-threshold=" + value)


main()
