"""Tests the completions of command lines in bash, zsh and fish."""

import os
import shutil
import subprocess
import unittest

from cli_testing import CliTestCase, PROGRAM, main

# Names of datasets. No shell may split one or run a part of it.
ODD_NAMES = ["my data.txt", "it's \\ \"odd\".txt", "$(touch PWNED) `touch PWNED` $HOME (touch PWNED).txt", "*.txt"]


class CompletionsTest(CliTestCase):
    program = PROGRAM

    def script(self, shell):
        result = subprocess.run([self.program, "completions", shell], capture_output=True, text=True, check=False)
        self.assert_exit(0, result)
        self.assertEqual("", result.stderr)
        return result.stdout

    def install_odd_datasets(self):
        """Installs the program with other datasets."""
        datasets = self.directory / "share/sudoku-bench/datasets"
        datasets.mkdir(parents=True)
        for name in [*ODD_NAMES, "control\x1b[31m\n.txt"]:
            (datasets / name).write_text("." * 81 + "\n")
        (self.directory / "bin").mkdir()
        self.program = shutil.copy(PROGRAM, self.directory / "bin")

    def assert_nothing_ran(self):
        self.assertEqual([], list(self.directory.rglob("PWNED")))

    def completed(self, *words):
        """Returns the completions in bash of the last word. The words follow the name of the program."""
        program = ('eval "$1"; shift; COMP_WORDS=(sudoku-bench "$@"); COMP_CWORD=$#; _sudoku_bench; '
                   'printf "%s\\n" "${COMPREPLY[@]}"')
        result = subprocess.run(["bash", "-c", program, "bash", self.script("bash"), *words],
                                capture_output=True, text=True, check=True, cwd=self.directory)
        self.assertEqual("", result.stderr)
        return result.stdout.splitlines() if result.stdout != "\n" else []

    def test_words_are_completed(self):
        self.assertEqual(self.commands(), self.completed(""))
        self.write("hardest.txt", "")
        for words, expected in (
                (["co"], ["compare", "completions", "conformance", "convert", "count"]),
                (["help", "comp"], ["compare"]),
                (["bench", "--max"], ["--max-puzzles", "--max-solutions", "--max-guesses"]),
                (["count", "d.txt", "--res"], ["--resume"]), (["bench", "--check-"], []),
                # Without a command, options of bench are completed.
                (["--per"], ["--per-puzzle"]), (["--vers"], ["--version"]),
                (["--engine", "dlx", "--dat"], ["--dataset"]),
                (["bench", "--engine", "band"], ["bandjoin"]), (["solve", "--engine", "dl"], ["dlx"]),
                (["bench", "--engine", "dlx,band"], ["dlx,bandjoin"]),
                (["convert", "--to", "c"], ["csv", "canonical", "candidates", "candidate-grid"]),
                (["generate", "--symmetry", "rot"], ["rotate180", "rotate90"]), (["solve", "--to", "can"], []),
                (["bench", "--dataset", "mult"], ["multi.txt"]), (["bench", "har"], ["hard.txt", "hardest.txt"]),
                (["count", "mult"], ["multi.txt"]), (["compare", "har"], []), (["bench", "--out", "har"], []),
                (["bench", "d"], [])):
            found = self.completed(*words)
            self.assertEqual(sorted(expected), sorted(found[:1] if words[0] == "help" else found), words)
        self.assertIn("complete -o default ", self.script("bash"))  # the shell completes files
        self.assertIn("dlx,stack,naive", self.completed("bench", "--engine", "dlx,stack,"))
        self.write("one.txt", "." * 81)
        for form in self.completed("convert", "--to", ""):
            self.assert_exit(0, self.run_program("convert", "--to", form, "one.txt"))
        for command in set(self.commands()) - {"help"}:
            text = self.run_program(command, "--help").stdout
            for option in self.completed(command, "--"):
                self.assertIn(option, text)

    def test_names_of_datasets_stay_whole(self):
        self.install_odd_datasets()
        self.write("my file.txt", "")
        self.assertEqual(sorted(ODD_NAMES), sorted(set(self.completed("bench", "")) - {"my file.txt", "bin", "share"}))
        self.assertEqual(["my data.txt", "my file.txt"], self.completed("bench", "--dataset", "my"))
        for typed in ("my\\ d", "'my d", '"my d'):
            self.assertEqual(["my data.txt"], self.completed("bench", typed)[:1], typed)
        self.assert_nothing_ran()

    def completed_by_fish(self, words):
        result = subprocess.run(["fish", "--no-config"], capture_output=True, text=True, check=True,
                                input=self.script("fish") + f"complete -C 'sudoku-bench {words}'\n",
                                env={**os.environ, "HOME": str(self.directory)}, cwd=self.directory)
        return [line.split("\t")[0] for line in result.stdout.splitlines()]

    def completed_by_zsh(self, *words):
        """Returns the arguments of the helpers of zsh, which are stand-ins here."""
        program = """
            compdef() { }; compset() { }; _files() { print files }
            compadd() { shift; print -rl -- $@ }
            _describe() { print -l -- ${(P)2%%:*} }
            source <(print -r -- "$1"); shift
            words=(sudoku-bench "$@"); CURRENT=$#words; _sudoku-bench"""
        result = subprocess.run(["zsh", "-fc", program, "zsh", self.script("zsh"), *words],
                                capture_output=True, text=True, check=True)
        self.assertEqual("", result.stderr)
        return result.stdout.splitlines()

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        self.assertEqual(sorted([*self.commands(), "files"]), sorted(self.completed_by_zsh("")))
        self.assertIn("--check-sample", self.completed_by_zsh("count", "d.txt", "--"))
        self.assertNotIn("--check-sample", self.completed_by_zsh("bench", "d.txt", "--"))
        self.assertIn("--version", self.completed_by_zsh("--"))
        self.assertIn("lanes", self.completed_by_zsh("bench", "--engine", "dlx,"))
        self.assertIn("files", self.completed_by_zsh("bench", "d"))
        self.assertIn("hard.txt", self.completed_by_zsh("bench", "h"))
        self.assertEqual(["files"], self.completed_by_zsh("bench", "--out", "h"))
        self.assertEqual(["csv", "grid", "line"], sorted(self.completed_by_zsh("solve", "--to", "")))
        self.install_odd_datasets()
        self.assertEqual(sorted([*ODD_NAMES, "files"]), sorted(self.completed_by_zsh("bench", "m")))
        self.assert_nothing_ran()

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        for words, expected in (("count d.txt --resu", "--resume"), ("convert --to min", "minlex"),
                                ("bench --dataset har", "hard.txt"), ("count --engine bandj", "bandjoin")):
            self.assertEqual([expected], self.completed_by_fish(words))
        self.install_odd_datasets()
        for words in ("bench --dataset ", "count "):
            found = [word.replace("\\", "") for word in self.completed_by_fish(words)]
            self.assertLessEqual({name.replace("\\", "") for name in ODD_NAMES}, set(found))
        self.assert_nothing_ran()

    def test_other_shells(self):
        self.assertTrue(self.script("zsh").startswith("#compdef sudoku-bench\n"))
        fish = self.script("fish")
        self.assertIn("complete -c sudoku-bench -n __fish_use_subcommand -a compare "
                      "-d 'compare the results of two runs'\n", fish)
        self.assertIn("-n '__fish_seen_subcommand_from count' -l out -s o -r -d ", fish)
        self.assertIn(" -l force -d ", fish)
        for shell in filter(shutil.which, ("zsh", "fish")):
            subprocess.run([shell, "-n"], input=self.script(shell), text=True, check=True)

    def test_a_missing_or_unknown_shell_is_rejected(self):
        self.assert_exit(2, self.run_program("completions"))
        result = self.run_program("completions", "bsh")
        self.assert_exit(2, result)
        self.assertIn("unknown shell 'bsh'; did you mean 'bash'? Choose from: bash, fish, zsh", result.stderr)


if __name__ == "__main__":
    main()
