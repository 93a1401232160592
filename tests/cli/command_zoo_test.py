"""Tests engine commands that fail, each in a different way. The run must end by itself with the documented exit code
and one message, and must measure the other engine."""

import re

from cli_testing import CliTestCase, FIVE, MANY, PYTHON, main


PRELUDE = """
import os, signal, sys, time
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
asked = 0
def answer():
    global asked
    line = sys.stdin.readline()
    asked += 1
    return {probe!r} if asked == 1 else "2"
"""
PROBE = "1 123456789456789123789123456234567891567891234891234567345678912678912345912345678"

# Rejected before the run: the code of the engine, and a pattern of the message.
REFUSED = {
    "a banner": ("say('Solver 1.0\\n')\nwhile True: say(answer() + '\\n')", r'"Solver 1\.0'),
    "two lines": ("while True: say(answer() + '\\nsolved\\n')", "more than a line|without being asked"),
    "no flush": ("while True: sys.stdout.write(answer() + '\\n')", "does it flush its output"),
    "no end of line": ("say(answer())\ntime.sleep(1000)", "does not end its answer .* line break"),
    "a flood": ("while True: say('1\\n' * 1000)", "wrote .* before it was asked|more than a line"),
    "death at the start": ("sys.exit(7)", "exited with status 7"),
    "an empty line": ("answer()\nsay('\\n')\ntime.sleep(1000)", 'probe puzzle with ""'),
    "bytes that are no text": ("answer()\nos.write(1, bytes(range(128, 200)) + b'\\n')\n"
                               "time.sleep(1000)", "probe puzzle with"),
    "a wrong count": ("while True: answer() and say('0\\n')", "instead of"),
    "a wrong solution": ("while True: say(answer().replace('8', '9') + '\\n')", "instead of"),
    "a solution alone": ("while True: say(answer()[2:] + '\\n')", "it must print COUNT"),
    "a program that does not exist": (None, "exited with status 127"),
    "a closed output": ("os.close(1)\ntime.sleep(1000)", "closed its output"),
}

# Passes the probe and fails later: the code from the second puzzle on, and a pattern of the message.
FAILING = {
    "a second line": ("say('2\\nmore\\n')", "more than a line|its answer is invalid: \"more\""),
    "no sense": ("say('two\\n')", 'its answer is invalid: "two"'),
    "death": ("sys.exit(3)", "exited with status 3"),
    "a crash": ("os.abort()", "SIGABRT|status 134"),
    "a flood": ("while True: say('2\\n' * 1000)", "more than a line"),
    "one long line": ("say('2' * 100000 + '\\n')", "more than a line"),
    "a closed output": ("os.close(1)\ntime.sleep(1000)", "closed its output"),
    "death with a child that holds its output":
        ("os.fork() and os._exit(4)\ntime.sleep(1000)", "exited with status 4"),
    "chatter": ("say('2\\n')\nanswer()\nsay('hm\\n')\ntime.sleep(1000)", 'its answer is invalid: "hm"'),
}

# Passes the probe but does not answer later: each puzzle is a timeout.
SILENT = {
    "a hang": "time.sleep(1000)",
    "a partial line": "say('2')\ntime.sleep(1000)",
    "a busy hang": "while True: pass",
    "a hang that ignores signals": "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1000)",
    "a closed input": "os.close(0)\ntime.sleep(1000)",
    "a stopped process": "os.kill(os.getpid(), signal.SIGSTOP)",
}


