#!/usr/bin/python3
"""Tests what scripts/bench-revisions builds, runs and leaves behind, with stand-ins for cmake and the program."""

import os
import pathlib
import shutil
import signal
import unittest

import script_testing  # noqa: F401  first: it skips the test if packages are missing
from revisions_test import write_pair
from tree_testing import TreeTestCase

# Enables SIGINT, because the parent of the tests may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Its library is a copy of plugin.cpp of the revision, so that tests can identify the revision.
CMAKE = """#!/bin/sh
echo "cmake $*" >>"$LOG"
case "$*" in *sudoku_engines_shared*)
  [ ! -f "$2/../../broken" ] || { echo "it does not compile"; exit 1; }
  cp "$2/../../engines/plugin.cpp" "$2/libsudoku_engines.so" ;;
*--preset*) mkdir -p build/release ;;
esac
"""
# A shell could miss a signal before its child starts.
BLOCKING_CMAKE = """#!/usr/bin/python3
import os, signal
print("cmake", file=open(os.environ["LOG"], "a"), flush=True)
signal.pause()
"""
# Copies its results from made-up/1 in the first run and from made-up/2 in the second.
PROGRAM = """#!/bin/sh
echo "bench $*" >>"$LOG"
while [ "$1" != --out ]; do shift; done
rm -rf "$2"
cp -r "$MADE_UP/$(grep -c ^bench "$LOG")" "$2"
exit "${STATUS-0}"
"""


