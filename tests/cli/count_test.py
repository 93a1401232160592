"""Tests the count command."""

import gzip
import random
import re
import shutil
import signal
import time

from cli_testing import EIGHT, EMPTY, FIVE, UNIQUE, limit_file_size, main
from count_testing import COUNTS, CountCase, PUZZLES, awkward_text


class CountTest(CountCase):

    def test_histogram(self):
        for engine in ("auto", "dlx"):
            self.count(self.write("d.txt", PUZZLES), "--engine", engine, "--out", "out", "--force")
            row = self.lasting("out")
            bins = {name: int(row[name]) for name in row if re.fullmatch(r"n_\d+(_\d+)?", name)}
            self.assertEqual({"n_0": 1, "n_1": 2, "n_2_9": 3, "n_100_999": 2},
                             {name: value for name, value in bins.items() if value})
            self.assertEqual(41, len(bins))
            self.assertEqual((engine, "8", str(sum(COUNTS)), "0", "0", "0", "1"),
                             tuple(row[name] for name in ("engine", "puzzles", "solutions", "capped",
                                                          "timeouts", "rejected", "whole")))

    def test_table(self):
        text = self.count(self.write("d.txt", PUZZLES)).stdout
        self.assertRegex(text, r"\Ad.txt: 8 puzzles, 0 rejected, digest [0-9a-f]{16}\n")
        for row in (r"0 +1", r"1 +2", r"2\.\.9 +3", r"100\.\.999 +2"):
            self.assertRegex(text, rf"\n +{row}\n")
        self.assertRegex(text, r"\n552 solutions in all\. Answer digest [0-9a-f]{16}\.\n\Z")

    def test_per_puzzle(self):
        self.count(self.write("d.txt", ["# comment", *PUZZLES]), "--per-puzzle", "--out", "out")
        rows = self.rows("puzzles.csv")
        self.assertEqual(PUZZLES, [row["puzzle"] for row in rows])
        self.assertEqual(COUNTS, [int(row["count"]) for row in rows])
        self.assertEqual([str(2 + i) for i in range(len(rows))], [row["line"] for row in rows])

    def test_max_solutions_is_a_cap(self):
        for engine in ("auto", "bitmask"):
            self.count(self.write("d.txt", PUZZLES), "--max-solutions", "5", "--per-puzzle",
                       "--engine", engine, "--out", "out", "--force")
            row = self.lasting("out")
            self.assertEqual(("5", "27", "0"), (row["capped"], row["solutions"], row["n_2_9"]))
            self.assertEqual([min(count, 5) for count in COUNTS],
                             [int(row["count"]) for row in self.rows("puzzles.csv")])

    def test_a_timeout_has_no_count(self):
        # Real time is the subject. The first search never ends, and the second takes microseconds.
        self.count(self.write("d.txt", [EMPTY, FIVE]), "--engine", "bitmask", "--timeout", "500ms",
                   "--per-puzzle", "--out", "out")
        row = self.lasting("out")
        self.assertEqual(("1", "5", "1"), (row["timeouts"], row["solutions"], row["n_2_9"]))
        self.assertEqual(["", "5"], self.column("puzzles.csv", "count"))

    def test_the_digests_equal_those_of_bench(self):
        name = self.write("d.txt", PUZZLES)
        self.count(name, "--out", "counted")
        self.assert_exit(0, self.bench("--dataset", name, "--engine", "dlx", "--max-solutions", "0"))
        row = self.lasting("counted")
        self.assertEqual(self.column("runs.csv", "answer_digest"), [row["answer_digest"]])
        self.assertEqual(self.column("runs.csv", "dataset_digest"), [row["dataset_digest"]])

    def test_all_sources_give_the_same_count(self):
        text = "".join(puzzle + "\n" for puzzle in PUZZLES)
        grids = "\n".join("\n".join(puzzle[i:i + 9] for i in range(0, 81, 9)) + "\n"
                          for puzzle in PUZZLES)
        self.write("d.txt", text)
        self.write("d.txt.gz", gzip.compress(text.encode()))
        self.write("d.csv", "id,puzzle\n" + "".join(f"7,{puzzle}\n" for puzzle in PUZZLES))
        self.write("d.sdk", grids)
        digests = set()
        for arguments in (["d.txt"], ["d.txt.gz"], ["d.csv"], ["d.sdk"], ["-"], []):
            stdin = {} if arguments and arguments[0] != "-" else {"input": text}
            result = self.count(*arguments, "--threads", "3", **stdin)
            digests.add(re.search(r"Answer digest (\w+)", result.stdout)[1])
        self.assertEqual(1, len(digests))

    def test_bad_lines(self):
        name = self.write("d.txt", [UNIQUE, "53..!", FIVE])
        result = self.count(name, "--out", "out", code=4)
        self.assertIn("d.txt:2:5: ", result.stderr)
        row = self.lasting("out")
        self.assertEqual(("0", "1", "1", "82"), tuple(row[name] for name in ("whole", "puzzles", "lines", "end_byte")))
        self.count(name, "--skip-invalid", "--out", "other")
        row = self.lasting("other")
        self.assertEqual(("2", "1", "3"), (row["puzzles"], row["rejected"], row["lines"]))

    def test_all_puzzles_before_an_invalid_line_are_counted(self):
        lines = [FIVE] * 45
        for number in 1, 31, 32, 33, 45:
            name = self.write("d.txt", [*lines[:number], "# comment", "53..!", *lines])
            for threads in "1", "3":
                result = self.count(name, "--threads", threads, "--per-puzzle", "--out", "out", code=4)
                self.assertIn(f"d.txt:{number + 2}:5: ", result.stderr)
                self.assertEqual(("0", str(number), str(5 * number)), tuple(
                    self.lasting("out")[name] for name in ("whole", "puzzles", "solutions")))
                self.assertEqual(number, len(self.rows("puzzles.csv")))
                shutil.rmtree(self.directory / "out")

    def test_a_resumed_count_ends_at_the_same_invalid_line(self):
        name = self.write("d.txt", [*[FIVE] * 45, "53..!", FIVE])
        for _ in range(2):
            result = self.count(name, "--per-puzzle", "--checkpoint", "c", "--resume", "--out", "out", code=4)
            self.assertIn("d.txt:46:5: ", result.stderr)
            self.assertEqual(("45", "225"), tuple(self.lasting("out")[name] for name in ("puzzles", "solutions")))
            self.assertEqual(45, len(self.rows("puzzles.csv")))

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
        self.assertEqual(["count", *arguments], context["arguments"])
        self.assertEqual(2, context["threads"])
        self.assertEqual(["bandjoin"], context["engines"])
        self.assertEqual([{"path": name, "puzzles": 8, "rejected": 1,
                           "digest": self.lasting("out")["dataset_digest"], "shape": "3x3"}],
                         context["datasets"])
        self.assertIn("cpu", context["machine"])
        self.assertIn("compiler", context["build"])
        self.count(*arguments, "--force", "--engine", "dlx")
        self.assertEqual(["dlx"], self.context()["engines"])

    def test_results_are_not_overwritten(self):
        name = self.write("d.txt", PUZZLES)
        self.count(name, "--out", "out")
        self.assert_fails(2, "--force replaces", "count", name, "--out", "out")
        self.count(name, "--out", "out", "--force")
        (self.directory / "other").mkdir()
        self.write("other/context.json", "{}")
        self.assert_fails(2, "--force replaces", "count", name, "--out", "other")

    def test_results_stay_until_new_ones_are_complete(self):
        name, bad = self.write("d.txt", PUZZLES), self.write("bad.txt", [FIVE] * 40 + ["53..!"])
        self.count(name, "--out", "out", "--per-puzzle")
        self.write("out/runs.csv", "of a run")
        self.write("out/notes.txt", "mine")
        before = self.files("out")
        errors = self.count(bad, "--out", "out", "--force", code=4).stderr
        place = re.search(r"partial results are in (\S+)", errors)[1]
        self.assertEqual("40", self.rows("counts.csv", place)[0]["puzzles"])
        shutil.rmtree(self.directory / place)
        self.assertEqual(before, self.files("out"))
        self.count(name, "--out", "out", "--force", "--per-puzzle", code=74,
                   preexec_fn=limit_file_size(500))
        self.assertEqual(before, self.files("out"))
        self.count("out/puzzles.csv", "--out", "out", "--force", code=2)
        self.assertEqual(before, self.files("out"))
        self.count(name, "--out", "out", "--force")
        self.assertEqual({"counts.csv", "context.json", "notes.txt"}, self.files("out").keys())

    def files(self, directory):
        return {path.name: path.read_bytes() for path in (self.directory / directory).iterdir()}

    def test_a_directory_has_one_count_at_a_time(self):
        name = self.write("d.txt", [FIVE] * 40 + [EMPTY])
        for option in ("--out", "--checkpoint"):
            directory = option.strip("-")
            child = self.start("count", name, "--engine", "naive", "--timeout", "0s", option,
                               directory)
            while not list(self.directory.glob(f"{directory}/.*")) + \
                    list(self.directory.glob(f"{directory}/*")):
                self.assertIsNone(child.poll())
            self.assert_fails(2, f"{directory}: another run is using this directory", "count", name, option,
                              directory, "--force")
            child.kill()
            child.wait()
            self.count(self.write("e.txt", PUZZLES), option, directory, "--force")

    def test_unexpected_counts_survive_a_resume(self):
        rows = [f"{FIVE},{5 + i % 2}" for i in range(2000)]
        self.write("e.csv", ["puzzle,count", *rows])
        arguments = ["e.csv", "--engine", "dlx", "--threads", "1", "--checkpoint", "c", "--resume",
                     "--out", "out"]
        self.kill_within(self.start("count", *arguments), "c")
        for _ in range(2):  # resumes, then finds a finished count
            errors = self.count(*arguments, code=3).stderr
            self.assertIn("1000 counts differ from what the dataset expects", errors)
            self.assertEqual("1000", self.lasting("out")["mismatches"])
        shards = []
        for i in range(2):
            shards.append(f"s{i}")
            self.count("e.csv", "--shard", f"{i}/2", "--out", shards[-1], code=3)
        self.assert_fails(3, "1000 counts differ", "merge", *shards, "--out", "merged")
        self.assertEqual("1000", self.lasting("merged")["mismatches"])
        self.assert_fails(2, "--resume|expect_column", "count", "e.csv", "--checkpoint", "c")

    def test_a_checkpoint_is_replaced_by_force(self):
        first, second = self.write("d.txt", PUZZLES), self.write("e.txt", PUZZLES[:3])
        self.count(first, "--checkpoint", "c")
        self.assert_fails(2, "--force starts over", "count", second, "--checkpoint", "c")
        self.count(second, "--checkpoint", "c", "--force")
        self.assertEqual("3", self.rows("checkpoint.csv", "c")[-1]["puzzles"])

    def test_resume_does_not_replace_results_of_another_count(self):
        first, second = self.write("d.txt", PUZZLES), self.write("e.txt", PUZZLES[:3])
        self.count(first, "--out", "out")
        self.assert_fails(2, "--force replaces", "count", second, "--checkpoint", "c", "--resume", "--out", "out")
        self.assertEqual(str(len(PUZZLES)), self.lasting("out")["puzzles"])

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
        grid = self.write("d.sdk", [UNIQUE[i:i + 9] for i in range(0, 81, 9)])
        for message, *arguments in (
                ("--resume|--force", name, "--checkpoint", "c", "--resume", "--force"),
                ("--check dlx: this engine counts", name, "--engine", "dlx", "--check", "dlx"),
                ("--check bandjoin: this engine counts", name, "--check", "bandjoin"),
                ("--resume needs --checkpoint", name, "--resume"),
                ("--per-puzzle with --checkpoint needs --out", name, "--per-puzzle", "--checkpoint", "c"),
                ("--force needs --out or --checkpoint", name, "--force"),
                ("--check-sample needs --check", name, "--check-sample", "3"),
                ("--check-sample takes a whole number from 1", name, "--check", "dlx", "--check-sample", "0"),
                ("did you mean 'auto'", name, "--engine", "aut"),
                ("can be read twice, not '-'", "-", "--shard", "0/2"),
                ("can be read twice, not '-'", "-", "--checkpoint", "c"),
                ("in that form with sudoku-bench convert", grid, "--shard", "0/2")):
            self.assert_fails(2, message, "count", *arguments)

    def test_an_interrupt_keeps_the_partial_output(self):
        name = self.write("d.txt", [FIVE] * 40 + [EMPTY] * 4)
        child = self.start("count", name, "--engine", "naive", "--timeout", "0s", "--threads", "1",
                           "--checkpoint", "c", "--out", "out")
        while not (self.directory / "c/checkpoint.csv").exists() or \
                len(self.rows("checkpoint.csv", "c")) == 0:
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate()
        self.assertEqual(130, child.returncode, errors)
        self.assertIn("continue with --resume", errors)
        row = self.lasting("out")
        self.assertEqual(("0", "32"), (row["whole"], row["puzzles"]))
        self.assertEqual(32, self.context()["datasets"][0]["puzzles"])


