#!/usr/bin/python3
"""Compares the rank correlations of the report with those of scipy."""

import csv
import itertools
import random
import unittest

import script_testing  # first: it finds the scripts

import numpy
import pandas
from scipy import stats

import comparing
import report
from sudoku_bench import results


class Ranks(script_testing.ScriptTestCase):
    def rows(self, directory):
        with open(directory / "puzzles.csv", newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if row["runstatus"] == "ok"]

    def test_correlations_equal_those_of_scipy(self):
        source = random.Random(7)
        for highest in (3, 20, 10**9):  # from many equal values to none
            for count in (10, 11, 500):
                a, b = ([source.randrange(highest) + noise for noise in range(count)] for _ in range(2))
                expected = stats.spearmanr(a, b).statistic
                self.assertAlmostEqual(expected, comparing.rank_correlation(pandas.Series(a), pandas.Series(b)), 12)
                a = [source.randrange(highest) for _ in range(count)]
                b = [value * source.randrange(highest) for value in a]
                if len(set(a)) > 1 and len(set(b)) > 1:
                    expected = stats.spearmanr(a, b).statistic
                    found = comparing.rank_correlation(pandas.Series(a), pandas.Series(b))
                    self.assertAlmostEqual(expected, found, 12)

    def test_extremes(self):
        up = pandas.Series(range(30))
        self.assertAlmostEqual(1, comparing.rank_correlation(up, up ** 3), 12)
        self.assertAlmostEqual(-1, comparing.rank_correlation(up, -numpy.exp(up)), 12)

    def test_only_puzzles_with_both_values_count(self):
        a = pandas.Series([5, 1, None, 4, 2, 8, 9, 3, 7, 0, 6, 11, 2.5])
        b = pandas.Series([1, 2, 3, None, 2, 6, 9, 4, 1, 3, 5, 7, 8])
        both = a.notna() & b.notna()
        self.assertAlmostEqual(stats.spearmanr(a[both], b[both]).statistic, comparing.rank_correlation(a, b), 12)

    def test_few_puzzles_or_equal_values_have_no_correlation(self):
        up = pandas.Series(range(9))
        self.assertIsNone(comparing.rank_correlation(up, up))
        up = pandas.Series(range(10))
        self.assertIsNotNone(comparing.rank_correlation(up, up))
        self.assertIsNone(comparing.rank_correlation(up, up * 0 + 3))

    def test_correlations_of_a_run_match_its_rows(self):
        directory = self.write_run(datasets=("data/hard.txt", "data/easy.txt"), isomorphs=2)
        run = results.read_run(directory)
        for dataset, column, table_of in (("data/hard.txt", "wall_ns", comparing.times_of_puzzles),
                                          ("data/easy.txt", "guesses", comparing.guesses_of_puzzles)):
            values = {}
            for row in self.rows(directory):
                if row["dataset"] == dataset and row[column]:
                    values.setdefault(row["engine"], {})[row["line"], row["isomorph"]] = float(row[column])
            table = table_of(run, dataset)
            self.assertEqual(sorted(values), sorted(table))
            for a, b in itertools.permutations(values, 2):
                both = sorted(values[a].keys() & values[b].keys())
                expected = stats.spearmanr([values[a][one] for one in both], [values[b][one] for one in both]).statistic
                self.assertAlmostEqual(expected, comparing.rank_correlation(table[a], table[b]), 12, (a, b))

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
