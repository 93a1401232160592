"""A tree with scripts of the project and stand-ins for cmake and dpkg-query."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class TreeTestCase(unittest.TestCase):
    """Each test has a new tree with copies of some files of the project."""

    FILES = ("scripts/lib/setup.sh",)

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="sudoku-tree-")), "tree")
        for name in self.FILES:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.put("build/release/build.ninja", "")
        self.put("../bin/cmake", "#!/bin/sh\n")
        self.put("../bin/dpkg-query", "#!/bin/sh\nfor package do echo \"$package installed\"; done\n")

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)

    def git(self, *arguments):
        """Runs git in the tree and returns its output."""
        done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments], cwd=self.root,
                              check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        return done.stdout

    def start_script(self, name, *arguments, cwd=None, **environment):
        """Starts a script in its own process group, by default in the tree."""
        return subprocess.Popen(
            ["bash", self.root / name, "--no-install", *arguments], text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd or self.root, start_new_session=True,
            env={**os.environ, "PATH": f"{self.root.parent / 'bin'}:{os.environ['PATH']}", **environment})

    def run_script(self, name, *arguments, **environment):
        with self.start_script(name, *arguments, **environment) as child:
            output, errors = child.communicate()
        return subprocess.CompletedProcess(child.args, child.returncode, output, errors)
