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

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the position after the move, and what the move brought."""
        return as_picture(self.after, self)


def steps_of(opening: GameState, course: Iterable[tuple[object, Transition]]) -> Iterator[Step]:
    """
    Yield the moves of a course of play, each with the pieces turned up after it.

    Args:
        opening: The position in which the course begins.
        course: What was done, with what came of it: moves, and pieces that were turned up. Those before the first move
            belong to no step.
    """
    before, made = opening, None
    for done, (after, events) in course:
        if isinstance(done, Move):
            if made is not None:
                yield made
            made = Step(before, done, after, events)
        elif made is not None:
            made = Step(made.before, made.move, after, made.events + events)
        before = after
    if made is not None:
        yield made
