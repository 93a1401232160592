"""Tests scripts/plot_history.py with a made-up history."""

import math
import unittest

from script_testing import ScriptTestCase, write_rows

import plot_history


def write_history(path, changes):
    """Writes the history of an engine. Each run has its reference run, its speedup and whether it is a change point."""
    write_rows(path, [{
        "engine": "dlx", "dataset": "data/d.txt", "run": f"r{number}", "rate": 1000, "reference": reference,
        "times": times, "times_low": times and 0.99 * times, "times_high": times and 1.01 * times,
        "change": "", "is_change_point": point} for number, (reference, times, point) in enumerate(changes)])
    return path


CHANGED = [("", "", 0), ("r0", 0.5, 1), ("r1", 1.0, 0), ("r1", 3.0, 1), ("r3", 1.0, 0), ("r3", "", 0)]


class HistoryTest(ScriptTestCase):

    def test_levels_multiply_along_the_references(self):
        rows = plot_history.read_history(write_history(self.folder / "h.csv", CHANGED))
        self.assertEqual([1, 1, 0.5, 0.5, 1.5, 1.5], list(rows["level"]))

    def test_a_picture_shows_change_points(self):
        path = write_history(self.folder / "h.csv", CHANGED)
        code, output, errors = self.call(plot_history.main, path)
        self.assertEqual((0, ""), (code, errors))
        self.assertEqual(f"{self.folder}/h.png\n{self.folder}/h.svg\n", output)
        self.assertTrue((self.folder / "h.png").read_bytes().startswith(b"\x89PNG"))
        picture = plot_history.draw(plot_history.read_history(path))
        self.assertEqual(["d: since r1, dlx is 0.500x as fast as in r0.",
                          "d: since r3, dlx is 3.00x as fast as in r1."], picture.words)
        line = picture.axes[0].lines[1]
        self.assertEqual([1, 0.5, 0.5, 1.5, 1.5], list(line.get_ydata()))

    def test_a_run_without_an_interval_is_a_hollow_point(self):
        path = write_history(self.folder / "h.csv", [("", "", 0), ("r0", 1.0, 0), ("r0", 0.5, 0), ("r0", 1.0, 0)])
        rows = plot_history.read_history(path)
        rows.loc[2, ["times_low", "times_high"]] = math.nan
        line, hollow = plot_history.draw(rows).axes[0].lines[1:3]
        self.assertEqual(([1, 2, 4], [1, 1, 1]), (list(line.get_xdata()), list(line.get_ydata())))
        self.assertEqual(([3], [0.5]), (list(hollow.get_xdata()), list(hollow.get_ydata())))
        self.assertEqual("none", hollow.get_markerfacecolor())

    def test_a_history_without_a_change_has_no_sentences(self):
        path = write_history(self.folder / "h.csv", [("", "", 0), ("r0", 1.01, 0)])
        self.assertEqual([], plot_history.draw(plot_history.read_history(path)).words)

    def test_invalid_input_is_rejected(self):
        path = write_history(self.folder / "h.csv", CHANGED)
        self.assert_fails(4, plot_history.main, [self.folder / "none.csv"], "none.csv: No such file")
        self.replace_in(path, ",0.5,", ",fast,")
        self.assert_fails(4, plot_history.main, [path], "h.csv:3: column times: not a number", "'fast'")
        self.replace_in(path, "is_change_point", "is")
        self.assert_fails(4, plot_history.main, [path], "h.csv:1: column is_change_point is missing")


if __name__ == "__main__":
    unittest.main()
