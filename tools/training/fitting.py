"""Fit weights that predict the results of games, by temporal differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from .selfplay import Episode

Matrix: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

PHASES: Final = 3
_SCALES: Final = [round(4 * 1.1**step, 1) for step in range(30)]
"""The scales to try, from 4 to 60 groszy."""
Scales: TypeAlias = tuple[tuple[float, float], ...]


class Fit(NamedTuple):
    """The result of a fit for one number of players."""

    weights: tuple[tuple[float, ...], ...]
    """By phase and feature, in groszy."""
    explained: tuple[float, ...]
    """By phase, the part of the variance of final margins that they explain, in games that were held out."""
    scales: Scales
    """
    By phase, the lead in groszy with which a player wins e times as often: at the phase's beginning, and at its end.
    """


def fitted(
    episodes: Sequence[Episode], *, trace: float = 0.9, ridge: float = 300.0, shared: float = 2.0, held_out: int = 6
) -> Fit:
    """
    Return weights by which the worth of a position to a seat predicts its final margin over the mean of the others.

    The weights solve the equations of temporal differences at once (least-squares TD with traces): during a game the
    worth should not change on average, and end at the margin. The result of a whim is not credited to the positions
    before it. All features count as differences from the mean of the other seats.

    Args:
        episodes: Games of the same number of players.
        trace: How far back to credit a result, from 0 (one decision) to 1 (the whole game).
        ridge: How strongly weights are pulled towards 0, after all features were scaled alike.
        shared: How much more easily the phases get a common weight than an additional weight of their own.
        held_out: The step between held-out games: with 6, every sixth game is held out for measurements.
    """
    views = [(number, episode, seat) for number, episode in enumerate(episodes) for seat in _seats(episode)]
    squares = np.array([_mean_square(_seen(episode, seat)) for _, episode, seat in views])
    scale = np.sqrt(squares.mean(axis=0)) + 1e-3
    size = scale.size * (PHASES + 1)
    sums, goal = ridge * np.eye(size), np.zeros(size)
    measured = []
    for number, episode, seat in views:
        rows, margin = _rows(episode, seat, scale, shared), _margin(episode, seat)
        if number % held_out == 0:
            measured.append((rows, episode.phases, margin))
            continue
        traces = _traced(rows, episode.is_whim, trace)
        sums += traces.T @ (rows - np.vstack([rows[1:], np.zeros((1, size))]))
        goal += traces[-1] * margin
    found: Matrix = np.linalg.solve(sums, goal).astype(np.float64)
    in_common, of_phases = found[: scale.size], found[scale.size :].reshape(PHASES, -1)
    weights: Matrix = ((shared * in_common + of_phases) / scale).round(3)
    phases = range(1, PHASES + 1)
    return Fit(
        tuple(map(tuple, weights.tolist())),
        tuple(_explained(found, measured, phase) for phase in phases),
        tuple(scales_of(weights[phase - 1], episodes[::held_out], phase) for phase in phases),
    )


def calibrated(episodes: Sequence[Episode], weights: Sequence[Sequence[float]]) -> Fit:
    """Return *weights* unchanged, with the variance that they explain in games, and the scales that fit these best."""
    found = np.array(weights)
    measured = [
        (_seen(episode, seat), episode.phases, _margin(episode, seat))
        for episode in episodes
        for seat in _seats(episode)
    ]
    phases = range(1, PHASES + 1)
    return Fit(
        tuple(tuple(of) for of in weights),
        tuple(_explained(found[phase - 1], measured, phase) for phase in phases),
        tuple(scales_of(found[phase - 1], episodes, phase) for phase in phases),
    )


def _seats(episode: Episode) -> range:
    """Return the seats from which to learn a game. With two seats, the other one would only change the signs."""
    seats = episode.totals.size
    return range(1 if seats == 2 else seats)


def _seen(episode: Episode, seat: int) -> Matrix:
    """Return a game as a seat sees it: a row per decision, a column per feature, minus the others' mean."""
    others = np.delete(episode.features, seat, axis=1).mean(axis=1)
    seen: Matrix = (episode.features[:, seat] - others).astype(np.float64)
    return seen


def _rows(episode: Episode, seat: int, scale: Matrix, shared: float) -> Matrix:
    """Return a game with a block of columns that all phases share, and one for each phase."""
    seen = _seen(episode, seat) / scale
    rows = np.zeros((len(seen), PHASES + 1, seen.shape[1]))
    rows[:, 0] = shared * seen
    rows[np.arange(len(seen)), episode.phases] = seen
    return rows.reshape(len(seen), -1)


def _mean_square(rows: Matrix) -> Matrix:
    found: Matrix = (rows**2).mean(axis=0)
    return found


def _margin(episode: Episode, seat: int) -> float:
    return float(episode.totals[seat] - np.delete(episode.totals, seat).mean())


def _traced(rows: Matrix, is_whim: np.ndarray[Any, np.dtype[np.bool_]], trace: float) -> Matrix:
    """Return for each decision the credit of it and of those before it. A whim ends the credit of earlier ones."""
    traces = np.empty_like(rows)
    credit = np.zeros(rows.shape[1])
    for number, row in enumerate(rows):
        credit = row if number and is_whim[number - 1] else trace * credit + row
        traces[number] = credit
    return traces


def _explained(weights: Matrix, measured: Sequence[tuple[Matrix, Any, float]], phase: int) -> float:
    """Return the explained part of the margins' variance in the positions of a phase."""
    errors, margins = [], []
    for rows, phases, margin in measured:
        here = rows[phases == phase] @ weights
        errors += list((margin - here) ** 2)
        margins += [margin] * len(here)
    spread = float(np.var(margins)) if margins else 0.0
    return 1.0 - float(np.mean(errors)) / spread if spread else 0.0


def scales_of(weights: Matrix, episodes: Sequence[Episode], phase: int) -> tuple[float, float]:
    """Return the scales by which worths at the beginning and at the end of a phase best predict who wins."""
    worths, progress, wins = [], [], []
    for episode in episodes:
        here = episode.phases == phase
        winners = episode.totals == episode.totals.max()
        worths.append(episode.features[here] @ weights)
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
