"""Parameters of a reading: a language, counts, and choices among names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import attrs

from .._internal.checks import parse_digits
from ..errors import MalformedError
from ..words import LANGUAGES

C = TypeVar("C", bound=str)


@attrs.frozen
class Parameters:
    """The parameters of a reading, such as those in the query of a URL. All values are texts."""

    given: Mapping[str, str] = attrs.Factory(dict)

    @property
    def language(self) -> str:
        """The language of the answer; English if none is named. Raises ``MalformedError`` if it is not supported."""
        return check_language(self.given.get("language", "en"))

    def find_count(self, name: str) -> int | None:
        """Return the count called *name*, or None if it is missing. Raises ``MalformedError`` if it is not a count."""
        text = self.given.get(name)
        return None if text is None else count(text, name)

    def count(self, name: str, default: int) -> int:
        """Return the count called *name*. Raises ``MalformedError`` if it is not a count."""
        found = self.find_count(name)
        return default if found is None else found

    def choice(self, name: str, allowed: Sequence[C]) -> C:
        """Return the choice called *name*, by default the first. Raises ``MalformedError`` if it is not *allowed*."""
        asked = self.given.get(name, allowed[0])
        for value in allowed:
            if value == asked:
                return value
        raise MalformedError(f"{name}: expected one of {', '.join(allowed)}, got {asked[:20]!r}")


def check_language(asked: str) -> str:
    """Return *asked*. Raises ``MalformedError`` if the library does not support this language."""
    if asked not in LANGUAGES:
        raise MalformedError(f"language: expected one of {', '.join(LANGUAGES)}, got {asked[:20]!r}")
    return asked


def count(text: str, name: str) -> int:
    number = parse_digits(text, 7)
    if number is None:
        raise MalformedError(f"{name}: {text[:20]!r} is not a count")
    return number
