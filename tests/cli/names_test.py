"""Tests that names of files and names in results of others cannot control a terminal or forge a line."""

import csv
import io
import json
import os
import re
import shutil

from cli_testing import CliTestCase, FIVE, NEARLY_FULL, UNIQUE, main
from digest_testing import fit_digests, to_json_file

# Sets the title and the colours of a terminal, moves its cursor, writes from right to left, and forges a line.
EVIL = "x\x1b]0;title\x07\x1b[31m\x9b2J\x7f\u202e\u2066\u2028\x08\r\n  forged  1.00\t\ufeff"
EVIL_BYTES = EVIL.encode() + b"\x9b31m\xe9"  # not UTF-8
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\udc80-\udcff]")


class NamesTest(CliTestCase):

    def run_clean(self, code, *arguments):
        """Runs a command. Asserts that its outputs have no forbidden character and no forged line."""
        result = self.run_program(*arguments, text=False)
        for output in (result.stdout, result.stderr):
            text = output.decode(errors="surrogateescape")
            self.assertEqual([], FORBIDDEN.findall(text), output)
            self.assertNotRegex(text, r"(?m)^\s*forged", output)
        result.stdout, result.stderr = (output.decode() for output in (result.stdout, result.stderr))
        self.assert_exit(code, result)
        return result

    def dataset(self):
        """Writes a dataset and returns its name, which is bytes."""
        name = b"d" + EVIL_BYTES + b".txt"
        with open(os.path.join(os.fsencode(self.directory), name), "w", encoding="ascii") as file:
            file.write("".join(line + "\n" for line in [UNIQUE, NEARLY_FULL, FIVE] * 40))
        return name

    def write_run(self, out, *arguments):
        """Writes a run of a dataset, and replaces the name of an engine."""
        self.assert_exit(0, self.run_program(
            "bench", self.dataset(), "--engine", "bitmask,dlx", "--threads", "1", "--warmup", "0s", "--quiet",
            "--out", out, *arguments))
        self.rename(out, "dlx")

    def rename(self, out, name):
        """Replaces a field in all files of a directory and corrects the digests."""
        directory = self.directory / out
        for path in directory.glob("*.csv"):
            text = path.read_bytes().decode(errors="surrogateescape")
            rows = [[EVIL if field == name else field for field in row] for row in csv.reader(io.StringIO(text, ""))]
            with open(path, "w", newline="", encoding="utf-8", errors="surrogateescape") as stream:
                csv.writer(stream, lineterminator="\n").writerows(rows)
        context = directory / "context.json"
        context.write_bytes(context.read_bytes().replace(f'"{name}"'.encode(), json.dumps(EVIL).encode()))
        fit_digests(directory)

    def change_context(self, out, change):
        path = self.directory / out / "context.json"
        context = json.loads(path.read_bytes())
        change(context)
        path.write_bytes(to_json_file(context))

    def test_compare_escapes_names(self):
        old, new = "old" + EVIL.replace("/", ""), "new\x1b[31m"
        self.write_run(old)
        shutil.copytree(self.directory / old, self.directory / new)
        self.change_context(new, lambda context: context["machine"].update(cpu=EVIL))
        for arguments in ([old, new], ["--history", old, new], ["--history", "--csv", old, new]):
            result = self.run_clean(0, "compare", *arguments)
            self.assertIn(r"x\x1b]0;title\x07\x1b[31m\xc2\x9b2J\x7f\xe2\x80\xae", result.stdout)
            self.assertIn(r"new\x1b[31m", result.stdout)
        self.assertIn("the CPUs differ", self.run_clean(0, "compare", old, new).stdout)

    def test_compare_escapes_names_in_errors(self):
        self.write_run("a")
        shutil.copytree(self.directory / "a", self.directory / "b")
        self.change_context("b", lambda context: context["task"].update({"timeout_ns": EVIL, EVIL: EVIL}))
        self.run_clean(4, "compare", "a", "b")
        self.rename("b", "ok")
        self.run_clean(4, "compare", "a", "b")
        self.run_clean(4, "compare", "a", EVIL)
        self.run_clean(2, "compare", "--history", EVIL)
        self.run_clean(2, "compare", f"--{EVIL}")
        self.run_clean(2, EVIL)

    def test_merge_escapes_names_of_shards(self):
        for shard in range(2):
            self.write_run(f"s{shard}", "--shard", f"{shard}/2", "--per-puzzle")
        result = self.run_clean(0, "merge", "s0", "s1", "--out", "merged")
        self.assertIn(r"]0;title\x07", result.stdout)
        self.assertIn(EVIL, [row["engine"] for row in self.rows_of_bytes("merged/runs.csv")])
        self.rename("s1", "bitmask")
        self.run_clean(4, "merge", "s0", "s1", "--out", "merged", "--force")
        self.run_clean(4, "merge", "s0", EVIL, "--out", "merged", "--force")

    def rows_of_bytes(self, name):
        with open(self.directory / name, newline="", encoding="utf-8", errors="surrogateescape") as stream:
            return list(csv.DictReader(stream))

    def test_count_and_merge_escape_the_name_of_the_dataset(self):
        name = self.dataset()
        for shard in range(2):
            self.run_clean(0, "count", name, "--shard", f"{shard}/2", "--out", f"c{shard}",
                           "--checkpoint", b"checkpoint" + EVIL_BYTES)
            shutil.rmtree(os.path.join(os.fsencode(self.directory), b"checkpoint" + EVIL_BYTES))
        self.assertIn(r"\xc2\x9b2J", self.run_clean(0, "merge", "c0", "c1").stdout)
        self.run_clean(4, "count", name, "--shard", "2/3", "--checkpoint", "k", "--resume", "--column", EVIL)

    def test_commands_escape_the_name_of_a_dataset(self):
        name = self.dataset()
        self.run_clean(0, "bench", name, "--engine", "dlx,bitmask", "--warmup", "0s", "--out", EVIL,
                       "--progress", "none")
        self.run_clean(2, "bench", name, "--engine", "dlx,bitmask", "--warmup", "0s", "--out", EVIL)
        for command in ("audit", "count", "convert", "solve"):
            self.run_clean(0, command, name)
        report = self.run_clean(0, "audit", "--json", name)
        self.assertIn("2J", json.loads(report.stdout)["dataset"])
        self.run_clean(0, "plan", name, "--shards", "2", "--backend", "local", "--out", EVIL)
        bad = b"bad" + name
        with open(os.path.join(os.fsencode(self.directory), bad), "wb") as file:
            file.write(UNIQUE[:40].encode() + EVIL_BYTES[:8] + b"\n" + UNIQUE.encode() + b"\n")
        for command in ("convert", "solve"):
            self.run_clean(4, command, bad)
        for command in ("convert", "solve", "count"):
            self.run_clean(0, command, "--skip-invalid", bad)
        self.run_clean(0, "audit", bad)
        self.run_clean(4, "solve", EVIL)

    def test_the_progress_line_escapes_the_name(self):
        result = self.run_program("count", self.dataset(), "--progress", "bar", "--engine", "naive", text=False)
        self.assert_exit(0, result)
        text = result.stderr.decode(errors="surrogateescape").replace("\r\x1b[K", "")
        self.assertEqual([], FORBIDDEN.findall(text), text)

    def test_generate_escapes_its_output(self):
        out = EVIL + ".txt"
        self.run_clean(0, "generate", "--puzzles", "1", "--minimal", "--seed", "1", "--out", out)
        self.run_clean(2, "generate", "--puzzles", "1", "--minimal", "--seed", "1", "--out", out)
        self.write(f"{out}.pool.json", json.dumps({EVIL: EVIL}))
        self.run_clean(4, "generate", "--mine", "--puzzles", "1", "--rounds", "1", "--out", out, "--force")


if __name__ == "__main__":
    main()
