"""Tests the C library from Python with ctypes: ctypes_test.py LIBRARY"""

import ctypes
import subprocess
import sys
import unittest

LIBRARY = sys.argv.pop(1)
PUZZLE = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
OK, BAD_ARGUMENT = 0, 7


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("shape", ctypes.c_char_p), ("max_solutions", ctypes.c_uint64),
                ("timeout_ms", ctypes.c_uint64), ("threads", ctypes.c_uint64)]


class Number(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


class Requirements(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("shape", ctypes.c_char_p), ("seed", ctypes.c_uint64),
                ("number", ctypes.c_uint64), ("is_minimal", ctypes.c_uint32), ("min_clues", ctypes.c_uint32),
                ("max_clues", ctypes.c_uint32), ("attempts", ctypes.c_uint64)]


class LibraryTest(unittest.TestCase):
    def setUp(self):
        self.library = ctypes.CDLL(LIBRARY)
        self.library.sudoku_version.restype = ctypes.c_char_p
        self.library.sudoku_solve.argtypes = [ctypes.c_char_p, ctypes.POINTER(Options), ctypes.c_char_p,
                                              ctypes.c_size_t]
        self.library.sudoku_count.argtypes = [ctypes.c_char_p, ctypes.POINTER(Options), ctypes.POINTER(Number)]
        self.library.sudoku_generate.argtypes = [ctypes.POINTER(Requirements), ctypes.c_char_p, ctypes.c_size_t]

    def test_calls_and_structures(self):
        self.assertRegex(self.library.sudoku_version(), rb"\A\d+\.\d+\.\d+\Z")
        text = ctypes.create_string_buffer(82)
        self.assertEqual(OK, self.library.sudoku_solve(PUZZLE, None, text, 82))
        self.assertEqual(b"812753649", text.value[:9])
        number = Number()
        for puzzle, options, solutions in (
                (b"." * 81, Options(threads=2), 6670903752021072936960),
                (b"." * 16, Options(threads=1, shape=b"2x2"), 288),
                (b"." * 256, Options(threads=1, max_solutions=2), 2)):
            options.size = ctypes.sizeof(Options)
            self.assertEqual(OK, self.library.sudoku_count(puzzle, options, number))
            self.assertEqual(solutions, number.high << 64 | number.low)
        requirements = Requirements(size=ctypes.sizeof(Requirements), seed=1, number=3, is_minimal=1, max_clues=40)
        self.assertEqual(OK, self.library.sudoku_generate(requirements, text, 82))
        self.assertEqual(OK, self.library.sudoku_count(text.value, None, number))
        self.assertEqual((1, 0), (number.low, number.high))
        self.assertEqual(BAD_ARGUMENT, self.library.sudoku_generate(Requirements(), text, 82))

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
