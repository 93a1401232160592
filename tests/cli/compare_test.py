"""The compare command, on runs of the bench command."""

import csv
import json
import shutil

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
            # What this machine was doing is not what is tested here, nor are the digests.
            self.change_rows(self.directory / run / "summary.csv",
                             lambda row: row.update(verdict=row["verdict"].replace("interfered", "ok")))
            self.change_context(run, lambda context: (context.pop("files", None),
                                                      context.pop("digest", None)))

    def compare(self, *arguments):
        return self.run_program("compare", *arguments)

    def test_an_equal_pair(self):
        self.bench("a")
        result = self.compare("a", "a")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"\Aa against a, changes beyond 5 %\n")
        for engine in ("bitmask", "dlx"):
            self.assertRegex(result.stdout, rf"(?m)^  {engine} +d\.txt +1 \[1, 1\] +15 +\S+ +0  no change")

    def test_a_slowdown(self):
        self.bench("a")

        def slow_down(row):
            if row["engine"] == "dlx":
                for column in ("wall_ns", "cpu_ns"):
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

    def test_unlike_runs_are_refused(self):
        self.bench("a")
        self.bench("b", "--max-solutions", "1")
        self.assert_fails(4, r"b: cannot be compared: --max-solutions was 2, now 1",
                          "compare", "a", "b")
        self.bench("c", "--max-puzzles", "100")
        self.assert_fails(4, r"c: cannot be compared: d\.txt held other puzzles in the old run",
                          "compare", "a", "c")

    def test_another_task_is_refused_and_the_difference_named(self):
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

    def test_what_is_written_is_no_other_task(self):
        self.bench("a")
        self.bench("b", "--per-puzzle", "--baseline", "dlx")
        result = self.compare("a", "b")
        self.assertNotIn("cannot be compared", result.stderr)

    def test_a_task_that_is_not_recorded_is_noted(self):
        self.bench("a")
        self.copy("a", "b", lambda row: None)
        self.change_context("b", lambda context: context.pop("task"))
        result = self.compare("b", "a")
        self.assert_exit(0, result)
        self.assertIn("b does not record its task", result.stdout)

    def test_a_worse_verdict(self):
        self.bench("a")
        for verdict in ("wrong", "disagreement", "partial", "unavailable", "not_applicable"):
            with self.subTest(verdict=verdict):
                def worsen(row):
                    if row["engine"] == "dlx":
                        row["verdict"] = verdict

                self.copy("a", verdict, worsen, "summary.csv")
                result = self.compare("a", verdict)
                self.assert_exit(5, result)
                self.assertRegex(result.stdout, rf"(?m)^  dlx .*, WORSE, new {verdict}")
                if verdict in ("wrong", "unavailable"):
                    self.assertRegex(result.stdout, r"(?m)^  dlx +d\.txt +- ")
                self.assertNotEqual(5, self.compare(verdict, "a").returncode)

    def test_too_few_blocks_say_nothing(self):
        self.bench("a", "--max-puzzles", "20")
        result = self.compare("a", "a")
        self.assert_exit(4, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx .*too few like blocks")

    def test_blocks_that_were_not_answered_take_no_part(self):
        self.bench("a")

        def cut_short(row):
            if row["engine"] == "dlx" and int(row["first_puzzle"]) >= 40:
                row["solved"] = "1"

        self.copy("a", "b", cut_short)
        result = self.compare("a", "b")
        self.assert_exit(4, result)
        self.assertRegex(result.stdout, r"(?m)^  dlx +d\.txt +1 +5 +0 +10  too few like blocks")

    def test_damaged_results_are_refused(self):
        self.bench("a")
        for name in ("summary.csv", "blocks.csv", "context.json"):
            shutil.copytree(self.directory / "a", self.directory / name)
            path = self.directory / name / name
            text = path.read_text()
            path.write_text(text.replace(",0,", ",1,", 1) if name != "context.json" else
                            text.replace('"threads": 1', '"threads": 2', 1))
            self.assert_fails(4, rf"{name}/{name}: is not as it was written", "compare", "a", name)

    def test_bad_input(self):
        self.bench("a")
        self.assert_fails(4, r"nowhere/summary\.csv: ", "compare", "a", "nowhere")
        self.copy("a", "b", lambda row: row.update(wall_ns="soon"))
        self.assert_fails(4, r"b/blocks\.csv:2:\d+: wall_ns: 'soon' is not a whole number",
                          "compare", "a", "b")

    def test_bad_usage(self):
        self.assert_fails(2, "compare needs two result directories", "compare", "a")
        self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b",
                          "--noise-threshold", "0.05")
        for value in ("-1%", "100%", "nan%", "5 %", "%"):
            self.assert_fails(2, "--noise-threshold takes a percentage", "compare", "a", "b",
                              "--noise-threshold=" + value)


main()
