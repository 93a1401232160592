#!/usr/bin/python3
"""Proves from the include lines that every room of the sources includes only rooms of the floors below.

check_rooms.py [DIRECTORY]. A room is a folder; of engines/ itself the headers are the contract, and the sources the
engines. Prints every line that includes upwards or sideways, and ends with exit code 1 if there is one.
"""

import pathlib
import re
import sys

# From the ground up.
FLOORS = [
    ["engines"],
    ["engines/isa"],
    ["engines/bandjoin", "engines/bitmask", "engines/lanes", "engines/learn",
     "engines/solvers", "engines/triads", "engines/triads/lane_per_box", "engines/triads/lane_per_triad"],
    ["engines/*.cpp"],
    ["harness/base"],
    ["harness/puzzle"],
    ["harness/dataset"],
    ["harness/measure"],
    ["harness/external"],
    ["harness/check"],
    ["harness/stats"],
    ["harness/results"],
    ["harness/generate"],
    ["harness/audit", "harness/count", "harness/selftest"],
    ["harness/report"],
    ["harness/cli"],
    ["harness/commands/*"],
    ["harness/c", "harness/python"],
]
# What only the engines include.
TECHNIQUES = {room for floor in FLOORS for room in floor if room.startswith("engines/")}
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
INCLUDE = re.compile(r'#include "((?:engines|harness)/[^"]+)"')


def room_of(path):
    """The room of a file, from its path below the top level."""
    folder = str(pathlib.PurePosixPath(path).parent)
    if folder == "engines" and path.endswith(".cpp"):
        return "engines/*.cpp"
    return "harness/commands/*" if folder.startswith("harness/commands") else folder


def findings(root):
    """A line of text for every include that leads out of the order, and for every file outside of the rooms."""
    for file in sorted(path for top in ("engines", "harness") for path in (root / top).rglob("*")
                       if path.suffix in (".cpp", ".h")):
        name = file.relative_to(root).as_posix()
        room = room_of(name)
        if room not in FLOOR_OF:
            yield f"{name}: {room} is not a room"
            continue
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            include = INCLUDE.match(line)
            other = room_of(include[1]) if include else room
            if other == room:
                continue
            if other not in FLOOR_OF:
                yield f"{name}:{number}: {other} is not a room"
            elif FLOOR_OF[other] >= FLOOR_OF[room]:
                yield f"{name}:{number}: {room} includes {include[1]}, which is not below it"
            elif other in TECHNIQUES and room not in TECHNIQUES:
                yield f"{name}:{number}: {room} includes {include[1]}, which is for engines alone"


def main():
    default = pathlib.Path(__file__).resolve().parents[1]
    found = list(findings(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default))
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
