"""The outcomes of chance: an id for each piece that can be turned up, and for each starting player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ..engine.chance import Piece, outcomes
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.pieces import ORDER, TILE, TOOL
from ..model.ruleset import Ruleset
from ..model.state import GameState

START_SEAT: Final = "start_seat"
"""The pile of an outcome that draws the starting player."""


class Outcome(NamedTuple):
    """An outcome of chance."""

    pile: str
    """``"start_seat"``, ``"tile"``, ``"order"``, ``"tool"``, or the id of an extension's deck or die."""
    piece: Piece | int
    """The starting player's seat, or the piece that is turned up."""


class ChanceOutcomes:
    """
    The outcomes of chance in a game. The id of an outcome is its index in ``outcomes``.

    The order is fixed: the starting players by seat, the tiles from level I to III, the royal orders from phase I to
    III, the tools, the cards of each deck, and the faces of each die. Pieces are in the order of the ruleset, and equal
    pieces have one id.
    """

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.outcomes: tuple[Outcome, ...] = tuple(dict.fromkeys(_list_outcomes(ruleset, players)))
        """The outcomes by id."""
        self._ids = {outcome: number for number, outcome in enumerate(self.outcomes)}
        self._starts = tuple((seat, 1.0 / players) for seat in range(players))

    def __len__(self) -> int:
        return len(self.outcomes)

    def find(self, number: int) -> Outcome:
        """Return the outcome with this id. Raises ``MisuseError`` if there is none."""
        if not 0 <= number < len(self.outcomes):
            raise MisuseError(f"outcome: expected 0 to {len(self.outcomes) - 1}, got {brief(number)}")
        return self.outcomes[number]

    def list_probabilities(self, state: GameState | None) -> tuple[tuple[int, float], ...]:
        """
        Return the ids of the possible outcomes in ascending order, each with its probability.

        None stands for the time before the starting player is drawn.
        """
        if state is None:
            return self._starts
        assert state.pending is not None
        pile = state.pending.pile
        return tuple(sorted((self._ids[Outcome(pile, piece)], float(chance)) for piece, chance in outcomes(state)))


def _list_outcomes(ruleset: Ruleset, players: int) -> Iterator[Outcome]:
    """Yield all outcomes in their order; equal pieces more than once."""
    yield from (Outcome(START_SEAT, seat) for seat in range(players))
    yield from (Outcome(TILE, tile) for level in ruleset.tiles for tile in level)
    yield from (Outcome(ORDER, order) for phase in ruleset.orders for order in phase)
    yield from (Outcome(TOOL, tool) for tool in ruleset.tools)
    yield from (Outcome(deck, card) for deck in sorted(ruleset.decks) for card in ruleset.decks[deck].cards)
    yield from (Outcome(die, face) for die in sorted(ruleset.dice) for face in ruleset.dice[die].faces)
