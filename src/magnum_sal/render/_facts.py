"""What both renderers share: sizes that can be asked for, the last step, and what rules have added to the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from .._course import COURSE
from .._remembering import cached
from .._step import Step
from .._wording import brief
from ..errors import MisuseError
from ..labels import label, move_in_words, printable
from ..pieces import SEAT_LETTERS
from ..rule import Building
from ..ruleset import Ruleset
from ..state import GameState, check_state

LARGEST_SIZE: Final = 100_000
"""Pixels or columns, at most."""


def check_size(name: str, size: object) -> None:
    """Raise ``MisuseError`` where *size* is no number of pixels or columns."""
    if type(size) is not int or not 1 <= size <= LARGEST_SIZE:
        raise MisuseError(f"{name}: {brief(size)} is not a whole number from 1 to {LARGEST_SIZE}")


def check_last(state: GameState, last: object) -> None:
    """Raise ``MisuseError`` where *last* is no step that leads to *state*; what is hidden does not matter."""
    if last is None:
        return
    if not isinstance(last, Step):
        raise MisuseError(f"last: {brief(last)} is no Step, as Game.steps yields them")
    check_state(last.before)
    check_state(last.after)
    if last.after != state and last.after.public() != state.public():
        raise MisuseError(f"last: {brief(last.move)} was made on another way; its step does not lead to this position")


def who_made(last: Step) -> str:
    """Return who made the last move."""
    return f"{SEAT_LETTERS[last.seat]} {last.before.players[last.seat].name}"


def made_in_words(last: Step, language: str) -> str:
    """Return what the last move was."""
    return move_in_words(last.before, last.move, language)


@cached(most=64)
def houses(ruleset: Ruleset) -> tuple[Building, ...]:
    """Return the buildings, and as if they were some what extensions show beside the board."""
    shown = [(extension.id, extension.shows) for extension in ruleset.extensions if extension.shows is not None]
    return (*ruleset.buildings, *(Building(name, shows=shows) for name, shows in shown))


def extras(state: GameState, language: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of the state that rules have added and do not show themselves, in words; nothing face down."""
    ruleset = state.ruleset
    shown = {
        part.key
        for extension in ruleset.extensions
        if extension.shows is not None or extension.shows_of_player is not None
        for part in extension.parts
    }
    for key, value in state.extras_items:
        if key not in shown and key != COURSE:
            part = ruleset.extras_parts.get(key)
            known = value if part is None else part.public(value)
            yield label(key, language, ruleset), _in_words(known, language, ruleset)


def _in_words(value: Any, language: str, ruleset: Ruleset) -> str:
    if attrs.has(type(value)):
        return "; ".join(
            f"{label(field.name, language, ruleset)}: {_in_words(getattr(value, field.name), language, ruleset)}"
            for field in attrs.fields(type(value))
        )
    if isinstance(value, tuple | list):
        return ", ".join(_in_words(part, language, ruleset) for part in value) or label("none", language)
    return label(value, language, ruleset) if isinstance(value, str) else printable(str(value))
