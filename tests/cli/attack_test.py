"""Attacks the commands with damaged files, with names that could control a terminal or a shell, and with links.

A damaged file must be rejected with one line and exit code 4. The fuzz targets damage files at random."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import urllib.parse

from cli_testing import CliTestCase, EIGHT, FIVE, NEARLY_FULL, UNIQUE, limit_file_size, main

PUZZLES = [UNIQUE, NEARLY_FULL, FIVE, EIGHT]
BENCH = ["bench", "--engine", "bitmask,dlx", "d.txt", "--threads", "1", "--warmup", "0s", "--quiet", "--block-size",
         "4", "--per-puzzle", "--max-solutions", "7"]
COUNT = ["count", "d.txt", "--per-puzzle", "--threads", "1", "--max-solutions", "7"]
RESUME = [*COUNT, "--checkpoint", "c", "--out", "out"]
MINE = ["generate", "--mine", "--puzzles", "3", "--rounds", "1", "--threads", "1", "--out", "m.txt"]

# The steps that write files, the commands that read them, and the files.
SCENES = {
    "bench": ([[*BENCH, "--shard", f"{i}/2", "--out", f"s{i}"] for i in range(2)],
              [["merge", "s0", "s1", "--out", "out"], ["compare", "s1", "s1"]], "s1/*"),
    "history": ([[*BENCH, "--out", "a"], [*BENCH, "--out", "s1"]],
                [["compare", "--history", "a", "s1"], ["show", "s1"]], "s1/[cs][ou]*"),
    "count": ([[*COUNT, "--shard", f"{i}/2", "--out", f"s{i}"] for i in range(2)],
              [["merge", "s0", "s1", "--out", "out"]], "s1/*"),
    "resume": ([RESUME], [[*RESUME, "--resume"]], "c/checkpoint/[bcp]*"),
    "mine": ([MINE], [[*MINE, "--force"]], "m.txt.pool.json"),
}
FILE_LIMIT = 4_000  # bytes; a larger file ends the count that is resumed later

MANY_MEMBERS = {str(number): 0 for number in range(101)}

# Sets the title and the colours of a terminal, moves its cursor, writes from right to left, and forges a line.
EVIL = "x\x1b]0;title\x07\x1b[31m\x9b2J\x7f\u202e\u2066\u2028\x08\r\n  forged  1.00\t\ufeff"
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\udc80-\udcff]")
NAMES = [EVIL.encode() + b"\x9b31m\xe9", b" blanks and\ttabs ", b"a\nEND_OF_JOB\ntouch PWNED #.txt",
         b"it's `touch PWNED` $(touch PWNED) ${x} \\' \"; touch PWNED; \" & 100%.txt", b"comma,;\"quote\"\"quotes\",",
         b"caf\xe9 \xff\xfe\x80", "naïve 数独 😀".encode(), b"data:,caf%E9.txt", b"--help", b"#,\\n\\x41\\\\\x01\x1b[31m"]


def damages_with_messages(content, is_json, is_resumed):
    """Yields damaged contents of a file, and patterns of their messages. A resumed run repairs torn rows, and needs no
    digest."""
    if is_json:
        whole = json.loads(content)
        if not is_resumed:
            yield json.dumps({name: member for name, member in whole.items() if name != "digest"}).encode(), ": "
        yield json.dumps({**whole, "seed": 99}).encode(), ": "
        for members in MANY_MEMBERS, {"notes": [{"a": MANY_MEMBERS}]}:
            yield json.dumps(members).encode(), ": has an object with more than 100 members$"
        yield b'{\n  "seed": 1,\n}', r":3:1: invalid JSON: syntax error while parsing object key - [^\n]*$"
    elif not is_resumed:
        *rows, last = content.splitlines(True)
        yield b"", ":"
        yield content[:-2] + (b"1" if content[-2:-1] != b"1" else b"2") + b"\n", ":"
        for changed in rows, [*rows, last, last], [*rows[:-1], last, rows[-1]]:
            yield b"".join(changed), ":"


class DamageTest(CliTestCase):
    def prepare(self, steps):
        """Writes the files of a scene in a new directory."""
        shutil.rmtree(self.directory)
        self.directory.mkdir()
        self.write("d.txt", PUZZLES * 12)
        for step in steps:
            is_partial = "--checkpoint" in step
            result = self.run_program(*step, preexec_fn=limit_file_size(FILE_LIMIT) if is_partial else None)
            self.assert_exit(74 if is_partial else 0, result)

    def result(self, command):
        """Runs a command on a copy of the directory. Returns the exit code, the output and the errors."""
        copy = self.directory.with_name(self.directory.name + "-copy")
        subprocess.run(["cp", "--archive", self.directory, copy], check=True)  # also copies a FIFO
        result = self.run_program(*command, cwd=copy, text=False)
        shutil.rmtree(copy)
        errors = [line for line in result.stderr.decode(errors="backslashreplace").splitlines()
                  if not line.startswith("sudoku-bench: ")]
        return result.returncode, result.stdout, errors

    def scenes(self):
        """Yields each file with each command that reads it."""
        for steps, commands, pattern in SCENES.values():
            self.prepare(steps)
            for command in commands:
                code, _, errors = self.result(command)
                self.assertEqual((0, []), (code, errors), command)
                for path in sorted(self.directory.glob(pattern)):
                    kept = path.read_bytes()
                    yield path, command
                    path.unlink()
                    path.write_bytes(kept)

    def assert_rejected(self, path, command, message):
        code, output, errors = self.result(command)
        name = re.escape(str(path.relative_to(self.directory)))
        with self.subTest(file=name, command=command):
            self.assertEqual((4, b"", 1), (code, output, len(errors)), errors)
            self.assertRegex(errors[0], rf"\A{name}{message}")

    def test_each_kind_of_damage_has_a_message(self):
        for path, command in self.scenes():
            content = path.read_bytes()
            for damaged, message in damages_with_messages(content, path.suffix == ".json", "--resume" in command):
                self.assertNotEqual(content, damaged)
                path.write_bytes(damaged)
                self.assert_rejected(path, command, message)
            if path.suffix == ".json":
                os.truncate(path, (64 << 20) + 1)  # takes no space on the disk
                self.assert_rejected(path, command, ": is larger than 64 MiB$")
            path.unlink()
            if command[0] == "merge":
                self.assert_rejected(path, command, ": No such file")
            os.mkfifo(path)
            self.assert_rejected(path, command, ": is not a regular file$")


class NamesTest(CliTestCase):
    def run_clean(self, code, *arguments, **options):
        """Runs a command. Asserts that its outputs have no forbidden character and no forged line."""
        result = self.run_program(*arguments, text=False, **options)
        for output in (result.stdout, result.stderr):
            text = output.decode(errors="surrogateescape").replace("\r\x1b[K", "")  # of the progress line
            self.assertEqual([], FORBIDDEN.findall(text), output)
            self.assertNotRegex(text, r"(?m)^\s*forged", output)
        self.assert_exit(code, result)
        return result.stdout.decode()

    def write_dataset(self, name):
        with open(os.path.join(os.fsencode(self.directory), name), "w", encoding="ascii") as file:
            file.write("".join(puzzle + "\n" for puzzle in PUZZLES * 12))
        return b"./" + name

    def test_files_have_the_exact_names(self):
        paths = [self.write_dataset(name) for name in NAMES]
        bench = [word for word in BENCH if word != "d.txt"]
        for shard in range(2):
            self.run_clean(0, *bench, *paths, "--shard", f"{shard}/2", "--out", f"shard {shard}\n")
        self.run_clean(0, "merge", "shard 0\n", "shard 1\n", "--out", "out")
        for file in "summary.csv", "runs.csv", "blocks.csv", "puzzles.csv":
            self.assertEqual(paths, [os.fsencode(name) for name in dict.fromkeys(self.column(file, "dataset"))])
        self.assertEqual(paths, [
            urllib.parse.unquote_to_bytes(path[6:]) if path.startswith("data:,") else path.encode()
            for path in (dataset["path"] for dataset in self.context()["datasets"])])
        for command in ("show", "out"), ("compare", "out", "out"):
            self.run_clean(0, *command)

    def test_no_command_prints_a_part_of_a_name_and_no_shell_runs_it(self):
        for number, path in enumerate(map(self.write_dataset, NAMES)):
            for command in ("audit", "convert", "solve"):
                self.run_clean(0, command, path)
            self.assertIn("dataset", json.loads(self.run_clean(0, "audit", "--json", path)))
            self.run_clean(0, *COUNT[:1], path, "--per-puzzle", "--out", f"whole{number}", "--progress", "bar")
            script = self.run_clean(0, "plan", path, "--shards", "2", "--backend", "local", "--out", f"parts{number}")
            subprocess.run(["bash", "-c", script], cwd=self.directory, check=True, capture_output=True)
            for column in ("puzzles", "solutions", "dataset_digest", "answer_digest"):
                self.assertEqual(*(self.column("runs.csv", column, directory=f"{kind}{number}")
                                   for kind in ("whole", "parts")))
        self.assertEqual([], list(self.directory.rglob("PWNED")))

    def test_errors_escape_names(self):
        name = b"bad" + NAMES[0]
        with open(os.path.join(os.fsencode(self.directory), name), "wb") as file:
            file.write(UNIQUE[:40].encode() + NAMES[0][:8] + b"\n" + UNIQUE.encode() + b"\n")
        self.run_clean(0, "generate", "--seed", "1", "--out", EVIL)
        self.write(f"{EVIL}.pool.json", json.dumps({EVIL: EVIL}))
        for code, *arguments in (
                (4, "convert", name), (4, "solve", name), (0, "count", "--skip-invalid", name), (0, "audit", name),
                (4, "solve", "none" + EVIL), (4, "compare", EVIL, "a"), (2, "compare", "--history", EVIL),
                (2, "compare", f"--{EVIL}"), (2, EVIL), (4, "merge", "s0", EVIL),
                (2, "generate", "--seed", "1", "--out", EVIL), (2, "solve", "--to", EVIL),
                (4, "count", name, "--skip-invalid", "--column", EVIL),
                (4, "generate", "--mine", "--puzzles", "1", "--rounds", "1", "--out", EVIL, "--force")):
            self.run_clean(code, *arguments)

    def rename(self, out, name):
        """Replaces a name in all files of a directory."""
        for path in (self.directory / out).glob("*.csv"):
            rows = [[EVIL if field == name else field for field in row]
                    for row in csv.reader(io.StringIO(path.read_text("utf-8"), ""))]
            with open(path, "w", newline="", encoding="utf-8") as stream:
                csv.writer(stream, lineterminator="\n").writerows(rows)
        self.write_context(out, json.loads(json.dumps(self.context(out)).replace(f'"{name}"', json.dumps(EVIL))))

    def test_names_in_results_of_others_are_escaped(self):
        self.write("d.txt", PUZZLES * 12)
        for shard in range(2):
            self.run_clean(0, *BENCH, "--shard", f"{shard}/2", "--out", f"s{shard}")
            self.rename(f"s{shard}", "dlx")
        merged = self.run_clean(0, "merge", "s0", "s1", "--out", "out")
        shutil.copytree(self.directory / "out", self.directory / EVIL.replace("/", ""))
        context = self.context()
        context["machine"]["cpu"] = EVIL
        self.write_context("out", context)
        other = EVIL.replace("/", "")
        shown = [self.run_clean(0, *command) for command in (
            ("show", "out"), ("compare", "out", other), ("compare", "--history", "out", other),
            ("compare", "--history", "--csv", "out", other))]
        for text in (merged, *shown):
            self.assertIn(r"x\x1b]0;title\x07\x1b[31m\xc2\x9b2J\x7f\xe2\x80\xae", text)
        context["task"].update({"timeout_ns": EVIL, EVIL: EVIL})
        self.write_context("out", context)
        self.run_clean(4, "compare", "out", other)
        self.rename("s1", "bitmask")
        self.run_clean(4, "merge", "s0", "s1")


class LinksTest(CliTestCase):
    """The program does not write through links that others put into a directory."""

    def setUp(self):
        super().setUp()
        self.write("d.txt", PUZZLES * 6)
        self.write("precious", "")

    def assert_replaces_links(self, names, *command):
        for name in names:
            (self.directory / name).parent.mkdir(exist_ok=True)
            (self.directory / name).symlink_to(self.directory / "precious")
        self.assert_exit(0, self.run_program(*command))
        for name in names:
            self.assertFalse((self.directory / name).is_symlink(), name)
            self.assertGreater((self.directory / name).stat().st_size, 20)
        self.assertEqual("", (self.directory / "precious").read_text())

    def test_results_and_files_beside_an_output_replace_links(self):
        names = [f"out/{name}.csv" for name in ("runs", "blocks", "summary", "puzzles")] + ["out/context.json"]
        self.assert_replaces_links(names, *BENCH, "--out", "out", "--force")
        self.assert_replaces_links(["p.txt.meta.json"], "generate", "--seed", "1", "--out", "p.txt", "--force")
        self.assert_replaces_links(["m.txt.meta.json"], *MINE, "--force")

    def test_checkpoints_replace_links(self):
        self.assert_exit(0, self.run_program(*RESUME))
        for path in (self.directory / "c/checkpoint").glob("*.csv"):
            content = path.read_bytes()
            path.rename(self.directory / "mine")
            path.symlink_to(self.directory / "mine")
            self.assert_exit(0, self.run_program(*RESUME, "--resume"))
            self.assertEqual((content, False), ((self.directory / "mine").read_bytes(), path.is_symlink()))


if __name__ == "__main__":
    main()
