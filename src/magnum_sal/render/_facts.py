"""What both renderers share: sizes that can be asked for, and what rules have added to the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from .._wording import brief
from ..errors import MisuseError
from ..labels import label, printable
from ..ruleset import Ruleset
from ..state import GameState

LARGEST_SIZE: Final = 100_000
"""Pixels or columns, at most."""


def check_size(name: str, size: object) -> None:
    """Raise ``MisuseError`` where *size* is no number of pixels or columns."""
    if type(size) is not int or not 1 <= size <= LARGEST_SIZE:
        raise MisuseError(f"{name}: {brief(size)} is not a whole number from 1 to {LARGEST_SIZE}")


def extras(state: GameState, language: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of the state that rules have added, in words."""
    for key, value in state.extras_items:
        yield label(key, language, state.ruleset), _in_words(value, language, state.ruleset)


def _in_words(value: Any, language: str, ruleset: Ruleset) -> str:
    if attrs.has(type(value)):
        return "; ".join(
            f"{label(field.name, language, ruleset)}: {_in_words(getattr(value, field.name), language, ruleset)}"
            for field in attrs.fields(type(value))
        )
    if isinstance(value, tuple | list):
        return ", ".join(_in_words(part, language, ruleset) for part in value) or label("none", language)
    return label(value, language, ruleset) if isinstance(value, str) else printable(str(value))
