"""Tests that messages and the progress line do not mix on a terminal."""

import re

from cli_testing import CliTestCase, EMPTY, FIVE, main, REMEDY, UNIQUE

WIDTH = 40
# Real time is the subject: the program updates the progress line five times a second.
SLOW = ("--timeout", "2s", "--threads", "1", "--progress", "bar")


class Screen:
    """A terminal of WIDTH columns that supports what the program prints."""

    def __init__(self):
        self.rows = [""]
        self.column = 0
        self.has_shown_progress = False

    def show(self, text):
        for part in re.findall(r"\r|\n|\x1b\[K|[^\r\n\x1b]", text):
            if part == "\r":
                self.column = 0
            elif part == "\n":
                self.rows.append("")
                self.column = 0
            elif part == "\x1b[K":
                self.rows[-1] = self.rows[-1][:self.column]
            else:
                self.put(part)

    def put(self, character):
        if self.column == WIDTH:
            self.rows.append("")
            self.column = 0
        row = self.rows[-1].ljust(self.column)
        self.rows[-1] = row[:self.column] + character + row[self.column + 1:]
        self.column += 1
        self.has_shown_progress |= " puzzles" in self.rows[-1]


class ProgressTest(CliTestCase):
    def assert_shown(self, code, messages, *arguments):
        """Asserts that a command exits with `code` and that standard error shows exactly these messages."""
        with self.subTest(arguments):
            found, shown, _ = self.run_on_terminal(*arguments, "--engine", "dlx", "--quiet", *SLOW, columns=WIDTH,
                                                   stream="stderr")
            screen = Screen()
            screen.show(shown)
            self.assertEqual((code, True), (found, screen.has_shown_progress), screen.rows)
            self.assertEqual("", screen.rows.pop())
            # A row of full width continues in the next row.
            text = "".join(row if len(row) == WIDTH else f"{row}\n" for row in screen.rows)
            self.assertEqual(messages, text.splitlines())

    def test_messages_replace_the_progress_line(self):
        slow = f"{EMPTY},{2**100}"  # times out
        name = self.write("d.csv", ["puzzle,count", slow, f"{FIVE},4", slow])
        self.assert_shown(3, ["d.csv:3: found 5 solutions, expected 4",
                              "sudoku-bench: 1 count differs from what the dataset expects"], "count", name)
        self.assert_shown(3, [f"d.csv:3: dlx: found 5 solutions, expected 4: {FIVE}"],
                          "bench", name, "--max-solutions", "0", "--block-size", "1", "--warmup", "0s", "--out", "out")
        name = self.write("d.txt", [EMPTY, UNIQUE[1:]])
        self.assert_shown(4, ["d.txt:2:81: 81 cells expected, 80 found" + REMEDY], "count", name)

    def test_the_warm_up_of_a_dataset_is_shown(self):
        _, shown, _ = self.run_on_terminal("bench", "famous.txt", "--engine", "dlx", "--warmup", "1s", "--out", "out",
                                           "--progress", "bar", columns=80, stream="stderr")
        self.assertIn("famous.txt (project's dataset): 0 puzzles, 0/s, warm-up, 0s", shown)


if __name__ == "__main__":
    main()
