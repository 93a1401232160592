"""Tests shards of bench and count, and the command merge."""

import gzip
import shutil

from cli_testing import FIVE, main, ROOT, rows_of, UNIQUE
from count_testing import CountCase, awkward_text

COMMANDS = {"bench": ("bench", "--engine", "dlx,bandjoin", "--max-solutions", "0", "--warmup", "0s",
                      "--baseline", "dlx", "--quiet", "--threads", "1", "--skip-invalid", "--force"),
            "count": ("count", "--skip-invalid", "--quiet", "--threads", "1", "--force")}


class ShardCase(CountCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", awkward_text())

    def run_into(self, command, out, *arguments, code=0):
        result = self.run_program(*COMMANDS[command], "--out", out, *arguments)
        self.assert_exit(code, result)
        return result

    def run_shards(self, command, count, *arguments, prefix="s"):
        directories = [f"{prefix}{number}" for number in range(count)]
        for number, directory in enumerate(directories):
            self.run_into(command, directory, "--shard", f"{number}/{count}", *arguments)
        return directories

    def merge(self, *directories, code=0):
        result = self.run_program("merge", *directories, "--out", "merged", "--force")
        self.assert_exit(code, result)
        return result

    def assert_shards_make_the_whole(self, counts, *arguments, commands=tuple(COMMANDS)):
        for command in commands:
            self.run_into(command, "whole", "--per-puzzle", *arguments)
            for count in counts:
                with self.subTest(command=command, arguments=arguments, count=count):
                    self.merge(*reversed(self.run_shards(command, count, "--per-puzzle", *arguments)))
                    self.assert_same_results("whole", "merged")
                    whole, merged = self.context("whole"), self.context("merged")
                    self.assertEqual([{key: dataset[key] for key in ("path", "puzzles", "rejected", "digest", "shape")}
                                      for dataset in whole["datasets"]], merged["datasets"])
                    self.assertTrue(merged["whole"])
                    self.assertEqual(count, len(merged["shards"]))


class TilingTest(ShardCase):
    def test_awkward_lines(self):
        self.assert_shards_make_the_whole((1, 2, 7), "d.txt")

    def test_more_shards_than_lines(self):
        self.assert_shards_make_the_whole((3,), self.write("e.txt", UNIQUE))

    def test_compressed_text_and_csv(self):
        lines = awkward_text(50).splitlines()[1:]
        text = "# comment\r\nid,puzzle\r\n" + "\n".join(line if line[:1] == "#" else f"7,{line}" for line in lines)
        self.assert_shards_make_the_whole((2,), self.write("d.csv", text))
        self.assert_shards_make_the_whole((2,), self.write("d.csv.gz", gzip.compress(text.encode())))

    def test_datasets_repetitions_and_isomorphs(self):
        name = self.write("e.txt", [UNIQUE, FIVE] * 9)
        self.assert_shards_make_the_whole((2,), "d.txt", name, "--repetitions", "2", "--isomorphs", "2",
                                          commands=["bench"])
        ends = {}
        for row in self.rows("blocks.csv", "merged"):
            key = row["engine"], row["dataset"], row["repetition"]
            self.assertEqual(ends.get(key, 0), int(row["first_puzzle"]))
            ends[key] = int(row["first_puzzle"]) + int(row["puzzles"]) // 2

    def test_the_table_says_that_it_is_of_a_part(self):
        for shard in ["--shard", "1/3"], []:
            result = self.bench("d.txt", "--engine", "dlx", "--skip-invalid", "--force", *shard)
            self.assert_exit(0, result)
            self.assertEqual(shard != [], "Shard 1 of 3 only: use merge to combine the results.\n" in result.stdout)

    def test_a_skipped_engine_is_merged(self):
        for out, *shard in (("whole",), ("s0", "--shard", "0/2"), ("s1", "--shard", "1/2")):
            self.assert_exit(0, self.run_program(
                "bench", "d.txt", "--engine", "dlx,bandjoin", "--max-solutions", "1", "--warmup", "0s",
                "--skip-invalid", "--quiet", "--threads", "1", "--out", out, *shard))
        self.merge("s0", "s1")
        self.assert_same_results("whole", "merged")
        self.assertEqual("not_applicable", self.rows("runs.csv", "merged")[1]["verdict"])

    def test_unexpected_counts_are_reported_again(self):
        self.write("e.csv", ["puzzle,count", *(f"{FIVE},{5 + i % 2}" for i in range(20))])
        for command in COMMANDS:
            for number in range(2):
                self.run_into(command, f"s{number}", "--shard", f"{number}/2", "e.csv", code=3)
            self.merge("s0", "s1", code=3)
            self.assertEqual({"10"}, {row["wrong"] for row in self.rows("runs.csv", "merged")})


class OldResultsTest(ShardCase):
    def test_counts_before_schema_8(self):
        # The two shards of a count with --per-puzzle, and their dataset.
        shutil.copytree(ROOT / "tests/fixtures/counts_before_schema_8", self.directory, dirs_exist_ok=True)
        self.run_into("count", "whole", "d.txt", "--per-puzzle")
        self.run_into("count", "part", "d.txt", "--shard", "1/2")
        self.assertEqual(*(self.run_program("show", directory).stdout for directory in ("part", "s1")))
        result = self.merge("s0/counts.csv", "s1")
        self.assertEqual(self.run_program("show", "whole").stdout, result.stdout)
        self.assertEqual(self.lasting("whole")["solution_counts"], self.lasting("merged")["solution_counts"])
        columns = ("line", "puzzle", "runstatus", "solutions")
        self.assertEqual(*([[row[column] for column in columns] for row in self.rows("puzzles.csv", directory)]
                           for directory in ("whole", "merged")))


class RefusalTest(ShardCase):
    def assert_refused(self, message, *directories):
        self.assertRegex(self.merge(*directories, code=4).stderr, message)

    def test_shards_that_are_not_the_whole_are_rejected(self):
        for command in COMMANDS:
            shards = self.run_shards(command, 3, "d.txt", "--per-puzzle")
            self.assert_refused(r"s2/context\.json: shard 1 of 3 is missing", "s0", "s2")
            self.assert_refused(r"s1/context\.json: shard 2 of 3 is missing", "s0", "s1")
            self.assert_refused("shard 0 of 3 is missing", "s1", "s2")
            self.assert_refused(r"shard 1 appears twice: also in s1/context\.json", *shards, "s1")
            self.run_into(command, "whole", "d.txt", "--per-puzzle")
            self.assert_refused("is not the result of --shard", "s0", "whole", "s2")
            for message, *arguments in (("shards is '4', not '3'", "--shard", "1/4", "--per-puzzle"),
                                        ("--timeout is 7s, not 10s", "--shard", "1/3", "--timeout", "7s",
                                         "--per-puzzle"),
                                        ("--per-puzzle is off, not on", "--shard", "1/3")):
                self.run_into(command, "other", "d.txt", *arguments)
                self.assert_refused(f"other/context.json: {message}", "s0", "other", "s2")
            text = self.text_of("d.txt")
            self.write("d.txt", text.replace(FIVE.encode(), UNIQUE.encode()))
            self.run_into(command, "other", "d.txt", "--shard", "1/3", "--per-puzzle")
            self.assert_refused("file_digest of d.txt is", "s0", "other", "s2")
            self.write("d.txt", text)
            name = self.write("e.txt", [UNIQUE] * 8 + ["53..!"])
            for number in range(2):
                result = self.run_program(command, name, "--shard", f"{number}/2", "--out", f"e{number}", "--force")
                self.assert_exit(4 * number, result)
            self.assert_refused(r"e1/context\.json: shard 1 did not run to its end", "e0", "e1")
            self.write_context("s1", {**self.context("s1"), "schema_version": 2})
            self.assert_refused(r"s1/context\.json: has schema 2; this version reads schema 3 and later", *shards)

    def test_parts_that_are_not_end_to_end_are_rejected(self):
        self.run_shards("count", 3, "d.txt")
        context = self.context("s1")
        begin = context["datasets"][0]["begin_byte"]
        for changed, message in (({"begin_byte": begin + 2}, f"byte {begin + 2}, not {begin}: a gap of 2 bytes"),
                                 ({"begin_byte": begin - 3}, f"byte {begin - 3}, not {begin}: an overlap of 3 bytes")):
            self.write_context("s1", {**context, "datasets": [{**context["datasets"][0], **changed}]})
            self.assert_refused(r"s1/context\.json: shard 1 begins at " + message, "s0", "s1", "s2")
        self.write_context("s1", context)
        context = self.context("s2")
        self.write_context("s2", {**context, "shard": {**context["shard"], "number": 7}})
        self.assert_refused(r"s2/context\.json: shard 7 of 3 shards", "s0", "s1", "s2")

    def test_results_of_two_commands_are_rejected(self):
        for number, command in enumerate(COMMANDS):
            self.run_into(command, f"s{number}", "d.txt", "--shard", f"{number}/2")
        self.assert_refused("command is 'count', not 'bench', as in s0/", "s0", "s1")

    def test_results_stay_until_the_shards_are_verified(self):
        shards = self.run_shards("count", 2, "d.txt", "--per-puzzle")
        self.merge(*shards)
        files = {path.name: path.read_bytes() for path in (self.directory / "merged").iterdir()}
        rows = self.directory / "s1" / "puzzles.csv"
        rows.write_bytes(rows.read_bytes()[:-2])
        self.assert_refused(r"s1/puzzles\.csv", *shards)
        self.assertEqual(files, {path.name: path.read_bytes() for path in (self.directory / "merged").iterdir()})

    def test_merge_without_a_directory_prints_the_result(self):
        for command in COMMANDS:
            shards = self.run_shards(command, 2, "d.txt")
            before = sorted(self.directory.iterdir())
            result = self.run_program("merge", *shards)
            self.assert_exit(0, result)
            self.assertEqual(before, sorted(self.directory.iterdir()))
            self.assertIn("d.txt", result.stdout)
            self.assertEqual(self.merge(*shards).stdout, result.stdout)

    def test_usage(self):
        shards = self.run_shards("count", 2, "d.txt")
        self.assert_fails(2, "needs the results of shards", "merge")
        (self.directory / "link").symlink_to("s0")
        for out in ("s0", "link", "./s1/../s0"):
            self.assert_fails(2, "would replace the shard s0", "merge", *shards, "--out", out, "--force")
        self.merge(*shards)
        self.assert_fails(2, "--force replaces", "merge", *shards, "--out", "merged")
        for option in (["--max-puzzles", "3"], ["--shuffle"]):
            self.assert_fails(2, f"--shard and {option[0]} cannot be combined", "bench", "d.txt", "--shard", "0/2",
                              *option)
        grid = self.write("d.sdk", rows_of(UNIQUE))
        for command in COMMANDS:
            self.assert_fails(2, "can be read twice, not '-'", command, "-", "--shard", "0/2")
            self.assert_fails(2, "in that form with sudoku-bench convert", command, grid, "--shard", "0/2")


if __name__ == "__main__":
    main()
