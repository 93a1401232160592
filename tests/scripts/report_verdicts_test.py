#!/usr/bin/python3
"""Tests the sentences, the ranking and the numbers of scripts/report.py."""

import dataclasses
import re
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import numpy
import pandas

import comparing
import plotting
import report
import report_missing
import report_ranking
import report_verdicts
from sudoku_bench import results

EMPTY_RATIO = dict.fromkeys(("ratio", "ratio_low", "ratio_high"), "")
NO_INTERVAL = {"ratio_low": "", "ratio_high": ""}
EVENTS = {"instructions": 60_000, "cycles": 30_000, "branches": 9_000, "branch_misses": 1_200, "l1d_misses": 240,
          "scaled_blocks": 0, "package_uj": 900}


class VerdictTestCase(script_testing.ScriptTestCase):
    """In the made-up runs, bench was called with the baseline `quick`, and `wide` is six times faster."""

    def run_of(self, **options):
        """Returns a new run."""
        return results.read_run(self.write_run(f"run{len(list(self.folder.iterdir()))}", **options))

    def outcome(self, **options):
        """Returns the sentence on the fastest engine, and the sentences on whether this is reliable."""
        (outcome,) = report_verdicts.outcomes(self.run_of(**options))
        first = [] if outcome["kind"] else outcome["first"]
        parts = (", ".join(first), outcome["verb"], outcome["lead"], outcome["rest"])
        return " ".join(filter(None, parts)), " ".join(outcome["facts"])

    def warnings(self, **options):
        return " ".join(one["text"] for one in report_verdicts.warnings_of(self.run_of(**options)))

    def ranking(self, wanted=None, **options):
        run = self.run_of(**options)
        numbers = {engine: style.number for engine, style in plotting.styles_of(run).items()}
        (ranking,) = report_ranking.rankings(dataclasses.replace(run, wanted=wanted), numbers)
        return ranking

    def page(self, run):
        """Returns a page without its slow pictures."""
        with unittest.mock.patch.object(report, "PICTURES", ()):
            return report.render(run)


def of(engine, **members):
    """Returns a change of the rows of an engine."""
    return lambda row: {**row, **members} if row["engine"] == engine else row


