#!/usr/bin/python3
"""Tests the content of the page of scripts/report.py. report_browser_test.py tests its behaviour."""

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


def run_in_shards(folder, *arguments):
    """Runs the program for two shards and merges them into `out`."""
    for shard in ("0/2", "1/2"):
        subprocess.run([PROGRAM, *arguments, "--shard", shard, "--out", folder / f"s{shard[0]}"],
                       check=True, capture_output=True)
    subprocess.run([PROGRAM, "merge", folder / "s0", folder / "s1", "--out", folder / "out"],
                   check=True, capture_output=True)


class PageTestCase(script_testing.ScriptTestCase):
    def assert_needs_nothing_else(self, text, page):
        self.assertNotRegex(text, r"https?:|//[a-z]")
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertLessEqual(set(re.findall(r"url\(#([^)]+)\)", text)), set(ids))
        for tag, attributes in page.elements:
            for name in ("src", "href", "action", "data"):
                self.assertRegex(attributes.get(name) or "#", "^(#|data:)", (tag, name))
            for name in ("aria-labelledby", "aria-describedby", "href"):
                target = (attributes.get(name) or "").removeprefix("#")
                if target and not target.startswith("data:"):
                    self.assertIn(target, ids)

    def assert_uses_the_colours_of_the_page(self, text):
        for svg in re.findall(r"<svg viewBox.*?</svg>", text, re.S):
            self.assertIn("var(--ink)", svg)
            self.assertNotRegex(svg, "#1b1f24|#fefefe|#ffffff|#000000|fill: black")


