"""Packages installed in a folder for a test: only their metadata, from which Python loads entry points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest


def install(folder: Path, points: Mapping[str, Mapping[str, str]], *, name: str, version: str = "1.0") -> Path:
    """
    Write the metadata of a package into *folder*, and return the folder of the metadata.

    Args:
        folder: A folder of Python's path.
        points: The entry points: for each group the names, each with the location of its object.
        name: The package's name.
        version: The package's version.
    """
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [
        line
        for group, places in points.items()
        for line in (f"[{group}]", *(f"{point} = {place}" for point, place in places.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return metadata


def install_czech(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package with the Czech language of ``examples/czech.py`` until the end of the test."""
    install(folder, {"magnum_sal.languages": {"cs": "czech:add"}}, name="magnum-sal-cs")
    monkeypatch.syspath_prepend(folder)
