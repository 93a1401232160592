"""Tests the stochastic engine in every command: it finds a solution or gives up, and never claims more."""

import sys

from cli_testing import CliTestCase, EIGHT, EMPTY, FIVE, IMPOSSIBLE, main, NEARLY_FULL, PLUGINS, UNIQUE, UNIQUE_SOLUTION

PUZZLES = [EIGHT, IMPOSSIBLE, FIVE, NEARLY_FULL, EMPTY]
SUCCESS = ("solved", "gave_up", "success_rate", "success_low", "success_high", "success_squares")


class AnnealTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", PUZZLES)

    def bench_by_chance(self, *arguments, code=0):
        result = self.bench("--engine", "anneal", "--dataset", "d.txt", "--max-solutions", "1", *arguments)
        self.assert_exit(code, result)
        return result

    def test_solve(self):
        result = self.solve("--engine", "anneal", self.write("u.txt", UNIQUE))
        self.assertEqual((0, UNIQUE_SOLUTION + "\n"), (result.returncode, result.stdout))

    def test_giving_up_is_not_reported_as_no_solution(self):
        result = self.solve("--engine", "anneal", self.write("i.txt", IMPOSSIBLE))
        self.assertEqual((75, "", "i.txt:1: gave up after 0 solutions\n"),
                         (result.returncode, result.stdout, result.stderr))

    def test_seeds_of_solve(self):
        self.write("e.txt", EMPTY)
        found = [self.solve("--engine", "anneal", "--seed", seed, "e.txt").stdout for seed in "1123"]
        self.assertEqual(found[0], found[1])
        self.assertEqual(3, len(set(found)))

    def test_unsupported_tasks_are_rejected(self):
        for message, *arguments in (
                ("supports --max-solutions 1 only", "solve", "--max-solutions", "2"),
                ("does not count", "count"),
                ("does not count", "plan", "--shards", "2", "--backend", "local", "--out", "p", "--"),
                ("does not always answer", "selftest")):
            command = arguments[0]
            dataset = [] if command == "selftest" else ["d.txt"]
            self.assert_fails(2, f"engine anneal finds a solution or gives up: it {message}",
                              *arguments, "--engine", "anneal", *dataset)
        self.assert_fails(2, "it does not count", "count", "d.txt", "--check", "anneal")
        self.assert_fails(2, "--seed is for stochastic engines", "solve", "--seed", "1", "d.txt")

    def test_shards(self):
        arguments = ("--repetitions", "4", "--isomorphs", "2", "--threads", "1", "--per-puzzle", "--warmup", "0s",
                     "--max-solutions", "1", "--engine", "anneal,dlx", "--dataset", "d.txt", "--quiet")
        self.assert_exit(0, self.run_program("bench", "--out", "whole", *arguments))
        for shard in ("0", "1"):
            self.assert_exit(0, self.run_program("bench", "--out", shard, "--shard", shard + "/2", *arguments))
        result = self.run_program("merge", "0", "1", "--out", "merged")
        self.assert_exit(0, result)
        self.assertRegex(result.stdout, r"anneal solved 32 of 40 \(80\.0 % \[[0-9.]+, [0-9.]+\]\) "
                                        r"with 4 seeds, 1 to 4\. ")
        for name, columns in (("summary.csv", SUCCESS), ("runs.csv", ("engine_seed", "gave_up", "verdict"))):
            whole, merged = ([[row[column] for column in columns] for row in self.rows(name, directory)
                              if row["engine"] == "anneal"] for directory in ("whole", "merged"))
            self.assertEqual(whole, merged)

    def answers(self):
        rows = self.rows("puzzles.csv", engine="anneal")
        return [(row["puzzle"], row["repetition"], row["runstatus"]) for row in rows]

    def test_answers_are_the_same_in_a_host_process(self):
        self.write("d.txt", [EIGHT, FIVE, EMPTY, IMPOSSIBLE, NEARLY_FULL])
        self.bench_by_chance("--repetitions", "2", "--per-puzzle")
        alone = self.answers()
        command = f"{sys.executable} -c 'import sys; [print(1, flush=True) for _ in sys.stdin]'"
        for beside in ["--plugin", f"{PLUGINS}/right.so"], ["--engine-cmd", f"own={command}"]:
            self.bench_by_chance("--repetitions", "2", "--per-puzzle", "--force", *beside)
            self.assertEqual(alone, self.answers())


if __name__ == "__main__":
    main()
