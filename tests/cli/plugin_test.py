"""Tests plugins and engine commands: right ones, and ones that fail in every way."""

import functools
import os
import pathlib
import resource
import signal
import subprocess
import unittest

from cli_testing import (CliTestCase, EIGHT, FIVE, IMPOSSIBLE, MANY, MORE, PATIENCE, PLUGINS, PROGRAM, PYTHON,
                         UNIQUE, UNIQUE_SOLUTION, main)

SEVEN = "7" + EIGHT[1:].replace("6", ".", 1)  # EIGHT without one clue

WITHOUT_PROC = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                'mount -t tmpfs none /proc && exec "$@"', "sh"]

# An engine command that looks up answers in a table {puzzle: answer}. Without an entry, it answers 1 for the probe
# puzzle, which has one empty cell, and 2 for others.
TABLE_ENGINE = """
import sys, time
answers = {answers!r}
for line in sys.stdin:
    answer = answers.get(line.strip(), "1" if line.count(".") == 1 else "2")
    if answer == "die":
        sys.exit(3)
    if answer == "hang":
        time.sleep(1000)
    print(answer, flush=True)
"""


class PluginTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.dataset = self.write("d.txt", [UNIQUE, MANY, FIVE])

    def plugin(self, name, *arguments, **options):
        for limit in "--timeout", "--time-limit":
            if limit not in arguments:
                arguments += (limit, "0s")
        return self.bench("--plugin", f"{PLUGINS}/{name}", "--dataset", self.dataset, "--engine", "dlx", "--force",
                          *arguments, **options)

    def row(self, engine):
        (row,) = self.rows("runs.csv", engine=engine)
        return row

    def runstatus(self, engine):
        return self.column("puzzles.csv", "runstatus", engine)

    def assert_good(self, engine, **columns):
        row, dlx = self.row(engine), self.row("dlx")
        columns = {**{name: dlx[name] for name in ("answer_digest", "solutions", "solved")}, "errors": "0",
                   "timeouts": "0", **columns}
        self.assertEqual(columns, {column: row[column] for column in columns})
        self.assertGreater(int(row["wall_ns"]), 0)

    def test_the_parent_may_ignore_sigchld(self):
        result = self.plugin("right.so", preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assert_exit(0, result)
        self.assertIn("engines agree on every puzzle", result.stdout)

    def test_engines_that_solve_blocks_are_timed_by_block(self):
        self.write("d.txt", [UNIQUE] * 8)
        for beside in ([], ["--plugin", f"{PLUGINS}/right.so"], ["--engine-cmd", "own=while read p; do echo 1; done"]):
            for engine, option, is_empty in (("lanes_scalar", [], True), ("triads", [], False),
                                             ("triads", ["--whole-blocks"], True)):
                with self.subTest(engine, beside=beside, option=option):
                    self.bench("--engine", f"dlx,{engine}", *beside, *option, "d.txt", "--per-puzzle", "--force")
                    dlx, row = self.rows("summary.csv")[:2]
                    if row["verdict"] == "unavailable":
                        self.skipTest("this processor runs no triads")
                    self.assertGreater(int(row["wall_ns"]), 0)
                    self.assertEqual([is_empty] * 3, [row[name] == "" for name in ("p50_ns", "max_ns", "vbs_share")])
                    self.assertNotEqual("", dlx["p50_ns"])
                    self.assertEqual({is_empty}, {time == "" for time in self.column(
                        "puzzles.csv", "wall_ns", row["engine"])})

    def test_answers_are_right_with_every_limit(self):
        for limit in "1", "2", "100", "0":
            result = self.plugin("right.so", "--max-solutions", limit)
            self.assert_exit(0, result)
            self.assertIn("Both engines agree on every puzzle.", result.stdout)
            self.assertNotIn("noise", result.stdout)
            self.assert_good("right", guesses="21")
        self.write("d.txt", [UNIQUE, MANY, FIVE, EIGHT, MORE] * 600)
        self.assert_exit(0, self.plugin("right.so", "--threads", "4", "--block-size", "1500"))
        self.assert_good("right", solved="3000")

    def test_name_symbol_and_baseline(self):
        result = self.plugin("right.so:AnotherName", "--plugin", f"my.own-1={PLUGINS}/right.so",
                             "--baseline", "my.own-1")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"\n  my\.own-1 .* baseline ")
        self.assertEqual(["dlx", "right", "my.own-1"], self.column("runs.csv", "engine"))
        self.assert_good("right", guesses="24")
        self.assert_good("my.own-1", guesses="21")

    def test_a_crash_affects_only_its_puzzles(self):
        self.write("d.txt", [UNIQUE, SEVEN, FIVE, EIGHT, MANY])
        result = self.plugin("aborting.so", "--per-puzzle", "--threads", "1")
        self.assert_exit(3, result)
        self.assertEqual([f"d.txt:2: aborting: crashed with signal SIGABRT: {SEVEN}",
                          f"d.txt:4: aborting: exited with status 5: {EIGHT}",
                          "sudoku-bench: to find the fault of aborting, check it with the command conformance"],
                         result.stderr.splitlines())
        self.assertEqual(["ok", "crash", "ok", "crash", "ok"], self.runstatus("aborting"))
        self.assertEqual(["ok"] * 5, self.runstatus("dlx"))
        row = self.row("aborting")
        self.assertEqual(["5", "3", "0", "2", "wrong"],
                         [row[name] for name in ("puzzles", "solved", "timeouts", "errors", "verdict")])

    def test_a_hang_ends_with_its_limit(self):
        # Real time is the subject. The other puzzles need less than a thousandth of the limit.
        self.write("d.txt", [FIVE, SEVEN, FIVE, SEVEN])
        for option, runstatus in (("--timeout", ["ok", "timeout", "ok", "timeout"]),
                                  ("--time-limit", ["ok", "timeout", "other", "other"])):
            self.assert_exit(0, self.plugin("hanging.so", "--per-puzzle", option, "300ms", "--threads", "1"))
            self.assertEqual(runstatus, self.runstatus("hanging"))
            self.assertEqual("partial", self.row("hanging")["verdict"])
            self.assertGreater(int(self.row("hanging")["wall_ns"]), 300_000_000 * runstatus.count("timeout"))

    def test_an_invalid_plugin_is_rejected_before_the_run(self):
        for plugin, reason in (("missing.so", "cannot open shared object file"),
                               ("no_symbol.so", "exports no function SolveSudokuBlock or SolveSudoku"),
                               ("right.so:Solve", "exports no function Solve; in C++ it has to be"),
                               ("../CMakeCache.txt", "CMakeCache.txt: ")):
            result = self.plugin(plugin)
            self.assert_exit(2, result)
            self.assertIn(f"sudoku-bench: engine {pathlib.Path(plugin.split(':')[0]).stem}: ", result.stderr)
            self.assertIn(reason, result.stderr)
            self.assertFalse((self.directory / "out").exists())

    def test_plugins_die_with_the_program_and_after_an_interrupt(self):
        # With two threads, other threads than the main one start the hosts.
        self.write("d.txt", [SEVEN] * 2)
        for threads, number in ("1", signal.SIGKILL), ("2", signal.SIGKILL), ("1", signal.SIGINT):
            with self.subTest(threads=threads, number=number):
                child = self.start("bench", "--plugin", f"{PLUGINS}/hanging.so", "--engine", "bitmask", "d.txt",
                                   "--out", "out", "--force", "--warmup", "0s", "--timeout", "0s", "--time-limit",
                                   "0s", "--threads", threads, start_new_session=True)
                hosts = self.wait_for_work(child)
                os.killpg(child.pid, number) if number == signal.SIGINT else child.kill()
                child.communicate(timeout=PATIENCE)
                self.assert_gone(hosts)
        self.assertEqual(130, child.returncode)
        self.assertEqual("partial", self.row("hanging")["verdict"])


