"""Tests solve(), count() and check() with all forms of puzzles and with invalid arguments."""

import ast
import unittest

import numpy
import pandas
from python_testing import (EIGHT, EMPTY, FIVE, IMPOSSIBLE, MANY, ROOT, SOLUTIONS_OF_4X4, SOLUTIONS_OF_6X6,
                            SOLUTIONS_OF_9X9, UNIQUE, UNIQUE_SOLUTION, program)

import sudoku_bench
from sudoku_bench import canonical, check, count, difficulty, engines, solve

ROWS = [UNIQUE[start:start + 9] for start in range(0, 81, 9)]


def array_of(*texts):
    return numpy.array([[0 if cell == "." else int(cell, 36) for cell in text] for text in texts], dtype=numpy.uint8)


class FormsTest(unittest.TestCase):
    """Results have the form of the input."""

    def test_texts(self):
        for text in (UNIQUE, f"  {UNIQUE}\t", UNIQUE.replace(".", "0"), "\n".join(ROWS) + "\n"):
            self.assertEqual(solve(text), UNIQUE_SOLUTION)
        self.assertIsNone(solve(IMPOSSIBLE))
        self.assertEqual(count(UNIQUE), 1)
        self.assertEqual(solve([UNIQUE, IMPOSSIBLE, UNIQUE]), [UNIQUE_SOLUTION, None, UNIQUE_SOLUTION])
        self.assertEqual(count([EIGHT, IMPOSSIBLE, "\n  ".join(["", *ROWS])]), [8, 0, 1])
        texts = [EIGHT, FIVE]
        for given in ((text for text in texts), pandas.Series(texts), numpy.array(texts)):
            self.assertEqual(count(given), [8, 5])

    def test_arrays(self):
        several, solution = array_of(UNIQUE, IMPOSSIBLE, EIGHT), array_of(UNIQUE_SOLUTION)[0]
        for form in (81,), (9, 9):
            boards = several.reshape(3, *form)
            before = boards.copy()
            for given in (boards, boards.astype(numpy.int64), boards.astype(numpy.uint16), boards.astype(numpy.int8),
                          numpy.asfortranarray(boards), numpy.repeat(boards, 2, axis=0)[::2], boards.tolist(),
                          list(boards)):
                solved = solve(given)
                self.assertEqual((solved.shape, solved.dtype), (boards.shape, numpy.uint8))
                numpy.testing.assert_array_equal(solved[0], solution.reshape(form))
                self.assertFalse(solved[1].any())
                self.assertEqual(count(given), [1, 0, 8])
            numpy.testing.assert_array_equal(boards, before)
            self.assertEqual([own.shape for own in solve(boards, max_solutions=6)],
                             [(size, *form) for size in (1, 0, 6)])
            for given in (boards[0], boards[0].tolist(), numpy.asfortranarray(boards[0])):
                numpy.testing.assert_array_equal(solve(given), solution.reshape(form))
                self.assertEqual(count(given), 1)
            self.assertIsNone(solve(boards[1]))
            self.assertEqual(solve(boards[2], max_solutions=0).shape, (8, *form))
            self.assertIs(check(boards[0], solution.reshape(form)), True)
            self.assertEqual(canonical(boards[0]).shape, form)
            self.assertEqual(count(boards[:1]), [1])
            self.assertEqual((solve(boards[:0]).shape, count(boards[:0])), ((0, *form), []))
        numpy.testing.assert_array_equal(solve(pandas.DataFrame(boards[0])), solution.reshape(9, 9))
        self.assertEqual((solve([]), count([])), ([], []))

    def test_several_solutions(self):
        found = solve(EIGHT, max_solutions=0)
        self.assertEqual(len(set(found)), 8)
        self.assertTrue(check([EIGHT] * 8, found).all())
        self.assertEqual(len(solve(EIGHT, max_solutions=3)), 3)
        self.assertEqual(solve(IMPOSSIBLE, max_solutions=0), [])
        self.assertEqual([len(own) for own in solve([EIGHT, IMPOSSIBLE, FIVE], max_solutions=0)], [8, 0, 5])

    def test_many_puzzles_keep_their_order(self):
        given = [UNIQUE, IMPOSSIBLE, EIGHT, FIVE] * 5000
        # assertEqual would search for the differences for minutes.
        self.assertTrue(count(given, max_solutions=6) == [1, 0, 6, 5] * 5000)
        self.assertTrue(solve(given[:2] * 5000) == [UNIQUE_SOLUTION, None] * 5000)


