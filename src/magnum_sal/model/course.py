"""The part of a state for extensions: the reactions and cards that must come before the next decision."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import attrs

from .._internal.immutable import Immutable
from ..errors import MisuseError
from ._event_base import Event
from .fields import CardId, Cards, Count, DeckId, Meaning, Seat

# Events that wait for a reaction are part of the state. In a public state, a move may stop in the middle, at a tile or
# a card that must be turned up. ``reveal`` then knows only the state. So the fold records the events to which
# an extension must still react, and ``MomentsPassed`` removes them. Games without reactions never have this part.
COURSE: Final = "course"
"""The key in ``extras``, which exists only while reactions or cards are pending."""

PHASE_ENDED: Final = "phase_ended"
PHASE_STARTED: Final = "phase_started"

_STAGES: Final = (PHASE_ENDED, PHASE_STARTED)
_STAGE: Final = Meaning(
    "stage", "phase_ended or phase_started", lambda value: type(value) is str and value in _STAGES, lambda _: _STAGES
)

Stage: TypeAlias = Annotated[str, _STAGE]
"""The most recent step between two phases; extensions can react before the next step."""


@attrs.frozen
class Moment(Immutable):
    """An event to which an extension has not reacted yet."""

    event: Event
    """The event to react to."""
    reaction: Count
    """The index of the reaction among the ruleset's reactions, from 0."""


@attrs.frozen
class Course(Immutable):
    """The reactions and cards that must come before the next decision."""

    stage: Stage | None = None
    """The most recent step between two phases; None during and right after a turn."""
    moments: tuple[Moment, ...] = ()
    """The moments that still need a reaction, in order."""
    cards: tuple[DeckId, ...] = ()
    """The decks from which a card must still be turned up, in order."""
    seat: Seat | None = None
    """The seat whose turn it is or was last, while a card must be turned up and nobody can move; None otherwise."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is pending."""
        return self == _DONE


_DONE: Final = Course()


@attrs.frozen
class CardPile(Immutable):
    """An extension's deck in play; ``extras`` stores it under the deck's id."""

    up: tuple[CardId, ...]
    """The cards already turned up, in order."""
    down: Cards
    """The number of cards face down."""
    order: tuple[CardId, ...] = ()
    """The face-down cards in drawing order; empty in a public state, where the order is unknown."""

    def public(self) -> CardPile:
        """Return the public form of the pile, without the order."""
        return CardPile(self.up, self.down)

    def with_next_up(self, card: str) -> CardPile:
        """Return the pile with *card* turned up. Raises ``MisuseError`` if a different card is next."""
        # In a public state the order is unknown, and any card may be next.
        if not self.down or self.order[:1] not in ((), (card,)):
            raise MisuseError(f"{card!r} cannot be turned up: it is not the next card of its deck")
        return CardPile((*self.up, card), self.down - 1, self.order[1:])
