#!/usr/bin/python3
"""Runs count, --resume, merge, plan, bench, compare and the report on datasets with unusual names.

The results must equal those for a plain name. Every file must contain the exact name. No shell may run a part of the
name. The last line counts the steps.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attacks"))
import tally  # pylint: disable=wrong-import-position

REPORT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "report.py"
PATIENCE = tally.patience(600)  # seconds; a longer step counts as a hang

NAMES = [
    b"plain.txt",
    b" leading blank.txt",
    b"trailing blank ",
    b"\ttabs\t",
    b"a\nEND_OF_JOB\ntouch PWNED #.txt",
    b"\nnewlines\n\n",
    b"carriage\rreturn\r\n",
    b"it's `touch PWNED` $(touch PWNED) ${x} \\' \"; touch PWNED; \" & 100%.txt",
    b"'\n$(touch PWNED)\n'",
    b"comma,semicolon;\"quote\"\"quotes\",",
    b"\"",
    b"caf\xe9 Latin-1.txt",
    b"\xff\xfe\x80",
    "naïve 数独 😀.txt".encode(),
    b"data:,caf%E9.txt",
    b"-",
    b"--help",
    b"#comment,\\n\\x41\\\\",
    b"\x01\x1b[31mred\x7f",
    b"x" * 200 + b" \n,\"",
]

PIECES = [b"\n", b"\r", b"\t", b" ", b"'", b'"', b"\\", b"$(touch PWNED)", b"`touch PWNED`", b";touch PWNED;",
          b"\nEND_OF_JOB\ntouch PWNED\n", b"%", b"%a", b",", b"#", b"&", b"|", b"!", b"*", b"~", b"\xe9",
          b"\xff", "ü".encode(), b"data:,", b"%41", b"a", b"B", b"7", b".txt", b"=", b"-", b"\x01", b"\x7f"]

PUZZLES = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".92481763413762985867359412624195378759843126138627594271538649386914257.45276831",
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...",
    "7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49.",
]

# A stand-in for sbatch: runs the tasks of a job array at once.
SBATCH = """#!/usr/bin/env bash
job=$(mktemp)
cat > "$job"
for argument in "$@"; do
  case $argument in
    --array=0-*) last=${argument#--array=0-} last=${last%%%*} ;;
  esac
done
for ((i = 0; i <= ${last:-0}; i++)); do
  SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_JOB_ID=1 bash "$job" >/dev/null || exit
done
rm "$job"
echo 1
"""


class StepFailed(Exception):
    """A step failed or had a wrong result."""

    def __init__(self, kind, what):
        super().__init__(what)
        self.kind = kind


def random_name(rng):
    while True:
        name = b"".join(rng.choice(PIECES) for _ in range(rng.randint(1, 20)))[:200]
        if name not in (b".", b"..") and b"/" not in name:
            return name


def decode(text):
    """Returns the bytes of a name in context.json."""
    if text.startswith("data:,"):
        return urllib.parse.unquote_to_bytes(text[len("data:,"):])
    return text.encode()


def read_rows(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return list(csv.DictReader(file))


class Steps:
    """Calls the commands on datasets with some names, in a separate directory."""

    def __init__(self, program, directory, names):
        self.program = program
        self.directory = pathlib.Path(directory)
        self.names = names
        self.number = 0
        stub = self.directory / "bin" / "sbatch"
        stub.parent.mkdir()
        stub.write_text(SBATCH)
        stub.chmod(0o755)
        (self.directory / "d").mkdir()
        for number, name in enumerate(names):
            # Some datasets are equal: compare must match them by name.
            lines = PUZZLES * 12 + [PUZZLES[number % 4]] * (1 + number // 4 % 2)
            with open(self.path(name), "wb") as file:
                file.write("".join(line + "\n" for line in lines).encode())

    def path(self, name):
        return os.path.join(os.fsencode(self.directory), b"d", name)

    def run(self, *command, cwd=None):
        self.number += 1
        path = f"{self.directory / 'bin'}:{os.environ['PATH']}"
        result = subprocess.run(command, cwd=cwd or self.directory / "d", stdin=subprocess.DEVNULL,
                                capture_output=True, timeout=PATIENCE, check=False,
                                env={**os.environ, "PATH": path})
        if result.returncode != 0:
            errors = result.stderr.decode(errors="backslashreplace")
            raise StepFailed(tally.kind_of_end(result.returncode, errors) or tally.OTHER,
                             f"{command}: exit code {result.returncode}: {errors}")
        self.expect_no_execution()
        return result.stdout

    def expect_no_execution(self):
        for _, _, files in os.walk(os.fsencode(self.directory)):
            if b"PWNED" in files:
                raise StepFailed(tally.SILENT, "a shell ran a part of a name")

    def expect(self, what, expected, found):
        if expected != found:
            raise StepFailed(tally.SILENT, f"{what}: {found!r} instead of {expected!r}")

    def count_record(self, out):
        """Returns the fields that do not depend on the run, and the dataset."""
        row, = read_rows(os.path.join(self.path(out), b"counts.csv"))
        lasting = ("puzzles", "rejected", "solutions", "dataset_digest", "answer_digest", "lines",
                   "end_byte")
        return [row[column] for column in lasting], os.fsencode(row["dataset"])

    def count(self, name):
        dataset = b"./" + name
        out = b"./" + name[:200] + b".o"
        common = [self.program, "count", "--per-puzzle", "--threads", "1", "--progress", "none"]
        self.run(*common, "--checkpoint", out + b"/cp", "--out", out + b"/whole", dataset)
        whole = self.count_record(out + b"/whole")
        self.expect("dataset of counts.csv", dataset, whole[1])
        self.run(*common, "--checkpoint", out + b"/cp", "--resume", "--out", out + b"/whole", dataset)
        self.expect("counts.csv of --resume", whole, self.count_record(out + b"/whole"))
        shards = [out + b"/s%d" % shard for shard in range(2)]
        for shard, directory in enumerate(shards):
            self.run(*common, "--shard", f"{shard}/2", "--out", directory, dataset)
        self.run(self.program, "merge", *shards, "--out", out + b"/merged")
        self.expect("counts.csv of merge", whole, self.count_record(out + b"/merged"))
        self.expect_context(out + b"/merged", [dataset])
        for backend in ("slurm", "local"):
            planned = out + b"/" + backend.encode()
            script = self.run(self.program, "plan", "--shards", "2", "--backend", backend,
                              "--dataset", dataset, "--out", planned, "--per-puzzle")
            with open(self.directory / "job.sh", "wb") as file:
                file.write(script)
            self.run("bash", self.directory / "job.sh", cwd=self.directory)
            self.expect(f"counts.csv of {backend}", whole[0], self.count_record(planned)[0])
        return out + b"/merged"

    def expect_context(self, out, datasets):
        with open(os.path.join(self.path(out), b"context.json"), encoding="utf-8") as file:
            context = json.load(file)
        self.expect("datasets of context.json", datasets,
                    [decode(entry["path"]) for entry in context["datasets"]])

    def bench(self):
        """Benchmarks all datasets in one run."""
        datasets = [b"./" + name for name in self.names]
        common = [self.program, "bench", "--engine", "bitmask,dlx", "--threads", "1", "--warmup", "0s",
                  "--block-size", "4", "--per-puzzle", "--quiet"]
        for dataset in datasets:
            common += ["--dataset", dataset]
        self.run(*common, "--out", "whole")
        for shard in range(2):
            self.run(*common, "--shard", f"{shard}/2", "--out", f"shard {shard}\n")
        self.run(self.program, "merge", "shard 0\n", "shard 1\n", "--out", "merged")
        for out in (b"whole", b"merged"):
            for file in (b"summary.csv", b"runs.csv", b"blocks.csv", b"puzzles.csv"):
                rows = read_rows(os.path.join(self.path(out), file))
                self.expect(f"datasets of {file}", datasets,
                            list(dict.fromkeys(os.fsencode(row["dataset"]) for row in rows)))
            self.expect_context(out, datasets)
            self.run(self.program, "compare", out, out)

    def report(self, out):
        self.run("/usr/bin/python3", "-B", REPORT, self.path(out))


def has_packages():
    check = subprocess.run(["/usr/bin/python3", "-c", "import jinja2, matplotlib, pandas, scipy, xxhash"],
                           check=False, capture_output=True)
    return check.returncode == 0


class Attack:
    """Runs the steps for lists of names and counts the failures."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.tally = tally.Tally("names", "steps")
        self.makes_reports = has_packages()

    def try_names(self, names, reported):
        """Counts each dataset, benchmarks all, and writes reports on the run and on the counts in `reported`."""
        with tempfile.TemporaryDirectory(prefix="sudoku-names-") as directory:
            steps = Steps(self.program, directory, names)
            for name in names:
                self.attempt(name, lambda name=name: self.try_count(steps, name, name in reported))
            self.attempt(names, lambda: self.try_bench(steps))
            self.tally.add(steps.number)

    def attempt(self, what, action):
        try:
            action()
        except StepFailed as error:
            self.fail(what, error.kind, error)
        except subprocess.TimeoutExpired as error:
            self.fail(what, tally.HANG, error)
        except (OSError, ValueError, KeyError) as error:
            # The steps succeeded, but their results cannot be read.
            self.fail(what, tally.SILENT, repr(error))

    def fail(self, what, kind, why):
        self.tally.fail(kind)
        print(f"{what!r}: {kind}: {why}")

    def try_count(self, steps, name, is_reported):
        out = steps.count(name)
        if is_reported and self.makes_reports:
            steps.report(out)

    def try_bench(self, steps):
        steps.bench()
        if self.makes_reports:
            steps.report(b"merged")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="sudoku-bench")
    parser.add_argument("--minutes", type=float, default=0, help="time to try random names after the fixed ones")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random names (default: 1)")
    parser.add_argument("--few", action="store_true", help="try only one of the fixed names")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    attack = Attack(options.program)
    attack.try_names(NAMES[:1] if options.few else NAMES, reported=() if options.few else NAMES[4:5])
    rng = random.Random(options.seed)
    while time.monotonic() < end:
        names = list(dict.fromkeys(random_name(rng) for _ in range(8)))
        attack.try_names(names, reported=names)
    print(attack.tally.line())
    sys.exit(attack.tally.exit_code())


if __name__ == "__main__":
    main()