class BenchRevisionsTest(TreeTestCase):
    FILES = ("scripts/bench-revisions", "scripts/revisions.py", "scripts/packages.py", *TreeTestCase.FILES,
             *(f"scripts/sudoku_bench/{name}.py"
               for name in ("__init__", "blocks", "command", "measures", "names", "pairs", "results", "tables")))

    def setUp(self):
        super().setUp()
        self.made_up = self.root.parent / "made-up"
        self.made_up.mkdir()
        self.log = self.root.parent / "log"
        self.put("../bin/cmake", CMAKE)
        self.put("build/release/sudoku-bench", PROGRAM)
        self.put(".gitignore", "/build/\n__pycache__/\n")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("ancient", {"engines/engines.def": "ENGINE(dlx, any_cpu, 0)\n"})
        self.commit("old", {"engines/plugin.cpp": "old", "engines/engines.def":
                            "// ENGINE(id)\nENGINE(gone, any_cpu, 0)\nENGINE(dlx, any_cpu, 0)\n"})
        self.commit("new", {"engines/plugin.cpp": "new", "engines/engines.def":
                            "ENGINE(dlx, any_cpu, 0)\nENGINE(bitmask, any_cpu, 0)\n"})
        self.commit("broken", {"broken": ""})

    def commit(self, tag, files):
        for name, text in files.items():
            self.put(name, text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", tag)
        self.git("tag", tag)

    def environment(self):
        return {"LOG": str(self.log), "MADE_UP": str(self.made_up), "TMPDIR": str(self.root.parent)}

    def compare(self, *arguments, cwd=None, **environment):
        done = self.run_script("scripts/bench-revisions", *arguments, cwd=cwd, **self.environment(), **environment)
        self.assert_clean()
        return done

    def assert_clean(self):
        """No test may leave a worktree."""
        self.assertEqual(1, len(self.git("worktree", "list").splitlines()))
        self.assertEqual([], list(self.root.parent.glob("tmp.*")))

    def logged(self, command):
        return [line for line in self.log.read_text().splitlines() if line.startswith(command)]

    def test_one_run_contains_both_revisions(self):
        write_pair(self.made_up / "1")
        self.put("engines/plugin.cpp", "dirty")
        done = self.compare("old", "new")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("new compared with old, changes above 2.5 %\n", done.stdout)
        self.assertIn("no change", done.stdout)
        (run,) = self.logged("bench")
        plugins = dict(word.split("=", 1) for word in run.split() if ".so:" in word)
        self.assertEqual(["dlx.old", "dlx.new"], list(plugins))  # the only common engine
        for name, plugin in plugins.items():
            library, symbol = plugin.split(":")
            self.assertEqual("SudokuBench_dlx", symbol)
            self.assertEqual(name.removeprefix("dlx."), pathlib.Path(library).read_text())
        self.assertTrue(run.endswith(f"{self.root}/datasets/hard.txt"))
        self.assertEqual(" M engines/plugin.cpp\n", self.git("status", "--short"))
        # The next comparison builds only the program.
        first = len(self.logged("cmake"))
        write_pair(self.made_up / "2")
        self.assertEqual(0, self.compare("old", "new").returncode)
        self.assertEqual(["cmake --build"], [line[:13] for line in self.logged("cmake")[first:]])

    def test_another_repository_is_built_by_its_own_command(self):
        """The program runs in that repository, and its solvers are those of the worktrees."""
        other = self.root.parent / "other"
        shutil.copytree(self.root, other)
        write_pair(self.made_up / "1", engine="mine")
        given = ("--build", "echo build >>$LOG; cp engines/plugin.cpp mine.so", "--plugin", "mine=mine.so:Solve",
                 "--engine-cmd", "cat=cat mine.so")
        done = self.compare("old", "new", *given, cwd=other)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(f"comparing revisions of {other}\n", done.stderr)
        self.assertEqual(2, len(self.logged("build")))
        (run,) = self.logged("bench")
        self.assertRegex(run, " ".join(
            rf"--plugin mine\.{name}=(\S+)/{name}/mine\.so:Solve "
            rf"--engine-cmd cat\.{name}=cd \{number}/{name} && cat mine\.so"
            for number, name in enumerate(("old", "new"), 1)))
        for code, message, *arguments in (
                (2, f"the current directory is in {other}; give --build, or change to {self.root}"),
                (2, "--build needs --plugin or --engine-cmd", "--build", "true"),
                (2, "--plugin and --engine-cmd need --build", "--plugin", "a=b.so"),
                (2, "a solver is given as NAME=FILE or NAME=CMD, not 'b.so'", "--build", "true", "--plugin", "b.so"),
                (2, "--engine is for the engines of this tree", "--engine", "dlx", *given),
                (1, "failed with exit code 7", "--build", "exit 7", "--plugin", "a=b.so")):
            done = self.compare("old", "new", *arguments, cwd=other)
            self.assertEqual(code, done.returncode, done.stderr)
            self.assertIn(message, done.stderr)

    def test_only_an_engine_that_is_slower_in_both_runs_fails(self):
        write_pair(self.made_up / "1", slower=1.1)
        write_pair(self.made_up / "2", slower=1.1)
        kept = self.root.parent / "kept"
        done = self.compare("old", "new", "--out", str(kept))
        self.assertEqual((5, 2), (done.returncode, done.stdout.count("SLOWER")), done.stderr)
        self.assertTrue((kept / "summary.csv").exists())
        shutil.rmtree(self.made_up / "2")
        write_pair(self.made_up / "2")
        self.log.unlink()
        done = self.compare("old", "new")
        self.assertEqual((0, 1), (done.returncode, done.stdout.count("SLOWER")))
        self.assertTrue(done.stderr.endswith("the second run does not confirm the change\n"), done.stderr)

    def test_different_answers_and_errors_of_the_program_fail(self):
        write_pair(self.made_up / "1", new={"answer_digest": "00000000000000bb"})
        for status, code in (("0", 3), ("3", 3), ("2", 2)):
            self.assertEqual(code, self.compare("old", "new", STATUS=status).returncode)
            self.log.unlink()

    def test_options_are_passed_on_and_invalid_ones_rejected(self):
        write_pair(self.made_up / "1", slower=1.1)
        done = self.compare("old", "new", "--engine", "dlx", "--noise-threshold", "20%", "--", "a.txt", "-q")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertTrue(self.logged("bench")[0].endswith("SudokuBench_dlx a.txt -q"))
        self.log.unlink()
        for code, message, *arguments in (
                (4, "ancient is older than libsudoku_engines.so", "ancient", "new"),
                (4, "ancient is older than libsudoku_engines.so", "new", "ancient"),
                (4, "nothing is not a revision", "old", "nothing"),
                (2, "usage: scripts/bench-revisions"), (2, "usage: scripts/bench-revisions", "old"),
                (2, "usage: scripts/bench-revisions", "old", "new", "a.txt"),
                (2, "usage: scripts/bench-revisions", "old", "new", "--engine"),
                (2, "--noise-threshold must be a percentage", "old", "new", "--noise-threshold", "0.05"),
                (2, "engine gone is not in both revisions; choose from: dlx", "old", "new", "--engine", "gone")):
            with self.subTest(arguments):
                done = self.compare(*arguments)
                self.assertEqual(code, done.returncode, done.stderr)
                self.assertIn(message, done.stderr)
                self.assertFalse(self.log.exists(), "nothing is built or run")
        done = self.compare("old", "broken")
        self.assertEqual(1, done.returncode)
        self.assertIn("it does not compile", done.stderr)

    def test_two_signals_leave_no_worktree(self):
        # The second signal comes while the script cleans up, before `rm`. This stand-in of `rm` waits for a line in a
        # FIFO.
        self.put("../bin/cmake", BLOCKING_CMAKE)
        self.put("../bin/rm", '#!/bin/sh\necho rm >>$LOG\nread -r _ <>"$GO"\nexec /bin/rm "$@"\n')
        go = self.root.parent / "go"
        for path in self.log, go:
            os.mkfifo(path)
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            with self.subTest(number), open(self.log, "r+b", buffering=0) as log, open(go, "r+b", buffering=0) as gate:
                child = self.start_script("scripts/bench-revisions", "old", "new", GO=str(go), **self.environment())
                for word in b"cmake\n", b"rm\n":
                    self.assertEqual(word, log.readline())
                    os.killpg(child.pid, number)
                gate.write(b"\n" * 100)
                child.communicate()
                self.assertIn(child.returncode, (-number, 128 + number))
                self.assert_clean()


if __name__ == "__main__":
    unittest.main()
