"""Turns that compete: several turns in the same position, each followed by a few more rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

import magnum_sal as ms
from magnum_sal.bots._built_in_bots import GreedyBot
from magnum_sal.bots._candidates import list_candidates
from magnum_sal.bots._judge import Judge, load_judge, margins_of
from magnum_sal.bots._move_choice import is_same_turn, rank_turns

from .selfplay import Plan, choose_move, features_of

_COMPETING: Final = 4
"""The number of first moves that are compared in a position."""
_WIDTH: Final = 8
"""The number of best first moves from which these are chosen."""
_EACH: Final = 12
"""On average, one of this number of turns is compared with others."""
ROUNDS: Final = 10
"""The number of rounds that are played after each turn."""


class Comparison(NamedTuple):
    """Several turns in one position, and how each of them turned out."""

    features: np.ndarray[Any, np.dtype[np.float32]]
    """By turn, seat and feature, after the turn."""
    phases: np.ndarray[Any, np.dtype[np.int8]]
    """The phase after each turn, 1 for the first."""
    seat: int
    """The seat whose turns they are."""
    foreseen: np.ndarray[Any, np.dtype[np.float32]]
    """The lead of this seat over the mean of the others after each turn, as the judge expects it, in groszy."""
    margins: np.ndarray[Any, np.dtype[np.float32]]
    """
    By turn and round, this lead at the seat's next turn, the turn after that and so on. After the end of a game, it is
    the final lead.
    """


# Games of players who all follow the same judge hardly show where it is wrong about a move: if all of them like a move
# too much, all of them make it, and nobody wins or loses by it. So the moves that the judge likes best are played side
# by side, from the same position and with the same hidden pieces. A few more rounds then show what the judge missed.
#
# Playing each turn to the end of the game was tried, but nearly all differences between final margins are luck. After a
# few rounds there is much less luck, and fewer moves are played. The players after the turn look only one move ahead.
def compare_turns(plan: Plan, game: int) -> list[Comparison]:
    """Play one game of a plan, and compare some of its turns with others."""
    judge = plan.judge or load_judge()
    return list(_compare_turns(plan, judge, random.Random(f"comparing:{plan.seed}:{plan.players}:{game}")))


def _compare_turns(plan: Plan, judge: Judge, rng: random.Random) -> Iterator[Comparison]:
    state = ms.new_game([f"Seat {seat + 1}" for seat in range(plan.players)], seed=rng.getrandbits(64))
    bots = [GreedyBot(random.Random(rng.getrandbits(64)), width=plan.width).use_judge(judge) for _ in state.players]
    is_new = True
    for _ in range(plan.most_moves):
        if state.is_over:
            break
        if is_new and rng.random() * _EACH < 1.0:
            comparison = _compare(state, judge, plan.width, rng)
            if comparison is not None:
                yield comparison
        move, _ = choose_move(plan, bots, state, ms.legal_moves(state), rng)
        before, state = state, ms.apply(state, move).state
        is_new = not is_same_turn(before, state)


def _compare(state: ms.GameState, judge: Judge, width: int, rng: random.Random) -> Comparison | None:
    """Compare the best first move of a turn with some others, or return None if there are none or the game ends."""
    known = state.public()
    candidates = list_candidates(known)
    if len(candidates) < 2:
        return None
    ranked = rank_turns(ms.determinize(known, rng), candidates, known, judge, _WIDTH, state.mine)
    first, *others = (entry.move for entry in ranked[:_WIDTH])
    if not others:
        return None
    competing = [first, *rng.sample(others, min(len(others), _COMPETING - 1))]
    seed, seat = rng.getrandbits(64), state.turn_seat
    features, phases, foreseen, margins = [], [], [], []
    for move in competing:
        after = _finish_turn(state, move, judge, width, seed)
        if after.is_over:
            return None
        features.append(features_of(after))
        phases.append(after.phase)
        foreseen.append(margins_of(judge.worths(after))[seat])
        margins.append(list(_play_rounds(after, seat, judge, seed)))
    return Comparison(
        np.array(features, np.float32),
        np.array(phases, np.int8),
        seat,
        np.array(foreseen, np.float32),
        np.array(margins, np.float32),
    )


def _finish_turn(state: ms.GameState, move: ms.Move, judge: Judge, width: int, seed: int) -> ms.GameState:
    """Return the position after the turn that begins with *move*."""
    bot = GreedyBot(random.Random(seed), width=width).use_judge(judge)
    after = ms.apply(state, move).state
    while is_same_turn(state, after):
        after = ms.apply(after, bot(after.public(), ms.legal_moves(after))).state
    return after


def _play_rounds(state: ms.GameState, seat: int, judge: Judge, seed: int) -> Iterator[float]:
    """Yield the lead of a seat at each of its next turns, while players who look one move ahead play on."""
    # All compared turns are followed by the same random numbers, so luck affects their differences less.
    seats = range(len(state.players))
    bots = [GreedyBot(random.Random(f"{seed}/{other}"), width=0).use_judge(judge) for other in seats]
    for _ in range(ROUNDS):
        is_next = False
        while not state.is_over and not is_next:
            before = state
            state = ms.apply(state, bots[state.turn_seat](state.public(), ms.legal_moves(state))).state
            is_next = state.turn_seat == seat and not is_same_turn(before, state)
        yield margins_of(judge.worths(state))[seat]
