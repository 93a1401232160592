"""Tests that an engine gains nothing if it hits a limit."""

from cli_testing import UNIQUE, CliTestCase, main


class CutShortTest(CliTestCase):

    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE] * 96)

    def run_bench(self, *arguments):
        result = self.bench("--dataset", "d.txt", "--threads", "1", "--timeout", "0s", "--per-puzzle",
                            *arguments)
        self.assert_exit(0, result)
        self.summary = {row["engine"]: row for row in self.rows("summary.csv")}
        return result.stdout

    def assert_solved_nothing(self, engine):
        row = self.summary[engine]
        self.assertEqual(["0", "96", "partial", "0"],
                         [row[name] for name in ("solved", "timeouts", "verdict",
                                                 "puzzles_per_second")])
        for name in ("ratio_low", "ratio_high", "median_ns", "p50_ns", "max_ns", "par2_s"):
            self.assertEqual("", row[name], name)

    def test_an_engine_that_solves_nothing(self):
        text = self.run_bench("--engine", "naive,dlx", "--max-guesses", "1000")
        self.assert_solved_nothing("naive")
        self.assertEqual({"dlx"}, {row["baseline"] for row in self.summary.values()})
        self.assertEqual("at_most", self.summary["naive"]["ratio_bound"])
        self.assertEqual("96", self.summary["dlx"]["solved"])
        self.assertIn("Only dlx solved puzzles, so no other engine confirms its answers.", text)
        self.assertNotRegex(text, "naive is (at least|[0-9])")
        self.assertNotIn("agree", text)

    def test_no_engine_solves_anything(self):
        text = self.run_bench("--engine", "naive,dlx", "--max-guesses", "1")
        for engine in "naive", "dlx":
            self.assert_solved_nothing(engine)
            self.assertEqual("", self.summary[engine]["baseline"])
            self.assertEqual("", self.summary[engine]["ratio"])
        self.assertIn("No puzzle was solved.", text)
        self.assertNotIn("as fast", text)

    def test_a_baseline_that_hits_a_limit(self):
        text = self.run_bench("--engine", "naive,dlx", "--max-guesses", "1000", "--baseline", "naive")
        self.assert_solved_nothing("naive")
        self.assertEqual("at_least", self.summary["dlx"]["ratio_bound"])
        self.assertRegex(text, "dlx is at least [0-9.]+x as fast as naive over 12 blocks that both started. "
                               "naive did not solve 96 of 96.")


if __name__ == "__main__":
    main()
