"""Tests scripts/revisions.py with made-up results."""

import unittest

from script_testing import OTHER_BLOCK_COLUMNS, OTHER_COLUMNS, ScriptTestCase, change_context, write_rows

import revisions

BLOCKS = 40
WRONG = revisions.WRONG_ANSWER


def write_pair(directory, old=None, new=None, slower=1.0, noise=0.01, blocks=BLOCKS, engine="dlx"):
    """Writes results of two revisions of an engine. The new one takes `slower` times as long in every block, apart from
    noise. `old` and `new` change fields of their rows."""
    directory.mkdir()
    summary, times = [], []
    for name, change, factor in (("old", old, 1.0), ("new", new, slower)):
        row = {**OTHER_COLUMNS, "engine": f"{engine}.{name}", "dataset": "d.txt", "puzzles": 10 * blocks,
               "solved": 10 * blocks, "guesses": 20 * blocks, "puzzles_per_second": 1e6, "verdict": "ok"}
        summary.append({**row, **(change or {})})
        for block in range(blocks):
            wave = 1 + (noise if (block // 2 + len(name)) % 3 == 0 and name == "new" else 0)
            ns = round(1_000_000 * factor * wave)
            times.append({"engine": f"{engine}.{name}", "dataset": "d.txt", "repetition": 0,
                          "first_puzzle": 10 * block, "puzzles": 10, "solved": 10, "skipped": 0,
                          "wall_ns": ns, "cpu_ns": ns, **OTHER_BLOCK_COLUMNS})
    write_rows(directory / "summary.csv", summary)
    write_rows(directory / "blocks.csv", times)
    change_context(directory)
    return directory


class RevisionsTest(ScriptTestCase):

    def table(self, *arguments, **made_up):
        """Returns the exit code and the table."""
        directory = write_pair(self.folder / f"run{len(list(self.folder.iterdir()))}", **made_up)
        code, output, errors = self.call(lambda given: revisions.main(given), directory, *arguments)
        self.assertEqual("", errors)
        return code, output

    def test_the_table_shows_speedup_guesses_and_change(self):
        code, output = self.table("--old", "v1", "--new", "v2")
        self.assertEqual(0, code)
        self.assertEqual("v2 compared with v1, changes above 2.5 %\n"
                         "  engine  dataset  speedup            guesses  change\n"
                         "  dlx     d        1.00x [0.990, 1.00]  2.00     no change\n".replace("[", " [").split(),
                         output.replace("[", " [").split())

    def test_changes_above_the_threshold_are_reported(self):
        for slower, change, code in ((1.02, "no change", 0), (1.04, "SLOWER", 5), (0.98, "no change", 0),
                                     (0.95, "faster", 0)):
            with self.subTest(slower=slower):
                found, output = self.table(slower=slower)
                self.assertTrue(output.endswith(change + "\n"), output)
                self.assertEqual(code, found)
        self.assertEqual(0, self.table("--noise-threshold", "10%", slower=1.08)[0])
        self.assertEqual(5, self.table("--noise-threshold", "1%", slower=1.02)[0])

    def test_an_interval_with_1_is_no_change(self):
        code, output = self.table(slower=0.9, noise=0.5, blocks=12)
        self.assertEqual(0, code, output)
        self.assertIn("no change", output)

    def test_few_blocks_are_inconclusive(self):
        code, output = self.table(slower=2, blocks=6)
        self.assertEqual(6, code)
        self.assertIn("too few blocks", output)

    def test_wrong_or_different_answers_fail(self):
        for change, word in (({"verdict": "wrong"}, "WRONG"), ({"verdict": "disagreement"}, "DISAGREEMENT"),
                             ({"answer_digest": "00000000000000bb"}, "OTHER ANSWERS")):
            for who in ("old", "new"):
                with self.subTest(change=change, who=who):
                    code, output = self.table(**{who: change}, slower=2)
                    self.assertEqual(WRONG, code)
                    self.assertIn(word, output)

    def test_unsolved_puzzles_count_but_skipped_ones_do_not(self):
        less = {"solved": 9 * BLOCKS, "answer_digest": "00000000000000bb", "verdict": "partial"}
        code, output = self.table(new=less)
        self.assertEqual(5, code)
        self.assertIn("WORSE", output)
        code, output = self.table(old=less)
        self.assertEqual(0, code)
        self.assertIn("better", output)
        # Skipped puzzles are a matter of speed.
        late = {"solved": 9 * BLOCKS, "puzzles": 9 * BLOCKS, "skipped": BLOCKS, "verdict": "partial",
                "answer_digest": "00000000000000bb", "guesses": 7}
        code, output = self.table(new=late)
        self.assertEqual(0, code, output)
        self.assertNotIn("now", output)

    def test_an_engine_that_stops_running_fails(self):
        absent = {"verdict": "unavailable", "puzzles": 0, "solved": 0, "puzzles_per_second": 0}
        self.assertEqual(5, self.table(new=absent)[0])
        directory = write_pair(self.folder / "absent", old=absent, new=absent)
        self.assert_fails(4, revisions.main, (directory,), "no engine solved puzzles in both revisions")

    def test_changed_guesses_are_shown(self):
        self.assertIn("2.00, now 3.00", self.table(new={"guesses": 30 * BLOCKS})[1])

    def test_invalid_input_is_rejected(self):
        self.assert_fails(4, revisions.main, (self.folder / "nowhere",), "no such directory")
        self.assert_fails(4, revisions.main, (self.write_run(),), "no engine solved puzzles")
        self.assertEqual(2, self.call(revisions.main, self.folder, "--noise-threshold", "0.05")[0])


if __name__ == "__main__":
    unittest.main()
