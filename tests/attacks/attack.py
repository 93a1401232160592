#!/usr/bin/python3
"""Damages saved files in one random place each, and calls the command that reads them. Then runs commands on datasets
with random names.

A damaged file must be rejected with one line and exit code 4, or give exactly the same result. With an unusual name,
results must equal those for a plain name, every file must contain the exact name, and no shell may run a part of it.
The last line counts the attempts."""

import argparse
import csv
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

import tally
from damage import damage

PATIENCE = tally.patience(120)  # seconds; a longer call counts as a hang
SHORT_SAMPLE = 240  # damaged files without --minutes
REJECTED = 4
ACCEPTED = (0, 3, 5, 6)  # exit codes of a command that accepted the files; compare has all of them
FILE_LIMIT = 12_000  # bytes; a larger file ends the count that is resumed later

PUZZLES = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".92481763413762985867359412624195378759843126138627594271538649386914257.45276831",
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...",
    "7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49.",
]
BENCH = ["bench", "--engine", "bitmask,dlx", "--dataset", "d.txt", "--threads", "1", "--warmup", "0s", "--quiet",
         "--block-size", "4", "--per-puzzle", "--max-solutions", "7"]
COUNT = ["count", "d.txt", "--per-puzzle", "--threads", "1", "--max-solutions", "7", "--out", "out"]
MINE = ["generate", "--mine", "--puzzles", "3", "--rounds", "1", "--threads", "1", "--out", "m.txt"]

# The name of each scene, the steps that write files, and the command that reads them. This command writes to `out` or
# `m.txt`.
SCENES = [
    ("merge of bench", [[*BENCH, "--shard", f"{i}/2", "--out", f"s{i}"] for i in range(2)],
     ["merge", "s0", "s1", "--out", "out"]),
    ("merge of count", [[*COUNT[:-1], f"s{i}", "--shard", f"{i}/2"] for i in range(2)],
     ["merge", "s0", "s1", "--out", "out"]),
    ("resume", [[*COUNT, "--checkpoint", "cp"]], [*COUNT, "--checkpoint", "cp", "--resume"]),
    ("mine", [MINE], [*MINE, "--force"]),
    ("compare", [[*BENCH, "--out", "a"]], ["compare", "a", "a"]),
    ("show", [[*BENCH, "--out", "a"]], ["show", "a"]),
]

NAMES = [b"plain.txt", b" blanks and\ttabs ", b"a\nEND_OF_JOB\ntouch PWNED #.txt", b"\r\ncarriage\r\n",
         b"it's `touch PWNED` $(touch PWNED) ${x} \\' \"; touch PWNED; \" & 100%.txt", b"comma,;\"quote\"\"quotes\",",
         b"caf\xe9 \xff\xfe\x80", "naïve 数独 😀".encode(), b"data:,caf%E9.txt", b"--help", b"#,\\n\\x41\\\\\x01\x1b[31m"]
PIECES = [b"\n", b"\r", b"\t", b" ", b"'", b'"', b"\\", b"$(touch PWNED)", b"`touch PWNED`", b";touch PWNED;",
          b"\nEND_OF_JOB\ntouch PWNED\n", b"%a", b",", b"#", b"&", b"|", b"!", b"*", b"~", b"\xe9", b"\xff",
          "ü".encode(), b"data:,", b"%41", b"a", b"7", b".txt", b"=", b"-", b"\x01", b"\x7f"]
# A stand-in for sbatch: runs the tasks of a job array at once.
SBATCH = """#!/usr/bin/env bash
job=$(mktemp) last=0
cat >"$job"
for argument; do [[ $argument != --array=0-* ]] || { last=${argument#--array=0-}; last=${last%%%*}; }; done
for ((i = 0; i <= last; i++)); do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_JOB_ID=1 bash "$job" >/dev/null || exit; done
rm "$job"
echo 1
"""


class Failure(Exception):
    """A failure of the program, with its kind."""

    def __init__(self, kind, what):
        super().__init__(f"{kind}: {what}")
        self.kind = kind


