"""The history of a game in hand: the steps that stand, those taken back that can be made again, and the log's lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import attrs

from ...engine.chance import Piece, Reveal, reveal
from ...engine.transitions import Transition, apply
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import GameStarted
from ...model.moves import Move
from ...model.state import GameState, drafted, sealed
from .entries import EndLine, Entry, MoveLine, RevealLine, UndoLine, check_reason


@attrs.frozen
class MadeStep:
    """A move, or a piece that was turned up, and what came of it."""

    move: Move | Reveal
    """The move; or what was turned up."""
    transition: Transition
    """The state after it, and its events."""


@attrs.frozen
class History:
    """A game from its first position on, which never changes: what is done to it returns another one."""

    opening: GameState
    """The first position."""
    started: GameStarted | None = None
    """The first event, None where the game was loaded as a position."""
    metadata: Mapping[str, Any] = attrs.field(factory=dict)
    """What the header of the log has beside it."""
    steps: tuple[MadeStep, ...] = ()
    """The moves that stand, and the pieces that were turned up."""
    undone: tuple[MadeStep, ...] = ()
    """Those taken back that can be made again, the next one last."""
    entries: tuple[Entry, ...] = ()
    """The lines of the log after the header."""
    end_reason: str | None = None
    """Why the game was ended by agreement, None while it was not."""

    @property
    def state(self) -> GameState:
        """The position after the last step that stands."""
        return self.steps[-1].transition.state if self.steps else self.opening

    def check_open(self) -> None:
        """Raise ``MisuseError`` if the game was ended by agreement."""
        if self.end_reason is not None:
            raise MisuseError(f"the game was ended by agreement: {self.end_reason}")

    def play(self, move: Move) -> tuple[Self, Transition]:
        """Return the game after a legal *move*, and what came of it."""
        self.check_open()
        return self._make(MadeStep(move, apply(self.state, move)))

    def reveal(self, piece: Piece) -> tuple[Self, Transition]:
        """Return the game after the pending piece turned out to be *piece*, and what came of it."""
        self.check_open()
        return self._make(MadeStep(Reveal(piece), reveal(self.state, piece)))

    def redo(self) -> tuple[Self, Transition]:
        """Return the game with the next step again that was taken back, and what came of it."""
        self.check_open()
        if not self.undone:
            raise MisuseError("no move was taken back that could be made again")
        return self._make(self.undone[-1])

    def undo(self, to: int | None) -> Self:
        """Return the game with the first *to* steps standing, or all but the last."""
        self.check_open()
        standing = len(self.steps)
        if not standing:
            raise MisuseError("no move stands that could be taken back")
        left = standing - 1 if to is None else to
        if type(left) is not int or not 0 <= left < standing:
            raise MisuseError(f"to: {brief(left)} is not a number of moves from 0 to {standing - 1}")
        return attrs.evolve(
            self,
            steps=self.steps[:left],
            undone=(*self.undone, *reversed(self.steps[left:])),
            entries=(*self.entries, UndoLine(left)),
        )

    def end(self, reason: str) -> Self:
        """Return the game, ended by agreement."""
        self.check_open()
        if self.state.is_over:
            raise MisuseError("the game is over by the rules, so nobody can end it by agreement")
        return self.with_end(EndLine(check_reason(reason), self.state.scores))

    def with_end(self, line: EndLine) -> Self:
        """Return the game with the *line* of an agreed end."""
        return attrs.evolve(self, entries=(*self.entries, line), end_reason=line.reason)

    def with_step(self, step: MadeStep, entry: Entry) -> Self:
        """Return the game with one more step; those taken back can be made again only if it is the next of them."""
        is_again = bool(self.undone) and self.undone[-1].move == step.move
        undone, entries = self.undone[:-1] if is_again else (), (*self.entries, entry)
        opening, steps = self.opening, self.steps
        if steps:
            last = steps[-1]
            steps = (*steps[:-1], MadeStep(last.move, Transition(_slim(last.transition.state), last.transition.events)))
        else:
            opening = _slim(opening)
        # Every move of a game comes by here, and attrs.evolve() takes thrice as long.
        return type(self)(opening, self.started, self.metadata, (*steps, step), undone, entries, self.end_reason)

    def _make(self, step: MadeStep) -> tuple[Self, Transition]:
        """Return the game with a *step* of its own, and what came of it."""
        number, move, events = len(self.steps) + 1, step.move, step.transition.events
        entry = (
            RevealLine(number, move.piece, events)
            if isinstance(move, Reveal)
            else MoveLine(number, self.state.turn_seat, move, events)
        )
        return self.with_step(step, entry), step.transition


def _slim(state: GameState) -> GameState:
    # What was computed of a state, its legal moves above all, is not needed for a look back.
    return sealed(drafted(state))
