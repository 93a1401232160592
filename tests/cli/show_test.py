#!/usr/bin/python3
"""Tests the table of bench on terminals of several widths, its exports, and the command show."""

import itertools
import json
import os
import re

from cli_testing import CliTestCase, FIVE, main, PLUGINS, UNIQUE

ENGINES = "dlx,bitmask,learn"


class ShowTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE] * 200 + [FIVE] * 100)
        result = self.bench("d.txt", "--engine", ENGINES, "--export", "x.md", "--export", "x.json",
                            "--export", "latex:x", "--export", "x.csv")
        self.assert_exit(0, result)
        self.table = result.stdout

    def show(self, *arguments):
        return self.output_of("show", *arguments)

    def show_on_terminal(self, columns, *arguments):
        """Returns the text without colours that `show` prints on a terminal."""
        code, shown, errors = self.run_on_terminal("show", *arguments, columns=columns)
        self.assertEqual((0, ""), (code, errors))
        return re.sub(r"\x1b\[[0-9;]*m", "", shown)

    def test_text_is_the_table_of_bench(self):
        # The files do not have the causes of noise.
        shown, table = (re.sub("(?m)^~.*\n", "", text) for text in (self.show("out"), self.table))
        self.assertIn("p50", shown)
        self.assertEqual(shown + "\nResults: out\nReport:  sudoku-bench report out\n", table)

    def test_the_table_fits_the_terminal(self):
        headers = []
        for columns in 60, 80, 100, 140:
            lines = self.show_on_terminal(columns, "out").splitlines()
            headers.append(lines[1].split())
            table = lines[1:lines[1:].index(next(line for line in lines[1:] if not line.startswith("  "))) + 1]
            self.assertEqual(4, len(table))
            if columns >= 80:
                self.assertLessEqual(max(map(len, table)), columns)
        self.assertEqual("engine rate speedup solved verdict".split(), headers[0])
        self.assertEqual("engine rate speedup 95 % interval p50 p99 memory guesses solved verdict".split(), headers[3])
        for narrow, wide in zip(headers, headers[1:]):
            self.assertLessEqual(len(narrow), len(wide))
            self.assertLessEqual(set(narrow), set(wide))

    def test_wide_shows_all_columns_on_a_narrow_terminal(self):
        self.assertEqual(self.show("out"), self.show_on_terminal(40, "out", "--wide"))

    def test_exports_of_bench_equal_those_of_show(self):
        for form, file in (("markdown", "x.md"), ("json", "x.json"), ("latex", "x"), ("csv", "x.csv")):
            self.assertEqual((self.directory / file).read_text(), self.show("out", "--to", form))

    def test_an_export_to_standard_output_replaces_the_table(self):
        for file in "-", "/dev/stdout":
            result = self.bench("d.txt", "--engine", ENGINES, "--force", "--export", f"csv:{file}")
            self.assert_exit(0, result)
            self.assertEqual(self.show("out", "--to", "csv"), result.stdout)

    def test_names_cannot_control_a_terminal_or_be_formulas(self):
        name = b"=cmd|'c x'!A1\x1b]0;t\x07\xc2\x9b\xe2\x80\xae"
        os.link(os.fsencode(self.directory / "d.txt"), os.path.join(os.fsencode(self.directory), name))
        for form, forbidden in (("csv", b'[^ -~\\n]|(?m:^|,)"?='), ("json", b"[^ -~\\n]")):
            result = self.bench(name, "--engine", "dlx", "--force", "--export", f"{form}:-", text=False)
            self.assert_exit(0, result)
            self.assertNotRegex(result.stdout, forbidden)
            self.assertEqual([os.fsdecode(name)], self.column("summary.csv", "dataset"))
        self.assertEqual([os.fsdecode(name)], [row["dataset"] for row in json.loads(result.stdout)["results"]])

    def measure_pairs(self, *limits):
        """Returns the rows of summary.csv by engine, and the pairs. The baseline is not the fastest engine, the last
        block is smaller, and repetitions have an odd number of blocks."""
        self.assert_exit(0, self.run_program(
            "bench", "hard.txt", "--max-puzzles", "58", "--block-size", "4", "--engine", "bitmask,dlx,bandjoin",
            "--plugin", f"right={PLUGINS}/right.so", "--baseline", "dlx", "--threads", "1", "--repetitions", "3",
            "--warmup", "0s", "--quiet", "--force", "--out", "run", *limits))
        return {row["engine"]: row for row in self.rows("summary.csv", "run")}, self.pairs()

    def pairs(self):
        (pairs,) = json.loads(self.show("run", "--to", "pairs"))["datasets"]
        return pairs

    def test_pairs_from_blocks_equal_the_ratios_of_the_summary(self):
        for limits in (), ("--max-guesses", "5"):
            summary, known = self.measure_pairs(*limits)
            self.assertEqual(not limits, all(row["ratio_bound"] == "" for row in summary.values()))
            self.assertEqual(list(summary), known["engines"])
            shown = [line.split()[0] for line in self.show("run").splitlines() if line.startswith("  ")][1:]
            self.assertEqual(shown, [row["engine"] for row in known["over"]["dlx"]])
            # Without the baseline, the ratios come from the blocks.
            (self.directory / "run/context.json").unlink()
            path = self.directory / "run/summary.csv"
            path.write_text(path.read_text().replace(",dlx,", ",,"))
            computed = self.pairs()
            for row in [*known["over"]["dlx"], *computed["over"]["dlx"]]:
                for name in ("", "_low", "_high", "_total") if row["engine"] != "dlx" else ():
                    found, expected = row[name[1:] or "speedup"], summary[row["engine"]]["ratio" + name]
                    self.assertEqual(found is None, expected == "", name)
                    self.assertAlmostEqual(1, found / float(expected) if expected else 1, 9)
                    self.assertEqual(summary[row["engine"]]["ratio_bound"], row["bound"])

    def test_pairs_are_inverse_and_in_words(self):
        _, pairs = self.measure_pairs()
        self.assertEqual({"", *pairs["engines"]}, set(pairs["over"]))
        standings = {row["engine"]: row["standing"] for row in pairs["over"]["dlx"]}
        self.assertEqual({"dlx", "right"}, {engine for engine, standing in standings.items() if standing})
        for engine in "dlx", "right":
            self.assertRegex(standings[engine], r"^is [2-4](nd|rd|th) of 4: [0-9.]+x slower than ")
            self.assertIn(f"\n{engine} {standings[engine]}\n", self.show("run"))
        over = {(row["engine"], baseline): row for baseline, rows in pairs["over"].items() for row in rows}
        for a, b in itertools.permutations(pairs["engines"], 2):
            row, inverse = over[a, b], over[b, a]
            self.assertAlmostEqual(1, row["speedup"] * inverse["speedup"], 9)
            self.assertAlmostEqual(1, row["low"] * inverse["high"], 9)
            self.assertEqual(row["interval"], inverse["interval"])
            self.assertRegex(row["factor"], r"^[0-9,.]+x( slower| faster)?$")
            self.assertEqual(row["is_tie"], not row["is_conclusive"] or row["factor"] == "1.00x")

    def test_pairs_of_invalid_files_are_rejected(self):
        blocks = self.directory / "out/blocks.csv"
        blocks.write_text(blocks.read_text().replace(",0,", ",x,", 1))
        (self.directory / "out/context.json").unlink()
        self.assert_fails(4, "out/blocks.csv:2:", "show", "out", "--to", "pairs")

    def test_counts_are_shown_as_count_shows_them(self):
        counted = self.run_program("count", "d.txt", "--out", "counts")
        self.assert_exit(0, counted)
        self.assertEqual(counted.stdout, self.show("counts"))
        self.assertIn('"engine": "bandjoin"', self.show("counts", "--to", "json"))

    def test_invalid_arguments_are_rejected(self):
        self.assert_fails(2, "show needs one directory of results", "show")
        self.assert_fails(2, "show needs one directory of results", "show", "out", "out")
        self.assert_fails(2, "--to and --wide cannot be combined", "show", "out", "--to", "json", "--wide")
        self.assert_fails(4, "missing/", "show", "missing")
        summary = self.directory / "out" / "summary.csv"
        summary.write_text(summary.read_text().replace("300", "301"))
        self.assert_fails(4, "out/summary.csv", "show", "out")


if __name__ == "__main__":
    main()
