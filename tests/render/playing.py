"""Steps and positions for the tests of pictures."""

from __future__ import annotations

import random
from functools import cache

import magnum_sal as ms
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher, play


def made(before: ms.GameState, move: ms.Move) -> ms.Step:
    """Return the step of a move."""
    return ms.apply(before, move).step


@cache
def finished(players: int = 3, seed: int = 5) -> tuple[ms.Step, ...]:
    """Return the steps of a whole game."""
    first = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed)
    steps = play(first, finisher, random.Random(seed), 5000)
    return tuple(ms.Step(before, move, *after) for before, move, after in steps)


def later(tools: str = "") -> ms.GameState:
    """Return a position of two players in the second phase. *tools* left the game unsold in the first one."""
    before = f"tools {tools}, orders 2 0" if tools else "orders 2 0"
    cards = "A: order BB=9, order BG=11, order BBB=15 | B: order GG=13"
    return position(f"turn: A, phase 2 | {cards} | seen: {before}")
