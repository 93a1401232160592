"""Peers of scripts/bench-peers: reads their list, fetches, builds and tests them. Uses only the standard library."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent / "peers"  # the adapters
REQUIRED = {"address", "revision", "licence", "language"}
LISTS = {"paths", "needs"}
OPTIONAL = {"like", "build", "plugin", "command", "note", *LISTS}
DECISIVE = "one solution"  # the conformance check that a peer must pass; puzzles of most datasets have one solution


class InvalidList(Exception):
    """The list of peers is invalid."""


class LeftOut(Exception):
    """The reason why a peer takes no part."""


class Peer:
    """A peer of the list. `directory` contains its files. `answers` describes its answers, or why it is left out."""

    def __init__(self, name, table, cache):
        self.name, self.directory = name, cache / name
        self.address, self.revision = table["address"], table["revision"]
        self.licence, self.language = table["licence"], table["language"]
        self.paths, self.needs = table.get("paths", []), table.get("needs", [])
        self.build, self.note = table.get("build", ""), table.get("note", "")
        self.plugin, self.command = table.get("plugin"), table.get("command")
        self.interface = "plugin" if self.plugin else "command"
        self.answers, self.left_out = "", False

    def as_option(self):
        """Returns the arguments of sudoku-bench that add the solver."""
        if self.plugin:
            return ["--plugin", f"{self.name}={self.directory / self.plugin}"]
        return ["--engine-cmd", f"{self.name}=cd {shlex.quote(str(self.directory))} && exec {self.command}"]


def table_of(name, tables):
    """Returns a table of the list. Adds the members that it lacks from the table that `like` names."""
    own = tables[name]
    if not isinstance(own, dict):
        raise InvalidList(f"{name} is not a table")
    if not re.fullmatch("[a-z0-9_]+", name):
        raise InvalidList(f"{name} is not a name of lower-case letters, digits and underscores")
    if "like" in own and not isinstance(tables.get(str(own["like"])), dict):
        raise InvalidList(f"{name}: there is no table {own['like']}")
    table = {**tables[str(own["like"])], **own} if "like" in own else own
    for member in REQUIRED - set(table):
        raise InvalidList(f"{name} has no {member}")
    for member in set(table) - REQUIRED - OPTIONAL:
        raise InvalidList(f"{name}: unknown member {member}")
    for member, value in table.items():
        texts = value if member in LISTS and isinstance(value, list) else [value]
        if (member in LISTS) != isinstance(value, list) or not all(isinstance(text, str) for text in texts):
            raise InvalidList(f"{name}: {member} must be {'a list of strings' if member in LISTS else 'a string'}")
    if not re.fullmatch("[0-9a-f]{40}", table["revision"]):
        raise InvalidList(f"{name}: the revision must be a full commit id, not {table['revision']}")
    if ("plugin" in table) == ("command" in table):
        raise InvalidList(f"{name} needs either a plugin or a command")
    return table


def load(path, cache):
    """Returns the peers of a list by name."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidList(error.strerror) from error
    except ValueError as error:
        raise InvalidList(error) from error
    return {name: Peer(name, table_of(name, tables), cache) for name in tables}


def environment():
    """Returns the environment of builds and commands: PEERS is the folder of the adapters. CC and CXX are the
    compilers, by default clang, which most authors recommend."""
    default = {"CC": shutil.which("clang") or "cc", "CXX": shutil.which("clang++") or "c++"}
    return {**default, **os.environ, "PEERS": str(FOLDER), "GIT_TERMINAL_PROMPT": "0"}


def run(command, **options):
    return subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True, errors="replace", check=False, **options)


def error_of(output):
    """Returns the line of an output that describes the error: the last one, or the line of git before its advice."""
    lines = output.strip().splitlines() or ["no output"]
    return next((line for line in lines if line.startswith("fatal: ")), lines[-1])


def compilers():
    """Returns the versions of the compilers by variable."""
    return {name: run(["bash", "-c", f"${name} --version 2>&1 | head -1"]).stdout.strip() for name in ("CC", "CXX")}


def attempt(peer, step):
    """Takes a step with a peer. If it fails, the peer is left out."""
    try:
        step(peer)
    except LeftOut as reason:
        peer.left_out, peer.answers = True, str(reason)


def git(peer, *arguments):
    return run(["git", "-C", peer.directory, f"--git-dir={peer.directory / '.git'}", f"--work-tree={peer.directory}",
                *arguments], stderr=subprocess.PIPE)


def fetch(peer):
    """Fetches the files of a peer at its revision, unless they are present. git checks the files by the revision."""
    steps = [["sparse-checkout", "set", "--no-cone", *(peer.paths or ["/*"])],
             ["checkout", "--quiet", "--detach", peer.revision]]
    if git(peer, "rev-parse", "--verify", "HEAD").stdout.strip() != peer.revision:
        shutil.rmtree(peer.directory, ignore_errors=True)
        peer.directory.mkdir(parents=True)
        # This fetches the commit without files. The checkout fetches the files in `paths`.
        steps = [["init", "--quiet"], ["remote", "add", "origin", peer.address],
                 ["fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", peer.revision], *steps]
    for arguments in steps:
        done = git(peer, *arguments)
        if done.returncode:
            raise LeftOut(f"revision {peer.revision[:12]} cannot be fetched ({error_of(done.stderr)})")


def build(peer):
    """Builds a peer. The file NAME.log beside its directory gets the output of the build."""
    for tool in peer.needs:
        program = environment().get(tool[1:], "") if tool.startswith("$") else tool
        if not shutil.which(program):
            raise LeftOut(f"{program} is not installed")
    log = peer.directory.with_suffix(".log")
    git(peer, "clean", "--quiet", "-dfx")  # files of an earlier build, perhaps by another compiler
    done = run(["bash", "-c", peer.build], cwd=peer.directory, stderr=subprocess.STDOUT)
    log.write_text(done.stdout, encoding="utf-8")
    if done.returncode:
        raise LeftOut(f"does not build; see {log}")


def test(program, peer):
    """Runs the conformance checks. Sets `answers`."""
    done = run([program, "conformance", *peer.as_option()], stderr=subprocess.PIPE)
    failures = {}  # names of the failed checks, by the kind of failure
    for check, failure in re.findall("^ *(.*?) *FAILED: (.*)$", done.stdout, re.MULTILINE):
        if check == DECISIVE:
            raise LeftOut(f"conformance: {check}: {failure}")
        failures.setdefault(re.split(", limit|, without|: ", failure)[0], []).append(check)
    if done.returncode and not failures:
        raise LeftOut(f"conformance: {error_of(done.stderr)}")
    wrong = [f"{', '.join(checks)} ({failure})" for failure, checks in failures.items()]
    answers = f"fails {'; '.join(wrong)}" if wrong else "conforms"
    peer.answers = f"{peer.note}; {answers}" if peer.note else answers
