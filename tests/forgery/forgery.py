#!/usr/bin/python3
"""Changes saved files, one change at a time, and calls the command that reads them.

The changes are: other digits, swapped rows and columns, missing and repeated rows, truncation. The command must reject
the file with one line and exit code 4, or give exactly the same result. The last line counts the changes.
"""

import argparse
import csv
import dataclasses
import functools
import io
import itertools
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
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attacks"))
import tally  # pylint: disable=wrong-import-position

PATIENCE = tally.patience(120)  # seconds; a longer call counts as a hang
SHORT_SAMPLE = 240  # forgeries without --minutes

PUZZLES = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".92481763413762985867359412624195378759843126138627594271538649386914257.45276831",
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...",
    "7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49.",
]


@dataclasses.dataclass
class Forgery:
    """A change of a file."""
    scene: "Scene"
    path: str  # relative to the directory of the scene
    what: str  # description
    make: typing.Callable  # returns the changed contents


@dataclasses.dataclass
class Scene:
    """A command that reads saved files."""
    name: str
    directory: pathlib.Path
    command: list
    kept: list  # saved files, relative to the directory
    made: list  # outputs of the command, relative to the directory
    masked: tuple = ()  # keys of JSON files that differ between runs

    def run(self):
        """Returns the exit code, the error lines, and the outputs by name."""
        state = self.directory.with_name("state")
        shutil.rmtree(state, ignore_errors=True)
        shutil.copytree(self.directory, state)
        result = subprocess.run(self.command, cwd=state, stdin=subprocess.DEVNULL, capture_output=True,
                                timeout=PATIENCE, check=False)
        errors = [line for line in result.stderr.decode(errors="replace").splitlines()
                  if not line.startswith("sudoku-bench: ")]
        made = {"": result.stdout}
        for name in self.made:
            path = state / name
            files = sorted(path.rglob("*")) if path.is_dir() else [path] * path.exists()
            for file in files:
                if file.is_file():
                    made[str(file.relative_to(state))] = self.mask(file)
        return result.returncode, errors, made

    def mask(self, file):
        content = file.read_bytes()
        if file.suffix == ".json":
            content = json.loads(content)
            for key in self.masked:
                content.pop(key, None)
        elif file.name == "counts.csv":
            rows = list(csv.DictReader(io.StringIO(content.decode())))
            for row, key in itertools.product(rows, ("threads", "wall_ns", "cpu_ns", "check")):
                if self.name == "resume":  # only this command measures again
                    row.pop(key)
            content = rows
        return content


