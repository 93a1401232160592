#!/usr/bin/python3
"""Tests scripts/check_run.py with one planted defect per test."""

import csv
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_run.py"
GOOD = {
    "engine": "naive", "dataset": "classic", "dataset_digest": "12ab", "puzzles": "6",
    "solved": "6", "timeouts": "0", "skipped": "0", "errors": "0", "solutions": "547",
    "wall_ns": "1000", "puzzles_per_second": "6e6", "answer_digest": "34cd", "verdict": "ok",
}


class CheckRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.rows = [dict(GOOD), {**GOOD, "engine": "dlx"}]
        self.documented = list(GOOD)

    def errors(self):
        with open(self.folder / "runs.csv", "w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, self.rows[0])
            writer.writeheader()
            writer.writerows(self.rows)
        readme = self.folder / "README.md"
        table = "".join(f"| `{column}` | meaning |\n" for column in self.documented)
        readme.write_text(
            f"# Results\n## runs.csv\n| column | meaning |\n|---|---|\n{table}"
            "\n| verdict | meaning |\n|---|---|\n| `ok` | right |\n"
            "## summary.csv\n| column | meaning |\n|---|---|\n| `median` | of `wall_ns` |\n",
            encoding="utf-8",
        )
        result = subprocess.run(
            [SCRIPT, self.folder, "--columns", readme, "--engines", "naive,dlx",
             "--solutions", "547"],
            capture_output=True, text=True, check=False,
        )
        self.assertEqual(result.returncode, 1 if result.stderr else 0)
        return result.stderr

    def test_a_wrong_engine_without_a_rate_is_reported(self):
        self.rows[1].update(verdict="wrong", puzzles_per_second="")
        self.assertIn("dlx: verdict wrong", self.errors())

    def test_a_missing_file_is_reported(self):
        result = subprocess.run([SCRIPT, self.folder], capture_output=True, text=True, check=False)
        self.assertEqual((1, f"{self.folder}/runs.csv: No such file or directory; bench --out writes this file\n"),
                         (result.returncode, result.stderr))

    def test_a_complete_run_has_no_errors(self):
        self.assertEqual(self.errors(), "")

    def test_a_missing_column_is_reported(self):
        self.documented.append("guesses")
        self.assertIn("column guesses is documented but missing", self.errors())

    def test_an_undocumented_column_is_reported(self):
        self.documented.remove("solved")
        self.assertIn("column solved is not documented", self.errors())

    def test_an_engine_without_a_row_is_reported(self):
        del self.rows[1]
        self.assertIn("no row of dlx", self.errors())

    def test_a_bad_verdict_is_reported(self):
        self.rows[1]["verdict"] = "disagreement"
        self.assertIn("dlx: verdict disagreement", self.errors())

    def test_an_unavailable_engine_is_ignored(self):
        self.rows[1].update(verdict="unavailable", puzzles="0", solved="0", solutions="0",
                            answer_digest="0", wall_ns="0")
        self.assertEqual("", self.errors())
        self.rows[0]["verdict"] = "unavailable"
        self.assertIn("no engine ran", self.errors())

    def test_an_unsolved_puzzle_is_reported(self):
        self.rows[0]["solved"] = "5"
        self.assertIn("5 of 6 puzzles solved", self.errors())

    def test_a_timeout_is_reported(self):
        self.rows[1]["timeouts"] = "1"
        self.assertIn("dlx: timeouts 1", self.errors())

    def test_an_unexpected_number_of_solutions_is_reported(self):
        self.rows[1]["solutions"] = "546"
        self.assertIn("546 solutions instead of 547", self.errors())

    def test_different_answer_digests_are_reported(self):
        self.rows[1]["answer_digest"] = "ffff"
        self.assertIn("answer_digest ffff of dlx, but 34cd of naive", self.errors())


if __name__ == "__main__":
    unittest.main()
