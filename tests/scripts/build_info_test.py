#!/usr/bin/python3
"""Tests the build information: the version from git if there is one, and whether the sources were changed."""

import pathlib
import re
import shutil
import subprocess
import unittest

from tree_testing import ROOT, TreeTestCase

SCRIPT = "harness/base/build_info.cmake"


@unittest.skipUnless(shutil.which("git"), "there is no git")
class BuildInfo(TreeTestCase):

    FILES = tuple(str(path.relative_to(ROOT)) for path in (ROOT / "harness/base").iterdir())

    def commit(self):
        self.git("add", ".")
        self.git("commit", "-m", "x", "--allow-empty")

    def build(self, sources=None):
        """Returns the commit and its description in the generated source."""
        output = self.root.parent / "out.cpp"
        subprocess.run(["cmake", "-D", f"SOURCE_DIR={sources or self.root}", "-D", f"OUTPUT={output}",
                        "-P", ROOT / SCRIPT], check=True)
        return re.findall(r'"([^"]*)"', output.read_text("utf-8"))[2:4]

    def test_the_version_is_the_distance_from_the_last_tag(self):
        self.assertEqual(["unknown", ""], self.build())
        self.git("init")
        self.commit()
        commit, description = self.build()
        self.assertRegex(commit, r"\A[0-9a-f]{12}\Z")
        self.assertEqual(commit, description)
        self.git("tag", "v1.2.3")
        self.git("tag", "vast")
        self.assertEqual("v1.2.3", self.build()[1])
        self.commit()
        commit, description = self.build()
        self.assertEqual(f"v1.2.3-1-g{commit}", description)
        self.put("harness/base/units.h", "")  # an uncommitted change
        self.assertEqual([f"{commit}+changes", f"v1.2.3-1-g{commit}-dirty"], self.build())

    def test_a_repository_of_a_parent_folder_is_ignored(self):
        self.git("init")
        inner = self.root / "inner"
        shutil.copytree(self.root / "harness", inner / "harness")
        self.commit()
        self.assertEqual(["unknown", ""], self.build(pathlib.Path(inner)))


if __name__ == "__main__":
    unittest.main()
