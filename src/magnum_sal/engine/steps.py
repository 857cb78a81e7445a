"""The results of a move: the transition that ``apply`` returns, and the step for describing or drawing the move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import attrs

from .._internal.immutable import Immutable
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.events import Event
from ..model.functions_above import as_picture
from ..model.moves import Move
from ..model.state import GameState

__all__ = ["Step", "Transition"]


class _StateAndEvents(NamedTuple):
    """The two values of a transition, by which it is compared and into which it can be unpacked."""

    state: GameState
    events: tuple[Event, ...]


# This module is not compiled, because mypyc cannot build a native class on a named tuple. The subclass has a
# ``__dict__``, which can hold a third value that is not part of the tuple.
class Transition(_StateAndEvents):
    """
    The outcome of a move: the next state and the events that lead to it, and the step for words and pictures.

    >>> from magnum_sal import PlaceMiner, apply, new_game
    >>> before = new_game(["Ada", "Ben"], seed=7)
    >>> state, events = apply(before, PlaceMiner("stock", "S1"))
    >>> apply(before, PlaceMiner("stock", "S1")).step.move
    PlaceMiner(source='stock', target='S1')
    """

    state: GameState
    """The position after the move. A player must decide, a piece is pending, or the game is over."""
    events: tuple[Event, ...]
    """All events of the move and its consequences, in order."""

    _made = None
    """The position before the move, and the move. None if no move caused the events."""

    @property
    def step(self) -> Step:
        """
        The move with the positions before and after it.

        Raises:
            MisuseError: no move caused the events, as after ``reveal``, or you created the transition yourself.
        """
        made: tuple[GameState, Move] | None = self._made
        if made is None:
            raise MisuseError(
                "this transition has no step, because no move caused it; describe a revealed piece with "
                "reveal_in_words(state, events), and take the step of a Game from game.last_step"
            )
        return Step(*made, self.state, self.events)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Transition is immutable, so {name!r} cannot be set")


def of_move(before: GameState, move: Move, transition: Transition) -> Transition:
    """Return an equal transition whose step is *move*, made in the position *before*."""
    equal = Transition(*transition)
    equal.__dict__["_made"] = before, move
    return equal


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
        return of_move(self.before, self.move, Transition(self.after, self.events))

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


def number_moves(course: Iterable[tuple[object, Transition]]) -> list[int]:
    """Return the number of each move of a course of play. Pieces that were turned up count, too, as in ``Game.at``."""
    return [number for number, (made, _) in enumerate(course, start=1) if isinstance(made, Move)]


def check_order(name: str, steps: Iterable[Step]) -> None:
    """Raise ``MisuseError`` if one of *steps*, the value of the argument *name*, does not lead to the next one."""
    for number, (one, other) in enumerate(pairwise(steps), start=1):
        if not look_the_same(one.after, other.before):
            told = f"step {number + 1}, {brief(other.move)}, does not start from the position after step {number}"
            raise MisuseError(f"{name}: {told}")


def look_the_same(one: GameState, other: GameState) -> bool:
    """Return whether two positions look the same to everybody."""
    # One of them may come from a full game and the other from its public view. Public forms are built only if the
    # states differ.
    return one is other or one == other or one.public() == other.public()