class ResumeTest(CountCase):

    ARGUMENTS = ("d.txt", "--engine", "dlx", "--skip-invalid", "--per-puzzle")

    def setUp(self):
        super().setUp()
        self.write("d.txt", awkward_text(2000))
        self.count(*self.ARGUMENTS, "--out", "whole")

    def resume(self, **options):
        return self.count(*self.ARGUMENTS, "--checkpoint", "c", "--resume", "--out", "out",
                          **options)

    def assert_equals_whole(self):
        self.assertEqual(self.lasting("whole"), self.lasting("out"))
        self.assertEqual(self.text_of("whole", "puzzles.csv"), self.text_of("out", "puzzles.csv"))

    def kill_at(self, seconds):
        child = self.start("count", *self.ARGUMENTS, "--checkpoint", "c", "--resume", "--out", "out",
                           "--threads", "1")
        time.sleep(seconds)
        child.kill()
        child.wait()

    def test_kills_at_random_moments(self):
        """The result is the same for every moment."""
        rng = random.Random(20)
        for _ in range(20):
            self.kill_at(rng.uniform(0, 0.1))
        self.resume()
        self.assert_equals_whole()

    def test_a_checkpoint_with_a_torn_row(self):
        self.make_checkpoint()
        file = self.directory / "c/checkpoint.csv"
        whole = file.read_bytes()
        rng = random.Random(21)
        for size in [0, 10, *(rng.randrange(len(whole)) for _ in range(8))]:
            file.write_bytes(whole[:size])
            self.resume()
            self.assert_equals_whole()

    def make_checkpoint(self):
        """Leaves a checkpoint as a kill does: in the middle of a count, with an incomplete row in puzzles.csv."""
        self.kill_within(self.start("count", *self.ARGUMENTS, "--checkpoint", "c", "--out", "out",
                                    "--threads", "1"), "c")
        with open(self.directory / "c/checkpoint-puzzles.csv", "ab") as file:
            file.write(b"999,....")

    def test_a_complete_count_is_not_repeated(self):
        self.resume()
        self.assertIn("resuming after 1609 puzzles", self.resume().stderr)
        self.assertEqual(1609, self.context()["datasets"][0]["puzzles"])
        self.assert_equals_whole()

    def test_a_checkpoint_is_not_overwritten(self):
        self.resume()
        self.assert_fails(2, "--resume continues", "count", *self.ARGUMENTS, "--checkpoint", "c",
                          "--out", "other")

    def test_damage(self):
        self.resume()
        file = self.directory / "c/checkpoint.csv"
        header, row = file.read_text().splitlines()
        for text, message in (
                (f"{header}\n{row.replace(',0,0,', ',0,1,', 1)}\n",
                 r"c/checkpoint\.csv:2: the row is damaged"),
                (f"{header}\n{row}\n{row[:40]}\n", r"c/checkpoint\.csv:3: \d+ fields, but"),
                (f"{header.replace('puzzles,', 'puzles,')}\n{row}\n",
                 r"c/checkpoint\.csv:1: column puzzles is missing"),
                (f"{header}\n{row.replace('line', 'line' + chr(34), 1)}\n", r"c/checkpoint\.csv:2")):
            file.write_text(text)
            self.assertRegex(self.resume(code=4).stderr, message)

    def test_another_task(self):
        self.resume()
        self.assert_fails(4, r"checkpoint\.csv:2: .*max_solutions is '0', not '2'", "count",
                          *self.ARGUMENTS, "--max-solutions", "2", "--checkpoint", "c", "--resume",
                          "--out", "out")
        self.write("d.txt", awkward_text(2000).replace(FIVE, EIGHT))
        self.assertRegex(self.resume(code=4).stderr, "file_digest is")

    def test_rows_of_another_count_are_removed(self):
        arguments = ["d.txt", "--skip-invalid", "--checkpoint", "d", "--resume", "--out", "whole"]
        self.count("d.txt", "--skip-invalid", "--checkpoint", "d")
        for _ in range(2):
            self.write("whole/puzzles.csv", "line,puzzle,count\n")
            self.count(*arguments)
            self.assertFalse((self.directory / "whole/puzzles.csv").exists())

    def test_lost_rows_are_detected(self):
        self.resume()
        file = self.directory / "c/checkpoint-puzzles.csv"
        text = file.read_bytes()
        for damaged in (text[:-5], text[:text[:-1].rindex(b"\n") + 1], text.replace(b",1\n", b",2\n", 1)):
            file.write_bytes(damaged)
            self.assertRegex(self.resume(code=4).stderr, r"c/checkpoint-puzzles\.csv")
            self.assertEqual(damaged, file.read_bytes())

    def test_rewritten_rows_are_detected(self):
        """The program appends rows, so the existing ones must be exactly those that it wrote."""
        self.resume()
        file = self.directory / "c/checkpoint-puzzles.csv"
        text = file.read_bytes()
        rows = [line.split(b",") for line in text.splitlines()]
        for damaged in (b"".join(b",".join((puzzle, line, count)) + b"\n" for line, puzzle, count in rows),
                        text.replace(b"line", b"\"line\"", 1), text.replace(b",1\n", b",\"1\"\n", 1),
                        text.replace(b"\n", b"\r\n"), text.replace(b".", b"0", 1)):
            file.write_bytes(damaged)
            self.assertRegex(self.resume(code=4).stderr, r"c/checkpoint-puzzles\.csv")
            self.assertEqual(damaged, file.read_bytes())

    def test_an_interrupt_while_the_checkpoint_is_read(self):
        """An interrupt ends the reading of a large checkpoint. The result is the same for every moment."""
        self.make_checkpoint()
        file = self.directory / "c/checkpoint.csv"
        header, row = file.read_bytes().split(b"\n")[:2]
        file.write_bytes(header + b"\n" + (row + b"\n") * 100_000)
        before = file.read_bytes()
        for seconds in (0, 0.01, 0.02, 0.04, 0.08):
            child = self.start("count", *self.ARGUMENTS, "--checkpoint", "c", "--resume", "--out",
                               "out", "--threads", "1")
            time.sleep(seconds)
            child.send_signal(signal.SIGTERM)
            child.communicate()
            self.assertIn(child.returncode, (130, -signal.SIGTERM))
            if child.returncode == -signal.SIGTERM:
                self.assertEqual(before, file.read_bytes())
            self.assertGreater(file.stat().st_size, len(header) + len(row))
        self.resume()
        self.assert_equals_whole()


if __name__ == "__main__":
    main()
