#!/usr/bin/python3
"""Tests the sentences, the ranking and the numbers of scripts/report.py."""

import re
import unittest

import script_testing  # first: it finds the scripts

import comparing
import plotting
import report
import report_missing
import report_ranking
import report_verdicts
from sudoku_bench import results


class VerdictTestCase(script_testing.ScriptTestCase):
    """In the made-up runs, bench was called with the baseline `quick`, and `wide` is six times faster."""

    def run_of(self, **options):
        return results.read_run(self.write_run(**options))

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
        (ranking,) = report_ranking.rankings(run, wanted, numbers)
        return ranking


def of(engine, **members):
    """Returns a change of the rows of an engine."""
    return lambda row: {**row, **members} if row["engine"] == engine else row


class OutcomeTest(VerdictTestCase):

    def test_the_sentence_on_the_fastest_engine(self):
        bare = {"ratio_low": "", "ratio_high": ""}
        too_few = "(blocks too few or too short for an interval)"
        for number, (change, sentence) in enumerate((
                (lambda row: row, r"wide is 6\.00x faster \[5\.40, 6\.60\] than quick\."),
                # The baseline of bench can be fastest.
                (of("wide", puzzles_per_second=5, ratio=0.5, ratio_low=0.4, ratio_high=0.8),
                 r"quick is 2\.00x faster \[1\.25, 2\.50\] than wide\."),
                (of("wide", ratio=1.01, ratio_low=0.99, ratio_high=1.03),
                 r"wide, quick are fastest, with no clear difference\. wide is 21\dx faster \[\d+, \d+\] than slow\."),
                (lambda row: {**row, **bare}, re.escape(f"wide is about 6.00x faster than quick {too_few}.")),
                (of("wide", **bare, ratio_total=2), ".* than quick, in total time 2.00x faster .blocks too few.*"),
                (of("wide", **bare, ratio_bound="at_least"), r"wide is ≥ 6\.00x faster than quick\."),
                # The total is in the interval, so it contradicts nothing.
                (of("wide", ratio=1.05, ratio_low=0.9, ratio_high=1.2, ratio_total=0.95),
                 "wide, quick are fastest, with no clear difference.*"),
                (of("wide", ratio_total=979),
                 r"wide is 6\.00x faster \[5\.40, 6\.60\] than quick, in total time 979x faster\."),
                (of("wide", ratio_total=3.7), "((?!total).)*"),  # within a factor of 1.5 of the interval
                (of("wide", ratio_total=9.8), "((?!total).)*"),
                (lambda row: {**row, "verdict": "ok" if row["engine"] == "wide" else "wrong"},
                 r"wide is the only engine that solved puzzles without a wrong answer\."),
                (lambda row: {**row, "verdict": "wrong"}, r"No engine solved a puzzle without a wrong answer\."))):
            self.assertRegex(self.outcome(name=str(number), change=change)[0], f"^{sentence}$")

    def test_a_total_of_the_other_direction_is_undecided(self):
        """`wide` is 6.00x faster than `quick` in the median."""
        sentence = "Undecided: wide is faster in the median (6.00x), quick in total (1.25x)."
        for name, members in (("interval", {}), ("none", {"ratio_low": "", "ratio_high": ""})):
            run = self.run_of(name=name, change=of("wide", ratio_total=0.8, **members))
            (outcome,) = report_verdicts.outcomes(run)
            self.assertEqual(("undecided", sentence), (outcome["kind"], outcome["verb"]))
            self.assertEqual(["wide", "quick"], outcome["first"])
            (ranking,) = report_ranking.rankings(run, None, {engine: 0 for engine in run.engines})
            wide = ranking["rows"][0]
            self.assertEqual(("wide", "tie"), (wide["engine"], wide["kind"]))
            self.assertEqual(f"wide: 2,000,000 puzzles/s. {sentence}", wide["title"])
        page = report.render(run)
        self.assertNotIn('class="fastest"', page)  # no winner in green
        self.assertEqual(2, page.count(sentence))  # outcome, and tooltip of the ranking
        self.assertIn('<li class="undecided">', page)

    def test_the_total_of_a_slow_engine_can_contradict(self):
        """The next engine is slower in the median and in total, the last one is the fastest in total."""
        def change(row):
            row = of("wide", solved=30, ratio=0.5, ratio_low=0.4, ratio_high=0.8, ratio_total=0.6)(row)
            return of("slow", solved=30, puzzles=30, skipped=0, ratio_total=2)(row)
        self.assertEqual("Undecided: quick is faster in the median (30.0x), slow in total (2.00x).",
                         self.outcome(change=change)[0])

    def test_an_engine_that_is_fast_only_on_its_own_puzzles_is_undecided(self):
        fast = {"ratio": 20, "ratio_low": 15, "ratio_high": 25}
        text, _ = self.outcome(change=lambda row: of("slow", **fast)(of("wide", solved=0)(row)))
        self.assertEqual("Undecided: slow is 20.0x faster [15.0, 25.0] than quick, but it solved fewer puzzles.", text)
        text, _ = self.outcome(name="disputed", change=of("wide", verdict="disagreement"))
        self.assertEqual("Undecided: wide is 6.00x faster [5.40, 6.60] than quick, but its answers are disputed.", text)

    def test_the_answers_are_compared(self):
        self.assertEqual("30 puzzles. The 3 engines that solved puzzles agree.",
                         self.outcome()[1])
        _, facts = self.outcome(name="all", change=lambda row: {
            **row, "puzzles": 30, "solved": 30, "skipped": 0, "answer_digest": script_testing.DIGEST, "verdict": "ok"})
        self.assertIn("All 3 engines agree on every puzzle.", facts)
        _, facts = self.outcome(name="two", change=of("wide", solved=0))
        self.assertIn("The 2 engines that solved puzzles agree", facts)
        _, facts = self.outcome(name="differ", change=lambda row: {**row, "verdict": "disagreement"})
        self.assertIn("The engines disagree. Do not use these times", facts)

    def test_a_stochastic_engine_has_a_success_rate(self):
        def with_rate(row):
            is_slow = row["engine"] == "slow"
            names = ("success_rate", "success_low", "success_high", "success_squares")
            return {**row, **dict(zip(names, (0.9333, 0.78, 0.98, 28) if is_slow else [""] * 4)),
                    "verdict": "incomplete" if is_slow else row["verdict"]}
        _, facts = self.outcome(change=with_rate)
        self.assertIn("slow solved 28 of 30 puzzles (93.3 % [78.0, 98.0]) with seed 1.", facts)
        self.assertNotIn("quick solved", facts)
        _, facts = self.outcome(name="ten", change=lambda row: {**with_rate(row), "repetitions": 10})
        self.assertIn("with 10 seeds, 1 to 10.", facts)
        self.assertIn("slow gave up on puzzles, as a stochastic search can: 28 of 30 puzzles solved.",
                      self.warnings(name="again", change=with_rate))


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
        self.assertNotIn("Noise", self.outcome(name="fastest", change=with_noise)[1])  # wide is fastest
        self.assertIn("Noise disturbed wide: see the warnings.", self.outcome(name="all", change=lambda row: {
            **row, "noise": "noisy"})[1])
        ranking = self.ranking(name="again", change=with_noise)
        self.assertEqual({"wide": "", "quick": "~", "slow": "*~"}, {row["engine"]: row["mark"]
                                                                    for row in ranking["rows"]})

    def test_noise_of_old_results_was_a_verdict(self):
        text = self.warnings(change=lambda row: {
            **row, "verdict": "noisy" if row["engine"] == "wide" else "interfered"})
        self.assertIn("slow and quick lost part of the time to other processes", text)
        self.assertIn("wide differed more between repetitions", text)
        self.assertEqual({"ok"}, set(results.read_run(self.folder / "run").summary["verdict"]))

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

    def place(self, text):
        return float(text.removesuffix("%"))

    def test_the_fastest_engine_is_first_and_the_baseline_is_a_row(self):
        ranking = self.ranking()
        self.assertEqual("quick", ranking["baseline"])
        self.assertEqual([("wide", "6.00x faster"), ("quick", "baseline"), ("slow", "30.0x slower")],
                         [(row["engine"], row["factor"]) for row in ranking["rows"]])
        self.assertEqual("2,000,000", ranking["rows"][0]["rate"])
        self.assertEqual("wide: 6.00x faster [5.40, 6.60] than quick, 2,000,000 puzzles/s", ranking["rows"][0]["title"])

    def test_places_are_on_a_logarithmic_axis(self):
        ranking = self.ranking()
        wide, quick, slow = ranking["rows"]
        one, dots = self.place(ranking["one"]), [self.place(row["dot"]) for row in (wide, quick, slow)]
        self.assertEqual(one, dots[1])
        self.assertTrue(0 < dots[2] < one < dots[0] < 100)
        self.assertAlmostEqual(1.8982, (one - dots[2]) / (dots[0] - one), 2)  # log 30 / log 6
        for place, text in ranking["ticks"]:
            self.assertTrue(0 <= self.place(place) <= 100)
            self.assertRegex(text, "^[0-9,]+x$")
        for row in (wide, slow):
            self.assertTrue(self.place(row["low"]) < self.place(row["dot"]) < self.place(row["high"]))

    def test_another_baseline_is_computed_from_the_blocks(self):
        ranking = self.ranking("slow")
        self.assertEqual(["wide", "quick", "slow"], [row["engine"] for row in ranking["rows"]])
        self.assertEqual("baseline", ranking["rows"][2]["factor"])
        run = results.read_run(self.folder / "run")
        expected = run.pairs["data/hard.txt"].ratio("wide", "slow").factor
        self.assertEqual(expected, ranking["rows"][0]["factor"])
        self.assertRegex(expected, "^[0-9.]+x faster$")

    def test_an_unknown_baseline_is_rejected(self):
        self.assert_fails(4, report.main, [self.write_run(), "--baseline", "nobody"],
                          "nobody solved no puzzle; choose from slow, quick, wide")
        self.assert_fails(4, report.main, [self.write_count(), "--baseline", "auto"], "have no baseline")

    def test_a_tie_and_a_bound_are_marked(self):
        ranking = self.ranking(change=lambda row: of("slow", ratio_low="", ratio_high="", ratio_bound="at_most")(
            of("wide", ratio=1.01, ratio_low=0.99, ratio_high=1.03)(row)))
        wide, _, slow = ranking["rows"]
        self.assertEqual(("tie", "1.01x faster"), (wide["kind"], wide["factor"]))
        self.assertIn("no clear difference", wide["title"])
        self.assertEqual(("at_most", "0%", "≥ 30.0x slower"), (slow["arrow"], slow["high"], slow["factor"]))

    def test_engines_that_did_not_run_have_no_row(self):
        empty = dict.fromkeys(("ratio", "ratio_low", "ratio_high"), "")
        ranking = self.ranking(change=of("wide", **empty, verdict="unavailable", puzzles=0, solved=0,
                                         puzzles_per_second=0))
        self.assertEqual(["quick", "slow"], [row["engine"] for row in ranking["rows"]])

    def test_wrong_engines_have_no_times_and_are_last(self):
        for name in ("errors", "failed"):
            ranking = self.ranking(name=name, change=of("wide", verdict="wrong", **{name: 17}))
            self.assertEqual(["quick", "slow", "wide"], [row["engine"] for row in ranking["rows"]])
            self.assertEqual(("wrong answer", "-"), (ranking["rows"][2]["factor"], ranking["rows"][2]["rate"]))
            self.assertNotIn("dot", ranking["rows"][2])
            run = results.read_run(self.folder / name)
            table = report.engine_table(run, None, {engine: 0 for engine in run.engines})
            self.assertTrue(table["rows"][2]["is_wrong"])
            self.assertEqual({"-"}, {cell["text"] for i, cell in enumerate(table["rows"][2]["cells"]) if i != 1})

    def test_a_wrong_baseline_is_not_used(self):
        ranking = self.ranking(change=of("quick", verdict="wrong"))
        self.assertEqual("", ranking["baseline"])
        self.assertEqual({"-", "wrong answer"}, {row["factor"] for row in ranking["rows"]})

    def test_each_dataset_has_its_baseline(self):
        run = self.run_of(datasets=("a.txt", "b.txt"), change=lambda row: {
            **row, "baseline": "wide" if row["dataset"] == "b.txt" else "quick"})
        self.assertEqual(["quick", "wide"], [comparing.baseline_of(run, dataset) for dataset in run.datasets])
        numbers = {engine: 0 for engine in run.engines}
        self.assertEqual(["quick", "wide"], [one["baseline"] for one in report_ranking.rankings(run, None, numbers)])
        self.assertEqual(["slow"] * 2, [one["baseline"] for one in report_ranking.rankings(run, "slow", numbers)])

    def test_cells_have_the_number_to_sort_by(self):
        run = self.run_of()
        table = report.engine_table(run, None, {engine: 0 for engine in run.engines})
        columns = dict(zip(table["headings"], zip(*(row["cells"] for row in table["rows"]))))
        self.assertEqual([("6.00x faster [5.40, 6.60]", "6"), ("baseline", "1"),
                          ("30.0x slower [27.3, 33.3]", "0.0333333")],
                         [(cell["text"], cell["value"]) for cell in columns["speedup [95 %]"]])
        self.assertEqual([("-", ""), ("3.00 µs", "3000"), ("90.0 µs", "90000")],
                         [(cell["text"], cell["value"]) for cell in columns["p50"]])

    def missing(self, **options):
        """Returns the reasons below the ranking and below the table of all numbers."""
        run = self.run_of(**options)
        numbers = {engine: 0 for engine in run.engines}
        (ranking,) = report_ranking.rankings(run, None, numbers)
        return report_missing.note_of(ranking["missing"]), report.engine_table(run, None, numbers)["missing"]

    def test_missing_values_have_a_reason(self):
        whole = "no quantiles of engines that solve whole blocks"
        self.assertEqual(("", f"Missing values: {whole}."), self.missing())
        empty = dict.fromkeys(("ratio", "ratio_low", "ratio_high"), "")
        for name, members, expected in (
                ("few", {"ratio_low": "", "ratio_high": "", "ratio_blocks": 4}, "no interval for fewer than 12 blocks"),
                ("short", {"ratio_low": "", "ratio_high": "", "ratio_blocks": 12},
                 "no interval for times that are too short"),
                ("none", empty, "no speedup without blocks that both engines solved"),
                ("wrong", {"verdict": "wrong"}, "no numbers of engines with wrong answers")):
            ranking, table = self.missing(name=name, change=of("slow", **members))
            self.assertEqual(f"Missing values: {expected}.", ranking)
            self.assertEqual(f"Missing values: {whole}; {expected}.", table)
        _, table = self.missing(name="others", change=lambda row: {
            **of("slow", guesses="", p99_ns="", par2_s="")(row), "peak_bytes": "" if row["engine"] == "wide" else 9})
        self.assertEqual(f"Missing values: {whole}; memory unknown; no quantiles of unsolved puzzles; guesses not "
                         "reported; no PAR-2 without --timeout.", table)
        self.assertEqual("Missing values: no speedup without a baseline; no numbers of engines with wrong answers.",
                         self.missing(name="no_baseline", change=of("quick", verdict="wrong"))[0])


if __name__ == "__main__":
    unittest.main()
