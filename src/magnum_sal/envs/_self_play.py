"""Self-play in one process: many games, one answer in each of them at every step."""

from __future__ import annotations

import copy
import random
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._internal.checks import check_whole
from ..errors import MisuseError
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD
from ._actions import read_actions
from ._episode import (
    MOST_DECISIONS,
    Episode,
    EpisodeSettings,
    Observation,
    Rewards,
    begin_episode,
    observation_space_of,
)
from ._guesses import renew_draws
from ._seeds import SeedSource, continue_seeds

__all__ = ["SelfPlayVectorEnv"]

_MOST_GAMES = 1 << 16


class SelfPlayVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """
    Games in which learners play against each other, step by step in one process.

    A game that has ended is replaced by a new one in the same step (Gymnasium's ``AutoresetMode.SAME_STEP``), so there
    is always a question to answer. ``infos["seat"]`` has the seats that answer next. The reward of a step is what the
    player who answered has earned; ``infos["rewards"]`` has the rewards of all players of the games that have just
    ended, and 0 elsewhere. An impossible action ends the game, and its player earns -1.

    If games have ended, the infos have their last observations as ``"final_obs"``, as in Gymnasium. ``"_final_obs"``
    marks these games. An ended game has no possible answers, so all numbers in its mask are 0. ``"final_info"`` has the
    ``"seat"`` that sees the observation: the seat that would answer next if the game was truncated, the seat that gave
    an impossible answer, or the starting player's seat if the game is over by the rules (``Episode.seat``). It also has
    the ``"seed"`` of the game, with which ``magnum_sal_v0`` begins the same game.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int = 2,
        ruleset: Ruleset | str = STANDARD,
        rewards: Rewards = "win",
        max_decisions: int | None = MOST_DECISIONS,
        *,
        sensible: bool = False,
    ) -> None:
        """
        Create the games.

        Args:
            num_envs: The number of games.
            num_players: The number of players of each game, 2 to 4.
            ruleset: The rules, or the name of a registered ruleset.
            rewards: What players earn at the end (see ``Rewards``).
            max_decisions: The number of answers after which a game is truncated and pays 0 to all; None for no limit.
            sensible: Whether only the answers that lead to sensible moves are possible (``sensible_moves``).

        Raises:
            MisuseError: an argument is invalid.
            ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``).
        """
        check_whole("num_envs", num_envs, 1, _MOST_GAMES)
        self.settings = EpisodeSettings(num_players, ruleset, rewards, max_decisions, sensible)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        single: spaces.Space[Any] = observation_space_of(self.settings)
        self.single_observation_space = single
        self.single_action_space = spaces.Discrete(len(self.settings.actions))
        self.observation_space = batch_space(single, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.episodes: list[Episode] = []
        """The games in progress, one for each row. Copy the list before a step if you need the games that end in it."""
        self._seeds: SeedSource | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """
        Begin new games.

        Args:
            seed: The seed of the draws of all games; None continues the draws of the last seed.
            options: Ignored.

        Raises:
            gymnasium.error.Error: the seed is invalid.
        """
        super().reset(seed=seed, options=options)
        self._seeds = continue_seeds(self._seeds, self.np_random, self.np_random_seed)
        self.episodes = [self._begin() for _ in range(self.num_envs)]
        return self._observe(), self._info(self._no_rewards())

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """
        Answer the question of each game.

        Raises:
            MisuseError: ``reset`` has not been called, or the actions are not as many whole numbers as there are games.
        """
        self._check_reset()
        given: list[int] = read_actions(actions, self.num_envs).tolist()
        earned, rewards = self._no_rewards(), np.zeros(self.num_envs)
        terminations, truncations = np.zeros((2, self.num_envs), dtype=bool)
        ended: dict[int, Episode] = {}
        for index, (episode, action) in enumerate(zip(self.episodes, given, strict=True)):
            seat = episode.seat
            episode.answer(action)
            if episode.rewards is not None:
                earned[index] = episode.rewards
                rewards[index], terminations[index], truncations[index] = episode.result_of(seat)
                ended[index], self.episodes[index] = episode, self._begin()
        infos = self._info(earned) | (self._final_info(ended) if ended else {})
        return self._observe(), rewards, terminations, truncations, infos

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the masks of possible answers, one row for each game. Raises ``MisuseError`` before ``reset``."""
        self._check_reset()
        return np.stack([episode.mask for episode in self.episodes])

    def guess(self, rng: random.Random) -> Self:
        """
        Return a copy for a search that does not cheat, with each game as in ``Episode.guess``.

        The games that begin later in the copy have new seeds. For a guess of a single game, call ``guess`` of its entry
        in ``episodes``.

        Args:
            rng: The source of randomness. Only ``rng.random()`` is called.

        Raises:
            MisuseError: ``reset`` has not been called, or *rng* is not a ``random.Random``.
        """
        self._check_reset()
        memo: dict[int, Any] = {}
        copied = copy.deepcopy(self, memo)
        for episode in copied.episodes:
            episode._draw_unknown(rng)
        renew_draws(memo, rng)
        return copied

    def _check_reset(self) -> None:
        if not self.episodes:
            raise MisuseError("call reset() before anything else")

    def _begin(self) -> Episode:
        assert self._seeds is not None  # Games begin only in and after ``reset``.
        return begin_episode(self.settings, self._seeds.draw())

    def _no_rewards(self) -> npt.NDArray[np.float64]:
        return np.zeros((self.num_envs, self.settings.num_players))

    def _observe(self) -> Observation:
        numbers = np.empty((self.num_envs, self.settings.observation_length), dtype=np.float32)
        for row, episode in zip(numbers, self.episodes, strict=True):
            episode.observe(episode.seat, row)
        return {"observation": numbers, "action_mask": self.action_masks()}

    def _info(self, earned: npt.NDArray[np.float64]) -> dict[str, Any]:
        return {"seat": np.array([episode.seat for episode in self.episodes]), "rewards": earned}

    def _final_info(self, ended: dict[int, Episode]) -> dict[str, Any]:
        """Return the infos about games that have ended, as Gymnasium's vector environments do."""
        observations = np.full(self.num_envs, None, dtype=object)
        seats, seeds = np.zeros((2, self.num_envs), dtype=np.int64)
        marks, is_known = np.zeros((2, self.num_envs), dtype=bool)
        for index, episode in ended.items():
            observations[index] = {"observation": episode.observe(episode.seat), "action_mask": episode.mask.copy()}
            seats[index], marks[index] = episode.seat, True
            if episode.seed is not None:  # A guess has no seed.
                seeds[index], is_known[index] = episode.seed, True
        final = {"seat": seats, "_seat": marks, "seed": seeds, "_seed": is_known}
        return {"final_obs": observations, "_final_obs": marks, "final_info": final, "_final_info": marks}
