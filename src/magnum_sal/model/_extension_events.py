"""The events of extensions: their cards are turned up, their parts change, and they are asked what follows."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from ._event_base import Event
from .fields import CardId, Count, DeckId, PartKey


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
