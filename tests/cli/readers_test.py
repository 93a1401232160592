"""Tests that all commands read a damaged file alike, and that no line is lost silently."""

import concurrent.futures
import gzip
import json
import pathlib
import random
import re

from cli_testing import CliTestCase, EIGHT, FIVE, MORE, NEARLY_FULL, REMEDY, UNIQUE, UNIQUE_SOLUTION, main, rows_of

FIXTURES = pathlib.Path(__file__).parents[1] / "fixtures" / "datasets"
PUZZLES = [UNIQUE, FIVE, EIGHT, NEARLY_FULL, MORE]
DAMAGES_OF_A_FILE = 6
CELLS = "123456789.0-_*?xX"


def good_files():
    """Returns files in every format, by name."""
    lines = "".join(puzzle + "\n" for puzzle in PUZZLES)
    files = {path.name: path.read_bytes() for path in FIXTURES.iterdir()}
    files |= {name: text.encode() for name, text in {
        "bank.txt": "".join(f"0000183b305c {puzzle}  1.2\n" for puzzle in PUZZLES),
        "quoted.txt": "".join(f'  "{puzzle}",\n' for puzzle in PUZZLES),
        "marks.txt": lines.replace(".", "x"),
        "tabs.csv": "puzzle\tnote\n" + "".join(f"{p}\t\n" for p in PUZZLES),
        "quoted.csv": '"puzzle","note"\n' + "".join(f'"{p}","a ""b"""\n' for p in PUZZLES),
        "dense.txt": "".join("\n".join(rows_of(p)) + "\n" for p in PUZZLES),
        "separated.txt": "\n".join("".join(",".join(row) + "\n" for row in rows_of(p))
                                   for p in PUZZLES),
        "table.csv": "".join("," + ",".join(map(str, range(9))) + "\n" + "".join(
            f"{i}," + ",".join(row.replace(".", " ")) + "\n" for i, row in enumerate(rows_of(p))) for p in PUZZLES),
        "pairs.json": json.dumps({"index": [0], "data": [[UNIQUE, UNIQUE_SOLUTION]]}, indent=1),
    }.items()}
    return files


def replace_at(data, place, new, length=1):
    return data[:place] + new + data[place + length:]


def damage(data, rng):
    """Damages bytes in a random way. Returns them with a description."""
    place = rng.randrange(len(data))
    lines = data.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    swapped = list(lines)
    swapped[one], swapped[other] = lines[other], lines[one]
    junk = rng.choice([b"\r", b"\n", b"\0", b";", b"#", b" ", b"\t", b'"', b"'", b"[", b"]", b"|", b"-",
                       b"+", b",", b"\xc3\xa4", b"\xef\xbb\xbf", b"5", b".", b"\x0c"])
    ways = {
        "truncated": data[:place],
        "byte deleted": replace_at(data, place, b""),
        "byte doubled": replace_at(data, place, data[place:place + 1] * 2),
        "byte replaced": replace_at(data, place, junk),
        "byte inserted": replace_at(data, place, junk, 0),
        "case changed": data.swapcase(),
        "CRLF": data.replace(b"\n", b"\r\n"),
        "CR alone": data.replace(b"\n", b"\r"),
        "LF and CR": data.replace(b"\n", b"\n\r"),
        "CR CR LF": data.replace(b"\n", b"\r\r\n"),
        "some CR": re.sub(rb"\n", lambda _: rng.choice([b"\n", b"\r\n", b"\r"]), data),
        "byte-order mark": b"\xef\xbb\xbf" + data,
        "UTF-16": data.decode("latin-1").encode("utf-16"),
        "line deleted": b"".join(lines[:one] + lines[one + 1:]),
        "line doubled": b"".join(lines[:one] + [lines[one]] + lines[one:]),
        "lines swapped": b"".join(swapped),
        "lines joined": b"".join(lines[:one] + [lines[one].rstrip(b"\n")] + lines[one + 1:]),
        "empty line": b"".join(lines[:one] + [b"\n"] + lines[one:]),
        "comment in CR": b"# a comment\r" + data,
        "long line": b"".join(lines[:one] + [b"." * 70_000 + b"\n"] + lines[one:]),
        "compressed": gzip.compress(data),
        "compressed and cut": gzip.compress(data)[:-rng.randrange(1, 12)],
    }
    way = rng.choice(sorted(ways))
    return way, ways[way]


def lines_that_count(data):
    """Returns the lines that are neither empty nor comments."""
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    while data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\x1a", b"\n")
    texts = [line.strip(b" \t\0\x0b\x0c") for line in data.split(b"\n")]
    return [text for text in texts if text and text[:1] not in b"#;%" and text[:2] != b"//"]


