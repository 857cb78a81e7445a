"""
The build hook, which compiles the hot modules of the library into the wheel if ``MAGNUM_SAL_COMPILE=1`` is set.

``MAGNUM_SAL_OPT_LEVEL`` is the optimization level of the C compiler: 0 to 3, or g for debugging; 3 is the default.
Level g compiles in less time, which is enough for checks that do not measure speed.

The project does not use mypyc's own hook, because the sources must first be rewritten in a separate folder (see
``rewriting``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH: Final = "MAGNUM_SAL_COMPILE"

LEVEL: Final = "MAGNUM_SAL_OPT_LEVEL"

NEEDED: Final = ("mypy[mypyc]>=2.4,<3", "setuptools>=77", "attrs>=24.2")
"""The packages that compiling needs besides a C compiler; attrs is among them because mypy must know its types."""


class CompilingHook(BuildHookInterface[Any]):
    """A hook that puts compiled modules next to the sources in the wheel."""

    def dependencies(self) -> list[str]:
        """Return the packages that pip must install for the build."""
        return [*NEEDED] if _is_asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the library. An editable installation stays pure because its sources change."""
        if not _is_asked() or version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="magnum-sal-"))
        shutil.copytree(Path(self.root) / "src", self.folder, dirs_exist_ok=True)
        program = Path(__file__).with_name("building.py")
        options = [f"--{name}={value}" for name in ("modules", "front", "open") for value in self.config[name]]
        options.append(f"--level={read_level(os.environ)}")
        made = subprocess.run(
            [sys.executable, str(program), *options], cwd=self.folder, capture_output=True, text=True, check=False
        )
        if made.returncode:
            raise SystemExit(f"the library could not be compiled:\n{(made.stdout + made.stderr)[-5000:]}")
        suffixes = (".so", ".pyd")
        for path in sorted(self.folder.rglob("*")):
            place = path.relative_to(self.folder)
            if path.suffix in suffixes and place.parts[0] != "build":
                build_data["force_include"][str(path)] = place.as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder of the compilation once its files are in the wheel."""
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder, ignore_errors=True)


def read_level(environment: Mapping[str, str]) -> str:
    """Return the optimization level from the *environment*. Raise `SystemExit` if the level does not exist."""
    level = environment.get(LEVEL) or "3"
    if level not in ("0", "1", "2", "3", "g"):
        raise SystemExit(f"{LEVEL} must be 0, 1, 2, 3 or g, but is {level!r}")
    return level


def _is_asked() -> bool:
    return os.environ.get(SWITCH, "0") not in ("", "0")
