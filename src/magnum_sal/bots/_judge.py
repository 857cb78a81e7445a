"""The judge: the learned worth of a position to each seat, and extra credits for moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from types import MappingProxyType
from typing import Any, Final

from ..errors import MisuseError
from ..model.mine import CHAMBERS
from ..model.moves import ExtractSalt, Move, Pass, VisitCastle, VisitMarket
from ..model.state import GameState
from ..queries.sensible import is_idle
from ._correction import Correction, correct_worth
from ._features import FEATURES, compute_features
from ._plans import Sites, count_remaining_orders
from ._priors import KINDS

# At first, a style only changed the weights of features. This worked for the trader. But the miner extracted no more
# salt, and the courtier delivered no more, than a player without a style. So a style may also reward kinds of moves.
STYLES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "miner": MappingProxyType({"extract_salt": 2.0, "visit_market": -1.5}),
        "trader": MappingProxyType({"visit_market": 0.75}),
        "courtier": MappingProxyType({"assistant_at_castle": 5.0}),
    }
)
"""
The styles of play, with the bonus in groszy by which a player overrates a kind of move or a feature of positions.

For an extraction, the bonus counts per cube; for a market visit, per cube bought or sold. The bonus for a feature is
added to the judge's weight. Styles are options of ``greedy``, ``search`` and the levels, as in
``"master:style=trader"``.
"""

_UNTRAINED: Final = [[30.0, 22.0], [22.0, 14.0], [14.0, 6.0]]
"""Guessed scales by phase, for judges created without learned scales."""

IDLENESS: Final = 1.0
"""The charge in groszy for an idle action; it keeps players from wasting time."""

_HASTE: Final = 1.5
_CUBES_HASTE: Final = 0.4
_UNHURRIED: Final = 2
"""After round ``_UNHURRIED`` of a phase, the credits for walks to the castle and extracted cubes grow each round."""


def _hurry(state: GameState) -> int:
    return max(0, state.round - _UNHURRIED) if count_remaining_orders(state) else 0


# A worth is a weighted sum of features. The weights were learned from games of the bots against themselves, with
# least-squares temporal differences and eligibility traces (Boyan, "Least-Squares Temporal Difference Learning", 1999;
# in tools/training). They are chosen so that during a game the worth does not change on average, and ends at the final
# margin.
#
# Plain regression of the final margin on the features was tried and played badly. It blames every position of a lost
# game for the loss, although most positions did not cause it.
#
# A weighted sum is fast, and its verdicts can be explained: the difference between two positions splits into groups of
# features (_reasons.py). A small network adds what the sum misses (_correction.py), and cannot be explained. The theory
# is in docs/explanation/how-the-players-think.md.
class Judge:
    """
    A weighted sum of ``compute_features`` with a correction, by number of players and phase, and credits for moves.

    Args:
        weights: The weights of ``FEATURES`` in groszy, by number of players (2 or more), then by phase. The last
            entry is for the last phase of the game, however many phases there are.
        scales: The leads in groszy that make winning e times as likely, by number of players, then by phase. Each phase
            has two leads: one for its beginning, and one for the moment when its last order is completed.
        style: The kinds of move that the judge overrates, as in ``STYLES``; none by default.
        corrections: What to add to the weighted sums, by number of players; none by default.
        priors: The weights of the numbers of ``describe_move`` for the priors of a search, by number of players, then
            by phase; none by default.
    """

    def __init__(
        self,
        weights: Mapping[int, Sequence[Sequence[float]]],
        scales: Mapping[int, Sequence[Sequence[float]]] | None = None,
        style: Mapping[str, float] | None = None,
        corrections: Mapping[int, Correction] | None = None,
        priors: Mapping[int, Sequence[Sequence[float]]] | None = None,
    ) -> None:
        self._corrections = dict(corrections or {})
        self._priors = {players: [list(of) for of in phases] for players, phases in (priors or {}).items()}
        self._style = dict(style or {})
        self._weights = {players: [list(of) for of in phases] for players, phases in weights.items()}
        self._scales = {players: [list(of) for of in phases] for players, phases in (scales or {}).items()}

    def __reduce__(self) -> tuple[Any, ...]:
        # Environments copy and pickle their bots. A compiled class can be copied and pickled only with this method.
        return Judge, (self._weights, self._scales, self._style, self._corrections, self._priors)

    def of_style(self, style: Mapping[str, float]) -> Judge:
        """Return a copy of this judge that overrates some features and kinds of move, as in ``STYLES``."""
        # No name is both a feature and a kind of move, so one mapping contains both, and each lookup uses the names
        # that it knows.
        leaning = [style.get(feature, 0.0) for feature in FEATURES]
        leant = {}
        for players, phases in self._weights.items():
            leant[players] = [[weights[at] + leaning[at] for at in range(len(weights))] for weights in phases]
        return Judge(leant, self._scales, style, self._corrections, self._priors)

    def worths(self, state: GameState, unseen: frozenset[str] = frozenset()) -> list[float]:
        """
        Return the worth of a position to each seat in groszy; only the differences are meaningful.

        Args:
            state: The position; hidden pieces in it are ignored.
            unseen: Chambers that count as not revealed, because their tiles are guesses.
        """
        sites = Sites(state, unseen)
        return [self.worth(state, seat, sites) for seat in range(len(state.players))]

    def worth(self, state: GameState, seat: int, sites: Sites) -> float:
        """Return the worth of the position to one seat; *sites* are the sites in the position's mine."""
        if state.is_over:
            return float(state.scores[seat].total)
        weights = self.weights_at(state)
        features = compute_features(state, seat, sites)
        total = 0.0
        for index in range(len(weights)):
            feature = features[index]
            if feature:
                total += feature * weights[index]
        correction = self._corrections.get(len(state.players))
        if correction is not None:
            stage = _stage(state, len(correction.phases))
            total += correct_worth(correction, features, stage, progress_of(state))
        return total

    def chances(self, state: GameState, worths: list[float]) -> list[float]:
        """Convert each seat's worth in a position to a chance of winning, from 0 to 1 (by softmax)."""
        phases = self._scales.get(len(state.players), _UNTRAINED)
        first, last = phases[_stage(state, len(phases))]
        # The lead in groszy that makes winning e times as likely, interpolated by the progress of the phase. With one
        # scale for a whole phase, chances were too certain at its beginning. At the opening, the judge gave the first
        # player 32 %, but the first player won 44 % of games between equal players.
        scale = first + (last - first) * progress_of(state)
        # The softmax is the logistic function of the lead if there are two seats. Subtracting the largest worth changes
        # nothing but keeps exp() from overflowing.
        most = max(worths)
        weights = [exp((worth - most) / scale) for worth in worths]
        total = 0.0
        for weight in weights:
            total += weight
        return [weight / total for weight in weights]

    def weights_at(self, state: GameState) -> list[float]:
        """Return the weights of ``FEATURES``, each in groszy, for a position's phase and number of players."""
        phases = self._weights[len(state.players)]
        return phases[_stage(state, len(phases))]

    def prior_weights_at(self, state: GameState) -> list[float] | None:
        """Return the weights for priors in a position's phase, or None if none were learned for such a game."""
        phases = self._priors.get(len(state.players))
        # The weight of a kind only counts relative to those of other kinds, so a kind without one would be tried too
        # often, or hardly ever.
        if phases is None or not set(KINDS).issuperset(state.ruleset.by_type):
            return None
        return phases[_stage(state, len(phases))]

    def credit(self, state: GameState, move: Move) -> float:
        """Return the credit for a move in groszy, in addition to the worth of the position after it."""
        # A player who looks a turn or two ahead does not mind a long game. But if two such players wait for each other,
        # the game never ends. So progress earns a credit while the phase still needs orders, and idle actions are
        # charged.
        liking = self.liking(move)
        if isinstance(move, VisitCastle):
            return liking + _HASTE * _hurry(state)
        if isinstance(move, ExtractSalt):
            return liking + _CUBES_HASTE * move.salt.total * _hurry(state)
        return liking

    def liking(self, move: Move) -> float:
        """Return the style's bonus for a move in groszy, minus the charge if the move is idle."""
        # A pass is free of charge: worth_considering() offers it only if there is nothing else to do.
        idleness = IDLENESS if is_idle(move) and not isinstance(move, Pass) else 0.0
        if not self._style:
            return -idleness
        each = self._style.get(move.type, 0.0)
        if isinstance(move, ExtractSalt):
            each *= move.salt.total
        elif isinstance(move, VisitMarket):
            # Buying and selling the same cube earns a trader nothing. Otherwise the style would reward trading in
            # circles.
            each *= 0 if is_idle(move) else len(move.transactions)
        return each - idleness


