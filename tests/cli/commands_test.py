"""Tests what holds for every command: help, options, errors, exit codes, quiet, outputs, and how datasets are given."""

import collections
import functools
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal

from cli_testing import CliTestCase, DATASETS, FIVE, main, PATIENCE, ROOT, UNIQUE


# Every command that reads puzzles, with its required options.
READERS = {
    "bench": ["--engine", "dlx", "--warmup", "0s", "--quiet", "--force", "--out", "out"],
    "solve": [],
    "convert": [],
    "count": ["--quiet"],
    "audit": ["--quiet"],
    "plan": ["--shards", "2", "--backend", "local", "--out", "out"],
}
# Arguments of the other commands. `run` has the results of bench. `shard` has the results of its only shard, 0/1.
OTHERS = {
    "generate": ["--puzzles", "1", "--seed", "1"],
    "show": ["run"],
    "report": ["run"],
    "merge": ["shard", "--out", "merged"],
    "compare": ["run", "run"],
    "conformance": ["--engine", "dlx"],
    "selftest": ["--trials", "1"],
    "engines": [],
    "datasets": [],
    "manual": [],
    "completions": ["bash"],
}
SLOW = {"report", "selftest"}
WITHOUT_ARGUMENTS = ("generate", "conformance", "selftest", "engines", "datasets")


class CommandsCase(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE, FIVE] * 8)

    def commands(self):
        return sorted(set(super().commands()) - {"help"})

    def options(self, command):
        """Returns the long options of a command, with their short forms."""
        text = self.run_program(command, "--help").stdout
        return {long: short for short, long in re.findall(r"^  (?:-(\w) \[ )?--([\w-]+)", text, re.M)}

    def calls(self):
        """Returns a valid call of every quick command."""
        for directory, part in ("run", []), ("shard", ["--shard", "0/1"]):
            self.assert_exit(0, self.run_program("bench", "d.txt", "--engine", "dlx", "--warmup", "0s", "--quiet",
                                                 "--out", directory, *part))
        calls = {command: ["d.txt", *options] for command, options in READERS.items()} | OTHERS
        self.assertEqual(self.commands(), sorted(calls))
        return {command: [command, *arguments] for command, arguments in calls.items() if command not in SLOW}

    def files(self):
        return {path: path.read_bytes() for path in self.directory.rglob("*") if path.is_file()}

    def assert_refused(self, message, *arguments):
        """Asserts that a command line is refused with one line, and that nothing is written."""
        before = self.files()
        result = self.run_program(*arguments)
        self.assert_exit(2, result)
        self.assertEqual(("", f"sudoku-bench: {message} (see --help)\n"), (result.stdout, result.stderr))
        self.assertEqual(before, self.files())


class HelpTest(CommandsCase):
    def test_help(self):
        for command in self.commands():
            text = self.run_program(command, "--help")
            self.assert_exit(0, text)
            self.assertEqual((text.stdout, ""), (self.run_program("help", command).stdout, text.stderr))
            self.assertTrue(text.stdout.startswith(f"sudoku-bench {command}"))
            self.assertLessEqual(max(map(len, text.stdout.splitlines())), 80, command)

    def test_overview_and_version(self):
        overview = self.run_program("--help").stdout
        self.assertIn("exit codes: 0 success, 2 usage error", overview)
        for arguments, code in ((["-h"], 0), (["help"], 0), ([], 2)):
            result = self.run_program(*arguments)
            self.assert_exit(code, result)
            self.assertEqual((overview, ""), (result.stdout, result.stderr))
        folder = re.search(r"come with the program, in (.*)\n", overview)[1]
        self.assertTrue((self.directory / folder / "hard.txt").exists(), folder)
        self.assertRegex(self.run_program("--version").stdout,
                         r"\Asudoku-bench \d+\.\d+\.\d+ \((\S+, )?\w+ [\d.]+, \w*\)\n\Z")

    def test_options_mean_the_same_in_all_commands(self):
        by_long, by_short = collections.defaultdict(set), collections.defaultdict(set)
        count = 0
        for command in self.commands():
            options = self.options(command)
            count += len(options) - 1  # without --help
            for long, short in options.items():
                by_long[long].add(short)
                by_short[short].add(long)
            if command in READERS and command != "plan":
                self.assertLessEqual({"format", "shape", "column", "expect-column"}, set(options))
        self.assertEqual({}, {long: shorts for long, shorts in by_long.items() if len(shorts) != 1})
        del by_short[""]
        self.assertEqual({"o": {"out"}, "q": {"quiet"}, "h": {"help"}, "v": {"verbose"}}, by_short)
        self.assertLessEqual(count, 150)

    def test_datasets_are_listed(self):
        result = self.run_program("datasets", cwd=ROOT)
        folder, *rows = result.stdout.splitlines()
        self.assertEqual("in datasets:", folder)
        descriptions = json.loads((DATASETS / "descriptions.json").read_text("utf-8"))
        self.assertEqual(sorted(path.name for path in DATASETS.glob("*.txt")), [row.split()[0] for row in rows])
        for row in rows:
            name, puzzles, _, size, description = row.split(maxsplit=4)
            lines = [line for line in (DATASETS / name).read_text("ascii").splitlines() if line != "puzzle,count"]
            self.assertEqual((str(len(lines)), "9x9", descriptions[name]), (puzzles, size, description))

    def test_engines_are_listed(self):
        lists = [(ROOT / "engines" / name).read_text("utf-8") for name in ("engines.def", "solvers.def")]
        ids = re.findall(r"^(?:ENGINE|SOLVER)\((\w+),", "".join(lists), re.MULTILINE)
        self.assertGreaterEqual(len(ids), 4)
        result = self.run_program("engines")
        self.assertEqual(ids, [line.split()[0] for line in result.stdout.splitlines()])
        # One of the two is for another architecture.
        self.assertRegex(result.stdout, r"lanes_(neon|avx2) .* \(unavailable: needs (64-bit Arm|x86-64) with ")


