"""Late imports: names of a package, which ``dir()`` and tab completion list, and packages of an extra."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeAlias

from ..errors import MissingExtraError
from .field_help import provide_field_help

_Asked: TypeAlias = Callable[[str], Any]
_Listed: TypeAlias = Callable[[], list[str]]


def offering(
    package: str,
    names: Iterable[str],
    *,
    late: Mapping[str, Iterable[str]] | None = None,
    modules: Collection[str] = (),
) -> tuple[_Asked, _Listed]:
    """
    Return the ``__getattr__`` and the ``__dir__`` of *package*.

    Args:
        package: The package's ``__name__``.
        names: The package's ``__all__``.
        late: The names to import on first access, by module, because importing the module is slow.
        modules: The package's public modules, which are also imported on first access.
    """
    homes = {name: home for home, brought in (late or {}).items() for name in brought}
    # Provide the help of the classes that the package has already imported. ``load_name`` does so for the others.
    loaded = vars(sys.modules[package])
    provide_field_help(*(value for name in names if isinstance(value := loaded.get(name), type)))

    def load_name(name: str) -> Any:
        if name in homes:
            value = getattr(import_module(f".{homes[name]}", package), name)
            if isinstance(value, type):
                provide_field_help(value)
            # Python asks ``__getattr__`` only for missing names, so every later access is a plain lookup.
            setattr(sys.modules[package], name, value)
            return value
        if name in modules:
            return import_module(f".{name}", package)
        # With ``name`` and ``obj``, Python's traceback can suggest the name that was probably meant.
        text = f"module {package!r} has no attribute {name!r}"
        raise AttributeError(text, name=name, obj=sys.modules[package])

    def list_names() -> list[str]:
        # By default ``dir()`` would list names that a module happens to import. Newcomers took these for public names
        # and missed the names that are loaded late.
        return sorted({*names, *modules})

    return load_name, list_names


@contextmanager
def explain_missing(what: str, extra: str) -> Iterator[None]:
    """Raise ``MissingExtraError`` if the ``with`` block imports *what* and lacks a package that *extra* installs."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        # A missing module of the library itself is our own bug, and must stay visible.
        if package in ("", __name__.partition(".")[0]):
            raise
        raise MissingExtraError(what, extra, package) from None
