#!/usr/bin/python3
"""Tests the scripts that run bench: bench-report with a stand-in for the program, bench-sizes and bench-latin with one
engine, and bench-pull-request with a made-up event and a stand-in for bench-revisions."""

import collections
import csv
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import unittest

from tree_testing import ROOT, TreeTestCase

PROGRAM = os.environ["SUDOKU_BENCH"]


class ReportTest(TreeTestCase):
    FILES = ("scripts/bench-report", *TreeTestCase.FILES)

    def test_given_datasets_and_options_replace_the_default_ones(self):
        self.put("scripts/report.py", "#!/bin/sh\n")
        self.put("build/release/sudoku-bench",
                 f'#!/bin/sh\n[ "$1" = help ] && exec {shlex.quote(PROGRAM)} "$@"\necho "$@"\n')
        default = "--dataset datasets/hard.txt --dataset datasets/famous.txt --dataset datasets/multi.txt"
        whole = f"{default} --threads 1 --engine all"
        for own, *calls in (
                ("", "a.txt", "a.txt --engine dlx", "--engine dlx a.txt", "--force a.txt", "-q a.txt", "-",
                 "-o d a.txt", "--dataset a.txt", "--threads 1 --dataset=a.txt", "--engine=dlx a.txt b.txt"),
                (whole, "", "--force", "--max-puzzles 5 --force", "--context a=b -q"),
                (f"{default} --threads 1", "--engine dlx", "--engine=dlx"), (f"{default} --engine all", "--threads 2"),
                (default, "--threads=2 --engine dlx")):
            for given in calls:
                with self.subTest(given):
                    done = self.run_script("scripts/bench-report", "out", *given.split())
                    self.assertEqual((0, f"bench --per-puzzle --out out {own} {given}".split()),
                                     (done.returncode, done.stdout.split()), done.stderr)


class BoardsTest(TreeTestCase):
    FILES = ("scripts/bench-sizes", "scripts/bench-latin", "scripts/lib/boards.sh", *TreeTestCase.FILES)

    def holes_of(self, script):
        """Runs a script. Returns its rows, and the percentages of holes for each side."""
        self.put("scripts/report.py", "#!/bin/sh\n")
        (self.root / "build/release/sudoku-bench").symlink_to(PROGRAM)
        done = self.run_script(script, self.root / "out", "--engine", "bitmask", "--max-puzzles", "2",
                               "--warmup", "0s", "--timeout", "9s")
        self.assertEqual(0, done.returncode, done.stderr)
        with open(self.root / "out/summary.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        holes = collections.defaultdict(list)
        for row in rows:
            self.assertEqual("2", row["puzzles"])
            side = math.prod(map(int, row["shape"].split("x")))
            holes[side].append(round(100 - int(row["clues"]) / 2 / side**2 * 100))
        return rows, holes

    def test_all_board_sizes_are_generated_and_run(self):
        self.put("precious", "precious")
        (self.root / "out/boards").mkdir(parents=True)
        (self.root / "out/boards/6x6_55.txt").symlink_to(self.root / "precious")
        _, holes = self.holes_of("scripts/bench-sizes")
        self.assertEqual("precious", (self.root / "precious").read_text())  # the link is replaced
        self.assertEqual({6, 8, 9, 12, 15, 16, 20, 25}, set(holes))
        for side in (16, 25):
            self.assertEqual([40, 45, 50, 55, 60, 65, 70], sorted(holes[side]))

    def test_latin_squares_around_the_transition_are_generated_and_run(self):
        rows, holes = self.holes_of("scripts/bench-latin")
        self.assertEqual({30: [30, 34, 36, 38, 40, 42, 44, 46, 50]}, {side: sorted(own) for side, own in holes.items()})
        self.assertEqual({("1x30", "1")}, {(row["shape"], row["max_solutions"]) for row in rows})


class PullRequestTest(TreeTestCase):
    FILES = ("scripts/bench-pull-request",)

    def setUp(self):
        super().setUp()
        self.put("scripts/bench-revisions", '#!/bin/sh\necho "$#: $*"\nexit "${STATUS-0}"\n')
        self.git("init", "--quiet", "--initial-branch", "main")
        self.fork = self.commit("fork")
        self.git("checkout", "--quiet", "-b", "change")
        self.head = self.commit("head")
        self.git("checkout", "--quiet", "main")
        self.base = self.commit("base")
        self.summary = self.root.parent / "summary.md"

    def commit(self, message):
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD").strip()

    def event(self, base, head):
        return {"pull_request": {"base": {"sha": base}, "head": {"sha": head}}}

    def bench(self, event=None, cwd=None, **environment):
        path = self.root.parent / "event.json"
        path.write_text(json.dumps(self.event(self.base, self.head) if event is None else event))
        variables = {"GITHUB_EVENT_PATH": str(path), "GITHUB_STEP_SUMMARY": str(self.summary), **environment}
        return subprocess.run([self.root / "scripts/bench-pull-request"], text=True, capture_output=True, check=False,
                              cwd=cwd or self.root, env={**os.environ, **variables}, stdin=subprocess.DEVNULL)

    def test_the_table_and_the_verdict_are_in_the_summary(self):
        self.summary.write_text("of another step\n")
        done = self.bench()
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        table = f"2: {self.fork} {self.head}\n"  # the base branch has newer commits of others
        self.assertEqual(table, done.stdout)
        self.assertEqual(f"of another step\n### Engines of {self.head[:12]} compared with {self.fork[:12]}\n\n"
                         f"No engine is slower.\n\n```\n{table}```\n", self.summary.read_text())
        for status, words in (("5", "**An engine is slower.**"), ("3", "**Answers are wrong"),
                              ("6", "The measurement is inconclusive"), ("1", "ended with exit code 1")):
            self.assertEqual(int(status), self.bench(STATUS=status).returncode)
            self.assertIn(words, self.summary.read_text())

    def test_the_pull_request_is_of_the_current_directory(self):
        other = self.root.parent / "other"
        shutil.move(self.root / ".git", other / ".git")
        self.assertEqual(f"2: {self.fork} {self.head}\n", self.bench(cwd=other).stdout)

    def test_arguments_use_shell_syntax_without_expansion(self):
        done = self.bench(BENCH_ARGUMENTS="--engine dlx -- 'a b.txt' $(touch gone)")
        self.assertTrue(done.stdout.startswith("8: "), done.stdout)
        self.assertIn("--engine dlx -- a b.txt $(touch gone)", done.stdout)
        done = self.bench(BENCH_ARGUMENTS="--engine 'a")
        self.assertEqual((2, "bench-pull-request: BENCH_ARGUMENTS: No closing quotation\n"),
                         (done.returncode, done.stderr))

    def test_the_workflow_in_the_documents_may_only_read(self):
        (workflow,) = re.findall(r"(?s)\n```\n(on: pull_request\n.*?)```", (ROOT / "scripts/README.md").read_text())
        self.assertIn("\npermissions:\n  contents: read\n", workflow)

    def test_events_without_a_pull_request_and_shallow_checkouts_are_rejected(self):
        invalid = "event.json describes no pull request"
        for event, message, variables in (
                ({"ref": "x"}, invalid, {}), ([], invalid, {}), (self.event("--all", self.head), invalid, {}),
                (self.event("0" * 40, self.head), "fetch-depth: 0", {}),
                (None, "GITHUB_EVENT_PATH is not set\n", {"GITHUB_EVENT_PATH": ""})):
            done = self.bench(event, **variables)
            self.assertEqual(4, done.returncode)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