class ReadersTest(CliTestCase):
    def call(self, command, name, *arguments):
        """Returns a result, the number of skipped lines, and the final error."""
        result = self.run_program(command, name, *arguments, errors="replace")
        self.assertIn(result.returncode, (0, 4, 75), (command, name, arguments, result.stderr))
        errors = [line.removesuffix(REMEDY) for line in result.stderr.splitlines() if result.returncode == 4]
        found = re.search(r": (\d+) invalid lines? skipped$", result.stderr, re.MULTILINE)
        return result, int(found[1]) if found else 0, errors[-1] if errors else ""

    def by_table(self, command, name, *arguments):
        """Returns the lines and puzzles of puzzles.csv, the number of skipped lines, and the final error."""
        out = f"{name}-{command}"
        result, skipped, error = self.call(command, name, "--per-puzzle", "--force", "--threads", "1", "--out", out,
                                           *arguments)
        is_written = result.returncode != 4 or result.stdout
        rows = self.rows("puzzles.csv", out) if is_written else []
        return [int(row["line"]) for row in rows], [row["puzzle"] for row in rows], skipped, error

    def compare(self, name, data):
        errors = []
        for mode in ((), ("--skip-invalid",)):
            result, rejected, error = self.call("convert", name, *mode)
            errors.append(error)
            puzzles = result.stdout.split()
            self.assertTrue(puzzles or error, "no puzzle, but no error")
            solved, skipped, solve_error = self.call("solve", name, "--max-guesses", "1", "--timing", *mode)
            lines = [int(line) for line in re.findall(r":(\d+): \d+ solutions?, ", solved.stderr)]
            self.assertEqual((len(puzzles), rejected, error), (len(lines), skipped, solve_error), "solve")
            counted = self.by_table("count", name, "--max-solutions", "1", *mode)
            benched = self.by_table("bench", name, "--engine", "dlx", "--max-guesses", "1", "--warmup", "0s", *mode)
            self.assertEqual(error, counted[3], "count")
            if not error:
                self.assertEqual((lines, puzzles), counted[:2], "count")
            # Only bench reports invalid lines before a final error.
            skipped = benched[2] if error else rejected
            self.assertEqual((lines, puzzles, skipped, error), benched, "bench")
        report, _, audit_error = self.call("audit", name, "--json", "--list", "1", "--timeout", "1ms", "--threads", "1")
        self.assertEqual(error, audit_error, "audit")
        if not error:
            self.compare_audit(name, json.loads(report.stdout), len(puzzles), rejected, errors[0])
            self.assert_no_line_is_lost(name, data, len(puzzles), rejected)

    def compare_audit(self, name, report, accepted, rejected, strict_error):
        self.assertEqual((accepted, rejected), (report["puzzles"], report["rejected"]["count"]))
        if rejected:
            first = report["rejected"]["first"][0]
            self.assertEqual(strict_error, f"{name}:{first['line']}:{first['column']}: {first['what']}")

    def lines_in_notes(self, name):
        """Returns the number of lines that the notes call text or repeated headers."""
        notes = self.call("convert", name, "--skip-invalid")[0].stderr
        kinds = "lines? of text|repeated headers?"
        one = re.findall(rf":\d+: a (?:{kinds}) was skipped", notes)
        several = re.findall(rf": (\d+) (?:{kinds}) were skipped", notes)
        return len(one) + sum(map(int, several))

    def assert_no_line_is_lost(self, name, data, accepted, rejected):
        kind = self.context(f"{name}-count")["task"]["format"]
        texts = lines_that_count(data)
        found = accepted + rejected + self.lines_in_notes(name)
        if kind in ("line", "hodoku", "csv"):
            self.assertEqual(len(texts), found + (kind == "csv"))
        elif kind == "grid" and rejected == 0 and data.isascii() and not name.endswith(".csv"):
            # Blanks may be empty cells in frames and tables.
            texts = [text.split(b" #")[0] for text in texts]  # remarks
            rows = [text for text in texts
                    if sum(chr(byte) in CELLS for byte in text) == 9 and b"+" not in text
                    and text[:1] != b"["]
            self.assertEqual(len(rows), 9 * accepted)

    def check(self, number, source, data):
        rng = random.Random(f"{source}/{number}")
        way, damaged = damage(data, rng) if number else ("whole", data)
        if rng.random() < 0.3 and damaged:
            second, damaged = damage(damaged, rng)
            way += f" and {second}"
        name = self.write(f"{number}-{source}", damaged)
        try:
            self.compare(name, damaged)
        except AssertionError as failure:
            return f"{source}, damage {number}, {way}:\n{failure}\n{damaged[:2000]!r}"
        return ""

    def test_all_commands_read_a_file_alike(self):
        files = good_files()
        self.assertGreaterEqual(len(files), 18)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            failures = [failure for failure in pool.map(
                lambda job: self.check(*job),
                [(number, source, data) for source, data in sorted(files.items())
                 for number in range(DAMAGES_OF_A_FILE + 1)]) if failure]
        self.assertEqual([], failures[:3], f"{len(failures)} failures")


if __name__ == "__main__":
    main()
