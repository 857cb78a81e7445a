"""The notices that a game sends to its listeners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from ..engine.chance import Piece
from ..engine.transitions import Transition
from ..model.events import TileSeen
from ..queries.steps import Step


@attrs.frozen
class _StepNotice:
    """A notice of a move. A positional pattern binds the transition."""

    # These notices had a transition before they had a step. Patterns in listeners must still bind the transition,
    # although it is now a property. For the same reason, attrs must not generate ``__match_args__`` for the subclasses.
    __match_args__ = ("transition",)

    step: Step
    """The move, with the positions before and after it."""

    @property
    def transition(self) -> Transition:
        """The state after the move and its events, as returned by ``play`` and ``redo``."""
        return self.step.transition


@attrs.frozen(match_args=False)
class Played(_StepNotice):
    """
    A move was made.

    As a pattern, ``Played(transition)`` binds the transition and ``Played(step=step)`` the whole step.
    """


@attrs.frozen
class Revealed:
    """A piece was turned up on a real table, possibly again after an undo."""

    __match_args__ = ("transition",)

    piece: Piece
    """The piece."""
    transition: Transition
    """The state after the reveal and its events, as returned by ``reveal``."""


@attrs.frozen
class Undone:
    """Moves and reveals were undone."""

    to: int
    """The number of moves and reveals that remain."""


@attrs.frozen(match_args=False)
class Redone(_StepNotice):
    """A move was redone. As a pattern, it works like ``Played``."""


@attrs.frozen
class Ended:
    """The game was ended by agreement."""

    reason: str
    """The reason passed to ``Game.end``."""


@attrs.frozen
class LookNoted:
    """The tile that a player saw alone was recorded on a real table. Pass it on to this player only (PUBLIC-1)."""

    event: TileSeen
    """The player, the chamber and the tile."""


Notice: TypeAlias = Played | Revealed | Undone | Redone | Ended | LookNoted
"""A notice to a listener."""

Listener: TypeAlias = Callable[[Notice], object]
"""A callback that takes a notice. The return value is ignored."""