@cache
def load_judge() -> Judge:
    """Return the judge with the library's own weights; the weights file records how they were learned."""
    return read_judge(files("magnum_sal.bots").joinpath("judge.json").read_text("utf-8"))


def read_judge(text: str) -> Judge:
    """Return the judge in the text of a weights file, such as ``judge.json``."""
    data = json.loads(text)
    # The weights are stored by position. With a different list of features, they would be applied to the wrong numbers,
    # and the bots would play badly without any error.
    if data["features"] != list(FEATURES) or data["kinds"] != list(KINDS):
        raise AssertionError("judge.json was made for other features; run python -m tools.training to make it again")
    return Judge(
        {int(players): phases for players, phases in data["weights"].items()},
        {int(players): scales for players, scales in data["scales"].items()},
        None,
        {int(players): Correction(**correction) for players, correction in data["corrections"].items()},
        {int(players): phases for players, phases in data["priors"].items()},
    )


@cache
def load_styled_judge(style: str | None) -> Judge:
    """
    Return the learned judge with a style, or without a style if *style* is None.

    Raises:
        MisuseError: the style is unknown.
    """
    if style is None:
        return load_judge()
    if style not in STYLES:
        raise MisuseError(f"style: expected one of {', '.join(STYLES)}, got {style!r}")
    return load_judge().of_style(STYLES[style])


def list_revealed_chambers(known: GameState, after: GameState) -> frozenset[str]:
    """List the chambers whose tiles are known in *after* but not in *known*."""
    if known.mine is after.mine or known.mine.tiles is after.mine.tiles:
        return frozenset()
    return frozenset(
        chamber
        for chamber, before, now in zip(CHAMBERS, known.mine.tiles, after.mine.tiles, strict=True)
        if now is not None and before is None and known.find_tile(chamber) is None
    )


def margins_of(worths: list[float]) -> list[float]:
    """Return the difference between each seat's worth and the mean worth of the other seats."""
    total = 0.0
    for worth in worths:
        total += worth
    others = len(worths) - 1
    return [worth - (total - worth) / others for worth in worths]


def _stage(state: GameState, phases: int) -> int:
    """Return the index of the phase's learned values; the last values are for the game's last phase."""
    # A ruleset may have more or fewer phases than the judge has learned. Counting from the end gives the last phase of
    # every game the weights that were learned in a last phase.
    return max(0, phases - 1 - max(0, state.ruleset.phases - state.phase))


def progress_of(state: GameState) -> float:
    """Return the part of the phase's orders that have been completed, from 0 to 1."""
    return min(1.0, state.castle.completed / max(1, state.orders_to_end))