class UsageTest(CommandsCase):
    def test_every_command_refuses_an_unknown_option(self):
        for command in self.commands():
            self.assert_refused("unknown option '--helpp'; did you mean '--help'?", command, "--helpp")

    def test_commands_without_arguments_refuse_one(self):
        for command in WITHOUT_ARGUMENTS:
            self.assert_fails(2, f"{command}( command)? takes no argument", command, "x")

    def test_unknown_commands(self):
        self.assert_refused("unknown command 'slove'; did you mean 'solve'? Choose from: bench, solve, convert, audit, "
                            "generate, count, show, report, merge, plan, compare, conformance, selftest, engines, "
                            "datasets, manual, completions", "slove", "d.txt")
        self.assert_refused(f"unknown command; did you mean 'sudoku-bench solve {UNIQUE}'?", UNIQUE)
        for name in ("d.txt", "there/is.none", "hard.txt"):
            self.assert_refused(f"unknown command '{name}'; did you mean 'sudoku-bench bench {name}' or "
                                f"'sudoku-bench solve {name}'?", name)
        self.assert_refused("the command comes first: 'sudoku-bench solve ...'", "--engine", "dlx", "solve", "d.txt")

    def test_options_that_the_engines_do_not_support(self):
        self.assert_refused("engine bandjoin counts solutions and does not list them",
                            "solve", "--engine", "bandjoin", "d.txt")
        self.assert_refused("--whole-blocks is for engines that support blocks, such as triads",
                            "bench", "d.txt", "--engine", "dlx", "--whole-blocks")


class OutputTest(CommandsCase):
    def test_quiet_commands_print_no_notes_and_no_table(self):
        for command, arguments in self.calls().items():
            if "quiet" not in self.options(command):
                continue
            result = self.run_program(*arguments, *["-q"] * ("--quiet" not in arguments))
            self.assert_exit(0, result)
            self.assertEqual("", result.stderr)
            self.assertEqual(command in ("solve", "convert", "audit"), result.stdout != "", command)

    def test_a_full_device_is_reported(self):
        for arguments in (*self.calls().values(), ["--help"], ["--version"], ["solve", "--help"]):
            if "--quiet" in arguments and arguments[0] != "audit":
                arguments = [word for word in arguments if word != "--quiet"]
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                result = self.run_program(*arguments, stdout=full)
                self.assert_exit(74, result)
                self.assertTrue(result.stderr.endswith("standard output: No space left on device\n"), result.stderr)
        self.assertEqual(["dlx"], self.column("runs.csv", "engine"))  # the results are complete

    def test_outputs_are_replaced_only_with_force(self):
        self.calls()  # writes the shard
        for command, *arguments in (["convert", "d.txt"], ["generate", "--grids", "1", "--seed", "1"],
                                    ["bench", "d.txt", "--engine", "dlx", "--warmup", "0s"], ["count", "d.txt"],
                                    ["merge", "shard"]):
            with self.subTest(command):
                write = (command, *arguments, "--out")
                self.assert_exit(0, self.run_program(*write, "new"))
                before = self.files()
                result = self.run_program(*write, "./new")
                self.assert_exit(2, result)
                self.assertRegex(result.stderr, r"\Asudoku-bench: \./new already (exists|has results); .*--force")
                self.assertEqual(before, self.files())
                self.assert_exit(0, self.run_program(*write, "new", "--force"))
                new = self.directory / "new"
                self.assert_exit(74, self.run_program(*write, "no/new" if new.is_file() else "d.txt/new"))
                shutil.rmtree(new) if new.is_dir() else new.unlink()