class ShapesTest(unittest.TestCase):
    def test_counts_of_empty_boards(self):
        self.assertEqual(count(EMPTY), SOLUTIONS_OF_9X9)
        self.assertEqual(count(numpy.zeros((2, 81), numpy.uint8)), [SOLUTIONS_OF_9X9] * 2)
        self.assertEqual(count("." * 16), SOLUTIONS_OF_4X4)
        self.assertEqual(count("." * 36, max_solutions=1000), 1000)
        self.assertEqual(count("." * 36, shape="2x3", max_solutions=7), count("." * 36, shape=(3, 2), max_solutions=7))
        self.assertEqual(SOLUTIONS_OF_6X6, count("123456" + "." * 30) * 720)

    def test_the_shape_determines_the_boxes(self):
        solution = solve("." * 144, shape="4x3")
        self.assertTrue(check("." * 144, solution, shape="4x3"))
        self.assertFalse(check("." * 144, solution))

    def test_squares_and_cubes_of_other_sizes(self):
        for side in (4, 6, 8, 12, 16, 25):
            for form in ((1, side, side), (1, side**2), (side**2,)):
                solved = solve(numpy.zeros(form, int))
                self.assertEqual(solved.shape, form)
                self.assertTrue(numpy.all(check(numpy.zeros(form, int), solved)))
        self.assertEqual(solve(numpy.zeros((6, 6), int), shape=(3, 2)).shape, (6, 6))

    def test_cells_or_the_shape_decide_what_a_square_of_16_is(self):
        small, large = numpy.zeros((16, 16), int), numpy.zeros((16, 16), int)
        large[3, 3] = 5
        self.assertEqual(count(small, max_solutions=7), [7] * 16)
        self.assertEqual(count(large, max_solutions=7), 7)
        self.assertEqual(count(small, max_solutions=7, shape="4x4"), 7)
        self.assertEqual(solve(small).shape, (16, 16))
        with self.assertRaisesRegex(ValueError, "puzzle 4, position 4: 5 is not a cell of 4x4"):
            count(large, shape="2x2")

    def test_invalid_shapes_are_rejected(self):
        for shape in ("9", "9x1", "8x9", (3,), "x", ""):
            with self.assertRaisesRegex(ValueError, "shape takes the rows and columns of a box"):
                count(EMPTY, shape=shape)


def candidates_of(text):
    """Returns the candidates of a puzzle, as numbers and as a text."""
    sets = [0x1FF if cell == "." else 1 << int(cell) - 1 for cell in text]
    return numpy.array(sets, numpy.uint64), "".join(
        str(digit + 1) if digits >> digit & 1 else "." for digits in sets for digit in range(9))


