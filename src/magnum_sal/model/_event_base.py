"""The events that rules and extensions know: the base of all, and those by which extensions are told."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from .._internal.immutable import Immutable
from .fields import CardId, Count, DeckId, PartKey


@attrs.frozen
class Event(Immutable):
    """The base of all events, those of extensions too; its class is named by ``"type"`` in JSON."""

    type: ClassVar[str]
    """The name of the class in JSON, as its ``"type"``."""


@attrs.frozen
class CardAwaited(Event):
    """A card of an extension's deck is to be turned up, before anything else follows by itself."""

    type: ClassVar[str] = "card_awaited"
    deck: DeckId
    """The id of the deck."""


@attrs.frozen
class CardTurnedUp(Event):
    """A card of an extension's deck was turned up."""

    type: ClassVar[str] = "card_turned_up"
    deck: DeckId
    """The id of the deck."""
    card: CardId
    """The id of the card."""


@attrs.frozen
class PartChanged(Event):
    """A part of ``extras`` that belongs to an extension got another value; it is public, as all events are."""

    type: ClassVar[str] = "part_changed"
    part: PartKey
    """Its key in ``extras``."""
    value: Any
    """Its value from now on, of the type that the extension says."""


@attrs.frozen
class MomentsPassed(Event):
    """Extensions were asked what follows on the first of the moments that waited for them; what does comes next."""

    type: ClassVar[str] = "moments_passed"
    moments: Count
    """How many of them are done with."""
