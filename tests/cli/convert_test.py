"""Tests the convert command."""

import gzip
import re
import signal
import subprocess

from cli_testing import CliTestCase, drawn, FIVE, IMPOSSIBLE, main, rows_of, UNIQUE, UNIQUE_SOLUTION

BOXES = drawn(UNIQUE, " |" + 3 * "{}{}{}|", " |---+---+---|", " *-----------*") + "\n"
GRID = drawn(UNIQUE, "{} {} {} | {} {} {} | {} {} {}", "------+-------+------") + "\n"


class ConvertTest(CliTestCase):
    def convert(self, *arguments, **options):
        return self.run_program("convert", *arguments, **options)

    def test_formats(self):
        def text(form):
            return self.convert("--to", form, input=UNIQUE + "\n").stdout
        self.assertEqual(GRID, text("grid"))
        self.assertEqual(f'{{"puzzle": "{UNIQUE}"}}\n', text("json"))
        self.assertEqual("\n".join(["[Puzzle]", *rows_of(UNIQUE), "\n"]), text("sdk"))
        self.assertEqual(BOXES, text("ss"))
        self.assertEqual(f"puzzle,count,solution\n{UNIQUE},,\n", text("csv"))
        marks = text("candidates")
        self.assertEqual(730, len(marks))
        self.assertEqual(".......8." + "123456789" * 10 + "..3......", marks[:108])

    def test_canonical_forms(self):
        """tests/harness/puzzle/canonical_form_test.cpp has known forms."""
        isomorph = UNIQUE[::-1].translate(str.maketrans("12", "21"))
        form = "........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9."
        for name in "canonical", "minlex":
            result = self.convert("--to", name, self.write("d.txt", [UNIQUE, isomorph]))
            self.assertEqual([form, form], result.stdout.splitlines())

    def test_only_puzzles_with_a_property_are_kept(self):
        redundant = UNIQUE[0] + UNIQUE_SOLUTION[1] + UNIQUE[2:]
        name = self.write("d.txt", [UNIQUE, redundant, FIVE, IMPOSSIBLE])
        none, several, spare = "1 without a solution", "1 with several solutions", "1 not minimal"
        for only, kept, note in (
                ("valid", [UNIQUE, redundant, FIVE], f"left out 1 puzzle: {none}"),
                ("unique", [UNIQUE, redundant], f"left out 2 puzzles: {none}, {several}"),
                ("minimal", [UNIQUE], f"left out 3 puzzles: {none}, {several}, {spare}"),
                ("minimal,valid,unique", [UNIQUE], f"left out 3 puzzles: {none}, {several}, {spare}")):
            result = self.convert(name, "--only", only)
            self.assert_exit(0, result)
            self.assertEqual((kept, f"sudoku-bench: {note}\n"), (result.stdout.splitlines(), result.stderr))
            quiet = self.convert(name, "--only", only, "--quiet", "--out", f"{only}.txt")
            self.assertEqual(("", ""), (quiet.stdout, quiet.stderr))
            self.assertEqual(kept, (self.directory / f"{only}.txt").read_text("ascii").splitlines())
        self.assertEqual("", self.convert("--only", "unique", input=UNIQUE).stderr)
        # A format for one puzzle counts only the puzzles that are kept.
        self.assert_exit(0, self.convert(name, "--only", "minimal", "--to", "acs"))
        self.assert_fails(2, "--to acs supports one puzzle only", "convert", name, "--only", "unique", "--to", "acs")

    def test_a_file_appears_once_it_is_complete(self):
        name = self.write("d.txt.gz", gzip.compress((UNIQUE + "\n").encode()))
        self.assert_exit(0, self.convert(name, "--out", "new.txt"))
        self.assertEqual(UNIQUE + "\n", (self.directory / "new.txt").read_text("utf-8"))

        bad = self.write("bad.txt", [FIVE, "53..!"])
        self.assert_fails(2, "new.txt already exists; use --force to replace it", "convert", bad, "--out", "new.txt")
        result = self.convert(bad, "--out", "new.txt", "--force")
        self.assert_exit(4, result)
        self.assertEqual(UNIQUE + "\n", (self.directory / "new.txt").read_text("utf-8"))
        result = self.convert(bad, "--out", "new.txt", "--skip-invalid", "--force")
        self.assert_exit(0, result)
        self.assertEqual("bad.txt: 1 invalid line skipped\n", result.stderr)
        self.assertEqual(FIVE + "\n", (self.directory / "new.txt").read_text("utf-8"))
        self.assertEqual({"d.txt.gz", "bad.txt", "new.txt"}, {path.name for path in self.directory.iterdir()})

    def test_a_page_to_print_has_the_solutions_of_the_file(self):
        name = self.write("<b>.csv", f"puzzle,solution,<i>\n{FIVE},,<u>\n{UNIQUE},{UNIQUE_SOLUTION},<u>\n")
        result = self.convert(name, "--to", "html", "--shape", "9")
        self.assertEqual("", result.stderr)
        puzzles, _, solutions = result.stdout.partition("<h1>Solutions</h1>")
        self.assertEqual((2, 1), (puzzles.count("<svg"), solutions.count("<svg")))
        self.assertEqual(["2"], re.findall("<figcaption>(.*?)</figcaption>", solutions))
        self.assertEqual(UNIQUE_SOLUTION, "".join(re.findall("<text .*>(.)</text>", solutions)))
        self.assertNotRegex(result.stdout, r"<[biu]>|<script|http|url\(")

    def test_an_interrupt_keeps_the_puzzles_so_far(self):
        with subprocess.Popen(["yes", UNIQUE], stdout=subprocess.PIPE) as source:
            child = self.start("convert", "-", "--out", "d.txt", stdin=source.stdout)
            source.stdout.close()
            self.wait_until(lambda: any(path.stat().st_size for path in self.directory.iterdir()))
            child.send_signal(signal.SIGINT)
            _, errors = child.communicate()
        self.assertEqual(130, child.returncode)
        lines = (self.directory / "d.txt").read_text("ascii").splitlines()
        self.assertEqual({UNIQUE}, set(lines))
        self.assertEqual(f"sudoku-bench: interrupted after {len(lines)} puzzles\n", errors)

    def test_usage(self):
        self.assert_fails(2, "unknown --only 'minmal'; did you mean 'minimal'", "convert", "--only", "unique,minmal")
        self.assert_fails(2, "--timeout needs --only", "convert", "--timeout", "1s")


if __name__ == "__main__":
    main()
