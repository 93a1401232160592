#!/usr/bin/python3
"""Tests scripts/bench-peers with a small local repository instead of the public ones."""

import csv
import os
import shutil
import subprocess
import sys
import unittest

from tree_testing import ROOT, TreeTestCase

PROGRAM = os.environ.get("SUDOKU_BENCH")
ADDRESS = "https://peers.invalid/peer"
GOOD = """needs = ["$CXX"]
build = "$CXX -O2 -shared -fPIC -o good.so mine.cpp"
plugin = "good.so"
paths = ["/mine.cpp"]
note = "an example" """
FIRST = """like = "good"
plugin = "first.so"
build = "sed s/board,.limit/board,1/ mine.cpp >first.cpp && $CXX -O2 -shared -fPIC -o first.so first.cpp" """


class BenchPeersTest(TreeTestCase):

    FILES = ("scripts/bench-peers", "scripts/peers.py", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        (self.root / "build/release/sudoku-bench").symlink_to(PROGRAM)
        self.put("scripts/plot_ratio.py", "#!/bin/sh\necho picture >\"$3\"\n")
        for name in ("mine.cpp", "mine.py"):
            shutil.copy(ROOT / "scripts/examples" / name, self.root)
        # The last commit is empty, so a peer builds only if its own revision is fetched.
        self.git("init", "--quiet")
        self.git("add", "mine.cpp", "mine.py")
        self.git("commit", "--quiet", "--message", "peer")
        self.revision = self.git("rev-parse", "HEAD").strip()
        self.git("rm", "--quiet", "-r", ".")
        self.git("commit", "--quiet", "--message", "empty")
        self.list = self.root / "peers.toml"
        self.list.write_text("")

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
        self.add("wrong", "command = \"python3 -u -c 'for _ in open(0): print(0)'\"")
        self.add("first", FIRST)  # stops at the first solution
        done = self.run_peers("--out", "out", ROOT / "datasets/multi.txt", "--", "--engine", "bitmask",
                              "--max-puzzles", "8", "--threads", "1", "--warmup", "0s")
        self.assertEqual(3, done.returncode, done.stderr)  # `first` is wrong about multi.txt
        with open(self.root / "out/summary.csv", newline="", encoding="utf-8") as file:
            verdicts = {row["engine"]: row["verdict"] for row in csv.DictReader(file)}
        self.assertEqual({"bitmask": "ok", "good": "ok", "first": "wrong"}, verdicts)
        text = (self.root / "out/peers.md").read_text()
        for words in ("| plugin | an example; conforms |", "- good: `$CXX -O2 -shared -fPIC -o good.so mine.cpp`",
                      f"left out: {ADDRESS} at {'0' * 12} cannot be fetched (", "left out: does not build; see ",
                      "left out: no-such-tool is not installed |", "| command | left out: conformance: ",
                      "; wrong: 8 of 8 in multi |", "limits: 2 solutions expected, 1 given", "| bitmask "):
            self.assertIn(words, text)
        self.assertEqual("unclear\n", (self.root / "build/peers/broken.log").read_text())
        self.assertFalse((self.root / "build/peers/good/mine.py").exists())
        self.assertTrue((self.root / "out/ratio.png").exists() and (self.root / "out/report.html").exists())
        # A second run needs no network.
        done = self.run_peers("--peer", "good", "--out", "again", ROOT / "datasets/classic.txt", "--", "--engine",
                              "bitmask", address="/no/such")
        self.assertEqual(0, done.returncode, done.stderr)

    def test_without_a_network_there_is_one_message(self):
        self.add("good", GOOD)
        self.add("first", FIRST, revision="1" * 40)
        done = self.run_peers(address="/no/such")
        self.assertEqual(1, done.returncode)
        (message,) = (line for line in done.stderr.splitlines() if "no peer" in line)
        self.assertIn(f"no peer can be fetched: {ADDRESS} at {self.revision[:12]} cannot be fetched (fatal: ", message)

    def test_invalid_lists_and_names_are_rejected(self):
        self.add("good", GOOD)
        self.assertIn("choose from: good", self.run_peers("--peer", "bad").stderr)
        self.assertEqual(f"good: C++, MIT, {ADDRESS} at {self.revision}\n", self.run_peers("--list").stdout)
        valid = self.list.read_text()
        for old, new, message in (
                ("licence", "license", "good has no licence"), ("note", "notes", "good: unknown member notes"),
                (self.revision, "main", "good: the revision must be a full commit id, not main"),
                ("plugin", "like", "there is no table good.so"), ("[good]", "[good", "line 1")):
            self.list.write_text(valid.replace(old, new, 1))
            done = self.run_peers("--list")
            self.assertEqual((4, ""), (done.returncode, done.stdout))
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("SUDOKU_BENCH must be the path of the program")
    unittest.main()
