"""
The choice between the source and the compiled build of the library (see the performance page).

This module is imported first, so that a program can choose if both are installed.
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
    """A finder that loads the modules of the library from source."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(_PACKAGE):
            return None
        found = (
            FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target) for folder in path or ()
        )
        return next((spec for spec in found if spec is not None), None)


if os.environ.get("MAGNUM_SAL_PURE", "0") not in ("", "0"):
    sys.meta_path.insert(0, _Sources())

from . import immutable  # noqa: E402  # found by the finder chosen above

is_compiled: Final[bool] = not str(immutable.__file__).endswith((".py", ".pyc"))
"""Whether this is the compiled build; the builds differ only in speed."""
