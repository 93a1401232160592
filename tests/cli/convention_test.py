"""Tests the conventions of all commands: how datasets are given, and the names of options."""

import collections
import os
import pathlib
import pty
import re

from cli_testing import CliTestCase, FIVE, PATIENCE, UNIQUE, main

DATASETS = pathlib.Path(__file__).parents[2] / "datasets"

# Every command that reads puzzles, with its required arguments.
READERS = {
    "bench": ["--engine", "dlx", "--warmup", "0s", "--quiet", "--force", "--out", "out"],
    "solve": [],
    "convert": [],
    "count": ["--quiet"],
    "audit": ["--quiet"],
    "plan": ["--shards", "2", "--backend", "local", "--out", "out"],
}


class ConventionTest(CliTestCase):

    def commands(self):
        return sorted(set(super().commands()) - {"help"})

    def options(self, command):
        """Returns the long options of a command, with their short forms and values."""
        text = self.run_program(command, "--help").stdout
        return {long: (short, value) for short, long, value in
                re.findall(r"^  (?:-(\w) \[ )?--([\w-]+)(?: \])?(?: (\S+))?", text, re.M)}

    def test_long_and_short_options_match_one_to_one(self):
        shorts, longs = collections.defaultdict(set), collections.defaultdict(set)
        for command in self.commands():
            for long, (short, _) in self.options(command).items():
                shorts[long].add(short)
                if short:
                    longs[short].add(long)
        self.assertEqual({}, {name: found for name, found in shorts.items() if len(found) != 1})
        self.assertEqual({}, {name: found for name, found in longs.items() if len(found) != 1})
        self.assertEqual({"o": {"out"}, "q": {"quiet"}, "h": {"help"}, "v": {"verbose"}}, longs)

    def test_commands_that_read_puzzles_have_the_same_options(self):
        for command in READERS:
            self.assertIn("dataset", self.options(command), command)
            self.assertLessEqual({"format", "column", "expect-column"}, set(self.options(command)))
        with_sample = [command for command in self.commands() if "sample" in self.options(command)]
        self.assertEqual(["bench"], with_sample)

    def test_datasets_are_arguments_or_options(self):
        name = self.write("d.txt", [UNIQUE])
        for command, arguments in READERS.items():
            by_position = self.run_program(command, name, *arguments)
            by_option = self.run_program(command, "--dataset", name, *arguments)
            self.assert_exit(0, by_position)
            self.assertEqual((by_position.returncode, by_position.stdout, by_position.stderr),
                             (by_option.returncode, by_option.stdout, by_option.stderr), command)

    def test_bench_accepts_several_datasets(self):
        names = [self.write("a.txt", [UNIQUE]), self.write("b.txt", [FIVE]),
                 self.write("c.txt", [UNIQUE, FIVE])]
        self.assert_exit(0, self.bench("--engine", "dlx", *names[:2], "--dataset", names[2]))
        self.assertEqual(names, self.column("runs.csv", "dataset"))
        for command in set(READERS) - {"bench"}:
            result = self.run_program(command, *names[:2], *READERS[command])
            self.assert_exit(2, result)
            self.assertIn(f"{command} takes one dataset, not 2", result.stderr)

    def test_standard_input_is_the_default(self):
        for command in set(READERS) - {"bench", "plan"}:
            given = [self.run_program(command, *more, *READERS[command], input=UNIQUE + "\n")
                     for more in ([], ["-"], ["--dataset", "-"])]
            for result in given:
                self.assert_exit(0, result)
                self.assertEqual(given[0].stdout, result.stdout)

    def test_reading_from_a_terminal_is_noted(self):
        for command in set(READERS) - {"plan"}:
            keyboard, terminal = pty.openpty()
            child = self.start(command, "-", *READERS[command], stdin=terminal)
            os.close(terminal)
            os.write(keyboard, (UNIQUE + "\n\x04").encode())
            _, errors = child.communicate(timeout=PATIENCE)
            os.close(keyboard)
            self.assertEqual(0, child.returncode, errors)
            self.assertEqual(1, errors.count("sudoku-bench: reading puzzles from the terminal; "
                                             "end with Ctrl-D\n"), errors)

    def test_short_forms(self):
        name = self.write("d.txt", [UNIQUE])
        self.assert_exit(0, self.run_program("convert", name, "-o", "converted.txt", "-q"))
        self.assertEqual(UNIQUE + "\n", (self.directory / "converted.txt").read_text("utf-8"))
        for command in "bench", "count":
            result = self.run_program(command, name, "-q", "-o", command)
            self.assert_exit(0, result)
            self.assertEqual(("", ""), (result.stdout, result.stderr))
            self.assertTrue((self.directory / command / "context.json").exists())
        result = self.run_program("merge", "count", "-q", "-o", "merged")
        self.assert_exit(0, result)
        self.assertEqual("", result.stdout)

    def test_help_fits_80_columns(self):
        for command in self.commands():
            for line in self.run_program("help", command).stdout.splitlines():
                self.assertLessEqual(len(line), 80, command)

    def test_help_and_its_option_print_the_same_text(self):
        for command in self.commands():
            self.assertEqual(self.run_program(command, "--help").stdout,
                             self.run_program("help", command).stdout)
        self.assert_fails(2, "unknown command 'cuont'; did you mean 'count'", "help", "cuont")


class ProjectDatasetTest(CliTestCase):
    """If a dataset is not found, commands search it in the project."""

    def test_every_command_finds_datasets_of_the_project(self):
        for command, arguments in READERS.items():
            if command in ("bench", "audit"):
                continue  # are slow
            for name in "famous.txt", "datasets/famous.txt":
                result = self.run_program(command, name, *arguments)
                self.assert_exit(0, result)
                self.assertEqual(f"sudoku-bench: {name} not found; using the project's "
                                 f"{DATASETS / 'famous.txt'}\n", result.stderr)

    def test_results_record_the_full_path(self):
        self.assert_exit(0, self.bench("--engine", "dlx", "famous.txt", "--max-puzzles", "2"))
        self.assertEqual([str(DATASETS / "famous.txt")], self.column("runs.csv", "dataset"))

    def test_messages_show_the_relative_path(self):
        result = self.run_program("convert", "famous.txt", cwd=DATASETS.parent)
        self.assert_exit(0, result)
        self.assertEqual("sudoku-bench: famous.txt not found; using the project's "
                         "datasets/famous.txt\n", result.stderr)

    def test_a_file_in_the_working_directory_comes_first(self):
        name = self.write("famous.txt", [UNIQUE])
        result = self.run_program("convert", name)
        self.assertEqual((UNIQUE + "\n", ""), (result.stdout, result.stderr))

    def test_other_names_are_not_searched(self):
        for name in ("mine/famous.txt", "no.txt", "README.md", "../datasets/famous.txt", "/famous.txt"):
            self.assert_fails(4, f"^{name}: No such file or directory\n$", "convert", name)

    def test_a_missing_file_gets_a_suggestion(self):
        self.write("my puzzles.csv", "puzzle\n" + UNIQUE + "\n")
        for command, arguments in READERS.items():
            for name, near in (("hrad.txt", "hard.txt"), ("datasets/hrad.txt", "datasets/hard.txt"),
                               ("famous", "famous.txt"), ("my puzles.csv", "my puzzles.csv"),
                               ("my puzzles.txt", "my puzzles.csv")):
                result = self.run_program(command, name, *arguments)
                self.assert_exit(4, result)
                self.assertEqual(("", f"{name}: No such file or directory; did you mean '{near}'?\n"),
                                 (result.stdout, result.stderr), command)


if __name__ == "__main__":
    main()
