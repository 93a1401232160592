"""Tests the result files, failures to write them, and interrupted runs."""

import fcntl
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import termios
import time

from cli_testing import CliTestCase, EMPTY, FIVE, MANY, PATIENCE, UNIQUE, limit_file_size, main

PIPE_BYTES = 65536  # capacity


class ResultsTest(CliTestCase):
    def test_default_directory(self):
        self.write("d.txt", [UNIQUE])
        result = self.run_program("--dataset", "d.txt", "--engine", "dlx", "--warmup", "1x")
        self.assert_exit(0, result)
        directory = re.search(r"^Results: (results/d-\d{8}T\d{6}Z)$", result.stdout, re.MULTILINE)
        self.assertTrue(directory, result.stdout)
        self.assertEqual(1, len(self.rows("runs.csv", directory[1])))

    def test_color(self):
        self.write("d.txt", [UNIQUE])
        self.assert_exit(0, self.bench("d.txt", "--engine", "dlx"))
        for variables, is_colored in (({"CLICOLOR_FORCE": "1"}, True), ({"CLICOLOR_FORCE": "0"}, False),
                                      ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False), ({}, False)):
            shown = self.run_program("show", "out", env={**os.environ, **variables}).stdout
            self.assertEqual(is_colored, "\x1b[" in shown, variables)


