"""Shared by scripts that write files. Uses only the standard library."""

import os
import pathlib
import stat
import tempfile


def write_output(out, default, content):
    """Writes a file atomically and returns its path: `out`, which the user named, or else `default`.

    `out` may be a link, or no regular file, such as a pipe. At `default`, another user may have put a link: it is
    replaced."""
    if out is None:
        replace_file(default, content)
        return default
    if out.exists() and not out.is_file():
        out.write_bytes(content)
    else:
        replace_file(os.path.realpath(out), content)
    return out


def replace_file(path, content):
    """Creates or replaces a file atomically. Also replaces a link or a pipe, instead of writing through it."""
    path = pathlib.Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with open(handle, "wb") as stream:
            stream.write(content)
            os.fchmod(handle, mode_of(path))
        os.replace(name, path)
    except BaseException as error:
        os.unlink(name)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def mode_of(path):
    """Returns the mode of a regular file, or else that of a new file."""
    if path.is_file() and not path.is_symlink():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
