"""Tests plugins and engine commands: right ones, and ones that fail in every way."""

import functools
import os
import pathlib
import re
import resource
import signal
import subprocess
import unittest

from cli_testing import CliTestCase, EIGHT, EMPTY, FIVE, IMPOSSIBLE, MANY, MORE, PATIENCE, PROGRAM, UNIQUE, main
from cli_testing import PYTHON, UNIQUE_SOLUTION

PLUGINS = pathlib.Path(PROGRAM or ".").parent / "plugins"
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
        return self.bench("--plugin", f"{PLUGINS}/{name}", "--dataset", self.dataset,
                          "--engine", "dlx", *arguments, **options)

    def test_the_parent_may_ignore_sigchld(self):
        self.write("d.txt", [UNIQUE, FIVE] * 4)
        installed = not re.search(r"(?m)^clasp .*\(unavailable: ", self.run_program("engines").stdout)
        result = self.run_program("bench", "d.txt", "--engine", "bitmask,clasp" if installed else "bitmask",
                                  "--plugin", f"{PLUGINS}/right.so", "--warmup", "0s", "--out", "out",
                                  preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assert_exit(0, result)
        self.assertIn("engines agree on every puzzle", result.stdout)

    def test_engines_that_solve_blocks_are_timed_by_block(self):
        for beside in ["--plugin", f"{PLUGINS}/right.so"], ["--engine-cmd", "own=while read p; do echo 1; done"]:
            self.write("u.txt", [UNIQUE] * 8)
            self.bench("--engine", "lanes,dlx", *beside, "--dataset", "u.txt", "--per-puzzle", "--force")
            (row,) = [row for row in self.rows("summary.csv") if row["engine"].startswith("lanes")]
            self.assertGreater(int(row["wall_ns"]), 0)
            self.assertGreater(float(row["puzzles_per_second"]), 0)
            self.assertEqual(["", "", ""], [row["p50_ns"], row["max_ns"], row["vbs_share"]])
            self.assertEqual({""}, {row["wall_ns"] for row in self.rows("puzzles.csv")
                                    if row["engine"].startswith("lanes")})

    def test_triads_are_timed_by_block_on_request(self):
        self.write("u.txt", [UNIQUE] * 8)
        for beside in [], ["--plugin", f"{PLUGINS}/right.so"], ["--engine-cmd", "own=while read p; do echo 1; done"]:
            for option, is_empty in (([], False), (["--whole-blocks"], True)):
                with self.subTest(beside=beside, option=option):
                    self.bench("--engine", "triads,dlx", *beside, *option, "--dataset", "u.txt", "--force")
                    triads, dlx = self.rows("summary.csv")[:2]
                    if triads["verdict"] == "unavailable":
                        self.skipTest("this processor runs none of them")
                    self.assertGreater(int(triads["wall_ns"]), 0)
                    self.assertEqual(is_empty, triads["p50_ns"] == "")
                    self.assertNotEqual("", dlx["p50_ns"])

    def row(self, engine):
        (row,) = [row for row in self.rows("runs.csv") if row["engine"] == engine]
        return row

    def runstatus(self, engine):
        return [row["runstatus"] for row in self.rows("puzzles.csv") if row["engine"] == engine]

    def assert_good(self, engine, solutions, **columns):
        row = self.row(engine)
        self.assertEqual(self.row("dlx")["answer_digest"], row["answer_digest"])
        columns = {"solutions": solutions, "solved": "3", "errors": "0", "timeouts": "0", **columns}
        self.assertEqual(columns, {column: row[column] for column in columns})
        self.assertGreater(int(row["wall_ns"]), 0)

    def test_answers_are_right_with_every_limit(self):
        for limit, solutions in (("1", "3"), ("2", "5"), ("100", "106"), ("0", "301")):
            result = self.plugin("right.so", "--max-solutions", limit, "--force")
            self.assert_exit(0, result)
            self.assertIn("Both engines agree on every puzzle.", result.stdout)
            self.assertNotIn("noise", result.stdout)
            self.assert_good("right", solutions, guesses="21")

    def test_name_symbol_and_baseline(self):
        result = self.plugin("right.so:AnotherName", "--plugin", f"my.own-1={PLUGINS}/right.so",
                             "--baseline", "my.own-1")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"\n  my\.own-1 .* baseline ")
        self.assertEqual(["dlx", "right", "my.own-1"], self.column("runs.csv", "engine"))
        self.assert_good("right", "5", guesses="24")
        self.assert_good("my.own-1", "5", guesses="21")

    def test_threads_do_not_share_the_state_of_a_plugin(self):
        self.dataset = self.write("many.txt", [UNIQUE, MANY, FIVE, EIGHT, MORE] * 12)
        result = self.plugin("right.so", "--threads", "4", "--max-solutions", "0")
        self.assert_exit(0, result)
        self.assert_good("right", self.row("dlx")["solutions"], solved="60")

    def test_more_puzzles_than_fit_into_a_batch(self):
        lines = [UNIQUE[:9] + "." * 9 + UNIQUE_SOLUTION[18:]] * 70000
        self.dataset = self.write("many.txt", lines)
        self.assert_exit(0, self.plugin("right.so", "--threads", "1"))
        self.assert_good("right", self.row("dlx")["solutions"], solved="70000")

    def test_a_crash_affects_only_its_puzzles(self):
        self.dataset = self.write("d.txt", [UNIQUE, SEVEN, FIVE, EIGHT, MANY])
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
                         [row[name] for name in ("puzzles", "solved", "timeouts", "errors",
                                                 "verdict")])

    def test_a_hang_is_a_timeout(self):
        # Real time is the subject. The other puzzles need less than a thousandth of the limit.
        self.dataset = self.write("d.txt", [FIVE, SEVEN, FIVE, SEVEN])
        result = self.plugin("hanging.so", "--per-puzzle", "--timeout", "1s")
        self.assert_exit(0, result)
        self.assertEqual(["ok", "timeout", "ok", "timeout"], self.runstatus("hanging"))
        self.assertEqual("partial", self.row("hanging")["verdict"])
        self.assertGreater(int(self.row("hanging")["wall_ns"]), 2_000_000_000)

    def test_a_hang_ends_with_the_time_limit(self):
        self.dataset = self.write("d.txt", [SEVEN, FIVE])
        result = self.plugin("hanging.so", "--per-puzzle", "--timeout", "0s", "--time-limit",
                             "300ms")
        self.assert_exit(0, result)
        self.assertEqual(["timeout", "other"], self.runstatus("hanging"))
        self.assertEqual("1", self.row("hanging")["skipped"])

    def test_garbage_is_wrong(self):
        self.dataset = self.write("d.txt", [UNIQUE, SEVEN, MORE])
        result = self.plugin("lying.so")
        self.assert_exit(3, result)
        unique, seven, more, advice = result.stderr.splitlines()
        self.assertIn("d.txt:1: lying: its solution has empty cells: " + EMPTY, unique)
        self.assertIn("d.txt:2: lying: found 3 solutions, more than the limit of 2", seven)
        self.assertIn("d.txt:3: lying: found 0 solutions, but one is verified", more)
        self.assertIn("conformance", advice)
        self.assertEqual("wrong", self.row("lying")["verdict"])
        self.assertEqual(["0", "3"], [self.row("dlx")[name] for name in ("errors", "solved")])
        self.assertTrue(result.stdout.startswith("WRONG: lying gave 3 wrong answers of 3.\n"))

    def test_an_invalid_plugin_is_rejected_before_the_run(self):
        for plugin, reason in (("missing.so", "cannot open shared object file"),
                               ("no_symbol.so", "exports no function SolveSudokuBlock or SolveSudoku"),
                               ("right.so:Solve", "exports no function Solve; in C++ it has to be"),
                               ("../CMakeCache.txt", "CMakeCache.txt: ")):
            result = self.plugin(plugin)
            self.assert_exit(2, result)
            self.assertIn(f"sudoku-bench: engine {pathlib.Path(plugin.split(':')[0]).stem}: ",
                          result.stderr)
            self.assertIn(reason, result.stderr)
            self.assertFalse((self.directory / "out").exists())

    def test_an_interrupt_stops_the_run_and_its_plugins(self):
        self.write("d.txt", [SEVEN])
        child = self.start("bench", "--plugin", f"{PLUGINS}/hanging.so", "--engine", "bitmask",
                           "--dataset", "d.txt", "--out", "out", "--warmup", "0s", "--timeout",
                           "0s", "--time-limit", "0s", "--threads", "1", start_new_session=True)
        hosts = self.wait_for_work(child)
        os.killpg(child.pid, signal.SIGINT)
        child.communicate(timeout=PATIENCE)
        self.assertEqual(130, child.returncode)
        self.assertEqual("partial", self.row("hanging")["verdict"])
        self.assert_gone(hosts)

    def test_plugins_die_with_the_program(self):
        # With two threads, other threads than the main one start the hosts.
        self.write("d.txt", [SEVEN] * 2)
        for threads in "1", "2":
            with self.subTest(threads=threads):
                child = self.start("bench", "--plugin", f"{PLUGINS}/hanging.so", "--engine", "bitmask",
                                   "--dataset", "d.txt", "--out", f"out{threads}", "--warmup", "0s", "--timeout",
                                   "0s", "--time-limit", "0s", "--threads", threads)
                hosts = self.wait_for_work(child)
                child.kill()
                child.wait()
                self.assert_gone(hosts)


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
        return self.bench("--engine", "dlx", "--engine-cmd", f"own={PYTHON} engine.py",
                          "--dataset", "d.txt", "--per-puzzle", *arguments)

    def own(self, column, name="puzzles.csv"):
        return [row[column] for row in self.rows(name) if row["engine"] == "own"]

    def test_right_answers(self):
        for separator in " ", ",", "\t":
            result = self.command({UNIQUE: f"1{separator}{UNIQUE_SOLUTION}", MANY: "2", FIVE: "2"},
                                  "--force", "--baseline", "own")
            self.assert_exit(0, result)
            self.assertIn("Both engines agree on every puzzle.", result.stdout)
            self.assertEqual(["ok"] * 3, self.own("runstatus"))
            self.assertEqual(["1", "2", "2"], self.own("solutions"))
            self.assertGreater(min(map(int, self.own("wall_ns", "blocks.csv"))), 0)

    def test_times_are_at_least_the_measurement_error(self):
        """The program subtracts the time of an echo, which may be longer than a quick answer."""
        self.write("d.txt", [IMPOSSIBLE] * 40)
        command = "own=read probe; echo 1; while read puzzle; do echo 0; done"
        self.assert_exit(0, self.bench("--engine", "dlx", "--engine-cmd", command, "--dataset", "d.txt",
                                       "--per-puzzle", "--block-size", "4", "--threads", "1"))
        times = [int(time) for time in self.own("wall_ns", "blocks.csv")]
        self.assertGreaterEqual(min(times), 4 * 50)
        self.assertLessEqual(sum(map(int, self.own("wall_ns"))), sum(times))

    def test_the_table_notes_that_the_baseline_only_counts(self):
        note = "own counts without listing solutions. Only other engines can confirm its counts.\n"
        answers = {UNIQUE: "1", MANY: "2", FIVE: "2"}
        self.assertIn(note, self.command(answers, "--baseline", "own").stdout)
        self.assertNotIn(note, self.command(answers, "--baseline", "dlx", "--force").stdout)

    def test_other_engines_keep_their_times_and_guesses(self):
        self.command({UNIQUE: "1", MANY: "2", FIVE: "2"})
        (dlx,) = [row for row in self.rows("blocks.csv") if row["engine"] == "dlx"]
        self.assertGreater(int(dlx["cpu_ns"]), 0)
        (dlx,) = [row for row in self.rows("summary.csv") if row["engine"] == "dlx"]
        self.assertGreater(int(dlx["guesses"]), 0)
        self.assertEqual(self.own("time_ns", "blocks.csv"), self.own("cpu_ns", "blocks.csv"))

    def test_only_engines_of_other_processes_have_a_systematic_error(self):
        result = self.command({UNIQUE: "1", MANY: "2", FIVE: "2"}, "--plugin", f"{PLUGINS}/right.so", "--verbose")
        errors = {row["engine"]: int(row["error_ns"]) for row in self.rows("blocks.csv")}
        self.assertEqual(0, errors["dlx"])
        self.assertGreater(min(errors["right"], errors["own"]), 100)
        self.assertIn("\np50 and p99 of own come from the arrival of the answers.\n", result.stdout)

    def test_the_limit_is_an_environment_variable(self):
        self.write("d.txt", [MANY, FIVE, EIGHT])
        command = ("own=read probe; echo 1; "
                   "while read puzzle; do echo $SUDOKU_BENCH_MAX_SOLUTIONS; done")
        self.assert_exit(0, self.bench("--engine", "dlx", "--engine-cmd", command, "--dataset",
                                       "d.txt", "--per-puzzle", "--max-solutions", "3"))
        self.assertEqual(["3"] * 3, self.own("solutions"))

    def test_wrong_solution(self):
        wrong = "2" + UNIQUE_SOLUTION[1:]
        result = self.command({UNIQUE: f"1 {wrong}", MANY: "2", FIVE: "2"})
        self.assert_exit(3, result)
        self.assertIn(f"d.txt:1: own: its solution breaks a rule: {wrong}", result.stderr)

    def test_wrong_count(self):
        result = self.command({MANY: "2", FIVE: "1"})
        self.assert_exit(3, result)
        self.assertIn("d.txt:3: own: found 1 solution; ", result.stderr)
        self.assertEqual(["wrong"], self.own("verdict", "runs.csv"))

    def test_invalid_answers_are_wrong(self):
        for answer in "one", "", "-1", "1 12345", f"1 {UNIQUE_SOLUTION}9":
            result = self.command({UNIQUE: answer, MANY: "2", FIVE: "2"}, "--force")
            self.assert_exit(3, result)
            self.assertIn("d.txt:1: own: its answer is invalid", result.stderr)
            self.assertEqual(["crash", "ok", "ok"], self.own("runstatus"))

    def test_a_valid_line_too_many_is_found_at_the_end_of_the_block(self):
        result = self.command({UNIQUE: "1\n1", MANY: "2", FIVE: "2"})
        self.assert_exit(3, result)
        self.assertIn("own: answers with more than a line per puzzle", result.stderr)

    def test_an_exit_or_hang_affects_only_its_puzzles(self):
        result = self.command({UNIQUE: "die", MANY: "hang", FIVE: "2"}, "--timeout", "2s")
        self.assert_exit(3, result)
        self.assertIn("d.txt:1: own: exited with status 3", result.stderr)
        self.assertEqual(["crash", "timeout", "ok"], self.own("runstatus"))
        self.assertEqual(["1"], self.own("errors", "runs.csv"))
        self.assertEqual(["1"], self.own("timeouts", "runs.csv"))

    def test_a_command_that_does_not_start_is_rejected_before_the_run(self):
        result = self.bench("--engine-cmd", "own=exit 5", "--dataset", "d.txt")
        self.assert_exit(2, result)
        self.assertEqual("sudoku-bench: engine own: exited with status 5\n",
                         result.stderr)
        self.assertFalse((self.directory / "out").exists())

    def test_a_limit_of_descriptors_is_reported(self):
        """A run that lacks descriptors must not report an internal error."""
        self.write("d.txt", [UNIQUE])
        codes = set()
        for most in range(3, 40):
            limit = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (most, most))
            result = self.run_program("bench", "d.txt", "--engine", "dlx", "--plugin", f"{PLUGINS}/right.so",
                                      "--threads", "1", "--warmup", "0s", "--out", f"out{most}", "--quiet",
                                      preexec_fn=limit)
            if "Sanitizer" in result.stderr:
                self.skipTest("a sanitizer needs descriptors of its own")
            with self.subTest(most=most):
                self.assertNotIn(result.returncode, (1, 4, 74, -11, -6), result.stderr)
                if result.returncode:
                    self.assertRegex(result.stderr, r"\S")
            codes.add(result.returncode)
        self.assertIn(71, codes)
        self.assertIn(0, codes)


