"""Tests datasets of all kinds, valid and invalid, and their sources."""

import gzip
import os
import zipfile

from cli_testing import (CliTestCase, EIGHT, FIVE, MANY, REMEDY, SOLUTION_COUNTS, UNIQUE,
                         UNIQUE_SOLUTION, main)


class BadInputTest(CliTestCase):
    """Invalid input exits with 4 and one line with the error and its position."""

    def assert_bad(self, message, name, *arguments):
        result = self.bench("--engine", "dlx", "--dataset", name, *arguments)
        self.assert_exit(4, result)
        self.assertEqual("", result.stdout)
        self.assertEqual(message + "\n", result.stderr)
        self.assertFalse((self.directory / "out").exists(), "results of a run that never began")

    def test_unknown_column(self):
        name = self.write("d.csv", ["quizzes,solutions", f"{UNIQUE},{UNIQUE_SOLUTION}"])
        result = self.bench("--dataset", name, "--column", "puzles")
        self.assert_exit(4, result)
        self.assertEqual("d.csv:1:1: there is no column puzles; the columns are quizzes, "
                         "solutions\n", result.stderr)

    def test_missing_field(self):
        name = self.write("d.csv", ["id,puzzle,solution", f"1,{UNIQUE}"])
        self.assert_bad("d.csv:2:84: 3 fields expected as in the header, 2 found" + REMEDY, name)

    def test_an_invalid_expected_solution_is_rejected(self):
        name = self.write("d.csv", ["puzzle,solution", f"{UNIQUE},{UNIQUE_SOLUTION[::-1]}"])
        self.assert_bad("d.csv:2:83: the expected solution does not solve the puzzle" + REMEDY, name)

    def test_a_file_that_changes_its_size_is_rejected(self):
        for command in "convert", "solve":
            for lines in 30_000, 50_000:
                name = self.write("d.txt", [UNIQUE] * 40_000)
                child = self.start(command, name)
                # The program waits for a reader of its output, far from the end of the file.
                self.assertEqual(82, len(child.stdout.readline()))
                with open(self.directory / name, "r+b") as file:
                    file.truncate(82 * min(lines, 40_000))
                    file.seek(0, os.SEEK_END)
                    file.write((UNIQUE + "\n").encode() * max(lines - 40_000, 0))
                _, errors = child.communicate()
                self.assertEqual(4, child.returncode)
                self.assertEqual("d.txt: changed while it was read: from 3280000 bytes to "
                                 f"{82 * lines}\n", errors)

    def test_truncated_gzip(self):
        name = self.write("d.txt.gz", gzip.compress((UNIQUE + "\n").encode())[:20])
        self.assert_bad("d.txt.gz: the gzip data end too early", name)

    def test_damaged_gzip(self):
        data = bytearray(gzip.compress((UNIQUE + "\n").encode()))
        data[-6] ^= 0xFF  # a byte of the checksum
        name = self.write("d.txt.gz", bytes(data))
        self.assert_bad("d.txt.gz: the gzip data are damaged: incorrect data check", name)

    def test_a_zip_archive_from_standard_input_is_refused(self):
        path = self.directory / "p.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("p.txt", UNIQUE + "\n")
        self.assertEqual(UNIQUE + "\n", self.run_program("convert", "p.zip").stdout)
        with path.open("rb") as file:
            result = self.run_program("convert", stdin=file)
        self.assert_exit(4, result)
        self.assertEqual("-: a zip archive cannot be read from standard input or a pipe; pass its path, "
                         "or extract the file first\n", result.stderr)

    def test_bad_standard_input(self):
        result = self.bench("--dataset", "-", input="# comment\n53..!\n")
        self.assert_exit(4, result)
        self.assertTrue(result.stderr.startswith("-:2:5: "), result.stderr)

    def test_rows_before_an_invalid_line_are_kept(self):
        name = self.write("d.txt", [UNIQUE] * 50 + ["53..!"] + [UNIQUE] * 50)
        result = self.bench("--engine", "dlx,bitmask", "--dataset", name)
        self.assert_exit(4, result)
        self.assertTrue(result.stderr.startswith("d.txt:51:5: "), result.stderr)
        self.assertEqual(["50", "50"], self.column("runs.csv", "puzzles"))
        self.assertEqual(["partial", "partial"], self.column("summary.csv", "verdict"))

    def test_invalid_lines_can_be_skipped(self):
        name = self.write("d.txt", ["53..!", UNIQUE, "5k..", UNIQUE])
        result = self.bench("--engine", "dlx", "--dataset", name, "--skip-invalid")
        self.assert_exit(0, result)
        self.assertEqual("sudoku-bench: d.txt: 2 invalid lines skipped\n", result.stderr)
        self.assertEqual(["2"], self.column("runs.csv", "puzzles"))


# The commands that read puzzles, and options that make them skip invalid lines.
SKIPPING = {
    ("bench", "--engine", "dlx", "--out", "out"): ["--skip-invalid"],
    ("bench", "--engine", "dlx", "--out", "out", "--shard", "0/2"): ["--skip-invalid"],
    ("solve",): ["--skip-invalid"],
    ("convert", "--out", "out"): ["--skip-invalid"],
    ("count", "--out", "out"): ["--skip-invalid"],
    ("count", "--out", "out", "--shard", "1/2"): ["--skip-invalid"],
    ("count", "--out", "out", "--checkpoint", "out"): ["--skip-invalid"],
    ("plan", "--shards", "2", "--backend", "local", "--out", "out", "--"): ["--skip-invalid"],
    ("audit", "--json"): [],
}


