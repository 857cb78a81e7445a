"""
The environment for Gymnasium: one learner against bots, as ``magnum_sal/Solo-v0``.

>>> import gymnasium
>>> import magnum_sal.envs
>>> env = gymnasium.make("magnum_sal/Solo-v0", opponents=("novice",))
>>> observation, info = env.reset(seed=7)
>>> info["question"], int(info["action_mask"].sum())
('type', 8)
"""

from __future__ import annotations

import copy
import inspect
import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .._internal.checks import hint_at_int
from ..bots import Bot, make_bot
from ..bots.protocol import close_bot
from ..bots.registry import check_bot
from ..engine.secrets import secret_events
from ..engine.steps import Transition
from ..engine.transitions import legal_moves, new_game
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..rules.standard import STANDARD
from ._actions import read_action
from ._environment import LEARNER, EpisodeEnv
from ._episode import (
    MOST_DECISIONS,
    Episode,
    EpisodeSettings,
    Observation,
    Rewards,
    observation_space_of,
    player_names,
    read_start,
)
from ._rendering import RENDER_MODES, check_render_mode
from ._seeds import SeedSource, continue_seeds

__all__ = ["SoloEnv"]


class SoloEnv(EpisodeEnv, gymnasium.Env[Observation, np.int64]):
    """
    A game of one learner against bots. Each step is one answer of the learner; the bots move in between.

    The observation is a dictionary with the numbers of ``observe`` and the mask of possible answers. The mask is also
    in the info, and ``action_masks`` returns it. An impossible action ends the game with a reward of -1.

    ``copy.deepcopy`` and a pickle contain the game in progress and the bots, so the copy goes on as the original would.
    Bots in processes of their own, and policies from files, cannot be copied. Use ``guess`` for a search, because a
    copy has the true hidden pieces and foresees the bots' random choices.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as in Gymnasium
    """The facts that Gymnasium asks for: the render modes, and frames a second."""

    def __init__(
        self,
        opponents: Sequence[str | Bot] = ("novice",),
        ruleset: Ruleset | str = STANDARD,
        rewards: Rewards = "win",
        max_decisions: int | None = MOST_DECISIONS,
        *,
        seat: int | None = None,
        sensible: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """
        Create the environment.

        Args:
            opponents: The bots, 1 to 3: names as for ``make_bot``, or bots. They take the other seats in this order.
            ruleset: The rules, or the name of a registered ruleset.
            rewards: What the learner earns at the end: ``"win"``, ``"rank"`` or ``"points"`` (see ``Rewards``).
            max_decisions: The number of the learner's answers after which a game is truncated and pays 0; None for no
                limit.
            seat: The learner's seat. None draws it for each game.
            sensible: Whether only the answers that lead to sensible moves are possible (``sensible_moves``).
            render_mode: The result of ``render``: ``"ansi"`` for text, ``"svg"``, ``"rgb_array"`` for pixels, or None
                for no pictures. ``"human"`` writes the text to the standard output after each answer.

        Raises:
            MisuseError: an argument is invalid, or a bot does not exist or cannot be created.
            MissingExtraError: ``render_mode`` is ``"rgb_array"``, and the extra ``pixels`` is not installed.
        """
        given: Any = opponents
        if isinstance(given, str) or not isinstance(given, Sequence) or not 1 <= len(given) < MAX_PLAYERS:
            told = f"1 to {MAX_PLAYERS - 1} bots, such as ('novice',)"
            raise MisuseError(f"opponents: expected a sequence of {told}, got {brief(given)}")
        for bot in given:
            if isinstance(bot, str):
                check_bot(bot)  # before the first game
            elif inspect.isclass(bot):
                name = f"{bot.__module__}:{bot.__qualname__}"
                raise MisuseError(f"opponents: {brief(bot)} is a class: pass an instance, or the name {name!r}")
            elif not callable(bot):
                raise MisuseError(f"opponents: {brief(bot)} is neither the name of a bot nor a bot")
        self.opponents: tuple[str | Bot, ...] = tuple(given)
        """The bots that take the other seats, or their names."""
        count = len(self.opponents) + 1
        if seat is not None and (type(seat) is not int or not 0 <= seat < count):
            told = f"0 to {count - 1}, or None to draw it"
            raise MisuseError(f"seat: expected {told}, got {brief(seat)}{hint_at_int(seat)}")
        self.settings = EpisodeSettings(count, ruleset, rewards, max_decisions, sensible)
        self.seat = seat
        self.render_mode = check_render_mode(render_mode)
        self.observation_space: spaces.Space[Any] = observation_space_of(self.settings)
        """The space of the observations."""
        self.action_space = spaces.Discrete(len(self.settings.actions))
        self._bots: dict[int, Bot] = {}
        self._learner = 0
        self._seeds: SeedSource | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> SoloEnv:
        """
        Return an independent copy with the game in progress and copies of the bots.

        Raises:
            MisuseError: a bot cannot be copied.
        """
        copied = SoloEnv.__new__(type(self))
        memo[id(self)] = copied
        try:
            copy.deepcopy((self.opponents, self._bots), memo)  # The copies stay in *memo* for the copy of everything.
        except Exception as error:  # a bot may be any object
            raise MisuseError(f"the environment cannot be copied, because a bot cannot: {brief(str(error))}") from error
        copied.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return copied

    @property
    def learner(self) -> int:
        """The learner's seat in this game."""
        return self._learner

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """
        Begin a new game, and play up to the learner's first question.

        Args:
            seed: The seed of all random draws: the game, the learner's seat and the bots. None continues the draws of
                the last seed. Bots that were passed as objects keep their own random source.
            options: ``{"state": state}`` begins in this position, as in ``magnum_sal_v0``. Other options are ignored.

        Raises:
            MisuseError: an option is invalid, or the bots end the game before the learner's first question.
            BotError, IllegalMoveError: a bot failed.
            gymnasium.error.Error: the seed is invalid.
        """
        state = read_start(self.settings, options)
        super().reset(seed=seed)
        self.close()
        count, game_seed = self.settings.num_players, None
        seeds = self._seeds = continue_seeds(self._seeds, self.np_random, self.np_random_seed)
        self._learner = seeds.draw() % count if self.seat is None else self.seat
        if state is None:
            game_seed = seeds.draw()
            state = new_game(player_names(count), seed=game_seed, ruleset=self.settings.ruleset)
        try:
            self._seat_bots(state, seeds)
            self._episode = Episode(self.settings, state, game_seed, self._tell_bots, learner=self._learner)
        except BaseException:
            # If one bot fails, the process of another bot must not run on.
            self._close_bots()
            raise
        self._advance()
        if self._episode.is_over:
            raise MisuseError("options: in this 'state', the bots end the game before the learner's first question")
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """
        Answer the question, and play up to the learner's next question or the end.

        Raises:
            MisuseError: the action is not a number, the game has ended or a bot has failed, or ``reset`` has not been
                called.
            BotError, IllegalMoveError: a bot failed; other errors of a bot are passed on, too.
        """
        episode = self.episode
        # The bots leave when the game ends, or when one of them fails.
        if not self._bots:
            raise MisuseError("the game has ended: call reset()")
        self._advance(read_action(action))
        reward, terminated, truncated = episode.result_of(self._learner)
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, terminated, truncated, self._info()

    def close(self) -> None:
        """End the bots, and forget the game."""
        self._episode = None
        self._close_bots()

    def _seat_bots(self, state: GameState, seeds: SeedSource) -> None:
        """Create the bots of a new game, each with a random source of its own."""
        seats = [seat for seat in range(self.settings.num_players) if seat != self._learner]
        for seat, named in zip(seats, self.opponents, strict=True):
            rng = random.Random(seeds.draw())
            self._bots[seat] = make_bot(named, rng=rng) if isinstance(named, str) else named
            self._call(seat, "game_started", state.seen_by(seat), seat)

    def _advance(self, answer: int | None = None) -> None:
        """Apply the learner's answer, if any, and play the bots' moves up to the next question or the end."""
        episode = self.episode
        try:
            if answer is not None:
                episode.answer(answer)
            while not episode.is_over and episode.seat != self._learner:
                state, seat = episode.state, episode.seat
                episode.play(self._bots[seat](state.seen_by(seat), legal_moves(state)))
            if episode.is_over:
                for seat in self._bots:
                    self._call(seat, "game_ended", episode.state.seen_by(seat))
        except BaseException:
            self._close_bots()
            raise
        if episode.is_over:
            self._close_bots()

    def _tell_bots(self, move: Move, transition: Transition) -> None:
        """Report a move to the bots, as each of them sees it."""
        secrets = secret_events(transition.state, transition.events)
        for seat in self._bots:
            own = tuple(event for event in secrets if event.seat == seat)
            self._call(seat, "observed", move, (*transition.events, *own))

    def _call(self, seat: int, hook: str, *arguments: Any) -> None:
        """Call an optional hook of a bot (see ``BotHooks``)."""
        called = getattr(self._bots[seat], hook, None)
        if called is not None:
            called(*arguments)

    def _close_bots(self) -> None:
        """End the bots that were created by name; others may be used again."""
        for seat, bot in self._bots.items():
            if isinstance(self._find_opponent(seat), str):
                close_bot(bot)
        self._bots = {}

    def _find_opponent(self, seat: int) -> str | Bot:
        return self.opponents[seat - (seat > self._learner)]

    def _list_players(self) -> list[str]:
        seats = range(self.settings.num_players)
        return [LEARNER if seat == self._learner else _name_bot(self._find_opponent(seat)) for seat in seats]

    def _observe(self) -> Observation:
        episode = self.episode
        return {"observation": episode.observe(self._learner), "action_mask": episode.mask.copy()}

    def _info(self) -> dict[str, Any]:
        episode = self.episode
        return {"action_mask": episode.mask.copy(), "question": episode.choice.question, "seat": self._learner}


def _name_bot(bot: str | Bot) -> str:
    """Return the name of a bot; for an object, the module and the name of its class or function."""
    if isinstance(bot, str):
        return bot
    named: Any = bot if hasattr(bot, "__qualname__") else type(bot)
    return f"{named.__module__}:{named.__qualname__}"
