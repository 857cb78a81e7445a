"""
Which build of the library runs: its source, or what was compiled of it (see the performance page).

It is the first module to be imported, so that a program can choose where both are installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Final

_PACKAGE: Final = "magnum_sal."


class _Sources:
    """Finds the modules of the library in its source, and nothing else."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(_PACKAGE):
            return None
        found = (
            FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target) for folder in path or ()
        )
        return next((spec for spec in found if spec is not None), None)


if os.environ.get("MAGNUM_SAL_PURE", "0") not in ("", "0"):
    sys.meta_path.insert(0, _Sources())

from . import immutable  # noqa: E402  # found in the way just chosen

is_compiled: Final[bool] = not str(immutable.__file__).endswith((".py", ".pyc"))
"""Whether this is the compiled build; it differs in nothing but speed."""
