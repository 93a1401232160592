#!/usr/bin/python3
"""Tests the rank correlations of the report."""

import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import numpy
import pandas

import comparing
import report
from sudoku_bench import results


class Ranks(script_testing.ScriptTestCase):

    def test_correlations(self):
        # The example of https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient
        iq = pandas.Series([106, 100, 86, 101, 99, 103, 97, 113, 112, 110])
        hours = pandas.Series([7, 27, 2, 50, 28, 29, 20, 12, 6, 17])
        self.assertAlmostEqual(-29 / 165, comparing.rank_correlation(iq, hours), 12)
        # Equal values share a rank, and only rows with both values count.
        a, b = pandas.Series([1, 1, 2, 3, None, 9]), pandas.Series([5, 6, 6, 6, 1, None])
        self.assertAlmostEqual(2 / 13.5**0.5, comparing.rank_correlation(a, b, least=4), 12)
        self.assertIsNone(comparing.rank_correlation(a, b, least=5))

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
