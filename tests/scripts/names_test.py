#!/usr/bin/python3
"""Tests that names in results of other users cannot control a terminal, forge a line or disappear from a picture."""

import csv
import re
import subprocess
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import plot_cactus
import plot_clues
import plot_counts
import plot_distribution
import plot_guesses
import plot_history
import plot_ratio
import plot_scaling
import plot_scatter
import plot_sizes
import plotting
import report
import revisions

# Sets the title and the colours of a terminal, moves its cursor, writes from right to left, and forges a line.
EVIL = "x\x1b]0;title\x07\x1b[31m\x9b2J\x7f\u202e\u2066\u2028\x08\r\n  forged  1.00\t"
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
PICTURES = (plot_cactus, plot_distribution, plot_guesses, plot_ratio, plot_scatter, plot_counts)


class Names(script_testing.ScriptTestCase):

    def rename(self, directory, old, new):
        """Replaces a field in all CSV files of a directory."""
        for path in directory.glob("*.csv"):
            with open(path, newline="", encoding="utf-8") as stream:
                rows = [[field.replace(old, new) for field in row] for row in csv.reader(stream)]
            with open(path, "w", newline="", encoding="utf-8") as stream:
                csv.writer(stream, lineterminator="\n").writerows(rows)

    def write_evil_run(self, **options):
        directory = self.write_run(datasets=("data/hard.txt", "more/hard.txt"), **options)
        self.rename(directory, "more/hard", f"more/{EVIL}/hard")
        self.rename(directory, "wide", EVIL)
        script_testing.change_context(
            directory, machine={"cpu": EVIL, EVIL: EVIL}, arguments=[EVIL], notes={EVIL: [EVIL]}, started=EVIL,
            build={"compiler": EVIL, "version": EVIL}, shard={"number": 1, "count": 2})
        return directory

    def assert_clean(self, text):
        self.assertEqual([], FORBIDDEN.findall(text), ascii(text))
        self.assertNotRegex(text, r"(?m)^\s*forged", ascii(text))

    def assert_script_is_clean(self, code, main, *arguments):
        found, output, errors = self.call(main, *arguments)
        self.assertEqual(code, found, errors)
        self.assert_clean(output)
        self.assert_clean(errors)

    def assert_outputs_are_clean(self, directory):
        for path in (*directory.glob("*.svg"), *directory.glob("*.html")):
            self.assert_clean(path.read_text(encoding="utf-8"))

    def test_scripts_escape_the_names_of_a_run(self):
        directory = self.write_evil_run()
        for script in (*PICTURES, report):
            self.assert_script_is_clean(0, script.main, directory)
        self.assert_script_is_clean(0, plot_scaling.main, directory, self.write_evil_run(name="more", threads=2))
        self.assert_outputs_are_clean(directory)
        self.assertIn(r"\x1b]0;title\x07", (directory / "report.html").read_text(encoding="utf-8"))
        for arguments in (["--baseline", EVIL + "!"], ["--dataset", EVIL]):
            self.assert_script_is_clean(4, plot_ratio.main, directory, *arguments)
        self.assert_script_is_clean(4, plot_sizes.main, directory)
        self.rename(directory, "puzzles_per_second", EVIL)
        self.assert_script_is_clean(4, plot_ratio.main, directory.rename(self.folder / EVIL.replace("/", "")))

    def test_scripts_escape_the_names_of_a_count(self):
        directory = self.write_count(dataset=f"data/{EVIL}.txt")
        self.rename(directory, "auto", EVIL)
        script_testing.change_context(directory, engines=[EVIL], machine={"cpu": EVIL, "host": EVIL})
        for script in (plot_counts, plot_clues, report):
            self.assert_script_is_clean(0, script.main, directory)
        self.assert_outputs_are_clean(directory)
        self.rename(directory, "29", EVIL)
        self.assert_script_is_clean(4, report.main, directory)

    def test_two_revisions_and_a_history(self):
        directory = self.write_evil_run()
        self.rename(directory, "quick", f"{EVIL}.old")
        self.rename(directory, "slow", f"{EVIL}.new")
        self.assert_script_is_clean(5, revisions.main, directory, "--old", EVIL, "--new", EVIL)
        path = self.folder / "history.csv"
        script_testing.write_rows(path, [
            {"engine": EVIL, "dataset": EVIL, "run": f"{EVIL}{run}", "rate": 1, "reference": f"{EVIL}0" if run else "",
             "times": run or "", "times_low": run or "", "times_high": run or "", "change": EVIL,
             "is_change_point": run} for run in range(2)])
        self.assert_script_is_clean(0, plot_history.main, path)
        self.assert_clean((self.folder / "history.svg").read_text(encoding="utf-8"))

    def test_check_run_escapes_names(self):
        documented = self.folder / "README.md"
        documented.write_text("# runs.csv\n| column |\n|---|\n| `engine` |\n| `verdict` |\n", encoding="utf-8")
        for row in ({"engine": EVIL, EVIL: "ok"}, {"engine": EVIL, "verdict": "unavailable"}):
            script_testing.write_rows(self.folder / "runs.csv", [row])
            done = subprocess.run([script_testing.SCRIPTS / "check_run.py", self.folder, "--columns", documented,
                                   "--engines", EVIL + "!"], capture_output=True, text=True, check=False)
            self.assertEqual(1, done.returncode, done.stderr)
            self.assert_clean(done.stderr)
            self.assertIn(r"\x1b", done.stderr)

    def test_labels_show_names_that_begin_with_an_underscore(self):
        directory = self.write_run()
        self.rename(directory, "wide", "_mine")
        for script in (plot_cactus, plot_distribution):
            pictures = []
            with unittest.mock.patch.object(plotting, "write", lambda picture, *_: pictures.append(picture) or []):
                self.assert_script_is_clean(0, script.main, directory)
            self.assertEqual({"slow", "quick", "_mine"}, {text.get_text() for text in pictures[0].axes[0].texts},
                             script.__name__)


if __name__ == "__main__":
    unittest.main()