@unittest.skipIf(subprocess.run([*WITHOUT_PROC, "true"], check=False, capture_output=True).returncode,
                 "cannot hide /proc")
@unittest.skipIf(PROGRAM and b"libasan.so" in pathlib.Path(PROGRAM).read_bytes(), "the address sanitizer needs /proc")
class WithoutProcTest(CliTestCase):
    def bench(self, *arguments):
        self.write("d.txt", [UNIQUE])
        return subprocess.run([*WITHOUT_PROC, PROGRAM, "bench", "--dataset", "d.txt", "--out", "out", *arguments],
                              cwd=self.directory, timeout=PATIENCE, check=False, capture_output=True, text=True)

    def test_a_missing_proc_is_reported(self):
        for arguments in ["--plugin", f"{PLUGINS}/right.so"], ["--engine-cmd", "x=cat"]:
            with self.subTest(arguments):
                result = self.bench(*arguments)
                self.assert_exit(71, result)
                self.assertIn("sub-processes need /proc, which is not mounted", result.stderr)

    def test_engines_of_the_program_do_not_need_proc(self):
        self.assert_exit(0, self.bench("--engine", "dlx"))
        self.assertEqual("ok", self.rows("runs.csv")[0]["verdict"])


class EngineCommandTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE, MANY, FIVE])

    def command(self, answers, *arguments):
        self.write("engine.py", TABLE_ENGINE.format(answers=answers))
        return self.bench("--engine", "dlx", "--engine-cmd", f"own={PYTHON} engine.py", "d.txt", "--per-puzzle",
                          "--force", *arguments)

    def own(self, column, name="puzzles.csv"):
        return self.column(name, column, "own")

    def test_right_answers(self):
        for separator in " ", ",", "\t":
            result = self.command({UNIQUE: f"1{separator}{UNIQUE_SOLUTION}", MANY: "2", FIVE: "2"}, "--verbose",
                                  "--plugin", f"{PLUGINS}/right.so")
            self.assert_exit(0, result)
            self.assertIn("All 3 engines agree on every puzzle.", result.stdout)
            self.assertIn("\np50 and p99 of own come from the arrival of the answers.\n", result.stdout)
            self.assertEqual(["ok"] * 3, self.own("runstatus"))
            self.assertEqual(["1", "2", "2"], self.own("solutions"))
        # Only engines of other processes have a systematic error.
        errors = {row["engine"]: int(row["error_ns"]) for row in self.rows("blocks.csv")}
        self.assertEqual(0, errors["dlx"])
        self.assertGreater(min(errors["right"], errors["own"]), 100)
        self.assertGreater(min(map(int, self.column("blocks.csv", "cpu_ns"))), 0)
        self.assertEqual(self.own("time_ns", "blocks.csv"), self.own("cpu_ns", "blocks.csv"))
        self.assertNotIn("0", self.column("summary.csv", "guesses", "dlx"))

    def test_times_are_at_least_the_measurement_error(self):
        """The program subtracts the time of an echo, which may be longer than a quick answer."""
        self.write("d.txt", [IMPOSSIBLE] * 40)
        command = "own=read probe; echo 1; while read puzzle; do echo 0; done"
        self.assert_exit(0, self.bench("--engine", "dlx", "--engine-cmd", command, "d.txt", "--per-puzzle",
                                       "--block-size", "4", "--threads", "1"))
        times = [int(time) for time in self.own("wall_ns", "blocks.csv")]
        self.assertGreaterEqual(min(times), 4 * 50)
        self.assertLessEqual(sum(map(int, self.own("wall_ns"))), sum(times))

    def test_the_table_notes_that_the_baseline_only_counts(self):
        note = "own counts without listing solutions. Only other engines can confirm its counts.\n"
        for baseline in "own", "dlx":
            result = self.command({UNIQUE: "1", MANY: "2", FIVE: "2"}, "--baseline", baseline)
            self.assertEqual(baseline == "own", note in result.stdout)

    def test_an_answer_of_two_lines_is_rejected(self):
        result = self.command({UNIQUE: "1", MANY: "2", FIVE: "2\n2"})
        self.assert_exit(3, result)
        self.assertIn("own: answers with more than a line per puzzle", result.stderr)

    def test_an_exit_or_hang_affects_only_its_puzzles(self):
        result = self.command({UNIQUE: "die", MANY: "hang", FIVE: "2"}, "--timeout", "500ms")
        self.assert_exit(3, result)
        self.assertIn("d.txt:1: own: exited with status 3", result.stderr)
        self.assertEqual(["crash", "timeout", "ok"], self.own("runstatus"))
        self.assertEqual(["1", "1"], [*self.own("errors", "runs.csv"), *self.own("timeouts", "runs.csv")])

    def test_a_command_that_ends_before_its_input(self):
        for command in ("head -1 | sed 's/.*/1/'", "read probe; echo 1; read puzzle; echo 1"):
            result = self.bench("--engine", "none", "--engine-cmd", f"own={command}", "d.txt")
            self.assert_exit_in((2, 3), result)
            self.assertRegex(result.stderr, "own: exited too early; a solver must read puzzles until its input ends")

    def test_a_wrong_command_is_blamed_once(self):
        self.write("d.txt", ["puzzle,count", f"{FIVE},5", f"{EIGHT},8", f"{MANY},295"])
        self.write("engine.py", TABLE_ENGINE.format(answers={FIVE: "4", EIGHT: "7", MANY: "294"}))
        result = self.bench("--engine", "none", "--engine-cmd", f"own={PYTHON} engine.py", "d.txt",
                            "--max-solutions", "0")
        self.assert_exit(3, result)
        self.assertEqual(3, result.stderr.count("d.txt"), result.stderr)
        self.assertIn("d.txt:2: own: found 4 solutions, expected 5: ", result.stderr)

    def test_standard_error_cannot_control_the_terminal(self):
        code, shown, _ = self.run_on_terminal(
            "bench", "d.txt", "--engine", "none", "--warmup", "0s", "--progress", "none", "--engine-cmd",
            r"own=printf 'a\033]0;t\007\r\nend' >&2; read probe; echo 1; while read puzzle; do echo 2; done",
            stream="stderr")
        self.assertIn("a\\x1b]0;t\\x07\n", shown)
        self.assertIn("end\n", shown)
        self.assertNotIn("\x1b", shown)

    def test_a_limit_of_descriptors_is_reported(self):
        """A run that lacks descriptors must not report an internal error."""
        self.write("d.txt", [UNIQUE])
        codes = set()
        for most in range(3, 40, 2):
            limit = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (most, most))
            result = self.bench("d.txt", "--engine", "dlx", "--plugin", f"{PLUGINS}/right.so", "--threads", "1",
                                "--quiet", "--force", preexec_fn=limit)
            if "Sanitizer" in result.stderr:
                self.skipTest("a sanitizer needs descriptors of its own")
            with self.subTest(most=most):
                self.assertNotIn(result.returncode, (1, 4, 74, -11, -6), result.stderr)
                self.assertEqual(result.returncode == 0, result.stderr == "")
            codes.add(result.returncode)
        self.assertLessEqual({0, 71}, codes)


if __name__ == "__main__":
    main()