class NameTest(CliTestCase):

    def assert_refused(self, message, *arguments):
        result = self.bench("--dataset", self.write("d.txt", [UNIQUE]), *arguments)
        self.assert_exit(2, result)
        self.assertIn(message, result.stderr)

    def test_duplicate_names_are_rejected(self):
        self.assert_refused("dlx is reserved for built-in engines", "--plugin", "dlx=x.so")
        self.assert_refused("dlx is reserved for built-in engines", "--engine", "naive", "--plugin", "b/dlx.so")
        self.assert_refused("all is reserved for built-in engines", "--engine-cmd", "all=cat")
        self.assert_refused("two engines have the name x", "--plugin", "x.so", "--engine-cmd", "x=cat")

    def test_invalid_names_are_rejected(self):
        self.assert_refused("--plugin takes [NAME=]FILE.so[:SYMBOL]", "--plugin", "a b.so")
        self.assert_refused("--plugin takes [NAME=]FILE.so[:SYMBOL]", "--plugin", "a=")
        self.assert_refused("--plugin takes [NAME=]FILE.so[:SYMBOL]", "--plugin", "a=b.so:")
        self.assert_refused("--engine-cmd takes NAME=CMD", "--engine-cmd", "cat")
        self.assert_refused("--engine-cmd takes NAME=CMD", "--engine-cmd", "=cat")
        self.assert_refused("--engine-cmd takes NAME=CMD", "--engine-cmd", "x=")


if __name__ == "__main__":
    main()
