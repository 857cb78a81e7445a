"""A judge of positions that has learned from games: what a position is worth to each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from ..model.mine import CHAMBERS
from ..model.state import GameState
from ._features import FEATURES, features_of
from ._manners import PLAIN, Manners
from ._work import Sites

_UNTRAINED: Final = [[30.0, 22.0], [22.0, 14.0], [14.0, 6.0]]
"""By phase, a guess for judges of whom nobody says how far to believe them."""


class Judge:
    """
    Weighs what ``features_of`` sees, by the number of players and the phase.

    Args:
        weights: For each number of players from 2 up, for the phases as they are counted from the last, which comes
            last: the weights of ``FEATURES``, in groszy each.
        scales: Likewise, by how many groszy of worth one must be ahead of another to win e times as often: when the
            phase begins, and when its last order is completed.
        manners: What moves are credited beside what they are worth.
    """

    def __init__(
        self,
        weights: Mapping[int, Sequence[Sequence[float]]],
        scales: Mapping[int, Sequence[Sequence[float]]] | None = None,
        manners: Manners = PLAIN,
    ) -> None:
        self.manners = manners
        self._weights = {players: [list(of) for of in phases] for players, phases in weights.items()}
        self._scales = {players: [list(of) for of in phases] for players, phases in (scales or {}).items()}

    def of_style(self, style: Mapping[str, float]) -> Judge:
        """Return a judge like this one who likes some features and kinds of move better, as in ``STYLES``."""
        leaning = [style.get(feature, 0.0) for feature in FEATURES]
        leant = {}
        for players, phases in self._weights.items():
            leant[players] = [[weights[at] + leaning[at] for at in range(len(weights))] for weights in phases]
        return Judge(leant, self._scales, Manners(style))

    def worths(self, state: GameState, unseen: frozenset[str] = frozenset()) -> list[float]:
        """
        Return what the position is worth to each seat: only by how much these differ means anything, in groszy.

        Args:
            state: The position; hidden pieces in it are not looked at.
            unseen: Chambers that are to count as not revealed, because only a guess put their tile there.
        """
        sites = Sites(state, unseen)
        return [self.worth(state, seat, sites) for seat in range(len(state.players))]

    def worth(self, state: GameState, seat: int, sites: Sites) -> float:
        """Return what the position is worth to one seat; *sites* are those of its mine."""
        if state.is_over:
            return float(state.scores[seat].total)
        weights = self.weights_at(state)
        features = features_of(state, seat, sites)
        total = 0.0
        for index in range(len(weights)):
            feature = features[index]
            if feature:
                total += feature * weights[index]
        return total

    def chances(self, state: GameState, worths: list[float]) -> list[float]:
        """Return each seat's chance of winning, from 0 to 1, where a position like this is worth so much to them."""
        scale = self._scale(state)
        most = max(worths)
        weights = [exp((worth - most) / scale) for worth in worths]
        total = 0.0
        for weight in weights:
            total += weight
        return [weight / total for weight in weights]

    def _scale(self, state: GameState) -> float:
        """Return by how many groszy of worth one must be ahead here to win e times as often."""
        phases = self._scales.get(len(state.players), _UNTRAINED)
        first, last = phases[_stage(state, len(phases))]
        return first + (last - first) * min(1.0, state.castle.completed / max(1, state.orders_to_end))

    def weights_at(self, state: GameState) -> list[float]:
        """Return the weights of ``FEATURES`` for the phase and number of players of a position, in groszy each."""
        phases = self._weights[len(state.players)]
        return phases[_stage(state, len(phases))]


def newly_revealed(known: GameState, after: GameState) -> frozenset[str]:
    """Return the chambers whose tiles have been turned up in *after* but not in *known*."""
    if known.mine is after.mine or known.mine.tiles is after.mine.tiles:
        return frozenset()
    return frozenset(
        chamber
        for chamber, before, now in zip(CHAMBERS, known.mine.tiles, after.mine.tiles, strict=True)
        if now is not None and before is None
    )


def margins_of(worths: list[float]) -> list[float]:
    """Return by how much each seat's worth is above the mean of the others."""
    total = 0.0
    for worth in worths:
        total += worth
    others = len(worths) - 1
    return [worth - (total - worth) / others for worth in worths]


def _stage(state: GameState, phases: int) -> int:
    """Return the number of the phase whose figures count, from 0; the last is the last, however many a game has."""
    return max(0, phases - 1 - max(0, state.ruleset.phases - state.phase))
