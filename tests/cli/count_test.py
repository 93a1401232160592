"""Tests the count command."""

import json
import re
import shutil

from cli_testing import EMPTY, FIVE, limit_file_size, main
from count_testing import COUNTS, CountCase, PUZZLES


class CountTest(CountCase):
    def test_table(self):
        text = self.count(self.write("d.txt", PUZZLES)).stdout
        for row in (r"0 +1", r"1 +2", r"2\.\.9 +3", r"100\.\.999 +2"):
            self.assertRegex(text, rf"\n +{row}\n")

    def test_per_puzzle(self):
        self.count(self.write("d.txt", ["# comment", *PUZZLES]), "--per-puzzle", "--out", "out")
        rows = self.rows("puzzles.csv")
        self.assertEqual(PUZZLES, [row["puzzle"] for row in rows])
        self.assertEqual(COUNTS, [int(row["solutions"]) for row in rows])
        self.assertEqual([str(2 + i) for i in range(len(rows))], [row["line"] for row in rows])

    def test_max_solutions_is_a_cap(self):
        for engine in ("auto", "bitmask"):
            self.count(self.write("d.txt", PUZZLES), "--max-solutions", "5", "--per-puzzle",
                       "--engine", engine, "--out", "out", "--force")
            row = self.lasting("out")
            self.assertEqual(("8", "27", "0:1 1:2"), tuple(
                row[name] for name in ("solved", "solutions", "solution_counts")))
            self.assertEqual([min(count, 5) for count in COUNTS],
                             [int(row["solutions"]) for row in self.rows("puzzles.csv")])
            self.assertRegex(self.run_program("show", "out").stdout, r"\n +5 or more +5\n27 solutions or more in all")

    def test_a_timeout_has_no_count(self):
        # Real time is the subject. The first search never ends, and the second takes microseconds.
        result = self.count(self.write("d.txt", [EMPTY, FIVE]), "--engine", "bitmask", "--timeout", "500ms",
                            "--per-puzzle", "--out", "out")
        self.assertRegex(result.stderr, "1 timed out; --timeout sets the limit\n$")
        row = self.lasting("out")
        self.assertEqual(("1", "5", "2:1", "partial"), (row["timeouts"], row["solutions"], row["solution_counts"],
                                                        row["verdict"]))
        self.assertEqual(["timeout", "ok"], self.column("puzzles.csv", "runstatus"))

    def test_the_digests_equal_those_of_bench_and_audit(self):
        name = self.write("d.txt", PUZZLES)
        audited = json.loads(self.run_program("audit", name, "--json").stdout)
        self.count(name, "--out", "counted")
        self.assert_exit(0, self.bench("--dataset", name, "--engine", "dlx", "--max-solutions", "0"))
        row = self.lasting("counted")
        self.assertEqual(self.column("runs.csv", "answer_digest"), [row["answer_digest"]])
        self.assertEqual(self.column("runs.csv", "dataset_digest") * 2,
                         [row["dataset_digest"], audited["dataset_digest"]])

    def test_all_puzzles_before_an_invalid_line_are_counted(self):
        lines = [FIVE] * 45
        for number in 1, 31, 32, 33, 45:
            name = self.write("d.txt", [*lines[:number], "# comment", "53..!", *lines])
            for threads in "1", "3":
                result = self.count(name, "--threads", threads, "--per-puzzle", "--out", "out", code=4)
                self.assertIn(f"d.txt:{number + 2}:5: ", result.stderr)
                self.assertEqual(("partial", str(number), str(5 * number)), tuple(
                    self.lasting("out")[name] for name in ("verdict", "puzzles", "solutions")))
                self.assertEqual((number, False), (len(self.rows("puzzles.csv")), self.context()["whole"]))
                shutil.rmtree(self.directory / "out")

    def test_a_check_by_another_engine(self):
        name = self.write("d.txt", PUZZLES)
        result = self.count(name, "--check", "dlx", "--check-sample", "5")
        self.assertTrue(result.stdout.endswith("dlx agrees on 5 of 5 puzzles.\n"), result.stdout)
        result = self.count(self.write("e.txt", [EMPTY]), "--check", "dlx", "--timeout", "5ms")
        self.assertTrue(result.stdout.endswith(
            "dlx checked no puzzle: 1 puzzle of the sample was not counted by both engines.\n"))

    def test_unexpected_counts_are_reported(self):
        lines = ["puzzle,count", *(f"{puzzle},{count}" for puzzle, count in zip(PUZZLES, COUNTS))]
        self.assertNotIn("expect", self.count(self.write("e.csv", lines)).stderr)
        wrong = [lines[0], *(f"{puzzle},4" for puzzle in 2 * PUZZLES)]
        errors = self.count(self.write("e.csv", wrong), code=3).stderr
        self.assertIn("e.csv:2: found 1 solution, expected 4\n", errors)
        self.assertEqual(10, errors.count(", expected 4"))
        self.assertIn("16 counts differ from what the dataset expects", errors)
        self.count("e.csv", "--max-solutions", "4", "--skip-invalid", code=3)
        self.write("e.csv", [*wrong, "bad,1"])
        errors = self.count("e.csv", code=4).stderr
        self.assertIn("e.csv:2: found 1 solution, expected 4\n", errors)
        self.count(self.write("e.csv", [lines[0], lines[3]]), "--max-solutions", "4")

    def test_context(self):
        name = self.write("d.txt", [*PUZZLES, "53..!"])
        arguments = [name, "--threads", "2", "--skip-invalid", "--out", "out"]
        self.count(*arguments)
        context = self.context()
        self.assertEqual((["count", *arguments], 2, ["bandjoin"]),
                         tuple(context[name] for name in ("arguments", "threads", "engines")))
        dataset, = context["datasets"]
        self.assertEqual((name, 8, 1, self.lasting("out")["dataset_digest"], "3x3"), tuple(
            dataset[key] for key in ("path", "puzzles", "rejected", "digest", "shape")))
        self.assertIn("cpu", context["machine"])
        self.assertIn("compiler", context["build"])
        self.count(*arguments, "--force", "--engine", "dlx")
        self.assertEqual(["dlx"], self.context()["engines"])

    def test_results_stay_until_new_ones_are_complete(self):
        name, bad = self.write("d.txt", PUZZLES), self.write("bad.txt", [FIVE] * 40 + ["53..!"])
        self.count(name, "--out", "out", "--per-puzzle")
        self.write("out/counts.csv", "of an old version")
        self.write("out/notes.txt", "mine")
        before = self.files("out")
        errors = self.count(bad, "--out", "out", "--force", code=4).stderr
        place = re.search(r"partial results are in (\S+)", errors)[1]
        self.assertEqual("40", self.rows("summary.csv", place)[0]["puzzles"])
        shutil.rmtree(self.directory / place)
        self.assertEqual(before, self.files("out"))
        self.count(name, "--out", "out", "--force", "--per-puzzle", code=74, preexec_fn=limit_file_size(500))
        self.assertEqual(before, self.files("out"))
        self.count("out/puzzles.csv", "--out", "out", "--force", code=2)
        self.assertEqual(before, self.files("out"))
        self.count(name, "--out", "out", "--force")
        self.assertEqual({"runs.csv", "blocks.csv", "summary.csv", "context.json", "notes.txt"},
                         self.files("out").keys())

    def files(self, directory):
        return {path.name: path.read_bytes() for path in (self.directory / directory).iterdir()}

    def test_counts_of_puzzles_are_printed_without_a_directory(self):
        name = self.write("d.txt", PUZZLES)
        table = self.count(name, "--per-puzzle", "--out", "out").stdout
        result = self.count(name, "--per-puzzle")
        self.assertEqual((self.directory / "out/puzzles.csv").read_text("ascii"), result.stdout)
        self.assertTrue(result.stderr.startswith(table), result.stderr)
        quiet = self.count(name, "--per-puzzle", "--quiet")
        self.assertEqual((result.stdout, ""), (quiet.stdout, quiet.stderr))

    def test_usage(self):
        name = self.write("d.txt", PUZZLES)
        for message, *arguments in (
                ("--check dlx: this engine counts", name, "--engine", "dlx", "--check", "dlx"),
                ("--check bandjoin: this engine counts", name, "--check", "bandjoin"),
                ("--per-puzzle with --checkpoint needs --out", name, "--per-puzzle", "--checkpoint", "c"),
                ("--force needs --out or --checkpoint", name, "--force"),
                ("--check-sample needs --check", name, "--check-sample", "3"),
                ("--check-sample takes a whole number from 1", name, "--check", "dlx", "--check-sample", "0"),
                ("did you mean 'auto'", name, "--engine", "aut")):
            self.assert_fails(2, message, "count", *arguments)


if __name__ == "__main__":
    main()
