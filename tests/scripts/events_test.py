#!/usr/bin/python3
"""Tests the section of the report on hardware counters."""

import unittest
import unittest.mock

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

    def test_the_page_has_a_section_if_there_are_several_counters(self):
        energy = dict.fromkeys(COUNTS, "") | {"scaled_blocks": 0, "package_uj": 900}
        for number, (counts, is_shown) in enumerate(((COUNTS, True), (energy, False), ({}, False))):
            run = results.read_run(self.write_run(str(number), change=lambda row, counts=counts: {
                **row, **counts, **({"scaled_blocks": 1} if counts and row["engine"] == "wide" else {})}))
            with unittest.mock.patch.object(report, "PICTURES", ()):  # slow
                page = report.render(run)
            self.assertEqual(is_shown, "Hardware counters" in page)
            self.assertEqual(is_shown, "these engines have scaled estimates: wide" in page)

    def test_the_estimated_cycles_of_version_0_2_are_ignored(self):
        rows, _ = self.table(lambda engine: {**COUNTS, "cycles_estimated": 33_000})
        self.assertEqual(["cycles"], [heading for heading in rows["quick"] if "cycles" in heading])

    def test_an_engine_without_a_counter_has_a_dash_and_a_wrong_engine_no_row(self):
        rows, _ = self.table(lambda engine: {**COUNTS, "instructions": 60_000 if engine == "quick" else "",
                                             "verdict": "wrong" if engine == "slow" else "ok"})
        self.assertEqual({"wide": "-", "quick": "2,000"}, {name: row["instructions"] for name, row in rows.items()})


if __name__ == "__main__":
    unittest.main()
