#!/usr/bin/python3
"""Tests the reader of results and the common style of pictures."""

import json
import math
import os
import re
import shutil
import unittest

import script_testing  # first: it finds the scripts

import numpy
import pandas

import engine_styles
from sudoku_bench import measures, results, tables

REFERENCE = script_testing.SCRIPTS.parent / "results" / "reference-others"


class Reading(script_testing.ScriptTestCase):
    def test_short_names_are_used_if_they_are_unique(self):
        self.assertEqual({"a/x.txt": "x", "b/y.csv.gz": "y", "-": "standard input"},
                         results.names_of(["a/x.txt", "b/y.csv.gz", "-"]))
        self.assertEqual({"a/x.txt": "a/x.txt", "b/x.txt": "b/x.txt"}, results.names_of(["a/x.txt", "b/x.txt"]))

    def test_repetitions_are_reduced_to_medians_and_isomorphs_are_kept(self):
        run = results.read_run(self.write_run(isomorphs=2, repetitions=3))
        times, solved = run.times("data/hard.txt")
        self.assertEqual((60, 2), times.shape)
        self.assertEqual(script_testing.puzzle_time("quick", 4) + 1 + 1, times.loc[(4, 1), "quick"])
        self.assertFalse(solved.loc[(5, 0), "slow"])
        self.assertTrue(solved.loc[(5, 0), "quick"])

    def test_a_puzzle_counts_as_solved_if_all_repetitions_solved_it(self):
        directory = self.write_run(repetitions=2)
        puzzle = script_testing.puzzle_text(4)
        self.replace_in(directory / "puzzles.csv", f"4,{puzzle},0,quick,1,ok", f"4,{puzzle},0,quick,1,crash")
        run = results.read_run(directory)
        row = run.puzzles[(run.puzzles["line"] == 4) & (run.puzzles["engine"] == "quick")].iloc[0]
        self.assertEqual(("crash", False), (row["runstatus"], bool(row["solved"])))
        quick = run.puzzles[run.puzzles["engine"] == "quick"]
        self.assertEqual(list(range(1, 31)), list(quick["line"]))

    def test_missing_and_new_columns_are_accepted(self):
        directory = self.write_run()
        self.replace_in(directory / "puzzles.csv", "isomorph", "steal")
        self.replace_in(directory / "summary.csv", "par2_s", "colour")
        self.replace_in(directory / "summary.csv", ",0.5,", ",blue,")
        run = results.read_run(directory)
        self.assertEqual({0}, set(run.puzzles["isomorph"]))
        self.assertEqual({"blue"}, set(run.summary["colour"]))

    def test_data_urls_are_decoded(self):
        (self.folder / "x.csv").write_text('a,b\n"data:,%3Dcmd%1B%E9",=\n', encoding="ascii")
        self.assertEqual([(1, ["a", "b"]), (2, ["=cmd\\x1b\\xe9", "="])],
                         list(tables.read_rows(self.folder / "x.csv", ["a"])))

    def test_puzzles_of_every_shape_are_accepted(self):
        def is_puzzle(text):
            return tables.PUZZLE.convert(pandas.Series([text], dtype=object))[1].iloc[0]

        for side in range(2, 65):
            if side < 62:
                last, cells = tables.SYMBOLS[side - 1], side * side
                puzzle, clues = last + "." * (cells - 3) + "11", 3
                bad = [puzzle[1:], puzzle + ".", (tables.SYMBOLS + "-")[side] + puzzle[1:], "0" + puzzle[1:]]
            else:
                puzzle, clues = " ".join([str(side), "1"] + ["0"] * (side * side - 2)), 2
                bad = [puzzle + " 0", puzzle + "0", str(side + 1) + puzzle[2:], "." * side * side]
            self.assertTrue(is_puzzle(puzzle))
            self.assertEqual((clues, 7), results.clues_and_solutions(puzzle, "ok", "7"))
            self.assertEqual([], [text for text in bad if is_puzzle(text)])
        for bad in (".", "." * 17):
            with self.assertRaisesRegex(ValueError, "not a puzzle"):
                results.clues_and_solutions(bad, "ok", "7")

    def test_puzzles_with_candidates_are_accepted(self):
        candidates = "123456789" * 80 + "..3.....9"
        self.assertEqual((7, 1), results.clues_and_solutions(candidates, "ok", "1"))
        self.assertEqual((7, None), results.clues_and_solutions(candidates, "timeout", "1"))
        self.assertEqual(729, tables.givens_of("2" * 729))  # a board of 27x27
        self.assertEqual(1, tables.givens_of("1" + "." * 63))  # a board of 8x8
        six = "123456" * 35 + "..3..6"
        self.assertEqual(4, tables.givens_of(six))
        for bad in (six[1:] + "6", six[:-1] + "5", six + "1"):
            self.assertIsNone(tables.givens_of(bad))

    def test_an_engine_may_be_called_nan(self):
        directory = self.write_run()
        for name in ("summary.csv", "puzzles.csv"):
            self.replace_in(directory / name, "quick", "nan")
        self.assertEqual(["slow", "nan", "wide"], results.read_run(directory).engines)


