#!/usr/bin/python3
"""Compares the rank correlations of the report with those of scipy."""

import itertools
import random
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import numpy
import pandas
from scipy import stats

import comparing
import report
from sudoku_bench import results


class Ranks(script_testing.ScriptTestCase):

    def test_correlations_equal_those_of_scipy(self):
        source = random.Random(7)
        for highest, count in itertools.product((3, 20, 10**9), (10, 11, 500)):  # from many equal values to none
            a = [source.randrange(highest) for _ in range(count)]
            b = [value * source.randrange(highest) for value in a]
            a[0] = b[1] = None  # only puzzles with both values count
            expected = stats.spearmanr(a[2:], b[2:]).statistic
            found = comparing.rank_correlation(pandas.Series(a, dtype=float), pandas.Series(b, dtype=float))
            if count < 12:  # too few
                self.assertIsNone(found)
            elif len(set(a)) > 2 and len(set(b)) > 2:
                self.assertAlmostEqual(expected, found, 12)

    def test_extremes(self):
        up = pandas.Series(range(10))
        self.assertAlmostEqual(1, comparing.rank_correlation(up, up ** 3), 12)
        self.assertAlmostEqual(-1, comparing.rank_correlation(up, -numpy.exp(up)), 12)
        self.assertIsNone(comparing.rank_correlation(up, up * 0 + 3))
        self.assertIsNone(comparing.rank_correlation(up[1:], up[1:]))

    def test_the_puzzles_of_two_engines_are_matched(self):
        run = results.read_run(self.write_run(isomorphs=2))
        times = comparing.times_of_puzzles(run, "data/hard.txt")
        self.assertEqual({"slow", "quick"}, set(times))
        for line in (1, 4, 30):
            for engine in times:
                self.assertEqual(script_testing.puzzle_time(engine, line) + 1, times.loc[(line, 1), engine])

    def test_the_page_has_a_table_for_each_measure(self):
        run = results.read_run(self.write_run(isomorphs=2))
        times, guesses = report.correlation_tables(run)
        self.assertEqual(["time", "guesses"], [times["measure"], guesses["measure"]])
        self.assertEqual({"slow", "quick"}, set(times["engines"]))
        self.assertEqual({"slow", "wide, quick"}, set(guesses["engines"]))  # equal guesses on each puzzle
        self.assertEqual("1.00", guesses["table_rows"][0][2])
        page = report.render(run)
        self.assertIn("Rank correlations", page)
        self.assertIn(f">{times['table_rows'][0][2]}</td>", page)

    def test_few_puzzles_have_no_table(self):
        with unittest.mock.patch.object(report, "PICTURES", ()):  # slow
            page = report.render(results.read_run(self.write_run(puzzles=8)))
        self.assertNotIn("Rank correlations", page)
        self.assertNotIn("#correlations", page)

    def test_wrong_engines_are_excluded(self):
        run = results.read_run(self.write_run(change=lambda row: {
            **row, "verdict": "wrong" if row["engine"] == "quick" else row["verdict"]}))
        (guesses,) = report.correlation_tables(run)
        self.assertEqual({"slow", "wide"}, set(guesses["engines"]))


if __name__ == "__main__":
    unittest.main()
