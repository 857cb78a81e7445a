"""
The environment for PettingZoo: players answer one after another (Agent Environment Cycle).

>>> from magnum_sal.envs import magnum_sal_v0
>>> env = magnum_sal_v0.env(num_players=3, max_decisions=200)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
>>> env.agents
[]

The version number in the name changes whenever the actions, the observations or the rewards change.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterable
from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from ..errors import MisuseError
from ..errors.messages import brief
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD
from ._actions import read_action
from ._environment import EpisodeEnv
from ._episode import (
    MOST_DECISIONS,
    Episode,
    EpisodeSettings,
    Observation,
    Rewards,
    begin_episode,
    observation_space_of,
    player_names,
    read_start,
)
from ._rendering import RENDER_MODES, check_render_mode
from ._seeds import read_seed

__all__ = ["env", "raw_env"]


def env(**settings: Any) -> raw_env:
    """
    Return the environment in which an impossible action ends the game.

    The player who gave it earns -1, and the others 0, as with PettingZoo's ``TerminateIllegalWrapper``.

    Args:
        settings: The arguments of ``raw_env``, except ``ends_at_impossible``.
    """
    # PettingZoo's three usual wrappers take more time than a step of the game, because they pass on every attribute.
    # The environment makes their checks itself.
    return raw_env(**settings, ends_at_impossible=True)


class raw_env(EpisodeEnv, AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]  # noqa: N801  # untyped; its name
    """
    The environment that refuses impossible actions with an error.

    The agents are ``"player_0"`` and so on, by seat. An action is the index of an answer in ``answers_of``. A question
    with a single answer answers itself, without a step. The observation is a dictionary with the numbers of ``observe``
    and the mask of possible answers; the mask is empty for players who must wait. The info of the player to answer has
    the mask, too, and the ``"question"``.

    ``copy.deepcopy`` copies the game in progress with its hidden pieces; use ``guess`` for a search. A pickle contains
    only the settings, as with other environments of PettingZoo: the unpickled environment needs ``reset``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "magnum_sal_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    """The facts that PettingZoo asks for: the name, the render modes, and frames a second."""

    def __init__(
        self,
        num_players: int = 2,
        ruleset: Ruleset | str = STANDARD,
        rewards: Rewards = "win",
        max_decisions: int | None = MOST_DECISIONS,
        *,
        sensible: bool = False,
        render_mode: str | None = None,
        ends_at_impossible: bool = False,
    ) -> None:
        """
        Create the environment. Call ``reset`` before anything else.

        Args:
            num_players: The number of players, 2 to 4.
            ruleset: The rules, or the name of a registered ruleset.
            rewards: What players earn at the end: ``"win"``, ``"rank"`` or ``"points"`` (see ``Rewards``).
            max_decisions: The number of answers after which a game is truncated and pays 0 to all; None for no limit.
            sensible: Whether only the answers that lead to sensible moves are possible (``sensible_moves``).
            render_mode: The result of ``render``: ``"ansi"`` for text, ``"svg"``, ``"rgb_array"`` for pixels, or None
                for no pictures. ``"human"`` writes the text to the standard output after each answer.
            ends_at_impossible: Whether an impossible action ends the game, as in ``env``, instead of raising an error.

        Raises:
            MisuseError: an argument is invalid.
            MissingExtraError: ``render_mode`` is ``"rgb_array"``, and the extra ``pixels`` is not installed.
            ExtensionError: the answers of the ruleset cannot be listed (see ``answers_of``).
        """
        EzPickle.__init__(
            self,
            num_players,
            ruleset,
            rewards,
            max_decisions,
            sensible=sensible,
            render_mode=render_mode,
            ends_at_impossible=ends_at_impossible,
        )
        super().__init__()
        self.settings = EpisodeSettings(num_players, ruleset, rewards, max_decisions, sensible)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = list(player_names(num_players))
        self.agents: list[str] = []
        """The agents that are still in the game."""
        space, actions = observation_space_of(self.settings), len(self.settings.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._ends_at_impossible = ends_at_impossible

    def __deepcopy__(self, memo: dict[int, Any]) -> raw_env:
        """Return an independent copy with the game in progress. ``EzPickle`` would copy only the settings."""
        copied = raw_env.__new__(type(self))
        memo[id(self)] = copied
        copied.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return copied

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """
        Begin a new game.

        Args:
            seed: The seed of the game, as in ``new_game``; None for a seed that nobody can predict. An integer of NumPy
                is accepted, too.
            options: ``{"state": state}`` begins in this position, which must have the settings' ruleset and number of
                players. Nothing is drawn then, so *seed* is ignored. Other options are ignored. None begins with a new
                game.

        Raises:
            MisuseError: an option is invalid.
            MalformedError: the seed is invalid (see ``new_game``).
        """
        state = read_start(self.settings, options)
        if state is not None:
            self._episode = Episode(self.settings, state)
        else:
            self._episode = begin_episode(self.settings, secrets.randbits(63) if seed is None else read_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._follow()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """
        Answer the question, or remove an agent whose game has ended with the action None.

        Raises:
            MisuseError: the action is not a possible answer or not even a number, or the game has not begun or is over.
            ValueError: the game of the agent has ended, and the action is not None (from PettingZoo).
        """
        episode = self.episode
        self._check_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        given = -1 if action is None else read_action(action)
        if not self._ends_at_impossible and not episode.allows(given):
            asked = brief(episode.choice.question)
            raise MisuseError(f"the action {brief(action)} is not a possible answer to the question {asked}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        episode.answer(given)
        self._follow()
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """
        Return what the agent to act sees and has earned, whether it has finished or was truncated, and its info.

        Args:
            observe: Whether to compute the observation; None takes its place otherwise.

        Raises:
            MisuseError: ``reset`` has not been called, or all agents have left the game.
        """
        self._check_reset()
        self._check_agents()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterable[str]:
        """Return the agents to act one by one, at most *max_iter*. Raises ``MisuseError`` before ``reset``."""
        self._check_reset()
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees. Raises ``MisuseError`` if there is no such agent, or before ``reset``."""
        if agent not in self.possible_agents:
            raise MisuseError(f"agent: expected {', '.join(map(repr, self.possible_agents))}, got {brief(agent)}")
        episode, seat = self.episode, self.possible_agents.index(agent)
        is_asked = episode.rewards is None and seat == episode.seat
        mask = episode.mask if is_asked else self.settings.actions.none
        return {"observation": episode.observe(seat), "action_mask": mask.copy()}

    def close(self) -> None:
        """Forget the game."""
        self._episode = None

    def _check_reset(self) -> None:
        """Raise ``MisuseError`` before the first ``reset``."""
        _ = self.episode

    def _check_agents(self) -> None:
        if not self.agents:
            raise MisuseError("all agents have left the game: call reset()")

    def _follow(self) -> None:
        """Select the agent to act, and hand out rewards if the game has ended."""
        episode = self.episode
        agent = self.possible_agents[episode.seat]
        self.agent_selection = agent
        if episode.rewards is None:
            self.infos[agent] = {"action_mask": episode.mask.copy(), "question": episode.choice.question}
            return
        over = dict.fromkeys(self.agents, True)
        if episode.truncated:
            self.truncations = over
        else:
            self.terminations = over
        self.rewards = dict(zip(self.possible_agents, episode.rewards, strict=True))
        self._accumulate_rewards()
