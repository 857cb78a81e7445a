"""The history of a game in hand: the steps that stand, and those taken back that can be made again."""

from __future__ import annotations

import attrs

from ..engine.chance import Reveal
from ..engine.transitions import Transition
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import Move
from ..model.state import GameState, drafted, sealed


@attrs.frozen
class MadeStep:
    """A move, or a piece that was turned up, and what came of it."""

    move: Move | Reveal
    """The move; or what was turned up."""
    transition: Transition
    """The state after it, and its events."""


@attrs.define(eq=False)
class History:
    """The steps of a game from its first position. Only ``Game`` and the reading of logs change it."""

    opening: GameState
    """The first position."""
    steps: list[MadeStep] = attrs.field(factory=list)
    """The moves that stand, and the pieces that were turned up, in order."""
    undone: list[MadeStep] = attrs.field(factory=list)
    """Steps taken back that can be made again, the next one last."""
    end_reason: str | None = None
    """Why the game was ended by agreement, None while it was not."""

    @property
    def state(self) -> GameState:
        """The position after the last step that stands."""
        return self.steps[-1].transition.state if self.steps else self.opening

    def at(self, moves: int) -> GameState:
        """
        Return the position after that many steps, 0 for the first one.

        Raises:
            MisuseError: so many do not stand.
        """
        if type(moves) is not int or not 0 <= moves <= len(self.steps):
            raise MisuseError(f"{brief(moves)} is not a number of moves from 0 to {len(self.steps)}")
        return self.steps[moves - 1].transition.state if moves else self.opening

    def add(self, step: MadeStep) -> None:
        """Let a step stand; those taken back can still be made again only if it is the next of them."""
        if self.undone and self.undone[-1].move == step.move:
            self.undone.pop()
        else:
            self.undone.clear()
        self._slim_last()
        self.steps.append(step)

    def undo(self, to: int) -> None:
        """Take steps back until *to* are left standing; whether there are so many is the caller's to check."""
        self.undone += reversed(self.steps[to:])
        del self.steps[to:]

    def _slim_last(self) -> None:
        # A state keeps what was computed of it, its legal moves above all; one kept for a look back need not.
        if self.steps:
            step = self.steps[-1]
            state, events = step.transition
            self.steps[-1] = MadeStep(step.move, Transition(sealed(drafted(state)), events))
        else:
            self.opening = sealed(drafted(self.opening))
