"""The base of all events, and the events that extensions need."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from .._internal.immutable import Immutable
from .fields import CardId, Cards, ChamberId, Count, DeckId, DieId, FaceId, PartKey, Seat
from .pieces import ChamberTile


# These classes are not in ``events``, because that module imports the ruleset, and a ruleset names events in its
# reactions.
@attrs.frozen
class Event(Immutable):
    """The base of all events, including the events of extensions. In JSON, ``"type"`` names the class."""

    type: ClassVar[str]
    """The value of ``"type"`` in JSON."""


@attrs.frozen
class CardAwaited(Event):
    """A card from an extension's deck must be turned up before the game continues."""

    type: ClassVar[str] = "card_awaited"
    deck: DeckId
    """The id of the deck."""


@attrs.frozen
class CardTurnedUp(Event):
    """A card from an extension's deck was turned up."""

    type: ClassVar[str] = "card_turned_up"
    deck: DeckId
    """The id of the deck."""
    card: CardId
    """The id of the card."""


@attrs.frozen
class DeckReshuffled(Event):
    """All face-up cards of an extension's deck were shuffled to form a new stack, because the stack was empty."""

    type: ClassVar[str] = "deck_reshuffled"
    deck: DeckId
    """The id of the deck."""
    cards: Cards
    """The number of cards in the new stack."""


@attrs.frozen
class DieAwaited(Event):
    """A die of an extension must be rolled before the game continues."""

    type: ClassVar[str] = "die_awaited"
    die: DieId
    """The id of the die."""


@attrs.frozen
class DieRolled(Event):
    """A die of an extension was rolled."""

    type: ClassVar[str] = "die_rolled"
    die: DieId
    """The id of the die."""
    face: FaceId
    """The id of the face that the roll shows."""


@attrs.frozen
class TileLookedAt(Event):
    """
    A player looked at a face-down tile, which stays face down. Everybody sees who looks where (PUBLIC-1).

    ``TileSeen`` contains the face. Only an ``Extension`` with ``has_looks`` may return this event.
    """

    type: ClassVar[str] = "tile_looked_at"
    seat: Seat
    """The player who looked."""
    chamber: ChamberId
    """The chamber of the tile."""


@attrs.frozen
class TileSeen(Event):
    """
    The face of the tile that a player looked at: a secret of this seat, not among the events of any move (PUBLIC-1).

    A log records it in a line of its own, which a public log leaves out.
    """

    type: ClassVar[str] = "tile_seen"
    seat: Seat
    """The player who looked."""
    chamber: ChamberId
    """The chamber of the tile."""
    tile: ChamberTile
    """The tile's printed face."""


@attrs.frozen
class PartChanged(Event):
    """A part of ``extras`` that belongs to an extension got a new value. The event is public, like all events."""

    type: ClassVar[str] = "part_changed"
    part: PartKey
    """The key of the part in ``extras``."""
    value: Any
    """The new value of the part. It has the type that the extension declares."""


@attrs.frozen
class MomentsPassed(Event):
    """Extensions have reacted to the first pending moments. The events that they returned follow."""

    type: ClassVar[str] = "moments_passed"
    moments: Count
    """The number of moments to which extensions have reacted."""


def library_event_types() -> frozenset[str]:
    """Return the values of ``type`` of the library's own events. A module that defines rules has imported them all."""
    # They are found as subclasses, because this module cannot import ``events``.
    package = f"{__name__.rpartition('.')[0]}."
    # mypyc cannot compile ``event.__module__``.
    return frozenset(
        event.type for event in Event.__subclasses__() if getattr(event, "__module__", "").startswith(package)
    )
