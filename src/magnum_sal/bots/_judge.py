"""What a position is worth to each seat, as a judge has learned from games, and what moves are credited beside that."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from types import MappingProxyType
from typing import Final

from ..errors import MisuseError
from ..model.mine import CHAMBERS
from ..model.moves import ExtractSalt, Move, Pass, VisitCastle, VisitMarket
from ..model.state import GameState
from ..queries.sensible import is_idle
from ._features import FEATURES, features_of
from ._plans import Sites, count_remaining_orders

STYLES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "miner": MappingProxyType({"extract_salt": 2.0, "visit_market": -1.5}),
        "trader": MappingProxyType({"visit_market": 0.75}),
        "courtier": MappingProxyType({"assistant_at_castle": 5.0}),
    }
)
"""
The styles of play: for how many groszy more than it is worth a player likes a kind of move, or a feature of positions.

An extraction counts for each cube, a visit to the market for each cube bought or sold, the features as the judge weighs
them. A style is an option of ``greedy``, ``search`` and the levels, as in ``"master:style=trader"``.
"""

_UNTRAINED: Final = [[30.0, 22.0], [22.0, 14.0], [14.0, 6.0]]
"""By phase, a guess for judges of whom nobody says how far to believe them."""

IDLENESS: Final = 1.0
"""What an idle action is charged, in groszy, so that players with all the time in the world get on with the game."""

_HASTE: Final = 1.5
_CUBES_HASTE: Final = 0.4
_UNHURRIED: Final = 2
"""After this round of a phase a walk to the castle, and each cube extracted, is credited so much more each round."""


def _hurry(state: GameState) -> int:
    return max(0, state.round - _UNHURRIED) if count_remaining_orders(state) else 0


class Judge:
    """
    Weighs what ``features_of`` sees, by the number of players and the phase, and credits moves beside that.

    Args:
        weights: For each number of players from 2 up, for the phases as they are counted from the last, which comes
            last: the weights of ``FEATURES``, in groszy each.
        scales: Likewise, by how many groszy of worth one must be ahead of another to win e times as often: when the
            phase begins, and when its last order is completed.
        style: The kinds of move that it likes, as in ``STYLES``; without it, none in particular.
    """

    def __init__(
        self,
        weights: Mapping[int, Sequence[Sequence[float]]],
        scales: Mapping[int, Sequence[Sequence[float]]] | None = None,
        style: Mapping[str, float] | None = None,
    ) -> None:
        self._style = dict(style or {})
        self._weights = {players: [list(of) for of in phases] for players, phases in weights.items()}
        self._scales = {players: [list(of) for of in phases] for players, phases in (scales or {}).items()}

    def of_style(self, style: Mapping[str, float]) -> Judge:
        """Return a judge like this one who likes some features and kinds of move better, as in ``STYLES``."""
        leaning = [style.get(feature, 0.0) for feature in FEATURES]
        leant = {}
        for players, phases in self._weights.items():
            leant[players] = [[weights[at] + leaning[at] for at in range(len(weights))] for weights in phases]
        return Judge(leant, self._scales, style)

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
        phases = self._scales.get(len(state.players), _UNTRAINED)
        first, last = phases[_stage(state, len(phases))]
        # By how many groszy of worth one must be ahead here to win e times as often.
        scale = first + (last - first) * min(1.0, state.castle.completed / max(1, state.orders_to_end))
        most = max(worths)
        weights = [exp((worth - most) / scale) for worth in worths]
        total = 0.0
        for weight in weights:
            total += weight
        return [weight / total for weight in weights]

    def weights_at(self, state: GameState) -> list[float]:
        """Return the weights of ``FEATURES`` for the phase and number of players of a position, in groszy each."""
        phases = self._weights[len(state.players)]
        return phases[_stage(state, len(phases))]

    def credit(self, state: GameState, move: Move) -> float:
        """
        Return what a player is credited for a move beside what it is worth, in groszy.

        Nobody who looks a turn or two ahead minds a long game; but two who both wait for the other never end one. So
        getting on with it is credited as long as the phase does not end by itself, and passing the time is charged.
        """
        liking = self.liking(move)
        if isinstance(move, VisitCastle):
            return liking + _HASTE * _hurry(state)
        if isinstance(move, ExtractSalt):
            return liking + _CUBES_HASTE * move.salt.total * _hurry(state)
        return liking

    def liking(self, move: Move) -> float:
        """Return for how many groszy more than it is worth a move is liked, or disliked for passing the time."""
        idleness = IDLENESS if is_idle(move) and not isinstance(move, Pass) else 0.0
        if not self._style:
            return -idleness
        each = self._style.get(move.type, 0.0)
        if isinstance(move, ExtractSalt):
            each *= move.salt.total
        elif isinstance(move, VisitMarket):
            each *= 0 if is_idle(move) else len(move.transactions)
        return each - idleness


@cache
def load_judge() -> Judge:
    """Return the judge with the weights that came with the library; the file says how they were learned."""
    data = json.loads(files("magnum_sal.bots").joinpath("judge.json").read_text("utf-8"))
    if data["features"] != list(FEATURES):
        raise AssertionError("judge.json was made for other features: python -m tools.training makes it anew")
    return Judge(
        {int(players): phases for players, phases in data["weights"].items()},
        {int(players): scales for players, scales in data["scales"].items()},
    )


@cache
def load_styled_judge(style: str | None) -> Judge:
    """
    Return the learned judge, who likes what a style likes; None likes nothing in particular.

    Raises:
        MisuseError: there is no such style.
    """
    if style is None:
        return load_judge()
    if style not in STYLES:
        raise MisuseError(f"there is no style {style!r}; known are {', '.join(STYLES)}")
    return load_judge().of_style(STYLES[style])


def list_revealed_chambers(known: GameState, after: GameState) -> frozenset[str]:
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
