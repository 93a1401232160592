"""Tests the generate command."""

import json
import re
import signal

from cli_testing import CliTestCase, PATIENCE, main


class GenerateTest(CliTestCase):
    def generate(self, *arguments):
        if "--seed" not in arguments:
            arguments += ("--seed", "1")
        return self.output_of("generate", *arguments)

    def test_output_does_not_depend_on_threads_shards_and_number(self):
        for what in (["--minimal"], ["--holes", "46"], ["--unique", "--symmetry", "rotate180"]):
            whole = self.generate("--puzzles", "200", *what, "--threads", "1")
            self.assertEqual(200, whole.count("\n"))
            self.assertEqual(whole, self.generate("--puzzles", "200", *what, "--threads", "2"))
            parts = [self.generate("--puzzles", "200", *what, "--shard", f"{i}/3") for i in range(3)]
            self.assertEqual(whole, "".join(parts))
            self.assertTrue(whole.startswith(self.generate("--puzzles", "10", *what)))
            self.assertNotEqual(whole, self.generate("--puzzles", "200", *what, "--seed", "2"))

    def meta(self, name="d.txt"):
        return json.loads((self.directory / f"{name}.meta.json").read_text("utf-8"))

    def new_puzzle(self, *arguments):
        """Returns the puzzle of a call without a seed, and the seed that it prints."""
        result = self.run_program("generate", *arguments)
        self.assert_exit(0, result)
        line, = result.stdout.splitlines()
        seed, repeated = re.fullmatch(r"sudoku-bench: seed (\d+); repeat with --seed (\d+)\n", result.stderr).groups()
        self.assertEqual(seed, repeated)
        return line, seed

    def test_without_options_each_call_makes_another_puzzle(self):
        for arguments in ([], ["--difficulty", "hard"], ["--grids", "1"]):
            (first, seed), (second, _) = self.new_puzzle(*arguments), self.new_puzzle(*arguments)
            self.assertNotEqual(first, second)
            self.assertEqual(first + "\n", self.generate(*arguments, "--seed", seed))
            solved = self.run_program("solve", "--max-solutions", "2", input=first + "\n")
            self.assertEqual(1, solved.stdout.count("\n"))

    def test_a_single_puzzle_is_drawn_on_a_terminal(self):
        drawn = self.generate("--to", "grid")
        self.assertEqual((0, drawn, ""), self.run_on_terminal("generate", "--seed", "1"))
        self.assertEqual(12, drawn.count("\n"))
        self.assertEqual((0, self.generate("--puzzles", "2"), ""),
                         self.run_on_terminal("generate", "--puzzles", "2", "--seed", "1"))

    def test_every_form_is_written_to_a_file(self):
        lines = self.generate("--puzzles", "3")
        for form in "line", "csv", "grid", "json":
            text = self.generate("--puzzles", "3", "--to", form)
            self.assertEqual(lines, self.run_program("convert", input=text).stdout, form)
            self.generate("--puzzles", "3", "--to", form, "--out", "d.txt", "--force")
            self.assertEqual(text, (self.directory / "d.txt").read_text("ascii"))

    def test_forms_include_the_known_solutions(self):
        for arguments, count in ((["--unique"], "1"), (["--impossible"], "0"), (["--grids", "2"], "1"),
                                 (["--holes", "50"], "")):
            header, *rows = self.generate(*arguments, "--to", "csv").splitlines()
            self.assertEqual("puzzle,count,solution", header)
            self.assertEqual({count}, {row.split(",")[1] for row in rows})
            for puzzle, _, solution in (row.split(",") for row in rows):
                self.assertRegex(solution or puzzle, f"^{puzzle}$")
                self.assertEqual(count == "0", solution == "")
            page = self.generate(*arguments, "--to", "html")
            self.assertEqual(0 if count == "0" else len(rows), page.partition("Solutions")[2].count("<svg"))
        self.assert_fails(2, "--to html and --shard cannot be combined", "generate", "--to", "html", "--shard", "0/2")

    def test_only_the_first_part_has_the_header(self):
        parts = [self.generate("--puzzles", "4", "--to", "csv", "--shard", f"{i}/2") for i in range(2)]
        self.assertEqual(self.generate("--puzzles", "4", "--to", "csv"), "".join(parts))

    def test_latin_squares(self):
        note = "sudoku-bench: this format does not record Latin squares; read it back with --shape 1x12\n"
        for arguments in (["--grids", "6"], ["--puzzles", "6", "--unique"],
                          ["--puzzles", "6", "--holes", "42%", "--balanced"]):
            made = {threads: self.run_program("generate", "--shape", "1x12", *arguments, "--seed", "1",
                                              "--threads", threads) for threads in ("1", "2")}
            self.assertEqual(made["1"].stdout, made["2"].stdout)
            self.assertEqual(note, made["1"].stderr)
            squares = made["1"].stdout.splitlines()
            self.assertEqual(6, len(set(squares)))
        self.assertEqual({round(0.42 * 144)}, {square.count(".") for square in squares})

    def test_the_meta_file_of_other_shapes_and_of_candidates(self):
        for shape, method in (("8x8", "switching"), ("1x64", "chain")):
            self.run_program("generate", "--shape", shape, "--grids", "1", "--seed", "1", "--out", "d.txt", "--force")
            self.assertEqual((shape, method), (self.meta()["shape"], self.meta()["method"]))
        self.generate("--candidates", "--out", "d.txt", "--force")
        self.assertEqual({"candidates": "minimal", "max_attempts": 10000}, self.meta()["requirements"])
        self.assertNotIn("shape", self.meta())

    def test_a_meta_file_is_written(self):
        arguments = ["--grids", "30", "--method", "lasvegas", "--seed", "5"]
        stdout = self.generate(*arguments)
        self.assertEqual("", self.generate(*arguments, "--out", "grids.txt"))
        self.assertEqual(stdout, (self.directory / "grids.txt").read_text("ascii"))
        meta = self.meta("grids.txt")
        self.assertEqual(("lasvegas", 5, 30), (meta["method"], meta["seed"], meta["puzzles"]))
        self.assertEqual(["generate", *arguments, "--out", "grids.txt"], meta["arguments"])
        self.assertGreater(meta["restarts"], 0)
        self.bench("--engine", "bitmask", "--dataset", "grids.txt")
        self.assertEqual([meta["dataset_digest"]], self.column("runs.csv", "dataset_digest"))

    def test_puzzles_before_one_that_cannot_be_made_are_written(self):
        arguments = ["--puzzles", "200", "--unique", "--clues", "24"]
        all_lines = self.generate(*arguments).splitlines()
        for threads in "1", "3":
            for out in [], ["--out", "d.txt", "--force"]:
                result = self.run_program("generate", *arguments, "--seed", "1", "--attempts", "5",
                                          "--threads", threads, *out)
                self.assert_exit(75, result)
                text = (self.directory / "d.txt").read_text("ascii") if out else result.stdout
                lines = text.splitlines()
                self.assertIn(len(lines), range(1, 200))
                self.assertEqual(all_lines[:len(lines)], lines)
                self.assertEqual(
                    f"sudoku-bench: puzzle {len(lines) + 1}: no suitable puzzle in 5 full grids; raise --attempts\n"
                    f"sudoku-bench: wrote {len(lines)} of 200 puzzles\n", result.stderr)
        self.assertEqual(len(lines), self.meta()["puzzles"])
        result = self.run_program("generate", "--unique", "--clues", "17", "--attempts", "5", "--out", "none.txt")
        self.assert_exit(75, result)
        self.assertIn("no suitable puzzle in 5 full grids", result.stderr)
        self.assertEqual([], list(self.directory.glob("none*")))

    def test_an_existing_meta_file_is_not_replaced(self):
        for options in ["--seed", "1"], ["--mine", "--puzzles", "1", "--rounds", "1"]:
            self.write("d.txt.meta.json", "mine")
            self.assert_fails(2, "d.txt.meta.json already exists; use --force to replace it", "generate", *options,
                              "--out", "d.txt")
            self.assertEqual(["d.txt.meta.json"], [path.name for path in self.directory.iterdir()])
            self.assert_exit(0, self.run_program("generate", *options, "--out", "d.txt", "--force"))
            self.assertIn("wall_seconds", self.meta())
            (self.directory / "d.txt").unlink()

    def test_an_interrupt_keeps_the_partial_output(self):
        child = self.start("generate", "--puzzles", "100000000", "--minimal", "--seed", "1", "--out", "d.txt")
        self.wait_until(lambda: any(path.stat().st_size for path in self.directory.iterdir()))
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate()
        self.assertEqual(130, child.returncode)
        self.assertEqual({"d.txt", "d.txt.meta.json"}, {path.name for path in self.directory.iterdir()})
        lines = (self.directory / "d.txt").read_text("ascii").splitlines()
        self.assertEqual(self.meta()["puzzles"], len(lines))
        self.assertIn(f"interrupted after {len(lines)} of 100000000 puzzles", errors)
        self.assertEqual(self.generate("--puzzles", "5", "--minimal").splitlines(), lines[:5])

    def test_names_of_standard_output(self):
        grids = self.generate("--grids", "3")
        for name in ("-", "/dev/stdout"):
            self.assertEqual(grids, self.generate("--grids", "3", "--out", name))
        self.assertEqual([], list(self.directory.iterdir()))

    def mine(self, *arguments, **options):
        return self.run_program("generate", "--mine", "--puzzles", "30", *arguments, **options)

    def test_a_search_resumes(self):
        self.assert_exit(0, self.mine("--rounds", "6", "--threads", "2", "--out", "whole.txt"))
        result = self.mine("--rounds", "6", "--time-limit", "1ns", "--out", "d.txt")
        self.assert_exit(75, result)
        self.assertIn("0 of 6 rounds done; repeat the command to continue from d.txt.pool.json", result.stderr)
        self.assertFalse((self.directory / "d.txt").exists())
        for rounds in ("3", "6", "6"):
            self.assert_exit(0, self.mine("--rounds", rounds, "--threads", "1", "--out", "d.txt"))
        for name in (".txt", ".txt.pool.json"):
            self.assertEqual((self.directory / f"whole{name}").read_bytes(), (self.directory / f"d{name}").read_bytes())
        meta = self.meta()
        self.assertEqual((6, 30), (meta["rounds"], meta["puzzles"]))
        self.assertGreater(meta["median_guesses"]["highest"], meta["median_guesses"]["lowest"])
        for other, message in ((["--rounds", "5"], r"already has 6 rounds: use --rounds 6 or more to continue"),
                               (["--rounds", "6", "--seed", "2"], "belongs to another search: --seed 1")):
            result = self.mine(*other, "--out", "d.txt")
            self.assert_exit(2, result)
            self.assertRegex(result.stderr, message)
        self.write("d.txt.pool.json", "no pool")
        self.assert_exit(4, self.mine("--rounds", "6", "--out", "d.txt"))

    def test_an_interrupted_search_keeps_its_pool(self):
        child = self.start("generate", "--mine", "--puzzles", "30", "--rounds", "1000000000", "--out", "d.txt")
        self.wait_until((self.directory / "d.txt.pool.json").exists)
        child.send_signal(signal.SIGINT)
        self.assertEqual(130, child.wait(PATIENCE))
        self.assertEqual(["d.txt.pool.json"], [path.name for path in self.directory.iterdir()])
        pool = json.loads((self.directory / "d.txt.pool.json").read_text("utf-8"))
        rounds = pool["rounds"] + 1
        self.assert_exit(0, self.mine("--rounds", str(rounds), "--out", "d.txt"))

    def test_bad_combinations(self):
        """tests/harness/commands/command_test.cpp has the messages."""
        for line in """--holes 46 --balanced --unique, --holes 46%%, --holes 100.5%, --holes %, --shape 1x1, --shape
                       8x9, --shape 1x5 --clues 26, --grids 1 --minimal, --grids 1 --attempts 3, --minimal --unique,
                       --unique --solutions 2..3, --holes 46 --clues 30..40, --clues 30..20, --clues 20..82,
                       --solutions 0..2, --minimal --symmetry rotate18, --mine --rounds 1 --out -, --mine, --minimal
                       --clues 22..23 --symmetry rotate90, --impossible --minimal, --minimal extra, --grids 0, --grids
                       1 --shape 81, --holes 17 --shape 2x2, --unique --clues 2 --shape 2x2, --clues 5 --symmetry
                       rotate180 --shape 2x2, --mine --puzzles 1 --shape 4x4 --out f""".replace("\n", " ").split(","):
            self.assert_exit(2, self.run_program("generate", *line.split()))


if __name__ == "__main__":
    main()
