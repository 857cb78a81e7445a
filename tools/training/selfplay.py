"""Games to learn from: the features of their positions, and their results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

import magnum_sal as ms
from magnum_sal._internal.worker_processes import map_in_workers
from magnum_sal.bots import Bot, make_bot
from magnum_sal.bots._built_in_bots import GreedyBot
from magnum_sal.bots._features import compute_features
from magnum_sal.bots._judge import Judge, progress_of
from magnum_sal.bots._plans import Sites

_T = TypeVar("_T")
_STRANGERS: Final = 0.1
"""The probability that an opponent takes a seat, so that the bots also meet other ways of playing."""
_POOL: Final = "tools.reference_players:Greedy:width=3"
"""The greedy player of the reference pool, which plays if there is no judge yet."""


class Episode(NamedTuple):
    """A game, decision by decision."""

    features: np.ndarray[Any, np.dtype[np.float32]]
    """By decision, seat and feature."""
    phases: np.ndarray[Any, np.dtype[np.int8]]
    """The phase of each decision, 1 for the first."""
    progress: np.ndarray[Any, np.dtype[np.float32]]
    """The part of its phase's orders that had been completed at each decision, from 0 to 1."""
    is_whim: np.ndarray[Any, np.dtype[np.bool_]]
    """Whether the decision was made at random to explore its result."""
    totals: np.ndarray[Any, np.dtype[np.float32]]
    """Groszy of each seat at the end (END-1)."""
    rounds: tuple[int, ...]
    """Rounds of each phase."""
    is_over: bool
    """Whether the game was finished."""


class Plan(NamedTuple):
    """The settings of the games."""

    players: int
    """The number of players, 2 to 4."""
    games: int
    """The number of games."""
    seed: int
    """The seed of the setups and of all chance."""
    whims: float = 0.05
    """The part of the decisions that are made at random among the sensible moves."""
    judge: Judge | None = None
    """
    The judge of the players. With None, ``play_game`` uses the greedy player of the reference pool, and comparisons use
    the library's judge.
    """
    opponents: tuple[str, ...] = (_POOL,)
    """Names of bots, as for ``make_bot``. One of them takes one of ten seats instead of a player with the judge."""
    width: int = 4
    """How many moves to examine: the option of ``GreedyBot``."""
    iterations: int = 0
    """The iterations of players who search, if they examine moves: the option of ``SearchBot``."""
    is_deep: bool = False
    """Whether the moves at positions inside the search tree are examined, too."""
    most_moves: int = 1200
    """Moves after which a game stops and is scored unfinished, so that the bots learn the cost of waiting forever."""


def episodes_of(plan: Plan, workers: int | Executor) -> list[Episode]:
    """Play the games of a plan as in ``run_games``."""
    return list(run_games(play_game, plan, workers))


def run_games(
    play: Callable[[Plan, int], _T], plan: Plan, workers: int | Executor, games: Sequence[int] | None = None
) -> Iterator[_T]:
    """
    Call *play* with games of a plan, and yield the results in order. The results do not depend on the workers.

    Args:
        play: The function to call.
        plan: The plan.
        workers: A number of processes on this machine, or an executor, for example that of a cluster, which stays open.
            Its workers must be able to import ``tools``.
        games: The numbers of the games; None for all.
    """
    numbers = range(plan.games) if games is None else games
    if isinstance(workers, Executor):
        return workers.map(play, [plan] * len(numbers), numbers)
    return map_in_workers(partial(play, plan), numbers, workers)


def play_game(plan: Plan, game: int) -> Episode:
    """Play one game of a plan."""
    rng = random.Random(f"{plan.seed}:{plan.players}:{game}")
    state = ms.new_game([f"Seat {seat + 1}" for seat in range(plan.players)], seed=rng.getrandbits(64))
    bots = [_player(plan, random.Random(rng.getrandbits(64))) for _ in range(plan.players)]
    features, phases, progress, whims = [], [], [], []
    rounds: list[int] = []
    for _ in range(plan.most_moves):
        if state.is_over:
            break
        moves = ms.legal_moves(state)
        move, is_whim = choose_move(plan, bots, state, moves, rng)
        if len(moves) > 1:
            features.append(features_of(state))
            phases.append(state.phase)
            progress.append(progress_of(state))
            whims.append(is_whim)
        before, state = state, ms.apply(state, move).state
        if state.phase != before.phase or state.is_over:
            rounds.append(before.round)
    return Episode(
        np.array(features, np.float32),
        np.array(phases, np.int8),
        np.array(progress, np.float32),
        np.array(whims, np.bool_),
        np.array([score.total for score in state.scores], np.float32),
        tuple(rounds),
        state.is_over,
    )


def choose_move(
    plan: Plan, bots: Sequence[Bot], state: ms.GameState, moves: tuple[ms.Move, ...], rng: random.Random
) -> tuple[ms.Move, bool]:
    """Return the move of the seat's bot or, now and then, a random move, and whether the move is such a whim."""
    if rng.random() < plan.whims:
        sensible = ms.sensible_moves(state)
        return sensible[int(rng.random() * len(sensible))], True
    return bots[state.turn_seat](state.public(), moves), False


def features_of(state: ms.GameState, unseen: frozenset[str] = frozenset()) -> list[list[float]]:
    """Return the features of a position for each seat. The tiles in the chambers *unseen* are guesses and ignored."""
    sites = Sites(state, unseen)
    return [compute_features(state, seat, sites) for seat in range(len(state.players))]


def _player(plan: Plan, rng: random.Random) -> Bot:
    """Return a player for the plan: one with its judge, or now and then an opponent."""
    if plan.judge is None:
        return make_bot(_POOL, rng=rng)
    if rng.random() < _STRANGERS:
        # With one opponent, no random number is drawn, so the games of the commands in judge.json can be repeated.
        return make_bot(plan.opponents[0] if len(plan.opponents) == 1 else rng.choice(plan.opponents), rng=rng)
    return GreedyBot(rng, width=plan.width).use_judge(plan.judge)