class Integrity(script_testing.ScriptTestCase):
    """The reader accepts results of version 0.2.0 (schema 3) and later, and rejects damaged files with one line."""

    READ = {"runs.csv": lambda run: run.runs, "blocks.csv": lambda run: run.blocks,
            "puzzles.csv": lambda run: run.puzzles, "summary.csv": lambda run: run.summary}

    def assert_rejected(self, directory, message):
        with self.assertRaisesRegex(tables.InputError, message):
            results.read_results(directory)

    def copy(self, name):
        directory = self.folder / name
        shutil.copytree(REFERENCE, directory)
        return directory

    def test_results_of_0_2_0_and_of_later_schemas_are_read(self):
        run = results.read_run(script_testing.SCRIPTS.parent / "results" / "reference-sizes")
        self.assertEqual(3, run.context["schema_version"])
        self.assertLess(0, len(run.runs) * len(run.blocks))
        directory = self.write_run()
        script_testing.change_context(directory, schema_version=99)
        self.assertEqual(["slow", "quick", "wide"], results.read_run(directory).engines)

    def test_other_schemas_are_rejected(self):
        for directory in (self.write_run(), self.write_count()):
            for schema, message in ((1, "results of schema 1; this version reads schema 3 and later"),
                                    (2, "results of schema 2; this version reads schema 3 and later"),
                                    (None, "no schema_version"), ("3", "no schema_version")):
                script_testing.change_context(directory, schema_version=schema)
                self.assert_rejected(directory, f"/context.json: {message}$")

    def test_a_changed_or_missing_file_is_rejected_even_if_unused(self):
        for name in ("summary.csv", "runs.csv", "blocks.csv"):
            path = self.copy(name) / name
            self.assertLess(0, len(self.READ[name](results.read_run(path.parent))))
            path.write_bytes(path.read_bytes().replace(b"lanes_avx512", b"lanes_avx513", 1))
            self.assert_rejected(path.parent, f"/{name}: has been modified: its digest is ")
            path.unlink()
            self.assert_rejected(path.parent, f"/{name}: No such file")

    def test_a_sparse_file_is_not_read_to_its_end(self):
        for name, message in (("summary.csv", "has been modified: it contains a NUL byte"),
                              ("context.json", "is larger than 64 MiB")):
            directory = self.copy(f"sparse-{name}")
            os.truncate(directory / name, 2**40)
            self.assert_rejected(directory, f"/{name}: {message}$")
        for content, message in (("a\nb\n\0", ":3: contains a NUL byte"),
                                 ("a\n" + "b" * 2**17, ":2: the row is too long")):
            (self.folder / "x.csv").write_text(content, encoding="ascii")
            with self.assertRaisesRegex(tables.InputError, message):
                list(tables.read_rows(self.folder / "x.csv", ["a"]))

    def test_a_changed_context_is_rejected(self):
        directory = self.copy("run")
        self.replace_in(directory / "context.json", '"threads": 1', '"threads" :\n\t1')  # blanks do not count
        self.assertEqual(1, results.read_run(directory).context["threads"])
        self.replace_in(directory / "context.json", '"threads" :', '"thread" :')
        self.assert_rejected(directory, "/context.json: has been modified: its digest does not")
        context = json.loads((REFERENCE / "context.json").read_text(encoding="utf-8"))
        del context["digest"]
        (directory / "context.json").write_text(json.dumps(context), encoding="utf-8")
        self.assert_rejected(directory, r"context\.json: has been modified: it has no digest")

    def test_invalid_fields_are_rejected(self):
        changes = [(name, column, "$x$", "summary.csv has no row with this engine and dataset$")
                   for name in ("runs.csv", "blocks.csv", "puzzles.csv") for column in ("engine", "dataset")]
        changes += [(name, "threads", "0", "column threads: not a whole number from 1 to ")
                    for name in ("summary.csv", "runs.csv")]
        for name, column, text, message in changes:
            directory = self.write_run(f"{name}-{column}")
            rows = pandas.read_csv(directory / name, dtype=str, keep_default_na=False)
            rows.loc[1, column] = text
            rows.to_csv(directory / name, index=False)
            with self.assertRaisesRegex(tables.InputError, f"/{name}:3: {message}"):
                self.READ[name](results.read_run(directory))

    def test_anything_but_a_regular_file_is_rejected(self):
        for directory in (self.write_run(), self.write_count()):
            for path in sorted(directory.iterdir()):
                content = path.read_bytes()
                path.unlink()
                os.mkfifo(path)  # blocks until somebody writes to it
                self.assert_rejected(directory, f"{path.name}: is not a regular file$")
                path.unlink()
                path.write_bytes(content)


