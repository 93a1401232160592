"""Tests generate() and canonical() against the program."""

import pathlib
import tempfile
import unittest

import numpy
from python_testing import FIVE, UNIQUE, UNIQUE_SOLUTION, program

from sudoku_bench import canonical, count, generate


class GenerateTest(unittest.TestCase):
    def test_results_equal_those_of_the_program(self):
        for kind, options, arguments in (
                ("minimal", {}, ["--puzzles", "3", "--minimal"]),
                ("minimal", {"clues": (22, 24), "seed": 7}, ["--puzzles", "3", "--minimal", "--clues", "22..24",
                                                             "--seed", "7"]),
                ("unique", {"holes": 40, "symmetry": "rotate180"}, ["--puzzles", "3", "--unique", "--holes", "40",
                                                                    "--symmetry", "rotate180"]),
                ("unique", {"difficulty": "easy"}, ["--puzzles", "3", "--unique", "--difficulty", "easy"]),
                ("impossible", {}, ["--puzzles", "3", "--impossible"]),
                ("any", {"solutions": (2, 9)}, ["--puzzles", "3", "--solutions", "2..9"]),
                ("any", {"clues": 30}, ["--puzzles", "3", "--clues", "30..30"]),
                ("grid", {}, ["--grids", "3"])):
            with self.subTest(kind=kind, options=options):
                seed = [] if "seed" in options else ["--seed", "1"]
                self.assertEqual(generate(3, kind, **options), program("generate", *arguments, *seed).split())

    def test_array_form(self):
        made = generate(100, form="array", seed=3)
        self.assertEqual((made.shape, made.dtype), ((100, 81), numpy.uint8))
        self.assertEqual(count(made, max_solutions=2), [1] * 100)

    def test_results_do_not_depend_on_threads(self):
        self.assertEqual(generate(70, threads=1), generate(70, threads=3))

    def test_other_shapes(self):
        for shape in ("2x2", (2, 3), "3x4"):
            name = shape if isinstance(shape, str) else "2x3"
            made = generate(2, "unique", shape=shape)
            self.assertEqual(made, program("generate", "--puzzles", "2", "--unique", "--shape", name, "--seed",
                                           "1").split())
            self.assertEqual(count(made, max_solutions=2, shape=shape), [1, 1])
        with self.assertRaisesRegex(ValueError, "^shape takes"):
            generate(1, shape="2x1")

    def test_invalid_arguments_are_rejected(self):
        for message, number, kind, options in (
                ("minimal and holes cannot be combined", 1, "minimal", {"holes": 40}),
                ("number must be a whole number from 1 to", 0, "minimal", {}),
                ("no puzzle with 16 clues has one solution", 1, "unique", {"clues": 16}),
                ("unknown symmetry 'rotate18'; did you mean 'rotate180'", 1, "minimal", {"symmetry": "rotate18"}),
                ('kind "any" needs holes, clues or solutions', 1, "any", {}),
                ("kind must be one of grid, minimal", 1, "huge", {}),
                ("form must be text or array", 1, "minimal", {"form": "list"}),
                ("difficulty needs unique or minimal", 1, "any", {"clues": 30, "difficulty": "easy"}),
                ("seed takes a whole number", 1, "minimal", {"seed": -1})):
            with self.subTest(message=message), self.assertRaisesRegex(ValueError, message):
                generate(number, kind, **options)


class CanonicalTest(unittest.TestCase):
    def test_results_equal_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "puzzles.txt"
            file.write_text(f"{UNIQUE}\n{FIVE}\n{UNIQUE_SOLUTION}\n", encoding="ascii")
            expected = program("convert", "--to", "canonical", str(file)).split()
        self.assertEqual(canonical([UNIQUE, FIVE, UNIQUE_SOLUTION]), expected)
        self.assertEqual(canonical(UNIQUE), expected[0])

    def test_isomorphs_have_the_same_form(self):
        boards = generate(50, form="array")
        turned = boards.reshape(-1, 9, 9).transpose(0, 2, 1).reshape(-1, 81)
        forms = canonical(boards)
        numpy.testing.assert_array_equal(forms, canonical(turned))
        self.assertEqual((forms.shape, forms.dtype), ((50, 81), numpy.uint8))

    def test_other_shapes_are_rejected(self):
        with self.assertRaisesRegex(ValueError, "canonical supports 9x9 only, not boards of 4x4"):
            canonical("." * 16)


if __name__ == "__main__":
    unittest.main()
