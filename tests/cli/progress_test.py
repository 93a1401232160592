"""Tests that messages and the progress line do not mix on a terminal."""

import fcntl
import os
import pty
import re
import struct
import termios
import threading

from cli_testing import CliTestCase, REMEDY, EMPTY, FIVE, UNIQUE, main

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

    def run_on_terminal(self, *arguments):
        """Runs the program with a terminal as standard error. Returns its exit code and what the terminal shows."""
        terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
        child = self.start(*arguments, stderr=end)
        os.close(end)
        threading.Thread(target=child.stdout.read, daemon=True).start()
        screen = Screen()
        try:
            while piece := os.read(terminal, 4096):
                screen.show(piece.decode())
        except OSError:
            pass  # the program has ended
        os.close(terminal)
        child.wait()
        self.assertTrue(screen.has_shown_progress, screen.rows)
        return child.returncode, screen.rows

    def assert_shown(self, code, messages, *arguments):
        """Asserts that a command exits with `code` and that the terminal shows exactly these messages."""
        with self.subTest(arguments):
            returned, rows = self.run_on_terminal(*arguments, "--engine", "dlx", "--quiet", *SLOW)
            self.assertEqual(code, returned, rows)
            self.assertEqual("", rows.pop())
            # A row of full width continues in the next row.
            shown = "".join(row if len(row) == WIDTH else f"{row}\n" for row in rows)
            self.assertEqual(messages, shown.splitlines())

    def test_messages_replace_the_progress_line(self):
        slow = f"{EMPTY},{2**100}"  # times out
        name = self.write("d.csv", ["puzzle,count", slow, f"{FIVE},4", slow])
        self.assert_shown(3, ["d.csv:3: found 5 solutions, expected 4",
                              "sudoku-bench: 1 count differs from what the dataset expects"], "count", name)
        self.assert_shown(3, [f"d.csv:3: dlx: found 5 solutions, expected 4: {FIVE}"],
                          "bench", name, "--max-solutions", "0", "--block-size", "1", "--warmup", "0s", "--out", "out")
        name = self.write("d.txt", [EMPTY, UNIQUE[1:]])
        self.assert_shown(4, ["d.txt:2:81: 81 cells expected, 80 found" + REMEDY], "count", name)


if __name__ == "__main__":
    main()
