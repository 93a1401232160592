#!/usr/bin/python3
"""Runs each command many times. In each run, one system call fails, transfers less or is interrupted.

Each run must obey these rules:
- With exit code 0, the result equals the reference result.
- With any other exit code, the old files or the new files are complete.
- The command does not crash, hang or report an internal error.
- The same command afterwards gives the reference result, with --resume if a checkpoint exists.

  faults.py --program build/release/sudoku-bench --runs 5000 --seed 2
  faults.py --program build/release/sudoku-bench --only 'count write EIO 7'    repeats one run and prints its output
"""

import argparse
import csv
import errno
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import typing

PATIENCE = 120  # seconds; a longer run counts as a hang

UNIQUE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FIVE = ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395..."
EIGHT = "7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49."
NEARLY_FULL = ".92481763413762985867359412624195378759843126138627594271538649386914257.45276831"

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")
FAULTS = {
    "open": ("EIO", "EINTR", "EMFILE", "SIGTERM"),
    "read": ("EIO", "EINTR", "short", "from-EIO", *SIGNALS),
    "pread": ("EIO", "EINTR", "short"),
    "write": ("EIO", "ENOSPC", "EINTR", "short", "from-ENOSPC", *SIGNALS),
    "close": ("EIO", "EINTR", "SIGTERM", "SIGKILL"),
    "fsync": ("EIO", "EINTR", "from-EIO", "SIGHUP", "SIGKILL"),
    # Not from-EIO: if no rename works any more, the program cannot undo earlier ones.
    "rename": ("EIO", "ENOSPC", "SIGINT", "SIGKILL"),
    "ftruncate": ("EIO", "EINTR", "SIGTERM"),
    "link": ("EIO", "from-EIO", "SIGTERM"),
    "mkdir": ("EIO", "ENOSPC", "SIGTERM"),
    "mmap": ("ENOMEM", "SIGTERM"),
}

TIMES = re.compile(r"_ns$|^(wall|cpu|ratio|vbs|par2|median|threads|repeat|interfered|involuntary|noise|puzzles_per|"
                   r"package_uj|peak_bytes|verdict|baseline|blocks)")


def lasting_rows(text):
    """Returns the rows of a result file without the columns that differ between runs."""
    return [{name: value for name, value in row.items() if name and not TIMES.search(name)}
            for row in csv.DictReader(io.StringIO(text))]


def exact(path):
    return path.read_bytes()


def lasting(path):
    text = path.read_text("utf-8")
    if path.name == "context.json":
        return json.loads(text)["datasets"]
    if path.suffix == ".json" and "wall_seconds" in text:
        return [json.loads(text)[name] for name in ("puzzles", "dataset_digest")]
    if path.name == "blocks.csv" and '"command": "count"' in (path.parent / "context.json").read_text("utf-8"):
        return None  # the sizes of the blocks depend on times
    if path.name in ("runs.csv", "summary.csv", "blocks.csv", "puzzles.csv"):
        return lasting_rows(text)
    return text


class Scenario(typing.NamedTuple):
    """A command, its outputs, the commands before it, and the command after a failure if it is another one. An earlier
    command may be a tuple of a fault and the command."""

    name: str
    command: list
    outputs: list
    setup: list = ()
    again: list = None

    def results(self, directory, read=lasting):
        """Returns the contents of the files of each output by name, except hidden files, which may be incomplete."""
        found = []
        for path in (directory / output for output in self.outputs):
            files = sorted(path.iterdir()) if path.is_dir() else [path]
            found.append({file.name: read(file) for file in files if file.is_file() and not file.name.startswith(".")})
        return found


