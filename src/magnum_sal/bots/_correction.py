"""The judge's corrections: small networks that add what the weighted sum of the features misses."""

from __future__ import annotations

from typing import NamedTuple


# Two features can be worth more together than apart: salt with a miner on the way to the castle, or a miner in a deep
# section with actions left. A weighted sum cannot express this; a hidden layer can. The network learns only the
# difference from the weighted sum, so adding a fraction of its output changes the judge by a small step
# (tools/training/correcting.py).
class Correction(NamedTuple):
    """A network with one hidden layer of rectified linear units, for one number of players."""

    hidden: list[list[float]]
    """By hidden unit, the weights of ``FEATURES``."""
    phases: list[list[float]]
    """By phase, the constants of the hidden units. The last entry is for the last phase of the game."""
    progress: list[float]
    """The weight of the phase's progress in each hidden unit."""
    output: list[float]
    """The weight of each hidden unit in the output, in groszy."""


def correct_worth(correction: Correction, features: list[float], stage: int, progress: float) -> float:
    """
    Return what a correction adds to the worth of a position to a seat, in groszy.

    Args:
        correction: The network for the game's number of players.
        features: The numbers of ``compute_features``.
        stage: The index of the phase's constants.
        progress: The part of the phase's orders that have been completed, from 0 to 1.
    """
    # About half of the features are 0 in most positions, and leaving them out is cheap.
    seen = [index for index in range(len(features)) if features[index]]
    values = [features[index] for index in seen]
    constants, total = correction.phases[stage], 0.0
    for unit in range(len(constants)):
        weights = correction.hidden[unit]
        found = constants[unit] + progress * correction.progress[unit]
        for place in range(len(seen)):
            found += values[place] * weights[seen[place]]
        if found > 0.0:
            total += found * correction.output[unit]
    return total
