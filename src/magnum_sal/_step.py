"""A step of a game: a move with the positions before and after it."""

from __future__ import annotations

import attrs

from ._immutable import Immutable
from .engine import Transition
from .events import Event
from .moves import Move
from .state import GameState


@attrs.frozen
class Step(Immutable):
    """A move as it was made: the position before, the move, the position after, and what happened between them."""

    before: GameState = attrs.field(repr=False)
    """The position in which the move was made."""
    move: Move
    """The move."""
    after: GameState = attrs.field(repr=False)
    """The position of the next decision."""
    events: tuple[Event, ...]
    """All that happened on the way: what the move brought, and what followed by itself."""

    @property
    def seat(self) -> int:
        """The seat that made the move."""
        return self.before.turn_seat

    @property
    def transition(self) -> Transition:
        """The position after and the events, as ``apply`` returned them."""
        return Transition(self.after, self.events)