class CandidatesTest(unittest.TestCase):
    def test_numbers_and_texts_give_the_solutions_of_the_puzzle(self):
        empty = numpy.zeros((2, 81), numpy.uint8)
        (unique, unique_text), (five, five_text) = candidates_of(UNIQUE), candidates_of(FIVE)
        sets = numpy.array([unique, five])
        self.assertEqual(count(empty, candidates=sets), [1, 5])
        self.assertEqual(count(empty.reshape(2, 9, 9), candidates=sets.reshape(2, 9, 9).tolist()), [1, 5])
        self.assertEqual(count([unique_text, five_text]), [1, 5])
        self.assertEqual(count(EMPTY, candidates=unique), 1)
        self.assertEqual(solve(unique_text), UNIQUE_SOLUTION)
        numpy.testing.assert_array_equal(solve(empty[0], candidates=unique), array_of(UNIQUE_SOLUTION)[0])
        self.assertEqual(len(solve(five_text, max_solutions=0)), 5)
        unique[0] = 0
        self.assertEqual(count(empty[0], candidates=unique), 0)

    def test_check(self):
        sets, text = candidates_of(UNIQUE)
        self.assertTrue(check(text, UNIQUE_SOLUTION))
        self.assertTrue(check(UNIQUE, UNIQUE_SOLUTION, candidates=sets))
        sets[1] = 0x1FF & ~(1 << int(UNIQUE_SOLUTION[1]) - 1)
        self.assertFalse(check(UNIQUE, UNIQUE_SOLUTION, candidates=sets))

    def test_a_cell_without_candidates_needs_the_shape(self):
        text = "........." + candidates_of(UNIQUE)[1][9:]
        self.assertEqual(count(text, shape="3x3"), 0)
        self.assertIsNone(solve("." * 729, shape="3x3"))
        self.assertEqual(len(solve("." * 729)), 27**2)

    def test_mistakes(self):
        sets, text = candidates_of(UNIQUE)
        cells = numpy.zeros(81, numpy.uint8)
        for error, message, call in (
                (ValueError, r"puzzle 1, position 12: expected 3 or \., because the puzzle has candidates",
                 lambda: solve(text[:11] + "4" + text[12:], shape="3x3")),
                (ValueError, "puzzle 2, position 82: found 81 characters, but a puzzle with candidates has 729",
                 lambda: solve([text, UNIQUE])),
                (ValueError, r"found candidates of shape \(80,\); expected a number for each of the 81 cells",
                 lambda: solve(cells, candidates=sets[:80])),
                (ValueError, "puzzle 1, position 3: the candidates 0x200 have a bit beyond 8",
                 lambda: solve(cells, candidates=[1, 1, 0x200] + [1] * 78)),
                (ValueError, "candidates must not be negative", lambda: solve(cells, candidates=[-1] * 81)),
                (TypeError, "candidates must be whole numbers", lambda: solve(cells, candidates=[0.5] * 81)),
                (ValueError, "the texts already have candidates", lambda: solve(text, candidates=sets)),
                (ValueError, "difficulty does not support candidates", lambda: difficulty(text)),
                (ValueError, "canonical does not support candidates", lambda: canonical([text])),
                (ValueError, "a solution does not support candidates", lambda: check(UNIQUE, text))):
            with self.subTest(message), self.assertRaisesRegex(error, message):
                call()
        for engine in engines():
            if engine.available and not engine.candidates:
                with self.assertRaisesRegex(ValueError, f"but engine {engine.id} is not for candidates"):
                    count(text, engine=engine.id, max_solutions=1)

    def test_latin_squares_and_large_boards(self):
        self.assertEqual(count("." * 16, shape="1x4"), 576)
        self.assertEqual(count(numpy.zeros((5, 5), int), shape=(1, 5)), 161280)
        side = 64
        square = numpy.add.outer(numpy.arange(side), numpy.arange(side)) % side + 1
        puzzle = square.copy()
        puzzle[0] = 0
        numpy.testing.assert_array_equal(solve(puzzle, shape="1x64"), square)
        # Boards with more digits than symbols are texts of numbers.
        text = " ".join(map(str, puzzle.ravel()))
        self.assertEqual(solve(text, shape="1x64"), " ".join(map(str, square.ravel())))
        with self.assertRaisesRegex(ValueError, "puzzle 1, position 3: 65 is not a cell of 64x64"):
            solve("0 65" + text[3:], shape="1x64")


