#!/usr/bin/python3
"""Damages results in one place at a time and calls a script on them.

The script must write its output, or end with one line and exit code 4. Without --minutes, tries only a few."""

import argparse
import contextlib
import io
import json
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings

import script_testing  # first: it finds the scripts

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "attacks"))
import damage  # pylint: disable=wrong-import-position
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

FEWEST = 40  # minimum number of damaged results
PATIENCE = tally.patience(300)  # time limit of a script in seconds


def plot(script, *options):
    return lambda directory: script.main([str(directory), "-o", str(directory / "picture.svg"), *options])


def scale(directory):
    return plot_scaling.main([str(directory), str(directory.parent / "two"), "-o", str(directory / "picture.svg")])


SCRIPTS = {
    "run": [lambda directory: report.main([str(directory)]), plot(plot_ratio), plot(plot_cactus),
            plot(plot_distribution), plot(plot_scatter), plot(plot_scatter, "--by", "puzzle"), plot(plot_guesses),
            plot(plot_counts), scale],
    "count": [lambda directory: report.main([str(directory)]), plot(plot_counts), plot(plot_clues)],
}


class Hang(BaseException):
    """A script exceeded the time limit. No script catches a BaseException."""


def end_hang(*_):
    raise Hang


class Attack:
    """Damages made-up results and counts the failures of the scripts."""

    def __init__(self, folder, seed):
        signal.signal(signal.SIGALRM, end_hang)
        self.folder, self.random = pathlib.Path(folder), random.Random(seed)
        self.tally = tally.Tally("damage_test", "damaged results")
        self.codes = set()
        script_testing.write_run(self.folder / "run", puzzles=14, repetitions=2)
        script_testing.write_run(self.folder / "two", puzzles=14, threads=2)
        script_testing.write_count(self.folder / "count")

    def step(self):
        source = "run" if self.random.random() < 0.8 else "count"
        directory = self.folder / "damaged"
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(self.folder / source, directory)
        path = self.random.choice(sorted(directory.iterdir()))
        what = damage.damage(self.random, path)
        if path.suffix == ".json" and self.random.random() < 0.5:
            # A valid digest, because the readers reject the others before they see a value.
            with contextlib.suppress(ValueError):
                path.write_text(script_testing.context_text(json.loads(path.read_bytes())), encoding="utf-8")
        number = self.random.randrange(len(SCRIPTS[source]))
        kind, errors = self.check(SCRIPTS[source][number], directory)
        self.tally.add()
        if kind:
            self.tally.fail(kind)
            print(f"{source}, {what}, script {number}: {kind}\n{errors}")

    def check(self, script, directory):
        """Returns the kind of failure or None, and standard error."""
        before = set(directory.iterdir())
        errors = io.StringIO()
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), \
                    contextlib.redirect_stderr(errors):
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", message="Glyph .* missing from")
                code = script(directory)
        except Hang:
            return tally.HANG, ""
        except (Exception, SystemExit):  # pylint: disable=broad-exception-caught
            return tally.CRASH, traceback.format_exc()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.codes.add(code)
        if code == 0 and set(directory.iterdir()) <= before:
            return tally.SILENT, errors.getvalue()
        is_right = code in (0, plotting.BAD_INPUT) and errors.getvalue().count("\n") == (code != 0)
        return None if is_right else tally.OTHER, errors.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--minutes", type=float, default=0, metavar="M")
    parser.add_argument("--seed", type=int, default=7, metavar="S")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="sudoku-damage-") as folder:
        attack = Attack(folder, options.seed)
        while attack.tally["tried"] < FEWEST or time.monotonic() < end:
            attack.step()
    print(attack.tally.line())
    return attack.tally.exit_code() or attack.codes != {0, plotting.BAD_INPUT}


if __name__ == "__main__":
    sys.exit(main())
