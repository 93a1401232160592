"""Tests the convert command."""

import gzip
import os
import random

from cli_testing import (CliTestCase, FIVE, IMPOSSIBLE, MORE, PATIENCE, UNIQUE, UNIQUE_SOLUTION,
                         limit_file_size, main)

BOXES = """\
 *-----------*
 |8..|...|...|
 |..3|6..|...|
 |.7.|.9.|2..|
 |---+---+---|
 |.5.|..7|...|
 |...|.45|7..|
 |...|1..|.3.|
 |---+---+---|
 |..1|...|.68|
 |..8|5..|.1.|
 |.9.|...|4..|
 *-----------*

"""

GRID = """\
8 . . | . . . | . . .
. . 3 | 6 . . | . . .
. 7 . | . 9 . | 2 . .
------+-------+------
. 5 . | . . 7 | . . .
. . . | . 4 5 | 7 . .
. . . | 1 . . | . 3 .
------+-------+------
. . 1 | . . . | . 6 8
. . 8 | 5 . . | . 1 .
. 9 . | . . . | 4 . .

"""

# Canonical forms that other programs print.
UNIQUE_CANONICAL = "........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9."
SOLUTION_CANONICAL = "123456789457189236698723415285914367761532948934867152346278591579641823812395674"


def random_lines(rng):
    """Returns a random order of nine lines that keeps bands together."""
    return [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]


def isomorph(puzzle, rng):
    """Returns a random isomorph of a puzzle."""
    rows, columns = random_lines(rng), random_lines(rng)
    cells = [(row, column) for row in rows for column in columns]
    if rng.random() < 0.5:
        cells = [(column, row) for row, column in cells]
    digits = "".join(rng.sample("123456789", 9))
    return "".join(puzzle[9 * row + column] for row, column in cells).translate(
        str.maketrans("123456789", digits))