class Attack:
    """Tries forgeries on all scenes and counts the failures."""

    def __init__(self, program, directory):
        self.program = os.path.abspath(program)
        self.directory = pathlib.Path(directory)
        self.tally = tally.Tally("forgery", "forgeries")
        self.scenes = [self.merge_of_bench(), self.merge_of_count(), self.resume(), self.mine(),
                       self.compare()]
        self.references = {}
        for scene in self.scenes:
            code, errors, made = scene.run()
            if code != 0 or not made:
                sys.exit(f"forgery: {scene.name}: exit code {code}: {errors}")
            self.references[scene.name] = made

    def call(self, directory, *arguments, code=0, **options):
        result = subprocess.run([self.program, *arguments], cwd=directory, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, timeout=PATIENCE, check=False, **options)
        if result.returncode != code:
            sys.exit(f"forgery: {arguments}: exit code {result.returncode}: {result.stderr}")

    def begin(self, name, puzzles):
        directory = self.directory / name
        directory.mkdir()
        (directory / "d.txt").write_text("".join(puzzle + "\n" for puzzle in puzzles))
        return directory

    def bench(self, directory, out, *arguments):
        self.call(directory, "bench", "--engine", "bitmask,dlx", "--dataset", "d.txt", "--threads", "1",
                  "--warmup", "0s", "--quiet", "--out", out, *arguments)

    def merge_of_bench(self):
        directory = self.begin("bench", PUZZLES)
        for shard in range(2):
            self.bench(directory, f"s{shard}", "--shard", f"{shard}/2", "--per-puzzle", "--max-solutions",
                       "0")
        files = ("context.json", "runs.csv", "summary.csv", "blocks.csv", "puzzles.csv")
        return Scene("merge of bench", directory, [self.program, "merge", "s0", "s1", "--out", "out"],
                     [f"s{shard}/{file}" for shard in range(2) for file in files], ["out"],
                     ("written", "digest"))

    def merge_of_count(self):
        directory = self.begin("count", PUZZLES * 2)
        for shard in range(2):
            self.call(directory, "count", "d.txt", "--shard", f"{shard}/2", "--per-puzzle", "--threads", "1",
                      "--max-solutions", "7", "--out", f"s{shard}")
        files = ("context.json", "counts.csv", "puzzles.csv")
        return Scene("merge of count", directory, [self.program, "merge", "s0", "s1", "--out", "out"],
                     [f"s{shard}/{file}" for shard in range(2) for file in files], ["out"],
                     ("started", "written", "machine", "digest"))

    def resume(self):
        """Returns the resume of a count that reached a limit of file sizes."""
        directory = self.begin("resume", PUZZLES * 60)
        arguments = ["count", "d.txt", "--per-puzzle", "--threads", "1", "--checkpoint", "cp", "--out", "out"]
        limit = 12_000  # bytes of a file
        self.call(directory, *arguments, code=74,
                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        kept = [str(path.relative_to(directory)) for path in sorted(directory.rglob("*.csv"))]
        return Scene("resume", directory, [self.program, *arguments, "--resume"], kept, ["out"],
                     ("started", "written", "machine", "digest"))

    def mine(self):
        directory = self.begin("mine", PUZZLES)
        arguments = ["generate", "--mine", "--puzzles", "3", "--rounds", "1", "--threads", "1", "--out", "m.txt"]
        self.call(directory, *arguments)
        for made in ("m.txt", "m.txt.meta.json"):
            (directory / made).unlink()
        return Scene("mine", directory, [self.program, *arguments], ["m.txt.pool.json"],
                     ["m.txt", "m.txt.meta.json"], ("written", "wall_seconds"))

    def compare(self):
        directory = self.begin("compare", PUZZLES * 12)
        self.bench(directory, "a", "--block-size", "4")
        files = ("context.json", "runs.csv", "summary.csv", "blocks.csv")
        return Scene("compare", directory, [self.program, "compare", "a", "a"],
                     [f"a/{file}" for file in files], [])

    def forgeries(self):
        return itertools.chain.from_iterable(
            forgeries_of(scene, path) for scene in self.scenes for path in scene.kept)

    def attempt(self, forgery):
        path = forgery.scene.directory / forgery.path
        kept = {path: path.read_bytes()}
        try:
            path.write_bytes(forgery.make())
            self.tally.add()
            self.check(forgery, *forgery.scene.run())
        except subprocess.TimeoutExpired:
            self.fail(forgery, tally.HANG, f"timed out after {PATIENCE:g} s")
        finally:
            for file, content in kept.items():
                file.write_bytes(content)

    def check(self, forgery, code, errors, made):
        is_rejected = code == 4 and len(errors) == 1 and re.match(r"[^:]+\.(csv|json)(:\d+)*: ", errors[0])
        is_harmless = code == 0 and made == self.references[forgery.scene.name]
        if is_rejected or is_harmless:
            return
        # Exit codes 3, 5 and 6 of compare mean that it accepted the forged results.
        kind = tally.kind_of_end(code, "\n".join(errors)) or (tally.SILENT if code in (0, 3, 5, 6) else tally.OTHER)
        self.fail(forgery, kind, f"exit code {code}: {errors}")

    def fail(self, forgery, kind, what):
        self.tally.fail(kind)
        print(f"{forgery.scene.name}: {forgery.path}: {forgery.what}: {kind}: {what}")


# Each of these yields pairs: the description of a forgery, and a function that returns the contents.

def changed_digits(content):
    """Replaces each digit by each other digit."""
    def change(place, digit):
        return content[:place] + digit + content[place + 1:]

    for place, byte in enumerate(content):
        for digit in b"0123456789" if byte in b"0123456789" else b"":
            if digit != byte:
                yield f"byte {place}: {chr(digit)}", functools.partial(change, place, bytes([digit]))


def moved_rows(content):
    lines = content.splitlines(keepends=True)

    def move(begin, end, order):
        return b"".join(lines[:begin] + [lines[begin + i] for i in order] + lines[end:])

    for i in range(1, len(lines)):
        yield f"line {i + 1} missing", functools.partial(move, i, i + 1, [])
        yield f"line {i + 1} twice", functools.partial(move, i, i + 1, [0, 0])
        if i + 1 < len(lines) and lines[i] != lines[i + 1]:
            yield f"line {i + 1} after the next", functools.partial(move, i, i + 2, [1, 0])


def swapped_columns(content):
    rows = [line.split(b",") for line in content.splitlines()]

    def swap(column, count):
        swapped = [row[:column] + [row[column + 1], row[column]] + row[column + 2:] for row in rows[:count]]
        return b"".join(b",".join(row) + b"\n" for row in swapped + rows[count:])

    for column in range(len(rows[0]) - 1):
        yield f"columns {column} and {column + 1} swapped", functools.partial(swap, column, len(rows))
        yield f"names {column} and {column + 1} swapped", functools.partial(swap, column, 1)


def cut_ends(content):
    for size in range(len(content)):
        yield f"cut to {size} bytes", functools.partial(content.__getitem__, slice(size))


def forgeries_of(scene, path):
    content = (scene.directory / path).read_bytes()
    kinds = [changed_digits, moved_rows, cut_ends]
    if path.endswith(".csv"):
        kinds.append(swapped_columns)
    for kind in kinds:
        for what, make in kind(content):
            yield Forgery(scene, path, what, make)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="sudoku-bench")
    parser.add_argument("--minutes", type=float, default=0,
                        help=f"time to try forgeries (default: tries {SHORT_SAMPLE} of them)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order (default: 1)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sudoku-forgery-") as directory:
        attack = Attack(options.program, directory)
        forgeries = list(attack.forgeries())
        random.Random(options.seed).shuffle(forgeries)
        end = time.monotonic() + 60 * options.minutes
        for number, forgery in enumerate(forgeries):
            if time.monotonic() >= end and number >= (0 if options.minutes else SHORT_SAMPLE):
                break
            attack.attempt(forgery)
    print(attack.tally.line())
    sys.exit(attack.tally.exit_code())


if __name__ == "__main__":
    main()
