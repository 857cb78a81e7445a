"""The base of all events, and the events that extensions need."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from .._internal.immutable import Immutable
from .fields import CardId, Count, DeckId, PartKey


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
