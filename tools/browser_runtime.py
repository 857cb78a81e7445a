"""
Build what a page needs to run the engine in the browser: ``python -m tools.browser_runtime FOLDER``.

The folder then holds Pyodide (CPython compiled to WebAssembly), the packages of the library and its dependencies, a
snapshot of the memory after their import, ``engine.js``, which loads them, and ``runtime.json``, which lists them.
``NOTICES.txt`` names the licences of third-party software. A page requests nothing from other servers. The tool needs
npm and a network: npm provides Pyodide, and pip the dependencies.

``--wheel FILE`` adds the wheel of another package, such as an extension. Repeat the option for each further package
that the extension needs.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

ROOT = Path(__file__).parent.parent
PYODIDE = "314.0.7"
"""
The version of the npm package. It determines the version of Python, so change it in a separate commit after the tests
have passed.
"""
STDLIB, LOCK = "python_stdlib.zip", "pyodide-lock.json"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
"""The files of Pyodide that a page loads. The other files of the package are types, maps and a console."""
DEPENDENCIES = ("attrs", "cattrs", "typing_extensions")
"""The packages that ``import magnum_sal`` needs, and their own dependencies."""
NOTICES = "NOTICES.txt"
"""The file that names the licences, and where the source code is."""
_NOTICE_TEXT = """\
This folder contains third-party software:

- Pyodide {pyodide}, under the Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/).
  Its source code: https://github.com/pyodide/pyodide, tag {pyodide}
- CPython {python} and its standard library, under the PSF License (https://docs.python.org/3/license.html).
  Its source code: https://github.com/python/cpython, tag v{python}
- The packages in {packages}. Their licences are in this archive.
"""
BROWSER = ROOT / "browser"
SNAPSHOT, PACKAGES = "snapshot.bin.gz", "packages.tar.gz"
LESSONS = Path("magnum_sal", "lessons", "built_in")
"""The place of the lessons among the packages. The library loads all lessons that it finds there."""
PURE = "-none-any.whl"
"""The end of the name of a wheel without compiled code. Code that was compiled for a machine does not run in a page."""


class MissingProgramError(Exception):
    """A program that the build needs is not installed."""


def find_program(name: str, reason: str) -> str:
    """Return the path of a program. Raises ``MissingProgramError`` with the *reason* why the build needs it."""
    path = shutil.which(name)
    if path is None:
        raise MissingProgramError(f"{name} is not installed; {reason}")
    return path


def check_wheel(name: str) -> Path:
    """Return the path of a pure wheel. Raises ``ArgumentTypeError`` if there is no such file."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {name}")
    if not name.endswith(PURE) or not is_zipfile(path):
        hint = "build one in the folder of the package: pip wheel --no-deps ."
        raise argparse.ArgumentTypeError(f"{name} is not a pure wheel, whose name ends with {PURE}; {hint}")
    return path


