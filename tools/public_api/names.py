"""The table of the names that changed since 0.1.0, ``changed_names.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import attrs

CHANGED_NAMES = Path(__file__).with_name("changed_names.toml")


@attrs.frozen
class Changes:
    """The changes of public names. Keys are the paths of the earlier version."""

    modules: Mapping[str, str]
    """Modules whose names all moved, with the new module."""
    names: Mapping[str, str]
    """Names with a new path, and members of classes with a new name, such as ``magnum_sal.Choice.take_least``."""
    gone: Mapping[str, str]
    """Names without a successor, and what to write instead."""
    calls: Mapping[str, str]
    """Functions that are called differently, with the new call."""
    unreleased: Mapping[str, str]
    """Names that only a development version had, with today's names. The earlier version had none of them."""

    def new_path(self, path: str) -> str:
        """Return the current path of a name."""
        if path in self.names:
            return self.names[path]
        module, _, name = path.rpartition(".")
        return f"{self.modules.get(module, module)}.{name}"


def read_changes(file: Path) -> Changes:
    """Read the table from *file*."""
    return Changes(**tomllib.loads(file.read_text(encoding="utf-8")))
