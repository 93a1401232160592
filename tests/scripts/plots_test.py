#!/usr/bin/python3
"""Tests the output, the sentences and the errors of scripts/plot_*.py."""

import itertools
import math
import os
import re
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import engine_styles
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
import report_ranking
import ticks
from sudoku_bench import results

SCRIPTS = (plot_cactus, plot_scatter, plot_guesses, plot_counts, plot_distribution, plot_ratio)


class Pictures(script_testing.ScriptTestCase):
    def words(self, script, run, **options):
        picture = script.draw(run, run.datasets, **options)
        return "\n".join(picture.words), "\n".join(picture.notes)

    def run_of(self, **options):
        return results.read_run(self.write_run(**options))

    def test_png_and_svg_are_reproducible(self):
        run, count = self.write_run(datasets=(script_testing.HOSTILE,), puzzles=600), self.write_count()
        for script in (*SCRIPTS, plot_clues):
            directory, name, written = count if script == plot_clues else run, script.__name__[5:], []
            for _ in range(2):
                code, output, errors = self.call(script.main, directory)
                self.assertEqual((0, ""), (code, errors))
                paths = [directory / f"{name}.png", directory / f"{name}.svg"]
                self.assertEqual([str(path) for path in paths], output.splitlines())
                written.append([path.read_bytes() for path in paths])
            self.assertEqual(written[0], written[1], name)
            self.assertTrue(written[0][0].startswith(b"\x89PNG"))
            self.assertIn(b"<svg", written[0][1])

    def test_at_most_three_panels_are_side_by_side(self):
        (width, height), (same, more) = (plotting.Picture("t", ["a"] * count).figure.get_size_inches()
                                         for count in (3, 7))
        self.assertEqual(width, same)
        self.assertGreater(more, 2 * height)

    def test_characters_that_no_font_has_are_escaped(self):
        picture = plotting.Picture("数", ["独 é"], legend=[plotting.lines.Line2D([], [], label="难")])
        picture.axes[0].yaxis.set_major_locator(plotting.ticker.FixedLocator([0]))
        picture.axes[0].yaxis.set_major_formatter(plotting.ticker.FixedFormatter(["题"]))
        with plotting.matplotlib.rc_context({"font.sans-serif": ["DejaVu Sans"]}):
            plotting.bytes_of(picture, ".png")
        texts = {text.get_text() for text in picture.figure.findobj(plotting.mpl_text.Text)}
        self.assertLessEqual({r"\u6570", r"\u72ec é", r"\u96be", r"\u9898"}, texts)

    def test_a_long_name_keeps_both_ends(self):
        self.assertEqual("start" + "x" * 15 + "…" + "x" * 16 + "end", plotting.shortened(f"start{'x' * 72}end", 40))

    def test_the_suffix_selects_the_format(self):
        directory = self.write_run()
        heads = {"one.svg": b"<?xml", "two.png": b"\x89PNG", "three.pdf": b"%PDF"}
        for name, head in heads.items():
            self.assertEqual(0, self.call(plot_ratio.main, directory, "-o", self.folder / name)[0])
            self.assertTrue((self.folder / name).read_bytes().startswith(head))
        self.assertEqual({"run", *heads}, {path.name for path in self.folder.iterdir()})
        code, _, errors = self.call(plot_ratio.main, directory, "-o", self.folder / "x.jpg")
        self.assertEqual(2, code)
        self.assertIn("x.jpg must end in one of .png, .svg, .pdf", errors)
        self.assert_fails(74, plot_ratio.main, [directory, "-o", "/no/such/x.png"], "/no/such/x.png")

    def test_pictures_of_single_puzzles_name_the_missing_engines(self):
        run = self.run_of()
        for script, options, what in ((plot_guesses, {}, "times or guesses"),
                                      (plot_scatter, {"by": "puzzle"}, "times")):
            words, notes = self.words(script, run, **options)
            self.assertIn(f"Not shown because they have no {what} of single puzzles: wide.", notes)
            self.assertNotIn("wide", words)

    def test_blocks_and_quantiles_replace_missing_times_of_puzzles(self):
        means = "Mean times of blocks instead of times of single puzzles: "
        run = self.run_of()
        for script in (plot_cactus, plot_distribution):
            words, notes = self.words(script, run)
            self.assertIn(f"{means}wide", notes)
            self.assertIn("hard: wide solves", words)
        words, _ = self.words(plot_scatter, run)
        self.assertIn("wide is faster than quick on 15 of 15 blocks that both solved", words)
        (run.directory / "puzzles.csv").unlink()
        run = results.read_run(run.directory)
        words, notes = self.words(plot_cactus, run)
        self.assertIn(f"{means}slow, quick, wide", notes)
        self.assertIn("slow solves 28 of 30 puzzles", words)
        words, _ = self.words(plot_distribution, run)
        self.assertIn("quick solves 50 % within 3.00 µs, 90 % within 6.00 µs, 99 % within 9.00 µs", words)

    def test_the_words_of_a_run(self):
        run = self.run_of()
        script_testing.change_context(run.directory, shard={"number": 2, "count": 5})
        run = results.read_run(run.directory)
        for script, options, parts in (
                (plot_cactus, {}, ["quick solves 30 of 30 puzzles", "slow solves 28 of 30 puzzles",
                                   "the last within 33.0 µs"]),
                (plot_scatter, {"by": "puzzle"},
                 ["slow is faster than quick on 0 of 28 puzzles that both solved, 0 % [0, 12]"]),
                (plot_scatter, {"by": "puzzle", "x": "slow", "y": "quick"},
                 ["quick is faster than slow on 28 of 28 puzzles that both solved, 100 % [88, 100]."]),
                (plot_distribution, {}, ["slow solves 50 % within 540 µs, 90 % within 990 µs, less than 99 %."]),
                (plot_guesses, {}, ["quick: rank correlation of time and guesses "]),
                (plot_counts, {}, ["6 with 0, 12 with 1, 6 with 2 to 9, 6 with 10³⁸ to 10³⁹"]),
                (plot_ratio, {}, ["hard: slow is 30.0x slower [27.3, 33.3] than quick."]),
                (plot_ratio, {"baseline": "wide"}, ["hard: quick is 6.00x slower "])):
            words, notes = self.words(script, run, **options)
            for part in parts:
                self.assertIn(part, words)
            self.assertIn("Only shard 2 of 5.", notes)

    def test_quantiles_include_all_started_puzzles(self):
        limited = {"solved": 20, "timeouts": 10, "p90_ns": "", "p99_ns": "", "max_ns": "", "verdict": "partial"}
        directory = self.write_run(change=lambda row: {**row, **(limited if row["engine"] == "quick" else {})})
        (directory / "puzzles.csv").unlink()
        words, _ = self.words(plot_distribution, results.read_run(directory))
        self.assertIn("quick solves 50 % within 3.00 µs, less than 90 %", words)

    def test_counts_at_the_limit_are_lower_bounds_and_unsolved_puzzles_have_a_bar(self):
        run = self.run_of(change=lambda row: {**row, "max_solutions": 2})
        self.assertIn("6 with 0, 12 with 1, 12 with 2 or more", self.words(plot_counts, run)[0])
        self.replace_in(run.directory / "puzzles.csv", ",ok,", ",timeout,")
        self.assertIn("30 not solved", self.words(plot_counts, results.read_run(run.directory))[0])

    def test_sentences_on_ratios_compare_with_the_baseline(self):
        run = self.run_of(change=lambda row: {**row, "ratio_total": 4 if row["engine"] == "slow" else ""})
        self.assertEqual("hard: wide is 6.00x faster [5.40, 6.60] than quick.\n"
                         "hard: Undecided: quick is faster in the median (30.0x), slow in total (4.00x).",
                         self.words(plot_ratio, run)[0])

    def test_the_fastest_engine_is_first_and_the_baseline_is_a_row(self):
        run = self.run_of(datasets=("a.txt", "b.txt"), change=lambda row: {
            **row, "baseline": "quick" if row["dataset"] == "a.txt" else "wide"})
        picture = plot_ratio.draw(run, run.datasets)
        self.assertEqual(["a, baseline quick", "b, baseline wide"], [axes.get_title("left") for axes in picture.axes])
        for axes in picture.axes:
            labels = [label.get_text() for label in axes.get_yticklabels()]
            self.assertEqual(["slow", "quick", "wide"], labels)  # from bottom to top
            self.assertIn("baseline", [text.get_text() for text in axes.texts])
            low, high = axes.get_xlim()
            self.assertTrue(low < 1 < high)

    def test_labels_move_apart_and_stay_in_the_picture(self):
        for values, gap in (([0.5, 0.5, 0.5], 0.1), ([0, 0.01, 1, 1], 0.1), ([-3, 0.2, 9], 0.3), ([0.1, 0.9], 0.1)):
            found = plotting.spread(values, gap)
            self.assertTrue(all(b - a >= gap - 1e-9 for a, b in zip(found, found[1:])), found)
            self.assertTrue(found[0] >= -1e-9 and found[-1] <= 1 + 1e-9, found)
        self.assertEqual([0.1, 0.9], plotting.spread([0.1, 0.9], 0.1))

    def test_svg_marks_what_belongs_to_an_engine(self):
        run = self.run_of()
        for script in (plot_cactus, plot_distribution, plot_guesses, plot_scatter):
            svg = plotting.svg_of(script.draw(run, run.datasets))
            self.assertLessEqual({"2"}, set(re.findall(r'data-engine="(\d+)"', svg)), script.__name__)
            self.assertNotIn('id="engine', svg)

    def test_scatter_shows_the_fastest_engines(self):
        run = self.run_of()
        for own, is_shown in ([], False), (["slow"], True):
            script_testing.change_context(run.directory, own_engines=own)
            with unittest.mock.patch.object(engine_styles, "PALETTE", engine_styles.PALETTE[:2]):
                words, notes = self.words(plot_scatter, results.read_run(run.directory))
            self.assertEqual(is_shown, "Not shown: slow." not in notes)
            self.assertEqual(is_shown, "slow" in words)

    def test_an_axis_has_at_least_two_round_ticks(self):
        for low, high in itertools.product((0.9, 1e-5, 0.013, 1, 7.3e4), (2, 7, 30, 900, 1e6)):
            found = ticks.log_ticks(low, low * high, 8)
            self.assertTrue(2 <= len(found) <= 8, (low, high, found))
            for tick in found:
                mantissa = float(f"{tick:e}".partition("e")[0])
                self.assertIn(mantissa, (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9))
            factors = ticks.factor_ticks(min(low, 1), max(low * high, 1), 4)
            self.assertTrue(1 in factors and len(factors) <= 4, (low, high, factors))
            for factor in (max(tick, 1 / tick) for tick in factors):
                self.assertAlmostEqual(float(f"{factor:.2g}"), factor)
        self.assertEqual(["1.2x", "1x", "1.2x"], [text for _, text in report_ranking.axis_of([]).ticks()])
        for value, text in ((1e-4, "10,000x"), (0.05, "20x"), (0.2, "5x"), (1, "1x"), (1.5, "1.5x"), (2e3, "2,000x")):
            self.assertEqual(text, ticks.round_factor(value))

    def test_equal_times_are_on_the_diagonal(self):
        run = self.run_of()
        for by in ("puzzle", "block"):
            (axes,) = plot_scatter.draw(run, run.datasets, by=by).axes
            self.assertEqual((axes.get_xlim(), 1), (axes.get_ylim(), axes.get_aspect()))

    def test_wrong_engines_are_not_shown_but_named_in_red(self):
        run = self.run_of(change=lambda row: {**row, "verdict": "wrong" if row["engine"] == "slow" else "ok"})
        for script in (plot_ratio, plot_cactus, plot_distribution, plot_scatter, plot_guesses):
            picture = script.draw(run, run.datasets)
            self.assertEqual("Not shown because of WRONG answers: slow on hard.", picture.alarm)
            self.assertNotIn("slow", " ".join(picture.words))

    def test_links_are_followed_and_the_file_mode_is_kept(self):
        directory = self.write_run()
        target = self.folder / "real.svg"
        target.write_text("old")
        target.chmod(0o640)
        link = self.folder / "link.svg"
        link.symlink_to(target)
        self.assertEqual(0, self.call(plot_ratio.main, directory, "-o", link)[0])
        self.assertTrue(link.is_symlink())
        self.assertEqual(0o640, target.stat().st_mode & 0o777)
        self.assertTrue(target.read_bytes().startswith(b"<?xml"))
        self.assertEqual(0, self.call(plot_ratio.main, directory, "-o", "/dev/null")[0])
        self.assertFalse(os.path.isfile("/dev/null"))

    def test_sizes_state_the_slowest_and_the_unsolved_boards(self):
        names = [f"{side}x{side}_{holes}.txt" for side in (9, 16) for holes in (40, 45, 50)]
        run = self.run_of(datasets=names, change=script_testing.of_shape)
        words, notes = self.words(plot_sizes, run)
        self.assertIn("quick: slowest on 16x16 with 45 % holes: 1.01 ms per puzzle.", words)
        self.assertIn("slow: fewest solved puzzles of 9x9 with 45 % holes: 0 %.", words)
        self.assertIn("quick: all puzzles of 9x9 were solved.", words)
        self.assertIn("slow: 2.00 s per puzzle for 16x16 with 45 % holes.", words)
        self.assertIn("twice --timeout", notes)
        self.assertEqual(5, len(plot_sizes.draw(run, run.datasets).axes))
        self.assertEqual(
            ["16x16_45", "16x16", "45 %", "2.00 s (0 %)"],
            [one for line in plot_sizes.table(run)["rows"] if line["name"] == "16x16_45"
             for one in (line["name"], line["size"], line["holes"], line["cells"][0])])

    def test_latin_squares_have_pictures_of_their_own(self):
        names = [f"{side}x{side}_{holes}.txt" for side in (9, 16) for holes in (40, 45)]
        run = self.run_of(datasets=names, change=lambda row: {
            **script_testing.of_shape(row), "shape": "1x16" if "16x16" in row["dataset"] else "3x3",
            "time_ns": row["puzzles"] * 5_000_000})  # without interference
        words, _ = self.words(plot_sizes, run)
        self.assertIn("quick: slowest on Latin squares of order 16 with 40 % holes: 5.00 ms per puzzle.", words)
        self.assertEqual(["9x9: time by share of holes", "9x9: solved puzzles",
                          "Latin squares of order 16: time by share of holes",
                          "Latin squares of order 16: solved puzzles"],
                         [picture.title for picture in plot_sizes.pictures(run)])

    def test_sizes_need_several_board_sizes(self):
        directory = self.write_run("one", datasets=("a/9x9_30.txt", "a/9x9_40.txt"), change=script_testing.of_shape)
        self.assert_fails(4, plot_sizes.main, [directory], "all boards are 9x9")
        directory = self.write_run("large", datasets=("a/16x16_30.txt",), change=script_testing.of_shape)
        self.assert_fails(4, plot_sizes.main, [directory], "nothing to compare")
        old = self.write_run("old", change=lambda row: {
            name: value for name, value in row.items() if name not in ("shape", "clues")})
        self.assert_fails(4, plot_sizes.main, [old], "columns shape and clues are missing")

    def test_scaling_divides_by_the_rate_of_the_fewest_threads(self):
        runs = [results.read_run(self.write_run(name=f"threads{n}", threads=n)) for n in (4, 1, 2)]
        picture = plot_scaling.draw(runs, runs[0].datasets)
        self.assertIn("hard: quick is 4.00x as fast with 4 threads.", picture.words)
        self.assertIn("hard: wide is 2.00x as fast with 2 threads.", picture.words)
        directories, out = (self.folder / "threads1", self.folder / "threads2"), self.folder / "scaling.png"
        self.assertEqual((0, f"{out}\n", ""), self.call(plot_scaling.main, *directories, "-o", out))


