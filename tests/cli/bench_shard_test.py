"""Tests shards of the bench command, and their merge."""

import csv
import gzip
import json
import pathlib

from cli_testing import FIVE, PROGRAM, UNIQUE, CliTestCase, main
from count_testing import awkward_text
from digest_testing import fit_digests

ENGINES = "dlx,lanes,bandjoin"
COUNTS = ("engine", "dataset", "dataset_digest", "max_solutions", "threads", "seed", "puzzles",
          "solved", "timeouts", "skipped", "errors", "solutions", "guesses", "answer_digest")
# Columns of schema 4. Version 0.2.0 wrote schema 3.
NEW_IN_SCHEMA_4 = {"peak_bytes", "scaled_blocks", "package_uj", "instructions", "cycles", "branches", "branch_misses",
                   "l1d_misses", "scaled"}


class BenchShardCase(CliTestCase):

    def setUp(self):
        super().setUp()
        self.write("d.txt", awkward_text())

    def bench_into(self, out, *arguments, code=0):
        result = self.run_program("bench", "--engine", ENGINES, "--warmup", "0s", "--threads", "1",
                                  "--skip-invalid", "--max-solutions", "0", "--quiet", "--force",
                                  "--out", out, *arguments)
        self.assert_exit(code, result)
        return result

    def bench_shards(self, count, *arguments, prefix="s"):
        directories = [f"{prefix}{number}" for number in range(count)]
        for number, directory in enumerate(directories):
            self.bench_into(directory, "--shard", f"{number}/{count}", *arguments)
        return directories

    def merge(self, *directories, code=0):
        result = self.run_program("merge", *directories, "--out", "merged", "--force")
        self.assert_exit(code, result)
        return result

    def counts(self, name, directory, *columns):
        return [tuple(row[column] for column in (*COUNTS, *columns))
                for row in self.rows(name, directory)]

    def puzzles(self, directory):
        """Returns the lines of puzzles.csv without their times."""
        text = (self.directory / directory / "puzzles.csv").read_text()
        return [line.rpartition(",")[0] for line in text.splitlines()]