class MistakesTest(unittest.TestCase):
    def assert_refused(self, message, call, *arguments, **options):
        with self.assertRaises(ValueError) as caught:
            call(*arguments, **options)
        self.assertEqual(str(caught.exception), message)

    def test_invalid_texts_are_rejected(self):
        for message, given in (
                ("puzzle 2, position 5: # is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell",
                 [UNIQUE, "8...#" + UNIQUE[5:]]),
                ("puzzle 1, position 82: found a blank after the 81 cells", UNIQUE + " 1"),
                ("puzzle 1, position 1: 81 cells expected, 0 found", ""),
                ("puzzle 1, position 2: 5 is not a cell of 4x4; the symbols are 1 to 4, or . 0 - _ * ? for an empty "
                 "cell", ".5" + "." * 14)):
            self.assert_refused(message, solve, given)

    def test_invalid_arrays_are_rejected(self):
        board = numpy.zeros((3, 81), numpy.int16)
        for bad in (10, 300, -1):
            board[1, 4] = bad
            self.assert_refused(f"puzzle 2, position 5: {bad} is not a cell of 9x9: use 1 to 9, or 0 for an empty cell",
                                count, board)
        for form in ((80,), (27, 3), (3, 3, 9), (2, 7, 7), (1, 1, 9, 9), ()):
            self.assert_refused(f"found whole numbers of shape {form}; expected (81,), (9, 9), (n, 81) or (n, 9, 9), "
                                "or the same for another size", solve, numpy.zeros(form, int))
        self.assert_refused("found whole numbers of shape (2, 81); expected (16,), (4, 4), (n, 16) or (n, 4, 4)",
                            solve, numpy.zeros((2, 81), int), shape="2x2")
        with self.assertRaisesRegex(ValueError, "^the rows or puzzles have different lengths; pass a text"):
            solve([[1, 2], [3]])

    def test_errors_say_what_to_pass(self):
        self.assert_refused("puzzle 1, position 10: 81 cells expected, 9 found; a puzzle is one text with all of its "
                            'cells: "".join(rows)', solve, ROWS)
        for message, given in (("not float64; astype", numpy.zeros((9, 9))),
                               ("not texts; pass a text of 81 characters", [list(row) for row in ROWS]),
                               ("not object; pass", [[None] * 9] * 9),
                               ("not int; pass a text of 81 characters, .* whole numbers of shape", 7),
                               ("not NoneType; pass", None),
                               ("not bytes; decode", UNIQUE.encode()),
                               ("^puzzle 2: expected a text, not int$", [UNIQUE, 7])):
            with self.subTest(message), self.assertRaisesRegex(TypeError, message):
                solve(given)

    def test_empty_cells_that_are_nan(self):
        board = array_of(UNIQUE).reshape(9, 9).astype(float)
        board[board == 0] = numpy.nan
        for given in (board, board.tolist(), pandas.DataFrame(board), board[numpy.newaxis]):
            with self.assertRaises(TypeError) as caught:
                solve(given)
            self.assertIn("some are NaN; numpy.nan_to_num(cells).astype(int) replaces", str(caught.exception))
        numpy.testing.assert_array_equal(solve(numpy.nan_to_num(board).astype(int)),
                                         array_of(UNIQUE_SOLUTION).reshape(9, 9))

    def test_other_types_are_rejected(self):
        for bad in (bytearray(81), [None], numpy.zeros((1, 81)), numpy.array([b"1"]), [10**30] * 81):
            with self.subTest(bad), self.assertRaises(TypeError):
                solve(bad)
        with self.assertRaises(UnicodeEncodeError):
            solve("\udc80" * 81)

    def test_engines(self):
        with self.assertRaisesRegex(ValueError, "unknown engine 'bitmsk'; did you mean 'bitmask'"):
            solve(UNIQUE, engine="bitmsk")
        self.assert_refused("engine bandjoin counts solutions and does not list them", solve, UNIQUE, engine="bandjoin")
        self.assert_refused("the input has 4x4 boards, but engine bandjoin is for 9x9 only",
                            count, "." * 16, engine="bandjoin")
        with self.assertRaises(TypeError):
            solve(UNIQUE, engine=7)

    def test_numbers(self):
        self.assert_refused(f"max_solutions must be a whole number from 0 to {2**64 - 1}, not -1", count, UNIQUE,
                            max_solutions=-1)
        for threads in (0, 4097):
            self.assert_refused(f"threads must be a whole number from 1 to 4096, not {threads}", count, UNIQUE,
                                threads=threads)
        with self.assertRaises(TypeError):
            count(UNIQUE, max_solutions="2")


