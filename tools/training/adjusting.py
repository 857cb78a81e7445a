"""Adjust the judge's weights to the results of competing turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from .comparing import ROUNDS, Comparison
from .measuring import PHASES, Matrix, margins_of

_TRACE: Final = 0.85
"""How much later rounds count, from 0 (only the next) to 1 (only the last)."""
_RIDGES: Final = (100.0, 300.0, 1000.0, 3000.0, 10000.0)
"""How strongly the adjustments are pulled towards 0."""
_ENOUGH: Final = 0.85
"""The fit uses the strongest pull that keeps at least this part of the best pull's gain."""
_PARTS: Final = 5
"""The number of parts for cross-validation; each part of the comparisons is predicted from the others."""
_LEAST: Final = 1e-6
"""The weight of a feature that differs less between turns stays unchanged."""


class Adjusted(NamedTuple):
    """Adjusted weights, and the part of the judge's errors that they remove in each phase."""

    weights: tuple[tuple[float, ...], ...]
    """By phase and feature, in groszy."""
    explained: tuple[float, ...]
    """
    By phase, the part of the judge's errors in some comparisons that the whole adjustment fitted to the others removes.
    If it removes nothing, the phase keeps its weights, and the part is 0.
    """


class FeatureError(NamedTuple):
    """The judge's error in a feature, measured in competing turns."""

    groszy: float
    """How much more a unit of the feature is worth than the judge says."""
    half: float
    """Half the width of the 95 % interval of this number."""
    turns: int
    """The number of turns that differ in the feature from the other turns of the position."""


# The judge learns from a deeper look at every move that was examined, not only at the move that was played, as in
# RootStrap (examining.py). The deeper look is a few rounds of play after the turn, or a search.
#
# The later leads are combined with traces, as in fitting.py. Adjustments are fitted by ridge regression. Its strength
# comes from cross-validation, with all turns of a position in the same part. Small adjustments are preferred: a player
# chooses what the judge overrates, so large errors of rare features do more harm than small errors of common ones.
def adjust_weights(
    weights: Sequence[Sequence[float]], comparisons: Sequence[Comparison], step: float = 1.0
) -> Adjusted:
    """
    Return weights that predict better which of several turns leads to more groszy.

    Args:
        weights: The judge's weights by phase and feature, in groszy.
        comparisons: Turns that compete, from games of this judge.
        step: The part of the change that is added, from 0 to 1.
    """
    adjusted, explained = [], []
    for phase, before in zip(range(1, PHASES + 1), weights, strict=True):
        # The worths before and after the end of a phase are on different scales.
        known = [of for of in comparisons if (of.phases == phase).all()]
        change, gain = _fit(known, [_find_missed_gains(of) for of in known], len(before))
        adjusted.append(tuple(round(float(one + step * more), 4) for one, more in zip(before, change, strict=True)))
        explained.append(gain)
    return Adjusted(tuple(adjusted), tuple(explained))


def find_errors(comparisons: Sequence[Comparison]) -> list[FeatureError]:
    """
    Return the judge's error in each feature. Features that often change together share their errors.

    Args:
        comparisons: Turns that compete; at least one.
    """
    pairs = [(_find_leads(of), _find_missed_gains(of)) for of in comparisons]
    found = []
    for index in range(comparisons[0].features.shape[-1]):
        squares = _LEAST + sum(float((leads[:, index] ** 2).sum()) for leads, _ in pairs)
        groszy = sum(float(leads[:, index] @ missed) for leads, missed in pairs) / squares
        # The turns of one position are not independent, so the uncertainty comes from whole positions.
        left = [float(leads[:, index] @ (missed - groszy * leads[:, index])) for leads, missed in pairs]
        turns = sum(int((leads[:, index] != 0).sum()) for leads, _ in pairs)
        found.append(FeatureError(groszy, _LEAST + 1.96 * float(np.linalg.norm(left)) / squares, turns))
    return found


def _find_missed_gains(comparison: Comparison) -> Matrix:
    """Return how much more each turn gained than the judge predicted, compared with the other turns, in groszy."""
    parts = [(1 - _TRACE) * _TRACE**number for number in range(ROUNDS - 1)] + [_TRACE ** (ROUNDS - 1)]
    missed: Matrix = comparison.margins @ np.array(parts) - comparison.foreseen
    missed -= missed.mean()
    return missed


def _find_leads(comparison: Comparison) -> Matrix:
    """Return the lead of the seat in each feature after each turn, compared with the other turns."""
    features = np.moveaxis(comparison.features.astype(np.float64), 1, 2)
    leads = margins_of(features)[:, :, comparison.seat]
    leads -= leads.mean(0)
    return leads


def _fit(comparisons: Sequence[Comparison], missed: Sequence[Matrix], features: int) -> tuple[Matrix, float]:
    """Return what to add to each weight, and the part of the errors that this removes in cross-validation."""
    if len(comparisons) < _PARTS:
        return np.zeros(features), 0.0
    part = np.concatenate([np.full(len(of), number % _PARTS) for number, of in enumerate(missed)])
    leads, errors = np.concatenate(list(map(_find_leads, comparisons))), np.concatenate(missed)
    gains = []
    for ridge in _RIDGES:
        foreseen = np.zeros_like(errors)
        for number in range(_PARTS):
            here = part == number
            foreseen[here] = leads[here] @ _solve(leads[~here], errors[~here], ridge)
        gains.append(1.0 - float(((errors - foreseen) ** 2).sum() / (errors**2).sum()))
    if max(gains) <= 0.0:
        return np.zeros(features), 0.0
    gain, ridge = next(
        found for found in zip(gains[::-1], _RIDGES[::-1], strict=True) if found[0] >= _ENOUGH * max(gains)
    )
    return _solve(leads, errors, ridge), gain


def _solve(leads: Matrix, errors: Matrix, ridge: float) -> Matrix:
    """Return the changes of the weights that best predict the errors, pulled towards 0."""
    spread = np.sqrt((leads**2).mean(0))
    varies = spread > _LEAST
    scaled = leads[:, varies] / spread[varies]
    found = np.zeros(leads.shape[1])
    found[varies] = np.linalg.solve(scaled.T @ scaled + ridge * np.eye(int(varies.sum())), scaled.T @ errors)
    found[varies] /= spread[varies]
    return found
