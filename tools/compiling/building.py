"""
Compile the library in the working directory, a copy of its sources: rewrite the modules and pass them to mypyc.

The build hook runs this program because setuptools needs a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from tools.compiling.docstrings import docstrings_of, with_docstrings
from tools.compiling.rewriting import rewrite_module

PACKAGE = Path("magnum_sal")
CONFIGURATION = """\
[mypy]
# The types were checked in the source. After the rewriting, mypyc only has to know them.
ignore_errors = True
ignore_missing_imports = True
# No compiled module needs the types of an optional package. To read gymnasium and numpy would take most of the time.
follow_imports = skip

[mypy-magnum_sal.*, attr.*, attrs.*]
follow_imports = normal
"""


def find_modules(patterns: Sequence[str]) -> list[Path]:
    """Return the modules that match *patterns*. Raise `SystemExit` if one of them matches nothing."""
    found = {pattern: sorted(PACKAGE.glob(pattern)) for pattern in patterns}
    if dead := [pattern for pattern, paths in found.items() if not paths]:
        raise SystemExit(f"modules: {', '.join(dead)} match no file of {PACKAGE}")
    return [path for paths in found.values() for path in paths]


def main() -> None:
    """Write the compiled modules next to the sources."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    for name in ("modules", "front", "open"):
        parser.add_argument(f"--{name}", action="append", default=[])
    parser.add_argument("--level", default="3", help="how much the compiler for C optimizes: 0 to 3, or g")
    options = parser.parse_args()
    level = "1" if options.level == "g" and sys.platform == "win32" else options.level  # MSVC has no level g
    paths = find_modules(options.modules)
    if missing := [name for name in options.front if PACKAGE / name not in paths]:
        raise SystemExit(f"front: {', '.join(missing)} are not among the compiled modules")
    documented: dict[str, str] = {}
    for path in paths:
        source = path.read_text("utf-8")
        documented |= docstrings_of(source, path.with_suffix("").parts)
        is_front = path.relative_to(PACKAGE).as_posix() in options.front
        path.write_text(rewrite_module(source, is_open=options.open, is_front=is_front), "utf-8")
    Path("mypy.ini").write_text(CONFIGURATION, "utf-8")
    extensions: Any = mypycify(
        ["--config-file", "mypy.ini", *map(str, paths)],
        opt_level=level,
        debug_level="0",
        group_name=str(PACKAGE),
    )
    # mypy's type information stays alive until the end, and a garbage collection of it would take seconds.
    gc.freeze()
    if sys.platform != "win32":  # MSVC takes other flags
        for extension in extensions:
            # Python's flags turn warnings on. The warnings do not concern our code, because mypyc wrote this file. The
            # file is so long that GCC would spend most of its time on the check for misleading indentation.
            extension.extra_compile_args.append("-Wno-all")
    for written in Path("build").glob("__native*.c"):
        written.write_text(with_docstrings(written.read_text("utf-8"), documented), "utf-8")
    setup(name=str(PACKAGE), packages=[], ext_modules=extensions, script_args=["build_ext", "--inplace"])


if __name__ == "__main__":
    main()
