"""Tests the plan command."""

import re
import shutil
import subprocess
import unittest

from cli_testing import main, PATIENCE, rows_of, UNIQUE
from count_testing import CountCase, awkward_text

BACKENDS = ("local", "parallel", "slurm")
AWKWARD_NAME = "it's a $(set) 100% of \"puzzles\".txt"


class PlanTest(CountCase):
    def plan(self, backend, *arguments, dataset=AWKWARD_NAME):
        """Writes the script. Options of count come after `--`."""
        result = self.run_program("plan", dataset, "--shards", "3", "--backend", backend, "--out", "the results",
                                  *arguments)
        self.assert_exit(0, result)
        return self.write(f"{backend}.sh", result.stdout)

    def setUp(self):
        super().setUp()
        self.write(AWKWARD_NAME, awkward_text())

    def run_script(self, name, code=0):
        result = subprocess.run(["bash", name], cwd=self.directory, timeout=PATIENCE, check=False,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(code, result.returncode, result.stderr)

    def assert_script_counts(self, name):
        path = str((self.directory / AWKWARD_NAME).resolve())
        self.count(path, "--skip-invalid", "--per-puzzle", "--force", "--out", "whole")
        for _ in range(2):  # the second run has nothing left to count
            self.run_script(name)
            self.assertEqual(self.lasting("whole"), self.lasting("the results"))
            self.assertEqual(self.text_of("whole", "puzzles.csv"), self.text_of("the results", "puzzles.csv"))

    def test_local_and_parallel(self):
        self.assert_script_counts(self.plan("local", "--", "--skip-invalid", "--per-puzzle"))
        if shutil.which("parallel"):
            shutil.rmtree(self.directory / "the results")
            self.assert_script_counts(self.plan("parallel", "--limit", "2", "--", "--skip-invalid", "--per-puzzle"))

    def test_bench(self):
        command = ["plan", "bench", AWKWARD_NAME, self.write("e.txt", [UNIQUE] * 5), "--shards", "2", "--backend",
                   "local", "--out", "the results", "--", "--skip-invalid", "--engine=dlx,naive"]
        self.assert_fails(2, "plan does not pass --quiet to bench", *command, "--quiet")
        result = self.run_program(*command)
        self.assert_exit(0, result)
        self.run_script(self.write("bench.sh", result.stdout))
        rows = self.rows("summary.csv", "the results")
        self.assertEqual(["dlx", "naive"] * 2, [row["engine"] for row in rows])
        self.assertEqual({"5"}, {row["solved"] for row in rows[2:]})

    def test_unexpected_counts_are_reported_at_the_end(self):
        name = self.write("d.csv", ["puzzle,count", *[f"{UNIQUE},2"] * 12])
        for backend in ["local"] + ["parallel"] * (shutil.which("parallel") is not None):
            with self.subTest(backend):
                script = self.plan(backend, dataset=name)
                for _ in range(2):
                    self.run_script(script, code=3)
                    self.assertEqual("12", self.lasting("the results")["wrong"])
                shutil.rmtree(self.directory / "the results")

    def test_slurm(self):
        text = (self.directory / self.plan("slurm", "--limit", "2", "--threads", "4", "--",
                                           "--max-solutions", "2", "--skip-invalid")).read_text()
        for part in ("--array=0-2%2 ", " --requeue ", "--cpus-per-task=4 ",
                     '--dependency="afterok:$array"', "scontrol requeue", "--max-solutions=2"):
            self.assertIn(part, text)

    def test_options_of_sbatch_are_those_of_both_jobs(self):
        text = (self.directory / self.plan("slurm", "--sbatch", "--time=36:00:00  --comment=$x", "--",
                                           "--skip-invalid")).read_text()
        for job in text.split("sbatch --parsable")[1:]:
            self.assertIn(" --time=36:00:00 $'--comment=$x' ", job.split("<<")[0])

    def test_names_cannot_inject_lines_into_scripts(self):
        for name in ("a\nEND_OF_JOB\ntouch PWNED #.txt", "'\n$(touch PWNED)\n`touch PWNED`\\.txt",
                     "\x01\x7f\r\t\\'\"$x\\n.txt"):
            self.write(name, [UNIQUE])
            texts = [(self.directory / self.plan(backend, dataset=name)).read_text() for backend in BACKENDS]
            self.assertIsNone(re.search(r"(?m)^(touch|\$\(|`)", "".join(texts)))
            dataset, = {re.search(r'(?m)--out "\$out/shard-\$1" (.*) \|\| status', text)[1] for text in texts}
            result = subprocess.run(["bash", "-c", f"printf %s {dataset}"], cwd=self.directory, capture_output=True,
                                    check=True)
            self.assertEqual(str((self.directory / name).resolve()).encode(), result.stdout)

    @unittest.skipUnless(shutil.which("shellcheck"), "there is no shellcheck")
    def test_shellcheck_accepts_the_scripts(self):
        for backend in BACKENDS:
            name = self.plan(backend, "--", "--skip-invalid", "--engine", "dlx", "--timeout", "0s",
                             dataset=self.write("d.txt", [UNIQUE]))
            names = [name]
            if backend == "slurm":  # the jobs are here-documents
                parts = (self.directory / name).read_text().split("'END_OF_JOB'\n")[1:]
                names += [self.write(f"job{i}.sh", part.split("\nEND_OF_JOB\n")[0] + "\n")
                          for i, part in enumerate(parts)]
            result = subprocess.run(["shellcheck", *names], cwd=self.directory, check=False,
                                    capture_output=True, text=True)
            self.assertEqual("", result.stdout + result.stderr)

    def test_usage(self):
        options = ["--shards", "2", "--backend", "local", "--out", "o"]
        for missing in range(0, len(options), 2):
            rest = options[:missing] + options[missing + 2:]
            self.assert_fails(2, f"plan needs {options[missing]}", "plan", AWKWARD_NAME, *rest)
        self.assert_fails(2, "plan needs FILE", "plan", *options)
        self.assert_fails(2, "--limit needs", "plan", AWKWARD_NAME, *options, "--limit", "2")
        self.assert_fails(2, "--sbatch needs", "plan", AWKWARD_NAME, *options, "--sbatch", "--exclusive")
        grid = self.write("d.sdk", rows_of(UNIQUE))
        self.assert_fails(2, "in that form with sudoku-bench convert", "plan", grid, *options)


if __name__ == "__main__":
    main()