class Errors(script_testing.ScriptTestCase):
    def test_pictures_of_puzzles_need_per_puzzle(self):
        directory = self.write_run()
        (directory / "puzzles.csv").unlink()
        for script in (plot_guesses, plot_counts):
            self.assert_fails(4, script.main, [directory], "puzzles.csv", "--per-puzzle")
        self.assert_fails(4, plot_scatter.main, [directory, "--by", "puzzle"], "--per-puzzle")

    def test_too_few_engines_with_times_are_rejected(self):
        directory = self.write_run()
        with open(directory / "puzzles.csv", encoding="utf-8") as stream:
            lines = [line for line in stream if ",slow," not in line]
        (directory / "puzzles.csv").write_text("".join(lines), encoding="utf-8")
        self.assert_fails(4, plot_scatter.main, [directory, "--by", "puzzle"], "at least 2 engines")
        lines = [line for line in lines if ",quick," not in line]
        (directory / "puzzles.csv").write_text("".join(lines), encoding="utf-8")
        self.assert_fails(4, plot_guesses.main, [directory], "no engine")
        self.assertEqual(0, self.call(plot_counts.main, directory)[0])

    def test_invalid_files_are_rejected(self):
        """A file of a run or count is replaced, or a text in it."""
        no_time = "puzzles.csv:34: column wall_ns: neither 0 nor a number from 2^-128 to 2^128: "
        for number, (script, name, old, new, *parts) in enumerate((
                (plot_cactus, "summary.csv", None, "", ":1: no header"),
                (plot_cactus, "summary.csv", None, "engine,dataset\n", ":1: column puzzles is missing"),
                (plot_cactus, "puzzles.csv", None, "dataset,line\n1,2,3\n4\n", ":1: column puzzle is missing"),
                (plot_cactus, "puzzles.csv", None, 'a,"b\n', ":1: unexpected end of data"),
                (plot_guesses, "puzzles.csv", ",30000\n", ",fast\n", f"{no_time}'fast'"),
                (plot_guesses, "puzzles.csv", ",30000\n", ",1e-308\n", f"{no_time}'1e-308'"),
                (plot_clues, "summary.csv", "max_solutions", "colour", "column max_solutions is missing"),
                (plot_clues, "summary.csv", ",29,", ",x,", "summary.csv:2: column puzzles: not a number: 'x'"),
                (plot_clues, "puzzles.csv", "solutions", "colour", "puzzles.csv:1: column solutions is missing"),
                (plot_clues, "puzzles.csv", ",14\n", ",-14\n", "puzzles.csv:15: invalid count -14"),
                (plot_clues, "puzzles.csv", ",14\n", "\n", "puzzles.csv:15: 3 fields, but the header has 4"),
                (plot_clues, "puzzles.csv", "." * 61 + ",ok,2", ".,ok,2", "puzzles.csv:3: not a puzzle: 1111"),
                (plot_clues, "puzzles.csv", ",14\n", ',"14\n', "puzzles.csv:"),
                (plot_clues, "puzzles.csv", f"1,{'1' * 20}{'.' * 61},ok,{10**15}\n", "",
                 "28 rows, but summary.csv has 29 puzzles"),
                (plot_counts, "summary.csv", " 10:", " 10;",
                 "summary.csv:2: column solution_counts: not a list of numbers"))):
            write = self.write_run if script in (plot_cactus, plot_guesses) else self.write_count
            path = write(f"number{number}") / name
            if old is None:
                path.write_text(new, encoding="latin-1")
            else:
                self.replace_in(path, old, new)
            self.assert_fails(4, script.main, [path.parent], name, *parts)
        path = self.write_count("empty") / "summary.csv"
        path.write_text(path.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
        self.assert_fails(4, plot_counts.main, [path.parent], "0 rows instead of one")

    def test_unknown_datasets_and_engines_are_rejected(self):
        directory = self.write_run()
        self.assert_fails(4, plot_cactus.main, [directory, "--dataset", "soft"], "soft", "hard")
        self.assert_fails(4, plot_scatter.main, [directory, "--y", "wide", "--by", "puzzle"], "wide", "quick")
        self.assert_fails(4, plot_ratio.main, [directory, "--baseline", "none"], "none", "quick")

    def test_scaling_needs_several_numbers_of_threads_and_equal_puzzles(self):
        one, same = self.write_run(name="one"), self.write_run(name="same")
        self.assert_fails(4, plot_scaling.main, [one, same], "the same number of threads")
        other = self.write_run(name="other", threads=2, change=lambda row: {**row, "dataset_digest": "bb"})
        self.assert_fails(4, plot_scaling.main, [one, other], "differ in dataset_digest")


class Counts(script_testing.ScriptTestCase):
    def picture(self, script, **options):
        count = results.read_count(self.write_count(**options))
        return script.draw(count, count.datasets)

    def test_the_histogram_has_up_to_128_bits(self):
        self.assertEqual(
            ["multi: puzzles by number of solutions: 1 with 0, 1 with 1, 1 with 2 to 9, "
             "11 with 10¹ to 10², 9 with 10¹⁵ to 10¹⁶, 3 with 10¹⁶ to 10¹⁷, 2 with 10³⁸ to 10³⁹, "
             "1 not solved."], self.picture(plot_counts).words)

    def test_the_bars_add_up_to_all_puzzles(self):
        for limit in (0, 1, 50, 10**15):
            count = results.read_count(self.write_count(name=f"limit{limit}", limit=limit))
            bars = plot_counts.histogram_of_count(count).bars(plot_counts.in_powers)
            self.assertEqual(len(script_testing.COUNTED), sum(bars.values()))
        self.assertEqual(15, bars[f"{limit:,} or more"] + bars["1"])

    def test_clues_state_median_and_spread(self):
        picture = self.picture(plot_clues)
        self.assertEqual([
            "multi: 20 clues: 12 puzzles, median number of solutions 6.00 × 10¹⁵, 80 % of them from "
            "2.00 × 10¹⁵ to 1.10 × 10¹⁶.",
            "multi: 22 clues: 12 puzzles, median number of solutions 42, 80 % of them from 14 to 77.",
            "multi: 30 clues: 3 puzzles, median number of solutions 3.40 × 10³⁸."], picture.words)
        self.assertIn("Puzzles not shown: 1 without a solution and 1 that timed out.", picture.notes)

    def test_many_puzzles_become_cells(self):
        few, many = ([(20 + n % 5, str(n)) for n in range(1, number + 1)]
                     for number in (plot_clues.FEW, plot_clues.FEW + 1))
        points = self.picture(plot_clues, name="few", puzzles=few)
        cells = self.picture(plot_clues, name="many", puzzles=many)
        for picture, label in ((points, "a puzzle"), (cells, "share of the puzzles")):
            labels = [text.get_text() for text in picture.figure.legends[0].get_texts()]
            self.assertIn(label, labels)
        # Points are one collection per number of clues, cells are one collection. The band is another one.
        self.assertEqual([5 + 1, 2], [len(picture.axes[0].collections) for picture in (points, cells)])

    def test_every_puzzle_is_in_the_picture(self):
        axes = self.picture(plot_clues).axes[0]
        points = [point for shape in axes.collections if hasattr(shape, "get_sizes")
                  and not hasattr(shape, "set_verts") for point in shape.get_offsets()]
        self.assertEqual(27, len(points))
        low, high = axes.get_ylim()
        for clues, solutions in points:
            self.assertTrue(low < solutions < high, solutions)
            self.assertLess(abs(clues - round(clues)), 0.31)

    def test_shards_and_limits_are_noted(self):
        for script in (plot_counts, plot_clues):
            picture = self.picture(script, name=script.__name__, limit=50,
                                   shard={"number": 2, "count": 4, "whole": False})
            notes = "\n".join(picture.notes)
            self.assertIn("Only shard 2 of 4. The count is incomplete.", notes)
            self.assertIn("--max-solutions", notes)

    def test_clues_need_whole_counts_of_puzzles(self):
        directory = self.write_count("unsolved", puzzles=[(40, "0"), (41, "")])
        self.assert_fails(4, plot_clues.main, [directory], "no puzzle has solutions and a complete count")
        self.assertEqual(0, self.call(plot_counts.main, directory)[0])
        directory = self.write_count()
        (directory / "puzzles.csv").unlink()
        self.assert_fails(4, plot_clues.main, [directory], "puzzles.csv", "--per-puzzle")
        count = results.read_results(directory)
        self.assertEqual(1, len(plot_counts.draw(count, count.datasets).words))


CHANGED = [("", "", 0), ("r0", 0.5, 1), ("r1", 1.0, 0), ("r1", 3.0, 1), ("r3", 1.0, 0), ("r3", "", 0)]


class History(script_testing.ScriptTestCase):
    def test_a_picture_shows_change_points(self):
        path = self.write_history("h.csv", CHANGED)
        picture = plot_history.draw(plot_history.read_history(path))
        self.assertEqual(["d: since r1, dlx is 0.500x as fast as in r0.",
                          "d: since r3, dlx is 3.00x as fast as in r1."], picture.words)
        line = picture.axes[0].lines[1]
        self.assertEqual([1, 0.5, 0.5, 1.5, 1.5], list(line.get_ydata()))

    def test_a_run_without_an_interval_is_a_hollow_point(self):
        path = self.write_history("h.csv", [("", "", 0), ("r0", 1.0, 0), ("r0", 0.5, 0), ("r0", 1.0, 0)])
        rows = plot_history.read_history(path)
        rows.loc[2, ["times_low", "times_high"]] = math.nan
        line, hollow = plot_history.draw(rows).axes[0].lines[1:3]
        self.assertEqual(([1, 2, 4], [1, 1, 1]), (list(line.get_xdata()), list(line.get_ydata())))
        self.assertEqual(([3], [0.5]), (list(hollow.get_xdata()), list(hollow.get_ydata())))
        self.assertEqual("none", hollow.get_markerfacecolor())

    def test_invalid_input_is_rejected(self):
        path = self.write_history("h.csv", CHANGED)
        self.assert_fails(4, plot_history.main, [self.folder / "none.csv"], "none.csv: No such file")
        self.replace_in(path, ",0.5,", ",fast,")
        self.assert_fails(4, plot_history.main, [path], "h.csv:3: column times: not a number", "'fast'")
        self.replace_in(path, "is_change_point", "is")
        self.assert_fails(4, plot_history.main, [path], "h.csv:1: column is_change_point is missing")


if __name__ == "__main__":
    unittest.main()
