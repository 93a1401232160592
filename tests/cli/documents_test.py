"""Tests the documents: every link resolves, and every command line works."""

import gzip
import os
import re
import shutil
import subprocess

from cli_testing import (CliTestCase, EIGHT, FIVE, main, MANY, MORE, NEARLY_FULL, PATIENCE, PLUGINS, PROGRAM, ROOT,
                         rows_of, UNIQUE)

DOCUMENTS = sorted(path for pattern in ("*.md", "*/*.md", "*/*/*.md") for path in ROOT.glob(pattern)
                   if path.relative_to(ROOT).parts[0] not in ("build", ".git"))

COMMAND = re.compile(r"\$ (.*)|((?:sudoku-bench |scripts/|plot_\w+\.py |for |bash |cmake |build/).*)")
# Commands that this test does not run, and the reason.
ELSEWHERE = {
    r"scripts/(bench|test)\b": "the build that this test is of",
    r"scripts/bench-(report|sizes|latin) ": "tests/scripts/bench_scripts_test.py",
    r"scripts/bench-revisions ": "tests/scripts/bench_revisions_test.py",
    r"bash job\.sh$": "scripts/test-slurm",
    r"cmake ": "the build that this test is of, and the test of the package",
    r"build/release/sudoku-microbench$": "it takes minutes",
    r"sudoku-bench selftest\b": "tests/cli/selftest_test.py",
}
# Replacements that shorten a command or let it run in another directory.
INSTEAD = [
    (r"/(tmp|shared)/", "./"),
    (r"^(?=plot_)", "scripts/"),
    (r"scripts/", f"{ROOT}/scripts/"),
    (r"COMMAND", "count"),
    (r"libmine\.so:Solve", "libmine.so:AnotherName"),
    (r"--rounds 300", "--rounds 1"),
    (r"--puzzles (500|1000|1700)", "--puzzles 3"),
    (r"seq 46 57", "seq 46 47"),
    (r"--timeout 1s", "--timeout 50ms"),
    (r"conformance --engine-cmd", "conformance --max-solutions 1 --engine-cmd"),
]
# Allowed exit codes other than 0, for commands that depend on the machine.
MAY_END_WITH = {r"sudoku-bench (compare|.*--fail-if-slower)": {5, 6}}


def anchor(heading):
    """Returns the anchor that GitHub derives from a heading."""
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
    return text.replace(" ", "-")


def headings(text):
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return {anchor(match) for match in re.findall(r"^#+ (.*)$", without_code, re.M)}


def commands(text):
    """Returns the command lines of the code blocks without a language, without comments."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines() if not language else ():
            match = COMMAND.fullmatch(line)
            if match:
                yield re.sub(r"\s+# .*$|\s{3,}.*$", "", match[1] or match[2])


def short(command):
    for pattern, replacement in INSTEAD:
        command = re.sub(pattern, replacement, command)
    return command


class DocumentsTest(CliTestCase):
    def test_documents_of_the_folders(self):
        self.assertLessEqual(len((ROOT / "README.md").read_bytes()), 8192)
        for folder in ("engines", "harness", "datasets", "results", "scripts", "tests"):
            self.assertIn(ROOT / folder / "README.md", DOCUMENTS)
        section = re.search(r"(?s)\n## Rooms\n(.*?)\n## ", (ROOT / "harness/README.md").read_text("utf-8"))[1]
        self.assertEqual({path.name for path in (ROOT / "harness").iterdir() if path.is_dir()},
                         set(re.findall(r"\*\*(\w+)\*\*", section)))

    def test_links_resolve(self):
        count = 0
        for document in DOCUMENTS:
            for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
                if link.startswith(("https://", "http://")):
                    continue
                count += 1
                path, _, fragment = link.partition("#")
                target = document.parent / path if path else document
                self.assertTrue(target.exists(), f"{document.relative_to(ROOT)}: {link}")
                if fragment:
                    self.assertIn(fragment, headings(target.read_text("utf-8")),
                                  f"{document.relative_to(ROOT)}: {link}")
        self.assertGreater(count, 30)

    def fill_directory(self):
        """Creates the files that the documents mention."""
        puzzles = [UNIQUE, FIVE, EIGHT]
        for name in ("a.txt", "big.txt", "hard.txt", "famous.txt", "puzzle.txt", "board.txt"):
            self.write(name, puzzles)
        self.write("multi.txt", [FIVE, EIGHT, MANY])
        self.write("many.csv", [NEARLY_FULL, MORE])
        (self.directory / "b.csv.gz").write_bytes(gzip.compress(f"puzzle\n{NEARLY_FULL}\n".encode()))
        self.write("puzzles.sdk", rows_of(UNIQUE))
        (self.directory / "datasets").mkdir()
        shutil.copy(ROOT / "datasets/multi.txt", self.directory / "datasets")
        for run in (ROOT / "results").glob("reference*"):
            shutil.copytree(run, self.directory / "results" / run.name)
        for name in "libmine.so", "a.so", "b.so":
            shutil.copy(PLUGINS / "right.so", self.directory / name)
        shutil.copy(ROOT / "scripts/examples/mine.py", self.directory)
        # The program detects the compression by the content, not by the name.
        (self.directory / "huge.txt.zst").write_bytes(gzip.compress(f"{UNIQUE}\n{FIVE}\n".encode()))
        for run in ("old", "new"):
            self.assert_exit(0, self.run_program("bench", "hard.txt", "--engine", "dlx,bitmask", "--out",
                                                 f"results/{run}", "--quiet", "--warmup", "0s"))

    def run_in_shell(self, command):
        binaries = self.directory / "bin"
        if not binaries.exists():
            binaries.mkdir()
            (binaries / "sudoku-bench").symlink_to(PROGRAM)
        environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}"}
        return subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=self.directory,
                              env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)

    def test_command_lines_work(self):
        self.fill_directory()
        done = set()
        for document in DOCUMENTS:
            for command in commands(document.read_text("utf-8")):
                if command in done or any(re.match(pattern, command) for pattern in ELSEWHERE):
                    continue
                done.add(command)
                result = self.run_in_shell(short(command))
                allowed = {0}.union(*(codes for pattern, codes in MAY_END_WITH.items() if re.match(pattern, command)))
                self.assertIn(result.returncode, allowed,
                              f"{document.relative_to(ROOT)}: {command}\n{result.stdout}{result.stderr}")
        self.assertGreater(len(done), 30)


if __name__ == "__main__":
    main()
