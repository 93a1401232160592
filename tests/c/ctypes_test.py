"""Tests the C library from Python with ctypes: ctypes_test.py LIBRARY"""

import ctypes
import subprocess
import sys
import unittest

LIBRARY = sys.argv.pop(1)
PUZZLE = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
OK, NO_SOLUTION, TIMEOUT, BAD_BOARD, BAD_ARGUMENT = 0, 1, 2, 5, 7


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("shape", ctypes.c_char_p), ("max_solutions", ctypes.c_uint64),
                ("timeout_ms", ctypes.c_uint64), ("threads", ctypes.c_uint64)]

    def __init__(self, **given):
        super().__init__(size=ctypes.sizeof(Options), **{"threads": 1, **given})


class Number(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


class Requirements(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("shape", ctypes.c_char_p), ("seed", ctypes.c_uint64),
                ("number", ctypes.c_uint64), ("is_minimal", ctypes.c_uint32), ("min_clues", ctypes.c_uint32),
                ("max_clues", ctypes.c_uint32), ("attempts", ctypes.c_uint64)]

    def __init__(self, **given):
        super().__init__(size=ctypes.sizeof(Requirements), **{"seed": 1, **given})


class LibraryTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.library = ctypes.CDLL(LIBRARY)
        cls.library.sudoku_version.restype = ctypes.c_char_p
        cls.library.sudoku_status_text.restype = ctypes.c_char_p
        pointers = ctypes.POINTER(Options), ctypes.POINTER(Number), ctypes.POINTER(Requirements)
        cls.library.sudoku_solve.argtypes = [ctypes.c_char_p, pointers[0], ctypes.c_char_p, ctypes.c_size_t]
        cls.library.sudoku_count.argtypes = [ctypes.c_char_p, pointers[0], pointers[1]]
        cls.library.sudoku_check.argtypes = [ctypes.c_char_p, ctypes.c_char_p, pointers[0]]
        cls.library.sudoku_generate.argtypes = [pointers[2], ctypes.c_char_p, ctypes.c_size_t]

    def count(self, puzzle, options=None):
        """Returns the status and the number."""
        number = Number()
        status = self.library.sudoku_count(puzzle, options, number)
        return status, number.high << 64 | number.low

    def test_version(self):
        self.assertRegex(self.library.sudoku_version(), rb"\A\d+\.\d+\.\d+\Z")
        self.assertEqual(b"no solution", self.library.sudoku_status_text(NO_SOLUTION))

    def test_solve_and_check(self):
        solution = ctypes.create_string_buffer(82)
        self.assertEqual(OK, self.library.sudoku_solve(PUZZLE, None, solution, 82))
        self.assertEqual(OK, self.library.sudoku_check(solution.value, PUZZLE, None))
        self.assertEqual(NO_SOLUTION, self.library.sudoku_check(solution.value[::-1], PUZZLE, None))
        self.assertEqual(BAD_ARGUMENT, self.library.sudoku_solve(None, None, solution, 82))
        self.assertEqual(BAD_BOARD, self.library.sudoku_solve(PUZZLE[1:], None, solution, 82))

    def test_count(self):
        self.assertEqual((OK, 1), self.count(PUZZLE))
        self.assertEqual((OK, 6670903752021072936960), self.count(b"." * 81, Options(threads=2)))
        self.assertEqual((OK, 288), self.count(b"." * 16, Options(shape=b"2x2")))
        self.assertEqual((OK, 2), self.count(b"." * 256, Options(max_solutions=2)))
        # No engine finishes this search, however fast the machine is.
        self.assertEqual(TIMEOUT, self.count(b"." * 256, Options(timeout_ms=20))[0])

    def test_generate(self):
        puzzles = []
        for number in range(3):
            puzzle = ctypes.create_string_buffer(82)
            requirements = Requirements(number=number, is_minimal=1)
            self.assertEqual(OK, self.library.sudoku_generate(requirements, puzzle, 82))
            self.assertEqual((OK, 1), self.count(puzzle.value))
            puzzles.append(puzzle.value)
        self.assertEqual(3, len(set(puzzles)))

    def test_only_the_functions_of_the_header_are_exported(self):
        symbols = subprocess.run(["nm", "--dynamic", "--defined-only", LIBRARY], check=True, text=True,
                                 capture_output=True).stdout.split("\n")
        self.assertEqual(["check", "count", "format", "generate", "solve", "status_text", "version"],
                         sorted(line.split()[2].removeprefix("sudoku_") for line in symbols if line))

    def test_the_soname_is_stable(self):
        header = subprocess.run(["readelf", "--dynamic", LIBRARY], check=True, text=True, capture_output=True).stdout
        self.assertRegex(header, r"soname: \[libsudoku\.so\.1\]")


if __name__ == "__main__":
    unittest.main()
