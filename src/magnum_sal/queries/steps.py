"""A step of a game: a move with the positions before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from .._internal.immutable import Immutable
from ..engine.transitions import Transition
from ..model.events import Event
from ..model.moves import Move
from ..model.state import GameState, as_picture

__all__ = ["Step"]


@attrs.frozen
class Step(Immutable):
    """A move that was made, with the positions before and after it and the events in between."""

    before: GameState = attrs.field(repr=False)
    """The position in which the move was made."""
    move: Move
    """The move that was made."""
    after: GameState = attrs.field(repr=False)
    """The position of the next decision."""
    events: tuple[Event, ...]
    """All events between the positions: the events of the move, and their automatic consequences."""

    @property
    def seat(self) -> int:
        """The seat that made the move."""
        return self.before.turn_seat

    @property
    def transition(self) -> Transition:
        """The position after the move and the events, as returned by ``apply``."""
        return Transition(self.after, self.events)

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks: the position after the move, with the effects of the move."""
        return as_picture(self.after, self)


def steps_of(opening: GameState, course: Iterable[tuple[object, Transition]]) -> Iterator[Step]:
    """
    Yield a step for each move of a course of play. A step includes the pieces turned up after its move.

    Args:
        opening: The position in which the course begins.
        course: The moves and the revealed pieces, each with its transition. Pieces turned up before the first move
            belong to no step.
    """
    before, made = opening, None
    for done, (after, events) in course:
        if isinstance(done, Move):
            if made is not None:
                yield made
            made = Step(before, done, after, events)
        # A move stops at a piece that must be turned up. The events after the piece still belong to the move.
        elif made is not None:
            made = Step(made.before, made.move, after, made.events + events)
        before = after
    if made is not None:
        yield made
