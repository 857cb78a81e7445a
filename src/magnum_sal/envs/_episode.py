"""One game as an episode: the position, the open question, and what the answers lead to. All environments share it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .._internal.checks import check_whole, hint_at_int
from .._internal.constructors import derive
from .._internal.immutable import Immutable
from ..engine.determinize import determinize
from ..engine.steps import Step, Transition
from ..engine.transitions import apply, new_game
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import find_ruleset
from ..model.score import Score
from ..model.state import GameState
from ..queries.choices import Choice, choices
from ..queries.observation import features_of, observe, pack_table
from ..record.game import Game
from ..rules.standard import STANDARD
from ._actions import ActionTable, actions_of, read_action

__all__ = ["Episode", "EpisodeSettings", "Rewards"]

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
"""The numbers of ``observe`` under ``"observation"``, and the possible answers under ``"action_mask"``."""

Rewards: TypeAlias = Literal["win", "rank", "points"]
"""
What a player earns at the end of a game; until then, every reward is 0.

- ``win``: 1 for the only winner, and together -1 for the others in equal shares. Winners of a tie share their part, so
  that the rewards of all players always add up to 0.
- ``rank``: from 1 for the first to -1 for the last, in equal steps. Players of equal rank share their steps.
- ``points``: the player's total in groszy at the end, divided by 100 (END-1).
"""

MOST_DECISIONS: Final = 1500
"""The number of answers after which a game is truncated, unless a setting says otherwise."""

ILLEGAL: Final = -1.0
"""The reward of a player who gives an impossible answer. It ends the game, and the others earn 0."""

_GROSZY_FOR_1: Final = 100
"""The groszy for which ``points`` pays 1."""


def _check_players(_settings: Any, _field: attrs.Attribute[Any], given: object) -> None:
    check_whole("num_players", given, MIN_PLAYERS, MAX_PLAYERS)


def _check_rewards(_settings: Any, _field: attrs.Attribute[Any], given: object) -> None:
    if type(given) is not str or given not in get_args(Rewards):
        raise MisuseError(f"rewards: expected {', '.join(map(repr, get_args(Rewards)))}, got {brief(given)}")


def _check_decisions(_settings: Any, _field: attrs.Attribute[Any], given: object) -> None:
    if given is not None and (type(given) is not int or given < 1):
        told = f"max_decisions: expected 1 or more, or None for no limit, got {brief(given)}"
        raise MisuseError(f"{told}{hint_at_int(given)}")


def _check_flag(_settings: Any, field: attrs.Attribute[Any], given: object) -> None:
    if type(given) is not bool:
        raise MisuseError(f"{field.name}: expected True or False, got {brief(given)}")


def _read_ruleset(given: Ruleset | str) -> Ruleset:
    if isinstance(given, str):
        return find_ruleset(given)
    if not isinstance(given, Ruleset):
        raise MisuseError(f"ruleset: expected a Ruleset or the name of a registered one, got {brief(given)}")
    return given


@attrs.frozen
class EpisodeSettings(Immutable):
    """
    The settings of an environment.

    Raises:
        MisuseError: a setting is invalid, or no ruleset of this name is registered.
    """

    num_players: int = attrs.field(default=2, validator=_check_players)
    """The number of players, 2 to 4."""
    ruleset: Ruleset = attrs.field(default=STANDARD, converter=_read_ruleset)
    """The rules, or the name of a registered ruleset."""
    rewards: Rewards = attrs.field(default="win", validator=_check_rewards)
    """The reward of players at the end."""
    max_decisions: int | None = attrs.field(default=MOST_DECISIONS, validator=_check_decisions)
    """
    The number of answers after which a game is truncated, or None for no limit. All players of a truncated game earn 0.
    """
    sensible: bool = attrs.field(default=False, validator=_check_flag)
    """Whether only the answers that lead to sensible moves are possible (``sensible_moves``)."""

    actions: ActionTable = attrs.field(init=False, eq=False, repr=False)
    """The actions of the environment."""
    observation_length: int = attrs.field(init=False, eq=False, repr=False)
    """The number of numbers in an observation."""

    def __attrs_post_init__(self) -> None:
        derive(self, "actions", actions_of(self.ruleset, self.num_players))
        derive(self, "observation_length", len(features_of(self.ruleset, self.num_players)))


@attrs.define(eq=False, repr=False)
class Episode:
    """
    A game in progress. It changes with each answer; the positions are immutable.

    Args:
        settings: The settings.
        state: The first position, of a game that is not over.
        seed: The seed of the game, if *state* is the first position of the game with this seed.
        on_move: A function to call after each move, with the move and its transition.
        learner: The only seat that answers questions; the moves of other seats are given to ``play``. None for all.

    Raises:
        MisuseError: *settings* are not settings, or *state* does not fit them: it is public or over, or has another
            ruleset or number of players.
    """

    settings: EpisodeSettings
    """The settings of the environment."""
    state: GameState
    """The position."""
    seed: int | None = None
    """The seed of the game, or None if the episode began in another position."""
    _on_move: Callable[[Move, Transition], object] | None = None
    _learner: int | None = attrs.field(default=None, kw_only=True)
    answers: int = attrs.field(default=0, init=False)
    """The number of answers given."""
    moves: list[Move] = attrs.field(factory=list, init=False)
    """The moves made."""
    rewards: tuple[float, ...] | None = attrs.field(default=None, init=False)
    """The rewards by seat once the episode has ended, None before."""
    truncated: bool = attrs.field(default=False, init=False)
    """Whether the episode ended because of ``max_decisions``."""
    offender: int | None = attrs.field(default=None, init=False)
    """The seat whose impossible answer ended the episode, or None."""
    choice: Choice = attrs.field(init=False)
    """The open question."""
    mask: npt.NDArray[np.int8] = attrs.field(init=False)
    """The possible answers; none after the end. The array is shared and read-only."""
    _first: GameState = attrs.field(init=False)
    _last: Transition | None = attrs.field(default=None, init=False)
    _table: tuple[GameState, int, bytes] | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.settings, EpisodeSettings):
            raise MisuseError(f"settings: expected EpisodeSettings, got {brief(self.settings)}")
        self._first = _check_start("state", self.settings, self.state)
        self.choice = choices(self.state, sensible=self.settings.sensible)
        self.mask = self.settings.actions.none
        self._make_chosen_moves()

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Return an independent copy with the same hidden pieces. Both share the positions, which are immutable."""
        memo[id(self)] = copied = self._share()
        # The callback may be a method of an environment that is copied, too.
        copied._on_move = copy.deepcopy(self._on_move, memo)
        return copied

    def __copy__(self) -> Episode:
        """Return an independent copy, as ``copy.deepcopy`` does."""
        return copy.deepcopy(self)

    def _share(self) -> Episode:
        """Return a copy with the same callback."""
        copied = Episode.__new__(Episode)
        for field in attrs.fields(Episode):
            setattr(copied, field.name, getattr(self, field.name))
        copied.moves = self.moves.copy()
        return copied

    @property
    def seat(self) -> int:
        """The seat that must answer. When the game is over by the rules, it is the starting player's seat."""
        return self.state.turn_seat

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.rewards is not None

    @property
    def last_step(self) -> Step | None:
        """The last move with its events, or None before the first move."""
        return None if self._last is None else self._last.step

    def result_of(self, seat: int) -> tuple[float, bool, bool]:
        """Return what *seat* has earned, whether the game is over, and whether it was truncated instead."""
        if self.rewards is None:
            return 0.0, False, False
        return self.rewards[seat], not self.truncated, self.truncated

    def observe(self, seat: int, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Return what *seat* sees. Only the player who must answer sees the open question."""
        if out is None:
            out = np.empty(self.settings.observation_length, dtype=np.float32)
        # Several questions are asked in one position, so the numbers of its table are kept.
        known = self._table
        if known is None or known[0] is not self.state or known[1] != seat:
            known = self._table = self.state, seat, pack_table(self.state, seat)
        observe(self.state, self.choice if seat == self.seat else None, seat, out, table=known[2])
        return out

    def allows(self, action: int) -> bool:
        """Check whether an action is a possible answer."""
        mask = self.mask
        return 0 <= action < len(mask) and mask[action] == 1

    def answer(self, action: int) -> None:
        """
        Answer the open question. An impossible answer ends the episode for the player who gave it.

        Raises:
            MisuseError: the episode has ended, or *action* is not a whole number.
        """
        if self.is_over:
            raise MisuseError("the episode has ended")
        action = read_action(action)
        if not self.allows(action):
            self.offender = self.seat
            rewards = [0.0] * len(self.state.players)
            rewards[self.offender] = ILLEGAL
            self._end(tuple(rewards))
            return
        self.choice = self.choice.take(self.settings.actions.answers[action].value)
        self.answers += 1
        self._make_chosen_moves()
        most = self.settings.max_decisions
        if self.rewards is None and most is not None and self.answers >= most:
            self.truncated = True
            self._end((0.0,) * len(self.state.players))

    def play(self, move: Move) -> None:
        """Play the move of a player who answers no questions, such as a bot. Raises the errors of ``apply``."""
        self._follow(move, apply(self.state, move))
        self._make_chosen_moves()

    def _make_chosen_moves(self) -> None:
        """Play the chosen move, and further moves that leave no choice, up to the next question or the end."""
        while self.choice.move is not None and self._learner in (None, self.seat):
            self._follow(self.choice.move, self.choice.play())
        if not self.is_over:
            self.mask = self.settings.actions.mask_of(self.choice)

    def _follow(self, move: Move, transition: Transition) -> None:
        """Move on to the position after a move."""
        self.moves.append(move)
        self._last = transition
        self.state = transition.state
        self.choice = choices(self.state, sensible=self.settings.sensible)
        if self._on_move is not None:
            self._on_move(move, transition)
        if self.state.is_over:
            self._end(reward_players(self.settings, self.state))

    def _end(self, rewards: tuple[float, ...]) -> None:
        self.rewards = rewards
        self.mask = self.settings.actions.none

    def guess(self, rng: random.Random) -> Episode:
        """
        Return a copy for a search that does not cheat: all that the player to move does not know is drawn.

        ``determinize`` draws the pieces from what this player sees. The open question, the answers given to it, and the
        number of answers stay the same. The moves and the log of the copy begin in the drawn position, so ``moves`` is
        empty, and ``seed`` and ``last_step`` are None. The copy does not call *on_move*.

        Args:
            rng: The source of randomness. Only ``rng.random()`` is called.

        Raises:
            MisuseError: the episode has ended, or *rng* is not a ``random.Random``.
        """
        copied = self._share()
        copied._on_move = None
        copied._draw_unknown(rng)
        return copied

    def _draw_unknown(self, rng: random.Random) -> None:
        """Replace the position by one that is drawn from what the player to move knows. See ``guess``."""
        if self.is_over:
            raise MisuseError("the episode has ended")
        taken = self.choice.taken
        self.state = self._first = determinize(self.state.seen_by(self.seat), rng)
        # Each of these could reveal the position before.
        self.seed, self.moves, self._last, self._table = None, [], None, None
        # The legal moves depend only on what the player knows, so the question and the mask stay the same.
        self.choice = choices(self.state, sensible=self.settings.sensible)
        while len(self.choice.taken) < len(taken):
            self.choice = self.choice.take(taken[len(self.choice.taken)][1])

    def record(self, metadata: Mapping[str, Any] | None = None) -> Game:
        """Return the episode as a game whose log has the *metadata*. The moves are played again for the log."""
        if self.seed is None:
            game = Game.from_position(self._first, metadata=metadata)
        else:
            names = [player.name for player in self._first.players]
            game = Game.new(names, seed=self.seed, ruleset=self.settings.ruleset, metadata=metadata)
        for move in self.moves:
            game.play(move)
        return game


def begin_episode(settings: EpisodeSettings, seed: int) -> Episode:
    """Return an episode that begins with the game of *seed*."""
    return Episode(settings, new_game(player_names(settings.num_players), seed=seed, ruleset=settings.ruleset), seed)


def player_names(players: int) -> tuple[str, ...]:
    """Return the names of the players, which are those of PettingZoo's agents: ``player_0`` and so on."""
    return tuple(f"player_{seat}" for seat in range(players))


def _reward_wins(scores: tuple[Score, ...]) -> tuple[float, ...]:
    winners, others = sum(score.rank == 1 for score in scores), len(scores) - 1
    return tuple((len(scores) / winners - 1) / others if score.rank == 1 else -1 / others for score in scores)


def _reward_ranks(scores: tuple[Score, ...]) -> tuple[float, ...]:
    ranks = [score.rank for score in scores]
    # Players of equal rank share the places from their rank on, so each has the mean of these places.
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return tuple(1 - 2 * (place - 1) / (len(scores) - 1) for place in places)


def _reward_points(scores: tuple[Score, ...]) -> tuple[float, ...]:
    return tuple(score.total / _GROSZY_FOR_1 for score in scores)


_REWARDS: Final[Mapping[str, Callable[[tuple[Score, ...]], tuple[float, ...]]]] = {
    "win": _reward_wins,
    "rank": _reward_ranks,
    "points": _reward_points,
}


def reward_players(settings: EpisodeSettings, state: GameState) -> tuple[float, ...]:
    """Return what each seat has earned in a game that is over."""
    return _REWARDS[settings.rewards](state.scores)


def read_start(settings: EpisodeSettings, options: dict[str, Any] | None) -> GameState | None:
    """Return the position in the options of ``reset``, or None. Tools pass options for all environments alike."""
    if options is not None and not isinstance(options, Mapping):
        raise MisuseError(f"options: expected a mapping such as {{'state': state}}, got {brief(options)}")
    state: Any = (options or {}).get("state")
    if state is None:
        return None
    return _check_start("options: 'state'", settings, state)


def _check_start(name: str, settings: EpisodeSettings, state: object) -> GameState:
    """Return *state*, the argument *name*. Raise ``MisuseError`` if no episode with these settings can begin there."""
    if not isinstance(state, GameState) or state.is_public or state.is_over:
        raise MisuseError(f"{name} must be the full state of a game that is not over")
    if state.ruleset != settings.ruleset or len(state.players) != settings.num_players:
        raise MisuseError(f"{name} must have the ruleset and the number of players of the environment")
    return state


def observation_space_of(settings: EpisodeSettings) -> spaces.Dict:
    """Return the space of the observations of an environment."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (settings.observation_length,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(settings.actions),), np.int8),
        }
    )
