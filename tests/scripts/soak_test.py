#!/usr/bin/python3
"""Tests scripts/soak with stand-ins for its attacks.

The table must have the counts of each attack, even if an attack prints no line. The exit code must be 1 if anything
failed."""

import pathlib
import re
import unittest

from tree_testing import TreeTestCase

ATTACKS = ["differential/differential", "faults/faults", "forgery/forgery", "names/names", "scripts/damage",
           "cli/command_zoo_test", "cli/plugin_test"]
GOOD = "print('{name}: 5 things tried, 0 crashes, 0 hangs, 0 silent losses, 0 failed')"
FUZZER = "#!/bin/sh\necho 'stat::number_of_executed_units: 70'\n"
BAD = "print('{name}: 5 things tried, {counts}, 1 failed')\nraise SystemExit(1)"
CRASHES, HANGS, SILENT, OTHER = ([1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1])

# A stand-in for an attack: crashes, hangs, silent losses and failures.
PLANTED = {
    "faults/faults": [
        (BAD.replace("{counts}", "1 crashes, 0 hangs, 0 silent losses"), CRASHES),
        (BAD.replace("{counts}", "0 crashes, 1 hangs, 0 silent losses"), HANGS),
        (BAD.replace("{counts}", "0 crashes, 0 hangs, 1 silent losses"), SILENT),
        (BAD.replace("{counts}", "0 crashes, 0 hangs, 0 silent losses"), OTHER),
        ("raise ValueError", CRASHES),
        ("import os\nos.abort()", CRASHES),
        (GOOD + "\nraise SystemExit(124)", HANGS),
        ("raise SystemExit(5)", OTHER),
    ],
    "cli/plugin_test": [("import os\nos.abort()", CRASHES)],
    "fuzz": [
        (FUZZER + "echo '==7==ERROR: AddressSanitizer: heap-buffer-overflow' >&2\nexit 1\n", CRASHES),
        (FUZZER + "echo 'a.cpp:1:2: runtime error: division by zero' >&2\nexit 1\n", CRASHES),
        (FUZZER + "echo '==7== ERROR: libFuzzer: timeout after 60 seconds' >&2\nexit 70\n", HANGS),
        (FUZZER + "echo 'a rule of this target does not hold\n==7== ERROR: libFuzzer: deadly signal' >&2\nexit 77\n",
         SILENT),
        (FUZZER + "kill -SEGV $$\n", CRASHES),
    ],
}


class SoakTest(TreeTestCase):

    FILES = ("scripts/soak", "tests/attacks/tally.py", *TreeTestCase.FILES)

    def setUp(self):
        super().setUp()
        for attack in ATTACKS:
            self.put(f"tests/{attack}.py", GOOD.format(name=pathlib.Path(attack).name))
        self.put("tests/fuzz/small_fuzz.cpp", "")
        self.put("tests/fuzz/make_seeds.py", "#!/bin/sh\n")
        self.put("build/asan-ubsan/small_fuzz", FUZZER)
        self.put("build/asan-ubsan/build.ninja", "")

    def soak(self):
        """Returns the exit code, the rows of the table by attack, and the last line."""
        done = self.run_script("scripts/soak", "--seed", "3", "0")
        lines = done.stderr.splitlines()
        begin = next(i for i, line in enumerate(lines) if line.startswith("attack "))
        table = lines[begin:-1]
        self.assertEqual({len(line) for line in table}, {len(table[0])}, "columns are not aligned")
        rows = {line.split()[0]: [int(field) for field in re.findall(r" (\d+)(?= |$)", line)]
                for line in table[1:]}
        return done.returncode, rows, lines[-1]

    def test_passing_attacks(self):
        code, rows, last = self.soak()
        self.assertEqual(0, code)
        self.assertEqual([*sorted([*(pathlib.Path(attack).name for attack in ATTACKS), "small_fuzz"]), "total"],
                         list(rows))
        self.assertEqual([5, 0, 0, 0, 0], rows["forgery"])
        self.assertEqual([70, 0, 0, 0, 0], rows["small_fuzz"])
        self.assertEqual([105, 0, 0, 0, 0], rows["total"])
        self.assertEqual("soak: 8 attacks, 105 tried, 0 crashes, 0 hangs, 0 silent losses, 0 failed", last)

    def test_planted_failures_are_counted(self):
        for attack, plants in PLANTED.items():
            for text, counts in plants:
                with self.subTest(attack, text=text):
                    name, file = ("small_fuzz", "build/asan-ubsan/small_fuzz") if attack == "fuzz" \
                        else (pathlib.Path(attack).name, f"tests/{attack}.py")
                    before = (self.root / file).read_text("utf-8")
                    self.put(file, text if attack == "fuzz" else text.replace("{name}", name))
                    code, rows, last = self.soak()
                    self.put(file, before)
                    self.assertEqual((1, counts), (code, rows[name][1:]))
                    self.assertEqual(counts, rows["total"][1:])
                    self.assertIn(f"{counts[0]} crashes, {counts[1]} hangs, {counts[2]} silent losses, 1 failed", last)


if __name__ == "__main__":
    unittest.main()
