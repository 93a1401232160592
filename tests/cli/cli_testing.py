"""Helpers for the tests of the program. Call a test as: <name>_test.py PROGRAM [UNITTEST-ARGUMENT...]"""

import csv
import ctypes
import fcntl
import json
import os
import pathlib
import pty
import re
import resource
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
import urllib.parse

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else None

# `exec` replaces the shell, which would otherwise wait for the script. `-IS` skips the site packages, to save time.
PYTHON = f"exec {shlex.quote(sys.executable)} -IS"

# Seconds after which a hanging child fails the test.
PATIENCE = 600

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATASETS = ROOT / "datasets"
BUILD = pathlib.Path(PROGRAM or ".").parent
PLUGINS = BUILD / "plugins"
LIBRARY = BUILD / "libsudoku_engines.so"

UNIQUE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
UNIQUE_SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
MANY = "8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4.."
NEARLY_FULL = ".92481763413762985867359412624195378759843126138627594271538649386914257.45276831"
FIVE = ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395..."
EIGHT = "7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49."
MORE = "2....3.7.847....2353..8......4...3.212.......386..49.5....1.2....2...8.1713......"
EMPTY = "." * 81
IMPOSSIBLE = "11" + "." * 79

# The end of the error message for an invalid line.
REMEDY = "; --skip-invalid skips such lines"

SOLUTION_COUNTS = {UNIQUE: 1, MANY: 295, NEARLY_FULL: 1, FIVE: 5, EIGHT: 8, MORE: 237}


def rows_of(puzzle):
    return [puzzle[i:i + 9] for i in range(0, 81, 9)]


def drawn(puzzle, row, rule, edge=None):
    """Returns the drawing of a board. `row` has {} for each cell, `rule` is between boxes, `edge` around the board."""
    rows = [row.format(*cells) for cells in rows_of(puzzle)]
    lines = [*rows[:3], rule, *rows[3:6], rule, *rows[6:]]
    return "\n".join([edge, *lines, edge] if edge else lines) + "\n"


def limit_file_size(size):
    """Returns a function for a child to call at its start: it limits files to `size` bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def stat_of(process):
    """Returns the fields of /proc/PROCESS/stat from the state on; None if the process has ended."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text("ascii").rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return fields if fields[0] != "Z" else None


def descendants_of(process):
    """Returns the ids of the child processes and of their descendants."""
    try:
        children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return children + [descendant for child in children for descendant in descendants_of(child)]


def user_seconds(process):
    """Returns the user CPU time of a process, or 0 if it has ended."""
    fields = stat_of(process)
    return int(fields[11]) / os.sysconf("SC_CLK_TCK") if fields else 0


def digest(data):
    """Returns the digest that the program computes of bytes."""
    xxhash = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
    xxhash.restype, xxhash.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
    return f"{xxhash(data, len(data)):016x}"


def decoded(field):
    """Returns a field of a result file. A text that would be a formula or control a terminal is a data URL there."""
    is_url = isinstance(field, str) and field.startswith("data:,")
    return os.fsdecode(urllib.parse.unquote_to_bytes(field[6:])) if is_url else field


