"""Fit weights that predict the results of games, by temporal differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .measuring import HELD_OUT, PHASES, Fit, Matrix, margins_of, measure_judge
from .selfplay import Episode


def fit_weights(episodes: Sequence[Episode], *, trace: float = 0.9, ridge: float = 300.0, shared: float = 2.0) -> Fit:
    """
    Return weights by which the worth of a position to a seat predicts its final margin over the mean of the others.

    The weights solve the equations of temporal differences at once (least-squares TD with traces): during a game the
    worth should not change on average, and end at the margin. The result of a whim is not credited to the positions
    before it. All features count as differences from the mean of the other seats.

    Args:
        episodes: Games of the same number of players.
        trace: How far back to credit a result, from 0 (one decision) to 1 (the whole game).
        ridge: How strongly weights are pulled towards 0, after all features are scaled alike.
        shared: How much more easily the phases get a common weight than an additional weight of their own.
    """
    views = [(number, episode, seat) for number, episode in enumerate(episodes) for seat in _seats(episode)]
    squares = np.array([(_compute_view(episode, seat) ** 2).mean(axis=0) for _, episode, seat in views])
    scale = np.sqrt(squares.mean(axis=0)) + 1e-3
    size = scale.size * (PHASES + 1)
    sums, goal = ridge * np.eye(size), np.zeros(size)
    for number, episode, seat in views:
        if number % HELD_OUT == 0:
            continue
        rows, margin = _rows(episode, seat, scale, shared), margins_of(episode.totals.astype(np.float64))[seat]
        traces = _compute_traces(rows, episode.is_whim, trace)
        sums += traces.T @ (rows - np.vstack([rows[1:], np.zeros((1, size))]))
        goal += traces[-1] * margin
    found: Matrix = np.linalg.solve(sums, goal).astype(np.float64)
    in_common, of_phases = found[: scale.size], found[scale.size :].reshape(PHASES, -1)
    weights: Matrix = ((shared * in_common + of_phases) / scale).round(3)
    return measure_judge(tuple(map(tuple, weights.tolist())), None, episodes[::HELD_OUT])


def _seats(episode: Episode) -> range:
    """Return the seats from which to learn a game. With two seats, the other one would only change the signs."""
    seats = episode.totals.size
    return range(1 if seats == 2 else seats)


def _compute_view(episode: Episode, seat: int) -> Matrix:
    """Return a game as a seat sees it: a row per decision, a column per feature, minus the others' mean."""
    others = np.delete(episode.features, seat, axis=1).mean(axis=1)
    seen: Matrix = (episode.features[:, seat] - others).astype(np.float64)
    return seen


def _rows(episode: Episode, seat: int, scale: Matrix, shared: float) -> Matrix:
    """Return a game with a block of columns that all phases share, and one for each phase."""
    seen = _compute_view(episode, seat) / scale
    rows = np.zeros((len(seen), PHASES + 1, seen.shape[1]))
    rows[:, 0] = shared * seen
    rows[np.arange(len(seen)), episode.phases] = seen
    return rows.reshape(len(seen), -1)


def _compute_traces(rows: Matrix, is_whim: np.ndarray[Any, np.dtype[np.bool_]], trace: float) -> Matrix:
    """Return the eligibility trace at each decision. A whim ends the credit of earlier decisions."""
    traces = np.empty_like(rows)
    credit = np.zeros(rows.shape[1])
    for number, row in enumerate(rows):
        credit = row if number and is_whim[number - 1] else trace * credit + row
        traces[number] = credit
    return traces
