"""
Games for the terminal application.

A game that starts at a given position has no record, so nothing can be undone. A finished game has all its moves.
"""

from __future__ import annotations

import random
from typing import Any

import magnum_sal as ms
from magnum_sal.record.game import Game
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher

HEAVY = (
    "players: Ada, Ben, Cleo, Dan | S1: BCD | S2: BCD | S3: BCD | S4: BCD | S5: BCD | S6: BCD |"
    " 3L1: BCD [/0 of GGGWW/3] | 3L2: AAAAAAAAAA [GGWWW/0 of GGWWW/3] |"
    " A: stock 0, 3 pickaxe, 3 cart, 105 groszy"
)
"""A position with tens of thousands of extractions."""


class PlacedGame(Game):
    """A game at the position that a text describes."""

    placed: ms.GameState
    made: list[ms.Move]

    @property
    def state(self) -> ms.GameState:
        """The current position."""
        return self.placed

    def play(self, move: object) -> Any:
        """Play a move; the application passes nothing else."""
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


def ended(ruleset: ms.Ruleset = ms.STANDARD) -> Game:
    """Return a finished game."""
    game, rng = Game.new(["Ada", "Ben"], seed=3, ruleset=ruleset), random.Random(3)
    while not game.is_over:
        game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    return game
