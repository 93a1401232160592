#!/usr/bin/python3
"""Tests the build information: the version from git if there is one, and whether the sources were changed."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOM = pathlib.Path(__file__).resolve().parents[2] / "harness" / "base"


@unittest.skipUnless(shutil.which("git"), "there is no git")
class BuildInfo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.sources = self.folder / "sources"
        shutil.copytree(ROOM, self.sources / "harness" / "base")

    def git(self, *arguments, folder=None):
        names = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        subprocess.run(["git", *arguments], cwd=folder or self.sources, env=os.environ | names, check=True,
                       capture_output=True)

    def commit(self, folder=None):
        self.git("add", ".", folder=folder)
        self.git("commit", "-m", "x", "--allow-empty", folder=folder)

    def build(self):
        """Returns the commit and its description in the generated source."""
        output = self.folder / "out.cpp"
        subprocess.run(["cmake", "-D", f"SOURCE_DIR={self.sources}", "-D", f"OUTPUT={output}",
                        "-P", self.sources / "harness" / "base" / "build_info.cmake"], check=True)
        return re.findall(r'"([^"]*)"', output.read_text("utf-8"))[2:4]

    def test_without_a_tag_the_version_is_the_commit(self):
        self.git("init")
        self.commit()
        commit, description = self.build()
        self.assertRegex(commit, r"\A[0-9a-f]{12}\Z")
        self.assertEqual(commit, description)

    def test_with_a_tag_the_version_is_the_distance_from_the_tag(self):
        self.git("init")
        self.commit()
        self.git("tag", "v1.2.3")
        self.git("tag", "vast")
        self.assertEqual("v1.2.3", self.build()[1])
        self.commit()
        commit, description = self.build()
        self.assertEqual(f"v1.2.3-1-g{commit}", description)

    def test_uncommitted_changes_are_marked(self):
        self.git("init")
        self.commit()
        (self.sources / "harness" / "base" / "units.h").write_text("", "utf-8")
        commit, description = self.build()
        self.assertRegex(commit, r"\A[0-9a-f]{12}\+changes\Z")
        self.assertRegex(description, r"\A[0-9a-f]{12}-dirty\Z")

    def test_without_a_repository_the_version_is_unknown(self):
        self.assertEqual(["unknown", ""], self.build())

    def test_a_repository_of_a_parent_folder_is_ignored(self):
        self.git("init", folder=self.folder)
        self.commit(folder=self.folder)
        self.assertEqual(["unknown", ""], self.build())


if __name__ == "__main__":
    unittest.main()
