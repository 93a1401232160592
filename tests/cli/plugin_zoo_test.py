"""Tests plugins that fail, each in a different way. The run must end by itself with the documented exit code and a
message, and must measure the other engines."""

import array

from cli_testing import CliTestCase, FIVE, MANY, NEARLY_FULL, PLUGINS, PYTHON, UNIQUE, main

WILD = "corrupted the memory|found|its solution breaks a rule|crashed|exited|stopped at the limit"

# The address sanitizer handles the signal and exits.
SEGFAULT = "crashed with signal SIGSEGV|exited with status 1"

# Wrong: patterns of the messages on at least one puzzle.
WRONG = {
    "abort": "crashed with signal SIGABRT",
    "segfault": SEGFAULT,
    "exit": "exited with status 0",
    "fork_abort": "crashed with signal SIGABRT",
    "alarm": "crashed with signal SIGALRM",
    "throw": "crashed with signal SIGABRT",
    "deep": SEGFAULT,
    "zero": "found 0 solutions",
    "beyond_limit": "more than the limit of 3",
    "most": "more than the limit of 3",
    "breaks_rule": "its solution breaks a rule",
    "wild_ones": WILD,
    "wild_random": WILD,
    "wild_small": WILD,
    "wild_sparse": WILD,
    "wild_zeros": WILD,
}

# Each puzzle is a timeout.
SILENT = ["hang", "hang_unkillable", "stop"]

# Unusual, but right.
RIGHT = ["print", "limits", "guesses", "forking", "write_all", "counting", "overrun"]

# Plugins with files of their own.
ALONE = ["constructor", "guesses"]

# The result depends on the order of threads or processes: a plugin may answer all puzzles before it loses its
# connection.
UNPREDICTABLE = ["wild_thread", "fork_answer", "close_all"]


