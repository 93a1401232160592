#!/usr/bin/python3
"""Tests scripts/fetch-datasets with a small archive instead of the public one."""

import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "fetch-datasets"
FILES = {"easy.txt": b"# easy\n1........\n", "hard.txt": b"8........\n"}


def git_blob(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


class FetchDatasets(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.zip = self.folder / "data.zip"
        self.into = self.folder / "public"
        self.unreachable = "http://127.0.0.1:0/data.zip"  # no server listens on port 0
        with zipfile.ZipFile(self.zip, "w") as archive:
            for name, data in FILES.items():
                archive.writestr(f"data/{name[:4]}", data.replace(b"\n", b"\r\n"))
            archive.writestr("data/other", b"not asked for\n")
        self.manifest = {
            "archive": {"url": self.unreachable, "git_blob": git_blob(self.zip.read_bytes())},
            "files": [{"name": name, "member": name[:4], "about": "puzzles",
                       "sha256": hashlib.sha256(data).hexdigest()} for name, data in FILES.items()],
        }

    def run_script(self, *arguments):
        manifest = self.folder / "manifest.json"
        manifest.write_text(json.dumps(self.manifest))
        return subprocess.run([SCRIPT, "--manifest", manifest, "--into", self.into, *arguments], capture_output=True,
                              text=True, check=False, env={**os.environ, "no_proxy": "*"})

    def files(self):
        return {path.name: path.read_bytes() for path in self.into.glob("*")}

    def assert_fetches(self, *arguments):
        result = self.run_script(*arguments)
        self.assertEqual((0, FILES), (result.returncode, self.files()), result.stderr)

    def assert_fails(self, arguments, *parts):
        """Asserts that there is one line of errors, and that nothing is kept."""
        result = self.run_script(*arguments)
        line, = [line for line in result.stderr.splitlines() if not line.startswith("downloading ")]
        for part in parts:
            self.assertIn(part, line)
        self.assertEqual((1, {}), (result.returncode, self.files()))

    def test_files_of_a_local_archive_are_kept_and_damaged_ones_replaced(self):
        self.assert_fetches("--zip", self.zip)
        self.assert_fetches("--from", self.unreachable)  # nothing is downloaded again
        (self.into / "hard.txt").write_bytes(b"damaged")
        self.assert_fetches("--zip", self.zip)

    def test_the_archive_is_downloaded(self):
        self.assert_fails(["--from", (self.folder / "gone.zip").as_uri()], "gone.zip", "No such file", "--zip FILE")
        self.assert_fails([], self.unreachable, "--zip FILE")
        self.manifest["archive"]["url"] = self.zip.as_uri()
        self.assert_fetches()

    def test_an_invalid_archive_is_rejected(self):
        local, hard = ["--zip", self.zip], self.manifest["files"][1]
        self.assert_fails(["--zip", "/no/such"], "/no/such")
        self.manifest["files"][1] = {**hard, "sha256": "0" * 64}
        self.assert_fails(local, "hard.txt", "0" * 64)
        self.manifest["files"][1] = {**hard, "member": "extreme"}
        self.assert_fails(local, "extreme")
        self.zip.write_bytes(self.zip.read_bytes() + b"more")
        self.assert_fails(local, self.manifest["archive"]["git_blob"])
        self.zip.write_bytes(b"<html>sign in</html>")
        self.manifest["archive"]["git_blob"] = git_blob(self.zip.read_bytes())
        self.assert_fails(local, "cannot unpack")

    def test_list_prints_files_and_digests_without_a_download(self):
        result = self.run_script("--list")
        self.assertEqual((0, {}), (result.returncode, self.files()))
        self.assertIn(self.manifest["files"][1]["sha256"], result.stdout)


if __name__ == "__main__":
    unittest.main()
