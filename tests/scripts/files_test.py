#!/usr/bin/python3
"""Tests that the scripts do not write through links that other users put into a directory of results."""

import subprocess
import unittest

import script_testing  # first: it finds the scripts

import plot_cactus
import plot_clues
import plot_counts
import plot_distribution
import plot_guesses
import plot_history
import plot_ratio
import plot_scatter
import report

PICTURES = (plot_cactus, plot_distribution, plot_guesses, plot_ratio, plot_scatter, plot_counts)


class Links(script_testing.ScriptTestCase):

    def plant(self, path):
        """Puts a link to a precious file in the place of an output."""
        precious = self.folder / f"{path.name}.precious"
        precious.write_text("precious")
        path.symlink_to(precious)
        return precious

    def assert_replaces_links(self, main, argument, *paths):
        precious = [self.plant(path) for path in paths]
        code, _, errors = self.call(main, argument)
        self.assertEqual((0, ""), (code, errors))
        for path, target in zip(paths, precious):
            self.assertEqual(b"precious", target.read_bytes(), path)
            self.assertFalse(path.is_symlink(), path)
            self.assertGreater(path.stat().st_size, 100)

    def test_default_outputs_replace_links(self):
        run, count = self.write_run(), self.write_count()
        for script in (*PICTURES, plot_clues):
            name = script.__name__.removeprefix("plot_")
            directory = count if script is plot_clues else run
            self.assert_replaces_links(script.main, directory, directory / f"{name}.png", directory / f"{name}.svg")
        self.assert_replaces_links(report.main, run, run / "report.html")
        self.assert_replaces_links(report.main, count, count / "report.html")

    def test_the_default_output_of_a_history_replaces_a_link(self):
        path = self.folder / "h.csv"
        script_testing.write_rows(path, [{"engine": "dlx", "dataset": "d", "run": "r", "rate": 1, "reference": "",
                                          "times": "", "times_low": "", "times_high": "", "change": "",
                                          "is_change_point": 0}])
        self.assert_replaces_links(plot_history.main, path, self.folder / "h.png", self.folder / "h.svg")

    def test_a_dangling_link_and_a_fifo_are_replaced(self):
        directory = self.write_run()
        page = directory / "report.html"
        page.symlink_to(self.folder / "missing")
        self.assertEqual(0, self.call(report.main, directory)[0])
        self.assertFalse((self.folder / "missing").exists())
        page.unlink()
        subprocess.run(["mkfifo", page], check=True)
        self.assertEqual(0, self.call(report.main, directory)[0])
        self.assertTrue(page.is_file())
        page.unlink()
        page.mkdir()
        self.assert_fails(74, report.main, [directory], "report.html: Is a directory")
        self.assertEqual([], [one for one in directory.iterdir() if one.name.startswith(".")])

    def test_a_replaced_file_keeps_its_mode(self):
        directory = self.write_run()
        page = directory / "report.html"
        page.write_text("old")
        page.chmod(0o640)
        self.assertEqual(0, self.call(report.main, directory)[0])
        self.assertEqual(0o640, page.stat().st_mode & 0o777)


if __name__ == "__main__":
    unittest.main()
