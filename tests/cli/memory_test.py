"""Tests the column peak_bytes, the memory of engines of every kind."""

import sys

from cli_testing import CliTestCase, EIGHT, FIVE, main, MANY, PLUGINS, UNIQUE

MIB = 2**20
# Maximum memory of a process without the engine, such as an interpreter.
SLACK = 32 * MIB

# Holds `mib` MiB. Answers UNIQUE, the probe puzzle and puzzles with fewer clues correctly.
LARGE_COMMAND = """
import sys
memory = bytearray({mib} << 20)
for line in sys.stdin:
    print(1 if line.count(".") == 1 else 2, flush=True)
"""


class MemoryTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE, EIGHT, FIVE, MANY])

    def peaks(self, *arguments):
        self.assert_exit(0, self.bench("d.txt", "--force", *arguments))
        return {row["engine"]: row["peak_bytes"] and int(row["peak_bytes"]) for row in self.rows("runs.csv")}

    def is_counted(self):
        """Returns whether the program counts memory. With sanitizers it does not."""
        return self.peaks("--engine", "naive")["naive"] != ""

    def test_allocations_of_built_in_engines_are_measured(self):
        if not self.is_counted():
            self.skipTest("allocations are the sanitizers' own")
        # Without --block-size, the length of a call of bandjoin depends on its speed.
        arguments = ("--engine", "naive,dlx,bitmask,learn,bandjoin", "--block-size", "4")
        peaks = self.peaks(*arguments)
        for engine, peak in peaks.items():
            self.assertLess(0, peak, engine)
            self.assertLess(peak, 64 * MIB, engine)
        # All copies share the tables.
        self.assertLess(3 * MIB, peaks["bandjoin"])
        # One thread: the same memory, except for the order of the blocks.
        alone = self.peaks(*arguments, "--threads", "1")
        for engine, peak in alone.items():
            self.assertAlmostEqual(peak, peaks[engine], delta=1024, msg=engine)

    def test_the_echo_process_of_a_command_is_not_counted(self):
        self.write("d.txt", [FIVE] * 4)
        self.write("own.py", [LARGE_COMMAND.format(mib=0)])
        command = f"own={sys.executable} own.py"
        peaks = self.peaks("--engine", "dlx", "--plugin", f"small={PLUGINS}/greedy.so?config=0")
        beside = self.peaks("--engine", "dlx", "--plugin", f"small={PLUGINS}/greedy.so?config=0",
                            "--engine-cmd", command)
        for engine, peak in peaks.items():
            self.assertAlmostEqual(peak, beside[engine], delta=MIB, msg=engine)

    def test_a_plugin_has_the_growth_of_its_host_process(self):
        plugins = [f"--plugin={name}={PLUGINS}/greedy.so?config={mib}" for name, mib in (("small", 0), ("large", 100))]
        peaks = self.peaks("--engine", "dlx", *plugins)
        self.assertLess(peaks["small"], SLACK)
        self.assertLessEqual(100 * MIB, peaks["large"])
        if self.is_counted():  # a sanitizer keeps freed memory, and its allocations are not counted
            self.assertLess(peaks["dlx"], SLACK)
            self.assertLess(peaks["large"], 100 * MIB + SLACK)

    def test_a_command_has_the_memory_of_all_its_processes(self):
        self.write("d.txt", [FIVE] * 8)
        for mib in (60, 150):
            self.write(f"{mib}.py", LARGE_COMMAND.format(mib=mib))
        large = self.peaks("--engine", "dlx", "--engine-cmd", "own=python3 150.py")["own"]
        self.assertLessEqual(150 * MIB, large)
        self.assertLess(large, 150 * MIB + SLACK)
        # A shell and its child.
        two = self.peaks("--engine", "dlx", "--engine-cmd", "own=: ; python3 60.py; :")["own"]
        self.assertLessEqual(60 * MIB, two)
        self.assertLess(two, 60 * MIB + SLACK)


if __name__ == "__main__":
    main()
