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

import comparing
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


class Report(script_testing.ScriptTestCase):
    def render(self, further=(), **options):
        self.directory = self.write_run(**options)
        return report.render(results.read_run(self.directory), further)

    def page(self, **options):
        return Page(self.render(**options))

    def test_the_page_is_in_the_directory_or_the_given_file(self):
        directory = self.write_run()
        self.assertEqual((0, f"{directory}/report.html\n", ""), self.call(report.main, directory))
        other = self.folder / "other.html"
        self.assertEqual(0, self.call(report.main, directory, "-o", other)[0])
        self.assertEqual(other.read_bytes(), (directory / "report.html").read_bytes())

    def test_the_page_has_no_external_links(self):
        text = self.render(datasets=("data/hard.txt", script_testing.HOSTILE))
        self.assertNotRegex(text, r"https?:|//[a-z]")
        for tag, attributes in Page(text).elements:
            for name in ("src", "href", "action", "data"):
                self.assertRegex(attributes.get(name) or "#", "^(#|data:)", (tag, name))

    def test_names_are_escaped(self):
        names = [script_testing.HOSTILE, script_testing.HOSTILE_TWIN]
        page = self.page(datasets=names)
        self.assertEqual(4, len(page.all("script")))
        self.assertNotIn("b", {tag for tag, _ in page.elements})
        self.assertIn("Abacus <b>9</b>", page.text)
        self.assertIn(script_testing.HOSTILE, page.text)
        self.assertEqual(names, page.data()["datasets"])

    def test_ids_are_unique_and_references_resolve(self):
        page = self.page(datasets=("data/hard.txt", "data/easy.txt"))
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)))
        for _, attributes in page.elements:
            for name in ("aria-labelledby", "aria-describedby", "href"):
                target = (attributes.get(name) or "").removeprefix("#")
                if target and not target.startswith("data:"):
                    self.assertIn(target, ids)
        self.assertLessEqual(set(re.findall(r"url\(#([^)]+)\)", self.render(name="other"))),
                             set(ids))

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
        page = self.page()
        self.assertEqual("en", page.all("html")[0]["lang"])
        for attributes in page.all("th"):
            self.assertIn(attributes["scope"], ("row", "col"))
        captions = page.all("caption")
        labelled = [table for table in page.all("table") if "aria-labelledby" in table]
        self.assertEqual(len(page.all("table")), len(captions) + len(labelled))
        pictures = [attributes for _, attributes in page.elements
                    if attributes.get("role") == "img"]
        charts = [attributes for attributes in page.all("svg") if attributes.get("class") == "chart"]
        self.assertEqual((4, 4), (len(charts), len([one for one in charts if "class" in one])))
        self.assertEqual(len(pictures), len(page.all("svg")) - len(charts))
        self.assertEqual(5, len(pictures))
        for attributes in pictures:
            self.assertIn("hard", attributes["aria-label"])
            self.assertIn("aria-describedby", attributes)

    def test_pictures_use_the_colours_of_the_page(self):
        for svg in re.findall(r"<svg viewBox.*?</svg>", self.render(), re.S):
            self.assertIn("var(--ink)", svg)
            self.assertNotRegex(svg, "#1b1f24|#fefefe|#ffffff|#000000|fill: black")

    def test_a_shard_is_noted(self):
        directory = self.write_run()
        self.assertNotIn("Only shard", Page(report.render(results.read_run(directory))).text)
        script_testing.change_context(directory, shard={"number": 2, "count": 5})
        self.assertIn("Only shard 2 of 5.", Page(report.render(results.read_run(directory))).text)

    def test_pair_tables_compare_each_pair(self):
        run = results.read_run(self.write_run(datasets=("data/hard.txt",)))
        (table,) = report.pair_tables(run)
        cell = table["cells"]["quick", "slow"]
        self.assertEqual("faster", cell["kind"])
        self.assertIn(cell["text"], str(run.blocks["data/hard.txt"].ratio("quick", "slow")))
        self.assertEqual("faster", table["cells"]["wide", "quick"]["kind"])
        self.assertEqual("slower", table["cells"]["slow", "quick"]["kind"])

    def test_only_existing_columns_are_shown(self):
        text = self.page(change=lambda row: {**row, "p999_ns": 7, "vbs_share": 0.25, "peak_bytes": 3 << 19}).text
        self.assertIn("VBS share", text)
        self.assertIn("1.50 MiB", text)
        self.assertIn("25.0 %", text)
        self.assertNotIn("VBS share", self.page(name="other").text)

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
        self.assertIn("All pairs", self.page().text)
        with unittest.mock.patch.dict(script_testing.SPEEDS):
            del script_testing.SPEEDS["slow"]
            self.assertNotIn("All pairs", self.page(name="two").text)

    def test_several_board_sizes_have_a_section(self):
        names = [f"{side}x{side}_{fill}.txt" for side in (9, 16) for fill in (40, 45)]
        page = self.page(datasets=names, change=script_testing.of_shape)
        self.assertIn("Board sizes", page.text)
        for part in ("2.00 s (0 %)", "Time by size", "16x16: solved puzzles", "9x9: time by share of clues"):
            self.assertIn(part, page.text)
        self.assertNotIn("Board sizes", self.page(name="other").text)
        large = self.page(name="large", datasets=names[2:3], change=script_testing.of_shape)
        self.assertNotIn("Board sizes", large.text)  # one dataset

    def test_the_required_columns_are_enough(self):
        kept = ("engine", "dataset", "puzzles", "solved", "puzzles_per_second", "verdict")
        directory = self.write_run()
        rows = [{name: row[name] for name in kept} for row in
                (script_testing.summary_row("d.txt", engine, 5, 1)
                 for engine in script_testing.SPEEDS)]
        script_testing.write_rows(directory / "summary.csv", rows)
        for name in ("puzzles.csv", "blocks.csv"):
            (directory / name).unlink()
        (directory / "context.json").unlink()
        script_testing.change_context(directory)
        page = Page(report.render(results.read_run(directory)))
        self.assertIn("This run has no data of single puzzles", page.text)
        self.assertEqual([], [one for one in page.all("svg") if one.get("class") != "chart"])
        self.assertNotIn("circle", {tag for tag, _ in page.elements})

    def test_unknown_values_are_omitted(self):
        unknown = dict.fromkeys(("max_solutions", "threads", "repetitions"), "")
        text = self.page(change=lambda row: {**row, **unknown}).text
        self.assertNotIn("nan", text.lower().split())
        self.assertNotIn("at most", text)
        self.assertIn("repetition", self.page(name="other").text)

    def test_data_of_the_puzzle_table(self):
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

    def test_errors_have_one_line(self):
        self.assert_fails(4, report.main, ["/no/such"], "/no/such: no such directory")
        directory = self.write_run()
        self.assert_fails(74, report.main, [directory, "-o", "/no/such/x"], "/no/such/x")
        (directory / "context.json").write_text('{"started"')
        self.assert_fails(4, report.main, [directory], "context.json: invalid JSON")
        (directory / "context.json").unlink()
        os.mkfifo(directory / "context.json")
        self.assert_fails(4, report.main, [directory], "context.json: is not a regular file")

    def test_scaling_rejects_counts(self):
        self.assert_fails(4, report.main, [self.write_count(), "--scaling", self.write_run()],
                          "results of count, not of bench")

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_bounds_equal_those_of_the_program(self):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "hard.txt"
        subprocess.run([PROGRAM, "--engine", "bitmask,dlx,naive", "--dataset", puzzles, "--threads",
                        "1", "--max-guesses", "10", "--warmup", "0s", "--quiet", "--out",
                        self.folder / "out"], check=True, capture_output=True)
        run = results.read_run(self.folder / "out")
        (blocks,) = run.blocks.values()
        for row in run.summary.itertuples():
            ratio = blocks.ratio(row.engine, row.baseline)
            self.assertEqual(row.ratio_bound, ratio.bound)
            self.assertAlmostEqual(1, ratio.speedup / row.ratio, 9)

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_totals_equal_those_of_the_program(self):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "hard.txt"
        # The last block is smaller than the others. The limit excludes some blocks of naive.
        subprocess.run([PROGRAM, "--engine", "bitmask,dlx,naive", "--dataset", puzzles, "--threads", "1",
                        "--max-puzzles", "75", "--max-guesses", "300000", "--block-size", "4", "--warmup", "0s",
                        "--quiet", "--out", self.folder / "out"], check=True, capture_output=True)
        run = results.read_run(self.folder / "out")
        (blocks,) = run.blocks.values()
        for row in run.summary.itertuples():
            ratio = blocks.ratio(row.engine, row.baseline)
            self.assertEqual("", row.ratio_bound)
            self.assertEqual(row.baseline, comparing.fastest_of(run, row.dataset))
            self.assertAlmostEqual(1, ratio.speedup / row.ratio, 9)
            self.assertAlmostEqual(1, ratio.total / row.ratio_total, 9)
            self.assertAlmostEqual(1, ratio.inverse().total * row.ratio_total, 9)

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


