"""The package for npm, compiled in a folder of its own, and the commands that its tests need."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from tests.javascript.engine_files import write_runtime
from tests.javascript.views import write_views

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "clients" / "javascript"
MODULES: Final = PACKAGE / "node_modules"
PATIENCE: Final = 3600
"""Seconds after which a program of Node has failed; it takes minutes on a busy machine."""
_COMMITTED: Final = ("src", "tests", "package.json", "tsconfig.json", "tsconfig.tests.json", "README.md")


def find_program(name: str) -> str:
    """Return the path of a program of Node; skip the test if it or the packages of the client are not installed."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed; nox -s javascript needs it")
    if not (MODULES / "typescript").is_dir():
        pytest.skip("the packages of the client are not installed; nox -s javascript installs them")
    return path


@cache
def build_package() -> Path:
    """
    Compile the package and its tests in a copy, so that a test leaves nothing in the project, and return its folder.

    The compiler works in strict mode, so this fails if a type is wrong.
    """
    node = find_program("node")
    folder = _temporary_folder() / "clients" / "javascript"
    folder.mkdir(parents=True)
    for name in _COMMITTED:
        copy = shutil.copytree if (PACKAGE / name).is_dir() else shutil.copy
        copy(PACKAGE / name, folder / name)
    shutil.copy(ROOT / "LICENSE", folder.parents[1])
    (folder / "node_modules").symlink_to(MODULES)
    compiler = str(MODULES / "typescript" / "bin" / "tsc")
    for project in ("tsconfig.json", "tsconfig.tests.json"):
        done = subprocess.run(
            [node, compiler, "-p", project], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
        assert (done.returncode, done.stdout) == (0, "")
    return folder


@cache
def build_runtime() -> Path:
    """Write the files of the engine, and return their folder."""
    find_program("node")
    folder = _temporary_folder()
    write_runtime(folder, MODULES / "pyodide")
    return folder


@cache
def build_views() -> Path:
    """Write the views of games with extensions, and return their folder."""
    folder = _temporary_folder()
    write_views(folder)
    return folder


def environment() -> dict[str, str]:
    """Return the environment of programs of Node: the library's command, the engine's files, games and their views."""
    path = filter(None, (str(ROOT / "examples"), os.environ.get("PYTHONPATH")))
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(path),
        "MAGNUM_SAL_LAMPS": "lamp:LAMP_GAME",
        "MAGNUM_SAL_COMMAND": json.dumps([sys.executable, "-m", "magnum_sal"]),
        "MAGNUM_SAL_RUNTIME": str(build_runtime()),
        "MAGNUM_SAL_GAMES": str(ROOT / "tests" / "games"),
        "MAGNUM_SAL_VIEWS": str(build_views()),
    }


def _temporary_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="javascript-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
