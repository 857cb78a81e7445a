"""The learned priors of a search: which moves to try more often, or less often, than the judge's values suggest."""

from __future__ import annotations

from math import exp
from typing import Final, get_args

from ..model.moves import Move, StandardMove
from ..model.state import GameState
from ._features import FEATURES, compute_features
from ._plans import Sites

KINDS: Final = tuple(kind.type for kind in get_args(StandardMove))
"""The kinds of moves on which priors may depend."""


# This is how AlphaZero's policy learns (Silver et al., "A general reinforcement learning algorithm that masters chess,
# shogi, and Go through self-play", 2018): from the numbers of visits at the roots of earlier searches. Here the policy
# is not a network, but the judge's priors times the exponential of a weighted sum, because the judge already knows a
# lot (tools/training/priors.py).
def adjust_priors(priors: list[float], numbers: list[list[float]], weights: list[float]) -> list[float]:
    """
    Return the changed priors of moves; their sum stays the same.

    Args:
        priors: The priors by move.
        numbers: The numbers of ``describe_move`` by move.
        weights: The amount that a unit of each number adds to the logarithm of a prior.
    """
    sums = []
    for row in numbers:
        total = 0.0
        for index in range(len(row)):
            if row[index]:
                total += row[index] * weights[index]
        sums.append(total)
    # Subtracting the largest sum changes nothing but keeps exp() from overflowing.
    most = max(sums)
    found = [priors[index] * exp(sums[index] - most) for index in range(len(priors))]
    before, after = 0.0, 0.0
    for index in range(len(priors)):
        before += priors[index]
        after += found[index]
    return [prior * before / after for prior in found] if after else priors


def describe_move(before: GameState, move: Move, after: GameState, unseen: frozenset[str]) -> list[float]:
    """
    Return what the prior of a move may depend on: the seat's lead in each feature afterwards, and a 1 for its kind.

    Args:
        before: The position before the move.
        move: The move.
        after: The position after it.
        unseen: Chambers that count as not revealed, because their tiles are guesses.
    """
    found = [0.0] * len(FEATURES)
    # The features of a new phase cannot be compared with those of the old one.
    if not after.is_over and after.phase == before.phase:
        sites = Sites(after, unseen)
        own = compute_features(after, before.turn_seat, sites)
        others = [
            compute_features(after, seat, sites) for seat in range(len(after.players)) if seat != before.turn_seat
        ]
        for index in range(len(own)):
            rivals = 0.0
            for features in others:
                rivals += features[index]
            found[index] = own[index] - rivals / len(others)
    return found + [1.0 if move.type == kind else 0.0 for kind in KINDS]
