#!/usr/bin/python3
"""scripts/bench-report: which datasets it runs, with a stand-in for the program that has the help of the real one."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SUDOKU_BENCH")

STAND_IN = """#!/bin/sh
[ "$1" = help ] && exec {program} "$@"
echo "$@"
"""


class DatasetsTest(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="sudoku-bench-report-")
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        for name in ("scripts/bench-report", "scripts/lib/setup.sh"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.put("scripts/report.py", "#!/bin/sh\n")
        self.put("build/release/build.ninja", "")
        self.put("build/release/sudoku-bench", STAND_IN.format(program=shlex.quote(PROGRAM)))
        self.put("bin/cmake", "#!/bin/sh\n")
        self.put("bin/dpkg-query", "#!/bin/sh\nfor package do echo \"$package installed\"; done\n")

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)

    def arguments(self, *given):
        """Of the run, behind those that every run has."""
        done = subprocess.run(["bash", self.root / "scripts/bench-report", "--no-install", "out", *given], text=True,
                              capture_output=True, check=True, stdin=subprocess.DEVNULL, cwd=self.root,
                              env={**os.environ, "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}"})
        return done.stdout.rstrip("\n").removeprefix("bench --per-puzzle --out out").strip()

    def test_datasets_that_are_named(self):
        for given in ("a.txt", "a.txt --engine dlx", "--engine dlx a.txt", "--force a.txt", "-q a.txt", "-",
                      "-o d a.txt",
                      "--dataset a.txt", "--threads 1 --dataset=a.txt", "--engine=dlx a.txt b.txt"):
            with self.subTest(given):
                self.assertEqual(given, self.arguments(*given.split()))

    def test_those_of_the_project(self):
        own = "--engine all --threads 1 --dataset datasets/hard.txt --dataset datasets/famous.txt " \
              "--dataset datasets/multi.txt"
        for given in ("", "--force", "--engine dlx", "--max-puzzles 5 --force", "--context a=b -q", "--engine=dlx"):
            with self.subTest(given):
                self.assertEqual(f"{own} {given}".strip(), self.arguments(*given.split()))


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("SUDOKU_BENCH names the program")
    unittest.main()
