"""Tests the conformance command on right and on faulty engines."""

import functools
import re
import resource

from cli_testing import CliTestCase, LIBRARY, main, PLUGINS, PYTHON, ROOT


# The solvers in Python are for 4x4 boards, because the checks of larger ones take long.

# A correct solver, which also reads puzzles with candidates. It compares a puzzle with all 288 solutions.
RIGHT = '''
import os, sys

LIMIT = int(os.environ["SUDOKU_BENCH_MAX_SOLUTIONS"]) or 288
LENGTHS = 16, 64

def are_peers(a, b):
    return a // 4 == b // 4 or a % 4 == b % 4 or (a // 8, a % 4 // 2) == (b // 8, b % 4 // 2)

grids = [""]
for cell in range(16):
    grids = [grid + digit for grid in grids for digit in "1234"
             if not any(digit == grid[other] and are_peers(cell, other) for other in range(cell))]
for line in sys.stdin:
    line = line.strip()
    if len(line) not in LENGTHS:
        sys.exit(5)
    solutions = [grid for grid in grids if all(
        line[cell] in "." + digit if len(line) == 16 else line[4 * cell + int(digit) - 1] != "."
        for cell, digit in enumerate(grid))][:LIMIT]
    print(len(solutions), *solutions[:1], flush=True)
'''
ONLY_CLUES = RIGHT.replace("LENGTHS = 16, 64", "LENGTHS = 16,")
# Prints only the first solution, or 0.
FIRST = ONLY_CLUES.replace("print(len(solutions), *solutions[:1]", "print(solutions[0] if solutions else 0")
# The same with a count, which is 1 for a puzzle with several solutions.
COUNTED_FIRST = ONLY_CLUES.replace("print(len(solutions)", "print(min(len(solutions), 1)")


