#!/usr/bin/python3
"""Tests the pictures of scripts/plot_counts.py and scripts/plot_clues.py for results of count."""

import unittest

import script_testing  # first: it finds the scripts

import plot_cactus
import plot_clues
import plot_counts
from sudoku_bench import results


class PicturesOfCounts(script_testing.ScriptTestCase):
    SCRIPTS = (plot_counts, plot_clues)

    def picture(self, script, **options):
        count = results.read_count(self.write_count(**options))
        return script.draw(count, count.datasets)

    def test_png_and_svg_are_reproducible(self):
        directory = self.write_count(dataset=script_testing.HOSTILE)
        for script in self.SCRIPTS:
            written = []
            for _ in range(2):
                code, output, errors = self.call(script.main, directory)
                self.assertEqual((0, ""), (code, errors))
                paths = [directory / f"{script.__name__[5:]}{end}" for end in (".png", ".svg")]
                self.assertEqual([str(path) for path in paths], output.splitlines())
                written.append([path.read_bytes() for path in paths])
            self.assertEqual(written[0], written[1], script.__name__)

    def test_the_histogram_has_up_to_128_bits(self):
        self.assertEqual(
            ["multi: puzzles by number of solutions: 1 with 0, 1 with 1, 1 with 2 to 9, "
             "11 with 10¹ to 10², 9 with 10¹⁵ to 10¹⁶, 3 with 10¹⁶ to 10¹⁷, 2 with 10³⁸ to 10³⁹, "
             "1 not solved."], self.picture(plot_counts).words)

    def test_the_histogram_shows_empty_bars_in_between(self):
        bars = plot_counts.histogram_of_count(results.read_count(self.write_count(
            puzzles=[(20, "5"), (20, "1000")]))).bars(plot_counts.in_digits)
        self.assertEqual({"2 to 9": 1, "10 to 99": 0, "100 to 999": 0, "1,000 to 9,999": 1}, bars)

    def test_the_bars_add_up_to_all_puzzles(self):
        for limit in (0, 1, 50, 10**15):
            count = results.read_count(self.write_count(name=f"limit{limit}", limit=limit))
            bars = plot_counts.histogram_of_count(count).bars(plot_counts.in_powers)
            self.assertEqual(len(script_testing.COUNTED), sum(bars.values()))
        self.assertEqual(15, bars[f"{limit:,} or more"] + bars["1"])

    def test_clues_state_median_and_spread(self):
        picture = self.picture(plot_clues)
        self.assertEqual([
            "multi: 20 clues: 12 puzzles, median number of solutions 6.00 × 10¹⁵, 80 % of them from "
            "2.00 × 10¹⁵ to 1.10 × 10¹⁶.",
            "multi: 22 clues: 12 puzzles, median number of solutions 42, 80 % of them from 14 to "
            "77.",
            "multi: 30 clues: 3 puzzles, median number of solutions 3.40 × 10³⁸."], picture.words)
        self.assertIn("Puzzles not shown: 1 without a solution and 1 that timed out.", picture.notes)

    def test_many_puzzles_become_cells(self):
        few, many = ([(20 + n % 5, str(n)) for n in range(1, number + 1)]
                     for number in (plot_clues.FEW, plot_clues.FEW + 1))
        points = self.picture(plot_clues, name="few", puzzles=few)
        cells = self.picture(plot_clues, name="many", puzzles=many)
        for picture, label in ((points, "a puzzle"), (cells, "share of the puzzles")):
            labels = [text.get_text() for text in picture.figure.legends[0].get_texts()]
            self.assertIn(label, labels)
        # Points are one collection per number of clues, cells are one collection. The band is another one.
        self.assertEqual([5 + 1, 2], [len(picture.axes[0].collections)
                                      for picture in (points, cells)])

    def test_every_puzzle_is_in_the_picture(self):
        axes = self.picture(plot_clues).axes[0]
        points = [point for shape in axes.collections if hasattr(shape, "get_sizes")
                  and not hasattr(shape, "set_verts") for point in shape.get_offsets()]
        self.assertEqual(27, len(points))
        low, high = axes.get_ylim()
        for clues, solutions in points:
            self.assertTrue(low < solutions < high, solutions)
            self.assertLess(abs(clues - round(clues)), 0.31)

    def test_shards_and_limits_are_noted(self):
        for script in self.SCRIPTS:
            picture = self.picture(script, name=script.__name__, limit=50,
                                   shard={"number": 2, "count": 4, "whole": False})
            notes = "\n".join(picture.notes)
            self.assertIn("Only shard 2 of 4. The count is incomplete.", notes)
            self.assertIn("--max-solutions", notes)

    def test_invalid_files_are_rejected(self):
        for i, (name, old, new, part) in enumerate((
                ("summary.csv", "max_solutions", "colour", "column max_solutions is missing"),
                ("summary.csv", ",29,", ",x,", "summary.csv:2: column puzzles: not a number: 'x'"),
                ("puzzles.csv", "solutions", "colour", "puzzles.csv:1: column solutions is missing"),
                ("puzzles.csv", ",14\n", ",-14\n", "puzzles.csv:15: invalid count -14"),
                ("puzzles.csv", ",14\n", "\n", "puzzles.csv:15: 3 fields, but the header has 4"),
                ("puzzles.csv", "." * 61 + ",ok,2", ".,ok,2", "puzzles.csv:3: not a puzzle: 1111"),
                ("puzzles.csv", ",14\n", ',"14\n', "puzzles.csv:"))):
            directory = self.write_count(name=f"count{i}")
            self.replace_in(directory / name, old, new)
            self.assert_fails(4, plot_clues.main, [directory], part)
        directory = self.write_count(name="bins")
        self.replace_in(directory / "summary.csv", " 10:", " 10;")
        self.assert_fails(4, plot_counts.main, [directory],
                          "summary.csv:2: column solution_counts: not a list of numbers")
        path = directory / "summary.csv"
        path.write_text(path.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
        self.assert_fails(4, plot_counts.main, [directory], "0 rows instead of one")

    def test_clues_need_whole_counts_of_puzzles(self):
        directory = self.write_count("unsolved", puzzles=[(40, "0"), (41, "")])
        self.assert_fails(4, plot_clues.main, [directory], "no puzzle has solutions and a complete count")
        self.assertEqual(0, self.call(plot_counts.main, directory)[0])
        directory = self.write_count()
        self.replace_in(directory / "puzzles.csv", f"1,{'1' * 20}{'.' * 61},ok,{10**15}\n", "")
        self.assert_fails(4, plot_clues.main, [directory], "28 rows, but summary.csv has 29 puzzles")
        (directory / "puzzles.csv").unlink()
        self.assert_fails(4, plot_clues.main, [directory], "puzzles.csv", "--per-puzzle")
        count = results.read_results(directory)
        self.assertEqual(1, len(plot_counts.draw(count, count.datasets).words))

    def test_results_of_the_other_command_are_rejected(self):
        count, run = self.write_count(), self.write_run()
        self.assert_fails(4, plot_cactus.main, [count], "results of count, not of bench")
        self.assert_fails(4, plot_clues.main, [run], "results of bench, not of count")


if __name__ == "__main__":
    unittest.main()
