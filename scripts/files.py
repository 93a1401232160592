"""Shared by scripts that write files. Uses only the standard library."""

import os
import pathlib
import tempfile


def write_file(path, content):
    """Writes a file atomically. Writes directly to anything that is not a regular file, such as a pipe."""
    target = pathlib.Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with open(handle, "wb") as stream:
            stream.write(content)
            os.fchmod(handle, target.stat().st_mode & 0o7777 if target.exists() else mode_of_new())
        os.replace(name, target)
    except BaseException as error:
        os.unlink(name)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def mode_of_new():
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
