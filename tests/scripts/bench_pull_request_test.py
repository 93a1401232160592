#!/usr/bin/python3
"""Tests scripts/bench-pull-request and action.yml with a made-up event and a stand-in for scripts/bench-revisions."""

import json
import os
import re
import subprocess
import unittest

from tree_testing import ROOT, TreeTestCase

BENCH = """#!/bin/sh
echo "$#: $*"
exit "${STATUS-0}"
"""


class PullRequestTest(TreeTestCase):

    FILES = ("scripts/bench-pull-request",)

    def setUp(self):
        super().setUp()
        self.put("scripts/bench-revisions", BENCH)
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

    def bench(self, event=None, **environment):
        path = self.root.parent / "event.json"
        if event is None:
            event = {"pull_request": {"base": {"sha": self.base}, "head": {"sha": self.head}}}
        path.write_text(json.dumps(event))
        variables = {"GITHUB_EVENT_PATH": str(path), "GITHUB_STEP_SUMMARY": str(self.summary), **environment}
        return subprocess.run([self.root / "scripts/bench-pull-request"], text=True, capture_output=True, check=False,
                              env={**os.environ, **variables}, stdin=subprocess.DEVNULL)

    def test_the_table_is_in_the_summary(self):
        self.summary.write_text("of another step\n")
        done = self.bench()
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        table = f"2: {self.fork} {self.head}\n"  # the base branch has newer commits of others
        self.assertEqual(table, done.stdout)
        self.assertEqual(f"of another step\n### Engines of {self.head[:12]} compared with {self.fork[:12]}\n\n"
                         f"No engine is slower.\n\n```\n{table}```\n", self.summary.read_text())

    def test_exit_codes_and_verdicts(self):
        for status, words in (("5", "**An engine is slower.**"), ("3", "**Answers are wrong"),
                              ("6", "The measurement is inconclusive"), ("1", "ended with exit code 1")):
            with self.subTest(status):
                self.assertEqual(int(status), self.bench(STATUS=status).returncode)
                self.assertIn(words, self.summary.read_text())

    def test_arguments_use_shell_syntax_without_expansion(self):
        done = self.bench(BENCH_ARGUMENTS="--engine dlx -- 'a b.txt' $(touch gone)")
        self.assertTrue(done.stdout.startswith("8: "), done.stdout)
        self.assertIn("--engine dlx -- a b.txt $(touch gone)", done.stdout)
        done = self.bench(BENCH_ARGUMENTS="--engine 'a")
        self.assertEqual((2, "bench-pull-request: BENCH_ARGUMENTS: No closing quotation\n"),
                         (done.returncode, done.stderr))

    def test_the_workflow_in_the_documents_may_only_read(self):
        text = (ROOT / "scripts/README.md").read_text()
        (workflow,) = re.findall(r"(?s)\n```\n(on: pull_request\n.*?)```", text)
        self.assertIn("\npermissions:\n  contents: read\n", workflow)

    def test_events_without_a_pull_request_and_shallow_checkouts_are_rejected(self):
        for event, message in (
                ({"ref": "x"}, "event.json describes no pull request"), ([], "event.json describes no pull request"),
                ({"pull_request": {"base": {"sha": "--all"}, "head": {}}}, "event.json describes no pull request"),
                ({"pull_request": {"base": {"sha": "0" * 40}, "head": {"sha": self.head}}}, "fetch-depth: 0")):
            done = self.bench(event)
            self.assertEqual(4, done.returncode)
            self.assertIn(message, done.stderr)
        done = self.bench(GITHUB_EVENT_PATH="")
        self.assertEqual((4, "bench-pull-request: GITHUB_EVENT_PATH is not set\n"), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