class ConformanceTest(CliTestCase):
    def conformance(self, *arguments):
        result = self.run_program("conformance", *arguments)
        checks = dict(re.findall(r"^  (\S.*?)  +(ok|FAILED: .*)$", result.stdout, re.MULTILINE))
        self.assertNotIn("sudoku-bench: ", result.stderr)  # what a plugin prints goes there
        return result, checks

    def failed(self, *arguments, cells="[1-9.]{81}"):
        """Returns the failed checks and their messages."""
        result, checks = self.conformance(*arguments)
        self.assert_exit(3, result)
        failed = {name: word for name, word in checks.items() if word != "ok"}
        self.assertEqual(f"{len(failed)} of {len(checks)} checks failed.", result.stdout.splitlines()[-1])
        for word in failed.values():
            self.assertRegex(word, rf", (limit \d+|without a limit): {cells}$")
        return failed

    def command(self, script):
        """Returns the options for a solver in Python."""
        return "--shape", "2x2", "--engine-cmd", f"mine={PYTHON} {self.write('mine.py', script)}"

    def test_the_examples_conform(self):
        example = ROOT / "scripts/examples/mine.py"
        result, checks = self.conformance("--engine-cmd", f"mine={PYTHON} {example}", "--plugin",
                                          f"mine_cpp={PLUGINS}/mine.so", "--timeout", "1min")
        self.assert_exit(0, result)
        self.assertEqual({"ok"}, set(checks.values()))
        self.assertNotIn("the limit of guesses", checks)
        self.assertEqual(2, result.stdout.count(" checks passed.\n"))

    def test_a_failure_without_a_limit_names_the_limit_that_solvers_get(self):
        result, _ = self.conformance(*self.command(RIGHT.replace(" or 288", "")), "--timeout", "1min")
        self.assert_exit(3, result)
        self.assertTrue(result.stdout.endswith("Without a limit, SUDOKU_BENCH_MAX_SOLUTIONS is 0.\n"), result.stdout)

    def test_faulty_plugins_fail(self):
        for plugin, timeout, check, what in (
                ("lying", "1min", "one solution", "the solution given breaks a rule"),
                ("aborting", "1min", "several solutions", "exited with status 5"),
                ("hanging", "100ms", "several solutions", "no answer within 0.1 s")):
            failed = self.failed("--plugin", f"{PLUGINS}/{plugin}.so", "--timeout", timeout)
            self.assertIn(what, failed[check])

    def test_an_engine_that_stops_at_the_first_solution(self):
        engine = self.command(FIRST)
        self.assert_fails(2, "probe puzzle with .*; a program that prints a solution needs --max-solutions 1",
                          "conformance", *engine)
        result, checks = self.conformance(*engine, "--max-solutions", "1", "--timeout", "1min")
        self.assert_exit(0, result)
        self.assertEqual({"ok"}, set(checks.values()))
        self.assertNotIn("several solutions", checks)
        self.assertIn("isomorphs", checks)
        one = self.run_program("conformance", *self.command(COUNTED_FIRST), "--timeout", "1min")
        self.assert_exit(3, one)
        self.assertTrue(one.stdout.endswith("If mine stops at the first solution, add --max-solutions 1.\n"))
        self.assert_fails(2, "conformance supports only --max-solutions 1",
                          "conformance", *engine, "--max-solutions", "2")

    def test_a_refusal_of_the_system_is_not_a_fault_of_the_solver(self):
        for most in 10, 16:
            limit = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (most, most))
            result = self.run_program("conformance", "--plugin", f"{PLUGINS}/right.so", preexec_fn=limit)
            if "Sanitizer" in result.stderr:
                self.skipTest("a sanitizer needs descriptors of its own")
            self.assert_exit(71, result)
            self.assertNotIn("FAILED", result.stdout)
            self.assertRegex(result.stderr, r"\Asudoku-bench: out of system resources: the check '.*' cannot run: "
                             r"Too many open files\n\Z")

    def test_commands_that_support_candidates_and_others(self):
        result, checks = self.conformance(*self.command(RIGHT), "--timeout", "1min")
        self.assert_exit(0, result)
        self.assertEqual("ok", checks["blocks with candidates"])
        for old, new, reason in (
                ("LENGTHS = 16, 64", "LENGTHS = 16,", "exited with status 5"),
                ("line.strip()", "line.strip()[:16]", 'answers a probe puzzle with "0" instead of "1 1234')):
            engine = self.command(RIGHT.replace(old, new))
            result, checks = self.conformance(*engine, "--timeout", "1min", "--max-solutions", "1")
            self.assert_exit(0, result)
            self.assertRegex(result.stdout, rf"(?m)^  candidates +skipped: not for candidates: it {reason}")
            self.assertNotIn("blocks with candidates", checks)

    def test_processes_end_with_the_program(self):
        # Their time limit is an hour.
        child = self.start("conformance", "--plugin", f"{PLUGINS}/hanging.so", "--timeout", "1h")
        processes = self.wait_for_work(child)
        child.kill()
        self.assert_gone(processes, patience=30)

    def test_boards_of_other_shapes(self):
        for shape in "3x2", "1x5":
            result, checks = self.conformance("--shape", shape, "--engine", "learn", "--plugin",
                                              f"x={LIBRARY}:SudokuBench_bitmask", "--timeout", "1min")
            self.assert_exit(0, result)
            self.assertEqual({"ok"}, set(checks.values()))
            self.assertEqual(2, result.stdout.count(" checks passed.\n"))
        failed = self.failed("--shape", "4x4", "--plugin", f"{PLUGINS}/blocks.so:BreaksRules",
                             cells="[1-9A-G.]{256,4096}")
        self.assertIn("the solution given breaks a rule", failed["several solutions"])

    def test_an_engine_that_does_not_support_the_shape(self):
        self.assert_fails(2, "engine bandjoin: for 9x9 only \\(16x16 boards\\)", "conformance", "--shape", "4x4",
                          "--engine", "bandjoin")
        self.assert_fails(2, "engine x: for 9x9 only \\(6x6 boards\\)", "conformance", "--shape", "2x3", "--plugin",
                          f"x={PLUGINS}/right.so")

    def test_engine_all_skips_engines_for_other_shapes(self):
        result = self.run_program("conformance", "--engine", "all", "--shape", "2x3")
        self.assert_exit(0, result)
        self.assertIn("\nbandjoin\n  skipped: for 9x9 only (6x6 boards)\n", result.stdout)
        self.assertIn("\ndlx\n  a complete grid  ", result.stdout)

    def test_usage(self):
        self.assert_fails(2, "conformance needs --engine, --plugin or --engine-cmd", "conformance")
        self.assert_fails(2, "engine x: not for this computer\n", "conformance", "--plugin",
                          f"x={PLUGINS}/blocks.so:NotHere")


if __name__ == "__main__":
    main()
