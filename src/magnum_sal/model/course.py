"""The part of a state for extensions: the reactions, cards and rolls that must come before the next decision."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import attrs

from .._internal.immutable import Immutable
from ..errors import MisuseError
from ._event_base import Event
from .draws import open_draw, shuffle_pieces
from .fields import CardId, Cards, Count, DeckOrDieId, FaceId, Meaning, Seat, Stream

# Events that wait for a reaction are part of the state. In a public state, a move may stop in the middle, at a tile or
# a card that must be turned up. ``reveal`` then knows only the state. So the fold records the events to which
# an extension must still react, and ``MomentsPassed`` removes them. Games without reactions, decks and dice never have
# this part.
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
    """The reactions, cards and rolls that must come before the next decision."""

    stage: Stage | None = None
    """The most recent step between two phases; None during and right after a turn."""
    moments: tuple[Moment, ...] = ()
    """The moments that still need a reaction, in order."""
    cards: tuple[DeckOrDieId, ...] = ()
    """The decks from which a card must still be turned up, and the dice that must still be rolled, in order."""
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
    shuffles: Count = 0
    """How often the face-up cards have been shuffled to form a new stack; always 0 if the deck does not reshuffle."""
    stream: Stream | None = None
    """The stream that decides later shuffles; None in a public state, and if the deck does not reshuffle."""

    def public(self) -> CardPile:
        """Return the public form of the pile, without the order and the stream."""
        return CardPile(self.up, self.down, (), self.shuffles)

    def with_next_up(self, card: str) -> CardPile:
        """Return the pile with *card* turned up. Raises ``MisuseError`` if a different card is next."""
        # In a public state the order is unknown, and any card may be next.
        if not self.down or self.order[:1] not in ((), (card,)):
            raise MisuseError(f"{card!r} cannot be turned up: it is not the next card of its deck")
        return attrs.evolve(self, up=(*self.up, card), down=self.down - 1, order=self.order[1:])

    def with_new_stack(self) -> CardPile:
        """
        Return the pile after all face-up cards are shuffled to form a new stack.

        Raises:
            MisuseError: a card is still face down.
        """
        if self.down:
            raise MisuseError(f"only an empty stack is refilled, but {self.down} cards are face down")
        order = () if self.stream is None else shuffle_pieces(self.up, open_draw(self.stream, self.shuffles))
        return CardPile((), len(self.up), tuple(order), self.shuffles + 1, self.stream)


@attrs.frozen
class RolledDie(Immutable):
    """An extension's die in play; ``extras`` stores it under the die's id."""

    face: FaceId | None
    """The face of the last roll; None before the first roll."""
    rolls: Count
    """The number of rolls so far."""
    stream: Stream | None = None
    """The stream that decides later rolls; None in a public state."""
    coming: tuple[FaceId, ...] = ()
    """The next faces that a public setup names; empty once the game has begun."""

    def public(self) -> RolledDie:
        """Return the public form of the die, without the stream."""
        return RolledDie(self.face, self.rolls)

    def next_face(self, faces: tuple[str, ...]) -> str | None:
        """Return the face of the next roll, one of the die's *faces*; None in a public state, where it is unknown."""
        if self.coming:
            return self.coming[0]
        return None if self.stream is None else _face_of(faces, self.stream, self.rolls)

    def earlier_faces(self, faces: tuple[str, ...]) -> tuple[str, ...]:
        """Return the faces of all rolls so far, in order. In a public state, the result is empty."""
        stream = self.stream
        return () if stream is None else tuple(_face_of(faces, stream, number) for number in range(self.rolls))

    def with_roll(self, face: str) -> RolledDie:
        """Return the die after a roll shows *face*. The method does not check the face."""
        return RolledDie(face, self.rolls + 1, self.stream, self.coming[1:])


def _face_of(faces: tuple[str, ...], stream: str, number: int) -> str:
    # ``random()`` has 53 bits, so an index below 1000 deviates from uniform by less than one part in 10**12.
    return faces[int(open_draw(stream, number).random() * len(faces))]
