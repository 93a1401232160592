"""Tests shards of the count command, and the merge command."""

import gzip

from cli_testing import FIVE, UNIQUE, main
from count_testing import CountCase, awkward_text


class MergeCase(CountCase):

    def setUp(self):
        super().setUp()
        self.write("d.txt", awkward_text())

    def count_shards(self, name, count, *arguments, prefix="s"):
        directories = []
        for shard in range(count):
            directories.append(f"{prefix}{shard}")
            self.count(name, "--skip-invalid", "--shard", f"{shard}/{count}", "--threads", "1",
                       "--out", directories[-1], "--force", *arguments)
        return directories

    def merge(self, *arguments):
        result = self.run_program("merge", *arguments)
        self.assert_exit(0, result)
        return result

    def assert_refused(self, message, *arguments):
        self.assert_fails(4, message, "merge", *arguments)


class ShardTest(MergeCase):

    def assert_shards_make_the_whole(self, name, counts):
        self.count(name, "--skip-invalid", "--per-puzzle", "--out", "whole")
        for count in counts:
            with self.subTest(name=name, count=count):
                shards = self.count_shards(name, count, "--per-puzzle")
                self.merge(*reversed(shards), "--out", "merged", "--force")
                self.assertEqual(self.lasting("whole"), self.lasting("merged"))
                self.assertEqual(self.text_of("whole", "puzzles.csv"),
                                 self.text_of("merged", "puzzles.csv"))

    def test_awkward_lines(self):
        self.assert_shards_make_the_whole("d.txt", (1, 2, 3, 7, 100))

    def test_compressed(self):
        name = self.write("d.txt.gz", gzip.compress(self.text_of("d.txt")))
        self.assert_shards_make_the_whole(name, (2, 7))

    def test_csv(self):
        lines = awkward_text().splitlines()[1:]
        name = self.write("d.csv", "# comment\r\nid,puzzle\r\n" +
                          "\n".join(line if line[:1] == "#" else f"7,{line}" for line in lines))
        self.assert_shards_make_the_whole(name, (2, 7))

    def test_more_shards_than_lines(self):
        self.assert_shards_make_the_whole(self.write("e.txt", UNIQUE), (3,))

    def test_an_invalid_line_has_its_number_in_the_file(self):
        name = self.write("e.txt", [UNIQUE] * 50 + ["53..!"])
        result = self.count(name, "--shard", "4/5", code=4)
        self.assertIn("e.txt:51:5: ", result.stderr)


class MergeTest(MergeCase):

    def setUp(self):
        super().setUp()
        self.shards = self.count_shards("d.txt", 4)

    def test_files_or_directories(self):
        self.count("d.txt", "--skip-invalid", "--out", "whole")
        text = self.merge("s0/counts.csv", "s2", "s1", "s3/counts.csv").stdout
        self.assertIn(f"digest {self.lasting('whole')['dataset_digest']}", text)

    def test_context(self):
        (self.directory / "s1/context.json").unlink()
        arguments = ["merge", "s2", "s1", "s0", "s3/counts.csv", "--out", "out"]
        self.merge(*arguments[1:])
        context = self.context()
        self.assertEqual(arguments, context["arguments"])
        shards = [self.context(name) for name in ("s0", "s2", "s3")]
        for shard in shards:
            del shard["digest"]
        self.assertEqual([shards[0], None, *shards[1:]], context["shards"])
        self.assertEqual(int(self.lasting("out")["puzzles"]), context["datasets"][0]["puzzles"])
        (self.directory / "s1/context.json").mkdir()
        self.assert_refused(r"s1/context\.json: Is a directory", *self.shards, "--out", "other")
        self.assertFalse((self.directory / "other").exists())

    def test_shards_that_are_not_the_whole_are_rejected(self):
        for message, *shards in ((r"s3/counts\.csv:2: shard 2 of 4 is missing", "s0", "s1", "s3"),
                                 ("shard 3 of 4 is missing", "s0", "s1", "s2"),
                                 ("shard 0 of 4 is missing", "s1", "s2", "s3"),
                                 (r"shard 1 appears twice: also in s1/counts\.csv", *self.shards, "s1")):
            self.assert_refused(message, *shards)
        for message, name, *arguments in (("shards is '5', not '4'", "d.txt", "--skip-invalid", "--shard", "2/5"),
                                          ("max_solutions is '2', not '0'", "d.txt", "--skip-invalid",
                                           "--shard", "2/4", "--max-solutions", "2"),
                                          ("file_digest is", "e.txt", "--skip-invalid", "--shard", "2/4")):
            self.write("e.txt", awkward_text().replace(FIVE, UNIQUE))
            self.count(name, *arguments, "--out", "other", "--force")
            self.assert_refused(message, "s0", "s1", "other", "s3")
        name = self.write("f.txt", [UNIQUE] * 16)
        self.count(name, "--shard", "2/4", "--out", "other", "--force")
        self.count_shards(name, 4)
        self.assert_refused("skip_invalid is '0'", "s0", "s1", "other", "s3")
        name = self.write("e.txt", [UNIQUE] * 8 + ["53..!"])
        for shard in (0, 1):
            self.count(name, "--shard", f"{shard}/2", "--out", f"e{shard}", code=4 * shard)
        self.assert_refused(r"e1/counts\.csv:2: shard 1 is incomplete", "e0", "e1")

    def test_results_of_two_commands_are_rejected(self):
        self.assert_exit(0, self.run_program("bench", "--engine", "dlx", "--dataset", "d.txt", "--skip-invalid",
                                             "--warmup", "0s", "--shard", "0/2", "--out", "b0"))
        for shards in ("s0", "b0"), ("b0", "s0"):
            self.assert_fails(2, "b0 holds results of bench, s0 does not", "merge", *shards, "--out", "out")

    def test_results_stay_until_the_shards_are_verified(self):
        shards = self.count_shards("d.txt", 2, "--per-puzzle", prefix="p")
        self.merge(*shards, "--out", "merged")
        files = {name: self.text_of("merged", name) for name in ("counts.csv", "puzzles.csv")}
        rows = self.directory / "p1" / "puzzles.csv"
        rows.write_bytes(rows.read_bytes()[:-2])
        self.assert_refused(r"p1/puzzles\.csv", *shards, "--out", "merged", "--force")
        self.assertEqual(files, {name: self.text_of("merged", name) for name in files})
        self.assertEqual(["context.json", *files],
                         sorted(path.name for path in (self.directory / "merged").iterdir()))

    def test_usage(self):
        self.assert_fails(2, "needs the results of shards", "merge")
        self.assert_fails(2, "would replace the shard s0", "merge", *self.shards, "--out", "s0")
        (self.directory / "link").symlink_to("s0")
        (self.directory / "file").symlink_to("s0/counts.csv")
        rest = self.shards[1:]
        for shard, out in (("s0/counts.csv", "s0"), ("s0/counts.csv", "link"), ("file", "s0"),
                           ("link", "s0"), ("link/counts.csv", "./s1/../s0"),
                           (str(self.directory / "s0"), "link")):
            self.assert_fails(2, "would replace the shard", "merge", shard, *rest, "--out", out, "--force")
        self.assert_exit(2, self.run_program(
            "merge", "counts.csv", *(f"../{name}" for name in rest), "--out", ".", "--force",
            cwd=self.directory / "s0"))
        self.merge(*self.shards, "--out", "out")
        self.assert_fails(2, "--force replaces", "merge", *self.shards, "--out", "out")


if __name__ == "__main__":
    main()