class Formats(unittest.TestCase):
    def test_formats_of_numbers_times_and_sizes(self):
        for value, text in ((5.288, "5.29"), (33_210, "33,200"), (0.0012, "0.00120"), (0, "0"),
                            (3.321e-5, "3.32e-5"), (9.999, "10.0"), (math.nan, "-"), (None, "-")):
            self.assertEqual(text, measures.significant(value))
        for value, text in ((999.4, "999 ns"), (999.6, "1.00 µs"), (2.5e9, "2.50 s"), (math.nan, "-")):
            self.assertEqual(text, measures.format_time(value))
        for value, text in ((999, "999 B"), (1536, "1.50 KiB"), (24 << 20, "24.0 MiB"), (5 << 30, "5.00 GiB"),
                            (math.nan, "-")):
            self.assertEqual(text, measures.format_bytes(value))


def linear(colour):
    parts = numpy.array([int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)])
    return numpy.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def luminance(colour):
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


class Looks(unittest.TestCase):
    def test_engines_have_different_styles_in_every_run(self):
        engines = [f"engine{i}" for i in range(60)] + list(engine_styles.USUAL)
        styles = engine_styles.styles_of(engines)
        self.assertEqual(engines, [engine for engine in engines if styles[engine].number == engines.index(engine)])
        # Also in greyscale: no two have the same marker and dash.
        self.assertEqual(len(engines), len({(style.marker, style.dash) for style in styles.values()}))
        alone = engine_styles.styles_of(["dlx"])
        self.assertEqual(alone["dlx"], engine_styles.styles_of(["mine", "naive", "dlx"])["dlx"])

    def test_the_eight_fastest_engines_have_colours(self):
        styles = engine_styles.styles_of([f"engine{i}" for i in range(19)])
        self.assertEqual([False] * 8 + [True] * 11, [style.is_grey for style in styles.values()])
        self.assertEqual(8, len({style.colour for style in styles.values() if not style.is_grey}))

    def test_subjects_are_bold_and_have_colours_of_their_own(self):
        engines = [f"engine{i}" for i in range(19)]
        for subjects in engines[9::9], engines[5:17]:
            styles = engine_styles.styles_of(engines, subjects)
            self.assertEqual(subjects, [engine for engine in engines if styles[engine].is_bold])
            coloured = {(style.colour, style.marker) for style in styles.values() if not style.is_grey}
            self.assertEqual(max(8, len(subjects)), len(coloured))
            self.assertFalse(any(styles[engine].is_grey for engine in subjects))

    def colours_of_page(self):
        """Returns the background and the colours of the engines for the light and the dark page."""
        css = (script_testing.SCRIPTS / "report" / "page.css").read_text(encoding="utf-8")
        papers = re.findall(r"--paper: (#\w+);", css)
        engines = re.findall(r"--engine-\d: (#\w+);", css)
        self.assertEqual((2, 16), (len(papers), len(engines)))
        greys = re.findall(r"--grey: (#\w+);", css)
        self.assertEqual(engine_styles.GREY, greys[0])
        return zip(papers, ([*engines[:8], greys[0]], [*engines[8:], greys[1]]))

    def test_the_light_page_has_the_colours_of_the_pictures(self):
        (_, light), _ = self.colours_of_page()
        self.assertEqual([*(style.colour for style in engine_styles.PALETTE), engine_styles.GREY], light)

    def test_colours_have_enough_contrast_on_both_pages(self):
        for paper, engines in self.colours_of_page():
            for colour in engines:
                self.assertGreaterEqual(contrast(colour, paper), 3, (colour, paper))
        (_, light), (dark, _) = self.colours_of_page()
        for colour in light:  # pictures with many points keep the light colours on the dark page
            self.assertGreaterEqual(contrast(colour, dark), 3, colour)


if __name__ == "__main__":
    unittest.main()
