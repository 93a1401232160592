"""Checks that every attack detects a planted crash, hang and silent loss, and counts it as such.

planted_test.py PROGRAM [UNITTEST-ARGUMENT...]"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

import tally

PROGRAM = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ".").resolve()
TESTS = pathlib.Path(__file__).resolve().parents[1]
OUTER_PATIENCE = 600  # seconds for an attack

# Replaces the program and calls it. Skips the first `after` calls that match `when`, then runs `plant` once instead.
STAND_IN = """#!/bin/bash
program={program} here={here}
is_chosen() {{
  [[ {when} ]] || return 1
  printf . >> "$here/calls"
  (($(stat -c %s "$here/calls") > {after}))
}}
if [[ ! -e $here/planted ]] && is_chosen "$@"; then
  touch "$here/planted"
  {plant}
fi
exec "$program" "$@"
"""

PLANTS = {
    tally.CRASH: "kill -SEGV $$",
    tally.HANG: "exec sleep infinity",
}

# For each attack: its command line, a shell condition for calls of the program, the number of such calls before the
# planted one, and the shell code of a silent loss.
IS_FAULT = '-n ${SUDOKU_FAULTS_CALL-}'
ATTACKS = {
    "differential": (["differential/differential.py", "--boards", "1", "--timeout", "10ms", "--program", "PROGRAM",
                      "--reference", str(PROGRAM.with_name("differential-reference"))],
                     "$1 == solve", 3, '"$program" "$@" | sed 2d; exit 0'),
    "forgery": (["forgery/forgery.py", "--minutes", "0.05", "--program", "PROGRAM"],
                "$1 == merge || $1 == compare", 5, 'echo more; exit 0'),
    "names": (["names/names.py", "--few", "--program", "PROGRAM"],
              "$1 == merge", 0, '"$program" "$@"; sed -i "2s/[0-9]/7/g" "${@: -1}/counts.csv"; exit 0'),
    "faults": (["faults/faults.py", "--only", "count write EIO 2", "--program", "PROGRAM",
                "--library", str(PROGRAM.parent / "faults" / "faults.so")], IS_FAULT, 0, "exit 0"),
    "command_zoo_test": (["cli/command_zoo_test.py", "PROGRAM", "CommandZooTest.test_refused_at_once"],
                         "$1 == bench", 3, "exit 0"),
}


class PlantedTest(unittest.TestCase):

    def stand_in(self, name, plant):
        _, when, after, _ = ATTACKS[name]
        directory = tempfile.TemporaryDirectory(prefix="sudoku-planted-")
        self.addCleanup(directory.cleanup)
        path = pathlib.Path(directory.name, "sudoku-bench")
        path.write_text(STAND_IN.format(program=shlex.quote(str(PROGRAM)), here=shlex.quote(directory.name), when=when,
                                        after=after, plant=plant), "utf-8")
        path.chmod(0o755)
        return path

    def attack(self, name, plant, **environment):
        """Runs an attack on the stand-in. Returns the exit code, the tally and the output."""
        program = str(self.stand_in(name, plant))
        script, *arguments = [program if word == "PROGRAM" else word for word in ATTACKS[name][0]]
        done = subprocess.run(["/usr/bin/python3", "-B", TESTS / script, *arguments], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=OUTER_PATIENCE, check=False,
                              env={**os.environ, **environment})
        said = done.stdout + done.stderr
        found, = tally.read_tallies([said.splitlines()[-1]])
        self.assertEqual(name, found.name)
        self.assertGreater(found["tried"], 0)
        return done.returncode, found, said

    def assert_counted(self, name, kind, plant, **environment):
        if not PROGRAM.with_name("faults").exists() and name == "faults":
            self.skipTest("the library that injects faults is not built")
        code, found, said = self.attack(name, plant, **environment)
        self.assertEqual(1, code, said)
        self.assertGreater(found[kind], 0, said)
        self.assertGreaterEqual(found["failed"], found[kind])
        # On a busy machine, command_zoo_test may also fail in other ways.
        for other in {tally.CRASH, tally.SILENT} - {kind} if name != "command_zoo_test" else ():
            self.assertEqual(0, found[other], said)

    def test_crash(self):
        for name in ATTACKS:
            with self.subTest(name):
                self.assert_counted(name, tally.CRASH, PLANTS[tally.CRASH])

    def test_hang(self):
        # Real time is the subject. A call that takes longer than SUDOKU_PATIENCE counts as a hang, too.
        for name in ATTACKS:
            with self.subTest(name):
                self.assert_counted(name, tally.HANG, PLANTS[tally.HANG], SUDOKU_PATIENCE="10")

    def test_silent_loss(self):
        for name, (*_, plant) in ATTACKS.items():
            with self.subTest(name):
                self.assert_counted(name, tally.SILENT, plant)


if __name__ == "__main__":
    unittest.main()