def build_runtime(folder: Path, extensions: Sequence[Path] = (), lessons: Sequence[Path] = ()) -> dict[str, Any]:
    """
    Build the runtime in a folder, which is created if necessary, and return the content of ``runtime.json``.

    Args:
        folder: The folder with the files for the page.
        extensions: The pure wheels of further packages. The library finds their rulesets by their entry points.
        lessons: The files of further lessons. The caller must have checked them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        python = copy_pyodide(folder, Path(temporary))
        needed = download_wheels(Path(temporary) / "wheels", python, *DEPENDENCIES)
        wheels = [*build_wheel(Path(temporary) / "wheel"), *needed, *extensions]
        pack(wheels, folder / PACKAGES, Path(temporary) / "site", lessons)
    shutil.copy(BROWSER / "engine.js", folder)
    names = [wheel.name for wheel in wheels]
    write_facts(folder, describe(folder, python, names, None))
    write_snapshot(folder)
    return write_facts(folder, describe(folder, python, names, SNAPSHOT))


def write_facts(folder: Path, facts: dict[str, Any]) -> dict[str, Any]:
    """Write ``runtime.json`` and return its content."""
    (folder / "runtime.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    return facts


def write_snapshot(folder: Path) -> None:
    """Start the engine of the folder once, and write its memory to the folder, so that pages start faster."""
    node = find_program("node", "it writes the snapshot of the engine")
    script, program = BROWSER / "snapshot.mjs", BROWSER / "warming_up.py"
    subprocess.run([node, str(script), str(folder), str(program)], check=True)


def copy_pyodide(folder: Path, temporary: Path) -> str:
    """Copy the parts of Pyodide from its npm package into *folder*, and return its version of Python."""
    npm = find_program("npm", "it comes with Node.js, and provides Pyodide")
    command = [npm, "pack", "--silent", "--pack-destination", str(temporary), f"pyodide@{PYODIDE}"]
    subprocess.run(command, check=True, cwd=temporary, stdout=subprocess.DEVNULL)
    with tarfile.open(temporary / f"pyodide-{PYODIDE}.tgz") as package:
        package.extractall(temporary, filter="data")
    for part in PARTS:
        shutil.copyfile(temporary / "package" / part, folder / part)
    info = json.loads((temporary / "package" / LOCK).read_text("utf-8"))["info"]
    # Pyodide's own lock file lists hundreds of packages on another server. Here all packages are in the folder.
    (folder / LOCK).write_text(json.dumps({"info": info, "packages": {}}), "utf-8")
    notice = _NOTICE_TEXT.format(pyodide=PYODIDE, python=info["python"], packages=PACKAGES)
    (folder / NOTICES).write_text(notice, "utf-8")
    return str(info["python"])


def build_wheel(folder: Path) -> list[Path]:
    """Build the pure wheel of the library."""
    run_pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    return sorted(folder.glob("*.whl"))


def download_wheels(folder: Path, python: str, *packages: str) -> list[Path]:
    """Download the pure wheels of packages without their dependencies, in the newest versions for that Python."""
    version = ".".join(python.split(".")[:2])
    options = ("--only-binary=:all:", f"--python-version={version}", "--implementation=py", "--abi=none")
    run_pip("download", "--no-deps", *options, "--platform=any", "--dest", str(folder), *packages)
    return sorted(folder.glob("*.whl"))


def pack(wheels: list[Path], archive: Path, temporary: Path, lessons: Sequence[Path] = ()) -> None:
    """
    Write the files of the wheels to a tar archive, which a page unpacks faster than wheels.

    The lessons join the built-in ones. A lesson replaces a built-in one with the same file name.
    """
    for wheel in wheels:
        with ZipFile(wheel) as files:
            files.extractall(temporary)
    (temporary / LESSONS).mkdir(parents=True, exist_ok=True)
    for lesson in lessons:
        # Some editors begin a file with a byte order mark, which the library accepts only in a folder of lessons.
        (temporary / LESSONS / lesson.name).write_text(lesson.read_text("utf-8-sig"), "utf-8")
    with tarfile.open(archive, "w:gz", format=tarfile.USTAR_FORMAT) as packed:
        for path in sorted(path for path in temporary.rglob("*") if path.is_file()):
            packed.add(path, path.relative_to(temporary).as_posix(), filter=without_owner)


def without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return the entry of a file without the data that depends on the machine."""
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def run_pip(*arguments: str) -> None:
    """Run pip, which builds the library without compiling it."""
    environment = os.environ | {"MAGNUM_SAL_COMPILE": "0"}
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments, "--quiet"]
    subprocess.run(command, check=True, env=environment)


def describe(folder: Path, python: str, wheels: list[str], snapshot: str | None) -> dict[str, Any]:
    """Return the content of ``runtime.json``: versions, wheels, and for each file its size and its SHA-256 hash."""
    names = (*PARTS, LOCK, PACKAGES, *(() if snapshot is None else (snapshot,)))
    files = {name: (folder / name).read_bytes() for name in names}
    return {
        "library": wheels[0].split("-")[1],
        "pyodide": PYODIDE,
        "python": python,
        "stdlib": STDLIB,
        "lock": LOCK,
        "wheels": wheels,
        "packages": PACKAGES,
        "snapshot": snapshot,
        "files": {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()
        },
    }


def main(arguments: list[str] | None = None) -> int:
    """Build the runtime, and report its size."""
    parser = argparse.ArgumentParser(description="Build what a page needs to run the engine in the browser.")
    parser.add_argument("folder", type=Path, help="where to put the files")
    further = "add the wheel of another package, such as an extension; may be repeated"
    parser.add_argument("--wheel", type=check_wheel, action="append", default=[], metavar="FILE", help=further)
    wanted = parser.parse_args(arguments)
    try:
        facts = build_runtime(wanted.folder, wanted.wheel)
    except MissingProgramError as error:
        parser.exit(1, f"{error}\n")
    size = sum(file["bytes"] for file in facts["files"].values())
    sys.stdout.write(f"{wanted.folder}: Python {facts['python']}, magnum_sal {facts['library']}, {size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
