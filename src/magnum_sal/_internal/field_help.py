"""
Help texts for fields: ``help()`` shows the docstrings of fields, read from the source on demand.

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
from typing import Any

_SLOTS = "__slots__"


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


@cache
def _sentences(module: str) -> dict[tuple[str, str], str]:
    """Return the docstrings of the fields of a module's classes, by class and field; empty if there is no source."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (OSError, KeyError):
        # Compiled modules have no source that Python can find, and a program may be installed without sources. In both
        # cases, ``help()`` shows fields without sentences.
        return {}
    found = {}
    for cls in ast.parse(source).body:
        if isinstance(cls, ast.ClassDef):
            for field, below in pairwise(cls.body):
                match field, below:
                    case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                        found[cls.name, name] = inspect.cleandoc(said)
    return found


def provide_field_help(cls: type[Any]) -> None:
    """Provide ``help()`` with the docstrings of the fields of a class and its subclasses."""
    if issubclass(cls, tuple):
        for field in getattr(cls, "_fields", ()):
            getattr(cls, field).__doc__ = None
    # Python reads ``__slots__`` only while it creates a class, so a later replacement changes nothing but the help. A
    # class that was visited before already has the mapping and is left alone.
    elif isinstance(cls.__dict__.get(_SLOTS), tuple):
        setattr(cls, _SLOTS, _Sentences(cls))
    for derived in cls.__subclasses__():
        provide_field_help(derived)
