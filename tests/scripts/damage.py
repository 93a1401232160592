#!/usr/bin/python3
"""Damages results in one place at a time and calls a script on them.

The script must write its output, or end with one line and a documented exit code.

damage.py [--program FILE] [--minutes M] [--seed S]    Without --minutes, tries only a few."""

import argparse
import collections
import csv
import io
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings

import script_testing  # first: it finds the scripts

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attacks"))
import tally  # pylint: disable=wrong-import-position

import plot_cactus
import plot_clues
import plot_counts
import plot_distribution
import plot_guesses
import plot_ratio
import plot_scaling
import plot_scatter
import plotting
import report

# Replacements for a field.
GARBAGE = ("", "nan", "NaN", "inf", "-inf", "-1", "0", "1", "1e308", "1e-308", "9" * 30, "9" * 5000,
           "0.5", "abc", "{was}", "<b>", "$x$", "\x00", "a\nb", '"', ",", "é", "ok", "wrong",
           "partial", "timeout", "at_most", "at_least", "quick", "data/hard.txt", "１２", "1_0", "+5",
           " 7", "0x10", "true", "\ud800")
FEWEST = 60  # minimum number of damaged results
CODES = (0, plotting.BAD_INPUT)
PATIENCE = tally.patience(300)  # time limit of a script in seconds


def plot(script, *options):
    return lambda directory: script.main([str(directory), "-o", str(directory / "picture.svg"), *options])


SCRIPTS = {
    "run": {
        "report": lambda directory: report.main([str(directory)]),
        "ratio": plot(plot_ratio),
        "cactus": plot(plot_cactus),
        "distribution": plot(plot_distribution),
        "scatter": plot(plot_scatter),
        "scatter by puzzle": plot(plot_scatter, "--by", "puzzle"),
        "guesses": plot(plot_guesses),
        "counts": plot(plot_counts),
        "scaling": lambda directory: plot_scaling.main(
            [str(directory), str(directory.parent / "two"), "-o", str(directory / "picture.svg")]),
    },
    "count": {
        "report": lambda directory: report.main([str(directory)]),
        "counts": plot(plot_counts),
        "clues": plot(plot_clues),
    },
}


class Damage:
    """Ways to damage a file. Each method returns a description."""

    def __init__(self, random_, path):
        self.random, self.path = random_, path

    def any(self):
        ways = [self.cut, self.remove, self.flip, self.drop_line, self.repeat_line]
        if self.path.suffix == ".csv":
            ways = [*ways, *[self.field] * 14, *[self.column] * 5, self.header]
        else:
            ways += [self.value] * 10
        return self.random.choice(ways)()

    def cut(self):
        content = self.path.read_bytes()
        size = self.random.randrange(len(content))
        self.path.write_bytes(content[:size])
        return f"cut to {size} bytes"

    def remove(self):
        self.path.unlink()
        return "removed"

    def flip(self):
        content = bytearray(self.path.read_bytes())
        place = self.random.randrange(len(content))
        content[place] = self.random.randrange(256)
        self.path.write_bytes(content)
        return f"byte {place} is {content[place]}"

    def drop_line(self):
        lines = self.path.read_bytes().splitlines(True)
        place = self.random.randrange(len(lines))
        self.path.write_bytes(b"".join(lines[:place] + lines[place + 1:]))
        return f"without line {place + 1}"

    def repeat_line(self):
        lines = self.path.read_bytes().splitlines(True)
        place = self.random.randrange(len(lines))
        self.path.write_bytes(b"".join(lines[:place + 1] + lines[place:]))
        return f"line {place + 1} twice"

    def read(self):
        with open(self.path, encoding="utf-8", newline="") as stream:
            return list(csv.reader(stream))

    def write(self, rows):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self.path.write_bytes(text.getvalue().encode("utf-8", "surrogatepass"))

    def field(self):
        rows = self.read()
        row = self.random.randrange(1, len(rows))
        place = self.random.randrange(len(rows[0]))
        rows[row][place] = self.random.choice(GARBAGE)
        self.write(rows)
        return f"line {row + 1}, {rows[0][place]}: {rows[row][place][:20]!r}"

    def column(self):
        rows = self.read()
        place = self.random.randrange(len(rows[0]))
        text = self.random.choice(GARBAGE)
        for row in rows[1:]:
            row[place] = text
        self.write(rows)
        return f"column {rows[0][place]}: {text[:20]!r}"

    def header(self):
        rows = self.read()
        place = self.random.randrange(len(rows[0]))
        if self.random.random() < 0.5:
            rows[0][place] = self.random.choice([*GARBAGE, *rows[0]])
        else:
            rows = [row[:place] + row[place + 1:] for row in rows]
        self.write(rows)
        return f"header, column {place + 1}"

    def value(self):
        """Replaces a value of a JSON object at any depth."""
        context = json.loads(self.path.read_text(encoding="utf-8"))
        inner = context
        while True:
            key = self.random.choice(list(inner) or ["key"])
            below = inner.get(key)
            if not isinstance(below, dict) or self.random.random() < 0.3:
                break
            inner = below
        inner[key] = self.random.choice([None, 5, -1.5, 1e308, True, "text", "\ud800", [], [1, None],
                                         [[]], {}, {"a": {"b": [1]}}, [{"machine": 3}], float("nan")])
        # Half of the contexts get a valid digest, because the readers reject the others before they see the value.
        text = script_testing.context_text(context) if self.random.random() < 0.5 else json.dumps(context)
        self.path.write_text(text, encoding="utf-8")
        return f"{key}: {inner[key]!r}"


