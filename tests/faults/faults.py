#!/usr/bin/python3
"""Runs each command many times. In each run, one system call fails, transfers less or is interrupted.

Each run must obey these rules:
- With exit code 0, the result equals the reference result.
- With any other exit code, the old files or the new files are complete.
- The command does not crash, hang or report an internal error.
- The same command afterwards gives the reference result, with --resume if a checkpoint exists.

  faults.py --program build/release/sudoku-bench --minutes 5 --seed 1
  faults.py --program build/release/sudoku-bench --only 'count write EIO 7'    repeats one run and prints its output
"""

import argparse
import csv
import io
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attacks"))
import tally  # pylint: disable=wrong-import-position

PATIENCE = tally.patience(120)  # seconds; a longer run counts as a hang

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


class Scenario:
    """A command, its initial directory and its outputs."""

    def __init__(self, name, command, outputs, setup=(), again=None):
        self.name = name
        self.command = command
        self.outputs = outputs  # files and directories
        self.setup = setup  # earlier commands; a tuple is a fault and a command
        self.again = again or command

    def results(self, directory, read=lasting):
        """Returns the contents of the files of each output by name, except hidden files, which may be incomplete."""
        found = []
        for output in self.outputs:
            path = directory / output
            files = sorted(path.iterdir()) if path.is_dir() else [path] if path.exists() else []
            found.append({file.name: read(file) for file in files
                          if file.is_file() and not file.name.startswith(".")})
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
    yield Scenario("resume", resumed, ["out"],
                   [("write", "SIGTERM", 6, resumed)])
    yield Scenario("resume-killed", resumed, ["out"], [("write", "SIGKILL", 7, resumed)])
    yield Scenario("resume-finished", resumed, ["out"], [resumed])
    yield Scenario("merge-counts", ["merge", "s0", "s1", "--out", "out", "--force"], ["out"],
                   [old_count, *shards(count, "--per-puzzle")])
    yield Scenario("bench", [*bench, "d.txt", "--out", "out", "--force"], ["out"], [old_bench])
    yield Scenario("bench-shard", [*bench, "d.txt", "--shard", "1/2", "--out", "out", "--force"],
                   ["out"], [old_bench])
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
    yield Scenario("mine-resumed", [*mine, "--rounds", "3"], ["m.txt", "m.txt.pool.json"],
                   [[*mine, "--rounds", "1"]])
    yield Scenario("convert", ["convert", "d.txt", "--to", "csv", "--out", "new.csv", "--force"],
                   ["new.csv"], [["convert", "old.txt", "--to", "csv", "--out", "new.csv"]])
    yield Scenario("convert-gzip", ["convert", "d.txt.gz"], ["stdout"])
    yield Scenario("audit", ["audit", "d.txt", "--json", "--isomorphs", "--threads", "1"], ["stdout"])
    yield Scenario("solve", ["solve", "d.txt"], ["stdout"])
    yield Scenario("compare", ["compare", "a", "a"], ["stdout"], [[*bench, "d.txt", "--out", "a"]])
    yield Scenario("plan", ["plan", "--shards", "3", "d.txt", "--backend", "local",
                            "--out", "counts"], ["stdout"])