class DatasetTest(CommandsCase):
    """Every command that reads puzzles finds its datasets in the same way."""

    def test_missing_files(self):
        self.write("my puzzles.csv", "puzzle\n" + UNIQUE + "\n")
        (self.directory / "folder").mkdir()
        for command, arguments in READERS.items():
            for name, near in (("hrad.txt", "hard.txt"), ("datasets/hrad.txt", "datasets/hard.txt"),
                               ("famous", "famous.txt"), ("my puzles.csv", "my puzzles.csv"),
                               ("my puzzles.txt", "my puzzles.csv"), ("none.at.all", ""), ("README.md", ""),
                               ("mine/famous.txt", ""), ("../datasets/famous.txt", ""), ("/famous.txt", "")):
                result = self.run_program(command, name, *arguments)
                self.assert_exit(4, result)
                suggestion = f"; did you mean '{near}'?" if near else ""
                self.assertEqual(("", f"{name}: No such file or directory{suggestion}\n"),
                                 (result.stdout, result.stderr), command)
            self.assert_fails(4, "^folder: Is a directory\n$", command, "folder", *arguments)
            if command not in ("solve", "audit"):  # they take puzzles as arguments
                self.assert_fails(4, "write the puzzle to a file, or give - and", command, UNIQUE, *arguments)

    def test_one_or_several_datasets(self):
        names = ["a.txt", "b.txt", "c.txt"]
        for name in names:
            self.write(name, [UNIQUE])
        self.assert_exit(0, self.bench("--engine", "dlx", *names[:2], "--dataset", names[2]))
        self.assertEqual(names, self.column("runs.csv", "dataset"))
        self.assert_refused("bench needs datasets, or - for standard input", "bench")
        for command in set(READERS) - {"bench"}:
            counting = "count" if command == "plan" else command
            self.assert_refused(f"{counting} takes one dataset, not 2", command, *names[:2], *READERS[command])

    def test_standard_input_is_the_default(self):
        for command in set(READERS) - {"bench", "plan"}:
            given = [self.run_program(command, *name, *READERS[command], input=UNIQUE + "\n") for name in ([], ["-"])]
            self.assert_exit(0, given[0])
            self.assertEqual(given[0].stdout, given[1].stdout)

    def test_reading_from_a_terminal_is_noted(self):
        for command in set(READERS) - {"plan"}:
            keyboard, terminal = pty.openpty()
            child = self.start(command, "-", *READERS[command], stdin=terminal)
            os.close(terminal)
            os.write(keyboard, (UNIQUE + "\n\x04").encode())
            _, errors = child.communicate(timeout=PATIENCE)
            os.close(keyboard)
            self.assertEqual(0, child.returncode, errors)
            self.assertEqual(1, errors.count("sudoku-bench: reading puzzles from the terminal; end with Ctrl-D\n"))

    def test_a_refused_thread_is_reported(self):
        self.write("d.txt", [UNIQUE] * 100)
        # The stack of another thread does not fit into the address space.
        refuse = functools.partial(resource.setrlimit, resource.RLIMIT_STACK, (2**47, 2**47))
        for command in (["count", "d.txt", "--threads", "2"], ["audit", "d.txt", "--threads", "2"],
                        ["generate", "--threads", "2"], ["bench", "d.txt", "--engine", "dlx", "--quiet"],
                        ["convert", "d.txt"]):
            result = self.run_program(*command, preexec_fn=refuse)
            if command[0] == "convert":  # one thread is enough
                self.assert_exit(0, result)
                continue
            self.assert_exit(71, result)
            self.assertEqual("sudoku-bench: out of system resources: cannot start a thread: Resource temporarily "
                             "unavailable", result.stderr.splitlines()[-1])

    def test_an_interrupt_while_a_fifo_has_no_writer(self):
        os.mkfifo(self.directory / "fifo")
        for command, *arguments in (*((command, *READERS[command]) for command in set(READERS) - {"plan"}),
                                    ("bench", *READERS["bench"], "--max-puzzles", "3", "--shuffle")):
            with self.subTest(command):
                child = self.start(command, "fifo", *arguments)
                self.wait_until(lambda: self.has_open(child, "fifo"))
                child.send_signal(signal.SIGTERM)
                _, errors = child.communicate(timeout=PATIENCE)
                self.assertEqual(130, child.returncode, errors)

    def has_open(self, child, name):
        def target(link):
            try:
                return os.readlink(link)
            except FileNotFoundError:
                return ""
        return any(target(link).endswith("/" + name) for link in pathlib.Path(f"/proc/{child.pid}/fd").iterdir())

    def test_every_command_finds_datasets_of_the_project(self):
        for command in set(READERS) - {"bench", "audit"}:  # these are slow
            for name in "famous.txt", "datasets/famous.txt":
                result = self.run_program(command, name, *READERS[command])
                self.assert_exit(0, result)
                self.assertEqual(f"sudoku-bench: {name} not found; using the project's {DATASETS / 'famous.txt'}\n",
                                 result.stderr)
        self.assert_exit(0, self.bench("--engine", "dlx", "famous.txt", "--max-puzzles", "2"))
        self.assertEqual([str(DATASETS / "famous.txt")], self.column("runs.csv", "dataset"))
        result = self.run_program("convert", "famous.txt", cwd=ROOT)
        self.assertEqual("sudoku-bench: famous.txt not found; using the project's datasets/famous.txt\n", result.stderr)
        name = self.write("famous.txt", [UNIQUE])  # a file in the working directory comes first
        result = self.run_program("convert", name)
        self.assertEqual((UNIQUE + "\n", ""), (result.stdout, result.stderr))


if __name__ == "__main__":
    main()