class PluginZooTest(CliTestCase):
    def run_zoo(self, *names, arguments=(), puzzles=(MANY, FIVE, MANY, FIVE)):
        """Runs plugins of the zoo and checks what holds for every plugin. A single plugin gets the name `zoo`."""
        self.write("d.txt", list(puzzles))
        if "--max-solutions" not in arguments:
            arguments = (*arguments, "--max-solutions", "3")
        plugins = [f"--plugin={name if len(names) > 1 else 'zoo'}={self.place(name)}" for name in names]
        result = self.bench(*plugins, "d.txt", "--force", "--per-puzzle", "--threads", "1", *arguments)
        self.assert_exit_in((0, 2, 3), result)
        self.assertNotIn("noise", result.stdout)
        return result

    @staticmethod
    def place(name):
        """Returns the file of a plugin, with its function if it shares the file with others."""
        return f"{PLUGINS}/zoo_{name}.so" if name in ALONE else f"{PLUGINS}/zoo.so:zoo_{name}"

    def run_beside(self, name, *arguments, **options):
        return self.run_all([name], *arguments, **options)

    def run_all(self, names, *arguments, **options):
        """Runs plugins of the zoo and two engines, and checks that the engines solve every puzzle."""
        result = self.run_zoo(*names, arguments=("--engine", "bitmask,dlx", *arguments), **options)
        if result.returncode != 2:
            for engine in "bitmask", "dlx":
                self.assertNotIn(self.verdict(engine), ("wrong", "partial", "disagreement"))
        return result

    def verdict(self, engine="zoo"):
        (verdict,) = self.column("runs.csv", "verdict", engine)
        return verdict

    def test_refused_at_once(self):
        result = self.run_beside("constructor")
        self.assert_exit(2, result)
        self.assertIn("engine zoo: crashed with signal SIGABRT", result.stderr)

    def test_wrong(self):
        result = self.run_all(WRONG, "--timeout", "5s", "--verbose")
        self.assert_exit(3, result)
        for name, message in WRONG.items():
            with self.subTest(name):
                self.assertRegex(result.stderr, f"d.txt:[1234]: {name}: .*(?:{message})")
                self.assertIn(self.verdict(name), ("wrong", "disagreement"))

    def test_a_crash_on_a_request_for_a_solution_affects_only_its_puzzle(self):
        for arguments in [], ["--whole-blocks"]:
            with self.subTest(arguments=arguments):
                result = self.run_beside("abort_when_asked", *arguments, puzzles=[FIVE, MANY, FIVE, FIVE])
                self.assert_exit(3, result)
                self.assertIn("d.txt:2: zoo: crashed with signal SIGABRT", result.stderr)
                self.assertEqual(["ok", "crash", "ok", "ok"], self.column("puzzles.csv", "runstatus", "zoo"))

    def test_an_engine_that_assumes_uniqueness_is_wrong(self):
        # Right for these puzzles. The check removes clues and detects it.
        for name in "first_only", "claim":
            for arguments in [], ["--whole-blocks"], ["--max-solutions", "0"]:
                with self.subTest(name, arguments=arguments):
                    result = self.run_beside(name, *arguments, puzzles=[UNIQUE] * 3)
                    self.assert_exit(3, result)
                    self.assertRegex(result.stderr, "d.txt:[123]: zoo: found 1 solution for .*, which has several")
                    self.assertEqual("wrong", self.verdict())
            self.assert_exit(0, self.run_beside(name, "--max-solutions", "1", puzzles=[UNIQUE] * 3))

    def test_silent(self):
        # Real time is the subject. The other engines need less than a thousandth of the limit.
        self.assert_exit(0, self.run_all(SILENT, "--timeout", "300ms"))
        timeouts = {row["engine"] for row in self.rows("puzzles.csv") if row["runstatus"] == "timeout"}
        self.assertEqual(set(SILENT), timeouts)
        self.assertEqual({"partial"}, {self.verdict(name) for name in SILENT})

    def test_right(self):
        self.assert_exit(0, self.run_all(RIGHT))
        for name in RIGHT:
            self.assertNotIn(self.verdict(name), ("wrong", "partial", "disagreement"), name)
        self.assertEqual([""] * 4, self.column("puzzles.csv", "guesses", "counting"))
        self.assert_exit(0, self.run_beside("counting", "--max-solutions", "1"))
        self.assertEqual("not_applicable", self.verdict())

    def test_plugins_cannot_see_later_puzzles(self):
        # A plugin that solves a puzzle before its call would seem to take no time.
        self.assert_exit(0, self.run_beside("peek", "--block-size", "1", puzzles=[NEARLY_FULL] * 7 + [FIVE]))
        self.assertNotIn(self.verdict(), ("wrong", "partial", "disagreement"))

    def test_unpredictable_plugins_do_not_affect_others(self):
        for name in UNPREDICTABLE:
            with self.subTest(name):
                self.run_beside(name, "--timeout", "2s")

    def test_a_late_answer_is_a_timeout(self):
        # The plugin answers after its limit and before the program checks the limit again. Its sleep takes at
        # least twice the limit on every machine. The other engine may miss a limit this short on a busy machine.
        self.assert_exit(0, self.run_zoo("waiting", arguments=("--timeout", "500us", "--engine", "dlx"),
                                         puzzles=[NEARLY_FULL] * 4))
        self.assertEqual("partial", self.verdict())
        self.assertEqual(["timeout"] * 4, self.column("puzzles.csv", "runstatus", "zoo"))

    def test_waiting_and_child_processes_belong_to_the_time_of_the_plugin(self):
        # `waiting` sleeps for a millisecond while another of its threads works. Three processes of `helpers` use 20 ms
        # of CPU time each.
        command = f"other={PYTHON} -c 'while input(): print(1, flush=True)'"
        for name, least_ns in ("waiting", 1_000_000), ("helpers", 60_000_000):
            for arguments in [], ["--whole-blocks"], ["--max-solutions", "1", "--engine-cmd", command]:
                with self.subTest(name, arguments=arguments):
                    self.assert_exit(0, self.run_beside(name, *arguments))
                    for row in self.rows("blocks.csv", engine="zoo"):
                        self.assertGreaterEqual(int(row["cpu_ns"]), least_ns * int(row["puzzles"]))
                        if name == "waiting":
                            self.assertGreaterEqual(int(row["cpu_ns"]), int(row["wall_ns"]))

    def test_processes_of_a_plugin_do_not_outlive_the_run(self):
        # The plugin starts processes with their own sessions. Nothing tells them to end.
        self.assert_exit(0, self.run_beside("daemon"))
        daemons = array.array("i", (self.directory / "daemons").read_bytes())
        self.assertGreaterEqual(len(daemons), 2)
        self.assert_gone(daemons, patience=0)


if __name__ == "__main__":
    main()
