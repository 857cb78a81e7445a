"""Fit the judge's corrections: small networks that learn what the weighted sums miss. This module needs PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from magnum_sal.bots._correction import Correction

from .measuring import HELD_OUT, PHASES, Matrix, compute_explained_parts, margins_of, worths_of
from .selfplay import Episode

_ROWS: Final = 1024
"""The number of decisions in a training batch."""
_AT_ONCE: Final = 20_000
"""The number of decisions that are evaluated at once."""
_PASSES: Final = 6
"""How often the targets are computed."""
_REPEATS: Final = 3
"""How often the network learns all decisions for the same targets."""
_DIGITS: Final = 5


class Corrected(NamedTuple):
    """A correction, and how well the judge predicts with it."""

    correction: Correction
    """The earlier correction with the new units added."""
    before: tuple[float, ...]
    """By phase, the part of the variance of final margins that the judge explained, in games that were held out."""
    after: tuple[float, ...]
    """The same if the whole output of the network is added, and not only a step."""


class _Network(nn.Module):  # type: ignore[misc]  # PyTorch is not installed for the type check
    """A network that computes a worth for each seat from a hidden layer, and the margins from the worths."""

    def __init__(self, scale: Matrix, units: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(scale, dtype=torch.float32))
        self.hidden = nn.Linear(scale.size + PHASES + 1, units)
        self.output = nn.Linear(units, 1, bias=False)
        # With weights of 0, the network starts without effect, so it learns only differences from the judge.
        nn.init.zeros_(self.output.weight)

    def forward(self, features: Tensor, phases: Tensor, progress: Tensor) -> Tensor:
        """Return what to add to the margin of each seat, in groszy."""
        stages = nn.functional.one_hot(phases, PHASES).float()
        common = torch.cat([stages, progress[:, None]], 1)[:, None].expand(-1, features.shape[1], -1)
        worths = self.output(self.hidden(torch.cat([features / self.scale, common], -1)).relu())[..., 0]
        others = features.shape[1] - 1
        return worths - (worths.sum(1, keepdim=True) - worths) / others


# The targets are returns with traces, as in fitting.py: each decision learns from what the judge expects one, two, ...
# decisions later, and from the result. With the judge's own view of later positions in the targets, luck matters less
# than with results alone. The targets are computed again after each pass, because they depend on the network.
#
# The whole output of the network predicts results better, but a greedy player chooses the positions that the network
# overrates. A part of the output, the step, moves the player less far from the games on which the network was trained.
def fit_correction(
    episodes: Sequence[Episode],
    weights: Sequence[Sequence[float]],
    known: Correction | None = None,
    *,
    units: int = 16,
    step: float = 0.4,
    trace: float = 0.9,
    rate: float = 1e-3,
    seed: int = 0,
) -> Corrected:
    """
    Fit a correction to games in which a judge played.

    Args:
        episodes: Games of the same number of players.
        weights: The judge's weights by phase and feature, in groszy.
        known: The judge's correction so far, which the new one contains.
        units: The number of hidden units to add.
        step: The part of the network's output that is added, from 0 to 1.
        trace: How far back to credit a result, from 0 (one decision) to 1 (the whole game).
        rate: The learning rate.
        seed: The seed of the network and of the order in which it learns.
    """
    torch.manual_seed(seed)
    judged = [margins_of(worths_of(episode, weights, known)) for episode in episodes]
    results = [margins_of(episode.totals.astype(np.float64)) for episode in episodes]
    features, phases, progress = (
        torch.from_numpy(np.concatenate(columns))
        for columns in zip(
            *((of.features, of.phases.astype(np.int64) - 1, of.progress) for of in episodes), strict=True
        )
    )
    scale = np.sqrt((features.numpy() ** 2).mean((0, 1))) + 1e-3
    network = _Network(scale, units)
    ends = np.cumsum([len(of.phases) for of in episodes])
    games = np.split(np.arange(ends[-1]), ends[:-1])
    learned = torch.from_numpy(np.concatenate([rows for number, rows in enumerate(games) if number % HELD_OUT]))

    def judge_games() -> list[Matrix]:
        """Return the margins that the judge expects together with the network, game by game."""
        answers = _answers(network, features, phases, progress, ends)
        return [one + more for one, more in zip(judged, answers, strict=True)]

    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-4)
    for _ in range(_PASSES):
        seen = judge_games()
        targets = torch.from_numpy(
            np.concatenate(
                [
                    _returns(expected, result, episode.is_whim, trace) - one
                    for expected, result, episode, one in zip(seen, results, episodes, judged, strict=True)
                ]
            ).astype(np.float32)
        )
        for _ in range(_REPEATS):
            for rows in learned[torch.randperm(len(learned))].split(_ROWS):
                found = network(features[rows], phases[rows], progress[rows])
                loss = nn.functional.mse_loss(found, targets[rows])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
    seen = judge_games()
    return Corrected(
        _add_corrections(known, _to_correction(network, scale, step)),
        compute_explained_parts(judged[::HELD_OUT], episodes[::HELD_OUT]),
        compute_explained_parts(seen[::HELD_OUT], episodes[::HELD_OUT]),
    )


def _answers(network: _Network, features: Tensor, phases: Tensor, progress: Tensor, ends: Matrix) -> list[Matrix]:
    """Return the network's outputs, game by game."""
    with torch.no_grad():
        columns = (features.split(_AT_ONCE), phases.split(_AT_ONCE), progress.split(_AT_ONCE))
        found = np.concatenate([network(*rows).numpy() for rows in zip(*columns, strict=True)])
    return np.split(found, ends[:-1])


def _returns(expected: Matrix, result: Matrix, is_whim: np.ndarray[Any, np.dtype[np.bool_]], trace: float) -> Matrix:
    """Return the target of each decision and seat. The result of a whim is not credited to the positions before it."""
    targets = np.empty_like(expected)
    target = result
    for number in range(len(expected) - 1, -1, -1):
        if number < len(expected) - 1:
            following = expected[number + 1]
            target = following if is_whim[number] else (1 - trace) * following + trace * target
        targets[number] = target
    return targets


def _to_correction(network: _Network, scale: Matrix, step: float) -> Correction:
    """Convert the network to a correction, with its output multiplied by *step*."""
    weights, constants = (part.detach().numpy().astype(float) for part in (network.hidden.weight, network.hidden.bias))
    count = scale.size
    phases = constants + weights[:, count : count + PHASES].T
    output = step * network.output.weight.detach().numpy()[0]
    return Correction(
        (weights[:, :count] / scale).round(_DIGITS).tolist(),
        phases.round(_DIGITS).tolist(),
        weights[:, -1].round(_DIGITS).tolist(),
        output.astype(float).round(_DIGITS).tolist(),
    )


def _add_corrections(one: Correction | None, other: Correction) -> Correction:
    """Return the sum of two corrections."""
    if one is None:
        return other
    return Correction(
        one.hidden + other.hidden,
        [first + second for first, second in zip(one.phases, other.phases, strict=True)],
        one.progress + other.progress,
        one.output + other.output,
    )
