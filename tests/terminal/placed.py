"""Games that begin at a position, for the terminal application: without a record, so that nothing is taken back."""

from __future__ import annotations

from typing import Any

import magnum_sal as ms
from magnum_sal.record.game import Game
from magnum_sal.testing import position

HEAVY = (
    "players: Ada, Ben, Cleo, Dan | S1: BCD | S2: BCD | S3: BCD | S4: BCD | S5: BCD | S6: BCD |"
    " 3L1: BCD [/0 of GGGWW/3] | 3L2: AAAAAAAAAA [GGWWW/0 of GGWWW/3] |"
    " A: stock 0, 3 pickaxe, 3 cart, 105 groszy"
)
"""Tens of thousands of extractions."""


class PlacedGame(Game):
    """A game whose position is that of a text."""

    placed: ms.GameState
    made: list[ms.Move]

    @property
    def state(self) -> ms.GameState:
        """The position."""
        return self.placed

    def play(self, move: object) -> Any:
        """Make a move; the application has none but moves."""
        assert isinstance(move, ms.Move)
        transition = ms.apply(self.placed, move)
        self.placed = transition.state
        self.made.append(move)
        return transition


def placed(table: str | ms.GameState) -> PlacedGame:
    """Return a game at a position."""
    state = position(table) if isinstance(table, str) else table
    game = PlacedGame.new([player.name for player in state.players], seed=1)
    assert isinstance(game, PlacedGame)
    game.placed, game.made = state, []
    return game
