#!/usr/bin/python3
"""Tests the content of the page of scripts/report.py. report_browser_test.py tests its behaviour."""

import contextlib
import html.parser
import json
import os
import re
import subprocess
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import report
import report_counts
from sudoku_bench import results

PROGRAM = os.environ.get("SUDOKU_BENCH")


class Page(html.parser.HTMLParser):
    """The elements of a page as (name, attributes), their ids, and the text outside of scripts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self.scripts = [], [], []
        self.inside = ""
        self.feed(text)
        self.text = re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        (self.scripts if self.inside in ("script", "style") else self.words).append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    def data(self):
        return next(json.loads(text) for text in self.scripts if text.startswith('{"datasets"'))


class PageTestCase(script_testing.ScriptTestCase):
    def page(self, directory, with_pictures=False):
        """Writes the page of results and returns it. Pictures are slow."""
        without = [] if with_pictures else [unittest.mock.patch.object(module, "PICTURES", ())
                                            for module in (report, report_counts)]
        with contextlib.ExitStack() as stack:
            for patch in without:
                stack.enter_context(patch)
            self.assertEqual((0, f"{directory}/report.html\n", ""), self.call(report.main, directory))
        self.text = (directory / "report.html").read_text(encoding="utf-8")
        return Page(self.text)

    def assert_needs_nothing_else(self, page):
        self.assertNotRegex(self.text, r"https?:|//[a-z]")
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertLessEqual(set(re.findall(r"url\(#([^)]+)\)", self.text)), set(ids))
        for tag, attributes in page.elements:
            for name in ("src", "href", "action", "data"):
                self.assertRegex(attributes.get(name) or "#", "^(#|data:)", (tag, name))
            for name in ("aria-labelledby", "aria-describedby", "href"):
                target = (attributes.get(name) or "").removeprefix("#")
                if target and not target.startswith("data:"):
                    self.assertIn(target, ids)
        for svg in re.findall(r"<svg viewBox.*?</svg>", self.text, re.S):  # has the colours of the page
            self.assertIn("var(--ink)", svg)
            self.assertNotRegex(svg, "#1b1f24|#fefefe|#ffffff|#000000|fill: black")

    def assert_shown(self, page, *parts):
        for part in parts:
            self.assertIn(part, page.text)

    def of_program(self, *arguments):
        """Runs the program for two shards, merges them, and returns the page of the result."""
        for number in range(2):
            subprocess.run([PROGRAM, *arguments, "--per-puzzle", "--shard", f"{number}/2", "--out",
                            self.folder / f"s{number}"], check=True, capture_output=True)
        subprocess.run([PROGRAM, "merge", self.folder / "s0", self.folder / "s1", "--out", self.folder / "out"],
                       check=True, capture_output=True)
        self.page(self.folder / "s0")
        return self.page(self.folder / "out", with_pictures=True)


class Report(PageTestCase):
    def run_page(self, name="run", with_pictures=False, **options):
        return self.page(self.write_run(name, **options), with_pictures)

    def test_the_page_is_in_the_directory_or_the_given_file(self):
        with unittest.mock.patch.object(report, "PICTURES", ()):
            directory, other = self.write_run(), self.folder / "other.html"
            self.assertEqual((0, f"{directory}/report.html\n", ""), self.call(report.main, directory))
            self.assertEqual(0, self.call(report.main, directory, "-o", other)[0])
        self.assertEqual(other.read_bytes(), (directory / "report.html").read_bytes())

    def test_the_page_needs_nothing_else_and_names_are_escaped(self):
        names = [script_testing.HOSTILE, script_testing.HOSTILE_TWIN]
        page = self.run_page(datasets=names, with_pictures=True)
        self.assert_needs_nothing_else(page)
        self.assertEqual(4, len(page.all("script")))
        self.assertNotIn("b", {tag for tag, _ in page.elements})
        self.assert_shown(page, "Abacus <b>9</b>", script_testing.HOSTILE)
        self.assertEqual(names, page.data()["datasets"])

    def test_tables_and_pictures_are_accessible(self):
        page = self.run_page(with_pictures=True)
        self.assertEqual("en", page.all("html")[0]["lang"])
        for attributes in page.all("th"):
            self.assertIn(attributes["scope"], ("row", "col"))
        labelled = [table for table in page.all("table") if "aria-labelledby" in table]
        self.assertEqual(len(page.all("table")), len(page.all("caption")) + len(labelled))
        pictures = [attributes for _, attributes in page.elements if attributes.get("role") == "img"]
        charts = [attributes for attributes in page.all("svg") if attributes.get("class") == "chart"]
        self.assertEqual((4, 5, 9), (len(charts), len(pictures), len(page.all("svg"))))
        for attributes in pictures:
            self.assertIn("hard", attributes["aria-label"])
            self.assertIn("aria-describedby", attributes)
        self.assert_shown(page, "Solution counts", "Puzzles solved within a time limit")

    def test_pictures_that_say_nothing_are_left_out(self):
        """All puzzles have one solution, and all engines solved all puzzles."""
        with unittest.mock.patch.object(script_testing, "SOLUTIONS", ["1"]), \
                unittest.mock.patch.object(script_testing, "SLOW_STATUS", {}):
            page = self.run_page(with_pictures=True, change=lambda row: {**row, "solved": 30, "puzzles": 30,
                                                                         "skipped": 0})
        self.assertNotIn("Solution counts", page.text)
        self.assertNotIn("Puzzles solved within a time limit", page.text)
        self.assertIn("Distribution of times", page.text)

    def test_pair_tables_compare_each_pair(self):
        run = results.read_run(self.write_run(datasets=("data/hard.txt",)))
        (table,) = report.pair_tables(run)
        cell = table["cells"]["quick", "slow"]
        self.assertIn(cell["text"], str(run.pairs["data/hard.txt"].ratio("quick", "slow")))
        self.assertEqual(["faster", "faster", "slower"], [table["cells"][pair]["kind"] for pair in (
            ("quick", "slow"), ("wide", "quick"), ("slow", "quick"))])

    def test_only_existing_values_and_several_pairs_are_shown(self):
        page = self.run_page(change=lambda row: {**row, "p999_ns": 7, "vbs_share": 0.25, "peak_bytes": 3 << 19})
        self.assert_shown(page, "VBS share", "1.50 MiB", "25.0 %", "repetition", "All pairs")
        with unittest.mock.patch.dict(script_testing.SPEEDS):
            del script_testing.SPEEDS["slow"]
            text = self.run_page("other").text
        for part in "VBS share", "All pairs", " nan ":
            self.assertNotIn(part, text)

    def test_several_board_sizes_have_a_section(self):
        names = [f"{side}x{side}_{holes}.txt" for side in (9, 16) for holes in (40, 45)]
        page = self.run_page(datasets=names, change=script_testing.of_shape)
        self.assert_shown(page, "Board sizes", "2.00 s (0 %)", "Time by size", "16x16: solved puzzles",
                          "9x9: time by share of holes")
        one = self.run_page("one", datasets=names[2:3], change=script_testing.of_shape)
        self.assertNotIn("Board sizes", one.text)

    def test_results_without_single_puzzles(self):
        directory = self.write_run()
        (directory / "puzzles.csv").unlink()
        self.assert_shown(self.page(directory), "This run has no data of single puzzles")

    def test_data_of_the_puzzle_table(self):
        data = self.run_page(isomorphs=2, repetitions=2).data()
        self.assertEqual(60, len(data["line"]))
        self.assertEqual([("wide", False), ("quick", True), ("slow", True)],
                         [(one["name"], one["isTimed"]) for one in data["engines"]])
        slow = data["engines"][2]
        self.assertEqual("timeout", slow["states"][slow["state"][data["line"].index(5)]])
        self.assertEqual(">=340282366920938463463374607431768211455", data["solutions"][data["line"].index(4)])

    def test_further_runs_add_the_scaling_picture(self):
        directory, further = self.write_run(), self.write_run(name="two", threads=2)
        with unittest.mock.patch.object(report, "PICTURES", ()):
            self.assertEqual(0, self.call(report.main, directory, "--scaling", further)[0])
        self.assertIn("The speedup of each engine with more threads.", (directory / "report.html").read_text())
        self.assert_fails(4, report.main, [directory, "--scaling", directory], "the same number of threads")
        self.assert_fails(4, report.main, [self.write_count(), "--scaling", directory],
                          "results of count, not of bench")

    def test_errors_have_one_line(self):
        self.assert_fails(4, report.main, ["/no/such"], "/no/such: no such directory")
        directory = self.write_run()
        with unittest.mock.patch.object(report, "PICTURES", ()):
            self.assert_fails(74, report.main, [directory, "-o", "/no/such/x"], "/no/such/x")
        (directory / "context.json").write_text('{"started"')
        self.assert_fails(4, report.main, [directory], "context.json: invalid JSON")

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_merged_shards_of_the_program(self):
        page = self.of_program("bench", script_testing.SCRIPTS.parent / "datasets/classic.txt", "--engine",
                               "bitmask,dlx,lanes_scalar", "--max-solutions", "0", "--threads", "1", "--warmup", "0s")
        self.assert_shown(page, "Measured in 2 shards, the first one 20", "shards number 2 without a context 0",
                          "All 3 engines agree on every puzzle.",
                          "Mean times of blocks instead of times of single puzzles: lanes_scalar")
        self.assertEqual({"bitmask": True, "dlx": True, "lanes_scalar": False},
                         {one["name"]: one["isTimed"] for one in page.data()["engines"]})


class ReportOfCount(PageTestCase):
    def test_totals(self):
        self.assert_shown(
            self.page(self.write_count()), "Solutions of multi",
            "Counted 2001-02-03 04:05:06 UTC on Abacus <b>9</b>", "puzzles 29", "puzzles that timed out 1",
            "invalid lines 2", f"solutions at least {script_testing.MOST:,}", "engine joiner",
            "time in the engine, all threads 2.00 ms", "time per puzzle 69.0 µs", "10¹ to 10² 11 37.9 %",
            "arguments count <all>")

    def test_pictures_are_accessible_and_optional(self):
        directory = self.write_count(dataset=script_testing.HOSTILE)
        page = self.page(directory, with_pictures=True)
        self.assertEqual([f"{title}: script>&$x_$" for title in
                          ("Puzzles by number of solutions", "Solutions by clues")],
                         [one["aria-label"] for _, one in page.elements if one.get("role") == "img"])
        self.assertTrue(all("aria-labelledby" in table for table in page.all("table")))
        self.assert_shown(page, "22 clues: 12 puzzles, median number of solutions 42")
        self.assert_needs_nothing_else(page)
        self.assertEqual([], page.all("script"))
        (directory / "puzzles.csv").unlink()
        page = self.page(directory, with_pictures=True)
        self.assertEqual(1, len(page.all("svg")))
        self.assert_shown(page, "This count has no data of single puzzles")

    def test_an_incomplete_count_is_marked(self):
        self.assert_shown(self.page(self.write_count(limit=50, shard={"number": 2, "count": 4, "whole": False})),
                          "Only shard 2 of 4. The count is incomplete.", "at most 50 solutions per puzzle",
                          "puzzles with 50 or more 19")

    def test_merged_shards_list_their_machines(self):
        shard = {"started": "2001-02-03T04:05:06Z", "machine": {"cpu": "Abacus", "host": "here"}}
        self.assert_shown(self.page(self.write_count(machine={"cpu": "Merger"}, shards=[None, shard, shard])),
                          "Counted in 3 shards, the first one 2001-02-03 04:05:06 UTC on Abacus",
                          "shards number 3 without a context 1 host here cpu Abacus")

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_a_count_of_the_program(self):
        page = self.of_program("count", script_testing.SCRIPTS.parent / "datasets/multi.txt")
        self.assert_shown(page, "Counted in 2 shards", "puzzles 100", "solutions 11,873,543", "engine bandjoin",
                          "100,000 to 999,999 19 19 %", "without a context 0")
        self.assertEqual(2, len(page.all("svg")))


if __name__ == "__main__":
    unittest.main()