def scenarios(plugin):
    bench = ["bench", "--engine", "dlx,bitmask", "--threads", "1", "--warmup", "0s", "--quiet",
             "--per-puzzle", "--dataset"]
    count = ["count", "d.txt", "--threads", "1", "--engine", "dlx"]
    rows = ["--per-puzzle", "--out", "out"]
    resumed = [*count, *rows, "--checkpoint", "c", "--resume"]
    mine = ["generate", "--mine", "--puzzles", "4", "--seed", "3", "--threads", "1", "--out", "m.txt"]
    old_count = ["count", "old.txt", "--per-puzzle", "--out", "out"]
    old_bench = [*bench, "old.txt", "--out", "out"]

    def shards(command, *arguments):
        return [[*command, "--shard", f"{i}/2", "--out", f"s{i}", *arguments] for i in range(2)]
    yield Scenario("count", [*count, *rows, "--force"], ["out"], [old_count])
    yield Scenario("count-fresh", [*count, *rows], ["out"], again=[*count, *rows, "--force"])
    yield Scenario("count-checkpoint", [*resumed], ["out"])
    yield Scenario("count-same", [*count, "--per-puzzle", "--out", "c", "--checkpoint", "c", "--resume"],
                   ["c/runs.csv", "c/puzzles.csv"])
    yield Scenario("resume", resumed, ["out"], [("write", "SIGTERM", 6, resumed)])
    yield Scenario("resume-killed", resumed, ["out"], [("write", "SIGKILL", 7, resumed)])
    yield Scenario("resume-finished", resumed, ["out"], [resumed])
    yield Scenario("merge-counts", ["merge", "s0", "s1", "--out", "out", "--force"], ["out"],
                   [old_count, *shards(count, "--per-puzzle")])
    yield Scenario("bench", [*bench, "d.txt", "--out", "out", "--force"], ["out"], [old_bench])
    yield Scenario("bench-shard", [*bench, "d.txt", "--shard", "1/2", "--out", "out", "--force"], ["out"], [old_bench])
    yield Scenario("bench-export", [*bench, "d.txt", "--out", "out", "--force", "--export",
                                    "gbench:gbench.json"], ["out"])
    yield Scenario("merge-bench", ["merge", "s0", "s1", "--out", "out", "--force"], ["out"],
                   [old_bench, *shards([*bench, "d.txt"])])
    if plugin.exists():
        yield Scenario("plugin", ["bench", "--plugin", f"mine={plugin}", "--engine", "dlx", "--quiet",
                                  "--threads", "1", "--warmup", "0s", "--dataset", "old.txt", "--out",
                                  "out", "--force"], ["out"], [[*bench, "d.txt", "--out", "out"]])
    yield Scenario("generate", ["generate", "--puzzles", "100", "--minimal", "--seed", "1", "--threads", "1",
                                "--out", "g.txt", "--force"], ["g.txt", "g.txt.meta.json"],
                   [["generate", "--grids", "3", "--seed", "1", "--out", "g.txt"]])
    yield Scenario("mine", [*mine, "--rounds", "2"], ["m.txt", "m.txt.pool.json"])
    yield Scenario("mine-resumed", [*mine, "--rounds", "3"], ["m.txt", "m.txt.pool.json"], [[*mine, "--rounds", "1"]])
    yield Scenario("convert", ["convert", "d.txt", "--to", "csv", "--out", "new.csv", "--force"],
                   ["new.csv"], [["convert", "old.txt", "--to", "csv", "--out", "new.csv"]])
    yield Scenario("convert-gzip", ["convert", "d.txt.gz"], ["stdout"])
    yield Scenario("audit", ["audit", "d.txt", "--json", "--isomorphs", "--threads", "1"], ["stdout"])
    yield Scenario("solve", ["solve", "d.txt"], ["stdout"])
    yield Scenario("compare", ["compare", "a", "a"], ["stdout"], [[*bench, "d.txt", "--out", "a"]])
    yield Scenario("plan", ["plan", "--shards", "3", "d.txt", "--backend", "local", "--out", "counts"], ["stdout"])


