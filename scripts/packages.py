"""Checks that the required Debian packages are installed. Scripts import this module before others."""

import importlib
import pathlib
import sys

PACKAGES = {"numpy": "python3-numpy", "pandas": "python3-pandas",
            "matplotlib.figure": "python3-matplotlib", "jinja2": "python3-jinja2", "xxhash": "python3-xxhash"}


def cause_of(error):
    """Returns the first exception of a chain: a package may raise another exception from it."""
    while error.__cause__:
        error = error.__cause__
    return error


def check():
    program = pathlib.Path(sys.argv[0]).name
    for module, package in PACKAGES.items():
        try:
            importlib.import_module(module)
        except Exception as error:  # a broken package may raise anything
            cause = cause_of(error)
            reason = (str(cause).strip() or type(cause).__name__).splitlines()[0]
            if isinstance(cause, ModuleNotFoundError):
                sys.exit(f"{program}: {reason}. On Debian: apt-get install {package}")
            sys.exit(f"{program}: cannot load the installed {module}: {reason}")


check()