def rows_of(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return list(csv.DictReader(file))


class Attack:
    """Counts attempts and failures. `work` is an empty directory."""

    def __init__(self, program, work, rng):
        self.program = os.path.abspath(program)
        self.work = pathlib.Path(work)
        self.rng = rng
        self.tally = tally.Tally("attack", "damaged files and names")
        self.scenes = [self.prepare(*scene) for scene in SCENES]

    def call(self, directory, *arguments, program=None, **options):
        """Returns the exit code, standard output and standard error of a command."""
        try:
            done = subprocess.run([program or self.program, *arguments], cwd=directory, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=PATIENCE, check=False, **options)
        except subprocess.TimeoutExpired as error:
            raise Failure(tally.HANG, error) from error
        return done.returncode, done.stdout, done.stderr.decode(errors="backslashreplace")

    def succeed(self, directory, *arguments, **options):
        code, output, errors = self.call(directory, *arguments, **options)
        if code != 0:
            raise Failure(tally.kind_of_end(code, errors) or tally.OTHER, f"{arguments}: exit code {code}: {errors}")
        return output

    def attempt(self, action, *arguments):
        self.tally.add()
        try:
            action(*arguments)
        except Failure as error:
            self.tally.fail(error.kind)
            print(f"{arguments[0]}: {error}")

    # Damaged files

    def prepare(self, name, steps, command):
        """Returns the name, the directory, the saved files, the command, and its result."""
        directory = self.work / name
        directory.mkdir()
        (directory / "d.txt").write_text("\n".join(PUZZLES * (60 if name == "resume" else 12)) + "\n")
        for step in steps:
            if name == "resume":  # the count ends at the limit of file sizes
                self.call(directory, *step, preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT)))
            else:
                self.succeed(directory, *step)
        saved = [path.relative_to(directory) for path in sorted(directory.rglob("*.csv")) + [
            *sorted(directory.rglob("context.json")), *directory.glob("*.pool.json")]]
        code, errors, result = self.result(directory, command)
        if code != 0:
            sys.exit(f"attack: {name}: exit code {code}: {errors}")
        return name, directory, saved, command, result

    def result(self, directory, command):
        """Returns the exit code, the lines of errors, and the results except times and metadata."""
        state = self.work / "state"
        shutil.rmtree(state, ignore_errors=True)
        shutil.copytree(directory, state)
        code, output, errors = self.call(state, *command)
        results = {path.name: path.read_bytes() for path in [*state.glob("out/*.csv"), *state.glob("m.txt")]}
        if "--resume" in command:  # its times and its output differ in each call
            results = {name: text for name, text in results.items() if name == "puzzles.csv"}
            output = b""
        lines = [line for line in errors.splitlines() if not line.startswith("sudoku-bench: ")]
        return code, lines, (output, results)

    def damage(self, description, scene):
        _, directory, saved, command, expected = scene
        damaged = self.work / "damaged"
        shutil.rmtree(damaged, ignore_errors=True)
        shutil.copytree(directory, damaged)
        what = f"{description}, {damage(self.rng, damaged / self.rng.choice(saved))}"
        code, errors, result = self.result(damaged, command)
        is_rejected = code == REJECTED and len(errors) == 1 and re.match(r"[^:]+\.(csv|json)(:\d+)*: ", errors[0])
        if not is_rejected and (code, result) != (0, expected):
            kind = tally.kind_of_end(code, "\n".join(errors)) or (tally.SILENT if code in ACCEPTED else tally.OTHER)
            raise Failure(kind, f"{what}: exit code {code}: {errors}")

    def damage_any(self):
        scene = self.rng.choice(self.scenes)
        self.attempt(self.damage, scene[0], scene)

    # Names of datasets

    def random_name(self):
        name = b"".join(self.rng.choice(PIECES) for _ in range(self.rng.randint(1, 20)))[:200]
        return self.random_name() if name in (b".", b"..") else name

    def expect(self, what, expected, found):
        if expected != found:
            raise Failure(tally.SILENT, f"{what}: {found!r} instead of {expected!r}")

    def try_names(self, names):
        """Benchmarks all datasets in two shards, and counts each one."""
        with tempfile.TemporaryDirectory(dir=self.work) as directory:
            root = pathlib.Path(directory)
            paths = [b"./" + name for name in dict.fromkeys(names)]
            for path in paths:
                with open(os.path.join(os.fsencode(root), path), "wb") as file:
                    file.write("".join(puzzle + "\n" for puzzle in PUZZLES * 12).encode())
            (root / "sbatch").write_text(SBATCH)
            (root / "sbatch").chmod(0o755)
            self.attempt(self.bench_names, paths, root)
            for path in paths:
                self.attempt(self.count_name, path, root)

    def bench_names(self, paths, root):
        bench = [argument for argument in BENCH if argument not in ("--dataset", "d.txt")]
        bench += [word for path in paths for word in ("--dataset", path)]
        for shard in range(2):
            self.succeed(root, *bench, "--shard", f"{shard}/2", "--out", f"shard {shard}\n")
        self.succeed(root, "merge", "shard 0\n", "shard 1\n", "--out", "merged")
        for file in ("summary.csv", "runs.csv", "blocks.csv", "puzzles.csv"):
            datasets = dict.fromkeys(os.fsencode(row["dataset"]) for row in rows_of(root / "merged" / file))
            self.expect(f"datasets of {file}", paths, list(datasets))
        context = json.loads((root / "merged/context.json").read_text("utf-8"))
        told = [entry["path"] for entry in context["datasets"]]
        self.expect("datasets of context.json", paths, [
            urllib.parse.unquote_to_bytes(path[6:]) if path.startswith("data:,") else path.encode() for path in told])
        self.succeed(root, "compare", "merged", "merged")

    def count_name(self, path, root):
        number = len(list(root.iterdir()))
        self.succeed(root, "count", path, "--per-puzzle", "--out", f"whole{number}")
        expected, = rows_of(root / f"whole{number}/runs.csv")
        self.expect("dataset of runs.csv", path, os.fsencode(expected["dataset"]))
        for backend in ("slurm", "local"):
            script = self.succeed(root, "plan", path, "--shards", "2", "--backend", backend,
                                  "--out", f"{backend}{number}", "--", "--per-puzzle")
            self.succeed(root, "-c", script, program="bash", env={**os.environ, "PATH": f"{root}:{os.environ['PATH']}"})
            found, = rows_of(root / f"{backend}{number}/runs.csv")
            for column in ("puzzles", "solutions", "dataset_digest", "answer_digest"):
                self.expect(f"{column} of {backend}", expected[column], found[column])
        self.expect("files that a shell made from a part of a name", [], list(root.rglob("PWNED")))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="sudoku-bench")
    parser.add_argument("--minutes", type=float, default=0, help="time for random attempts")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random attempts (default: 1)")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="sudoku-attack-") as work:
        attack = Attack(options.program, work, random.Random(options.seed))
        attack.try_names(NAMES)
        for _ in range(SHORT_SAMPLE):
            attack.damage_any()
        while time.monotonic() < end:
            attack.try_names([attack.random_name() for _ in range(4)])
            for _ in range(100):
                attack.damage_any()
    print(attack.tally.line())
    sys.exit(attack.tally.exit_code())


if __name__ == "__main__":
    main()