class ConvertTest(CliTestCase):

    def convert(self, *arguments, **options):
        return self.run_program("convert", *arguments, **options)

    def test_every_format_is_read_back(self):
        puzzles = [UNIQUE, FIVE, MORE]
        name = self.write("d.txt", puzzles)
        lines = "".join(puzzle + "\n" for puzzle in puzzles)
        for form in "line", "csv", "grid", "sdk", "ss", "json":
            result = self.convert("--to", form, name)
            self.assert_exit(0, result)
            self.assertEqual("", result.stderr)
            self.assertEqual(form == "line", result.stdout == lines, form)
            self.assertEqual(lines, self.convert("-", input=result.stdout).stdout, form)
            read_as = {"sdk": "grid", "ss": "grid"}.get(form, form)
            explicit = self.convert("--format", read_as, input=result.stdout)
            self.assertEqual(lines, explicit.stdout, form)

    def test_every_format_of_other_boards_is_read_back(self):
        for shape in "2x2", "2x3", "2x4", "2x5", "3x4", "4x4", "5x5":
            boards = self.run_program("generate", "--shape", shape, "--puzzles", "3", "--unique", "--seed", "1").stdout
            for form in "line", "csv", "grid", "sdk", "ss", "integers", "solo", "json":
                result = self.convert("--shape", shape, "--to", form, input=boards)
                self.assert_exit(0, result)
                self.assertEqual(boards, self.convert("-", input=result.stdout).stdout, (shape, form))

    def test_formats(self):
        def text(form):
            return self.convert("--to", form, input=UNIQUE + "\n").stdout
        rows = "".join(UNIQUE[i:i + 9] + "\n" for i in range(0, 81, 9))
        self.assertEqual(GRID, text("grid"))
        self.assertEqual(f'{{"puzzle": "{UNIQUE}"}}\n', text("json"))
        self.assertEqual("[Puzzle]\n" + rows + "\n", text("sdk"))
        self.assertEqual(BOXES, text("ss"))
        self.assertEqual(f"puzzle,count,solution\n{UNIQUE},,\n", text("csv"))
        marks = text("candidates")
        self.assertEqual(730, len(marks))
        self.assertEqual(".......8." + "123456789" * 10 + "..3......", marks[:108])

    def test_canonical_forms(self):
        puzzles = [UNIQUE, UNIQUE_SOLUTION, FIVE, MORE, UNIQUE]
        result = self.convert("--to", "canonical", self.write("d.txt", puzzles))
        self.assert_exit(0, result)
        self.assertEqual("", result.stderr)
        forms = result.stdout.splitlines()
        self.assertEqual([UNIQUE_CANONICAL, SOLUTION_CANONICAL, UNIQUE_CANONICAL],
                         [forms[0], forms[1], forms[4]])
        self.assertEqual(4, len(set(forms)))
        self.assertEqual(result.stdout, self.convert("--to", "canonical", input=result.stdout).stdout)

    def test_isomorphs_have_one_canonical_form(self):
        rng = random.Random(1)
        for puzzle, form in (UNIQUE, UNIQUE_CANONICAL), (UNIQUE_SOLUTION, SOLUTION_CANONICAL):
            isomorphs = [isomorph(puzzle, rng) for _ in range(1000)]
            self.assertEqual(1000, len(set(isomorphs)))
            result = self.convert("--to", "canonical", self.write("d.txt", isomorphs))
            self.assertEqual([form] * 1000, result.stdout.splitlines())

    def test_minlex_is_another_name_of_canonical(self):
        name = self.write("d.txt", [UNIQUE, FIVE])
        self.assertEqual(self.convert("--to", "canonical", name).stdout, self.convert("--to", "minlex", name).stdout)

    def test_only_puzzles_with_a_property_are_kept(self):
        redundant = UNIQUE[0] + UNIQUE_SOLUTION[1] + UNIQUE[2:]
        name = self.write("d.txt", [UNIQUE, redundant, FIVE, IMPOSSIBLE])
        none, several, spare = "1 without a solution", "1 with several solutions", "1 not minimal"
        for only, kept, note in (
                ("valid", [UNIQUE, redundant, FIVE], f"left out 1 puzzle: {none}"),
                ("unique", [UNIQUE, redundant], f"left out 2 puzzles: {none}, {several}"),
                ("minimal", [UNIQUE], f"left out 3 puzzles: {none}, {several}, {spare}"),
                ("minimal,valid,unique", [UNIQUE], f"left out 3 puzzles: {none}, {several}, {spare}")):
            result = self.convert(name, "--only", only)
            self.assert_exit(0, result)
            self.assertEqual((kept, f"sudoku-bench: {note}\n"), (result.stdout.splitlines(), result.stderr))
            quiet = self.convert(name, "--only", only, "--quiet", "--out", f"{only}.txt")
            self.assertEqual(("", ""), (quiet.stdout, quiet.stderr))
            self.assertEqual(kept, (self.directory / f"{only}.txt").read_text("ascii").splitlines())
        self.assertEqual("", self.convert("--only", "unique", input=UNIQUE).stderr)
        # A format for one puzzle counts only the puzzles that are kept.
        self.assert_exit(0, self.convert(name, "--only", "minimal", "--to", "acs"))
        self.assert_fails(2, "--to acs supports one puzzle only", "convert", name, "--only", "unique", "--to", "acs")

    def test_csv_keeps_expectations(self):
        name = self.write("d.csv", ["puzzle,count,solution", f"{UNIQUE},1,{UNIQUE_SOLUTION}",
                                    f"{FIVE},5,", f"{MORE},,"])
        result = self.convert("--to", "csv", name)
        self.assertEqual((self.directory / name).read_text("utf-8"), result.stdout)

    def test_a_file_appears_once_it_is_complete(self):
        name = self.write("d.txt.gz", gzip.compress((UNIQUE + "\n").encode()))
        self.assert_exit(0, self.convert(name, "--out", "new.txt"))
        self.assertEqual(UNIQUE + "\n", (self.directory / "new.txt").read_text("utf-8"))

        bad = self.write("bad.txt", [FIVE, "53..!"])
        self.assert_fails(2, "new.txt already exists; use --force to replace it", "convert", bad,
                          "--out", "new.txt")
        result = self.convert(bad, "--out", "new.txt", "--force")
        self.assert_exit(4, result)
        self.assertEqual(UNIQUE + "\n", (self.directory / "new.txt").read_text("utf-8"))
        result = self.convert(bad, "--out", "new.txt", "--skip-invalid", "--force")
        self.assert_exit(0, result)
        self.assertEqual("bad.txt: 1 invalid line skipped\n", result.stderr)
        self.assertEqual(FIVE + "\n", (self.directory / "new.txt").read_text("utf-8"))
        self.assertEqual({"d.txt.gz", "bad.txt", "new.txt"},
                         {path.name for path in self.directory.iterdir()})

    def test_failed_output_is_reported(self):
        name = self.write("d.txt", [UNIQUE] * 1000)
        self.assert_exit(74, self.convert(name, "--out", "no/new.txt"))
        result = self.convert(name, "--out", "new.txt", preexec_fn=limit_file_size(4096))
        self.assert_exit(74, result)
        self.assertEqual({"d.txt"}, {path.name for path in self.directory.iterdir()})

    def test_devices_and_pipes_are_written_directly(self):
        name = self.write("d.txt", [UNIQUE])
        self.assertEqual(UNIQUE + "\n", self.convert(name, "--out", "-").stdout)
        os.mkfifo(self.directory / "fifo")
        child = self.start("convert", name, "--out", "fifo")
        self.assertEqual(UNIQUE + "\n", (self.directory / "fifo").read_text("ascii"))
        self.assertEqual(0, child.wait(PATIENCE))
        self.assertTrue((self.directory / "fifo").is_fifo())
        with open(self.directory / "log", "wb", buffering=0) as log:
            log.write(b"first\n")
            self.assert_exit(0, self.convert(name, "--out", "/dev/stdout", stdout=log))
        self.assertEqual(f"first\n{UNIQUE}\n", (self.directory / "log").read_text("ascii"))
        self.assertEqual({"d.txt", "fifo", "log"},
                         {path.name for path in self.directory.iterdir()})

    def test_two_processes_write_two_files(self):
        names = [self.write(f"{i}.txt", [puzzle] * 30000) for i, puzzle in enumerate([UNIQUE, FIVE])]
        children = [self.start("convert", name, "--out", "new.txt", "--force") for name in names]
        for child in children:
            child.communicate()
            self.assertEqual(0, child.returncode)
        new = (self.directory / "new.txt").read_text("ascii")
        self.assertIn(new, [(self.directory / name).read_text("ascii") for name in names])

    def test_usage(self):
        result = self.convert("--to", "sdx", input="")
        self.assert_exit(2, result)
        self.assertIn("unknown --to 'sdx'; did you mean 'sd", result.stderr)
        self.assert_exit(2, self.convert("a", "b"))
        self.assert_fails(2, "unknown --only 'minmal'; did you mean 'minimal'", "convert", "--only", "unique,minmal")
        self.assert_fails(2, "--timeout needs --only", "convert", "--timeout", "1s")


if __name__ == "__main__":
    main()
