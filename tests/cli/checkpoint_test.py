"""Tests --checkpoint and --resume of bench and count."""

import random
import shutil
import signal

from cli_testing import EIGHT, EMPTY, FIVE, main
from count_testing import CountCase, PUZZLES, awkward_text

COMMANDS = {"bench": ("bench", "d.txt", "e.txt", "--engine", "dlx,bitmask,lanes", "--repetitions", "2",
                      "--warmup", "0s", "--skip-invalid", "--per-puzzle", "--block-size", "16", "--baseline", "dlx"),
            "count": ("count", "d.txt", "--engine", "dlx", "--skip-invalid", "--per-puzzle")}


class CheckpointCase(CountCase):
    def resume(self, command, *arguments, code=0):
        result = self.run_program(*COMMANDS[command], *arguments, "--checkpoint", "c", "--resume", "--out", "out")
        self.assert_exit(code, result)
        return result

    def remove_results(self):
        for name in ("c", "out"):
            shutil.rmtree(self.directory / name)

    def kill_after(self, count, *arguments, sent=signal.SIGKILL):
        """Ends a run after `count` more blocks of its checkpoint. Returns the exit code and standard error."""
        path = self.directory / "c/checkpoint/blocks.csv"

        def lines():
            return path.read_bytes().count(b"\n") if path.exists() else 1

        last = lines() + count
        child = self.start(*arguments)
        self.wait_until(lambda: child.poll() is not None or lines() >= last)
        child.send_signal(sent)
        _, errors = child.communicate()
        return child.returncode, errors