class Report(PageTestCase):
    def render(self, further=(), **options):
        self.directory = self.write_run(**options)
        return report.render(results.read_run(self.directory), further)

    def page(self, **options):
        return Page(self.render(**options))

    def text_of_page(self, **options):
        """Returns the text of a page without its slow pictures."""
        with unittest.mock.patch.object(report, "PICTURES", ()):
            return self.page(**options).text

    def test_the_page_is_in_the_directory_or_the_given_file(self):
        directory = self.write_run()
        self.assertEqual((0, f"{directory}/report.html\n", ""), self.call(report.main, directory))
        other = self.folder / "other.html"
        self.assertEqual(0, self.call(report.main, directory, "-o", other)[0])
        self.assertEqual(other.read_bytes(), (directory / "report.html").read_bytes())

    def test_the_page_needs_nothing_else_and_its_references_resolve(self):
        text = self.render(datasets=("data/hard.txt", script_testing.HOSTILE))
        self.assert_needs_nothing_else(text, Page(text))

    def test_names_are_escaped(self):
        names = [script_testing.HOSTILE, script_testing.HOSTILE_TWIN]
        page = self.page(datasets=names)
        self.assertEqual(4, len(page.all("script")))
        self.assertNotIn("b", {tag for tag, _ in page.elements})
        self.assertIn("Abacus <b>9</b>", page.text)
        self.assertIn(script_testing.HOSTILE, page.text)
        self.assertEqual(names, page.data()["datasets"])

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_merged_shards_of_the_program(self):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "classic.txt"
        run_in_shards(self.folder, "bench", "--dataset", puzzles, "--engine", "dlx,bitmask",
                      "--threads", "1", "--warmup", "0s", "--per-puzzle")
        for directory in ("s0", "out"):
            self.assertEqual(0, self.call(report.main, self.folder / directory)[0])
        page = Page((self.folder / "out/report.html").read_text(encoding="utf-8"))
        self.assertIn("Measured in 2 shards, the first one 20", page.text)
        self.assertIn("shards number 2 without a context 0", page.text)

    def test_tables_and_pictures_are_accessible(self):
        text = self.render()
        page = Page(text)
        self.assert_uses_the_colours_of_the_page(text)
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

    def test_pair_tables_compare_each_pair(self):
        run = results.read_run(self.write_run(datasets=("data/hard.txt",)))
        (table,) = report.pair_tables(run)
        cell = table["cells"]["quick", "slow"]
        self.assertEqual("faster", cell["kind"])
        self.assertIn(cell["text"], str(run.pairs["data/hard.txt"].ratio("quick", "slow")))
        self.assertEqual("faster", table["cells"]["wide", "quick"]["kind"])
        self.assertEqual("slower", table["cells"]["slow", "quick"]["kind"])

    def test_only_existing_values_are_shown(self):
        text = self.text_of_page(change=lambda row: {**row, "p999_ns": 7, "vbs_share": 0.25, "peak_bytes": 3 << 19})
        for part in ("VBS share", "1.50 MiB", "25.0 %", "repetition"):
            self.assertIn(part, text)
        text = self.text_of_page(name="other")
        self.assertNotIn("VBS share", text)
        self.assertNotIn("nan", text.lower().split())

    def test_pictures_that_say_nothing_are_left_out(self):
        """All puzzles have one solution, or all engines solved all puzzles."""
        page = self.page()
        self.assertIn("Solution counts", page.text)
        self.assertIn("Puzzles solved within a time limit", page.text)
        with unittest.mock.patch.object(script_testing, "SOLUTIONS", ["1"]), \
                unittest.mock.patch.object(script_testing, "SLOW_STATUS", {}):
            page = self.page(name="other", change=lambda row: {**row, "solved": 30, "puzzles": 30, "skipped": 0})
        self.assertNotIn("Solution counts", page.text)
        self.assertNotIn("Puzzles solved within a time limit", page.text)
        self.assertIn("Distribution of times", page.text)

    def test_a_single_pair_is_left_out(self):
        self.assertIn("All pairs", self.text_of_page())
        with unittest.mock.patch.dict(script_testing.SPEEDS):
            del script_testing.SPEEDS["slow"]
            self.assertNotIn("All pairs", self.text_of_page(name="two"))

    def test_several_board_sizes_have_a_section(self):
        names = [f"{side}x{side}_{fill}.txt" for side in (9, 16) for fill in (40, 45)]
        page = self.page(datasets=names, change=script_testing.of_shape)
        self.assertIn("Board sizes", page.text)
        for part in ("2.00 s (0 %)", "Time by size", "16x16: solved puzzles", "9x9: time by share of clues"):
            self.assertIn(part, page.text)
        one = self.text_of_page(name="one", datasets=names[2:3], change=script_testing.of_shape)
        self.assertNotIn("Board sizes", one)

    def test_results_without_single_puzzles(self):
        directory = self.write_run()
        (directory / "puzzles.csv").unlink()
        page = Page(report.render(results.read_run(directory)))
        self.assertIn("This run has no data of single puzzles", page.text)

    def test_data_of_the_puzzle_table(self):
        with unittest.mock.patch.object(report, "PICTURES", ()):  # slow
            data = self.page(isomorphs=2, repetitions=2).data()
        self.assertEqual(60, len(data["line"]))
        self.assertEqual(["wide", "quick", "slow"], [one["name"] for one in data["engines"]])
        self.assertEqual([False, True, True], [one["isTimed"] for one in data["engines"]])
        slow = data["engines"][2]
        row = data["line"].index(5)
        self.assertEqual("timeout", slow["states"][slow["state"][row]])
        self.assertEqual(">=340282366920938463463374607431768211455",
                         data["solutions"][data["line"].index(4)])

    def test_further_runs_add_the_scaling_picture(self):
        further = self.write_run(name="two", threads=2)
        directory = self.write_run()
        self.assertEqual(0, self.call(report.main, directory, "--scaling", further)[0])
        self.assertIn("The speedup of each engine with more threads.", (directory / "report.html").read_text())
        self.assert_fails(4, report.main, [directory, "--scaling", directory],
                          "the same number of threads")
        self.assert_fails(4, report.main, [self.write_count(), "--scaling", directory],
                          "results of count, not of bench")

    def test_errors_have_one_line(self):
        self.assert_fails(4, report.main, ["/no/such"], "/no/such: no such directory")
        directory = self.write_run()
        self.assert_fails(74, report.main, [directory, "-o", "/no/such/x"], "/no/such/x")
        (directory / "context.json").write_text('{"started"')
        self.assert_fails(4, report.main, [directory], "context.json: invalid JSON")
        (directory / "context.json").unlink()
        os.mkfifo(directory / "context.json")
        self.assert_fails(4, report.main, [directory], "context.json: is not a regular file")

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_a_run_of_the_program(self):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "classic.txt"
        subprocess.run([PROGRAM, "--engine", "bitmask,dlx,lanes_scalar", "--dataset", puzzles,
                        "--max-solutions", "0", "--warmup", "0s", "--per-puzzle", "--quiet",
                        "--out", self.folder / "out"],
                       check=True, capture_output=True)
        page = Page(report.render(results.read_run(self.folder / "out")))
        self.assertIn("All 3 engines agree on every puzzle.", page.text)
        self.assertEqual({"bitmask": True, "dlx": True, "lanes_scalar": False},
                         {one["name"]: one["isTimed"] for one in page.data()["engines"]})
        self.assertIn("Mean times of blocks instead of times of single puzzles: lanes_scalar", page.text)