class Attack:
    """Runs commands with faults. `work` is an empty directory."""

    def __init__(self, program, library, work, is_verbose):
        self.program, self.library, self.work, self.is_verbose = program, library, work, is_verbose

    def run(self, directory, command, call="", how="", number=0):
        """Returns the exit code, or None after a hang, and standard error. Writes standard output to a file."""
        name = how.removeprefix("from-")
        environment = {**os.environ, "LD_PRELOAD": str(self.library), "LC_ALL": "C",
                       "SUDOKU_FAULTS_BELOW": str(directory), "SUDOKU_FAULTS_CALL": call,
                       "SUDOKU_FAULTS_AT": str(number), "SUDOKU_FAULTS_LAST": str(2**63 if name != how else number),
                       "SUDOKU_FAULTS_ERROR": str(getattr(errno, name, 0)),
                       "SUDOKU_FAULTS_SIGNAL": str(int(getattr(signal, name, 0))),
                       "SUDOKU_FAULTS_COUNTS": str(self.work / "counts")}
        with open(directory / "stdout", "wb") as stdout:
            try:
                done = subprocess.run([self.program, *command], cwd=directory, env=environment, timeout=PATIENCE,
                                      stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, check=False)
            except subprocess.TimeoutExpired:
                return None, "hang"
        errors = done.stderr.decode(errors="replace")
        if self.is_verbose:
            print("$", *command, f"\n{errors}exit code {done.returncode}")
        return done.returncode, errors

    def copy(self, template, name):
        directory = self.work / name
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(template, directory, symlinks=True)
        return directory

    def prepare(self, scenario):
        """Returns the initial directory, the directory after a run without faults, and the numbers of system calls."""
        template = self.work / "template"
        shutil.rmtree(template, ignore_errors=True)
        template.mkdir()
        puzzles = [UNIQUE, FIVE, EIGHT, NEARLY_FULL, FIVE] * 60
        (template / "d.txt").write_text("".join(puzzle + "\n" for puzzle in puzzles), "ascii")
        (template / "old.txt").write_text(f"{EIGHT}\n{FIVE}\n", "ascii")
        subprocess.run(["gzip", "-nk", "d.txt"], cwd=template, check=True)
        for step in scenario.setup:
            *fault, command = step if isinstance(step, tuple) else (step,)
            code, errors = self.run(template, command, *fault)
            if code != (fault and {"SIGTERM": 130, "SIGKILL": -9}[fault[1]] or 0):
                sys.exit(f"{scenario.name}: {command} exit code {code}: {errors}")
        directory = self.copy(template, "run")  # its name is a part of some outputs
        code, errors = self.run(directory, scenario.command)
        if code != 0:
            sys.exit(f"{scenario.name}: {scenario.command} exit code {code}: {errors}")
        whole = self.copy(directory, "whole")
        counts = dict(line.split() for line in (self.work / "counts").read_text("ascii").splitlines())
        return template, whole, {call: int(count) for call, count in counts.items()}

    def inject(self, scenario, template, whole, call, how, number):
        """Runs the command with a fault. Returns what is wrong, or an empty text."""
        directory = self.copy(template, "run")
        code, errors = self.run(directory, scenario.command, call, how, number)
        if how != "SIGKILL" and is_crash(code, errors):
            return f"exit code {code}: {errors}"
        expected = scenario.results(whole)
        try:
            if code == 0:
                return "" if scenario.results(directory) == expected else "exit code 0, but other results"
            if "stdout" not in scenario.outputs and code not in (130, -9):
                for found, there, old, new in zip(
                        scenario.results(directory, exact), scenario.results(directory),
                        scenario.results(template, exact), expected):
                    if old and found != old and there != new:
                        return f"exit code {code}, but the old results are neither complete nor replaced: {errors}"
            command = scenario.again or scenario.command
            again, errors = self.run(directory, command)
            if again == 2 and "--force" in errors:
                again, errors = self.run(directory, [*command, "--force"])
            if again != 0:
                return f"exit code {code}, then exit code {again} of the next run: {errors}"
            return "" if scenario.results(directory) == expected else f"exit code {code}, then other results"
        except (KeyError, ValueError) as error:
            return f"exit code {code}, and the results cannot be read: {error!r}"


def is_crash(code, errors):
    """Returns whether a command hung, or ended by a signal or an internal error."""
    return code is None or code < 0 or code == 1 or code > 130 or "internal error" in errors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--runs", type=int, default=120, help="number of runs for all commands (default: 120)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order of the faults (default: 1)")
    parser.add_argument("--only", metavar="'COMMAND CALL FAULT NUMBER'", help="repeat one run and print its output")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    only, *fault = arguments.only.split() if arguments.only else [""]
    plans = [plan for plan in scenarios(arguments.program.parent / "plugins" / "right.so") if only in ("", plan.name)]
    failures = runs = 0
    with tempfile.TemporaryDirectory(prefix="sudoku-faults-") as work:
        attack = Attack(arguments.program, arguments.program.parent / "faults" / "faults.so",
                        pathlib.Path(work).resolve(), bool(only))
        for plan in plans:
            template, whole, counts = attack.prepare(plan)
            faults = [(call, how, number) for call, hows in FAULTS.items() for how in hows
                      for number in range(1, counts[call] + 1)]
            rng.shuffle(faults)
            chosen = [(*fault[:2], int(fault[2]))] if only else faults[:max(arguments.runs // len(plans), 1)]
            for call, how, number in chosen:
                runs += 1
                what = attack.inject(plan, template, whole, call, how, number)
                if what:
                    failures += 1
                    print(f"--only '{plan.name} {call} {how} {number}': {what.rstrip()}", flush=True)
    print(f"{runs} runs with faults, {failures} failed")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