class TilingTest(BenchShardCase):

    def test_guesses_beyond_64_bits_are_capped(self):
        zoo = pathlib.Path(PROGRAM).parent / "plugins" / "zoo_guesses.so"
        self.write("d.txt", [UNIQUE, FIVE] * 8)
        for number in range(2):
            result = self.run_program("bench", "d.txt", "--engine", "dlx", "--plugin", f"zoo={zoo}", "--warmup", "0s",
                                      "--per-puzzle", "--shard", f"{number}/2", "--out", f"s{number}")
            self.assert_exit(0, result)
        self.merge("s0", "s1")
        guesses = {row["engine"]: row["guesses"] for row in self.rows("runs.csv", "merged")}
        self.assertEqual(str(2**64 - 1), guesses["zoo"])

    def test_the_table_says_that_it_is_of_a_part(self):
        for arguments, part in ((("--shard", "1/3"), "Shard 1 of 3 only: use merge to combine the results.\n"),
                                ((), None)):
            result = self.run_program("bench", "--engine", "dlx", "--warmup", "0s", "--skip-invalid", "--force",
                                      "--out", "out", "d.txt", *arguments)
            self.assert_exit(0, result)
            self.assertEqual(part is not None, "use merge" in result.stdout)
            self.assertIn(part or "", result.stdout)

    def assert_shards_make_the_whole(self, counts, *arguments):
        self.bench_into("whole", "--per-puzzle", *arguments)
        for count in counts:
            with self.subTest(arguments=arguments, count=count):
                shards = self.bench_shards(count, "--per-puzzle", *arguments)
                self.merge(*reversed(shards))
                self.assertEqual(self.puzzles("whole"), self.puzzles("merged"))
                self.assertEqual(self.counts("runs.csv", "whole", "repetition", "clues"),
                                 self.counts("runs.csv", "merged", "repetition", "clues"))
                self.assertEqual(self.counts("summary.csv", "whole", "repetitions"),
                                 self.counts("summary.csv", "merged", "repetitions"))
                self.assertEqual(self.context("whole")["datasets"],
                                 self.context("merged")["datasets"])

    def test_awkward_lines(self):
        self.assert_shards_make_the_whole((1, 2, 3, 7), "--dataset", "d.txt")

    def test_datasets_repetitions_and_isomorphs(self):
        name = self.write("d.csv.gz", gzip.compress(
            "id,puzzle\n".encode() + b"".join(b"7,%s\r\n" % p.encode() for p in [UNIQUE, FIVE] * 9)))
        self.assert_shards_make_the_whole(
            (2,), "--dataset", "d.txt", "--dataset", name, "--repetitions", "2", "--isomorphs", "2")
        ends = {}
        for row in self.rows("blocks.csv", "merged"):
            key = row["engine"], row["dataset"], row["repetition"]
            self.assertEqual(ends.get(key, 0), int(row["first_puzzle"]))
            ends[key] = int(row["first_puzzle"]) + int(row["puzzles"]) // 2

    def make_of_schema_3(self, directory):
        """Converts results to the format of version 0.2.0."""
        for name in ("runs.csv", "summary.csv", "blocks.csv"):
            rows = [{column: row[column] for column in row if column not in NEW_IN_SCHEMA_4}
                    for row in self.rows(name, directory)]
            with open(self.directory / directory / name, "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, rows[0], lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
        path = self.directory / directory / "context.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "schema_version": 3}))
        fit_digests(self.directory / directory)

    def test_shards_of_version_0_2_0(self):
        shards = self.bench_shards(2, "d.txt", "--per-puzzle")
        self.merge(*shards)
        expected = self.counts("runs.csv", "merged"), self.puzzles("merged")
        par2 = [row["par2_s"] for row in self.rows("summary.csv", "merged")]
        for shard in shards:
            self.make_of_schema_3(shard)
        self.merge(*shards)
        self.assertEqual({row["peak_bytes"] for row in self.rows("runs.csv", "merged")}, {""})
        self.assertEqual(expected, (self.counts("runs.csv", "merged"), self.puzzles("merged")))
        for value, row in zip(par2, self.rows("summary.csv", "merged")):
            self.assertAlmostEqual(float(value), float(row["par2_s"]), delta=1e-9 * float(value))

    def test_a_skipped_engine_is_merged(self):
        for out, *shard in (("whole",), ("s0", "--shard", "0/2"), ("s1", "--shard", "1/2")):
            self.assert_exit(0, self.run_program(
                "bench", "--engine", "bandjoin,dlx", "--max-solutions", "1", "--warmup", "0s",
                "--skip-invalid", "--quiet", "--threads", "1", "--dataset", "d.txt", "--out", out,
                *shard))
        self.merge("s0", "s1")
        for name in ("runs.csv", "summary.csv"):
            self.assertEqual(self.counts(name, "whole"), self.counts(name, "merged"))
            self.assertEqual("not_applicable", self.rows(name, "merged")[1]["verdict"])

    def test_more_shards_than_lines(self):
        self.assert_shards_make_the_whole((3,), "--dataset", self.write("e.txt", UNIQUE))

    def test_a_dataset_without_puzzles(self):
        result = self.bench_into("s0", "--shard", "0/2", "--dataset",
                                 self.write("e.txt", "# nothing\n"), code=4)
        self.assertIn("e.txt: contains no puzzles", result.stderr)


class TimesTest(BenchShardCase):

    def test_times_are_summed_over_the_shards(self):
        shards = self.bench_shards(3, "--dataset", "d.txt", "--per-puzzle")
        self.merge(*shards)
        for column in ("wall_ns", "cpu_ns", "blocks", "involuntary_switches"):
            for i, merged in enumerate(self.rows("runs.csv", "merged")):
                parts = [int(self.rows("runs.csv", shard)[i][column]) for shard in shards]
                self.assertEqual(sum(parts), int(merged[column]))
        blocks = self.rows("blocks.csv", "merged")
        self.assertEqual(sum(len(self.rows("blocks.csv", shard)) for shard in shards), len(blocks))
        end = 0
        for block in (row for row in blocks if row["engine"] == "dlx"):
            self.assertEqual(end, int(block["first_puzzle"]))
            end += int(block["puzzles"])
        for row in self.rows("summary.csv", "merged"):
            times = sorted(int(puzzle["wall_ns"]) for puzzle in self.rows("puzzles.csv", "merged")
                           if puzzle["engine"] == row["engine"] and puzzle["wall_ns"])
            self.assertEqual(str(times[-1]) if times else "", row["max_ns"])
        dlx, = [row for row in self.rows("summary.csv", "merged") if row["engine"] == "dlx"]
        mean_ns = int(dlx["wall_ns"]) / int(dlx["puzzles"])
        self.assertAlmostEqual(mean_ns / 1e9, float(dlx["par2_s"]))

    def test_a_merged_run_can_be_compared(self):
        shards = self.bench_shards(2, "--dataset", "d.txt")
        self.merge(*shards)
        result = self.run_program("compare", "merged", "merged")
        self.assert_exit(0, result)
        self.assertEqual("", self.rows("summary.csv", "merged")[0]["p50_ns"])


class RefusalTest(BenchShardCase):

    def setUp(self):
        super().setUp()
        self.shards = self.bench_shards(3, "--dataset", "d.txt", "--per-puzzle")

    def assert_refused(self, message, *directories):
        self.assertRegex(self.merge(*directories, code=4).stderr, message)

    def test_shards_that_are_not_the_whole_are_rejected(self):
        self.assert_refused(r"s2/context\.json: shard 1 of 3 is missing", "s0", "s2")
        self.assert_refused(r"s1/context\.json: shard 2 of 3 is missing", "s0", "s1")
        self.assert_refused(r"shard 1 appears twice: also in s1/context\.json", *self.shards, "s1")
        self.bench_into("whole", "d.txt", "--per-puzzle")
        self.assert_refused("is not the result of bench --shard", "s0", "whole", "s2")
        for message, *arguments in (("shards is '4', not '3'", "--shard", "1/4", "--per-puzzle"),
                                    ("--max-guesses is 9, not 0", "--shard", "1/3", "--max-guesses", "9",
                                     "--per-puzzle"),
                                    ("--per-puzzle is off, not on", "--shard", "1/3")):
            self.bench_into("other", "d.txt", *arguments)
            self.assert_refused(f"other/context.json: {message}", "s0", "other", "s2")
        self.write("d.txt", awkward_text().replace(FIVE, UNIQUE))
        self.bench_into("other", "d.txt", "--shard", "1/3", "--per-puzzle")
        self.assert_refused("file_digest of d.txt is", "s0", "other", "s2")
        path = self.directory / "s1/context.json"
        path.write_text(path.read_text().replace('"schema_version": 7', '"schema_version": 2'))
        fit_digests(path.parent)
        self.assert_refused(r"s1/context\.json: has schema 2; this version reads schema 3 and later", *self.shards)

    def test_usage(self):
        self.assert_fails(2, "needs --out", "merge", *self.shards)
        self.assert_fails(2, "would replace the shard s0", "merge", *self.shards, "--out", "s0")
        for option in (["--max-puzzles", "3"], ["--shuffle"]):
            self.assert_fails(2, f"--shard and {option[0]} cannot be combined", "bench",
                              "--dataset", "d.txt", "--shard", "0/2", *option)
        self.assert_fails(2, "can be read twice, not '-'", "bench", "--dataset", "-", "--shard", "0/2")
        grid = self.write("d.sdk", [UNIQUE[i:i + 9] for i in range(0, 81, 9)])
        self.assert_fails(2, "in that form with sudoku-bench convert", "bench", "--dataset", grid, "--shard", "0/2")


if __name__ == "__main__":
    main()