class NoPuzzleTest(CliTestCase):
    """An input without a valid puzzle is an error that leaves no output."""

    def assert_no_puzzle(self, errors, *arguments, **options):
        with self.subTest(arguments):
            result = self.run_program(*arguments, **options)
            self.assert_exit(4, result)
            self.assertEqual(("", errors), (result.stdout, result.stderr))
            self.assertFalse((self.directory / "out").exists())

    def test_files_without_puzzles(self):
        for content in b"", b"\n", b"# nothing here\n", gzip.compress(b""):
            name = self.write("d.txt", content)
            for command in SKIPPING:
                self.assert_no_puzzle("d.txt: contains no puzzles\n", *command, name)

    def test_files_of_invalid_lines(self):
        name = self.write("d.txt", ["# comment", *[UNIQUE[1:]] * 5])
        errors = "".join(f"d.txt:{line}:81: 81 cells expected, 80 found\n" for line in (2, 3, 4))
        errors += "d.txt: contains no valid puzzle; 5 invalid lines skipped\n"
        for command, skip in SKIPPING.items():
            self.assert_no_puzzle(errors, *command, *skip, name)
            if skip:
                self.assert_no_puzzle(f"d.txt:2:81: 81 cells expected, 80 found{REMEDY}\n", *command, name)

    def test_standard_input_without_puzzles(self):
        # bench reads standard input after it has begun its results.
        for command in ("bench", "--engine", "dlx", "--out", "begun"), ("count", "--out", "out"), ("audit",):
            self.assert_no_puzzle("-: contains no puzzles\n", *command, "-", input="")
        for command in "solve", "convert":
            for text in "", "# nothing here\n":
                result = self.run_program(command, "--quiet", input=text)
                self.assert_exit(0, result)
                self.assertEqual(("", ""), (result.stdout, result.stderr))
            errors = "-:1:3: ! is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell\n"
            self.assert_no_puzzle(f"{errors}-: contains no valid puzzle; 1 invalid line skipped\n",
                                  command, "--skip-invalid", input="53!.7....\n")


class InputTest(CliTestCase):

    def digests(self, *arguments, **options):
        result = self.bench("--engine", "dlx", "--force", *arguments, **options)
        self.assert_exit(0, result)
        return {(row["dataset_digest"], row["answer_digest"]) for row in self.rows("runs.csv")}

    def test_a_dataset_is_the_same_in_every_format_and_from_every_source(self):
        puzzles = list(SOLUTION_COUNTS)
        lines = "".join(line + "\n" for line in puzzles)
        grids = "\n".join("".join(p[i:i + 9] + "\n" for i in range(0, 81, 9)) for p in puzzles)
        expected = self.digests("--dataset", self.write("d.txt", lines))
        self.assertEqual(1, len(expected))
        forms = {
            "zeros.txt": lines.replace(".", "0"),
            "crlf.txt": "\ufeff# comment\r\n" + lines.replace("\n", "\r\n"),
            "d.csv": "id,puzzle\n" + "".join(f"{i},{p}\n" for i, p in enumerate(puzzles)),
            "grids.txt": grids,
            "d.txt.gz": gzip.compress(lines.encode()),
        }
        for name, content in forms.items():
            with self.subTest(name):
                self.assertEqual(expected, self.digests("--dataset", self.write(name, content)))
        for name in ("-", "/dev/stdin"):
            for repetitions in ("1", "3"):
                with self.subTest(f"standard input as {name}, {repetitions} repetitions"):
                    arguments = ["--dataset", name, "--repetitions", repetitions]
                    self.assertEqual(expected, self.digests(*arguments, input=lines))
                    self.assertEqual(int(repetitions), len(self.rows("runs.csv")))

    def test_several_datasets(self):
        first = self.write("first.txt", [UNIQUE])
        second = self.write("second.txt", [FIVE, EIGHT])
        result = self.bench("--engine", "dlx,stack", "--dataset", first, "--dataset", second)
        self.assert_exit(0, result)
        self.assertEqual([("dlx", first, "1"), ("stack", first, "1"),
                          ("dlx", second, "2"), ("stack", second, "2")],
                         [(row["engine"], row["dataset"], row["puzzles"])
                          for row in self.rows("runs.csv")])
        self.assertEqual(4, len(self.rows("summary.csv")))
        self.assertIn("first.txt: 1 puzzle,", result.stdout)
        self.assertIn("second.txt: 2 puzzles", result.stdout)

    def test_a_sample_depends_on_the_seed(self):
        name = self.write("d.txt", list(SOLUTION_COUNTS) * 5)
        arguments = ["--engine", "dlx", "--dataset", name, "--max-puzzles", "4", "--shuffle", "--per-puzzle"]
        lines = []
        for seed in ("1", "1", "2"):
            self.assert_exit(0, self.bench(*arguments, "--seed", seed, "--force"))
            lines.append(self.column("puzzles.csv", "line"))
        self.assertEqual(4, len(lines[0]))
        self.assertEqual(lines[0], lines[1])
        self.assertNotEqual(lines[0], lines[2])

    def test_expectations_are_compared(self):
        name = self.write("d.csv", ["puzzle,count"] + [f"{p},{n}" for p, n in SOLUTION_COUNTS.items()])
        self.assert_exit(0, self.bench("--dataset", name, "--max-solutions", "0"))
        name = self.write("wrong.csv", ["puzzle,count", f"{MANY},294"])
        result = self.bench("--dataset", name, "--max-solutions", "0", "--engine", "dlx", "--force")
        self.assert_exit(3, result)
        self.assertEqual(f"wrong.csv:2: dlx: found 295 solutions, expected 294: {MANY}\n",
                         result.stderr)
        self.assertIn("WRONG: dlx gave 1 wrong answer of 1.", result.stdout)
        self.assertEqual(["wrong"], self.column("runs.csv", "verdict"))


if __name__ == "__main__":
    main()
