"""Checks that the required Debian packages are installed. Scripts import this module before others."""

import importlib
import pathlib
import sys

PACKAGES = {"numpy": "python3-numpy", "pandas": "python3-pandas",
            "matplotlib.figure": "python3-matplotlib", "jinja2": "python3-jinja2", "xxhash": "python3-xxhash"}


def check():
    program = pathlib.Path(sys.argv[0]).name
    for module, package in PACKAGES.items():
        try:
            importlib.import_module(module)
        except Exception as error:  # a broken package may raise anything
            reason = (str(error) or type(error).__name__).splitlines()[0]
            sys.exit(f"{program}: {reason}. On Debian: apt-get install {package}")


check()
