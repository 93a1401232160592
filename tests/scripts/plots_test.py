#!/usr/bin/python3
"""scripts/plot_*.py: the files they write, what they say of a run, and their errors."""

import subprocess
import unittest

import script_testing  # first: it finds the scripts

import plot_cactus
import plot_counts
import plot_distribution
import plot_guesses
import plot_ratio
import plot_scaling
import plot_scatter
import plotting
import results

PUZZLE_SCRIPTS = (plot_cactus, plot_scatter, plot_guesses, plot_counts)
SCRIPTS = (*PUZZLE_SCRIPTS, plot_distribution, plot_ratio)
NAMES = ("cactus", "scatter", "guesses", "counts", "distribution", "ratio")


def main_of(script):
    """What the script calls when it is run."""
    name = script.__name__.removeprefix("plot_")
    options = getattr(script, "add_options", None)
    return lambda arguments: plotting.main(name, script.__doc__, script.draw, options, arguments)


class Pictures(script_testing.ScriptTestCase):
    def words(self, script, run, **options):
        picture = script.draw(run, run.datasets, **options)
        return "\n".join(picture.words), "\n".join(picture.notes)

    def run_of(self, **options):
        return results.read_run(self.write_run(**options))

    def test_png_and_svg_are_the_same_each_time(self):
        directory = self.write_run(datasets=("data/hard.txt", script_testing.HOSTILE), puzzles=600)
        for name, script in zip(NAMES, SCRIPTS):
            written = []
            for _ in range(2):
                code, output, errors = self.call(main_of(script), directory)
                self.assertEqual((0, ""), (code, errors))
                paths = [directory / f"{name}.png", directory / f"{name}.svg"]
                self.assertEqual([str(path) for path in paths], output.splitlines())
                written.append([path.read_bytes() for path in paths])
            self.assertEqual(written[0], written[1], name)
            self.assertTrue(written[0][0].startswith(b"\x89PNG"))
            self.assertIn(b"<svg", written[0][1])

    def test_the_suffix_says_what_is_written(self):
        directory = self.write_run()
        for name in ("one.svg", "two.png"):
            self.assertEqual(0, self.call(main_of(plot_ratio), directory, "-o",
                                          self.folder / name)[0])
        self.assertEqual({"run", "one.svg", "two.png"},
                         {path.name for path in self.folder.iterdir()})

    def test_a_script_runs_as_a_program(self):
        directory = self.write_run()
        program = script_testing.SCRIPTS / "plot_cactus.py"
        done = subprocess.run([program, directory, "--dataset", "hard"], check=True,
                              capture_output=True, text=True)
        self.assertIn("cactus.svg", done.stdout)
        for script in [*script_testing.SCRIPTS.glob("plot_*.py")]:
            self.assertTrue(script.stat().st_mode & 0o111, script)

    def test_pictures_of_single_puzzles_name_the_engines_that_are_left_out(self):
        run = self.run_of()
        for script in (plot_cactus, plot_scatter, plot_guesses, plot_distribution):
            words, notes = self.words(script, run)
            self.assertIn("Not shown: wide;", notes, script.__name__)
            self.assertNotIn("wide", words)

    def test_cactus_tells_how_many_are_answered(self):
        words, _ = self.words(plot_cactus, self.run_of())
        self.assertIn("quick answers 30 of 30 puzzles", words)
        self.assertIn("slow answers 28 of 30 puzzles", words)
        self.assertIn("the last within 33.0 µs", words)

    def test_scatter_takes_the_fastest_as_the_x_axis(self):
        words, _ = self.words(plot_scatter, self.run_of())
        self.assertIn("slow is faster than quick on 0 of 28 puzzles, 0 % [0, 12].", words)
        words, _ = self.words(plot_scatter, self.run_of(name="other"), x="slow", y="quick")
        self.assertIn("quick is faster than slow on 28 of 28 puzzles, 100 % [88, 100].", words)

    def test_distribution_without_puzzles_takes_the_quantiles(self):
        directory = self.write_run()
        (directory / "puzzles.csv").unlink()
        words, _ = self.words(plot_distribution, results.read_run(directory))
        self.assertIn("quick answers 50 % within 3.00 µs, 90 % within 6.00 µs, 99 % within 9.00 µs",
                      words)

    def test_guesses_tell_a_correlation(self):
        words, _ = self.words(plot_guesses, self.run_of())
        self.assertRegex(words, r"quick: rank correlation of time and guesses -?0\.\d\d over 30")

    def test_counts_of_up_to_128_bits(self):
        words, _ = self.words(plot_counts, self.run_of())
        self.assertIn("6 with 0, 12 with 1, 6 with 2 to 9, 6 with 1e38 to 1e39", words)

    def test_counts_that_the_limit_ended_are_lower_bounds(self):
        words, _ = self.words(plot_counts, self.run_of(
            change=lambda row: {**row, "max_solutions": 2}))
        self.assertIn("6 with 0, 12 with 1, 12 with 2 or more", words)

    def test_puzzles_that_no_engine_answered_have_a_bar(self):
        directory = self.write_run()
        self.replace_in(directory / "puzzles.csv", ",ok,", ",timeout,")
        words, _ = self.words(plot_counts, results.read_run(directory))
        self.assertIn("30 not answered", words)

    def test_ratios_are_told_from_the_faster_engine(self):
        run = self.run_of()
        words, _ = self.words(plot_ratio, run)
        self.assertIn("wide is 6.00 [5.40, 6.60] times as fast as quick.", words)
        self.assertIn("slow is 0.0333 [0.0300, 0.0367] times as fast as quick.", words)
        run = self.run_of(name="other", change=lambda row: {
            **row, "ratio": 0.5, "ratio_low": 0.4, "ratio_high": 0.8})
        words, _ = self.words(plot_ratio, run)
        self.assertIn("quick is 2.00 [1.25, 2.50] times as fast as wide.", words)

    def test_ratios_without_interval(self):
        run = self.run_of(change=lambda row: {**row, "ratio_low": "", "ratio_high": ""})
        self.assertIn("6.00 (no interval)", self.words(plot_ratio, run)[0])

    def test_scaling_divides_by_the_rate_of_the_fewest_threads(self):
        runs = [results.read_run(self.write_run(name=f"threads{n}", threads=n)) for n in (4, 1, 2)]
        picture = plot_scaling.draw(runs, runs[0].datasets)
        self.assertIn("hard: quick is 4.00 times as fast with 4 threads.", picture.words)
        self.assertIn("hard: wide is 2.00 times as fast with 2 threads.", picture.words)
        code, output, _ = self.call(plot_scaling.main, self.folder / "threads1",
                                    self.folder / "threads2", "-o", self.folder / "scaling.png")
        self.assertEqual((0, f"{self.folder}/scaling.png\n"), (code, output))


