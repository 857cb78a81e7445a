"""The files that a browser needs to run the engine, from the installed packages and without a network."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = ("magnum_sal", "attr", "attrs", "cattr", "cattrs", "typing_extensions")
"""The library, and what ``import magnum_sal`` needs."""


def write_runtime(folder: Path, pyodide: Path) -> None:
    """
    Write a folder like that of ``python -m tools.browser_runtime``, from an installed npm package *pyodide*.

    The tool builds the same files from a network, which tests must not depend on.
    """
    for name in PYODIDE:
        shutil.copy(pyodide / name, folder)
    wheel = folder / "everything-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for path, name in _sources():
            archive.write(path, name)
        archive.writestr("everything-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: everything\nVersion: 1\n")
    (folder / "runtime.json").write_text(json.dumps({"wheels": [wheel.name]}), "utf-8")


def _sources() -> Iterator[tuple[Path, str]]:
    """Yield the files of all packages, without compiled ones, and their names in a wheel."""
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        files = origin.parent.rglob("*") if origin.name == "__init__.py" else (origin,)
        root = origin.parent.parent if origin.name == "__init__.py" else origin.parent
        for path in sorted(files):
            if path.is_file() and path.suffix not in (".so", ".pyd", ".pyc"):
                yield path, path.relative_to(root).as_posix()
