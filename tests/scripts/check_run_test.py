#!/usr/bin/python3
"""Tests scripts/check_run.py with one planted defect at a time."""

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
UNAVAILABLE = {"verdict": "unavailable", "puzzles": "0", "solved": "0", "solutions": "0", "answer_digest": "0",
               "wall_ns": "0"}


class CheckRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def errors(self, changes, documented=tuple(GOOD)):
        """Returns the errors in a run of naive and of engines that differ from it."""
        rows = [dict(GOOD), *({**GOOD, "engine": "dlx", **change} for change in changes)]
        with open(self.folder / "runs.csv", "w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, GOOD)
            writer.writeheader()
            writer.writerows(rows)
        readme = self.folder / "README.md"
        table = "".join(f"| `{column}` | meaning |\n" for column in documented)
        readme.write_text(
            f"# Results\n## runs.csv\n| column | meaning |\n|---|---|\n{table}"
            "\n| verdict | meaning |\n|---|---|\n| `ok` | right |\n"
            "## summary.csv\n| column | meaning |\n|---|---|\n| `median` | of `wall_ns` |\n", encoding="utf-8")
        result = subprocess.run([SCRIPT, self.folder, "--columns", readme, "--engines", "naive,dlx",
                                 "--solutions", "547"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1 if result.stderr else 0)
        return result.stderr

    def test_a_missing_file_is_reported(self):
        result = subprocess.run([SCRIPT, self.folder], capture_output=True, text=True, check=False)
        self.assertEqual((1, f"{self.folder}/runs.csv: No such file or directory; bench --out writes this file\n"),
                         (result.returncode, result.stderr))

    def test_a_complete_run_has_no_errors(self):
        self.assertEqual("", self.errors([{}]))
        self.assertEqual("", self.errors([UNAVAILABLE]))

    def test_a_defect_is_reported(self):
        for change, message in (
                ({"verdict": "wrong", "puzzles_per_second": ""}, "dlx: verdict wrong"),
                ({"verdict": "disagreement"}, "dlx: verdict disagreement"),
                ({"solved": "5"}, "5 of 6 puzzles solved"),
                ({"timeouts": "1"}, "dlx: timeouts 1"),
                ({"solutions": "546"}, "546 solutions instead of 547"),
                ({"answer_digest": "ffff"}, "answer_digest ffff of dlx, but 34cd of naive"),
                ({"engine": "naive", **UNAVAILABLE}, "no row of dlx")):
            self.assertIn(message, self.errors([change]))
        self.assertIn("column guesses is documented but missing", self.errors([{}], (*GOOD, "guesses")))
        self.assertIn("column solved is not documented", self.errors([{}], {*GOOD} - {"solved"}))


if __name__ == "__main__":
    unittest.main()
