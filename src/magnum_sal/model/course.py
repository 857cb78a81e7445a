"""What an extension's reactions and decks add to a state: what is still to come before the next decision."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import attrs

from .._internal.immutable import Immutable
from ..errors import MisuseError
from ._event_base import Event
from .fields import CardId, Cards, Count, DeckId, Meaning, Seat

COURSE: Final = "course"
"""Its key in ``extras``, where it stands only while something is to come."""

PHASE_ENDED: Final = "phase_ended"
PHASE_STARTED: Final = "phase_started"

_STAGES: Final = (PHASE_ENDED, PHASE_STARTED)
_STAGE: Final = Meaning(
    "stage", "phase_ended or phase_started", lambda value: type(value) is str and value in _STAGES, lambda _: _STAGES
)

Stage: TypeAlias = Annotated[str, _STAGE]
"""How far the game has come between two phases, where reactions may come in between."""


@attrs.frozen
class Moment(Immutable):
    """An event that somebody has still to react to."""

    event: Event
    """What happened."""
    reaction: Count
    """The number of the reaction in the ruleset's reactions, 0 for the first."""


@attrs.frozen
class Course(Immutable):
    """What is still to come before the next decision."""

    stage: Stage | None = None
    """How far the game has come between two phases; None within a turn, and where a turn has just ended."""
    moments: tuple[Moment, ...] = ()
    """What is still to be reacted to, in order."""
    cards: tuple[DeckId, ...] = ()
    """The decks that a card is still to be turned up from, in order."""
    seat: Seat | None = None
    """Whose turn it is, or was last, while a card is to be turned up; nobody is to move then."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is to come."""
        return self == _DONE


_DONE: Final = Course()


@attrs.frozen
class CardPile(Immutable):
    """A deck of an extension in play: ``extras`` has it under the deck's id."""

    up: tuple[CardId, ...]
    """The cards that were turned up, the first one first."""
    down: Cards
    """How many lie face down."""
    order: tuple[CardId, ...] = ()
    """The cards that lie face down in drawing order; in a public state none, as nobody knows it."""

    def public(self) -> CardPile:
        """Return what everybody knows of it."""
        return CardPile(self.up, self.down)

    def with_next_up(self, card: str) -> CardPile:
        """Return the pile with *card* turned up; ``MisuseError`` where another one is the next."""
        if not self.down or self.order[:1] not in ((), (card,)):
            raise MisuseError(f"{card!r} is turned up, which is not the next card of its deck")
        return CardPile((*self.up, card), self.down - 1, self.order[1:])
