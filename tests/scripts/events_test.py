#!/usr/bin/python3
"""Tests the section of the report on hardware counters."""

import unittest

import script_testing  # first: it finds the scripts

import report
from sudoku_bench import results

COUNTS = {"instructions": 60_000, "cycles": 30_000, "branches": 9_000, "branch_misses": 1_200, "l1d_misses": 240,
          "scaled_blocks": 0, "package_uj": 900}


class Events(script_testing.ScriptTestCase):
    def table(self, counts_of):
        """Returns the rows of the table by engine, and the engines with scaled counts."""
        run = results.read_run(self.write_run(change=lambda row: {**row, **counts_of(row["engine"])}))
        (table,) = report.event_tables(run)
        return {engine: dict(zip(table["headings"], cells)) for engine, *cells in table["table_rows"]}, table["scaled"]

    def test_means_per_puzzle_cycle_and_guess(self):
        rows, scaled = self.table(lambda engine: COUNTS)
        # There are 30 puzzles with four guesses each.
        self.assertEqual({"instructions": "2,000", "cycles": "1,000",
                          "instructions per cycle": "2.00", "branches": "300", "branch mispredictions": "40.0",
                          "L1d misses": "8.00", "branch mispredictions per guess": "10.0",
                          "L1d misses per guess": "2.00", "µJ": "30.0"}, rows["quick"])
        self.assertEqual("", scaled)

    def test_counters_without_values_are_not_shown(self):
        some = dict.fromkeys(COUNTS, "") | {"scaled_blocks": 0, "package_uj": 900, "branches": 3000}
        rows, _ = self.table(lambda engine: some)
        self.assertEqual({"µJ": "30.0", "branches": "100"}, rows["quick"])

    def test_a_single_counter_has_no_section(self):
        energy = dict.fromkeys(COUNTS, "") | {"scaled_blocks": 0, "package_uj": 900}
        page = report.render(results.read_run(self.write_run(change=lambda row: {**row, **energy})))
        self.assertNotIn("Hardware counters", page)

    def test_the_estimated_cycles_of_version_0_2_are_ignored(self):
        rows, _ = self.table(lambda engine: {**COUNTS, "cycles_estimated": 33_000})
        self.assertEqual(["cycles"], [heading for heading in rows["quick"] if "cycles" in heading])

    def test_a_missing_counter_of_an_engine_is_a_dash(self):
        rows, _ = self.table(lambda engine: COUNTS if engine == "quick" else {**COUNTS, "instructions": ""})
        self.assertEqual("-", rows["wide"]["instructions"])
        self.assertEqual("2,000", rows["quick"]["instructions"])

    def test_engines_with_scaled_counts_are_named(self):
        _, scaled = self.table(lambda engine: {**COUNTS, "scaled_blocks": int(engine == "wide")})
        self.assertEqual("wide", scaled)
        page = report.render(results.read_run(self.folder / "run"))
        self.assertIn("Hardware counters", page)
        self.assertIn("these engines have scaled estimates: wide", page)

    def test_without_counters_there_is_no_section(self):
        self.assertNotIn("Hardware counters", report.render(results.read_run(self.write_run())))

    def test_a_wrong_engine_is_not_shown(self):
        rows, _ = self.table(lambda engine: {**COUNTS, "verdict": "wrong" if engine == "slow" else "ok"})
        self.assertNotIn("slow", rows)


if __name__ == "__main__":
    unittest.main()
