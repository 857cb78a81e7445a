"""The current folder, which somebody else's code may change while a program still needs its relative paths."""

from __future__ import annotations

import os
from pathlib import Path


def current_folder() -> Path | None:
    """Return the current folder, or None if it was removed."""
    try:
        return Path.cwd()
    except OSError:
        return None


def path_in(folder: Path | None, path: str | os.PathLike[str] | None) -> str | os.PathLike[str] | None:
    """
    Return *path* resolved against *folder*, which may no longer be the current folder; None stays None.

    If the folder is still the current one, the path stays as the user typed it, which is how messages show it.
    """
    return path if path is None or folder is None or folder == current_folder() else str(folder / path)