class CommandZooTest(CliTestCase):
    def run_all(self, scripts, *arguments, puzzles=(MANY, FIVE, MANY)):
        """Runs bitmask and engine commands by name. Checks the rules that all runs must obey."""
        self.write("d.txt", list(puzzles))
        commands = []
        for name, script in scripts.items():
            command = "./missing"
            if script is not None:
                self.write(f"{name}.py", PRELUDE.format(probe=PROBE) + script)
                command = f"{PYTHON} {name}.py"
            commands += ["--engine-cmd", f"{name}={command}"]
        result = self.bench("d.txt", "--engine", "bitmask", *commands, "--force", "--per-puzzle", "--threads", "1",
                            *arguments)
        self.assert_exit_in((0, 2, 3), result)
        if result.returncode != 2:
            self.assertNotIn(self.verdicts()["bitmask"], ("wrong", "partial", "disagreement"))
        return result

    def run_beside(self, script, *arguments, **options):
        return self.run_all({"zoo": script}, *arguments, **options)

    def verdicts(self):
        return {row["engine"]: row["verdict"] for row in self.rows("runs.csv")}

    def test_refused_at_once(self):
        for name, (script, message) in REFUSED.items():
            with self.subTest(name):
                result = self.run_beside(script)
                self.assert_exit(2, result)
                self.assertRegex(result.stderr, "engine zoo: .*(?:" + message + ")")
                self.assertFalse((self.directory / "out").exists())

    @staticmethod
    def after_the_probe(scripts):
        """Returns scripts that answer the first puzzle and then misbehave, by the name of the engine."""
        return {name.replace(" ", "-"): "say(answer() + '\\n')\nanswer()\n" + script
                for name, script in scripts.items()}

    def test_failures_after_the_probe_are_wrong_answers(self):
        scripts = self.after_the_probe({name: script for name, (script, _) in FAILING.items()})
        result = self.run_all(scripts, "--timeout", "5s", "--verbose")
        self.assert_exit(3, result)
        for engine, (_, message) in zip(scripts, FAILING.values()):
            with self.subTest(engine):
                self.assertRegex(result.stderr, f"d.txt:[123]: {engine}: .*(?:{message})")
                self.assertEqual("wrong", self.verdicts()[engine])

    def test_an_extra_line_does_not_shift_later_answers(self):
        script = ("say(answer() + '\\n')\nfor number, line in enumerate(sys.stdin):\n"
                  " if number == 1 and not os.path.exists('once'):\n"
                  "  open('once', 'w').close()\n  say('hm\\n')\n"
                  f" say('295\\n' if line.strip() == {MANY!r} else '5\\n')\n")
        result = self.run_beside(script, "--max-solutions", "0", puzzles=[MANY, FIVE] * 4)
        self.assert_exit(3, result)
        self.assertRegex(result.stderr, 'd.txt:[1-8]: zoo: its answer is invalid: "hm"')
        self.assertEqual(1, result.stderr.count("zoo: "), result.stderr)

    def test_an_engine_that_stops_at_the_first_solution_gets_one_message_with_the_remedy(self):
        script = "say(answer() + '\\n')\nwhile answer(): say('1\\n')"
        result = self.run_beside(script, puzzles=[MANY, FIVE] * 20)
        self.assert_exit(3, result)
        self.assertEqual(1, len(re.findall(r"(?m)^d.txt:\d+: zoo: found 1 solution", result.stderr)), result.stderr)
        self.assertEqual(["sudoku-bench: if zoo stops at the first solution, add --max-solutions 1"],
                         re.findall(r"(?m)^sudoku-bench: .*zoo .*", result.stderr))
        self.assertNotIn("conformance", result.stderr)

    def test_missing_answers_are_timeouts(self):
        # Real time is the subject. The other engine needs less than a thousandth of the limit.
        scripts = self.after_the_probe(SILENT)
        self.assert_exit(0, self.run_all(scripts, "--timeout", "200ms"))
        for engine in scripts:
            self.assertEqual(["timeout"] * 3, self.column("puzzles.csv", "runstatus", engine))
            self.assertEqual("partial", self.verdicts()[engine])

    def test_unusual_but_right_engines_are_accepted(self):
        scripts = {"line-ends": "while True: say(answer() + '\\r\\n')",
                   "byte-by-byte": "while True:\n for c in answer() + '\\n': say(c)",
                   "talk": "while True:\n sys.stderr.write('hm\\n')\n say(answer() + '\\n')"}
        self.assert_exit(0, self.run_all(scripts))
        for engine in scripts:
            self.assertNotIn(self.verdicts()[engine], ("wrong", "disagreement", "partial"))

    def test_processes_of_a_command_do_not_outlive_the_run(self):
        # The command starts processes with their own sessions. Nothing tells them to end.
        script = ("def be_daemon():\n os.setsid()\n os.closerange(0, 3)\n"
                  " open('daemons', 'a').write(f'{os.getpid()}\\n')\n"
                  " os.write(channel[1], b'.')\n time.sleep(100000)\n"
                  "channel = os.pipe()\n"
                  "os.fork() or be_daemon()\n"
                  "os.fork() or (os.fork() or be_daemon(), os._exit(0))\n"  # the parent of this one ends
                  "for _ in range(2): os.read(channel[0], 1)\n"
                  "while True: say(answer() + '\\n')")
        self.assert_exit(0, self.run_beside(script))
        daemons = (self.directory / "daemons").read_text("ascii").split()
        self.assertGreaterEqual(len(daemons), 2)
        self.assert_gone(daemons, patience=0)


if __name__ == "__main__":
    main()
