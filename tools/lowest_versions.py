"""Write constraints with the lowest version of each dependency that `pyproject.toml` admits, for `nox -s lowest`."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.version import Version

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def lowest_versions(project: Mapping[str, Any], extras: Iterable[str]) -> list[str]:
    """Return a `name==version` line for the lower bound of each dependency of *project* and of some of its extras."""
    listed: Mapping[str, list[str]] = project["optional-dependencies"]
    waiting = [*project["dependencies"], *(line for extra in extras for line in listed[extra])]
    lowest: dict[str, Version] = {}
    while waiting:
        requirement = Requirement(waiting.pop())
        if requirement.name == project["name"]:
            waiting += (line for extra in requirement.extras for line in listed[extra])
            continue
        bounds = [Version(part.version) for part in requirement.specifier if part.operator == ">="]
        if len(bounds) != 1:
            raise ValueError(f"pyproject.toml: {requirement} has no lower bound, or more than one")
        # If two extras name one package, the higher bound satisfies both.
        lowest[requirement.name] = max(bounds[0], lowest.get(requirement.name, bounds[0]))
    return [f"{name}=={version}" for name, version in sorted(lowest.items())]


def main(extras: str, path: str) -> None:
    """Write the constraints for *extras*, which are separated by commas, into the file at *path*."""
    lines = lowest_versions(tomllib.loads(PYPROJECT.read_text("utf-8"))["project"], extras.split(","))
    Path(path).write_text("\n".join(lines) + "\n", "utf-8")
    print("lowest versions:", ", ".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