class EnginesTest(unittest.TestCase):
    def test_each_engine_solves(self):
        for engine in engines():
            if not engine.available:
                self.assertTrue(engine.obstacle)
                with self.assertRaisesRegex(ValueError, f"engine {engine.id} is unavailable"):
                    count(UNIQUE, engine.id)
                continue
            if engine.incomplete:
                self.assertIn(solve(UNIQUE, engine.id), (UNIQUE_SOLUTION, None))
                self.assertIsNone(solve(IMPOSSIBLE, engine.id))
                with self.assertRaisesRegex(ValueError, "finds a solution or gives up: it does not count"):
                    count(UNIQUE, engine.id)
                with self.assertRaisesRegex(ValueError, "gives up: it supports only max_solutions=1"):
                    solve(UNIQUE, engine.id, max_solutions=2)
                continue
            self.assertEqual(count([UNIQUE, IMPOSSIBLE, FIVE], engine.id), [1, 0, 5], engine.id)
            if not engine.counts_only:
                self.assertEqual(solve(UNIQUE, engine.id), UNIQUE_SOLUTION)
            if engine.any_shape:
                self.assertEqual(count("12" + "." * 14, engine.id), SOLUTIONS_OF_4X4 // 12)

    def test_engines_are_described(self):
        table = pandas.DataFrame(engines()).set_index("id")
        self.assertTrue(table.loc["naive", "available"])
        self.assertTrue(table.loc["bandjoin", "counts_only"])
        self.assertFalse(table.loc["lanes_scalar", "any_shape"])
        self.assertIn("recursion", table.loc["naive", "summary"])

    def test_family_names_and_threads(self):
        for threads in (1, 2, 5):
            self.assertEqual(count([MANY, FIVE] * 40, engine="lanes", threads=threads), [295, 5] * 40)


class CheckTest(unittest.TestCase):
    def test_a_solution(self):
        self.assertIs(check(UNIQUE, UNIQUE_SOLUTION), True)
        self.assertIs(check(array_of(UNIQUE)[0], UNIQUE_SOLUTION), True)
        self.assertIs(check(UNIQUE, "1" + UNIQUE_SOLUTION[1:]), False)
        self.assertIs(check("1" + UNIQUE[1:], UNIQUE_SOLUTION), False)  # a different clue
        self.assertEqual(check([UNIQUE, FIVE], [UNIQUE_SOLUTION] * 2).tolist(), [True, False])

    def test_the_number_of_solutions_must_match(self):
        with self.assertRaisesRegex(ValueError, "2 solutions given for 1 puzzle$"):
            check([UNIQUE], [UNIQUE_SOLUTION] * 2)


class DifficultyTest(unittest.TestCase):
    def test_difficulty_equals_that_of_the_program(self):
        for name in ("easy", "medium", "hard", "extreme"):
            puzzles = sudoku_bench.generate(2, "unique", difficulty=name)
            self.assertEqual(difficulty(puzzles), [name] * 2)
        self.assertEqual(difficulty(puzzles[0]), "extreme")
        self.assertEqual(difficulty(array_of(*puzzles).reshape(2, 9, 9), threads=1), ["extreme"] * 2)

    def test_puzzles_without_one_solution_have_no_difficulty(self):
        self.assertEqual(difficulty([IMPOSSIBLE, FIVE, EMPTY]), [None] * 3)
        self.assertIsNone(difficulty(FIVE))

    def test_other_sizes_are_rejected(self):
        with self.assertRaisesRegex(ValueError, "difficulty supports 9x9 only, not boards of 4x4"):
            difficulty("." * 16)


class VersionTest(unittest.TestCase):
    def test_the_version_is_that_of_the_program(self):
        self.assertEqual(program("--version").split()[1], sudoku_bench.__version__)


class StubsTest(unittest.TestCase):
    def test_the_stubs_declare_all_public_names(self):
        stub = ast.parse((ROOT / "scripts/sudoku_bench/__init__.pyi").read_text("utf-8"))
        told = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        told |= {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom)
                 for alias in node.names if alias.asname}
        self.assertEqual(told, set(sudoku_bench.__all__))
        self.assertLess(told, set(dir(sudoku_bench)))
        for name in told:
            self.assertTrue(getattr(sudoku_bench, name).__doc__, name)
        with self.assertRaises(AttributeError):
            sudoku_bench.nothing  # pylint: disable=pointless-statement


if __name__ == "__main__":
    unittest.main()