def bytes_in(pipe):
    """Returns the number of bytes that can be read from a pipe."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def is_pending(child, number):
    """Returns whether a signal to a process has not arrived there yet."""
    status = pathlib.Path(f"/proc/{child.pid}/status").read_text("ascii")
    return any(int(mask, 16) >> (number - 1) & 1 for mask in re.findall(r"^S\w+Pnd:\s*(\w+)$", status, re.MULTILINE))


class FailedOutputTest(CliTestCase):
    """Output errors exit with 74."""

    def test_a_full_disk_is_reported(self):
        name = self.write("d.txt", [UNIQUE] * 2000)
        result = self.bench("--dataset", name, "--engine", "dlx", "--per-puzzle", preexec_fn=limit_file_size(100_000))
        self.assert_exit(74, result)
        self.assertRegex(result.stderr, r"\n(out/\S+)/puzzles\.csv: File too large\n\Z")
        place = re.search(r"partial results are in (\S+)\n", result.stderr)[1]
        self.assertGreater(len(self.rows("puzzles.csv", place)), 100)
        text = (self.directory / place / "puzzles.csv").read_text("utf-8")
        self.assertTrue(text.endswith("\n"))

    def test_an_export_does_not_replace_results_or_datasets(self):
        name = self.write("d.txt", [UNIQUE])
        for export, told in (("out/summary.csv", "a result"), ("./out/../out/runs.csv", "a result"),
                             (name, "the dataset d.txt")):
            result = self.bench("--engine", "dlx", name, "--export", f"gbench:{export}", "--force")
            self.assert_exit(2, result)
            self.assertIn(f"--export {export} would replace {told}", result.stderr)
        self.assert_fails(2, "--export x is given twice", "bench", name, "--export", "json:x", "--export", "gbench:x")
        self.write("old.md", "mine")
        self.assert_fails(2, "old.md already exists; use --force to replace it", "bench", name, "--export", "old.md")
        self.assertEqual([UNIQUE], (self.directory / name).read_text().splitlines())
        self.assert_exit(0, self.bench("--engine", "dlx", "--dataset", name, "--export", "gbench:out/g.json"))

    def test_a_failing_standard_error_changes_nothing_else(self):
        name = self.write("d.csv", ["puzzle,count", f"{UNIQUE},1", f"{MANY},4"])
        commands = (["count", name, "--force", "--out", "c"], ["nope"], ["count", "missing"], ["merge", "missing"],
                    ["bench", name, "--engine", "dlx", "--max-solutions", "0", "--warmup", "0s", "--out", "o",
                     "--force"])

        def closed():
            os.close(2)

        full = self.enterContext(open("/dev/full", "wb"))
        for arguments in commands:
            usual = self.run_program(*arguments)
            self.assertNotEqual("", usual.stderr)
            for way in {"stderr": full}, {"stderr": None, "preexec_fn": closed}:
                with self.subTest(arguments, way=list(way)):
                    result = self.run_program(*arguments, **way)
                    self.assertEqual(usual.returncode, result.returncode)
                    if arguments[0] != "bench":
                        self.assertEqual(usual.stdout, result.stdout)

    def test_a_closed_standard_output_does_not_affect_the_files(self):
        self.write("d.txt", [UNIQUE])
        result = self.bench("--dataset", "d.txt", "--engine", "dlx", stdout=None,
                            preexec_fn=lambda: __import__("os").close(1))
        self.assert_exit(74, result)
        self.assertEqual("standard output: Bad file descriptor\n", result.stderr)
        self.assertEqual(1, len(self.rows("runs.csv")))
        self.assertEqual(1, len(self.rows("summary.csv")))


class EarlyEndTest(CliTestCase):
    """Interrupted runs exit with 130 and leave readable files."""

    def interrupt_when_shown(self, pattern, number, *arguments):
        """Starts bench, interrupts it once its progress line matches, and waits for its end."""
        child = self.start_until_shown(pattern, "bench", "--warmup", "0s", "--out", "out", *arguments)
        child.send_signal(number)
        output, _ = child.communicate(timeout=PATIENCE)
        self.assertEqual(130, child.returncode)
        return output.decode()

    def test_interrupt_between_puzzles(self):
        name = self.write("d.txt", [FIVE] * 300_000)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                # With two threads, less than a hundred puzzles are read ahead.
                output = self.interrupt_when_shown(
                    rb"d\.txt: \d{3,} puzzles", number, "--dataset", name, "--engine",
                    "naive,dlx", "--per-puzzle", "--force", "--time-limit", "0s", "--threads", "2",
                    "--block-size", "8")
                self.assertIn("Interrupted: the rows are partial.", output)
                self.assert_readable_rows(["naive", "dlx"])

    def assert_readable_rows(self, engines):
        runs = self.rows("runs.csv")
        self.assertEqual(engines, [row["engine"] for row in runs])
        for row in runs:
            self.assertEqual("partial", row["verdict"])
            self.assertGreater(int(row["solved"]), 0)
            self.assertLess(int(row["puzzles"]), 300_000)
            self.assertEqual("0", row["errors"])
        self.assertEqual(["partial"] * len(engines), self.column("summary.csv", "verdict"))
        self.assertFalse(self.context()["whole"])
        solved = [row for row in self.rows("puzzles.csv") if row["runstatus"] == "ok"]
        self.assertEqual(sum(int(row["solved"]) for row in runs), len(solved))
        handed_out = int(runs[0]["puzzles"]) + int(runs[0]["skipped"])
        self.assertEqual(handed_out, self.context()["datasets"][0]["puzzles"])

    def test_an_interrupt_before_the_first_puzzle_keeps_the_old_results(self):
        outputs = ["--export", "t.csv", "--force"]
        self.write("d.txt", [UNIQUE])
        self.assert_exit(0, self.run_program("bench", "d.txt", "--engine", "dlx", "--out", "out", *outputs))
        old = {path: path.read_bytes() for path in self.directory.rglob("*") if path.is_file()}
        for out, text in (("out", ""), ("out", UNIQUE + "\n"), ("new", ""), ("new", UNIQUE + "\n")):
            with self.subTest(out=out, text=text):
                child = self.start("bench", "-", "--engine", "dlx", "--out", out, *outputs, stdin=subprocess.PIPE)
                child.stdin.write(text)  # and no end
                child.stdin.flush()
                self.wait_until(lambda: list(self.directory.glob(f"{out}/.results.partial-*")))
                child.send_signal(signal.SIGINT)
                output, errors = child.communicate(timeout=PATIENCE)
                self.assertEqual((130, "", "sudoku-bench: interrupted before the first puzzle; there are no results\n"),
                                 (child.returncode, output, errors))
                self.assertEqual(old, {path: path.read_bytes() for path in self.directory.rglob("*") if path.is_file()})
                self.assertFalse((self.directory / "new").exists())

    def test_two_signals_at_once_count_as_one(self):
        # As GNU timeout sends them: to the program, then to its process group.
        name = self.write("d.txt", [FIVE] * 300_000)
        for number, file, *arguments in (
                (signal.SIGTERM, "runs.csv", "bench", "--dataset", name, "--engine", "dlx", "--time-limit", "0s"),
                (signal.SIGINT, "runs.csv", "count", name, "--engine", "naive"),
                (signal.SIGHUP, "runs.csv", "count", name, "--engine", "naive")):
            with self.subTest(arguments, number=number):
                child = self.start_until_shown(rb"d\.txt: \d{3,} puzzles", *arguments, "--out", "out")
                child.send_signal(number)
                self.wait_until(lambda: not is_pending(child, number))
                child.send_signal(number)
                _, errors = child.communicate(timeout=PATIENCE)
                self.assertEqual(130, child.returncode, errors)
                self.assertEqual(1, len(self.rows(file)))
                shutil.rmtree(self.directory / "out")

    def test_a_later_signal_ends_the_program_at_once(self):
        # Real time is the subject: signals within half a second count as one. The program waits for a reader of its
        # output.
        name = self.write("d.txt", [UNIQUE] * 2000)
        child = self.start("convert", name)
        self.wait_until(lambda: bytes_in(child.stdout) == PIPE_BYTES)
        start = time.monotonic()
        self.wait_until(lambda: child.send_signal(signal.SIGTERM) or child.poll() is not None)
        self.assertGreater(time.monotonic() - start, 0.4)
        self.assertEqual(-signal.SIGTERM, child.returncode)

    def test_deleted_results_are_reported(self):
        child = self.start_until_shown(
            rb"naive", "bench", "--dataset", self.write("d.txt", [EMPTY]), "--out", "out", "--engine", "naive",
            "--max-solutions", "0", "--timeout", "0s", "--time-limit", "0s")
        shutil.rmtree(self.directory / "out")
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=PATIENCE)
        self.assertEqual(74, child.returncode, errors)
        self.assertRegex(errors.decode(), r"sudoku-bench: the results are lost; somebody deleted out/\S+\n")

    def test_interrupt_of_solve(self):
        child = self.start("solve", "--max-solutions", "0", "--timeout", "0s", self.write("d.txt", [EMPTY]))
        self.assertEqual(82, len(child.stdout.readline()))
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=PATIENCE)
        self.assertEqual(130, child.returncode)
        self.assertTrue(output.endswith("\n"))


if __name__ == "__main__":
    main()
