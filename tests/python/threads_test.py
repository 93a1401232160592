"""Tests that Ctrl-C stops a call, and that other Python threads run during a call."""

import signal
import subprocess
import sys
import unittest

from python_testing import PATIENCE

# Calls that take longer than a test.
ENDLESS = {
    "count": "sudoku_bench.count('.' * 81, engine='naive')",
    "count of many": "sudoku_bench.count(['.' * 81] * 1000, engine='dlx', threads=3)",
    "solve": "sudoku_bench.solve(['.' * 81] * 10**5, engine='naive', max_solutions=10**4)",
    "generate": "sudoku_bench.generate(10**9, threads=2)",
    "difficulty": "sudoku_bench.difficulty(sudoku_bench.generate(1000, form='array').repeat(10**4, axis=0))",
    "canonical": "sudoku_bench.canonical(sudoku_bench.generate(1000, form='array').repeat(10**5, axis=0))",
}
# Enables SIGINT, because the parent of the tests may ignore it.
BEGIN = """
import os, signal, threading, sudoku_bench
signal.signal(signal.SIGINT, signal.default_int_handler)
sudoku_bench.count('.' * 16)
print('ready', flush=True)
"""


class ThreadsTest(unittest.TestCase):
    def result_of(self, code):
        """Returns standard output and standard error."""
        done = subprocess.run([sys.executable, "-c", BEGIN + code], capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
        return done.stdout.removeprefix("ready\n"), done.stderr

    def test_an_interrupt_stops_a_call(self):
        for name, call in ENDLESS.items():
            with self.subTest(name):
                child = subprocess.Popen([sys.executable, "-c", BEGIN + call], stdout=subprocess.PIPE,
                                         stderr=subprocess.PIPE, text=True)
                self.addCleanup(child.communicate)
                self.addCleanup(child.kill)  # before the other one
                self.assertEqual(child.stdout.readline(), "ready\n")
                child.send_signal(signal.SIGINT)
                _, said = child.communicate(timeout=PATIENCE)
                self.assertIn("KeyboardInterrupt", said)

    def test_calls_work_after_an_interrupt(self):
        code = """
def on_alarm(*_): raise TimeoutError
signal.signal(signal.SIGALRM, on_alarm)
for _ in range(3):
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        sudoku_bench.count('.' * 81, engine='naive')
    except TimeoutError:
        print('late', sudoku_bench.count('.' * 16), flush=True)
"""
        self.assertEqual(self.result_of(code), ("late 288\n" * 3, ""))

    def test_other_threads_run_during_a_call(self):
        code = """
is_in = threading.Event()
def work():
    is_in.set()
    sudoku_bench.count('.' * 81, engine='naive')
threading.Thread(target=work, daemon=True).start()
is_in.wait()
print(sudoku_bench.count('.' * 16), flush=True)
os._exit(0)
"""
        self.assertEqual(self.result_of(code), ("288\n", ""))

    def test_calls_work_after_a_fork(self):
        code = """
import multiprocessing
with multiprocessing.get_context('fork').Pool(2) as pool:
    print(pool.map(sudoku_bench.count, ['.' * 16] * 4), flush=True)
"""
        self.assertEqual(self.result_of(code), (f"{[288] * 4}\n", ""))


if __name__ == "__main__":
    unittest.main()
