"""Paths that a person types on the screen."""

from __future__ import annotations

import os


def expand_home(path: str) -> str:
    """Return *path* with the home folder for ``~``. The path of an unknown user stays as it is."""
    return os.path.expanduser(path)  # noqa: PTH111  # Path.expanduser() raises a RuntimeError for an unknown user
