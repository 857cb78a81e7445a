"""The table of the names that changed since 0.1.0, ``changed_names.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import attrs

CHANGED_NAMES = Path(__file__).with_name("changed_names.toml")


@attrs.frozen
class Changes:
    """What became of public names. Keys are the paths of the earlier version."""

    modules: Mapping[str, str]
    """Modules whose names all moved, and where to."""
    names: Mapping[str, str]
    """Names with another path now, and members of classes with another name: ``magnum_sal.Choice.take_least``."""
    gone: Mapping[str, str]
    """Names without a successor, and what to write instead."""
    calls: Mapping[str, str]
    """Functions that are called differently, and how."""
    unreleased: Mapping[str, str]
    """Names that only a development version had, and those of today. They are no names of the earlier version."""

    def new_path(self, path: str) -> str:
        """Return where a name stands now."""
        if path in self.names:
            return self.names[path]
        module, _, name = path.rpartition(".")
        return f"{self.modules.get(module, module)}.{name}"


def read_changes(file: Path) -> Changes:
    """Read the table."""
    return Changes(**tomllib.loads(file.read_text(encoding="utf-8")))
