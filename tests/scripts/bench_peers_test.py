#!/usr/bin/python3
"""Tests scripts/bench-peers with a small local repository instead of the public ones."""

import csv
import os
import shutil
import subprocess
import unittest

from tree_testing import ROOT, TreeTestCase

PROGRAM = os.environ["SUDOKU_BENCH"]
ADDRESS = "https://peers.invalid/peer"
GOOD = """needs = ["$CXX"]
build = "$CXX -O2 -shared -fPIC -o good.so mine.cpp"
plugin = "good.so"
paths = ["/mine.cpp"]
note = "an example" """
CHANGED = """like = "good"
plugin = "a.out"
build = "sed \\"{change}\\" mine.cpp >a.cpp && $CXX -O2 -shared -fPIC a.cpp" """


class BenchPeersTest(TreeTestCase):

    FILES = ("scripts/bench-peers", "scripts/peers.py", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        (self.root / "build/release/sudoku-bench").symlink_to(PROGRAM)
        self.put("scripts/plot_ratio.py", "#!/bin/sh\necho picture >\"$3\"\n")
        shutil.copy(ROOT / "scripts/examples/mine.cpp", self.root)
        # The last commit is empty, so a peer builds only if its own revision is fetched.
        self.git("init", "--quiet")
        self.git("add", "mine.cpp")
        self.git("commit", "--quiet", "--message", "peer")
        self.revision = self.git("rev-parse", "HEAD").strip()
        self.git("rm", "--quiet", "-r", ".")
        self.git("commit", "--quiet", "--message", "empty")
        self.list = self.root / "peers.toml"

    def add(self, name, members, revision=None):
        with open(self.list, "a", encoding="utf-8") as file:
            file.write(f'[{name}]\naddress = "{ADDRESS}"\nrevision = "{revision or self.revision}"\n'
                       f'licence = "MIT"\nlanguage = "C++"\n{members}\n')

    def run_peers(self, *arguments, address=None):
        config = self.root.parent / "gitconfig"
        config.write_text(f'[url "{address or self.root}"]\n  insteadOf = {ADDRESS}\n')
        return subprocess.run(
            [self.root / "scripts/bench-peers", "--no-install", "--peers", self.list, *arguments], text=True,
            capture_output=True, check=False, stdin=subprocess.DEVNULL, cwd=self.root,
            env={**os.environ, "CC": "cc", "CXX": "c++", "GIT_CONFIG_GLOBAL": str(config),
                 "PATH": f"{self.root.parent / 'bin'}:{os.environ['PATH']}"})

    def test_the_others_go_on_if_a_peer_is_left_out(self):
        self.add("good", GOOD)
        self.add("broken", 'build = "echo unclear; exit 1"\nplugin = "broken.so"')
        self.add("tool", 'needs = ["no-such-tool"]\nplugin = "tool.so"')
        self.add("gone", 'plugin = "gone.so"', revision="0" * 40)
        self.add("echo", 'command = "cat"')
        self.add("wrong", CHANGED.format(change="s/found < limit/digit < '9'/"))  # does not try 9
        self.add("first", CHANGED.format(change="s/board, limit/board, 1/"))  # stops at the first solution
        done = self.run_peers("--out", "out", ROOT / "datasets/multi.txt", "--", "--engine", "bitmask")
        self.assertEqual(3, done.returncode, done.stderr)  # because of `first`
        with open(self.root / "out/summary.csv", newline="", encoding="utf-8") as file:
            verdicts = {row["engine"]: row["verdict"] for row in csv.DictReader(file)}
        self.assertEqual({"bitmask": "ok", "good": "ok", "first": "wrong"}, verdicts)
        text = (self.root / "out/peers.md").read_text()
        for words in ("| plugin | an example; conforms |", "- good: `$CXX -O2 -shared -fPIC -o good.so mine.cpp`",
                      f"left out: revision {'0' * 12} cannot be fetched (", "left out: does not build; see ",
                      "left out: no-such-tool is not installed |", "| command | left out: conformance: ",
                      "left out: conformance: one solution: 1 solution expected, 0 given, limit 2: ", "| bitmask ",
                      "; fails several solutions, ", "; wrong: 100 of 100 in multi |", "- CXX: c++ "):
            self.assertIn(words, text)
        self.assertEqual("unclear\n", (self.root / "build/peers/broken.log").read_text())
        self.assertLess({"ratio.png", "report.html"}, set(os.listdir(self.root / "out")))
        self.assertIn("out contains results; add -- --force", self.run_peers("--out", "out").stderr)
        # A second run needs no network.
        done = self.run_peers("--peer", "good,good", "--out", "two", ROOT / "datasets/classic.txt", address="/no/such")
        self.assertEqual(0, done.returncode, done.stderr)

    def test_without_a_network_there_is_one_message(self):
        self.add("good", GOOD)
        self.add("other", 'plugin = "other.so"')
        done = self.run_peers(address="/no/such")
        self.assertEqual((1, 1), (done.returncode, done.stderr.count("no/such")))
        self.assertIn(f"{ADDRESS}: revision {self.revision[:12]} cannot be fetched (fatal: '/no/such' ", done.stderr)

    def test_invalid_lists_and_names_are_rejected(self):
        self.add("good", GOOD)
        valid = self.list.read_text()
        self.assertIn("choose from: good", self.run_peers("--peer", "bad").stderr)
        self.assertIn(f"{ADDRESS} at {self.revision}\n", self.run_peers("--list").stdout)
        for old, new, message in (
                ("licence", "license", "good has no licence"), ("note", "notes", "good: unknown member notes"),
                (self.revision, "main", "good: the revision must be a full commit id, not main"),
                ("plugin", "like", "there is no table good.so"), ("[good]", "[good", "line 1"),
                ("[good]", "['../good']", "../good is not a name"), ('= "an example"', "= 1", "good: note must be")):
            self.list.write_text(valid.replace(old, new, 1))
            done = self.run_peers("--list")
            self.assertEqual((4, ""), (done.returncode, done.stdout))
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
