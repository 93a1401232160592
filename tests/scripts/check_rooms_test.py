#!/usr/bin/python3
"""Tests scripts/check_rooms.py with one planted include at a time."""

import pathlib
import re
import runpy
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "check_rooms.py"


class CheckRooms(unittest.TestCase):

    def check(self, *arguments):
        result = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(("", bool(result.stdout)), (result.stderr, result.returncode == 1))
        return result.stdout

    def test_the_project_passes(self):
        self.assertEqual("", self.check())

    def test_the_architecture_page_describes_the_rooms_of_the_harness(self):
        rooms = {room.split("/")[1] for floor in runpy.run_path(str(SCRIPT))["FLOORS"] for room in floor
                 if room.startswith("harness/")}
        page = (ROOT / "harness" / "README.md").read_text(encoding="utf-8")
        section = re.search(r"(?s)\n## Rooms\n(.*?)\n## ", page)[1]
        self.assertEqual(rooms, set(re.findall(r"\*\*(\w+)\*\*", section)))

    def test_only_lower_rooms_and_the_same_room_are_allowed(self):
        for path, include, error in (
                ("harness/commands/main.cpp", "harness/results/context.h", ""),
                ("harness/commands/bench/bench.cpp", "harness/cli/options.h", ""),
                ("engines/lanes/engine.h", "engines/grid.h", ""),
                ("harness/base/units.h", "harness/puzzle/digest.h",
                 ":2: harness/base includes harness/puzzle/digest.h, which is not on a lower floor\n"),
                ("engines/grid.h", "engines/lanes/engine.h", ":2: engines includes"),
                ("harness/measure/runner.cpp", "harness/generate/plan.h", "which is not on a lower floor"),
                ("harness/base/units.h", "engines/lanes/engine.h", "engine.h, which only engines may include"),
                ("harness/attic/old.h", "harness/base/units.h", ": harness/attic is not a room\n"),
                ("harness/commands/main.cpp", "harness/cellar/old.h", ":2: harness/cellar is not a room\n")):
            with self.subTest(path, include=include), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, path)
                file.parent.mkdir(parents=True)
                file.write_text(f'#include <string>\n#include "{include}"\n', encoding="utf-8")
                found = self.check(folder)
                self.assertEqual(bool(error), bool(found), found)
                if error:
                    self.assertTrue(found.startswith(path + ":"), found)
                    self.assertIn(error, found)


if __name__ == "__main__":
    unittest.main()
