#!/usr/bin/python3
"""Tests that the scripts do not write through links that other users put into a directory of results."""

import os
import unittest

import script_testing  # first: it finds the scripts

import plot_clues
import plot_history
import plot_ratio
import report


class Links(script_testing.ScriptTestCase):

    def assert_replaces_links(self, script, argument, *paths):
        precious = self.folder / "precious"
        precious.write_text("precious")
        for path in paths:
            path.symlink_to(precious)
        code, _, errors = self.call(script.main, argument)
        self.assertEqual((0, ""), (code, errors))
        self.assertEqual("precious", precious.read_text())
        for path in paths:
            self.assertFalse(path.is_symlink(), path)
            self.assertGreater(path.stat().st_size, 100)

    def test_default_outputs_replace_links(self):
        run, count, history = self.write_run(), self.write_count(), self.folder / "history.csv"
        script_testing.write_rows(history, [{"engine": "dlx", "dataset": "d", "run": "r", "rate": 1, "reference": "",
                                             "times": "", "times_low": "", "times_high": "", "change": "",
                                             "is_change_point": 0}])
        # All scripts with pictures write them with plotting.write.
        for script, argument in (plot_ratio, run), (plot_clues, count), (plot_history, history):
            stem = (argument.parent if argument == history else argument) / script.__name__.removeprefix("plot_")
            self.assert_replaces_links(script, argument, stem.with_suffix(".png"), stem.with_suffix(".svg"))
        self.assert_replaces_links(report, run, run / "report.html")
        self.assert_replaces_links(report, count, count / "report.html")

    def test_a_page_replaces_files_but_no_directory(self):
        directory = self.write_run()
        page = directory / "report.html"
        page.symlink_to(self.folder / "missing")
        self.assertEqual(0, self.call(report.main, directory)[0])
        self.assertFalse((self.folder / "missing").exists())
        page.chmod(0o640)
        self.assertEqual(0, self.call(report.main, directory)[0])
        self.assertEqual(0o640, page.stat().st_mode & 0o777)
        page.unlink()
        os.mkfifo(page)
        self.assertEqual(0, self.call(report.main, directory)[0])
        self.assertTrue(page.is_file())
        page.unlink()
        page.mkdir()
        self.assert_fails(74, report.main, [directory], "report.html: Is a directory")
        self.assertEqual([], [one for one in directory.iterdir() if one.name.startswith(".")])


if __name__ == "__main__":
    unittest.main()
