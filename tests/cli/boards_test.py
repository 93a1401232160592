"""Tests all commands on boards of shapes other than 9x9."""

import random

from cli_testing import CliTestCase, main

SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SMALL = "1..4..1..4..2..3"


def full_board(rows, columns):
    """Returns a solution as numbers. A box has `rows` rows and `columns` columns."""
    side = rows * columns
    return [(columns * (i % rows) + i // rows + j) % side + 1 for i in range(side) for j in range(side)]


def puzzle_of(rows, columns, share, seed=1):
    """Returns a solution with some cells emptied. The first and the last digit remain in it."""
    rng = random.Random(seed)
    board = full_board(rows, columns)
    kept = {1, rows * columns}
    return [digit if rng.random() < share or digit in kept else 0 for digit in board]


def line(cells):
    return "".join(SYMBOLS[cell] for cell in cells)


def lines_of(cells, form):
    """Returns the rows of a board, formatted by `form`."""
    side = round(len(cells) ** 0.5)
    return [form(cells[side * i:side * (i + 1)]) for i in range(side)]


class BoardsTest(CliTestCase):
    def digest(self, name, *arguments):
        """Returns the dataset digest, which count prints in its first line."""
        result = self.run_program("count", name, "--max-solutions", "1", "--timeout", "1s", *arguments)
        self.assertIn("digest ", result.stdout, result.stderr)
        return result.stdout.split("\n")[0].split("digest ")[1]

    def refuses(self, content, message, *arguments, code=4, command="convert"):
        name = self.write("bad.txt", content)
        result = self.run_program(command, name, *arguments)
        self.assert_exit(code, result)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(message, result.stderr)

    def test_drawn_boxes_or_the_option_select_the_shape(self):
        cells = full_board(3, 2)
        drawn = lines_of(cells, lambda row: line(row[:2]) + "|" + line(row[2:4]) + "|" + line(row[4:]))
        drawn.insert(3, "--+--+--")
        plain = self.write("plain.txt", [line(cells)])
        self.assertEqual(self.digest(self.write("drawn.txt", drawn)), self.digest(plain, "--shape", "3x2"))
        self.assertNotEqual(self.digest(plain), self.digest(plain, "--shape", "3x2"))
        self.assertEqual(self.run_program("solve", plain, "--shape", "3x2").stdout, line(cells) + "\n")
        self.assertEqual(self.run_program("solve", plain).stdout, "")

    def test_a_note_names_formats_that_do_not_record_the_shape(self):
        tall, flat = (self.write(f"{rows}.txt", [line(full_board(rows, 5 - rows))]) for rows in (3, 2))
        note = "sudoku-bench: this format does not record boxes of 3x2; read it back with --shape 3x2\n"
        for form in "line", "csv", "sdk", "integers":
            result = self.run_program("convert", tall, "--shape", "3x2", "--to", form)
            self.assertEqual(note, result.stderr, form)
            self.assert_exit(0, self.run_program("solve", "-", "--shape", "3x2", input=result.stdout))
        for form in "solo", "ss":
            result = self.run_program("convert", tall, "--shape", "3x2", "--to", form)
            self.assertEqual("", result.stderr, form)
            self.assertEqual(self.digest(tall, "--shape", "3x2"), self.digest(self.write("back.txt", [result.stdout])))
        self.assertNotIn("record", self.run_program("convert", flat, "--to", "line").stderr)
        self.assertEqual(note, self.run_program("solve", tall, "--shape", "3x2", "--to", "csv").stderr)
        self.assertEqual("", self.run_program("solve", tall, "--shape", "3x2", "--to", "grid").stderr)
        square = self.write("latin.txt", ["12", "2."])
        result = self.run_program("convert", square, "--shape", "1x2", "--to", "csv")
        self.assertEqual(("puzzle,count,solution\n122.,,\n", note.replace("boxes of 3x2", "Latin squares").replace(
            "3x2", "1x2")), (result.stdout, result.stderr))
        for form in "solo", "sdk", "ss", "acs":
            self.assert_fails(2, "only, not Latin squares of order 2", "convert", square, "--shape", "1x2",
                              "--to", form)

    def test_lines_of_16_cells_are_rows_if_4x4_boards_are_impossible(self):
        small = self.write("small.txt", [SMALL] * 16)
        self.assertEqual(self.run_program("convert", small).stdout, (SMALL + "\n") * 16)
        large = self.write("large.txt", ["." * 16] * 16)
        self.assertEqual(self.run_program("convert", large).stdout, "." * 256 + "\n")
        self.assertEqual(self.run_program("convert", large, "--shape", "2x2").stdout, ("." * 16 + "\n") * 16)
        one = self.write("one.txt", lines_of(puzzle_of(4, 4, 0.5), line))
        self.assertEqual(self.run_program("convert", one).stdout, line(puzzle_of(4, 4, 0.5)) + "\n")

    def test_invalid_boards_are_reported(self):
        good, other = puzzle_of(4, 4, 0.6), puzzle_of(3, 4, 0.6)
        numbers, symbols = " ".join(map(str, good)), line(good)
        letters = "".join(chr(64 + cell) if cell else "." for cell in good)
        for content, message, *options in (
                ([symbols, symbols[:99] + "Z" + symbols[100:]],
                 "bad.txt:2:100: Z is not a cell of 16x16; the symbols are 1 to 9, A to G"),
                ([symbols, line(other)], "bad.txt:2:1: 256 cells expected for 16x16, 144 found (a 12x12 board); "
                                         "all boards must have the same shape"),
                ([numbers, "17" + numbers[1:]], "bad.txt:2:1: 17 is not a cell of 16x16"),
                ([numbers, "-5" + numbers[1:]], "bad.txt:2:1: -5 is a negative clue"),
                (["0 -1" + numbers[numbers.index(" ", 2):]], "--symbols 0 makes 0 a digit"),
                (["4x4:zzzzzzzzzv", "3x4:zzzzzn"], "bad.txt:2:1: boxes of 4x4 expected, 3x4 found"),
                (["puzzle", symbols[:20] + "!" + symbols[21:]], "bad.txt:2:21: ! is not a cell"),
                ([*lines_of(good, line)[:5], symbols[80:95]], "bad.txt:6:16: 16 cells expected, 15 found"),
                (lines_of(good, lambda row: " ".join(map(str, row)))[:-1], "bad.txt:16:1: 16 rows expected, 15"),
                ([numbers + " 1"], f"bad.txt:1:{len(numbers) + 2}: 256 cells expected for 16x16, 257 found"),
                ([symbols], "bad.txt:1:", "--symbols", "0"),
                ([line(full_board(6, 6))], "36x36 boards have 36 digits, more than 26 letters", "--symbols", "A"),
                ([symbols], "bad.txt:1:1: 625 cells expected for 25x25, 256 found (a 16x16 board)", "--shape", "5x5"),
                (["." * 81], "bad.txt:1:1: 256 cells expected for 16x16, 81 found (a 9x9 board)", "--shape", "4x4"),
                (["puzzle", letters[:-1]], "bad.txt:2:256: 256 cells expected for 16x16, 255 found"),
                (['{"puzzle": "%s"}' % symbols[1:]], "bad.txt:1:1: 256 cells expected, 255 found", "--shape", "16"),
                (["." * 168 + "1"], "--shape 1x13 reads Latin squares of order 13"),
                ([symbols], "--shape takes the number of rows of a board", "--shape", "1x65")):
            self.refuses(content, message, *options, code=2 if "takes" in message else 4)

    def test_rows_before_a_short_row_are_not_small_boards(self):
        cells = [digit if digit < 5 or i > 48 else 0 for i, digit in enumerate(full_board(4, 4))]
        for rows in lines_of(cells, lambda row: " ".join(map(str, row))), lines_of(cells, line):
            result = self.run_program("convert", self.write("short.txt", [rows[0], rows[1][:-1].rstrip(), *rows[2:]]))
            self.assert_exit(4, result)
            self.assertRegex(result.stderr, r"short.txt:2:\d+: 16 cells expected, 15 found")

    def test_mixed_notations_are_rejected(self):
        good = puzzle_of(4, 4, 0.6)
        numbers, symbols = " ".join(map(str, good)), line(good)
        letters = "".join(chr(64 + cell) if cell else "." for cell in good)
        self.refuses([numbers, symbols],
                     f"bad.txt:2:1: {symbols[:32]}... is not a cell of 16x16; the numbers are 1 to 16")
        self.refuses([symbols, numbers], "bad.txt:2:1: 256 numbers found, but the other boards are written in symbols")
        self.refuses([letters, symbols], "is not a cell of 16x16; the symbols are 1 to 9, A to G")
        self.refuses([*lines_of(good, line), "", *lines_of(puzzle_of(5, 5, 0.6), line)],
                     "bad.txt:18:1: 16 cells expected, 25 found")
        self.refuses(["9x9:a1"], "bad.txt:1:1: 9x9 is not the shape of a box")
        self.refuses(["1x9:a1"], "bad.txt:1:1: 1x9 is not the shape of a box")

    def test_variants_are_rejected_by_name(self):
        for text, name in {"9j:a": "jigsaw", "3x3j:a": "jigsaw", "3x3x:a": "diagonal", "3x3k:a": "killer",
                           "3x3xdu:a": "diagonal", "3x3::k:1": "killer", "SumoCueV1=x": "killer",
                           "4x4#17": "random seed"}.items():
            self.refuses([text], "bad.txt:1:1: ")
            self.refuses([text], name)
        self.assertEqual(self.run_program("convert", input="2x2dx:p\n").stdout, "." * 16 + "\n")

    def test_tasks_for_9x9_reject_other_shapes(self):
        board = [line(puzzle_of(4, 4, 0.6))]
        self.refuses(board, "--to minlex supports 9x9 only, not 16x16 boards", "--to", "minlex", code=2)
        self.refuses(board, "16x16 boards, but engine bandjoin is for 9x9 only",
                     "--engine", "bandjoin", code=2, command="count")
        self.refuses(board, "16x16 boards, but engine triads", "--engine", "triads", code=2, command="solve")
        self.refuses(board, "16x16 boards, but engine bandjoin", "--engine", "bandjoin,naive", code=2, command="bench")

    def test_bench_and_count_record_the_shape(self):
        name = self.write("small.txt", [SMALL, "." * 16])
        result = self.run_program("bench", name, "--max-solutions", "0", "--out", "r", "--per-puzzle",
                                  "--isomorphs", "3")
        self.assert_exit(0, result)
        self.assertIn("has 4x4 boards: skipping ", result.stderr)
        runs = self.rows("runs.csv", "r")
        self.assertEqual({row["shape"] for row in runs}, {"2x2"})
        self.assertNotIn("bandjoin", {row["engine"] for row in runs})
        self.assertEqual({int(row["solutions"]) for row in runs if row["engine"] == "naive"}, {3 * (1 + 288)})
        rows = self.rows("puzzles.csv", "r")
        self.assertEqual({row["shape"] for row in rows}, {"2x2"})
        self.assertEqual({len(row["puzzle"]) for row in rows}, {16})
        counted = self.run_program("count", name, "--out", "c", "--per-puzzle")
        self.assertIn("289 solutions in all", counted.stdout)
        self.assertEqual(self.rows("runs.csv", "c")[0]["shape"], "2x2")


if __name__ == "__main__":
    main()
