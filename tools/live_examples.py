"""
Build what the examples of the documentation need to run in the browser: ``python -m tools.live_examples docs/_live``.

The folder then holds the runtime of ``tools.browser_runtime``, the editor (CodeMirror, bundled by esbuild), the files
in ``examples/``, and the wheels of packages that only some pages need. If `docs/_live` exists, the next build of the
documentation adds buttons to its examples. The tool needs npm and a network.

``--runtime FOLDER`` copies a runtime that exists, such as that of the playground, instead of building it again.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from tools.browser_runtime import ROOT, MissingProgramError, build_runtime, download_wheels, find_program

LIST = ROOT / "docs" / "live_examples.toml"
"""The examples that cannot run, and the packages that pages need."""
EDITOR = ROOT / "browser" / "editor.js"
NPM = (
    *("@codemirror/commands@6.11.1", "@codemirror/lang-python@6.2.1", "@codemirror/language@6.13.1"),
    *("@codemirror/state@6.7.6", "@codemirror/view@6.43.15", "@lezer/highlight@1.2.5", "esbuild@0.28.2"),
)
"""The packages of the editor, and the bundler. Change a version in a separate commit after the tests have passed."""
BANNER = "/*! CodeMirror 6 and Lezer, (c) Marijn Haverbeke and others, MIT License: https://codemirror.net */"
EXAMPLE_FILES = {".py", ".toml", ".jsonl", ".json", ".svg"}
"""The kinds of files in ``examples/`` that examples import or read."""


def build_live_examples(folder: Path, runtime: Path | None = None) -> int:
    """Build everything in *folder*, replacing what is there, and return the number of bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    facts = build_runtime(folder / "runtime") if runtime is None else copy_runtime(runtime, folder / "runtime")
    bundle_editor(folder / "editor.js")
    pack_examples(folder / "examples.zip")
    wheels = download_packages(folder / "packages", facts["python"])
    (folder / "packages.json").write_text(json.dumps(wheels, indent=1) + "\n", "utf-8")
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def copy_runtime(source: Path, target: Path) -> dict[str, Any]:
    """Copy a runtime that `tools.browser_runtime` has built, and return the content of its ``runtime.json``."""
    facts: dict[str, Any] = json.loads((source / "runtime.json").read_text("utf-8"))
    shutil.copytree(source, target)
    return facts


def bundle_editor(target: Path) -> None:
    """Install the editor's packages into a temporary folder, and bundle them as one module."""
    npm = find_program("npm", "it comes with Node.js, and provides the editor")
    with tempfile.TemporaryDirectory() as temporary:
        options = ("--no-audit", "--no-fund", "--silent", "--ignore-scripts", "--no-save")
        subprocess.run([npm, "install", *options, *NPM], check=True, cwd=temporary)
        source = Path(shutil.copy(EDITOR, temporary))
        program = Path(temporary, "node_modules", ".bin", "esbuild")
        form = ("--bundle", "--minify", "--format=esm", "--target=es2022", f"--banner:js={BANNER}", "--log-level=error")
        subprocess.run([str(program), source.name, *form, f"--outfile={target.resolve()}"], check=True, cwd=temporary)


def pack_examples(target: Path) -> None:
    """Pack the files that examples import or read."""
    folder = ROOT / "examples"
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.suffix in EXAMPLE_FILES and "__pycache__" not in path.parts and "tests" not in path.parts:
                archive.write(path, path.relative_to(folder))


def download_packages(folder: Path, python: str) -> dict[str, str]:
    """Download the wheels of the packages in the list, and return the name of each package's wheel."""
    packages = {name for names in tomllib.loads(LIST.read_text("utf-8"))["packages"].values() for name in names}
    wheels = {}
    for package in sorted(packages):
        with tempfile.TemporaryDirectory() as temporary:
            (wheel,) = download_wheels(Path(temporary), python, package)
            folder.mkdir(exist_ok=True)
            shutil.copy(wheel, folder)
            wheels[package] = wheel.name
    return wheels


def main(arguments: list[str] | None = None) -> int:
    """Build the folder, and report its size."""
    parser = argparse.ArgumentParser(description="Build what the examples of the documentation need to run.")
    parser.add_argument("folder", type=Path, help="where to put the files; the documentation looks in docs/_live")
    parser.add_argument("--runtime", type=Path, metavar="FOLDER", help="copy this runtime instead of building one")
    wanted = parser.parse_args(arguments)
    if wanted.runtime is not None:
        if not (wanted.runtime / "runtime.json").is_file():
            parser.exit(1, f"{wanted.runtime} holds no runtime; build one: python -m tools.browser_runtime FOLDER\n")
        if wanted.runtime.resolve().is_relative_to(wanted.folder.resolve()):
            parser.exit(1, f"{wanted.runtime} is in {wanted.folder}, which is replaced; name another folder\n")
    try:
        size = build_live_examples(wanted.folder, wanted.runtime)
    except MissingProgramError as error:
        parser.exit(1, f"{error}\n")
    sys.stdout.write(f"{wanted.folder}: {size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
