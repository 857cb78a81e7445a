"""Objects that a text such as ``"package.module:Object"`` names: what installed packages and people ask to import."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import MisuseError
from ..errors.messages import brief, cut, printable
from .caches import cached
from .tracebacks import place_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def import_object(place: str) -> Any:
    """
    Return the object at *place*, ``"package.module:Object"``.

    Importing runs the module's own code. So a place comes from an installed package, from the program, or from the
    person at the keyboard, and never from a file or a message.

    Raises:
        MisuseError: there is no such module or object, or the module fails; it says so in one line.
    """
    module, _, attribute = place.partition(":")
    if not module or module.startswith(".") or not attribute:
        raise MisuseError("an object is named as package.module:Object")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:
        # The module's own code can fail in any way, and a script may end the program where it is imported.
        raise MisuseError(describe_error(error)) from error
    return found


def describe_error(error: BaseException) -> str:
    """
    Return the first line of an error that code from elsewhere has raised, and where.

    Its class stands there where that says more.
    """
    try:
        text = next(iter(str(error).splitlines()), "")
    except Exception:
        text = "it cannot even say what is wrong"
    says_enough = isinstance(error, (ImportError, AttributeError)) and text
    words = text if says_enough else f"{type(error).__name__}: {cut(text, 250)}"
    place = "" if isinstance(error, SyntaxError) else place_of(error)  # which names its own
    return printable(f"{cut(words, 300)}{place}", 400)


def points(group: str, name: str | None = None) -> tuple[EntryPoint, ...]:
    """Return the entry points of a *group*, all or those of one *name*, as installed packages declare them."""
    found = _read_entry_points(group, tuple((place, _last_change(place)) for place in sys.path))
    return tuple(point for point in found if name is None or point.name == name)


@cached(most=4)
def _read_entry_points(group: str, _places: tuple[tuple[str, int | None], ...]) -> tuple[EntryPoint, ...]:
    """
    Return the entry points of a *group*.

    The metadata of all packages are read for it, which takes milliseconds, and an arena asks for each game. They are
    read again when something has been installed or removed: then another folder is in the path, or one has changed.
    """
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


def _last_change(place: str) -> int | None:
    """Return when a folder or archive of Python's path last changed, None for one that is not there."""
    try:
        # "" is the folder that the program is in. `pathlib` is not used, because importing it takes long.
        return os.stat(place or ".").st_mtime_ns  # noqa: PTH116
    except (OSError, ValueError):
        return None


def load_entry_point(point: EntryPoint, kind: str) -> Any:
    """
    Return what an installed package names as its ruleset or bot, whichever *kind* it is.

    Raises:
        MisuseError: the package cannot give it; which one it is, stands in the message.
    """
    # Pythons differ in what they raise where the metadata hold no place; extras may follow it in brackets.
    module, _, attribute = point.value.partition("[")[0].partition(":")
    try:
        return import_object(f"{module.strip()}:{attribute.strip()}")
    except MisuseError as error:
        raise MisuseError(f"{describe_entry_point(point, kind)}, but: {error}") from error


def describe_entry_point(point: EntryPoint, kind: str) -> str:
    """Return the beginning of a sentence about what a package names."""
    package = owner(point)
    who = "an installed package" if package is None else f"the package {package[0]}"
    return f"{kind} {brief(point.name)}: {who} names {printable(point.value, 100)}"


def owner(point: EntryPoint) -> tuple[str, str] | None:
    """Return name and version of the package that has this entry point, None where that is not known."""
    return None if point.dist is None else (printable(point.dist.name, 80), printable(point.dist.version, 40))
