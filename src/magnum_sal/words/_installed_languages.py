"""Languages from installed packages: entry points, and the functions that add the languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .._internal.entry_points import (
    describe_entry_point,
    describe_error,
    describe_rivals,
    load_entry_point,
    points,
)
from ..errors import MisuseError
from ..errors.messages import brief

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS: Final = "magnum_sal.languages"
"""
The entry-point group for languages from installed packages. Each entry maps a language's code to a function.

The function has no arguments, and calls ``add_language`` with this code when the language is first used.
"""

_KIND: Final = "language"


def list_installed() -> set[str]:
    """Return the codes of the languages that installed packages provide. No package is imported."""
    return {point.name for point in points(ENTRY_POINTS)}


def find_language_point(code: str) -> EntryPoint | None:
    """
    Return the entry point of a language, or None if no installed package provides the language.

    Raises:
        MisuseError: several packages provide the language.
    """
    namesakes = points(ENTRY_POINTS, code)
    if rivals := describe_rivals(namesakes):
        raise MisuseError(f"{_KIND} {brief(code)}: {rivals} provide this language; keep one and uninstall the others")
    return namesakes[0] if namesakes else None


def call_language_function(point: EntryPoint) -> None:
    """
    Import the function that an entry point names, and call it.

    Raises:
        MisuseError: importing or calling it fails; the message names the package.
    """
    add = load_entry_point(point, _KIND)
    if not callable(add):
        raise MisuseError(f"{describe_entry_point(point, _KIND)}, which is {brief(add)}, not a function")
    try:
        add()
    except (Exception, SystemExit) as error:
        # The function belongs to the package and can fail in any way.
        raise MisuseError(f"{describe_entry_point(point, _KIND)}, which failed: {describe_error(error)}") from error


def build_missing_error(point: EntryPoint) -> MisuseError:
    """Build the error for a function that does not add the language of its entry point."""
    return MisuseError(f"{describe_entry_point(point, _KIND)}, which does not add this language")
