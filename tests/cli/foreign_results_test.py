"""Tests that the commands reject damaged result files, and files that would take very long to read."""

import json
import os

from cli_testing import CliTestCase, FIVE, UNIQUE, main

MANY_MEMBERS = json.dumps({str(number): 0 for number in range(100_000)})
NESTED = json.dumps({"notes": [{"a": json.loads(MANY_MEMBERS)}]})
# Files that each command reads.
JSON_READERS = {
    ("compare", "b0", "b1"): ["b0/context.json", "b1/context.json"],
    ("compare", "--history", "b0", "b1"): ["b1/context.json"],
    ("merge", "b0", "b1", "--out", "merged"): ["b0/context.json", "b1/context.json"],
    ("merge", "c0", "c1"): ["c0/context.json", "c1/context.json"],
    ("generate", "--mine", "--puzzles", "3", "--rounds", "1", "--out", "mined"): ["mined.pool.json"],
}
CSV_READERS = {
    ("compare", "b0", "b1"): [f"b1/{name}.csv" for name in ("runs", "blocks", "summary", "puzzles")],
    ("compare", "--history", "b0", "b1"): ["b0/summary.csv"],
    ("merge", "b0", "b1", "--out", "merged"): [f"b1/{name}.csv" for name in ("runs", "blocks", "summary", "puzzles")],
    ("merge", "c0", "c1"): [f"c1/{name}.csv" for name in ("runs", "blocks", "summary", "puzzles")],
    ("count", "d.txt", "--checkpoint", "c", "--resume", "--per-puzzle", "--out", "counted"):
        [f"c/checkpoint/{name}.csv" for name in ("blocks", "puzzles", "progress")],
}


class ForeignResultsTest(CliTestCase):

    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE, FIVE] * 20)
        for shard in "0", "1":
            self.assert_exit(0, self.run_program(
                "bench", "d.txt", "--engine", "dlx", "--threads", "1", "--per-puzzle", "--shard", f"{shard}/2",
                "--warmup", "0s", "--out", f"b{shard}"))
            self.assert_exit(0, self.run_program(
                "count", "d.txt", "--per-puzzle", "--shard", f"{shard}/2", "--out", f"c{shard}"))
        self.assert_exit(0, self.run_program("count", "d.txt", "--checkpoint", "c", "--per-puzzle", "--out", "counted"))

    def assert_rejected(self, name, message, command):
        """Asserts that a command names the file in its only message."""
        with self.subTest(file=name, command=command):
            result = self.run_program(*command)
            self.assert_exit(4, result)
            errors = [line for line in result.stderr.splitlines() if not line.startswith("sudoku-bench: resuming")]
            self.assertEqual(("", [f"{name}: {message}"]), (result.stdout, errors))

    def replaced(self, readers):
        """Yields a path in place of each file that the commands read, with its name and the command. The path is
        free meanwhile."""
        for command, names in readers.items():
            for name in names:
                path = self.directory / name
                kept = path.read_bytes() if path.exists() else None
                path.unlink(missing_ok=True)
                yield path, name, command
                path.unlink()
                if kept is not None:
                    path.write_bytes(kept)

    def test_every_change_is_detected(self):
        """The error names the file. Tests of resumed runs are in checkpoint_test.py."""
        for command, names in [*JSON_READERS.items(), *CSV_READERS.items()]:
            for name in names if command[0] in ("compare", "merge") else ():
                path = self.directory / name
                kept = path.read_bytes()
                for damaged in self.changes(name, kept):
                    self.assertNotEqual(kept, damaged)
                    with self.subTest(command=command, name=name, damaged=damaged):
                        path.write_bytes(damaged)
                        self.assert_fails(4, rf"\A{name}:", *command)
                path.write_bytes(kept)
                if command == ("merge", "c0", "c1") and name.endswith(".csv"):
                    path.unlink()
                    self.assert_fails(4, f"{name}: No such file", *command)
                    path.write_bytes(kept)
        self.assertFalse((self.directory / "merged/context.json").exists())

    @staticmethod
    def changes(name, text):
        """Yields changed contents of a file."""
        if name.endswith(".json"):
            context = json.loads(text)
            del context["digest"]
            yield json.dumps(context).encode()
            yield text.replace(b'"seed": ', b'"seed": 9', 1)
            return
        *rows, last = text.splitlines(keepends=True)
        yield b""
        yield text[:-2] + (b"1" if text[-2:-1] != b"1" else b"2") + b"\n"
        yield b"".join(rows)
        yield text + last
        yield b"".join([*rows[:-1], last, rows[-1]])

    def test_json_objects_with_very_many_members(self):
        for content in MANY_MEMBERS, NESTED:
            for path, name, command in self.replaced(JSON_READERS):
                path.write_text(content)
                self.assert_rejected(name, "has an object with more than 100 members", command)

    def test_runs_write_no_such_objects(self):
        notes = [f"--context={number}=x" for number in range(101)]
        self.assert_fails(2, "--context may be given at most 100 times", "bench", "d.txt", "--out", "b2", *notes)

    def test_very_large_json(self):
        for path, name, command in self.replaced(JSON_READERS):
            with open(path, "wb") as file:
                file.truncate((64 << 20) + 1)  # takes no space on the disk
            self.assert_rejected(name, "is larger than 64 MiB", command)

    def test_files_that_never_begin(self):
        for path, name, command in self.replaced({**JSON_READERS, **CSV_READERS}):
            os.mkfifo(path)
            self.assert_rejected(name, "is not a regular file", command)

    def test_invalid_json_has_a_position(self):
        for path, name, command in self.replaced(JSON_READERS):
            path.write_text('{\n  "seed": 1,\n}')
            with self.subTest(file=name, command=command):
                self.assert_fails(4, fr"\A{name}:3:1: invalid JSON: syntax error while parsing object key - [^\n]*\n\Z",
                                  *command)


if __name__ == "__main__":
    main()