class Hang(BaseException):
    """A script exceeded the time limit. No script catches a BaseException."""


def end_hang(*_):
    raise Hang(f"timed out after {PATIENCE:g} s")


class Attack:
    """Damages results and counts the failures of the scripts."""

    def __init__(self, folder, seed, program=None):
        """With `program`, damages results of this program in addition to made-up ones."""
        signal.signal(signal.SIGALRM, end_hang)
        self.folder, self.random = pathlib.Path(folder), random.Random(seed)
        self.codes = collections.Counter()
        self.failures = []
        self.tally = tally.Tally("damage", "damaged results")
        script_testing.write_run(self.folder / "run", puzzles=14, repetitions=2)
        script_testing.write_run(self.folder / "two", puzzles=14, threads=2)
        script_testing.write_count(self.folder / "count")
        self.sources = {"run": ["run"], "count": ["count"]}
        if program:
            self.write_results_of(program)

    def write_results_of(self, program):
        puzzles = script_testing.SCRIPTS.parent / "datasets" / "classic.txt"
        for kind, arguments in (
                ("run", ["bench", "--dataset", puzzles, "--engine", "dlx,bitmask,lanes_scalar",
                         "--warmup", "0s", "--threads", "1"]),
                ("count", ["count", puzzles])):
            name = f"{kind} of the program"
            subprocess.run([program, *arguments, "--per-puzzle", "--out", self.folder / name],
                           check=True, capture_output=True)
            self.sources[kind].append(name)

    def step(self):
        kind = "run" if self.random.random() < 0.8 else "count"
        source = self.random.choice(self.sources[kind])
        directory = self.folder / "damaged"
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(self.folder / source, directory)
        names = sorted(path.name for path in directory.iterdir())
        description = [f"{name}: {Damage(self.random, directory / name).any()}"
                       for name in self.random.sample(names, k=self.random.choice((1, 1, 1, 2)))]
        script = self.random.choice(list(SCRIPTS[kind]))
        self.check(f"{source}, {'; '.join(description)}, {script}", SCRIPTS[kind][script], directory)

    def check(self, description, script, directory):
        self.tally.add()
        before = set(directory.iterdir())
        errors = io.StringIO()
        stdout, stderr = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = io.StringIO(), errors
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", message="Glyph .* missing from")
                signal.setitimer(signal.ITIMER_REAL, PATIENCE)
                code = script(directory)
        except (Exception, SystemExit, Hang) as error:
            code = error
            errors.write(traceback.format_exc())
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            sys.stdout, sys.stderr = stdout, stderr
        kind = self.kind_of(code, errors.getvalue(), has_written=set(directory.iterdir()) > before)
        self.codes[code if isinstance(code, int) else None] += 1
        if kind:
            self.tally.fail(kind)
            self.failures.append(f"{description}: {kind}\n{errors.getvalue()}exit code {code}")

    @staticmethod
    def kind_of(code, said, has_written):
        """Returns the kind of failure, or None. `code` is an exit code or an exception."""
        if isinstance(code, Hang):
            return tally.HANG
        if isinstance(code, BaseException):
            return tally.CRASH
        if code == 0 and not has_written:
            return tally.SILENT
        return None if code in CODES and said.count("\n") == (code != 0) else tally.OTHER


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--minutes", type=float, default=0, metavar="M")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE",
                        help="also damage results of this sudoku-bench")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="sudoku-damage-") as folder:
        attack = Attack(folder, options.seed, options.program)
        while attack.tally["tried"] < FEWEST or time.monotonic() < end:
            attack.step()
    for failure in attack.failures:
        print(f"{failure}, seed {options.seed}")
    print(attack.tally.line())
    return attack.tally.exit_code()


if __name__ == "__main__":
    sys.exit(main())
