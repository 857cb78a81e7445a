"""The names that the pages of the API reference document, and the sentences in the source; no tests."""

from __future__ import annotations

import ast
import enum
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_origin

import attrs

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))


@cache
def documented() -> dict[str, Any]:
    """Return the documented objects by their names, listed one by one or in whole modules."""
    text = "".join(page.read_text("utf-8") for page in PAGES)
    names = re.findall(r"^\.\. auto(?:class|exception|function|data):: ([\w.]+)", text, re.MULTILINE)
    for module in re.findall(r"^\.\. automodule:: (\S+)\n   :members:", text, re.MULTILINE):
        found = importlib.import_module(module)
        names += [f"{module}.{name}" for name in getattr(found, "__all__", ())]
    if importlib.util.find_spec("pyspiel") is None:
        names = [name for name in names if not name.startswith("magnum_sal.envs.openspiel.")]  # `nox -s rl` checks them
    return {name: named(name) for name in names}


def named(name: str) -> Any:
    """Return the object with this name."""
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def classes() -> dict[str, type[Any]]:
    """Return the classes among the documented objects."""
    return {name: value for name, value in documented().items() if inspect.isclass(value) and get_origin(value) is None}


def fields(cls: type[Any]) -> list[str]:
    """Return the public fields of a class and its bases: of attrs, a named tuple, an enum, or annotations."""
    found = [field.name for field in attrs.fields(cls)] if attrs.has(cls) else []
    found += getattr(cls, "_fields", ())
    if issubclass(cls, enum.Enum):
        found += cls.__members__
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] == "magnum_sal":
            found += inspect.get_annotations(base)
    return [name for name in dict.fromkeys(found) if not name.startswith("_")]


def sentence(cls: type[Any], field: str) -> str | None:
    """Return the docstring of a field in the source, from the class or its first base that has one."""
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] == "magnum_sal":
            said = _sentences(base.__module__).get((base.__qualname__, field))
            if said is not None:
                return said
    return None


@cache
def _sentences(module: str) -> dict[tuple[str, str], str]:
    path = sys.modules[module].__file__
    assert path is not None
    source = Path(path).with_suffix(".py") if path.endswith(".py") else _beside(Path(path))
    return dict(_below_fields(ast.parse(source.read_text("utf-8"))))


def _beside(compiled: Path) -> Path:
    """Return the source of a compiled module."""
    return compiled.with_name(compiled.name.partition(".")[0] + ".py")


def _below_fields(tree: ast.Module) -> Iterator[tuple[tuple[str, str], str]]:
    for cls in tree.body:
        if isinstance(cls, ast.ClassDef):
            for node, below in pairwise(cls.body):
                match node, below:
                    case (
                        (ast.AnnAssign(ast.Name(name)) | ast.Assign([ast.Name(name)])),
                        ast.Expr(ast.Constant(str(said))),
                    ):
                        yield (cls.name, name), said
