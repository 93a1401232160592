"""Tests invalid command lines, help and version."""

import json
import pathlib
import re

from cli_testing import CliTestCase, UNIQUE, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = ROOT / "engines"
DATASETS = ROOT / "datasets"


class UsageTest(CliTestCase):

    def assert_refused(self, message, *arguments):
        self.write("d.txt", [UNIQUE])
        result = self.run_program(*arguments)
        self.assert_exit(2, result)
        self.assertEqual("", result.stdout)
        self.assertEqual(f"sudoku-bench: {message} (see --help)\n", result.stderr)
        self.assertEqual(["d.txt"], [path.name for path in self.directory.iterdir()])

    def assert_bench_refused(self, message, *arguments):
        self.assert_refused(message, "bench", "--dataset", "d.txt", "--out", "out", *arguments)

    def test_unknown_command(self):
        self.assert_refused("unknown command 'slove'; did you mean 'solve'? "
                            "Choose from: bench, solve, convert, audit, generate, count, show, report, merge, "
                            "plan, compare, conformance, selftest, engines, datasets, manual, completions",
                            "slove", "d.txt")

    def test_a_puzzle_without_a_command(self):
        self.assert_refused(f"unknown command; did you mean 'sudoku-bench solve {UNIQUE}'?", UNIQUE)

    def test_unknown_option(self):
        self.assert_bench_refused("unknown option '--repetition'; did you mean '--repetitions'?",
                                  "--repetition=3")

    def test_an_unknown_engine_gets_a_suggestion(self):
        result = self.run_program("--dataset", "d.txt", "--engine", "dlx,bitmsk")
        self.assert_exit(2, result)
        self.assertIn("unknown engine 'bitmsk'; did you mean 'bitmask'? "
                      "Choose from: all, none, naive, ",
                      result.stderr)

    def test_unknown_format(self):
        self.assert_bench_refused("unknown --format 'lin'; did you mean 'line'? "
                                  "Choose from: acs, auto, candidate-grid, candidates, csv, grid, hodoku, "
                                  "integers, json, line, pencilmark, sdk, sdm, solo, ss",
                                  "--format", "lin")

    def test_number_without_unit(self):
        self.assert_bench_refused(
            "--time-limit takes a time with a unit (ns, us, ms, s, min, h), such as 10s, not '60'",
            "--time-limit", "60")

    def test_number_out_of_range(self):
        self.assert_bench_refused("--threads takes a whole number from 1 to 4096, not '0'",
                                  "--threads", "0")

    def test_a_baseline_outside_of_the_run_is_rejected(self):
        self.assert_bench_refused("--baseline dlx is not among the engines of this run",
                                  "--engine", "naive", "--baseline", "dlx")

    def test_solutions_of_a_counting_engine_are_rejected(self):
        self.assert_refused("engine bandjoin counts solutions and does not list them",
                            "solve", "--engine", "bandjoin", "d.txt")

    def test_cell_order_needs_an_engine_that_supports_it(self):
        self.assert_bench_refused(
            "--cell-order is for engines with a fixed cell order, such as stack",
            "--engine", "dlx", "--cell-order", "row")

    def test_whole_blocks_for_an_engine_that_takes_none(self):
        self.assert_bench_refused("--whole-blocks is for engines that support blocks, such as triads",
                                  "--engine", "dlx", "--whole-blocks")

    def test_dataset_without_a_command(self):
        for name in ("d.txt", "there/is.none", "hard.txt"):
            self.assert_refused(f"unknown command '{name}'; did you mean "
                                f"'sudoku-bench bench {name}'?", name)

    def test_a_command_after_options_is_rejected(self):
        self.assert_refused("the command comes first: 'sudoku-bench solve ...'",
                            "--engine", "dlx", "solve", "d.txt")

    def test_unrelated_words_get_no_suggestion(self):
        self.assert_bench_refused("unknown option '--xml'", "--xml")
        self.assert_refused("unknown option '--list'", "convert", "--list", "3")
        self.assert_refused("unknown option '--datasets'; did you mean '--dataset'?",
                            "count", "--datasets", "d.txt")
        result = self.run_program("--dataset", "d.txt", "--engine", "dxl")
        self.assertIn("unknown engine 'dxl'; did you mean 'dlx'? Choose from: ", result.stderr)
        self.assert_exit(2, result)

    def test_no_dataset(self):
        message = "bench needs datasets, or - for standard input"
        self.assert_refused(message, "bench")

    def test_no_arguments(self):
        result = self.run_program()
        self.assert_exit(2, result)
        self.assertEqual("", result.stderr)
        self.assertEqual(self.run_program("--help").stdout, result.stdout)
        self.assertRegex(result.stdout, r"examples:\n  bench hard\.txt ")
        folder = re.search(r"come with the program, in (.*)\n", result.stdout)[1]
        self.assertTrue((self.directory / folder / "hard.txt").exists(), folder)

    def test_results_are_replaced_only_with_force(self):
        self.write("d.txt", [UNIQUE])
        self.assert_exit(0, self.bench("--dataset", "d.txt", "--engine", "naive"))
        before = (self.directory / "out/runs.csv").read_bytes()
        refused = self.bench("--dataset", "d.txt", "--engine", "dlx")
        self.assert_exit(2, refused)
        self.assertEqual("sudoku-bench: out already has results; --force replaces them\n",
                         refused.stderr)
        self.assertEqual(before, (self.directory / "out/runs.csv").read_bytes())
        self.assert_exit(0, self.bench("--dataset", "d.txt", "--engine", "dlx", "--force"))
        self.assertEqual(["dlx"], self.column("runs.csv", "engine"))


