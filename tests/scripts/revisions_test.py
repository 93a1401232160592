"""Tests scripts/revisions.py with made-up results."""

import unittest

from script_testing import OTHER_BLOCK_COLUMNS, OTHER_COLUMNS, ScriptTestCase, change_context, write_rows

import revisions

BLOCKS = 40
WRONG = revisions.WRONG_ANSWER
OTHER_DIGEST = "00000000000000bb"


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
    def assert_table(self, code, part, *arguments, **made_up):
        directory = write_pair(self.folder / f"run{len(list(self.folder.iterdir()))}", **made_up)
        found, output, errors = self.call(revisions.main, directory, *arguments)
        self.assertEqual((code, ""), (found, errors), output)
        self.assertIn(part, output)
        return output

    def test_the_table_shows_speedup_guesses_and_change(self):
        output = self.assert_table(0, "v2 compared with v1, changes above 2.5 %\n", "--old", "v1", "--new", "v2")
        self.assertEqual([["engine", "dataset", "speedup", "guesses", "change"],
                          ["dlx", "d", "1.00x", "[0.990,", "1.00]", "2.00", "no", "change"]],
                         [line.split() for line in output.splitlines()[1:]])
        self.assert_table(0, "2.00, now 3.00", new={"guesses": 30 * BLOCKS})

    def test_changes_above_the_threshold_are_reported(self):
        for slower, change, code, *options in (
                (1.02, "no change", 0), (1.04, "SLOWER", 5), (0.98, "no change", 0), (0.95, "faster", 0),
                (1.08, "no change", 0, "--noise-threshold", "10%"), (1.02, "SLOWER", 5, "--noise-threshold", "1%")):
            with self.subTest(slower=slower):
                self.assert_table(code, change, *options, slower=slower)
        self.assert_table(0, "no change", slower=0.9, noise=0.5, blocks=12)  # the interval includes 1
        self.assert_table(6, "too few blocks", slower=2, blocks=6)

    def test_wrong_or_different_answers_fail(self):
        for change, word in (({"verdict": "wrong"}, "WRONG"), ({"verdict": "disagreement"}, "DISAGREEMENT"),
                             ({"answer_digest": OTHER_DIGEST}, "OTHER ANSWERS")):
            for who in ("old", "new"):
                with self.subTest(change=change, who=who):
                    self.assert_table(WRONG, word, slower=2, **{who: change})

    def test_unsolved_puzzles_count_but_skipped_ones_do_not(self):
        less = {"solved": 9 * BLOCKS, "answer_digest": OTHER_DIGEST, "verdict": "partial"}
        self.assert_table(5, "WORSE", new=less)
        self.assert_table(0, "better", old=less)
        # Skipped puzzles are a matter of speed.
        output = self.assert_table(0, "", new={**less, "puzzles": 9 * BLOCKS, "skipped": BLOCKS, "guesses": 7})
        self.assertNotIn("now", output)

    def test_an_engine_that_stops_running_fails(self):
        absent = {"verdict": "unavailable", "puzzles": 0, "solved": 0, "puzzles_per_second": 0}
        self.assert_table(5, "", new=absent)
        directory = write_pair(self.folder / "absent", old=absent, new=absent)
        for arguments, message in (((directory,), "no engine solved puzzles in both revisions"),
                                   ((self.folder / "nowhere",), "no such directory"),
                                   ((self.write_run(),), "no engine solved puzzles")):
            self.assert_fails(4, revisions.main, arguments, message)
        self.assertEqual(2, self.call(revisions.main, self.folder, "--noise-threshold", "0.05")[0])


if __name__ == "__main__":
    unittest.main()
