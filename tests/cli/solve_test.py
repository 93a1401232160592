"""Tests the solve command."""

import csv
import io
import signal
import subprocess

from cli_testing import (CliTestCase, drawn, EMPTY, FIVE, IMPOSSIBLE, main, MORE, PATIENCE, stat_of, UNIQUE,
                         UNIQUE_SOLUTION)

FIRST_OF_FIVE = "574981623961523478283647591417832956698154237352769184729418365135276849846395712"
LAST_OF_MORE = "269543178847961523531782694974156382125839746386274915698415237452397861713628459"

RULE = "+-------+-------+-------+"
UNIQUE_BOARD = drawn(UNIQUE_SOLUTION, "|" + 3 * " {} {} {} |", RULE, RULE)


class SolveTest(CliTestCase):
    def solutions(self, *arguments, **options):
        return self.output_of("solve", "--to", "line", *arguments, **options).splitlines()

    def test_sources_and_limits(self):
        self.assertEqual(UNIQUE_SOLUTION + "\n", self.solve(self.write("d.txt", [UNIQUE])).stdout)
        for expected, *arguments in (
                ([UNIQUE_SOLUTION], UNIQUE), ([UNIQUE_SOLUTION] * 2, UNIQUE, UNIQUE.replace(".", "0")),
                (["1234341221434321"], "12..34..21..43.1"),
                ([UNIQUE_SOLUTION], self.write(FIVE, [UNIQUE]))):  # a file with the name of a puzzle is read
            self.assertEqual(expected, self.solutions(*arguments))
        for arguments in ([], ["-"]):
            self.assertEqual([UNIQUE_SOLUTION], self.solutions(*arguments, input=UNIQUE))
        for limit, count in ([], 1), (["--max-solutions", "3"], 3), (["--max-solutions", "0"], 5):
            self.assertEqual(count, len(set(self.solutions(*limit, input=FIVE))))
        result = self.solve(UNIQUE, MORE, "--to", "csv")
        self.assertEqual([["1", UNIQUE], ["2", MORE]], [row.split(",")[:2] for row in result.stdout.splitlines()[1:]])

    def test_a_damaged_puzzle_as_an_argument_is_no_missing_file(self):
        self.assert_fails(4, "^puzzle:1:81: 81 cells expected, 80 found\n$", "solve", UNIQUE[:80])
        self.assert_fails(4, "^puzzle:2:82: 81 cells expected, 82 found\n$", "solve", UNIQUE, UNIQUE + "1")
        self.assert_fails(4, "^puzzle:1:81: % is not a cell", "solve", UNIQUE[:80] + "%")
        self.assertEqual("puzzle:2: no solution: two 1s in row 1\n", self.solve(UNIQUE, IMPOSSIBLE).stderr)

    def test_a_terminal_shows_whether_the_solution_is_unique(self):
        self.assertEqual((0, UNIQUE_BOARD + "puzzle 1: 1 solution, unique\n\n", ""),
                         self.run_on_terminal("solve", UNIQUE))
        self.write("d.txt", [FIVE, IMPOSSIBLE, UNIQUE])
        code, shown, errors = self.run_on_terminal("solve", "d.txt")
        self.assertEqual((0, "d.txt:2: no solution: two 1s in row 1\n"), (code, errors))
        first, board, rest = shown.partition(UNIQUE_BOARD)
        self.assertTrue(board)
        self.assertEqual(13, first.count("\n") - 2)
        self.assertTrue(first.endswith("line 1: 2 or more solutions; --max-solutions 0 prints all\n\n"), first)
        self.assertEqual("line 3: 1 solution, unique\n\n", rest)
        for arguments in (["--max-solutions", "1"], ["--engine", "anneal"]):
            self.assertEqual((0, UNIQUE_BOARD + "puzzle 1: 1 solution; there may be more\n\n", ""),
                             self.run_on_terminal("solve", UNIQUE, *arguments))
        self.assertEqual((0, UNIQUE_SOLUTION + "\n", ""), self.run_on_terminal("solve", UNIQUE, "--to", "line"))

    def test_listings_in_column_order(self):
        row = self.solutions("--engine", "stack", "--cell-order", "row", "--max-solutions", "0", input=MORE)
        self.assertEqual(sorted(row), row)
        for engine in (["--engine", "stack"], ["--engine", "stack", "--cell-order", "column"]):
            five = self.solutions(*engine, "--max-solutions", "0", input=FIVE)
            self.assertEqual((5, FIRST_OF_FIVE), (len(five), five[0]))
            more = self.solutions(*engine, "--max-solutions", "0", input=MORE)
            self.assertEqual((237, LAST_OF_MORE), (len(more), more[-1]))

    def test_csv(self):
        name = self.write("d.txt", ["# comment", UNIQUE, FIVE])
        result = self.solve("--to", "csv", "--max-solutions", "0", name)
        self.assert_exit(0, result)
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        self.assertEqual(["line", "puzzle", "solution_index", "solution"], list(rows[0]))
        self.assertEqual(dict(line="2", puzzle=UNIQUE, solution_index="1", solution=UNIQUE_SOLUTION), rows[0])
        self.assertEqual([("3", FIVE, str(i)) for i in range(1, 6)],
                         [(row["line"], row["puzzle"], row["solution_index"]) for row in rows[1:]])

    def test_unexpected_answers_are_reported(self):
        self.write("e.csv", ["puzzle,count", f"{UNIQUE},1", f"{FIVE},4"])
        result = self.solve("--max-solutions", "0", "e.csv")
        self.assert_exit(3, result)
        self.assertEqual("e.csv:3: found 5 solutions, expected 4\n", result.stderr)
        self.assertEqual(6, len(result.stdout.splitlines()))
        self.assert_exit(0, self.solve("e.csv"))

    def test_grid(self):
        result = self.solve("--to", "grid", "--max-solutions", "0", input=UNIQUE)
        self.assert_exit(0, result)
        self.assertEqual(UNIQUE_BOARD + "line 1: 1 solution, unique\n\n", result.stdout)
        one = self.solve("--to", "grid", input=UNIQUE)
        self.assertEqual(UNIQUE_BOARD + "line 1: 1 solution, unique\n\n", one.stdout)
        all_five = self.solve("--to", "grid", "--max-solutions", "0", input=FIVE)
        self.assertTrue(all_five.stdout.endswith("line 1: 5 solutions, complete\n\n"))

    def test_impossible_puzzle(self):
        name = self.write("d.txt", [IMPOSSIBLE, UNIQUE])
        for output in ("line", "grid", "csv"):
            result = self.solve("--to", output, name)
            self.assert_exit(0, result)
            self.assertEqual("d.txt:1: no solution: two 1s in row 1\n", result.stderr)
        self.assertEqual("-:1: no solution: two 1s in row 1\n", self.solve(input=IMPOSSIBLE).stderr)

    def test_timing(self):
        result = self.solve("--timing", input=UNIQUE)
        self.assert_exit(0, result)
        self.assertRegex(result.stderr, r"\A-:1: 1 solution, \d+ guesses, [\d.]+ [mun]?s\n\Z")

    def test_timeout(self):
        # Real time is the subject. The first search never ends, and the second is too short to look at the clock.
        name = self.write("d.txt", [EMPTY, "." + UNIQUE_SOLUTION[1:]])
        result = self.solve("--max-solutions", "0", "--timeout", "1ms", name)
        self.assert_exit(75, result)
        self.assertRegex(result.stderr, r"\Ad\.txt:1: timed out after \d+ solutions\n\Z")
        self.assertEqual(UNIQUE_SOLUTION, result.stdout.splitlines()[-1])

    def test_guess_limit(self):
        result = self.solve("--max-solutions", "0", "--max-guesses", "1", input=FIVE)
        self.assert_exit(75, result)
        self.assertRegex(result.stderr, r"\A-:1: guess limit reached after \d solutions\n\Z")

    def test_closed_pipe(self):
        child = self.start("solve", "--max-solutions", "0", "--timeout", "0s", self.write("d.txt", [EMPTY]))
        self.assertEqual(82, len(child.stdout.readline()))
        child.stdout.close()
        self.assertNotEqual(0, child.wait(timeout=PATIENCE))

    def test_each_answer_is_printed_before_the_next_puzzle_is_read(self):
        child = self.start("solve", "--to", "line", stdin=subprocess.PIPE)
        for _ in range(3):
            child.stdin.write(UNIQUE + "\n")
            child.stdin.flush()
            self.assertEqual(UNIQUE_SOLUTION + "\n", child.stdout.readline())
        child.stdin.close()
        self.assertEqual(0, child.wait(timeout=PATIENCE))

    def test_an_interrupt_stops_the_wait_for_input(self):
        for sent in "", "# a comment\n", UNIQUE + "\n":
            child = self.start("solve", stdin=subprocess.PIPE)
            child.stdin.write(sent)
            child.stdin.flush()
            if sent.startswith(UNIQUE):
                self.assertEqual(UNIQUE_SOLUTION + "\n", child.stdout.readline())
            # The program sleeps only when it waits for input.
            self.wait_until(lambda: stat_of(child.pid)[0] == "S")
            child.send_signal(signal.SIGINT)
            self.assertEqual(130, child.wait(timeout=PATIENCE))
            child.stdin.close()


if __name__ == "__main__":
    main()
