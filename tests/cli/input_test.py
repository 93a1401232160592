"""Tests datasets of all kinds, valid and invalid, their sources, and notes on datasets that were perhaps misread."""

import bz2
import gzip
import io
import lzma
import random
import zipfile

from cli_testing import (CliTestCase, FIVE, IMPOSSIBLE, MANY, REMEDY, SOLUTION_COUNTS, UNIQUE, UNIQUE_SOLUTION, main,
                         rows_of)

SYMBOLS = ".123456789ABCDEFG"
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
READERS = (["convert"], ["solve"], ["audit"], ["count", "--max-solutions", "1"],
           ["bench", "--engine", "bitmask", "--warmup", "0s", "--out", "out", "--force"])


def zipped(text):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("puzzles.txt", text)
    return archive.getvalue()


def board(rows, columns):
    """Returns the symbols of a random solution with a few empty cells. A box has `rows` rows and `columns` columns."""
    rng = random.Random(rows)
    side = rows * columns
    digits = rng.sample(range(1, side + 1), side)
    cells = [digits[(columns * (i % rows) + i // rows + j) % side] for i in range(side) for j in range(side)]
    return "".join("." if rng.random() < 0.2 else SYMBOLS[cell] for cell in cells)


class BadInputTest(CliTestCase):
    """Invalid input exits with 4 and one line with the error and its position."""

    def test_the_error_has_a_position_and_leaves_no_results(self):
        damaged = bytearray(gzip.compress((UNIQUE + "\n").encode()))
        damaged[-6] ^= 0xFF  # a byte of the checksum
        for content, message in (
                (["id,puzzle,solution", f"1,{UNIQUE}"], ":2:84: 3 fields expected as in the header, 2 found" + REMEDY),
                (["puzzle,solution", f"{UNIQUE},{UNIQUE_SOLUTION[::-1]}"],
                 ":2:83: the expected solution does not solve the puzzle" + REMEDY),
                (bytes(damaged), ": the gzip data are damaged: incorrect data check"),
                (b"PAR1\x15", ": .*Parquet"), (UNIQUE.encode("utf-16"), ": .*UTF-16"),
                (b"<!DOCTYPE html>\n", ": .*HTML"),
                (b"version https://git-lfs.github.com/spec/v1\n", ": .*Git LFS"),
                (b"p cnf 729 3\n1 0\n", ": .*DIMACS"), (b"{\\rtf1 x}", ": .*RTF")):
            name = self.write("d.csv", content)
            for command, *options in READERS if ".*" in message else [["bench", "--out", "out"]]:
                with self.subTest(message, command=command):
                    result = self.run_program(command, name, *options)
                    self.assert_exit(4, result)
                    self.assertRegex(result.stderr, rf"\Ad\.csv{message}[^\n]*\n\Z")
                    self.assertEqual("", result.stdout)
                    self.assertFalse((self.directory / "out").exists(), "results of a run that never began")

    def test_a_zip_archive_from_standard_input_is_refused(self):
        with open(self.directory / self.write("p.zip", zipped(UNIQUE)), "rb") as file:
            result = self.run_program("convert", stdin=file)
        self.assert_exit(4, result)
        self.assertEqual("-: a zip archive cannot be read from standard input or a pipe; pass its path, "
                         "or extract the file first\n", result.stderr)


class NoPuzzleTest(CliTestCase):
    """An input without a valid puzzle is an error that leaves no output."""

    def assert_no_puzzle(self, errors, *arguments, **options):
        with self.subTest(arguments):
            result = self.run_program(*arguments, **options)
            self.assert_exit(4, result)
            self.assertEqual(("", errors), (result.stdout, result.stderr))
            self.assertFalse((self.directory / "out").exists())

    def test_files_without_puzzles(self):
        for content in b"# nothing here\n", gzip.compress(b""):
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
        expected = self.digests(self.write("d.txt", lines))
        self.assertEqual(1, len(expected))
        forms = {
            "zeros.txt": lines.replace(".", "0"),
            "crlf.txt": "\ufeff# comment\r\n" + lines.replace("\n", "\r\n"),
            "d.csv": "id,puzzle\n" + "".join(f"{i},{p}\n" for i, p in enumerate(puzzles)),
            "grids.txt": "\n".join("\n".join(rows_of(puzzle)) + "\n" for puzzle in puzzles),
            **{f"d.{kind}": compress(lines.encode()) for kind, compress in (
                ("gz", gzip.compress), ("xz", lzma.compress), ("bz2", bz2.compress), ("zip", zipped))},
        }
        for name, content in forms.items():
            with self.subTest(name):
                self.assertEqual(expected, self.digests(self.write(name, content)))
        for name in "-", "/dev/stdin":
            for repetitions in "1", "3":
                with self.subTest(f"standard input as {name}, {repetitions} repetitions"):
                    self.assertEqual(expected, self.digests(name, "--repetitions", repetitions, input=lines))
                    self.assertEqual(int(repetitions), len(self.rows("runs.csv")))

    def test_expectations_are_compared(self):
        name = self.write("d.csv", ["puzzle,count"] + [f"{p},{n}" for p, n in SOLUTION_COUNTS.items()])
        self.assert_exit(0, self.bench(name, "--max-solutions", "0"))
        name = self.write("wrong.csv", ["puzzle,count", f"{MANY},294"])
        result = self.bench(name, "--max-solutions", "0", "--engine", "dlx", "--force")
        self.assert_exit(3, result)
        self.assertEqual(f"wrong.csv:2: dlx: found 295 solutions, expected 294: {MANY}\n", result.stderr)
        self.assertIn("WRONG: dlx gave 1 wrong answer of 1.", result.stdout)
        self.assertEqual(["wrong"], self.column("runs.csv", "verdict"))


class NotesTest(CliTestCase):
    def assert_noted(self, note, name, excluded=None):
        """Asserts that every command that reads puzzles prints a note."""
        for command, *options in READERS:
            errors = self.run_program(command, name, *options).stderr
            self.assertIn(note, errors, command)
            if excluded:
                self.assertNotIn(excluded, errors, command)

    def test_boxes_that_are_assumed_are_named_and_turned_ones_suggested(self):
        self.assert_noted("twelve.txt: assuming boxes of 3 rows and 4 columns for boards of 12x12; if they are turned, "
                          "use --shape 4x3; for Latin squares, use --shape 1x12\n",
                          self.write("twelve.txt", [board(3, 4)] * 3), excluded="no solution with")
        name = self.write("turned.txt", [board(4, 3)] * 3)
        self.assert_noted("turned.txt: 3 of the first 3 boards have no solution with boxes of 3 rows and 4 columns, "
                          "but may have one with boxes of 4 rows and 3 columns; use --shape 4x3\n", name)
        result = self.run_program("audit", name, "--shape", "4x3", "--quiet")
        self.assertEqual("", result.stderr)
        self.assertIn("of 12x12 (boxes of 4 rows and 3 columns)", result.stdout)

    def test_latin_squares_that_contradict_boxes_are_suggested(self):
        for side, boxes in (4, "2 rows and 2 columns"), (9, "3 rows and 3 columns"), (16, "4 rows and 4 columns"):
            rows = [[SYMBOLS[1 + (i + j) % side] if i != j else "." for j in range(side)] for i in range(side)]
            name = self.write("latin.txt", ["".join(map("".join, rows))] * 2)
            self.assert_noted(f"latin.txt: 2 of the first 2 boards have no solution with boxes of {boxes}, "
                              f"but may have one as Latin square of order {side}; for Latin squares, use --shape "
                              f"1x{side}\n", name)
        self.assertNotIn("Latin", self.run_program("solve", IMPOSSIBLE).stderr)

    def test_a_column_that_is_no_number_of_solutions_is_reported(self):
        name = self.write("clues.csv", ["puzzle,count", f"{UNIQUE},30", f"{UNIQUE[::-1]},30"])
        note = ("sudoku-bench: clues.csv: the column 'count' is probably not the number of solutions: 2 of 2 values "
                "contradict all answers; choose another one with --expect-column, or rename it\n")
        result = self.bench("--engine", "dlx,bitmask", name)
        self.assert_exit(3, result)
        self.assertIn(note, result.stderr)
        result = self.run_program("audit", name)
        self.assertIn(note, result.stderr)
        self.assertNotIn("not checked", result.stdout, "a contradicted count was checked")
        name = self.write("right.csv", ["puzzle,count", f"{UNIQUE},1", f"{UNIQUE[::-1]},1"])
        self.assertNotIn("probably", self.bench("--engine", "dlx", name, "--force").stderr)

    def test_skipped_lines_are_noted(self):
        name = self.write("d.txt", ["Two puzzles:", UNIQUE, f"# {FIVE}", "", "The other one:", FIVE])
        self.assert_noted("sudoku-bench: d.txt: 2 lines of text were skipped, the first in line 1\n"
                          "sudoku-bench: d.txt:3: a comment looks like a puzzle; remove its mark to read it\n", name)
        self.assertEqual("", self.run_program("convert", name, "--quiet").stderr)
        name = self.write("d.csv", ["puzzle,solution", f"{UNIQUE},{UNIQUE_SOLUTION}"] * 2)
        self.assertEqual("sudoku-bench: d.csv:3: a repeated header was skipped\n",
                         self.run_program("convert", name).stderr)


if __name__ == "__main__":
    main()