class ResumeTest(CheckpointCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", awkward_text(800))
        self.write("e.txt", PUZZLES)

    def test_the_result_does_not_depend_on_the_moments_of_kills(self):
        rng = random.Random(20)
        for command, words in COMMANDS.items():
            self.assert_exit(0, self.run_program(*words, "--out", "whole", "--force"))
            for _ in range(6):
                self.kill_after(rng.randrange(20), *words, "--checkpoint", "c", "--resume", "--out", "out",
                                sent=rng.choice([signal.SIGKILL, signal.SIGINT]))
            self.resume(command)
            self.assert_same_results("whole", "out")
            if command == "bench":  # the block size of count depends on times
                self.assertEqual(self.steady("blocks.csv", "whole"), self.steady("blocks.csv", "out"))
            self.remove_results()

    def test_a_complete_run_is_not_repeated(self):
        for command in COMMANDS:
            self.resume(command)
            before = {name: self.text_of("c/checkpoint", name) for name in ("blocks.csv", "puzzles.csv")}
            last = "d.txt: resuming after 640" if command == "count" else "e.txt: resuming after 8"
            self.assertIn(f"{last} puzzles", self.resume(command).stderr)
            self.assertEqual(before, {name: self.text_of("c/checkpoint", name) for name in before})
            self.assert_fails(2, "--resume continues", *COMMANDS[command], "--checkpoint", "c", "--out", "other")
            self.remove_results()

    def test_another_run_is_refused(self):
        for command in COMMANDS:
            self.resume(command)
            for message, arguments in (("--max-solutions is [02], not 3", ["--max-solutions", "3"]),
                                       ("--timeout is 10s, not 7s", ["--timeout", "7s"])):
                self.assertRegex(self.resume(command, *arguments, code=4).stderr, message)
            other = "count" if command == "bench" else "bench"
            self.assertRegex(self.resume(other, code=4).stderr, f"command is '{command}', not '{other}'")
            shutil.rmtree(self.directory / "out")
            self.assert_exit(0, self.run_program(*COMMANDS[other], "--checkpoint", "c", "--force", "--out", "out"))
            self.remove_results()
        self.resume("count")
        self.write("d.txt", awkward_text(800).replace(FIVE, EIGHT))
        self.assertRegex(self.resume("count", code=4).stderr, "file_digest of d.txt is")

    def test_damage_is_detected(self):
        self.resume("count")
        for name in ("blocks.csv", "puzzles.csv", "progress.csv", "context.json"):
            path = self.directory / "c/checkpoint" / name
            whole = path.read_bytes()
            last = whole.rindex(b"\n", 0, -1) + 1 if name == "progress.csv" else 0
            for damaged in (whole[:last] + whole[last:].replace(b"0", b"1", 1), whole[:20]):
                path.write_bytes(damaged)
                with self.subTest(name=name, size=len(damaged)):
                    self.assertRegex(self.resume("count", code=4).stderr, r"\Ac/checkpoint/\w+\.(csv|json):")
            path.write_bytes(whole)
        self.resume("count")


class FilesTest(CheckpointCase):
    def test_a_resumed_count_ends_at_the_same_invalid_line(self):
        name = self.write("d.txt", [*[FIVE] * 45, "53..!", FIVE])
        for _ in range(2):
            result = self.count(name, "--per-puzzle", "--checkpoint", "c", "--resume", "--out", "out", code=4)
            self.assertIn("d.txt:46:5: ", result.stderr)
            self.assertEqual(("45", "225"), tuple(self.lasting("out")[name] for name in ("puzzles", "solutions")))
            self.assertEqual(45, len(self.rows("puzzles.csv")))

    def test_unexpected_counts_survive_a_resume(self):
        self.write("e.csv", ["puzzle,count", *(f"{FIVE},{5 + i % 2}" for i in range(2000))])
        arguments = ["count", "e.csv", "--engine", "dlx", "--threads", "1", "--checkpoint", "c", "--resume",
                     "--out", "out"]
        self.kill_after(1, *arguments)
        for _ in range(2):  # the second time, the count is already complete
            self.assert_fails(3, "1000 counts differ from what the dataset expects", *arguments)
            self.assertEqual("1000", self.lasting("out")["wrong"])

    def test_an_interrupt_keeps_the_partial_output(self):
        name = self.write("d.txt", [FIVE] * 40 + [EMPTY] * 4)
        code, errors = self.kill_after(1, "count", name, "--engine", "naive", "--timeout", "0s", "--threads", "1",
                                             "--checkpoint", "c", "--out", "out", sent=signal.SIGINT)
        self.assertEqual(130, code, errors)
        self.assertIn("continue with --resume", errors)
        self.assertFalse(self.context()["whole"])
        self.assertEqual("32", self.lasting("out")["puzzles"])

    def test_resume_does_not_replace_results_of_another_run(self):
        first, second = self.write("d.txt", PUZZLES), self.write("e.txt", PUZZLES[:3])
        self.count(first, "--out", "out")
        self.assert_fails(2, "--force replaces", "count", second, "--checkpoint", "c", "--resume", "--out", "out")
        self.assertEqual(str(len(PUZZLES)), self.lasting("out")["puzzles"])

    def test_a_directory_has_one_run_at_a_time(self):
        name = self.write("d.txt", [FIVE] * 40 + [EMPTY])
        for option in ("--out", "--checkpoint"):
            directory = option.strip("-")
            child = self.start("count", name, "--engine", "naive", "--timeout", "0s", option, directory)
            self.wait_until(lambda: list(self.directory.glob(f"{directory}/.*")) +
                            list(self.directory.glob(f"{directory}/*")))
            self.assert_fails(2, f"{directory}: another run is using this directory", "count", name, option,
                              directory, "--force")
            child.kill()
            child.communicate()
            self.count(self.write("e.txt", PUZZLES), option, directory, "--force")

    def test_usage(self):
        self.write("d.txt", PUZZLES)
        for command in ("bench", "count"):
            for message, *arguments in (
                    ("--resume|--force", "d.txt", "--checkpoint", "c", "--resume", "--force"),
                    ("--resume needs --checkpoint", "d.txt", "--resume"),
                    ("can be read twice, not '-'", "-", "--checkpoint", "c")):
                self.assert_fails(2, message, command, *arguments)


if __name__ == "__main__":
    main()
