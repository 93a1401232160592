#!/usr/bin/python3
"""Runs each command many times. In each run, one system call fails, transfers less or is interrupted.

Each run must obey these rules:
- With exit code 0, the result equals the reference result.
- With any other exit code, the old files or the new files are complete.
- The command does not crash, hang or report an internal error.
- The same command afterwards gives the reference result, with --resume if a checkpoint exists.

  farm.py --program build/release/sudoku-bench --minutes 5 --seed 1
  farm.py --program build/release/sudoku-bench --only 'count write EIO 7'    repeats one run and prints its output
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

PATIENCE = tally.patience(120)  # seconds, after which a run hangs

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
    # What has been renamed cannot be taken back if no rename works any more.
    "rename": ("EIO", "ENOSPC", "SIGINT", "SIGKILL"),
    "ftruncate": ("EIO", "EINTR", "SIGTERM"),
    "link": ("EIO", "from-EIO", "SIGTERM"),
    "mkdir": ("EIO", "ENOSPC", "SIGTERM"),
    "mmap": ("ENOMEM", "SIGTERM"),
}

TIMES = re.compile(r"_ns$|^(wall|cpu|ratio|vbs|par2|median|threads|repeat|interfered|involuntary|puzzles_per|"
                   r"package_uj|peak_bytes|verdict|baseline|check$)")


def lasting_rows(text):
    """The rows of a result file without what another run has otherwise."""
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
    if path.name in ("runs.csv", "summary.csv", "blocks.csv", "puzzles.csv", "counts.csv"):
        return lasting_rows(text)
    return text


class Scenario:
    """A command, the directory that it finds, and what it is to leave there."""

    def __init__(self, name, command, outputs, setup=(), again=None):
        self.name = name
        self.command = command
        self.outputs = outputs  # files and directories
        self.setup = setup      # commands that come before, each with its exit code
        self.again = again or command

    def results(self, directory, read=lasting):
        """Of each output: what its files hold, by their names. Hidden ones are in the making."""
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
                   ["c/counts.csv", "c/puzzles.csv"])
    yield Scenario("resume", resumed, ["out"],
                   [("write", "SIGTERM", 6, resumed)])
    yield Scenario("resume-killed", resumed, ["out"], [("write", "SIGKILL", 7, resumed)])
    yield Scenario("resume-finished", resumed, ["out"], [resumed])
    yield Scenario("merge-counts", ["merge", "s0", "s1", "--out", "out", "--force"], ["out"],
                   [old_count, *shards(count, "--per-puzzle")])
    yield Scenario("bench", [*bench, "d.txt", "--out", "out", "--force"], ["out"], [old_bench])
    yield Scenario("bench-shard", [*bench, "d.txt", "--shard", "1/2", "--out", "out", "--force"],
                   ["out"], [old_bench])
    yield Scenario("bench-export", [*bench, "d.txt", "--out", "out", "--force", "--export-gbench",
                                    "gbench.json"], ["out"])
    yield Scenario("merge-bench", ["merge", "s0", "s1", "--out", "out", "--force"], ["out"],
                   [old_bench, *shards([*bench, "d.txt"])])
    if plugin.exists():
        yield Scenario("plugin", ["bench", "--plugin", f"mine={plugin}", "--engine", "dlx", "--quiet",
                                  "--threads", "1", "--warmup", "0s", "--dataset", "old.txt", "--out",
                                  "out", "--force"], ["out"], [[*bench, "d.txt", "--out", "out"]])
    yield Scenario("generate", ["generate", "--puzzles", "100", "--minimal", "--threads", "1",
                                "--out", "g.txt", "--force"], ["g.txt", "g.txt.meta.json"],
                   [["generate", "--grids", "3", "--out", "g.txt"]])
    yield Scenario("mine", [*mine, "--rounds", "2"], ["m.txt", "m.txt.pool.json"])
    yield Scenario("mine-resumed", [*mine, "--rounds", "3"], ["m.txt", "m.txt.pool.json"],
                   [[*mine, "--rounds", "1"]])
    yield Scenario("convert", ["convert", "d.txt", "--to", "csv", "--out", "new.csv", "--force"],
                   ["new.csv"], [["convert", "old.txt", "--to", "csv", "--out", "new.csv"]])
    yield Scenario("convert-gzip", ["convert", "d.txt.gz"], ["stdout"])
    yield Scenario("audit", ["audit", "d.txt", "--json", "--isomorphs", "--threads", "1"], ["stdout"])
    yield Scenario("solve", ["solve", "d.txt"], ["stdout"])
    yield Scenario("compare", ["compare", "a", "a"], ["stdout"], [[*bench, "d.txt", "--out", "a"]])
    yield Scenario("plan", ["plan", "--shards", "3", "--dataset", "d.txt", "--backend", "local",
                            "--out", "counts"], ["stdout"])


class Farm:

    def __init__(self, program, library, work, is_talkative):
        self.program = program
        self.library = library
        self.work = work
        self.is_talkative = is_talkative
        self.tally = tally.Tally("farm", "faults")

    def run(self, directory, command, call="", how="", number=0):
        """The exit code and what is said on standard error; what is printed goes to a file."""
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
        if self.is_talkative:
            print("$", *command, f"\n{errors}exit code {code}")
        return code, errors

    def prepare(self, scenario):
        """Makes the directory that the command finds, and what it is to leave there."""
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
                raise SystemExit(f"{scenario.name}: {command} ended with {code}: {errors}")
        self.copy(template, "run")
        code, errors = self.run(self.work / "run", scenario.command)
        if code != 0:
            raise SystemExit(f"{scenario.name}: {scenario.command} ended with {code}: {errors}")
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

    def trial(self, scenario, template, whole, call, how, number):
        """What is wrong after that fault; empty if all is well."""
        directory = self.copy(template, "run")
        code, errors = self.run(directory, scenario.command, call, how, number)
        self.tally.add()
        kind, what = self.bad_end(code, errors) if (how, code) != ("SIGKILL", -9) else (None, "")
        if not kind:
            kind, what = self.lost(scenario, template, whole, directory, code, errors)
        if kind:
            self.tally.fail(kind)
        return what

    @staticmethod
    def bad_end(code, errors):
        """The kind of an end that no fault excuses, and what is wrong with it."""
        if code is None:
            return tally.HANG, "hangs"
        kind = tally.kind_of_end(code, errors)
        return kind, f"ends with {code}: {errors}" if kind else ""

    def show(self, expected, found):
        if not self.is_talkative:
            return
        for one, other in zip(expected, found):
            for name in sorted(one.keys() | other.keys()):
                if one.get(name) != other.get(name):
                    print(f"{name}: expected {one.get(name)}\nfound {other.get(name)}")

    def lost(self, scenario, template, whole, directory, code, errors):
        """The kind and what is wrong where the results are not what they have to be, else None and nothing."""
        expected = scenario.results(whole)
        try:
            if code == 0:
                if scenario.results(directory) != expected:
                    self.show(expected, scenario.results(directory))
                    return tally.SILENT, "ends with 0, but its results are not those of a run without faults"
                return None, ""
            if "stdout" not in scenario.outputs and code not in (130, -9):
                for found, there, old, new in zip(
                        scenario.results(directory, exact), scenario.results(directory),
                        scenario.results(template, exact), expected):
                    if old and found != old and there != new:
                        return (tally.SILENT,
                                f"ends with {code}, and old results are neither whole nor replaced: {errors}")
            again, errors = self.run(directory, scenario.again)
            if again == 2 and "--force" in errors and code != 0:
                again, errors = self.run(directory, [*scenario.again, "--force"])
            if again != 0:
                return (self.bad_end(again, errors)[0] or tally.OTHER,
                        f"ends with {code}, and then the command again with {again}: {errors}")
            if scenario.results(directory) != expected:
                return tally.SILENT, f"ends with {code}, and then the command again leaves other results"
        except (KeyError, ValueError, UnicodeDecodeError) as error:
            return tally.SILENT, f"ends with {code} and leaves what cannot be read: {error!r}"
        return None, ""


def faults_of(counts):
    """All faults of a command, from the numbers of its calls."""
    return [(call, how, number) for call, hows in FAULTS.items() for how in hows
            for number in range(1, counts.get(call, 0) + 1)]


def sow(farm, arguments):
    """Sets the farm to work; the faults that are not stood, as text."""
    rng = random.Random(arguments.seed)
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes is not None else None
    plans = list(scenarios(arguments.program.parent / "plugins" / "right.so"))
    if arguments.only:
        name, call, how, number = arguments.only.split()
        plans = [plan for plan in plans if plan.name == name]
    failures = []
    for i, scenario in enumerate(plans):
        template, whole, counts = farm.prepare(scenario)
        faults = faults_of(counts)
        rng.shuffle(faults)
        share = arguments.runs // len(plans) if arguments.runs else len(faults)
        chosen = [(call, how, int(number))] if arguments.only else faults[:max(share, 1)]
        share_end = end and time.monotonic() + (end - time.monotonic()) / (len(plans) - i)
        for fault in chosen:
            what = farm.trial(scenario, template, whole, *fault)
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
                        help="default: faults/faults.so beside the program")
    parser.add_argument("--minutes", type=float, help="for all commands together, of which each has one fault at least")
    parser.add_argument("--runs", type=int, help="for all commands together")
    parser.add_argument("--seed", type=int, default=1, help="of which faults come first")
    parser.add_argument("--only", metavar="'COMMAND CALL FAULT NUMBER'", help="one run again")
    arguments = parser.parse_args()
    library = arguments.library or arguments.program.parent / "faults" / "faults.so"
    if not library.exists():
        sys.exit(f"farm.py: {library}: no such library")
    with tempfile.TemporaryDirectory(prefix="sudoku-faults-") as work:
        farm = Farm(arguments.program, library, pathlib.Path(work).resolve(), bool(arguments.only))
        failures = sow(farm, arguments)
        if failures and not arguments.only:
            again = failures[0].partition(":")[0]
            print(f"one of them again: {sys.argv[0]} --program {arguments.program} --only '{again}'")
    print(farm.tally.line())
    sys.exit(farm.tally.exit_code())


if __name__ == "__main__":
    main()
