#!/usr/bin/python3
"""Tests scripts/fetch-datasets with a small archive instead of the public one."""

import contextlib
import functools
import hashlib
import http.server
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import threading
import unittest
import zipfile

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "fetch-datasets"
EASY = b"# easy\n1........\n"
HARD = b"8........\n"


def git_blob(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def closed_port():
    """Returns a loopback port without a server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def served(folder):
    """Yields the address of a web server for the files of a folder."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    handler = functools.partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


class FetchDatasets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.zip = self.folder / "data.zip"
        self.into = self.folder / "public"
        self.unreachable = f"http://127.0.0.1:{closed_port()}/data.zip"
        with zipfile.ZipFile(self.zip, "w") as archive:
            archive.writestr("data/easy", EASY.replace(b"\n", b"\r\n"))
            archive.writestr("data/hard", HARD)
            archive.writestr("data/other", b"not asked for\n")
        self.manifest = {
            "archive": {"url": self.unreachable, "git_blob": git_blob(self.zip.read_bytes())},
            "files": [
                {"name": f"{stem}.txt", "member": stem, "about": f"the {stem} ones",
                 "sha256": hashlib.sha256(data).hexdigest()}
                for stem, data in (("easy", EASY), ("hard", HARD))
            ],
        }

    def run_script(self, *arguments):
        manifest = self.folder / "manifest.json"
        manifest.write_text(json.dumps(self.manifest))
        command = [SCRIPT, "--manifest", manifest, "--into", self.into, *arguments]
        environment = {**os.environ, "no_proxy": "*"}
        return subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment
        )

    def files(self):
        if not self.into.exists():
            return {}
        return {path.name: path.read_bytes() for path in self.into.iterdir()}

    def assert_both_are_there(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.files(), {"easy.txt": EASY, "hard.txt": HARD})

    def assert_one_line_and_nothing_kept(self, result, *parts):
        self.assertEqual(result.returncode, 1)
        lines = [x for x in result.stderr.splitlines() if not x.startswith("downloading ")]
        self.assertEqual(len(lines), 1, result.stderr)
        for part in parts:
            self.assertIn(part, lines[0])
        self.assertEqual(self.files(), {})

    def test_a_local_archive_is_unpacked_with_lf_line_ends(self):
        self.assert_both_are_there(self.run_script("--zip", self.zip))

    def test_the_archive_is_downloaded_over_http(self):
        with served(self.folder) as address:
            self.assert_both_are_there(self.run_script("--from", f"{address}/data.zip"))

    def test_the_address_in_the_manifest_is_the_default(self):
        self.manifest["archive"]["url"] = self.zip.as_uri()
        self.assert_both_are_there(self.run_script())

    def test_valid_files_are_not_downloaded_again(self):
        self.run_script("--zip", self.zip)
        self.assert_both_are_there(self.run_script("--from", self.unreachable))

    def test_a_damaged_file_is_replaced(self):
        self.run_script("--zip", self.zip)
        (self.into / "hard.txt").write_bytes(b"damaged")
        self.assert_both_are_there(self.run_script("--zip", self.zip))

    def test_a_failed_download_names_the_address_and_the_workaround(self):
        self.assert_one_line_and_nothing_kept(self.run_script(), self.unreachable, "--zip FILE")

    def test_a_missing_page_is_reported_like_a_failed_download(self):
        with served(self.folder) as address:
            result = self.run_script("--from", f"{address}/gone.zip")
        self.assert_one_line_and_nothing_kept(result, "gone.zip", "File not found", "--zip FILE")

    def test_an_archive_with_another_digest_is_rejected(self):
        expected = self.manifest["archive"]["git_blob"]
        self.zip.write_bytes(self.zip.read_bytes() + b"more")
        self.assert_one_line_and_nothing_kept(self.run_script("--zip", self.zip), expected)

    def test_no_file_is_written_if_one_is_invalid(self):
        self.manifest["files"][1]["sha256"] = "0" * 64
        result = self.run_script("--zip", self.zip)
        self.assert_one_line_and_nothing_kept(result, "hard.txt", "0" * 64)

    def test_a_missing_member_of_the_archive_is_named(self):
        self.manifest["files"][1]["member"] = "extreme"
        self.assert_one_line_and_nothing_kept(self.run_script("--zip", self.zip), "extreme")

    def test_a_file_that_is_no_archive_is_rejected(self):
        self.zip.write_bytes(b"<html>sign in</html>")
        self.manifest["archive"]["git_blob"] = git_blob(self.zip.read_bytes())
        self.assert_one_line_and_nothing_kept(self.run_script("--zip", self.zip), "cannot unpack")

    def test_a_missing_local_archive_is_named(self):
        self.assert_one_line_and_nothing_kept(self.run_script("--zip", "/no/such"), "/no/such")

    def test_list_prints_files_and_digests_without_a_download(self):
        result = self.run_script("--list")
        self.assertEqual(result.returncode, 0)
        self.assertIn(self.manifest["files"][1]["sha256"], result.stdout)
        self.assertEqual(self.files(), {})


if __name__ == "__main__":
    unittest.main()
