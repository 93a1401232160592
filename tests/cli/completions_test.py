"""What shells complete the command lines of the program to."""

import shutil
import subprocess

from cli_testing import CliTestCase, main


class CompletionsTest(CliTestCase):

    def script(self, shell):
        result = self.run_program("completions", shell)
        self.assert_exit(0, result)
        self.assertEqual("", result.stderr)
        return result.stdout

    def commands(self):
        """Those of the overview."""
        lines = self.run_program("--help").stdout.split("\ncommands:\n")[1].splitlines()
        words = [line.split()[1] for line in lines if line.startswith("  sudoku-bench ")]
        return [word for word in words if not word.startswith("-")]

    def completed(self, *words):
        """What bash has for the last of the words, which follow the name of the program."""
        program = ('eval "$1"; shift; COMP_WORDS=(sudoku-bench "$@"); COMP_CWORD=$#; _sudoku_bench; '
                   'printf "%s\\n" "${COMPREPLY[@]}"')
        result = subprocess.run(["bash", "-c", program, "bash", self.script("bash"), *words],
                                capture_output=True, text=True, check=True)
        self.assertEqual("", result.stderr)
        return result.stdout.split()

    def test_commands(self):
        self.assertEqual(self.commands(), self.completed(""))
        self.assertEqual(["compare", "completions", "conformance", "convert", "count"],
                         sorted(self.completed("co")))
        self.assertEqual(["compare"], self.completed("help", "comp")[:1])

    def test_options_are_those_of_the_command(self):
        self.assertEqual(["--max-puzzles", "--max-solutions", "--max-guesses"],
                         self.completed("bench", "--max"))
        self.assertEqual(["--resume"], self.completed("count", "d.txt", "--res"))
        self.assertEqual([], self.completed("bench", "--res"))
        for command in set(self.commands()) - {"help"}:
            text = self.run_program(command, "--help").stdout
            for option in self.completed(command, "--"):
                self.assertIn(option, text)

    def test_without_a_command_they_are_those_of_bench(self):
        self.assertEqual(["--per-puzzle"], self.completed("--per"))
        self.assertEqual(["--version"], self.completed("--vers"))
        self.assertEqual(["--dataset"], self.completed("--engine", "dlx", "--dat"))

    def test_engines(self):
        self.assertEqual(["bandjoin"], self.completed("bench", "--engine", "band"))
        self.assertEqual(["dlx"], self.completed("solve", "--engine", "dl"))

    def test_files_are_left_to_the_shell(self):
        self.assertEqual([], self.completed("bench", "d"))
        self.assertIn("complete -o default ", self.script("bash"))

    def test_other_shells(self):
        self.assertIn("bashcompinit", self.script("zsh"))
        fish = self.script("fish")
        self.assertIn("complete -c sudoku-bench -n __fish_use_subcommand -a compare "
                      "-d 'compare the results of two runs'\n", fish)
        self.assertIn("-n '__fish_seen_subcommand_from count' -l out -s o -r -d ", fish)
        self.assertIn(" -l force -d ", fish)
        for shell in filter(shutil.which, ("zsh", "fish")):
            subprocess.run([shell, "-n"], input=self.script(shell), text=True, check=True)

    def test_no_shell_and_one_that_is_not_known(self):
        self.assert_exit(2, self.run_program("completions"))
        result = self.run_program("completions", "bsh")
        self.assert_exit(2, result)
        self.assertIn("unknown shell 'bsh'; did you mean 'bash'? Choose from: bash, zsh, fish", result.stderr)


if __name__ == "__main__":
    main()
