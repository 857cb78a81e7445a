"""Packages that are installed in a folder for a test: their metadata, by which Python finds what they name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def install(folder: Path, group: str, points: Mapping[str, str], *, name: str = "of_a_test") -> Path:
    """
    Write the metadata of a package into *folder*, and return the folder that holds them.

    Args:
        folder: A folder of Python's path.
        group: The group of the entry points.
        points: The name of each entry point, with the place of its object.
        name: That of the package, as in the name of a module.
    """
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = "".join(f"{point} = {place}\n" for point, place in points.items())
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{lines}", encoding="utf-8")
    return metadata
