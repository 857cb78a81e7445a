"""Manners: what a player is credited or charged for an action, beside what the position after it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..model.moves import ExtractSalt, Move, Pass, VisitCastle, VisitMarket
from ..model.state import GameState
from ..queries.sensible import is_idle
from ._orders import orders_left

IDLENESS: Final = 1.0
"""What an idle action is charged, in groszy, so that players with all the time in the world get on with the game."""

_HASTE: Final = 1.5
_CUBES_HASTE: Final = 0.4
_UNHURRIED: Final = 2
"""After this round of a phase a walk to the castle, and each cube extracted, is credited so much more each round."""


def idleness(move: Move) -> float:
    """Return what a player is charged for passing the time by a move, in groszy."""
    return IDLENESS if is_idle(move) and not isinstance(move, Pass) else 0.0


def _hurry(state: GameState) -> int:
    return max(0, state.round - _UNHURRIED) if orders_left(state) else 0


class Manners:
    """
    Manners of a style.

    Args:
        style: As in ``STYLES``, of which kinds of move matter here; without it, nothing is liked in particular.
    """

    def __init__(self, style: Mapping[str, float] | None = None) -> None:
        self._style = dict(style or {})

    def credit(self, state: GameState, move: Move) -> float:
        """
        Return what a player is credited for a move beside what it is worth, in groszy.

        Nobody who looks a turn or two ahead minds a long game; but two who both wait for the other never end one. So
        getting on with it is credited as long as the phase does not end by itself, and passing the time is charged.
        """
        liking = self.liking(move)
        if isinstance(move, VisitCastle):
            return liking + _HASTE * _hurry(state)
        if isinstance(move, ExtractSalt):
            return liking + _CUBES_HASTE * move.salt.total * _hurry(state)
        return liking

    def liking(self, move: Move) -> float:
        """Return for how many groszy more than it is worth a move is liked, or disliked for passing the time."""
        if not self._style:
            return -idleness(move)
        each = self._style.get(move.type, 0.0)
        if isinstance(move, ExtractSalt):
            each *= move.salt.total
        elif isinstance(move, VisitMarket):
            each *= 0 if is_idle(move) else len(move.transactions)
        return each - idleness(move)


PLAIN: Final = Manners()
