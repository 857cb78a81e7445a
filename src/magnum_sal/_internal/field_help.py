"""
The docstrings of fields, read from the source on demand: for ``help()`` and for the published JSON Schemas.

Python discards docstrings of fields. For classes with slots, ``help()`` and ``inspect.getdoc`` look into ``__slots__``,
so this module puts a mapping there that reads the source. It also removes the default texts of named tuples, such as
"Alias for field number 0".
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

_SLOTS = "__slots__"
_PACKAGE = __name__.partition(".")[0]


class _Sentences(dict[str, None]):
    """A mapping from a class's slots to the docstrings of its fields, or None."""

    def __init__(self, cls: type[Any]) -> None:
        super().__init__(dict.fromkeys(cls.__dict__[_SLOTS]))
        self._place = cls.__module__, cls.__qualname__

    def __getitem__(self, name: str) -> Any:
        # ``help()`` looks up one slot at a time. The first lookup parses the source, so importing the library stays
        # fast.
        module, cls = self._place
        return _sentences(module).get((cls, name))


def _read_source(module: ModuleType) -> str:
    try:
        return inspect.getsource(module)
    except OSError:
        # The source of a compiled module lies beside it, where Python does not look for it.
        file = Path(inspect.getfile(module))
        return file.with_name(f"{file.name.partition('.')[0]}.py").read_text("utf-8")


@cache
def _sentences(module: str) -> dict[tuple[str, str], str]:
    """Return the docstrings of fields and properties in a module, by class and name; empty if there is no source."""
    try:
        source = _read_source(sys.modules[module])
    except (OSError, KeyError, TypeError):
        # A program may be installed without sources, and built-in modules have none. The docstrings are then
        # unavailable.
        return {}
    found = {}
    for cls in ast.parse(source).body:
        if isinstance(cls, ast.ClassDef):
            for node, below in pairwise((*cls.body, ast.Pass())):
                match node, below:
                    case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                        found[cls.name, name] = inspect.cleandoc(said)
                    case ast.FunctionDef(name, decorator_list=[ast.Name("property")]), _:
                        found[cls.name, name] = ast.get_docstring(node) or ""
    return found


def find_field_sentence(cls: type[Any], name: str) -> str:
    """Return the docstring of a field or property, from the class or its first base with one; empty if none has one."""
    places = ((base.__module__, (base.__name__, name)) for base in cls.__mro__)
    return next((_sentences(module)[place] for module, place in places if place in _sentences(module)), "")


def provide_field_help(*classes: type[Any]) -> None:
    """Provide ``help()`` with the docstrings of the fields of classes, their bases and their subclasses."""
    for cls in classes:
        # An inherited field has its docstring in a base, which may be private.
        for base in cls.__mro__:
            if base.__module__.partition(".")[0] == _PACKAGE:
                _provide_own_fields(base)
        provide_field_help(*cls.__subclasses__())


def _provide_own_fields(cls: type[Any]) -> None:
    if issubclass(cls, tuple):
        for field in getattr(cls, "_fields", ()):
            getattr(cls, field).__doc__ = None
    # Python reads ``__slots__`` only while it creates a class, so a later replacement changes nothing but the help. A
    # class that was visited before already has the mapping and is left alone.
    elif isinstance(cls.__dict__.get(_SLOTS), tuple):
        setattr(cls, _SLOTS, _Sentences(cls))
