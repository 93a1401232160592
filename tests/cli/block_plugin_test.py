"""Tests plugins and engine commands for boards of every shape: right ones, and ones that fail in every way."""

import re
import subprocess

from boards_test import line, puzzle_of
from cli_testing import CliTestCase, FIVE, LIBRARY, main, MANY, PLUGINS, ROOT, UNIQUE


def puzzles(rows, columns, count=8):
    """Returns nearly full puzzles. The first clue of every other one is a 3, of the rest a 1."""
    side = rows * columns
    boards = []
    for seed in range(count):
        cells = puzzle_of(rows, columns, 0.95, seed)
        shift = (3 if seed % 2 else 1) - next(cell for cell in cells if cell)
        boards.append(line([cell and (cell + shift - 1) % side + 1 for cell in cells]))
    return boards


class BlockPluginTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.shapes = {f"{rows}x{columns}": self.write(f"b{rows}x{columns}.txt", puzzles(rows, columns))
                       for rows, columns in ((2, 2), (2, 3), (4, 4), (6, 6), (3, 3))}

    def plugin(self, symbol, shape, *arguments):
        symbol = f":{symbol}" if symbol and not symbol.startswith("?") else symbol
        return self.bench("--plugin", f"x={PLUGINS}/blocks.so{symbol}", "--dataset", self.shapes[shape],
                          "--engine", "dlx,naive", "--per-puzzle", "--force", "--threads", "1", *arguments)

    def of_plugin(self, column, name="puzzles.csv"):
        return self.column(name, column, "x")

    def test_answers_are_right_for_every_shape_limit_and_config(self):
        for shape in self.shapes:
            for limit in ("1", "2", "0") if shape in ("2x3", "3x3") else ("2",):
                for blocks in [], ["--whole-blocks"]:
                    result = self.plugin("?config=4000000000", shape, "--max-solutions", limit, *blocks)
                    self.assert_exit(0, result)
                    self.assertIn("All 3 engines agree on every puzzle.", result.stdout)
                    self.assertEqual({"4000000007"}, set(self.of_plugin("guesses")))
                    self.assertEqual({"ok"}, set(self.of_plugin("runstatus")))
                    self.assertEqual(bool(blocks), self.of_plugin("p50_ns", "summary.csv") == [""])
                    self.assertEqual(self.column("runs.csv", "answer_digest", "dlx"),
                                     self.of_plugin("answer_digest", "runs.csv"))

    def test_more_boards_than_fit_into_a_batch(self):
        self.write("many.txt", puzzles(6, 6, 2) * 500)
        self.shapes["many"] = "many.txt"
        for blocks in [], ["--whole-blocks"]:
            self.assert_exit(0, self.plugin("TellsSizes", "many", "--block-size", "1000", *blocks))
            self.assertEqual(["1000"], self.of_plugin("solved", "runs.csv"))
            sizes = set(map(int, self.of_plugin("guesses")))
            self.assertTrue(min(sizes) > 100 if blocks else sizes == {1}, sizes)

    def test_the_symbol_selects_block_or_text(self):
        for symbol, config in (("?config=5", "12"), ("SolveSudoku?config=5", "12")):
            self.assert_exit(0, self.plugin(symbol, "3x3"))
            self.assertEqual({config}, set(self.of_plugin("guesses")))
        self.assert_exit(0, self.plugin("SolveSudoku", "4x4"))
        self.assertEqual(["not_applicable"], self.of_plugin("verdict", "runs.csv"))
        # Without its mark, the program takes it for a text function and passes the wrong arguments.
        self.assert_exit_in([2, 3], self.plugin("Unmarked", "3x3", "--timeout", "1s"))
        for file, message in (("blocks.so:Later",
                               "Later has version 3 of engines/plugin.h, this program supports versions 1 to 2"),
                              ("blocks.so:None", "exports no function None; in C"),
                              ("block_unmarked.so", "exports SolveSudokuBlock without SolveSudokuBlock_block_version"),
                              ("block_unmarked.so:SolveSudokuBlock", "exports SolveSudokuBlock without"),
                              ("block_unmarked.so:Other", "a block function needs SUDOKU_BLOCK")):
            result = self.bench("--plugin", f"x={PLUGINS}/{file}", "--dataset", self.shapes["3x3"])
            self.assert_exit(2, result)
            self.assertRegex(result.stderr, f"sudoku-bench: engine x: .*{message}")

    def test_engines_without_solutions_are_supported(self):
        for symbol, listed in (("Silent", True), ("Counts", False)):
            for blocks in [], ["--whole-blocks"]:
                self.assert_exit(0, self.plugin(symbol, "4x4", *blocks))
                self.assertEqual({""}, set(self.of_plugin("guesses")))
                self.assertEqual(["8"], self.of_plugin("solved", "runs.csv"))
            self.assert_exit(0, self.plugin(symbol, "4x4", "--max-solutions", "1"))
            self.assertEqual(not listed, self.of_plugin("verdict", "runs.csv") == ["not_applicable"])

    def test_counts_of_more_than_64_bits(self):
        self.write("empty.txt", ["." * 81])
        result = self.bench("--plugin", f"x={PLUGINS}/blocks.so:Vast", "--engine", "bandjoin", "--dataset", "empty.txt",
                            "--max-solutions", "0", "--per-puzzle", "--threads", "1")
        self.assertEqual(["6670903752021072936960"], self.of_plugin("solutions"), result.stderr)

    def test_wrong_answers(self):
        # With --block-size, each puzzle is solved once. The answers of this plugin depend on the digits.
        for blocks in [], ["--whole-blocks", "--block-size", "1"]:
            result = self.plugin("Miscounts", "4x4", *blocks)
            self.assert_exit(3, result)
            # Four of the eight puzzles, and a changed puzzle of a check.
            self.assertTrue(result.stdout.startswith("WRONG: x gave 5 wrong answers of 8.\n"), result.stdout)
            self.assertIn("b4x4.txt:2: x: found 0 solutions", result.stderr)
            if blocks:
                self.assertRegex(self.plugin("Miscounts", "4x4", "--whole-blocks").stderr,
                                 r"x: found \d solutions?, and \d after the digits were renamed")
            for symbol in "BreaksRules", "LosesTheFirstCell":
                result = self.plugin(symbol, "6x6", *blocks)
                self.assert_exit(3, result)
                self.assertRegex(result.stderr, r"b6x6.txt:\d: x: its solution has empty cells: \.")
        self.assertEqual(["wrong"], self.of_plugin("verdict", "runs.csv"))

    def test_a_crash_or_unknown_status_affects_only_its_puzzles(self):
        for symbol, message in (("Aborts", "crashed with signal SIGABRT"),
                                ("Nonsense", "returned the unknown status 17")):
            for blocks in [], ["--whole-blocks"]:
                with self.subTest(symbol=symbol, blocks=blocks):
                    result = self.plugin(symbol, "4x4", "--block-size", "8", *blocks)
                    self.assert_exit(3, result)
                    self.assertIn(f"b4x4.txt:2: x: {message}", result.stderr)
                    whole = symbol == "Nonsense" and blocks
                    self.assertEqual(["crash"] * 8 if whole else ["ok", "crash"] * 4, self.of_plugin("runstatus"))
                    self.assertEqual(["wrong"], self.of_plugin("verdict", "runs.csv"))

    def test_a_hang_affects_only_its_puzzles(self):
        # Real time is the subject. The other puzzles need less than a thousandth of the limit.
        for blocks in [], ["--whole-blocks"]:
            self.assert_exit(0, self.plugin("Hangs", "4x4", "--timeout", "300ms", *blocks))
            self.assertEqual(["ok", "timeout"] * 4, self.of_plugin("runstatus"))
            self.assertEqual(["partial"], self.of_plugin("verdict", "runs.csv"))

    def test_an_unsupported_shape_has_a_row(self):
        result = self.plugin("OnlySixteen", "4x4", "--dataset", self.shapes["2x3"])
        self.assert_exit(0, result)
        self.assertIn("b2x3.txt has 6x6 boards: skipping x (not for boards of that shape)\n", result.stderr)
        for column, values in ("shape", ["4x4", "2x3"]), ("solved", ["8", "0"]), ("verdict", ["ok", "not_applicable"]):
            self.assertEqual(values, self.of_plugin(column, "runs.csv"))
        self.assert_exit(0, self.plugin("NotHere", "4x4"))
        self.assertEqual(["unavailable"], self.of_plugin("verdict", "summary.csv"))
        result = self.bench("--plugin", f"{PLUGINS}/block_cpp.so", "--engine", "lanes", "--dataset", self.shapes["4x4"])
        self.assert_exit(2, result)

    def test_functions_of_version_1_get_only_boards_of_version_1(self):
        for shape in "3x3", "6x6":
            self.assert_exit(0, self.plugin("First", shape))
            self.assertEqual(["8"], self.of_plugin("solved", "runs.csv"))
        for shape, boards in ("1x5", "Latin squares of order 5"), ("5x8", "40x40 boards"):
            self.assert_fails(2, f"engine x: not for boards of that shape \\({boards}\\)", "conformance",
                              "--shape", shape,
                              "--plugin", f"x={PLUGINS}/blocks.so:First")

    def test_conformance_with_candidates(self):
        for arguments in ((f"x={PLUGINS}/blocks.so", "--shape", "2x3"),
                          (f"x={PLUGINS}/candidates.so", "--timeout", "1min")):
            result = self.run_program("conformance", "--plugin", *arguments)
            self.assert_exit(0, result)
            for check in "candidates", "isomorphs with candidates", "blocks with candidates":
                self.assertRegex(result.stdout, rf"(?m)^  {check} +ok$")
        for symbol, reason in (("IgnoresCandidates", "not for candidates: it gives a wrong answer to a probe puzzle"),
                               ("OnlyClues", "not for candidates")):
            result = self.run_program("conformance", "--plugin", f"x={PLUGINS}/blocks.so:{symbol}", "--shape", "2x3")
            self.assert_exit(0, result)
            self.assertRegex(result.stdout, rf"(?m)^  candidates +skipped: {reason}$")
            self.assertNotIn("with candidates", result.stdout)


