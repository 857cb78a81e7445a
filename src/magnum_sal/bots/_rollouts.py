"""Rollouts: the rest of a game, played quickly by all seats, to value moves near the end of the game."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from ..engine.determinize import determinize
from ..engine.transitions import apply
from ..model.moves import Move
from ..model.state import GameState
from ._judge import Judge, margins_of
from ._last_turn import share_victory
from ._move_choice import likely_successor

_SAMPLES: Final = (1000, 30)
"""
The maximum number of random moves considered for each decision, in rollouts with even and with odd numbers. Nearly all
decisions have fewer moves than the first maximum, so all of them are considered.
"""
_LONGEST: Final = 60
"""The number of decisions of each seat after which the judge values the position. Games near their end need fewer."""


class Sample(NamedTuple):
    """The results of a move in a number of full states, the same ones for every move."""

    shares: list[list[float]]
    """For each full state, each seat's share of the victory."""
    margins: list[list[float]]
    """For each full state, each seat's final lead over the mean of the other seats, in groszy."""

    def chance(self, seat: int) -> float:
        """Return a seat's mean share of the victory."""
        return sum(shares[seat] for shares in self.shares) / len(self.shares)

    def margin(self, seat: int) -> float:
        """Return a seat's mean lead, in groszy."""
        return sum(margins[seat] for margins in self.margins) / len(self.margins)

    def error(self, seat: int) -> float:
        """Return the standard error of ``chance``."""
        return _standard_error([shares[seat] for shares in self.shares])

    def error_of_difference(self, other: Sample, seat: int) -> float:
        """Return the standard error of the difference between the chances after two moves."""
        # Both moves were tried in the same full states, so luck cancels out in the differences (common random numbers).
        pairs = zip(self.shares, other.shares, strict=True)
        return _standard_error([own[seat] - theirs[seat] for own, theirs in pairs])


def roll_out(
    known: GameState, moves: Sequence[Move], judge: Judge, *, count: int, seconds: float | None, seed: int
) -> list[Sample]:
    """
    Play the game to its end after each of *moves*, several times, and return a sample for each move.

    Args:
        known: The position as the player to move sees it.
        moves: Legal moves in this position.
        judge: The judge by which all seats choose their moves.
        count: The number of full states in which each move is tried.
        seconds: The time limit, or None. At least two full states are tried.
        seed: The seed of the full states and of the quick moves.
    """
    began = time.perf_counter()
    samples = [Sample([], []) for _ in moves]
    for number in range(count):
        if number > 1 and seconds is not None and time.perf_counter() - began > seconds:
            break
        world = determinize(known, random.Random(f"{seed}/{number}"))
        for move, sample in zip(moves, samples, strict=True):
            # Every move gets the same random numbers, so that equal positions lead to equal games.
            rng = random.Random(f"{seed}/{number}/moves")
            shares, margins = _play_on(apply(world, move).state, rng, judge, _SAMPLES[number % len(_SAMPLES)])
            sample.shares.append(shares)
            sample.margins.append(margins)
    return samples


# Rollouts with 16 random moves for each decision missed the trades and extractions that decide the last turns. So they
# stated losses of 100 % as 12 to 54 %. But if all rollouts consider all moves, they may all be the same game, which
# then looks certain. A loss of 2 % was stated as 100 %. Therefore every second rollout misses some moves.
def _play_on(state: GameState, rng: random.Random, judge: Judge, sample: int) -> tuple[list[float], list[float]]:
    """Return each seat's share of the victory and lead at the end of a quickly played game."""
    left = _LONGEST * len(state.players)
    while not state.is_over and left:
        left -= 1
        state = likely_successor(state, sample, rng, judge)
    worths = judge.worths(state)
    return share_victory(state) if state.is_over else judge.chances(state, worths), margins_of(worths)


def _standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of *values* between -1 and 1."""
    # Two imagined values, -1 and 1, are added (as in the interval of Agresti and Coull, 1998). Otherwise, a few equal
    # values would look certain.
    count = len(values) + 2
    mean = sum(values) / count
    spread = (sum(value * value for value in values) + 2.0) / count - mean * mean
    return sqrt(spread / count)
