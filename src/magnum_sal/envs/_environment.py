"""A game in progress in the environments for Gymnasium and PettingZoo, with its pictures and its log."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from ..errors import MisuseError
from ..errors.messages import printable
from ..record.game import Game
from ._episode import Episode
from ._guesses import renew_draws
from ._rendering import render_episode

LEARNER: Final = "agent"
"""The name of a player who learns, in the metadata of a log."""

_LONGEST_PLAYER: Final = 200
"""The maximum number of characters of a player's name in a comment."""


class EpisodeEnv:
    """
    An environment with one game in progress.

    List it before the base class of Gymnasium or PettingZoo, which has a ``render`` that raises an error.
    """

    render_mode: str | None
    """How ``render`` shows the position: ``"human"``, ``"ansi"``, ``"svg"`` or ``"rgb_array"``. None shows nothing."""
    _episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The game in progress. Raises ``MisuseError`` before the first ``reset``."""
        if self._episode is None:
            raise MisuseError("call reset() before anything else")
        return self._episode

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the mask of possible answers to the question, as libraries for masked learning expect it."""
        return self.episode.mask.copy()

    def render(self) -> Any:
        """Return the picture of the position and of the last move in the ``render_mode``, or None without one."""
        return render_episode(self.episode, self.render_mode)

    def guess(self, rng: random.Random) -> Self:
        """
        Return a copy for a search that does not cheat, with the game in progress as in ``Episode.guess``.

        The pieces that the player to move does not know are drawn. Every ``random.Random`` and every generator of NumPy
        in the copy has a new seed, also those of the bots, so the copy does not foresee their random choices. The
        copies of bots keep everything else that they remember.

        Args:
            rng: The source of randomness. Only ``rng.random()`` is called.

        Raises:
            MisuseError: ``reset`` has not been called, the game has ended, a bot cannot be copied, or *rng* is not a
                ``random.Random``.
        """
        _ = self.episode
        memo: dict[int, Any] = {}
        copied = copy.deepcopy(self, memo)
        copied.episode._draw_unknown(rng)
        renew_draws(memo, rng)
        return copied

    def record(self) -> Game:
        """
        Return the game so far as a ``Game`` with its log, whose metadata name the player in each seat.

        Raises ``MisuseError`` before the first ``reset``.
        """
        names = [player.name for player in self.episode.state.players]
        seats = self._list_players()
        told = ", ".join(
            f"{name} is {printable(player, _LONGEST_PLAYER)}" for name, player in zip(names, seats, strict=True)
        )
        # The terminal application and the desk for language models read the players from "seats". A public copy of the
        # log keeps only the comment.
        return self.episode.record({"comments": [f"An episode: {told}."], "seats": seats})

    def _list_players(self) -> list[str]:
        """Return who plays, by seat: the name of a bot, or ``LEARNER``."""
        return [LEARNER] * len(self.episode.state.players)

    def save(self, path: str | Path) -> None:
        """Save the log of the game so far. Raises the errors of ``record`` and of ``GameLog.save``."""
        self.record().log.save(path)
