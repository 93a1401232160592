"""Tests the audit command."""

import json

from cli_testing import CliTestCase, EMPTY, FIVE, IMPOSSIBLE, UNIQUE, UNIQUE_SOLUTION, main

# UNIQUE, transposed and with 1 and 2 exchanged.
ISOMORPH = "".join(UNIQUE[9 * column + row] for row in range(9) for column in range(9)).translate(
    str.maketrans("12", "21"))
# UNIQUE with a redundant clue.
REDUNDANT = UNIQUE[:1] + UNIQUE_SOLUTION[1] + UNIQUE[2:]

PLANTED = [
    "# a comment",                 # 1
    UNIQUE,                        # 2
    UNIQUE[:80],                   # 3: too short
    FIVE,                          # 4: several solutions
    UNIQUE.replace(".", "0"),      # 5: duplicate
    ISOMORPH,                      # 6: isomorph
    UNIQUE[:40] + "k" + UNIQUE[41:],  # 7: damaged
    IMPOSSIBLE,                    # 8: no solution
    "",
    EMPTY,                         # 10: very many solutions
    REDUNDANT,                     # 11
]


class AuditTest(CliTestCase):
    def audit(self, *arguments, **options):
        result = self.run_program("audit", *arguments, **options)
        self.assert_exit(0, result)
        self.assertRegex(result.stderr, r"\Asudoku-bench: \d+ puzzles? in .* s, .*/s\n\Z")
        return result.stdout

    def report(self, *arguments, **options):
        return json.loads(self.audit("--json", *arguments, **options))

    def test_planted_defects(self):
        report = self.report("--isomorphs", self.write("d.txt", PLANTED))
        self.assertEqual(7, report["puzzles"])
        self.assertEqual([(3, 81), (7, 41)], [(bad["line"], bad["column"]) for bad in report["rejected"]["first"]])
        self.assertEqual([{"line": 5, "first_line": 2}], report["duplicates"]["first"])
        self.assertEqual([{"line": 6, "first_line": 2}], report["isomorphs"]["first"])
        self.assertEqual([{"line": 8, "what": "two 1s in row 1"}], report["solutions"]["none"]["first"])
        self.assertEqual([{"line": 4}, {"line": 10}], report["solutions"]["several"]["first"])
        self.assertEqual(4, report["solutions"]["one"])
        self.assertEqual([{"line": 11}], report["minimality"]["redundant"]["first"])
        self.assertEqual(3, report["minimality"]["minimal"])
        self.assertEqual({"0": 1, "2": 1, "21": 3, "22": 1},
                         {key: report["clues"][key] for key in ("0", "2", "21", "22")})

    def test_text(self):
        text = self.audit("--isomorphs", self.write("d.txt", PLANTED))
        for line in ("d.txt: 7 puzzles, 2 rejected, digest ",
                     "  duplicates   1\n", "  isomorphs    1 more\n",
                     "  solutions    4 puzzles have one, 1 none, 2 several, 0 undecided\n",
                     "  minimality   3 need every clue, 1 does not, 0 undecided\n",
                     "\nd.txt:3:81: rejected: ", "\nd.txt:7:41: rejected: ",
                     "\nd.txt:5: duplicate of line 2\n", "\nd.txt:6: isomorph of line 2\n",
                     "\nd.txt:8: no solution: two 1s in row 1\n", "\nd.txt:10: several solutions\n"):
            self.assertIn(line, text)

    def test_text_of_one_puzzle(self):
        self.assertEqual(self.report(UNIQUE) | {"dataset": "one.txt"}, self.report(self.write("one.txt", [UNIQUE])))
        text = self.audit(UNIQUE)
        self.assertIn(": 1 puzzle, 0 rejected, digest ", text)
        self.assertIn("  solutions    1 puzzle has one, 0 none, 0 several, 0 undecided\n", text)
        self.assertRegex(text, "  minimality   (1 needs every clue, 0 do|0 need every clue, 1 does) not, 0 und")

    def test_isomorphs_are_searched_only_on_request(self):
        name = self.write("d.txt", PLANTED)
        self.assertIsNone(self.report(name)["isomorphs"])
        self.assertIn("  isomorphs    not searched (--isomorphs)\n", self.audit(name))

    def test_expectations(self):
        name = self.write("d.csv", ["puzzle,count", f"{FIVE},5", f"{UNIQUE},2"])
        report = self.report(name)
        self.assertEqual([3], [bad["line"] for bad in report["unexpected"]["first"]])
        self.assertEqual(1, report["unchecked_counts"])
        self.assertIn("  expected     1 count above two not checked; use the count command\n", self.audit(name))


if __name__ == "__main__":
    main()
