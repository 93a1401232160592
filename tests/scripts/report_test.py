#!/usr/bin/python3
"""Tests the content of the page of scripts/report.py. report_browser_test.py tests its behaviour."""

import html.parser
import json
import os
import re
import shutil
import subprocess
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import comparing
import plotting
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

    def verdicts(self, **options):
        """Returns the sentences on a dataset without rendering the page."""
        run = results.read_run(self.write_run(**options))
        (verdict,) = report.verdicts(run, comparing.baseline_of(run, run.datasets))
        sentences = [one["text"] for one in verdict["sentences"] + verdict["caveats"]]
        return " ".join([*sentences, verdict["agreement"]])

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
        self.assertEqual(2, len(page.all("script")))
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
        self.assertEqual(len(page.all("table")), len(page.all("caption")))
        pictures = [attributes for _, attributes in page.elements
                    if attributes.get("role") == "img"]
        self.assertEqual(len(pictures), len(page.all("svg")))
        self.assertEqual(7, len(pictures))
        for attributes in pictures:
            self.assertIn("hard", attributes["aria-label"])
            self.assertIn("aria-describedby", attributes)

    def test_pictures_use_the_colours_of_the_page(self):
        for svg in re.findall(r"<svg.*?</svg>", self.render(), re.S):
            self.assertIn("var(--ink)", svg)
            self.assertNotRegex(svg, "#1b1f24|#fefefe|#ffffff|#000000|fill: black")

    def test_a_shard_is_noted(self):
        directory = self.write_run()
        self.assertNotIn("Only shard", Page(report.render(results.read_run(directory))).text)
        script_testing.change_context(directory, shard={"number": 2, "count": 5})
        self.assertIn("Only shard 2 of 5.", Page(report.render(results.read_run(directory))).text)

    def test_verdicts_name_the_faster_engine_first(self):
        text = self.page().text
        self.assertIn("wide is 6.00x [5.40, 6.60] as fast as quick on hard.", text)
        self.assertIn("quick is 30.0x [27.3, 33.3] as fast as slow on hard.", text)
        self.assertIn("slow left puzzles unsolved because of a limit, an interrupt or invalid input: 28 of 30", text)
        self.assertIn("The 3 engines that solved puzzles agree on every puzzle that two of them solved.", text)

    def test_a_stochastic_engine_has_a_success_rate(self):
        def with_rate(row):
            is_slow = row["engine"] == "slow"
            names = ("success_rate", "success_low", "success_high", "success_squares")
            return {**row, **dict(zip(names, (0.9333, 0.78, 0.98, 28) if is_slow else [""] * 4)),
                    "verdict": "incomplete" if is_slow else row["verdict"]}
        text = self.page(change=with_rate).text
        self.assertIn("slow solved 28 of 30 puzzles (93.3 % [78.0, 98.0]) with seed 1.", text)
        self.assertIn("slow gave up on puzzles, as a stochastic search can: 28 of 30 puzzles solved.", text)
        self.assertNotIn("quick solved", text)
        text = self.page(name="ten", change=lambda row: {**with_rate(row), "repetitions": 10}).text
        self.assertIn("with 10 seeds, 1 to 10.", text)

    def test_an_interval_with_1_shows_no_clear_difference(self):
        text = self.verdicts(change=lambda row: {
            **row, "ratio": 1.01, "ratio_low": 0.99, "ratio_high": 1.03})
        self.assertIn("wide and quick show no clear difference on hard: 1.01x [0.990, 1.03].", text)

    def test_a_ratio_without_an_interval_is_approximate(self):
        text = self.verdicts(change=lambda row: {**row, "ratio_low": "", "ratio_high": ""})
        self.assertIn("wide is about 6.00x as fast as quick on hard. The blocks are too few or", text)
        self.assertIn("quick is about 30.0x as fast as slow on hard. The blocks are too few or", text)

    def test_engines_that_solved_nothing_do_not_count_as_agreeing(self):
        text = self.verdicts(change=lambda row: {**row, "solved": 0 if row["engine"] == "wide" else row["solved"]})
        self.assertIn("The 2 engines that solved puzzles agree", text)

    def test_disagreement_is_reported(self):
        text = self.verdicts(change=lambda row: {**row, "verdict": "disagreement"})
        self.assertIn("The engines disagree. Do not use these times", text)

    def test_noise_is_reported_and_marked(self):
        def with_noise(row):
            noise = {"slow": "interfered", "quick": "noisy", "wide": ""}[row["engine"]]
            return {**row, "noise": noise, "lost_ns": row["wall_ns"] // 8}
        text = self.verdicts(change=with_noise)
        self.assertIn("slow lost up to 12.5 % of the time to other processes", text)
        self.assertIn("quick differed more between repetitions than the interval explains.", text)
        self.assertNotIn("wide lost", text)
        run = results.read_run(self.folder / "run")
        (table,) = report.summary_tables(run, plotting.styles_of(run.engines), "quick")
        self.assertEqual({"slow": True, "quick": True, "wide": False},
                         {row["engine"]: row["cells"][0].endswith(" ~") for row in table["rows"]})

    def test_noise_of_old_results_was_a_verdict(self):
        text = self.verdicts(change=lambda row: {
            **row, "verdict": "noisy" if row["engine"] == "wide" else "interfered"})
        self.assertIn("slow and quick lost part of the time to other processes", text)
        self.assertIn("wide differed more between repetitions", text)
        self.assertEqual({"ok"}, set(results.read_run(self.folder / "run").summary["verdict"]))

    def test_a_total_that_contradicts_the_median_is_named(self):
        def with_total(total):
            return lambda row: {**row, "ratio_total": total if row["engine"] == "wide" else ""}
        text = self.verdicts(change=with_total(979))
        self.assertIn("wide is 6.00x [5.40, 6.60] as fast as quick on hard. In total time, wide is 979x as fast as "
                      "quick.", text)
        self.assertEqual(1, text.count("In total time"))
        text = self.verdicts(name="slower", change=with_total(0.25))
        self.assertIn("In total time, quick is 4.00x as fast as wide.", text)
        for close in (3.7, 9.8):  # within a factor of 1.5 of the interval
            self.assertNotIn("In total time", self.verdicts(name=str(close), change=with_total(close)))

    def test_an_unknown_verdict_is_shown_unchanged(self):
        self.assertIn("slow, quick and wide were marked throttled.",
                      self.verdicts(change=lambda row: {**row, "verdict": "throttled"}))

    def test_wrong_engines_have_no_ratio_and_are_last(self):
        for change in ({"verdict": "wrong", "errors": 17}, {"failed": 3}):
            self.folder.joinpath("run").exists() and shutil.rmtree(self.folder / "run")
            run = results.read_run(self.write_run(change=lambda row: {
                **row, **(change if row["engine"] == "wide" else {})}))
            (table,) = report.summary_tables(run, plotting.styles_of(run.engines), "quick")
            self.assertEqual(["quick", "slow", "wide"], [row["engine"] for row in table["rows"]])
            self.assertEqual(("-", True, {"-"}), (table["rows"][2]["ratio"],
                             table["rows"][2]["is_wrong"], set(table["rows"][2]["cells"])))
            (alarm,) = report.alarms_of(run)
            self.assertIn("wide gave a wrong answer or crashed", alarm)
            self.assertNotIn("wide", " ".join(
                one["text"] for of in report.verdicts(run, None) for one in of["sentences"]))

    def test_a_wrong_baseline_is_not_used(self):
        run = results.read_run(self.write_run(change=lambda row: {
            **row, "verdict": "wrong" if row["engine"] == "quick" else "ok"}))
        self.assertIsNone(comparing.baseline_of(run, run.datasets))
        page = Page(report.render(run))
        self.assertIn("No two engines can be compared.", page.text)
        self.assertNotIn("speedup over quick", page.text)

    def test_sentences_state_bounds(self):
        def change(row):
            return {**row, "ratio_low": "", "ratio_high": "", "ratio_bound": bound} \
                if row["engine"] == "slow" else row
        bound = "at_most"
        self.assertIn("quick is at least 30.0x as fast as slow over the blocks of hard that both started. "
                      "slow did not solve 2 of 30 puzzles.", self.verdicts(change=change))
        bound = "at_least"
        self.assertIn("slow and quick show no clear difference over the blocks of hard that both started. quick "
                      "did not solve 0 of 30 puzzles.", self.verdicts(name="other", change=change))

    def test_all_datasets_have_the_most_frequent_baseline(self):
        run = results.read_run(self.write_run(datasets=("a.txt", "b.txt", "c.txt"), change=lambda row: {
            **row, "baseline": "wide" if row["dataset"] == "b.txt" else "quick"}))
        self.assertEqual("quick", comparing.baseline_of(run, run.datasets))
        text = Page(report.render(run)).text
        self.assertNotIn("speedup over wide", text)
        self.assertIn("wide is 6.", text.split("of b.txt")[0])

    def test_agreement_of_all_engines_is_stated(self):
        text = self.verdicts(change=lambda row: {
            **row, "puzzles": 30, "solved": 30, "skipped": 0, "answer_digest": "aa", "verdict": "ok"})
        self.assertIn("All 3 engines agree on every puzzle.", text)

    def test_an_unavailable_engine_is_explained(self):
        empty = {name: "" for name in ("ratio", "ratio_low", "ratio_high", "p50_ns", "p90_ns",
                                       "p99_ns", "max_ns", "par2_s")}
        text = self.page(change=lambda row: row if row["engine"] != "wide" else {
            **row, **empty, "verdict": "unavailable", "puzzles": 0, "solved": 0,
            "puzzles_per_second": 0, "ratio_blocks": 0}).text
        self.assertIn("wide cannot run on this CPU or in this build.", text)
        self.assertNotIn("wide and quick", text)

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
        self.assertIn("p99.9", text)
        self.assertIn("1.50 MiB", text)
        self.assertIn("25.0 %", text)
        self.assertNotIn("p99.9", self.page(name="other").text)

    def test_several_board_sizes_have_a_section(self):
        names = [f"{side}x{side}_{fill}.txt" for side in (9, 16) for fill in (40, 45)]
        page = self.page(datasets=names, change=script_testing.of_shape)
        self.assertIn("Board sizes", page.text)
        for part in ("2.00 s (0 %)", "Time by size", "16x16: solved puzzles", "9x9: time by share of clues"):
            self.assertIn(part, page.text)
        self.assertNotIn("Board sizes", self.page(name="other").text)

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
        self.assertEqual([], page.all("svg"))

    def test_unknown_values_are_omitted(self):
        unknown = dict.fromkeys(("max_solutions", "threads", "repetitions"), "")
        text = self.page(change=lambda row: {**row, **unknown}).text
        self.assertNotIn("nan", text.lower().split())
        self.assertNotIn("at most", text)
        self.assertIn("repetition", self.page(name="other").text)

    def test_data_of_the_puzzle_table(self):
        data = self.page(isomorphs=2, repetitions=2).data()
        self.assertEqual(60, len(data["line"]))
        self.assertEqual(["slow", "quick", "wide"], [one["name"] for one in data["engines"]])
        self.assertEqual([True, True, False], [one["isTimed"] for one in data["engines"]])
        slow = data["engines"][0]
        row = data["line"].index(5)
        self.assertEqual("timeout", slow["states"][slow["state"][row]])
        self.assertEqual(">=340282366920938463463374607431768211455",
                         data["solutions"][data["line"].index(4)])

    def test_further_runs_add_the_scaling_picture(self):
        further = self.write_run(name="two", threads=2)
        directory = self.write_run()
        self.assertEqual(0, self.call(report.main, directory, "--scaling", further)[0])
        self.assertIn("Speedup with threads", (directory / "report.html").read_text())
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
        self.assertIn("p99.9", page.text)
        self.assertEqual([True, True, False], [one["isTimed"] for one in page.data()["engines"]])
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
        self.assertEqual(len(page.all("table")), len(page.all("caption")))
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