class OutcomeTest(VerdictTestCase):
    def test_the_sentence_on_the_fastest_engine(self):
        too_few = "(blocks too few or too short for an interval)"
        undecided = "Undecided: {} is faster in the median ({}), {} in total ({})."
        for change, sentence in (
                (lambda row: row, r"wide is 6\.00x faster \[5\.40, 6\.60\] than quick\."),
                # The baseline of bench can be fastest.
                (of("wide", puzzles_per_second=5, ratio=0.5, ratio_low=0.4, ratio_high=0.8),
                 r"quick is 2\.00x faster \[1\.25, 2\.50\] than wide\."),
                (of("wide", ratio=1.01, ratio_low=0.99, ratio_high=1.03),
                 r"wide, quick are fastest, with no clear difference\. wide is 21\dx faster \[\d+, \d+\] than slow\."),
                (lambda row: {**row, **NO_INTERVAL}, re.escape(f"wide is about 6.00x faster than quick {too_few}.")),
                (of("wide", **NO_INTERVAL, ratio_total=2),
                 ".* than quick, in total time 2.00x faster .blocks too few.*"),
                (of("wide", **NO_INTERVAL, ratio_bound="at_least"), r"wide is ≥ 6\.00x faster than quick\."),
                # The total is in the interval, so it contradicts nothing.
                (of("wide", ratio=1.05, ratio_low=0.9, ratio_high=1.2, ratio_total=0.95),
                 "wide, quick are fastest, with no clear difference.*"),
                (of("wide", ratio_total=979),
                 r"wide is 6\.00x faster \[5\.40, 6\.60\] than quick, in total time 979x faster\."),
                (of("wide", ratio_total=3.7), "((?!total).)*"),  # within a factor of 1.5 of the interval
                (of("wide", ratio_total=9.8), "((?!total).)*"),
                (lambda row: {**row, "verdict": "ok" if row["engine"] == "wide" else "wrong"},
                 r"wide is the only engine that solved puzzles without a wrong answer\."),
                (lambda row: {**row, "verdict": "wrong"}, r"No engine solved a puzzle without a wrong answer\."),
                # The next engine is slower in the median and in total, the last one is the fastest in total.
                (lambda row: of("wide", solved=30, ratio=0.5, ratio_low=0.4, ratio_high=0.8, ratio_total=0.6)(
                    of("slow", solved=30, puzzles=30, skipped=0, ratio_total=2)(row)),
                 re.escape(undecided.format("quick", "30.0x", "slow", "2.00x"))),
                (lambda row: of("slow", ratio=20, ratio_low=15, ratio_high=25)(of("wide", solved=0)(row)), re.escape(
                    "Undecided: slow is 20.0x faster [15.0, 25.0] than quick, but it solved fewer puzzles.")),
                (of("wide", verdict="disagreement"), re.escape(
                    "Undecided: wide is 6.00x faster [5.40, 6.60] than quick, but its answers are disputed."))):
            self.assertRegex(self.outcome(change=change)[0], f"^{sentence}$")

    def test_own_solvers_and_a_chosen_baseline_are_the_headline(self):
        of_slow = r"is 3rd of 3: 21\dx slower than wide\."
        for name, context, wanted, sentences in (
                ("none", {}, None, {}), ("all", {"own_engines": list(script_testing.SPEEDS)}, None, {}),
                ("own", {"own_engines": ["slow"]}, None, {"slow": of_slow}),
                ("run", {"task": {"baseline": "quick"}, "own_engines": ["slow"]}, None,
                 {"quick": r"is 2nd of 3: 6\.00x slower than wide, 30\.0x faster than slow\.", "slow": of_slow}),
                ("page", {"task": {"baseline": "quick"}}, "slow", {"slow": of_slow})):
            directory = self.write_run(name)
            script_testing.change_context(directory, **context)
            run = dataclasses.replace(results.read_run(directory), wanted=wanted)
            (outcome,) = report_verdicts.outcomes(run)
            self.assertEqual(list(sentences), list(outcome["standings"]), name)
            for engine, sentence in sentences.items():
                self.assertRegex(outcome["standings"][engine], f"^{sentence}$")
            # A row of all numbers, and a row and a column of all pairs.
            self.assertEqual(3 * len(sentences), self.page(run).count(' class="subject"'), name)

    def test_a_total_of_the_other_direction_is_undecided(self):
        """`wide` is 6.00x faster than `quick` in the median."""
        sentence = "Undecided: wide is faster in the median (6.00x), quick in total (1.25x)."
        for members in {}, NO_INTERVAL:
            run = self.run_of(change=of("wide", ratio_total=0.8, **members))
            (outcome,) = report_verdicts.outcomes(run)
            self.assertEqual(("undecided", sentence, ["wide", "quick"]),
                             (outcome["kind"], outcome["verb"], outcome["first"]))
            (ranking,) = report_ranking.rankings(run, {engine: 0 for engine in run.engines})
            wide = ranking["rows"][0]
            self.assertEqual(("wide", "tie", f"wide: 2,000,000 puzzles/s. {sentence}"),
                             (wide["engine"], wide["kind"], wide["title"]))
        page = self.page(run)
        self.assertNotIn('class="fastest"', page)  # no winner in green
        self.assertEqual(2, page.count(sentence))  # outcome, and tooltip of the ranking
        self.assertIn('<li class="undecided">', page)

    def test_the_answers_are_compared(self):
        for change, fact in (
                (lambda row: row, "30 puzzles. The 3 engines that solved puzzles agree."),
                (lambda row: {**row, "puzzles": 30, "solved": 30, "skipped": 0, "verdict": "ok",
                              "answer_digest": script_testing.DIGEST}, "All 3 engines agree on every puzzle."),
                (of("wide", solved=0), "The 2 engines that solved puzzles agree"),
                (lambda row: {**row, "verdict": "disagreement"}, "The engines disagree. Do not use these times")):
            self.assertIn(fact, self.outcome(change=change)[1])

    def test_a_stochastic_engine_has_a_success_rate(self):
        def with_rate(row):
            is_slow = row["engine"] == "slow"
            names = ("success_rate", "success_low", "success_high", "success_squares")
            return {**row, **dict(zip(names, (0.9333, 0.78, 0.98, 28) if is_slow else [""] * 4)),
                    "verdict": "incomplete" if is_slow else row["verdict"]}
        _, facts = self.outcome(change=with_rate)
        self.assertIn("slow solved 28 of 30 puzzles (93.3 % [78.0, 98.0]) with seed 1.", facts)
        self.assertNotIn("quick solved", facts)
        _, facts = self.outcome(change=lambda row: {**with_rate(row), "repetitions": 10})
        self.assertIn("with 10 seeds, 1 to 10.", facts)
        self.assertIn("slow gave up on puzzles, as a stochastic search can: 28 of 30 puzzles solved.",
                      self.warnings(change=with_rate))


