"""Importing a module from other source than its file's."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import CodeType, ModuleType


class _Changed(Loader):
    """Executes given source as a module; nothing is read from or written to the cache of compiled files."""

    def __init__(self, code: CodeType) -> None:
        self.code = code

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002  # the protocol's argument
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, vars(module))


class _Finder(MetaPathFinder):
    def __init__(self, filename: str, source: bytes) -> None:
        self.filename = filename
        self.source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or found.origin is None or Path(found.origin) != Path(self.filename):
            return None
        loader = _Changed(compile(self.source, self.filename, "exec", dont_inherit=True))
        return importlib.util.spec_from_file_location(
            fullname,
            self.filename,
            loader=loader,
            submodule_search_locations=found.submodule_search_locations,
        )


def import_changed(filename: str, source: bytes) -> None:
    """Have the module of a file, which has not been imported yet in this process, made of other *source*."""
    sys.meta_path.insert(0, _Finder(filename, source))
