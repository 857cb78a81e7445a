"""
The choice between the source and the compiled build of the library (see the performance page).

This module is imported first, so that a program can choose a build if both are installed.
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
    """A finder that loads the library's modules from source."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(_PACKAGE):
            return None
        # Python's own finder prefers a compiled module to a source file in the same folder. This finder knows only the
        # source suffixes, so it never finds compiled modules.
        found = (
            FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target) for folder in path or ()
        )
        return next((spec for spec in found if spec is not None), None)


# The finder must be in place before the import below, which loads the first module that may be compiled.
if os.environ.get("MAGNUM_SAL_PURE", "0") not in ("", "0"):
    sys.meta_path.insert(0, _Sources())

from . import immutable  # noqa: E402  # found by the finder chosen above

# A compiled wheel also contains the source of each compiled module. The file that Python has loaded shows which build
# is running.
is_compiled: Final[bool] = not str(immutable.__file__).endswith((".py", ".pyc"))
"""Whether this is the compiled build; the builds differ only in speed."""
