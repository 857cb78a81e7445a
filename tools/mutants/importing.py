"""Import a module from source other than its file, in this process and in the processes that it starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import CodeType, ModuleType


class _Changed(Loader):
    """A loader that executes the given source as a module, without the cache of compiled files."""

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
        found.loader = _Changed(compile(self.source, self.filename, "exec", dont_inherit=True))
        return found


def import_from_source(filename: str, source: bytes) -> None:
    """Import the module of *filename*, which this process has not imported yet, from *source* instead of the file."""
    sys.meta_path.insert(0, _Finder(filename, source))


_AT_START = """\
import importlib.util, pathlib
spec = importlib.util.spec_from_file_location("_mutant_importing", {importing!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.import_from_source({filename!r}, pathlib.Path({changed!r}).read_bytes())
"""
"""The program that Python runs as ``sitecustomize`` in each process that a test starts."""


def import_from_source_in_children(filename: str, source: bytes, folder: Path) -> None:
    """
    Import the module of *filename* from *source* in the Python processes that this one starts.

    A child whose environment lacks ``PYTHONPATH`` imports the unchanged module.

    Args:
        filename: The module's file.
        source: The source that replaces the file's text.
        folder: An absolute folder for the files that the children need.
    """
    folder.mkdir(parents=True, exist_ok=True)
    changed = folder / "changed.txt"
    changed.write_bytes(source)
    text = _AT_START.format(importing=__file__, filename=filename, changed=str(changed))
    (folder / "sitecustomize.py").write_text(text, "utf-8")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = f"{folder}{os.pathsep}{before}" if before else str(folder)
