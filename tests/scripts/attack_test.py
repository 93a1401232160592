#!/usr/bin/python3
"""Attacks the scripts with damaged results, with names that could control a terminal or disappear from a picture, and
with links that other users put into a directory of results."""

import csv
import os
import random
import re
import unittest
import unittest.mock
import warnings

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

PICTURES = (plot_cactus, plot_distribution, plot_guesses, plot_ratio, plot_scatter, plot_counts)
DAMAGES = 40
GARBAGE = ("", "nan", "-inf", "-1", "0", "1e308", "1e-308", "9" * 30, "0.5", "<b>", "$x$", "\x00", "a\nb", '"', "é",
           "partial", "at_most", "quick", "１２", "1_0", "+5", " 7", "true")
VALUES = (None, 5, -1.5, 1e308, True, "text", [], [1, None], [[]], {}, {"a": {"b": [1]}})

# Sets the title and the colours of a terminal, moves its cursor, writes from right to left, and forges a line.
EVIL = "x\x1b]0;title\x07\x1b[31m\x9b2J\x7f\u202e\u2066\u2028\x08\r\n  forged  1.00\t"
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.reader(stream))


def write_table(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows(rows)


def damage(rng, directory):
    """Damages results in one random place. Returns a description."""
    path = rng.choice(sorted(directory.iterdir()))
    if path.suffix == ".json":
        name = rng.choice(("started", "arguments", "datasets", "machine", "build", "notes", "x"))
        value = rng.choice(VALUES)
        script_testing.change_context(directory, **{name: value})
        return f"{name}: {value!r}"
    rows, garbage = rows_of(path), rng.choice(GARBAGE)
    column, first = rng.randrange(len(rows[0])), rng.randrange(len(rows))
    way = rng.randrange(5)
    for row in (rows[first:first + 1], rows[1:], rows[:1], [], [])[way]:
        row[column] = garbage
    write_table(path, rows)
    if way >= 3:
        content = path.read_bytes()
        place = rng.randrange(len(content))
        path.write_bytes(content[:place] + (b"" if way == 3 else b"7" + content[place + 1:]))
    return f"{path.name}, way {way}, column {column}, line {first + 1}, {garbage!r}"


HISTORY = [("", "", 0), ("r0", 2.0, 1)]


class DamageTest(script_testing.ScriptTestCase):
    def test_damaged_results_are_shown_or_rejected_with_one_line(self):
        rng, codes = random.Random(7), set()
        other = self.write_run("other", puzzles=14, threads=2)
        for number in range(DAMAGES):
            if rng.random() < 0.8:
                directory = self.write_run(f"run{number}", puzzles=14, repetitions=2)
                calls = [(report,), *((script,) for script in PICTURES), (plot_scatter, "--by", "puzzle"),
                         (plot_scaling, other)]
            else:
                directory = self.write_count(f"count{number}")
                calls = [(report,), (plot_counts,), (plot_clues,)]
            what = damage(rng, directory)
            script, *options = rng.choice(calls)
            out = self.folder / f"out{number}.{'html' if script is report else 'svg'}"
            with self.subTest(what, script=script.__name__), warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", message="Glyph .* missing from")
                code, _, errors = self.call(script.main, directory, *options, "--out", out)
                self.assertIn((code, errors.count("\n"), out.exists()), ((0, 0, True), (4, 1, False)), errors)
                codes.add(code)
        self.assertEqual({0, 4}, codes)


class NamesTest(script_testing.ScriptTestCase):
    def rename(self, directory, old, new):
        """Replaces a text in all CSV files of a directory."""
        for path in directory.glob("*.csv"):
            write_table(path, [[field.replace(old, new) for field in row] for row in rows_of(path)])

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

    def assert_script_is_clean(self, code, script, directory, *arguments):
        """Asserts that the outputs of a script have no forbidden character and no forged line."""
        found, output, errors = self.call(script.main, directory, *arguments)
        self.assertEqual(code, found, errors)
        for path in (*self.folder.rglob("*.svg"), *self.folder.rglob("*.html")):
            self.assert_clean(path.read_text(encoding="utf-8"))
        self.assert_clean(output + errors)

    def test_scripts_escape_the_names_of_a_run(self):
        directory = self.write_evil_run()
        for script in (*PICTURES, report):
            self.assert_script_is_clean(0, script, directory)
        self.assert_script_is_clean(0, plot_scaling, directory, self.write_evil_run(name="more", threads=2))
        self.assertIn(r"\x1b]0;title\x07", (directory / "report.html").read_text(encoding="utf-8"))
        for option in ("--baseline", EVIL + "!"), ("--dataset", EVIL):
            self.assert_script_is_clean(4, plot_ratio, directory, *option)
        self.assert_script_is_clean(4, plot_sizes, directory)
        self.rename(directory, "puzzles_per_second", EVIL)
        self.assert_script_is_clean(4, plot_ratio, directory.rename(self.folder / EVIL.replace("/", "")))

    def test_scripts_escape_the_names_of_a_count_of_revisions_and_of_a_history(self):
        directory = self.write_count(dataset=f"data/{EVIL}.txt")
        script_testing.change_context(directory, engines=[EVIL], machine={"cpu": EVIL, "host": EVIL})
        for script in (plot_counts, plot_clues, report):
            self.assert_script_is_clean(0, script, directory)
        self.rename(directory, "29", EVIL)
        self.assert_script_is_clean(4, report, directory)
        directory = self.write_evil_run()
        self.rename(directory, "quick", f"{EVIL}.old")
        self.rename(directory, "slow", f"{EVIL}.new")
        self.assert_script_is_clean(5, revisions, directory, "--old", EVIL, "--new", EVIL)
        history = self.write_history("history.csv", HISTORY)
        for name in "dlx", "data/d.txt", "same", "r0", "r1":
            self.rename(self.folder, name, f"{EVIL}{name[-1]}")
        self.assert_script_is_clean(0, plot_history, history)

    def test_labels_show_names_that_begin_with_an_underscore(self):
        directory = self.write_run()
        self.rename(directory, "wide", "_mine")
        for script in (plot_cactus, plot_distribution):
            pictures = []
            with unittest.mock.patch.object(plotting, "write", lambda picture, *_: pictures.append(picture) or []):
                self.assert_script_is_clean(0, script, directory)
            self.assertEqual({"slow", "quick", "_mine"}, {text.get_text() for text in pictures[0].axes[0].texts})


class LinksTest(script_testing.ScriptTestCase):
    def test_default_outputs_replace_links(self):
        run, history = self.write_run(), self.write_history("history.csv", HISTORY)
        precious = self.folder / "precious"
        precious.write_text("precious")
        # All scripts with pictures write them with plotting.write.
        for script, argument, *names in ((plot_ratio, run, "run/ratio.png", "run/ratio.svg"),
                                         (plot_history, history, "history.png", "history.svg"),
                                         (report, run, "run/report.html")):
            paths = [self.folder / name for name in names]
            for path in paths:
                path.symlink_to(precious)
            self.assertEqual((0, ""), self.call(script.main, argument)[::2])
            for path in paths:
                self.assertEqual((False, True), (path.is_symlink(), path.stat().st_size > 100), path)
        self.assertEqual("precious", precious.read_text())

    def test_a_page_replaces_files_but_no_directory(self):
        directory = self.write_run()
        page = directory / "report.html"
        page.touch(0o640)
        with unittest.mock.patch.object(report, "PICTURES", ()):  # slow
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