class Errors(script_testing.ScriptTestCase):
    def test_help(self):
        for script in SCRIPTS:
            code, output, _ = self.call(main_of(script), "--help")
            self.assertEqual(0, code)
            self.assertIn("--output", output)

    def test_a_directory_that_is_not_there(self):
        for script in SCRIPTS:
            self.assert_fails(4, main_of(script), ["/no/such"], "/no/such: no such directory")
        self.assert_fails(4, plot_scaling.main, ["/no/such"], "/no/such: no such directory")

    def test_a_directory_without_results(self):
        self.assert_fails(4, main_of(plot_ratio), [self.folder], "summary.csv: No such file")

    def test_a_run_without_per_puzzle(self):
        directory = self.write_run()
        (directory / "puzzles.csv").unlink()
        for script in PUZZLE_SCRIPTS:
            self.assert_fails(4, main_of(script), [directory], "puzzles.csv", "--per-puzzle")

    def test_engines_without_times_of_puzzles(self):
        directory = self.write_run()
        with open(directory / "puzzles.csv", encoding="utf-8") as stream:
            lines = [line for line in stream if ",slow," not in line]
        (directory / "puzzles.csv").write_text("".join(lines), encoding="utf-8")
        self.assertEqual(0, self.call(main_of(plot_cactus), directory)[0])
        self.assert_fails(4, main_of(plot_scatter), [directory], "it takes 2")
        lines = [line for line in lines if ",quick," not in line]
        (directory / "puzzles.csv").write_text("".join(lines), encoding="utf-8")
        for script in (plot_cactus, plot_guesses):
            self.assert_fails(4, main_of(script), [directory], "it takes 1")
        self.assertEqual(0, self.call(main_of(plot_counts), directory)[0])

    def test_bad_files(self):
        for name, content, part in (
                ("summary.csv", b"", "No columns"),
                ("summary.csv", b"engine,dataset\n", "there is no column puzzles"),
                ("summary.csv", b"\xff\xfe\x00", "no CSV"),
                ("puzzles.csv", b"dataset,line\n1,2,3\n4\n", "there is no column puzzle"),
                ("puzzles.csv", b'a,"b\n', "no CSV")):
            directory = self.write_run(name=f"run{len(content)}{name}")
            (directory / name).write_bytes(content)
            self.assert_fails(4, main_of(plot_cactus), [directory], name, part)

    def test_a_time_that_is_no_number(self):
        directory = self.write_run()
        self.replace_in(directory / "puzzles.csv", ",3000", ",fast")
        self.assert_fails(4, main_of(plot_cactus), [directory], "puzzles.csv: column wall_ns")

    def test_unknown_dataset_and_engine(self):
        directory = self.write_run()
        self.assert_fails(4, main_of(plot_cactus), [directory, "--dataset", "soft"], "soft", "hard")
        self.assert_fails(4, main_of(plot_scatter), [directory, "--y", "wide"], "wide", "quick")

    def test_output_that_cannot_be_written(self):
        directory = self.write_run()
        self.assert_fails(74, main_of(plot_ratio), [directory, "-o", "/no/such/x.png"],
                          "/no/such/x.png")

    def test_scaling_wants_several_numbers_of_threads_and_the_same_puzzles(self):
        one, same = self.write_run(name="one"), self.write_run(name="same")
        self.assert_fails(4, plot_scaling.main, [one, same], "one number of threads")
        other = self.write_run(name="other", threads=2,
                               change=lambda row: {**row, "dataset_digest": "bb"})
        self.assert_fails(4, plot_scaling.main, [one, other], "differ in dataset_digest")


if __name__ == "__main__":
    unittest.main()