class ReportOfCount(script_testing.ScriptTestCase):
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
                     "engine auto: joiner, lanes_one", "CPU time 1.00 ms",
                     "CPU time per puzzle 34.5 µs",
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
        for svg in re.findall(r"<svg.*?</svg>", text, re.S):
            self.assertIn("var(--ink)", svg)
            self.assertNotRegex(svg, "#1b1f24|#fefefe|#ffffff|#000000|fill: black")
        self.assert_needs_nothing_else(text, page)

    def assert_needs_nothing_else(self, text, page):
        self.assertNotRegex(text, r"https?:|//[a-z]")
        self.assertEqual([], page.all("script"))
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)))
        for _, attributes in page.elements:
            for name in ("aria-labelledby", "aria-describedby", "href"):
                target = (attributes.get(name) or "").removeprefix("#")
                if target and not target.startswith("data:"):
                    self.assertIn(target, ids)

    def test_puzzles_and_context_are_optional(self):
        self.write_count()
        for name in ("puzzles.csv", "context.json"):
            (self.folder / "count" / name).unlink()
        self.assertEqual(0, self.call(report.main, self.folder / "count")[0])
        page = Page((self.folder / "count/report.html").read_text(encoding="utf-8"))
        self.assertEqual(1, len(page.all("svg")))
        self.assertIn("This count has no data of single puzzles", page.text)
        self.assertIn("engine auto CPU time", page.text)

    def test_an_incomplete_count_is_marked(self):
        text = self.text_of_page(limit=50, change=lambda row: {
            **row, "shards": 4, "shard": 2, "whole": 0})
        self.assertIn("Only shard 2 of 4. The count is incomplete.", text)
        self.assertIn("at most 50 solutions per puzzle", text)
        self.assertIn("puzzles with 50 or more 19", text)

    def test_merged_shards_list_their_machines(self):
        shard = {"started": "2001-02-03T04:05:06Z", "engines": ["lanes_one", "joiner"],
                 "machine": {"cpu": "Abacus", "host": "here"}}
        text = self.text_of_page(context={
            "engines": [], "machine": {"cpu": "Merger"}, "shards": [None, shard, shard]})
        self.assertIn("Counted in 3 shards, the first one 2001-02-03 04:05:06 UTC on Abacus", text)
        self.assertIn("engine auto: joiner, lanes_one", text)
        self.assertIn("shards number 3 without a context 1 host here cpu Abacus", text)

    @unittest.skipUnless(PROGRAM, "SUDOKU_BENCH is not set")
    def test_a_count_of_the_program(self):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "multi.txt"
        run_in_shards(self.folder, "count", puzzles, "--per-puzzle")
        self.assertEqual(0, self.call(report.main, self.folder / "out")[0])
        page = Page((self.folder / "out/report.html").read_text(encoding="utf-8"))
        for part in ("Counted in 2 shards", "puzzles 100", "solutions 11,873,543", "auto: bandjoin",
                     "100,000 to 999,999 19 19 %", "without a context 0"):
            self.assertIn(part, page.text)
        self.assertEqual(2, len(page.all("svg")))


if __name__ == "__main__":
    unittest.main()
