"""Measure a judge in games: how much of the results it explains, and how its leads turn into chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from magnum_sal.bots._correction import Correction

from .selfplay import Episode

Matrix: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

PHASES: Final = 3
HELD_OUT: Final = 6
"""Every sixth game is held out for measurements."""
_SCALES: Final = [round(4 * 1.1**step, 1) for step in range(30)]
"""The scales to try, from 4 to 63.5 groszy."""
Scales: TypeAlias = tuple[tuple[float, float], ...]


class Fit(NamedTuple):
    """The weights for one number of players, measured in games."""

    weights: tuple[tuple[float, ...], ...]
    """By phase and feature, in groszy."""
    explained: tuple[float, ...]
    """By phase, the part of the variance of final margins that they explain, in games that were held out."""
    scales: Scales
    """
    By phase, the lead in groszy with which a player wins e times as often: at the phase's beginning, and at its end.
    """


def measure_judge(
    weights: tuple[tuple[float, ...], ...], correction: Correction | None, episodes: Sequence[Episode]
) -> Fit:
    """Return the weights, the variance that they and the correction explain in games, and the scales that fit best."""
    judged = [worths_of(episode, weights, correction) for episode in episodes]
    phases = range(1, PHASES + 1)
    return Fit(
        weights,
        compute_explained_parts(list(map(margins_of, judged)), episodes),
        tuple(scales_of(judged, episodes, phase) for phase in phases),
    )


def worths_of(episode: Episode, weights: Sequence[Sequence[float]], correction: Correction | None) -> Matrix:
    """Return the judge's worth of each position to each seat, in groszy."""
    worths: Matrix = np.einsum("tsf,tf->ts", episode.features, np.array(weights)[episode.phases - 1])
    if correction is not None:
        constants = np.array(correction.phases)[episode.phases - 1] + np.outer(episode.progress, correction.progress)
        hidden = episode.features @ np.array(correction.hidden).T + constants[:, None]
        worths = worths + np.maximum(hidden, 0) @ np.array(correction.output)
    return worths


def margins_of(worths: Matrix) -> Matrix:
    """Return the difference of each seat from the mean of the others, in the last dimension."""
    found: Matrix = worths - (worths.sum(-1, keepdims=True) - worths) / (worths.shape[-1] - 1)
    return found


def compute_explained_parts(margins: Sequence[Matrix], episodes: Sequence[Episode]) -> tuple[float, ...]:
    """Return by phase the part of the variance of final margins that expected *margins* explain."""
    found = []
    for phase in range(1, PHASES + 1):
        pairs = [
            (expected[episode.phases == phase], margins_of(episode.totals.astype(np.float64)))
            for expected, episode in zip(margins, episodes, strict=True)
        ]
        errors = np.concatenate([((expected - result) ** 2).ravel() for expected, result in pairs])
        results = np.concatenate([np.broadcast_to(result, expected.shape).ravel() for expected, result in pairs])
        spread = float(results.var()) if results.size else 0.0
        found.append(1.0 - float(errors.mean()) / spread if spread else 0.0)
    return tuple(found)


def scales_of(judged: Sequence[Matrix], episodes: Sequence[Episode], phase: int) -> tuple[float, float]:
    """Return the scales by which worths at the beginning and at the end of a phase best predict who wins."""
    worths, progress, wins = [], [], []
    for seen, episode in zip(judged, episodes, strict=True):
        here = episode.phases == phase
        winners = episode.totals == episode.totals.max()
        worths.append(seen[here])
        progress.append(episode.progress[here])
        wins.append(np.tile(winners / winners.sum(), (int(here.sum()), 1)))
    behind = np.concatenate(worths)
    behind -= behind.max(axis=1, keepdims=True)
    part, won = np.concatenate(progress)[:, None], np.concatenate(wins)
    best, least = (_SCALES[0], _SCALES[0]), float("inf")
    for first in _SCALES:
        for last in _SCALES:
            shifted = behind / (first + (last - first) * part)
            surprise = -float((won * (shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))).sum())
            if surprise < least:
                best, least = (first, last), surprise
    return best