class HelpTest(CliTestCase):

    def assert_text(self, pattern, *arguments):
        result = self.run_program(*arguments)
        self.assert_exit(0, result)
        self.assertEqual("", result.stderr)
        self.assertRegex(result.stdout, pattern)
        self.assertTrue(result.stdout.endswith("\n"))

    def test_version(self):
        self.assert_text(r"\Asudoku-bench \d+\.\d+\.\d+ \((\S+, )?\w+ [\d.]+, \w*\)\n\Z", "--version")

    def test_overview(self):
        for arguments in (["--help"], ["-h"], ["help"]):
            self.assert_text(r"exit codes: 0 success, 2 usage error", *arguments)

    def test_help_of_commands(self):
        self.assert_text(r"--dataset FILE", "bench", "--help")
        self.assert_text(r"--cell-order ORDER", "solve", "--help")
        self.assert_text(r"Lists the engines", "engines", "--help")

    def test_help_names_every_option_of_the_design(self):
        text = self.run_program("bench", "--help").stdout
        for option in ("dataset", "format", "column", "expect-column", "max-puzzles", "sample",
                       "shuffle", "seed", "skip-invalid", "engine", "plugin",
                       "engine-cmd", "max-solutions", "max-guesses",
                       "timeout", "time-limit", "warmup", "repetitions", "threads", "pin",
                       "baseline", "out", "force", "per-puzzle", "context", "progress", "color"):
            self.assertRegex(text, rf"--{option}\b")

    def test_datasets_are_listed(self):
        result = self.run_program("datasets", cwd=DATASETS.parent)
        self.assert_exit(0, result)
        folder, *rows = result.stdout.splitlines()
        self.assertEqual("in datasets:", folder)
        descriptions = json.loads((DATASETS / "descriptions.json").read_text("utf-8"))
        self.assertEqual(sorted(path.name for path in DATASETS.glob("*.txt")), [row.split()[0] for row in rows])
        for row in rows:
            name, puzzles, _, size, description = row.split(maxsplit=4)
            lines = [line for line in (DATASETS / name).read_text("ascii").splitlines() if line != "puzzle,count"]
            self.assertEqual((str(len(lines)), "9x9", descriptions[name]), (puzzles, size, description))
        self.assert_fails(2, "the datasets command takes no argument", "datasets", "hard.txt")

    def test_engines_are_listed(self):
        lists = [(ENGINES / name).read_text("utf-8") for name in ("engines.def", "solvers.def")]
        ids = re.findall(r"^(?:ENGINE|SOLVER)\((\w+),", "".join(lists), re.MULTILINE)
        self.assertGreaterEqual(len(ids), 4)
        result = self.run_program("engines")
        self.assert_exit(0, result)
        self.assertEqual(ids, [line.split()[0] for line in result.stdout.splitlines()])
        # One of the two is for another architecture.
        self.assertRegex(result.stdout, r"lanes_(neon|avx2) .* \(unavailable: needs (64-bit Arm|x86-64) with ")


if __name__ == "__main__":
    main()
