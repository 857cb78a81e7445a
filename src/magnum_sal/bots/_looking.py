"""What could be a bot in somebody's module: found by reading its source, of which nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Final

from ..errors.messages import printable

_LONGEST_SOURCE: Final = 1 << 20
"""Bytes of a module that is read for this."""

_MOST: Final = 8
"""How many bots are named."""


def file_of(module: str) -> Path | None:
    """Return the source of a module that could be imported by this dotted name, None where there is none."""
    folders: list[str] | None = None
    origin = None
    for part in module.split("."):
        if not part.isidentifier():
            return None
        try:
            # The finder of files alone: others may run code, and so does the import of the package around a module.
            found = PathFinder.find_spec(part, folders)
        except (ImportError, ValueError):
            return None
        if found is None:
            return None
        folders, origin = found.submodule_search_locations, found.origin
        folders = None if folders is None else list(folders)
    return Path(origin) if origin is not None and origin.endswith(".py") else None


def bots_in(module: str) -> tuple[str, ...]:
    """Return what looks like a bot in the source of a module: classes with ``__call__``, functions of two arguments."""
    path = file_of(module)
    if path is None:
        return ()
    try:
        with path.open("rb") as file:
            tree = ast.parse(file.read(_LONGEST_SOURCE))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names = [node.name for node in _top(tree) if not node.name.startswith("_") and _is_bot(node)]
    return tuple(printable(name, 60) for name in names[:_MOST])


def bot_meant(name: str, known: Iterable[str]) -> str:
    """
    Return the name of the bot that was meant by one that is nobody's, empty where none is likely.

    It is ``my_bots:Nora`` for ``my_bots.Nora`` and ``my_bots/Nora``, or one of the *known* names that is spelt alike.
    """
    dotted = name.replace("\\", "/").removeprefix("./").replace("/", ".")
    module, _, last = dotted.rpartition(".")
    for bot in get_close_matches(last, bots_in(module), 1) if module else ():
        return f"{module}:{bot}"
    return next(iter(get_close_matches(name, tuple(known), 1)), "")


def _top(tree: ast.Module) -> Iterator[ast.ClassDef | ast.FunctionDef]:
    return (node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)))


def _is_bot(node: ast.ClassDef | ast.FunctionDef) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(isinstance(part, ast.FunctionDef) and part.name == "__call__" for part in node.body)
    arguments = node.args
    return len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults) == 2
