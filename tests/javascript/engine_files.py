"""The files that a browser needs to run the engine, from the installed packages and without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = ("magnum_sal", "attr", "attrs", "cattr", "cattrs", "typing_extensions")
"""The library, and what ``import magnum_sal`` needs."""

LOADER = """
const read = async (address) => {
  if (!address.startsWith("file:")) return (await fetch(address)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(new URL(address))).buffer;
};
export async function loadEngine(base) {
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: base.startsWith("file:") ? new URL(base).pathname : base });
  python.unpackArchive(await read(`${base}WHEEL`), "wheel");
  return python;
}
"""
"""A loader with the same function as the one of the tool."""


def write_runtime(folder: Path, pyodide: Path) -> None:
    """
    Write a folder that a page uses like that of ``python -m tools.browser_runtime``, from the npm package *pyodide*.

    The tool needs a network, which tests must not depend on.
    """
    for name in PYODIDE:
        shutil.copy(pyodide / name, folder)
    wheel = folder / "everything-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for path, name in _sources():
            archive.write(path, name)
        archive.writestr("everything-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: everything\nVersion: 1\n")
    (folder / "engine.js").write_text(LOADER.replace("WHEEL", wheel.name), "utf-8")


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
