"""Digests as the program writes them, for tests that make changed files fit them again."""

import ctypes
import functools
import json


@functools.cache
def library():
    """The one that the program itself uses."""
    xxhash = ctypes.CDLL("libxxhash.so.0")
    xxhash.XXH3_64bits.restype = ctypes.c_uint64
    xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return xxhash


def digest(data):
    return f"{library().XXH3_64bits(data, len(data)):016x}"


def to_json_file(value):
    """An object with the digest of the rest."""
    value = {key: member for key, member in value.items() if key != "digest"}
    compact = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return json.dumps({**value, "digest": digest(compact.encode())}).encode()


def fit_digests(directory):
    """Makes context.json tell of the files of a result directory as they are."""
    path = directory / "context.json"
    context = json.loads(path.read_bytes())
    for name in context["files"]:
        context["files"][name] = digest((directory / name).read_bytes())
    path.write_bytes(to_json_file(context))
