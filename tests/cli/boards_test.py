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


def solo(rows, columns, cells):
    """Returns a board in the format of Simon Tatham's Solo."""
    text, run, after_number = f"{rows}x{columns}:", 0, False
    for cell in [*cells, None]:
        if cell == 0 and run < 26:
            run += 1
            continue
        if run:
            text += chr(ord("a") + run - 1)
            after_number = False
        run = 1 if cell == 0 else 0
        if cell:
            text += ("_" if after_number else "") + str(cell)
            after_number = True
    return text


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

    def test_a_puzzle_has_one_digest_in_every_notation(self):
        for rows, columns in (2, 2), (2, 3), (3, 4), (4, 4), (5, 5), (6, 6):
            cells = puzzle_of(rows, columns, 0.6)
            side = rows * columns
            notations = {
                "integers": [" ".join(map(str, cells))],
                "commas": [",".join(str(cell or ".") for cell in cells)],
                "rows": lines_of(cells, lambda row: "\t".join(f"{cell:2}" for cell in row)),
                "minus": lines_of(cells, lambda row: " ".join(str(cell or -1) for cell in row)),
                "symbols": [line(cells)],
                "grid": lines_of(cells, line),
                "spaced": lines_of(cells, lambda row: " ".join(line(row))),
                "solo": [solo(rows, columns, cells)],
                "csv": ["id,puzzle", "1," + line(cells)],
            }
            if rows == columns:
                notations["acs"] = [str(rows), "1", *(text + "\r" for text in notations["minus"])]
            if side <= 26:
                notations["letters"] = ["".join(chr(64 + cell) if cell else "." for cell in cells)]
            if side < 36:
                zero = "0123456789abcdefghijklmnopqrstuvwxyz"
                notations["zero"] = ["".join(zero[cell - 1] if cell else "." for cell in cells)]
                notations["nought"] = [line(cells).replace(".", "0")]
            digests = {}
            for notation, content in notations.items():
                name = self.write(f"{notation}.txt", content)
                digests[notation] = self.digest(name)
            self.assertEqual(len(set(digests.values())), 1, (rows, columns, digests))

    def test_every_format_is_read_back(self):
        for rows, columns in (2, 2), (2, 4), (3, 5), (4, 4), (6, 6):
            cells = [puzzle_of(rows, columns, 0.6, seed) for seed in range(3)]
            name = self.write("d.txt", [" ".join(map(str, puzzle)) for puzzle in cells])
            for form in "line", "csv", "grid", "sdk", "ss", "integers", "solo":
                result = self.run_program("convert", name, "--to", form)
                self.assert_exit(0, result)
                back = self.run_program("convert", "--to", "line", input=result.stdout)
                self.assertEqual(back.stdout.split(), [line(puzzle) for puzzle in cells], (form, rows, columns))

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

    def test_lines_of_16_cells_are_rows_if_4x4_boards_are_impossible(self):
        small = self.write("small.txt", [SMALL] * 16)
        self.assertEqual(self.run_program("convert", small).stdout, (SMALL + "\n") * 16)
        large = self.write("large.txt", ["." * 16] * 16)
        self.assertEqual(self.run_program("convert", large).stdout, "." * 256 + "\n")
        self.assertEqual(self.run_program("convert", large, "--shape", "2x2").stdout, ("." * 16 + "\n") * 16)
        one = self.write("one.txt", lines_of(puzzle_of(4, 4, 0.5), line))
        self.assertEqual(self.run_program("convert", one).stdout, line(puzzle_of(4, 4, 0.5)) + "\n")

    def test_a_damaged_board_is_reported_with_its_place(self):
        """The error names the place, the expected number of cells or rows, and the number found."""
        for rows, columns in (3, 3), (3, 4), (4, 4), (5, 5), (6, 6), (1, 5):
            side = rows * columns
            cells = puzzle_of(rows, columns, 0.6) if rows > 1 else [1, 2, 3, 4, 5] + [0] * 20
            options = ["--quiet", *["--shape", "1x5"] * (rows == 1)]
            of_size = "" if side == 9 else f" for {side}x{side}"
            for separator, words in ("", list(line(cells))), (" ", [str(cell) for cell in cells]):
                good = separator.join(words)
                if separator and (side == 9 or rows == 1):
                    continue  # a few numbers are read as rows
                for count in side**2 - 1, side**2 + 1:
                    text = separator.join([*words, "1"][:count])
                    column = len(text) + 1 if count < side**2 else len(text)
                    message = f"{column}: {side**2} cells expected{of_size}, {count} found"
                    self.refuses([text], f"bad.txt:1:{message}", *options)
                    self.refuses([good, text], f"bad.txt:2:{message}", *options)
                    if not separator:
                        self.refuses(["id,puzzle", "7," + text],
                                     f"bad.txt:2:{column + 2}: {side**2} cells expected{of_size}, {count}", *options)
                for bad, name in (("!", "!"), ("\x01", "\\x01")) if not separator else ():
                    text = good[:20] + bad + good[21:]
                    message = f": {name} is not a cell"
                    self.refuses([text], f"bad.txt:1:21{message}", *options)
                    self.refuses(["id,puzzle", "7," + text], f"bad.txt:2:23{message}", *options)
                grid = lines_of(words, separator.join)
                for count in side - 1, side + 1:
                    row = separator.join([*words[:side], "1"][:count])
                    column = len(row) + 1 if count < side else len(row)
                    for place in (0, 2) if rows > 1 else (2,):
                        self.refuses([*grid[:place], row, *grid[place + 1:]],
                                     f"bad.txt:{place + 1}:{column}: {side} cells expected, {count} found", *options)
                self.refuses(grid[:-1], f"bad.txt:{side}:1: {side} rows expected, {side - 1} found", *options)

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
                ([solo(4, 4, good), solo(3, 4, other)], "bad.txt:2:1: boxes of 4x4 expected, 3x4 found"),
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
        self.refuses(board, "16x16 boards, but engine bandjoin", "--engine", "bandjoin,naive", code=2,
                     command="bench")

    def test_latin_squares_are_converted(self):
        for order in 2, 9, 40, 64:
            cells = [(row + column) % order + 1 if (row * column) % 3 else 0
                     for row in range(order) for column in range(order)]
            shape = "--shape", f"1x{order}"
            name = self.write("latin.txt", lines_of(cells, lambda row: " ".join(map(str, row))))
            board = self.run_program("convert", name, *shape).stdout
            self.assertEqual(" ".join(map(str, cells)) if order > 61 else line(cells), board.rstrip("\n"))
            for form in "line", "csv", "grid", "integers", "json":
                result = self.run_program("convert", name, *shape, "--to", form)
                self.assert_exit(0, result)
                self.assertIn("does not record Latin squares; read it back with --shape 1x", result.stderr)
                self.assertNotIn("-", result.stdout)
                back = self.run_program("convert", "-", *shape, input=result.stdout)
                self.assertEqual(board, back.stdout, (order, form))
            for form in "solo", "sdk", "ss", "acs":
                self.refuses([board], f"only, not Latin squares of order {order}", *shape, "--to", form, code=2)

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
