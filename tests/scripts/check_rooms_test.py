#!/usr/bin/python3
"""Tests scripts/check_rooms.py with one planted include per test."""

import pathlib
import re
import runpy
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "check_rooms.py"


class CheckRooms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, path, include):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'#include <string>\n#include "{include}"\n', encoding="utf-8")
        result = subprocess.run([SCRIPT, self.folder], capture_output=True, text=True, check=False)
        file.unlink()
        self.assertEqual("", result.stderr)
        self.assertEqual(1 if result.stdout else 0, result.returncode)
        return result.stdout

    def test_the_project_passes(self):
        result = subprocess.run([SCRIPT], capture_output=True, text=True, check=False)
        self.assertEqual((0, "", ""), (result.returncode, result.stdout, result.stderr))

    def test_the_architecture_page_describes_the_rooms_of_the_harness(self):
        rooms = {room.split("/")[1] for floor in runpy.run_path(str(SCRIPT))["FLOORS"] for room in floor
                 if room.startswith("harness/")}
        page = (ROOT / "harness" / "README.md").read_text(encoding="utf-8")
        section = re.search(r"(?s)\n## Rooms\n(.*?)\n## ", page)[1]
        self.assertEqual(rooms, set(re.findall(r"\*\*(\w+)\*\*", section)))

    def test_lower_rooms_and_the_same_room_are_allowed(self):
        self.assertEqual("", self.check("harness/commands/main.cpp", "harness/count/counting.h"))
        self.assertEqual("", self.check("harness/commands/bench/bench.cpp", "harness/cli/options.h"))
        self.assertEqual("", self.check("engines/lanes_avx2.cpp", "engines/lanes/engine.h"))
        self.assertEqual("", self.check("engines/lanes/engine.h", "engines/grid.h"))

    def test_higher_rooms_are_reported(self):
        self.assertEqual(
            "harness/base/units.h:2: harness/base includes harness/puzzle/digest.h, which is not on a lower floor\n",
            self.check("harness/base/units.h", "harness/puzzle/digest.h"))

    def test_engines_must_not_include_higher_rooms(self):
        self.assertIn("engines/grid.h:2: engines includes", self.check("engines/grid.h", "engines/lanes/engine.h"))
        self.assertIn("engines/lanes/engine.h:2: ",
                      self.check("engines/lanes/engine.h", "harness/base/units.h"))

    def test_rooms_on_the_same_floor_are_reported(self):
        self.assertIn("which is not on a lower floor",
                      self.check("harness/measure/runner.cpp", "harness/generate/plan.h"))
        self.assertIn("which is not on a lower floor",
                      self.check("engines/bandjoin/join.cpp", "engines/lanes/engine.h"))

    def test_only_engines_may_include_techniques(self):
        self.assertIn("harness/base includes engines/lanes/engine.h, which only engines may include",
                      self.check("harness/base/units.h", "engines/lanes/engine.h"))

    def test_unknown_rooms_are_reported(self):
        self.assertEqual("harness/attic/old.h: harness/attic is not a room\n",
                         self.check("harness/attic/old.h", "harness/base/units.h"))
        self.assertEqual("harness/loose.h: harness is not a room\n",
                         self.check("harness/loose.h", "harness/base/units.h"))
        self.assertIn("harness/commands/main.cpp:2: harness/cellar is not a room\n",
                      self.check("harness/commands/main.cpp", "harness/cellar/old.h"))


if __name__ == "__main__":
    unittest.main()
