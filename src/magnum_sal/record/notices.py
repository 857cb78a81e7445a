"""What those who listen to a game are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from ..engine.chance import Piece
from ..engine.transitions import Transition
from ..queries.steps import Step


@attrs.frozen
class _OfStep:
    """A notice of a move; as a pattern it binds the transition."""

    __match_args__ = ("transition",)

    step: Step
    """The move, with the positions before and after it."""

    @property
    def transition(self) -> Transition:
        """The state after the move and its events, as ``play`` and ``redo`` return them."""
        return self.step.transition


@attrs.frozen(match_args=False)
class Played(_OfStep):
    """
    A move was made.

    As a pattern ``Played(transition)`` binds the transition, ``Played(step=step)`` the whole step.
    """


@attrs.frozen
class Revealed:
    """A piece was turned up on a real table, or turned up again after it had been taken back."""

    __match_args__ = ("transition",)

    piece: Piece
    """The piece."""
    transition: Transition
    """The state after it and its events, as ``reveal`` returns them."""


@attrs.frozen
class Undone:
    """Moves and reveals were taken back; ``to`` is the number of them left standing."""

    to: int
    """How many moves and reveals are left standing."""


@attrs.frozen(match_args=False)
class Redone(_OfStep):
    """A move that had been taken back was made again; as a pattern it is like ``Played``."""


@attrs.frozen
class Ended:
    """The game was ended by agreement."""

    reason: str
    """Why, as ``Game.end`` was told."""


Notice: TypeAlias = Played | Revealed | Undone | Redone | Ended
"""What a listener is told."""

Listener: TypeAlias = Callable[[Notice], object]
"""Anything that takes a notice; what it returns does not matter."""
