"""Import objects that installed packages or users name, as in ``"package.module:Object"``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import MisuseError
from ..errors.messages import brief, cut, printable
from .caches import cached
from .tracebacks import place_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType


def import_object(place: str) -> Any:
    """
    Import the object at *place*, such as ``"package.module:Object"``.

    Importing runs the module's code. So *place* must come from an installed package, the program or the user, and
    never from a file or a message.

    Raises:
        MisuseError: there is no such module or object, or importing the module fails; the message is one line.
    """
    module, _, attribute = place.partition(":")
    if not module or module.startswith(".") or not attribute:
        raise MisuseError("expected a name such as package.module:Object")
    found: Any = import_named_module(module)
    try:
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as error:
        # A module or class can compute its attributes.
        raise MisuseError(describe_error(error)) from error
    return found


def import_named_module(name: str) -> ModuleType:
    """Import the module *name*, which comes from the same sources as the places of ``import_object``."""
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        # A module can raise any error when it is imported, and a script may call `sys.exit`.
        raise MisuseError(describe_error(error)) from error


def describe_error(error: BaseException) -> str:
    """
    Return the first line of a third-party error, with its source location.

    The class of the error is included if it adds information.
    """
    try:
        text = next(iter(str(error).splitlines()), "")
    except Exception:
        # Third-party code also produces the text of the error, so getting the text can fail.
        text = "the error has no readable message"
    # Python's own messages about a missing module or attribute are complete. Other messages, such as a KeyError's, are
    # unclear without the class.
    says_enough = isinstance(error, (ImportError, AttributeError)) and text
    words = text if says_enough else f"{type(error).__name__}: {cut(text, 250)}"
    place = "" if isinstance(error, SyntaxError) else place_of(error)  # a syntax error names its own place
    # A long message must leave room for the place, which the author of the code needs most.
    return printable(f"{cut(words, 300)}{place}", 400)


def points(group: str, name: str | None = None) -> tuple[EntryPoint, ...]:
    """Return the entry points in a *group* that installed packages declare, or only those with this *name*."""
    found = _read_entry_points(group, tuple((place, _last_change(place)) for place in sys.path))
    return tuple(point for point in found if name is None or point.name == name)


@cached(most=4)
def _read_entry_points(group: str, _places: tuple[tuple[str, int | None], ...]) -> tuple[EntryPoint, ...]:
    """Return the entry points in a *group*. *_places* is only part of the cache key."""
    # Reading the metadata of all packages takes milliseconds, and an arena needs them for each game, so the result is
    # cached. Installing or removing a package changes Python's path or the modification time of a folder. A notebook
    # thus finds a new package without a restart.
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


def _last_change(place: str) -> int | None:
    """Return when a folder or archive on Python's path last changed, or None if it does not exist."""
    try:
        # "" is the current folder. `pathlib` is not used, because importing it is slow.
        return os.stat(place or ".").st_mtime_ns  # noqa: PTH116
    # Python's path may contain a place that does not exist yet. None is part of the cache key, like a time, and a time
    # replaces it when the place appears.
    except (OSError, ValueError):
        return None


def load_entry_point(point: EntryPoint, kind: str) -> Any:
    """
    Import the object that an entry point of an installed package names; *kind* describes it in errors, such as "bot".

    Raises:
        MisuseError: the import fails; the message names the package.
    """
    # Python versions raise different errors if the value is malformed. Extras may follow the place in brackets.
    module, _, attribute = point.value.partition("[")[0].partition(":")
    try:
        return import_object(f"{module.strip()}:{attribute.strip()}")
    except MisuseError as error:
        raise MisuseError(f"{describe_entry_point(point, kind)}, which cannot be loaded: {error}") from error


def describe_entry_point(point: EntryPoint, kind: str) -> str:
    """Return the beginning of a sentence about the object that an entry point names."""
    package = owner(point)
    who = "an installed package" if package is None else f"the package {package[0]}"
    return f"{kind} {brief(point.name)}: {who} names {printable(point.value, 100)}"


def describe_rivals(namesakes: Iterable[EntryPoint]) -> str:
    """Return "the packages A and B" if entry points with one name are in several packages, or an empty string."""
    # The order of packages depends on the order of the folders on Python's path, so none of them takes precedence.
    packages = sorted({package[0] for one in namesakes if (package := owner(one)) is not None})
    return f"the packages {', '.join(packages[:-1])} and {packages[-1]}" if len(packages) > 1 else ""


def owner(point: EntryPoint) -> tuple[str, str] | None:
    """Return the name and version of the package with this entry point, or None if unknown."""
    return None if point.dist is None else (printable(point.dist.name, 80), printable(point.dist.version, 40))