class ReportOfCount(PageTestCase):
    def render(self, context=None, **options):
        self.directory = self.write_count(**options)
        script_testing.change_context(self.directory, **(context or {}))
        self.assertEqual((0, f"{self.directory}/report.html\n", ""),
                         self.call(report.main, self.directory))
        return (self.directory / "report.html").read_text(encoding="utf-8")

    def text_of_page(self, **options):
        """Returns the text of a page without its slow pictures."""
        with unittest.mock.patch.object(report_counts, "PICTURES", ()):
            return Page(self.render(**options)).text

    def test_totals(self):
        text = self.text_of_page()
        for part in ("Solutions of multi", "Counted 2001-02-03 04:05:06 UTC on Abacus <b>9</b>",
                     "puzzles 29", "puzzles that timed out 1", "invalid lines 2",
                     f"solutions at least {script_testing.MOST:,}",
                     "engine joiner", "time in the engine, all threads 2.00 ms", "time per puzzle 69.0 µs",
                     "10¹ to 10² 11 37.9 %", "arguments count <all>"):
            self.assertIn(part, text)

    def test_pictures_are_accessible_and_use_the_colours_of_the_page(self):
        text = self.render(dataset=script_testing.HOSTILE)
        page = Page(text)
        pictures = [one for _, one in page.elements if one.get("role") == "img"]
        self.assertEqual([f"{title}: script>&$x_$" for title in
                          ("Puzzles by number of solutions", "Solutions by clues")],
                         [one["aria-label"] for one in pictures])
        self.assertTrue(all("aria-labelledby" in table for table in page.all("table")))
        self.assertIn("22 clues: 12 puzzles, median number of solutions 42", page.text)
        self.assert_uses_the_colours_of_the_page(text)
        self.assert_needs_nothing_else(text, page)
        self.assertEqual([], page.all("script"))

    def test_puzzles_are_optional(self):
        self.write_count()
        (self.folder / "count/puzzles.csv").unlink()
        self.assertEqual(0, self.call(report.main, self.folder / "count")[0])
        page = Page((self.folder / "count/report.html").read_text(encoding="utf-8"))
        self.assertEqual(1, len(page.all("svg")))
        self.assertIn("This count has no data of single puzzles", page.text)

    def test_an_incomplete_count_is_marked(self):
        text = self.text_of_page(limit=50, shard={"number": 2, "count": 4, "whole": False})
        self.assertIn("Only shard 2 of 4. The count is incomplete.", text)
        self.assertIn("at most 50 solutions per puzzle", text)
        self.assertIn("puzzles with 50 or more 19", text)

    def test_merged_shards_list_their_machines(self):
        shard = {"started": "2001-02-03T04:05:06Z", "machine": {"cpu": "Abacus", "host": "here"}}
        text = self.text_of_page(context={
            "machine": {"cpu": "Merger"}, "shards": [None, shard, shard]})
        self.assertIn("Counted in 3 shards, the first one 2001-02-03 04:05:06 UTC on Abacus", text)
        self.assertIn("shards number 3 without a context 1 host here cpu Abacus", text)

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_a_count_of_the_program(self):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "multi.txt"
        run_in_shards(self.folder, "count", puzzles, "--per-puzzle")
        self.assertEqual(0, self.call(report.main, self.folder / "out")[0])
        page = Page((self.folder / "out/report.html").read_text(encoding="utf-8"))
        for part in ("Counted in 2 shards", "puzzles 100", "solutions 11,873,543", "engine bandjoin",
                     "100,000 to 999,999 19 19 %", "without a context 0"):
            self.assertIn(part, page.text)
        self.assertEqual(2, len(page.all("svg")))


if __name__ == "__main__":
    unittest.main()
