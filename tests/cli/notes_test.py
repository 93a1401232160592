"""Tests the notes about datasets that were perhaps misread, and the errors for other files."""

import bz2
import io
import lzma
import random
import zipfile

from cli_testing import CliTestCase, FIVE, UNIQUE, UNIQUE_SOLUTION, main

SYMBOLS = ".123456789ABC"


def board(rows, columns):
    """Returns the symbols of a random solution with a few empty cells. A box has `rows` rows and `columns` columns."""
    rng = random.Random(rows)
    side = rows * columns
    digits = rng.sample(range(1, side + 1), side)
    cells = [digits[(columns * (i % rows) + i // rows + j) % side] for i in range(side) for j in range(side)]
    return "".join("." if rng.random() < 0.2 else SYMBOLS[cell] for cell in cells)


class NotesTest(CliTestCase):

    def commands(self, name):
        """Runs all commands that read puzzles. Yields each command with its result."""
        for command, *options in (["convert"], ["solve"], ["audit"], ["count", "--max-solutions", "1"],
                                  ["bench", "--engine", "bitmask", "--warmup", "0s", "--out", "out", "--force"]):
            yield command, self.run_program(command, name, *options)

    def test_every_command_names_boxes_that_are_assumed(self):
        name = self.write("twelve.txt", [board(3, 4)] * 3)
        for command, result in self.commands(name):
            self.assertIn("twelve.txt: assuming boxes of 3 rows and 4 columns for boards of 12x12; if they are turned, "
                          "use --shape 4x3; for Latin squares, use --shape 1x12\n", result.stderr, command)
            self.assertNotIn("a solution with", result.stderr, command)

    def test_turned_boxes_are_suggested(self):
        name = self.write("turned.txt", [board(4, 3)] * 3)
        for command, result in self.commands(name):
            self.assertIn("turned.txt: 3 of the first 3 boards have a solution with boxes of 4 rows and 3 columns, "
                          "but not with boxes of 3 rows and 4 columns; use --shape 4x3\n",
                          result.stderr, command)
        result = self.run_program("audit", name, "--shape", "4x3", "--quiet")
        self.assertEqual("", result.stderr)
        self.assertIn("of 12x12 (boxes of 4 rows and 3 columns)", result.stdout)

    def test_a_column_that_is_no_number_of_solutions_is_reported(self):
        name = self.write("clues.csv", ["puzzle,count", f"{UNIQUE},30", f"{UNIQUE[::-1]},30"])
        result = self.bench("--engine", "dlx,bitmask", "--dataset", name)
        self.assert_exit(3, result)
        note = ("sudoku-bench: clues.csv: the column 'count' is probably not the number of solutions: 2 of 2 values "
                "contradict all answers; choose another one with --expect-column, or rename it\n")
        self.assertIn(note, result.stderr)
        result = self.run_program("audit", name)
        self.assertIn(note, result.stderr)
        self.assertNotIn("not checked", result.stdout, "a contradicted count was checked")
        name = self.write("right.csv", ["puzzle,count", f"{UNIQUE},1", f"{UNIQUE[::-1]},1"])
        self.assertNotIn("probably", self.bench("--engine", "dlx", "--dataset", name, "--force").stderr)

    def test_skipped_lines_are_noted(self):
        name = self.write("d.txt", ["Two puzzles:", UNIQUE, f"# {FIVE}", "", "The other one:", FIVE])
        for command, result in self.commands(name):
            self.assertIn("sudoku-bench: d.txt: 2 lines of text were skipped, the first in line 1\n"
                          "sudoku-bench: d.txt:3: a comment looks like a puzzle; remove its mark to read it\n",
                          result.stderr, command)
        self.assertEqual("", self.run_program("convert", name, "--quiet").stderr)
        name = self.write("d.csv", ["puzzle,solution", f"{UNIQUE},{UNIQUE_SOLUTION}"] * 2)
        self.assertEqual("sudoku-bench: d.csv:3: a repeated header was skipped\n",
                         self.run_program("convert", name).stderr)


class SizeTest(CliTestCase):

    def test_a_size_selects_boards(self):
        name = self.write("d.txt", ["1..4..1..4..2..3", "................"])
        for option in (["--shape", "4"], ["--shape", "2x2"]):
            self.assertEqual("1..4..1..4..2..3\n................\n",
                             self.run_program("convert", name, *option).stdout, option)
        grid = self.run_program("generate", "--grids", "1", "--shape", "16x16", "--method", "backtrack", "--seed", "1")
        self.assert_exit(0, grid)
        self.assertEqual(256, len(grid.stdout.strip()))

    def test_an_unsuitable_shape_is_explained(self):
        name = self.write("d.txt", [UNIQUE])
        result = self.run_program("convert", name, "--shape", "4x4")
        self.assert_exit(4, result)
        self.assertTrue(result.stderr.endswith("; --shape 4x4 is for boards of 16x16\n"), result.stderr)
        for arguments in (["--shape", "13"], ["--shape", "1"], ["--shape", "17x17"]):
            self.assert_exit(2, self.run_program("convert", name, *arguments))


class FileKindTest(CliTestCase):

    def test_compressed_files_are_read(self):
        text = f"{UNIQUE}\n{FIVE}\n".encode()
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("puzzles.txt", text)
        for name, data in (("d.xz", lzma.compress(text)), ("d.bz2", bz2.compress(text)), ("d.zip", archive.getvalue())):
            self.write(name, data)
            self.assertEqual(text.decode(), self.run_program("convert", name).stdout, name)
            piped = self.run_program("convert", input=data, text=False)
            self.assertEqual(4 if name == "d.zip" else 0, piped.returncode, piped.stderr)

    def test_other_files_are_rejected_with_a_reason(self):
        for data, what in ((b"PAR1\x15", "Parquet"), (UNIQUE.encode("utf-16"), "UTF-16"),
                           (b"<!DOCTYPE html>\n<html>", "HTML"),
                           (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
                           (b"p cnf 729 3\n1 0\n", "DIMACS"), (b"{\\rtf1 x}", "RTF")):
            name = self.write("d.txt", data)
            for command in "convert", "solve", "audit", "count", "bench":
                result = self.run_program(command, name)
                self.assert_exit(4, result)
                self.assertIn(what, result.stderr, command)
                self.assertTrue(result.stderr.startswith("d.txt: "), result.stderr)


if __name__ == "__main__":
    main()
