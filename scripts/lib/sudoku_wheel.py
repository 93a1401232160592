"""Builds the Python package for pip (PEP 517, see pyproject.toml).

CMake builds and installs the module, the program and the datasets. This file packs them into a wheel. It uses only the
standard library, because isolated builds have no other packages.

Builds in build/wheel and reuses it. If the environment variable SUDOKU_BUILD_DIR names an existing build for the same
version of Python, packs its module and program instead.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EARLIEST = (1980, 1, 1, 0, 0, 0)  # a constant date makes wheels reproducible


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def version():
    return re.search(r"^project\(.* VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]


def distribution():
    """Returns the name and the version for file names."""
    return f"{project()['name'].replace('-', '_')}-{version()}"


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def metadata():
    own = project()
    fields = [("Metadata-Version", "2.1"), ("Name", own["name"]), ("Version", version()),
              ("Summary", own["description"]), ("License", own["license"]["text"]),
              ("Requires-Python", own["requires-python"]),
              *(("Requires-Dist", name) for name in own["dependencies"]),
              ("Description-Content-Type", "text/markdown")]
    head = "".join(f"{name}: {value}\n" for name, value in fields)
    return head + "\n" + (ROOT / own["readme"]).read_text(encoding="utf-8")


def entry_points():
    commands = "".join(f"{name} = {function}\n" for name, function in project()["scripts"].items())
    return f"[console_scripts]\n{commands}"


def run(*command):
    """Runs a command. pip turns its spinner with each line that the command prints, and shows the lines with -v."""
    # Standard output belongs to pip.
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr)


def built():
    """Returns a build directory that contains the module."""
    if os.environ.get("SUDOKU_BUILD_DIR"):
        return pathlib.Path(os.environ["SUDOKU_BUILD_DIR"])
    directory = ROOT / "build" / "wheel"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    run("cmake", *generator, "-S", ROOT, "-B", directory, "-D", "CMAKE_BUILD_TYPE=Release", "-D", "BUILD_TESTING=OFF",
        "-D", "SUDOKU_PYTHON=REQUIRED", "-D", f"Python_EXECUTABLE={sys.executable}")
    run("cmake", "--build", directory, "--parallel", os.cpu_count(), "--target", "sudoku_python", "sudoku-bench")
    return directory


class Wheel:
    """A zip file with a record of its files."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.info = f"{distribution()}.dist-info"
        self.record = []

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, EARLIEST)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}\n")

    def close(self):
        name = f"{self.info}/RECORD"
        self.add(name, "".join([*self.record, f"{name},,\n"]).encode())
        self.archive.close()


def description():
    """Returns the content of the metadata files by name, except the record."""
    return {"METADATA": metadata().encode(),
            "entry_points.txt": entry_points().encode(),
            "LICENSE": (ROOT / "LICENSE").read_bytes(),
            "WHEEL": f"Wheel-Version: 1.0\nGenerator: sudoku_wheel\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()}


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata, so that pip reports missing packages before the build."""
    name = f"{distribution()}.dist-info"
    directory = pathlib.Path(metadata_directory) / name
    directory.mkdir()
    for file, content in description().items():
        (directory / file).write_bytes(content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"{distribution()}-{tag()}.whl"
    with tempfile.TemporaryDirectory() as stage:
        run("cmake", "--install", built(), "--prefix", stage, "--component", "python")
        wheel = Wheel(pathlib.Path(wheel_directory) / name)
        for path in sorted(pathlib.Path(stage).rglob("*")):
            if path.is_file():
                wheel.add(path.relative_to(stage).as_posix(), path.read_bytes(), path.stat().st_mode & 0o777)
    for file, content in description().items():
        wheel.add(f"{wheel.info}/{file}", content)
    wheel.close()
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Packs all files in git."""
    name = f"{distribution()}.tar.gz"
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True)
    with tarfile.open(pathlib.Path(sdist_directory) / name, "w:gz") as archive:
        for path in filter(None, listed.stdout.split("\0")):
            archive.add(ROOT / path, f"{distribution()}/{path}")
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as information:
            information.write(metadata())
            information.flush()
            archive.add(information.name, f"{distribution()}/PKG-INFO")
    return name
