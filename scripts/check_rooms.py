#!/usr/bin/python3
"""Checks that each room of the sources includes only rooms of lower floors.

A room is a folder. The files directly in engines/ are two rooms: the headers are the contract, the sources are the
engines. Prints
each include of another room on the same or a higher floor. Exits with 1 if there is one.
"""

import argparse
import pathlib
import re
import sys

# From the lowest floor up.
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
    ["harness/tables"],
    ["harness/cli"],
    ["harness/commands/*"],
    ["harness/c", "harness/python"],
]
# Rooms that only the engines may include.
TECHNIQUES = {room for floor in FLOORS for room in floor if room.startswith("engines/")}
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
INCLUDE = re.compile(r'#include "((?:engines|harness)/[^"]+)"')


def room_of(path):
    """Returns the room of a file, given its path from the root of the tree."""
    folder = str(pathlib.PurePosixPath(path).parent)
    if folder == "engines" and path.endswith(".cpp"):
        return "engines/*.cpp"
    if folder == "harness/dataset/import":
        return "harness/dataset"
    return "harness/commands/*" if folder.startswith("harness/commands") else folder


def findings(root):
    """Yields a message for each include that breaks the order, and for each file outside of the rooms."""
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
                yield f"{name}:{number}: {room} includes {include[1]}, which is not on a lower floor"
            elif other in TECHNIQUES and room not in TECHNIQUES:
                yield f"{name}:{number}: {room} includes {include[1]}, which only engines may include"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1],
                        metavar="DIRECTORY", help="directory of the sources (default: this project)")
    found = list(findings(parser.parse_args().directory))
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
