"""A decision in a game, compared with the best move: the loss, its error, and how it was found."""

from __future__ import annotations

from math import hypot
from typing import Final

import attrs

from ..model.state import GameState
from ._analysis import Line

_LEAST: Final = 0.005
"""The smallest loss that is listed. Smaller losses would be shown as 0 %."""


@attrs.frozen
class JudgedMove:
    """A decision in a game, compared with the best move found by a search."""

    number: int
    """
    The number of moves made before the decision, as in ``Game.at``. If only steps of a game were reviewed, it counts
    from the first of them, and pieces turned up by ``reveal`` do not count.
    """
    state: GameState
    """The position as the player to move sees it: the public position unless an extension gives players secrets."""
    played: Line
    """The move that was made."""
    best: Line
    """The best move that the search found, which may be the move that was made."""
    method: str = "search"
    """
    How the chances were found.

    - ``"solved"``: in the last turn of a game, if it has few enough courses to follow all of them to the end, so that
      the chances are exact;
    - ``"rollouts"``: otherwise in its last three rounds, where the rest of the game is played several times;
    - ``"search"``: before.
    """
    advantage: float | None = None
    """
    With rollouts, the chance after the best other move minus the chance after the move that was made, in the same full
    states. It is negative if the move that was made looked better. None for other methods.
    """
    advantage_error: float = 0.0
    """The standard error of ``advantage``."""

    @property
    def seat(self) -> int:
        """The seat of the player who decided."""
        return self.state.turn_seat

    @property
    def chances(self) -> tuple[float, ...]:
        """Each seat's chance of winning after the best move, from 0 to 1."""
        return self.best.chances

    @property
    def loss(self) -> float:
        """How much the move lowered the player's chance of winning, from 0 to 1."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def error(self) -> float:
        """The standard error of the loss, which comes from the limited number of iterations or rollouts."""
        if self.advantage is not None:
            return self.advantage_error
        return hypot(self.best.error, self.played.error) if self.played is not self.best else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the loss with a confidence of about 95 %, between 0 and 1."""
        middle = self.loss if self.advantage is None else self.advantage
        half = 1.96 * self.error
        return max(0.0, middle - half), min(1.0, max(0.0, middle + half))

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost at least 0.5 % and more than twice the standard error of the loss."""
        return self.loss >= _LEAST and self.loss > 2 * self.error