class WarningsTest(VerdictTestCase):
    def test_unsolved_puzzles_are_reported(self):
        self.assertEqual("slow left puzzles unsolved because of a limit, an interrupt or invalid input: 28 of 30 "
                         "puzzles solved.", self.warnings())

    def test_noise_is_reported_and_marked(self):
        def with_noise(row):
            noise = {"slow": "interfered", "quick": "noisy", "wide": ""}[row["engine"]]
            return {**row, "noise": noise, "lost_ns": row["wall_ns"] // 8}
        text = self.warnings(change=with_noise)
        self.assertIn("slow lost up to 12.5 % of the time to other processes", text)
        self.assertIn("quick differed more between repetitions than the interval explains.", text)
        self.assertNotIn("wide", text)
        self.assertNotIn("Noise", self.outcome(change=with_noise)[1])  # wide is fastest
        self.assertIn("Noise disturbed wide: see the warnings.",
                      self.outcome(change=lambda row: {**row, "noise": "noisy"})[1])
        self.assertEqual({"wide": "", "quick": "~", "slow": "*~"},
                         {row["engine"]: row["mark"] for row in self.ranking(change=with_noise)["rows"]})

    def test_noise_of_old_results_was_a_verdict(self):
        run = self.run_of(change=lambda row: {**row, "verdict": "noisy" if row["engine"] == "wide" else "interfered"})
        text = " ".join(one["text"] for one in report_verdicts.warnings_of(run))
        self.assertIn("slow and quick lost part of the time to other processes", text)
        self.assertIn("wide differed more between repetitions", text)
        self.assertEqual({"ok"}, set(run.summary["verdict"]))

    def test_each_sentence_occurs_once(self):
        run = self.run_of(datasets=("a.txt", "b.txt", "c.txt"), change=lambda row: {
            **of("wide", verdict="unavailable")(of("quick", verdict="throttled")(row)),
            "noise": "noisy" if row["dataset"] == "b.txt" else ""})
        found = {one["verdict"]: (one["where"], one["text"]) for one in report_verdicts.warnings_of(run)}
        self.assertEqual(len(found), len(report_verdicts.warnings_of(run)))
        self.assertEqual(("", "wide cannot run on this CPU or in this build."), found["unavailable"])
        self.assertEqual(("", "quick was marked throttled."), found["throttled"])  # an unknown verdict
        self.assertEqual("b", found["noisy"][0])

    def test_wrong_answers_are_alarms_and_no_warnings(self):
        run = self.run_of(change=of("wide", verdict="wrong", errors=17))
        self.assertNotIn("wide", " ".join(one["text"] for one in report_verdicts.warnings_of(run)))
        (alarm,) = report_verdicts.alarms_of(run)
        self.assertIn("wide gave a wrong answer or crashed on 17 of 30 puzzles of hard.", alarm)


class RankingTest(VerdictTestCase):
    def test_the_fastest_engine_is_first_and_the_baseline_is_a_row(self):
        ranking = self.ranking()
        self.assertEqual("quick", ranking["baseline"])
        self.assertEqual([("wide", "6.00x faster"), ("quick", "baseline"), ("slow", "30.0x slower")],
                         [(row["engine"], row["factor"]) for row in ranking["rows"]])
        self.assertEqual("2,000,000", ranking["rows"][0]["rate"])
        self.assertEqual("wide: 6.00x faster [5.40, 6.60] than quick, 2,000,000 puzzles/s", ranking["rows"][0]["title"])

    def test_places_are_on_a_logarithmic_axis(self):
        def place(text):
            return float(text.removesuffix("%"))

        ranking = self.ranking()
        wide, quick, slow = ranking["rows"]
        one, dots = place(ranking["one"]), [place(row["dot"]) for row in (wide, quick, slow)]
        self.assertEqual(one, dots[1])
        self.assertTrue(0 < dots[2] < one < dots[0] < 100)
        self.assertAlmostEqual(1.8982, (one - dots[2]) / (dots[0] - one), 2)  # log 30 / log 6
        for tick, text in ranking["ticks"]:
            self.assertTrue(0 <= place(tick) <= 100)
            self.assertRegex(text, "^[0-9,]+x$")
        for row in (wide, slow):
            self.assertTrue(place(row["low"]) < place(row["dot"]) < place(row["high"]))

    def test_another_baseline_is_computed_from_the_blocks(self):
        ranking = self.ranking("slow")
        self.assertEqual(["wide", "quick", "slow"], [row["engine"] for row in ranking["rows"]])
        self.assertEqual("baseline", ranking["rows"][2]["factor"])
        expected = results.read_run(self.folder / "run0").pairs["data/hard.txt"].ratio("wide", "slow").factor
        self.assertEqual(expected, ranking["rows"][0]["factor"])
        self.assertRegex(expected, "^[0-9.]+x faster$")

    def test_an_unknown_baseline_is_rejected(self):
        self.assert_fails(4, report.main, [self.write_run(), "--baseline", "nobody"],
                          "nobody solved no puzzle; choose from slow, quick, wide")
        self.assert_fails(4, report.main, [self.write_count(), "--baseline", "auto"], "have no baseline")

    def test_a_tie_and_a_bound_are_marked(self):
        ranking = self.ranking(change=lambda row: of("slow", **NO_INTERVAL, ratio_bound="at_most")(
            of("wide", ratio=1.01, ratio_low=0.99, ratio_high=1.03)(row)))
        wide, _, slow = ranking["rows"]
        self.assertEqual(("tie", "1.01x faster"), (wide["kind"], wide["factor"]))
        self.assertIn("no clear difference", wide["title"])
        self.assertEqual(("at_most", "0%", "≥ 30.0x slower"), (slow["arrow"], slow["high"], slow["factor"]))

    def test_engines_that_did_not_run_or_were_wrong(self):
        ranking = self.ranking(change=of("wide", **EMPTY_RATIO, verdict="unavailable", puzzles=0, solved=0,
                                         puzzles_per_second=0))
        self.assertEqual(["quick", "slow"], [row["engine"] for row in ranking["rows"]])
        for name in ("errors", "failed"):
            run = self.run_of(change=of("wide", verdict="wrong", **{name: 17}))
            (ranking,) = report_ranking.rankings(run, {engine: 0 for engine in run.engines})
            self.assertEqual(["quick", "slow", "wide"], [row["engine"] for row in ranking["rows"]])
            self.assertEqual(("wrong answer", "-"), (ranking["rows"][2]["factor"], ranking["rows"][2]["rate"]))
            self.assertNotIn("dot", ranking["rows"][2])
            table = report.engine_table(run, {engine: 0 for engine in run.engines})
            self.assertTrue(table["rows"][2]["is_wrong"])
            self.assertEqual({"-"}, {cell["text"] for i, cell in enumerate(table["rows"][2]["cells"]) if i != 1})
        ranking = self.ranking(change=of("quick", verdict="wrong"))
        self.assertEqual("", ranking["baseline"])
        self.assertEqual({"-", "wrong answer"}, {row["factor"] for row in ranking["rows"]})

    def test_each_dataset_has_its_baseline(self):
        run = self.run_of(datasets=("a.txt", "b.txt"), change=lambda row: {
            **row, "baseline": "wide" if row["dataset"] == "b.txt" else "quick"})
        self.assertEqual(["quick", "wide"], [comparing.baseline_of(run, dataset) for dataset in run.datasets])
        numbers = {engine: 0 for engine in run.engines}
        self.assertEqual(["quick", "wide"], [one["baseline"] for one in report_ranking.rankings(run, numbers)])
        slow = dataclasses.replace(run, wanted="slow")
        self.assertEqual(["slow"] * 2, [one["baseline"] for one in report_ranking.rankings(slow, numbers)])

    def test_cells_have_the_number_to_sort_by(self):
        run = self.run_of()
        table = report.engine_table(run, {engine: 0 for engine in run.engines})
        columns = dict(zip(table["headings"], zip(*(row["cells"] for row in table["rows"]))))
        self.assertEqual([("6.00x faster [5.40, 6.60]", "6"), ("baseline", "1"),
                          ("30.0x slower [27.3, 33.3]", "0.0333333")],
                         [(cell["text"], cell["value"]) for cell in columns["speedup [95 %]"]])
        self.assertEqual([("-", ""), ("3.00 µs", "3000"), ("90.0 µs", "90000")],
                         [(cell["text"], cell["value"]) for cell in columns["p50"]])

    def test_missing_values_have_a_reason(self):
        """The reasons are below the ranking and below the table of all numbers."""
        whole = "no quantiles without times of single puzzles"
        for change, ranked, shown in (
                (lambda row: row, "", whole),
                *((of("slow", **members), reason, f"{whole}; {reason}") for members, reason in (
                    ({**NO_INTERVAL, "ratio_blocks": 4}, "no interval for fewer than 12 blocks"),
                    ({**NO_INTERVAL, "ratio_blocks": 12}, "no interval for times that are too short"),
                    (EMPTY_RATIO, "no speedup without blocks that both engines solved"),
                    ({"verdict": "wrong"}, "no numbers of engines with wrong answers"))),
                (lambda row: {**of("slow", guesses="", p99_ns="", par2_s="")(row),
                              "peak_bytes": "" if row["engine"] == "wide" else 9}, "",
                 f"{whole}; memory unknown; no quantiles for unsolved puzzles; guesses not reported; no PAR-2 without "
                 "--timeout"),
                (of("quick", verdict="wrong"),
                 "no speedup without a baseline; no numbers of engines with wrong answers", None)):
            run = self.run_of(change=change)
            numbers = {engine: 0 for engine in run.engines}
            (ranking,) = report_ranking.rankings(run, numbers)
            self.assertEqual(ranked and f"Missing values: {ranked}.", report_missing.note_of(ranking["missing"]))
            if shown:
                self.assertEqual(f"Missing values: {shown}.", report.engine_table(run, numbers)["missing"])


class EventsTest(VerdictTestCase):
    def table(self, counts_of):
        """Returns the rows of the table of hardware counters by engine, and the engines with scaled counts."""
        run = self.run_of(change=lambda row: {**row, **counts_of(row["engine"])})
        (table,) = report.event_tables(run)
        return {engine: dict(zip(table["headings"], cells)) for engine, *cells in table["table_rows"]}, table["scaled"]

    def test_means_per_puzzle_cycle_and_guess(self):
        # Version 0.2 wrote estimated cycles.
        rows, scaled = self.table(lambda engine: {**EVENTS, "cycles_estimated": 33_000})
        # There are 30 puzzles with four guesses each.
        self.assertEqual({"instructions": "2,000", "cycles": "1,000",
                          "instructions per cycle": "2.00", "branches": "300", "branch mispredictions": "40.0",
                          "L1d misses": "8.00", "branch mispredictions per guess": "10.0",
                          "L1d misses per guess": "2.00", "µJ": "30.0"}, rows["quick"])
        self.assertEqual("", scaled)

    def test_counters_without_values_are_not_shown(self):
        some = dict.fromkeys(EVENTS, "") | {"scaled_blocks": 0, "package_uj": 900, "branches": 3000}
        self.assertEqual({"µJ": "30.0", "branches": "100"}, self.table(lambda engine: some)[0]["quick"])
        rows, _ = self.table(lambda engine: {**EVENTS, "instructions": 60_000 if engine == "quick" else "",
                                             "verdict": "wrong" if engine == "slow" else "ok"})
        self.assertEqual({"wide": "-", "quick": "2,000"}, {name: row["instructions"] for name, row in rows.items()})

    def test_the_page_has_a_section_if_there_are_several_counters(self):
        energy = dict.fromkeys(EVENTS, "") | {"scaled_blocks": 0, "package_uj": 900}
        for counts, is_shown in (EVENTS, True), (energy, False), ({}, False):
            page = self.page(self.run_of(change=lambda row, counts=counts: {
                **row, **counts, **({"scaled_blocks": 1} if counts and row["engine"] == "wide" else {})}))
            self.assertEqual([is_shown] * 2, [text in page for text in (
                "Hardware counters", "these engines have scaled estimates: wide")])


class RanksTest(VerdictTestCase):
    def test_correlations(self):
        # The example of https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient
        iq = pandas.Series([106, 100, 86, 101, 99, 103, 97, 113, 112, 110])
        hours = pandas.Series([7, 27, 2, 50, 28, 29, 20, 12, 6, 17])
        self.assertAlmostEqual(-29 / 165, comparing.rank_correlation(iq, hours), 12)
        # Equal values share a rank, and only rows with both values count.
        a, b = pandas.Series([1, 1, 2, 3, None, 9]), pandas.Series([5, 6, 6, 6, 1, None])
        self.assertAlmostEqual(2 / 13.5**0.5, comparing.rank_correlation(a, b, least=4), 12)
        self.assertIsNone(comparing.rank_correlation(a, b, least=5))
        up = pandas.Series(range(10))
        self.assertAlmostEqual(1, comparing.rank_correlation(up, up ** 3), 12)
        self.assertAlmostEqual(-1, comparing.rank_correlation(up, -numpy.exp(up)), 12)
        self.assertIsNone(comparing.rank_correlation(up, up * 0 + 3))
        self.assertIsNone(comparing.rank_correlation(up[1:], up[1:]))

    def test_the_puzzles_of_two_engines_are_matched(self):
        times = comparing.times_of_puzzles(self.run_of(isomorphs=2), "data/hard.txt")
        self.assertEqual({"slow", "quick"}, set(times))
        for line in (1, 4, 30):
            for engine in times:
                self.assertEqual(script_testing.puzzle_time(engine, line) + 1, times.loc[(line, 1), engine])

    def test_the_page_has_a_table_for_each_measure(self):
        run = self.run_of(isomorphs=2)
        times, guesses = report.correlation_tables(run)
        self.assertEqual(["time", "guesses"], [times["measure"], guesses["measure"]])
        self.assertEqual({"slow", "quick"}, set(times["engines"]))
        self.assertEqual({"slow", "wide, quick"}, set(guesses["engines"]))  # equal guesses on each puzzle
        self.assertEqual("1.00", guesses["table_rows"][0][2])
        self.assertIn(f">{times['table_rows'][0][2]}</td>", self.page(run))
        self.assertNotIn("Rank correlations", self.page(self.run_of(puzzles=8)))
        (guesses,) = report.correlation_tables(self.run_of(change=of("quick", verdict="wrong")))
        self.assertEqual({"slow", "wide"}, set(guesses["engines"]))


if __name__ == "__main__":
    unittest.main()