class LibraryTest(CliTestCase):
    """Tests the engines of the program as plugins."""

    def test_each_engine_agrees_with_its_plugin(self):
        ids = re.findall(r"^ENGINE\((\w+),", (ROOT / "engines/engines.def").read_text("utf-8"), re.MULTILINE)
        self.write("d.txt", [UNIQUE, FIVE, MANY])
        self.write("b.txt", puzzles(4, 4))
        plugins = [word for name in ids for word in ("--plugin", f"my_{name}={LIBRARY}:SudokuBench_{name}")]
        for blocks in [], ["--whole-blocks"]:
            result = self.bench(*plugins, "--dataset", "d.txt", "--dataset", "b.txt", "--engine", "bitmask,dlx",
                                "--force", *blocks)
            self.assert_exit(0, result)
            rows = self.rows("runs.csv")
            for name in ids:
                small, large = [row for row in rows if row["engine"] == f"my_{name}"]
                if small["verdict"] != "unavailable":
                    solved = "3", "8" if large["verdict"] != "not_applicable" else "0"
                    self.assertEqual(solved, (small["solved"], large["solved"]), name)
            self.assertEqual(*({row["guesses"] for row in rows if row["engine"] == name} for name in ("dlx", "my_dlx")))
            taking = {row["engine"] for row in rows if row["shape"] == "4x4" and row["verdict"] != "not_applicable"}
            self.assertLessEqual({f"my_{name}" for name in ("naive", "bitmask", "stack", "dlx", "learn")}, taking)
            self.assertNotIn("my_bandjoin", taking)

    def test_only_the_plugins_are_exported(self):
        listed = subprocess.run(["nm", "--dynamic", "--defined-only", "--extern-only", LIBRARY], check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        names = {row.split()[-1] for row in listed.splitlines()}
        # Linkers and sanitizers export other names. Names of C++ start with _Z.
        self.assertEqual(set(), {name for name in names
                                 if name.startswith("_Z") or not name.startswith(("_", "SudokuBench_"))})
        self.assertIn("SudokuBench_naive_block_version", names)


if __name__ == "__main__":
    main()