class Attack:
    """Runs commands with faults and counts the failures."""

    def __init__(self, program, library, work, is_verbose):
        self.program = program
        self.library = library
        self.work = work
        self.is_verbose = is_verbose
        self.tally = tally.Tally("faults", "faults")

    def run(self, directory, command, call="", how="", number=0):
        """Returns the exit code, or None after a hang, and standard error. Writes standard output to a file."""
        environment = {**os.environ, "LD_PRELOAD": str(self.library), "LC_ALL": "C",
                       "SUDOKU_FAULTS_BELOW": str(directory), "SUDOKU_FAULTS_CALL": call,
                       "SUDOKU_FAULTS_HOW": how, "SUDOKU_FAULTS_AT": str(number),
                       "SUDOKU_FAULTS_COUNTS": str(self.work / "counts")}
        with open(directory / "stdout", "wb") as stdout, open(self.work / "stderr", "w+b") as stderr:
            try:
                code = subprocess.run([self.program, *command], cwd=directory, env=environment,
                                      stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                                      timeout=PATIENCE, check=False).returncode
            except subprocess.TimeoutExpired:
                code = None
            stderr.seek(0)
            errors = stderr.read().decode(errors="replace")
        if self.is_verbose:
            print("$", *command, f"\n{errors}exit code {code}")
        return code, errors

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
            fault = step[:3] if isinstance(step, tuple) else ("", "", 0)
            command = step[3] if isinstance(step, tuple) else step
            code, errors = self.run(template, command, *fault)
            if code != {"SIGTERM": 130, "SIGKILL": -9}.get(fault[1], 0):
                raise SystemExit(f"{scenario.name}: {command} exit code {code}: {errors}")
        self.copy(template, "run")
        code, errors = self.run(self.work / "run", scenario.command)
        if code != 0:
            raise SystemExit(f"{scenario.name}: {scenario.command} exit code {code}: {errors}")
        whole = self.work / "whole"
        shutil.rmtree(whole, ignore_errors=True)
        shutil.move(self.work / "run", whole)
        counts = dict(line.split() for line in (self.work / "counts").read_text("ascii").splitlines())
        return template, whole, {call: int(count) for call, count in counts.items()}

    def copy(self, template, name):
        directory = self.work / name
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(template, directory, symlinks=True)
        return directory

    def inject(self, scenario, template, whole, call, how, number):
        """Runs the command with a fault. Returns the failure as text, or an empty text."""
        directory = self.copy(template, "run")
        code, errors = self.run(directory, scenario.command, call, how, number)
        self.tally.add()
        kind, what = self.bad_exit(code, errors) if (how, code) != ("SIGKILL", -9) else (None, "")
        if not kind:
            kind, what = self.lost(scenario, template, whole, directory, code, errors)
        if kind:
            self.tally.fail(kind)
        return what

    @staticmethod
    def bad_exit(code, errors):
        """Returns kind and description of an exit that no fault may cause, or None and an empty text."""
        if code is None:
            return tally.HANG, "hang"
        kind = tally.kind_of_end(code, errors)
        return kind, f"exit code {code}: {errors}" if kind else ""

    def show(self, expected, found):
        if not self.is_verbose:
            return
        for one, other in zip(expected, found):
            for name in sorted(one.keys() | other.keys()):
                if one.get(name) != other.get(name):
                    print(f"{name}: expected {one.get(name)}\nfound {other.get(name)}")

    def lost(self, scenario, template, whole, directory, code, errors):
        """Returns kind and description of a failure if results are wrong or lost, else None and an empty text."""
        expected = scenario.results(whole)
        try:
            if code == 0:
                if scenario.results(directory) != expected:
                    self.show(expected, scenario.results(directory))
                    return tally.SILENT, "exit code 0, but the results differ from a run without faults"
                return None, ""
            if "stdout" not in scenario.outputs and code not in (130, -9):
                for found, there, old, new in zip(
                        scenario.results(directory, exact), scenario.results(directory),
                        scenario.results(template, exact), expected):
                    if old and found != old and there != new:
                        return (tally.SILENT,
                                f"exit code {code}, but the old results are neither complete nor replaced: {errors}")
            again, errors = self.run(directory, scenario.again)
            if again == 2 and "--force" in errors and code != 0:
                again, errors = self.run(directory, [*scenario.again, "--force"])
            if again != 0:
                return (self.bad_exit(again, errors)[0] or tally.OTHER,
                        f"exit code {code}, then exit code {again} of the next run: {errors}")
            if scenario.results(directory) != expected:
                return tally.SILENT, f"exit code {code}, then the next run has other results"
        except (KeyError, ValueError, UnicodeDecodeError) as error:
            return tally.SILENT, f"exit code {code}, and the results cannot be read: {error!r}"
        return None, ""


def faults_of(counts):
    """Returns all faults of a command, given the numbers of its system calls."""
    return [(call, how, number) for call, hows in FAULTS.items() for how in hows
            for number in range(1, counts.get(call, 0) + 1)]


def run_all(attack, arguments):
    """Runs the scenarios and returns the failures as texts."""
    rng = random.Random(arguments.seed)
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes is not None else None
    plans = list(scenarios(arguments.program.parent / "plugins" / "right.so"))
    if arguments.only:
        name, call, how, number = arguments.only.split()
        plans = [plan for plan in plans if plan.name == name]
    failures = []
    for i, scenario in enumerate(plans):
        template, whole, counts = attack.prepare(scenario)
        faults = faults_of(counts)
        rng.shuffle(faults)
        share = arguments.runs // len(plans) if arguments.runs else len(faults)
        chosen = [(call, how, int(number))] if arguments.only else faults[:max(share, 1)]
        share_end = end and time.monotonic() + (end - time.monotonic()) / (len(plans) - i)
        for fault in chosen:
            what = attack.inject(scenario, template, whole, *fault)
            if what:
                failures.append(f"{scenario.name} {' '.join(map(str, fault))}: {what}")
                print(failures[-1].rstrip(), flush=True)
            if share_end and time.monotonic() > share_end:
                break
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--library", type=lambda path: pathlib.Path(path).resolve(),
                        help="library that injects faults (default: faults/faults.so in the folder of the program)")
    parser.add_argument("--minutes", type=float, help="time for all commands; each has at least one run")
    parser.add_argument("--runs", type=int, help="number of runs for all commands")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order of the faults (default: 1)")
    parser.add_argument("--only", metavar="'COMMAND CALL FAULT NUMBER'", help="repeat one run and print its output")
    arguments = parser.parse_args()
    library = arguments.library or arguments.program.parent / "faults" / "faults.so"
    if not library.exists():
        sys.exit(f"faults.py: {library}: no such library")
    with tempfile.TemporaryDirectory(prefix="sudoku-faults-") as work:
        attack = Attack(arguments.program, library, pathlib.Path(work).resolve(), bool(arguments.only))
        failures = run_all(attack, arguments)
        if failures and not arguments.only:
            again = failures[0].partition(":")[0]
            print(f"repeat one with: {sys.argv[0]} --program {arguments.program} --only '{again}'")
    print(attack.tally.line())
    sys.exit(attack.tally.exit_code())


if __name__ == "__main__":
    main()