class CliTestCase(unittest.TestCase):
    """Each test has its own directory, in which the program runs."""

    maxDiff = None

    def setUp(self):
        self.directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="sudoku-cli-")))

    def write(self, name, content):
        """Creates a file and returns its name. `content` is bytes, text or a list of lines."""
        if isinstance(content, list):
            content = "".join(line + "\n" for line in content)
        if isinstance(content, str):
            content = content.encode()
        (self.directory / name).write_bytes(content)
        return name

    def start(self, *arguments, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                   "stderr": subprocess.PIPE, "text": True, **options}
        child = subprocess.Popen([PROGRAM, *arguments], cwd=self.directory, **options)
        self.addCleanup(self.end, child)
        return child

    def start_until_shown(self, pattern, *arguments):
        """Starts the program and waits until its progress line matches."""
        child = self.start(*arguments, "--progress", "bar", text=False)
        shown = b""
        watchdog = threading.Timer(PATIENCE, child.kill)
        watchdog.start()
        while not re.search(pattern, shown):
            piece = child.stderr.read1(4096)
            self.assertTrue(piece, f"ended before it was interrupted: {shown}")
            shown += piece
        watchdog.cancel()
        return child

    @staticmethod
    def end(child):
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream is not None:
                stream.close()

    def run_program(self, *arguments, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("cwd", self.directory)
        return subprocess.run([PROGRAM, *arguments], timeout=PATIENCE, check=False, **options)

    def output_of(self, *arguments, **options):
        """Returns the standard output. Asserts that the exit code is 0 and standard error is empty."""
        result = self.run_program(*arguments, **options)
        self.assert_exit(0, result)
        self.assertEqual("", result.stderr)
        return result.stdout

    def bench(self, *arguments, **options):
        """Runs bench without warm-up. Writes the results to `out`."""
        return self.run_program("bench", "--warmup", "0s", "--out", "out", *arguments, **options)

    def solve(self, *arguments, **options):
        return self.run_program("solve", *arguments, **options)

    def run_on_terminal(self, *arguments, columns=80, stream="stdout"):
        """Runs the program with a terminal as standard output or standard error. Returns its exit code, what the
        terminal receives, and the other stream."""
        keyboard, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        child = self.start(*arguments, **{stream: terminal})
        os.close(terminal)
        shown = b""
        while True:
            try:
                piece = os.read(keyboard, 4096)
            except OSError:  # the terminal has no writer any more
                break
            shown += piece
        os.close(keyboard)
        output, errors = child.communicate(timeout=PATIENCE)
        return child.returncode, shown.decode().replace("\r\n", "\n"), output or errors or ""

    def assert_exit(self, code, result):
        self.assert_exit_in([code], result)

    def assert_exit_in(self, codes, result):
        self.assertIn(result.returncode, codes, f"{result.stdout}\n{result.stderr}")

    def assert_fails(self, code, message, *arguments):
        """Asserts that the program exits with `code` and prints an error that matches `message`."""
        result = self.run_program(*arguments)
        self.assert_exit(code, result)
        self.assertRegex(result.stderr, message)

    def commands(self):
        """Returns the commands in the overview."""
        lines = self.run_program("--help").stdout.split("\ncommands:\n")[1].split("\n\n")[0].splitlines()
        words = [line.split()[0] for line in lines]
        return [word for word in words if not word.startswith("-")]

    def rows(self, name, directory="out", engine=None):
        """Returns the rows of a result file, of one engine if given. Asserts that each has all columns."""
        with open(self.directory / directory / name, newline="", encoding="utf-8", errors="surrogateescape") as file:
            rows = [{column: decoded(field) for column, field in row.items()} for row in csv.DictReader(file)]
        for row in rows:
            self.assertNotIn(None, row, "a row has more fields than the header")
            self.assertNotIn(None, row.values(), "a row has fewer fields than the header")
        return [row for row in rows if engine in (None, row["engine"])]

    def column(self, name, column, engine=None, directory="out"):
        return [row[column] for row in self.rows(name, directory, engine)]

    def wait_for_work(self, child):
        """Returns the descendants of a run once one of them has used half a second of CPU time."""
        self.wait_until(lambda: any(user_seconds(one) > 0.5 for one in descendants_of(child.pid)))
        return descendants_of(child.pid)

    def wait_until(self, condition):
        """Waits for an event in another process. PATIENCE only ends a test that hangs."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, "the condition does not hold")
            time.sleep(0.001)

    def assert_gone(self, processes, patience=PATIENCE):
        """Asserts that processes end within `patience` seconds. Kills the others."""
        end = time.monotonic() + patience
        while any(map(stat_of, processes)) and time.monotonic() < end:
            time.sleep(0.01)
        survivors = [process for process in processes if stat_of(process)]
        for process in survivors:
            os.kill(int(process), signal.SIGKILL)
        self.assertEqual([], survivors, "these processes outlive the run")

    def context(self, directory="out"):
        return json.loads((self.directory / directory / "context.json").read_text("utf-8"))

    def write_context(self, directory, context):
        """Replaces the context.json of a result directory. Corrects the digests of it and of the files."""
        files = {name: digest((self.directory / directory / name).read_bytes()) for name in context["files"]}
        context = {**context, "files": files}
        context.pop("digest", None)
        compact = json.dumps(context, separators=(",", ":"), ensure_ascii=False)
        self.write(f"{directory}/context.json", json.dumps({**context, "digest": digest(compact.encode())}))


def main():
    if PROGRAM is None:
        sys.exit(__doc__)
    unittest.main()
