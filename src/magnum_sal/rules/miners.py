"""Placing and moving a miner in the mine (RULES MOVE-1)."""

from __future__ import annotations

from ..errors import Objection
from ..events import Event
from ..moves import PlaceMiner
from ..state import GameState
from .entering import placed, placing_objection, placings


def moves(state: GameState) -> list[PlaceMiner]:
    """Return the legal placings by source (stock, mine, assistants), then by target in mine order."""
    return placings(state, PlaceMiner)


def objection(state: GameState, move: PlaceMiner) -> Objection | None:
    """Say what speaks against *move*, in the order a player would check it."""
    return placing_objection(state, move.source, move.target)


def decide(state: GameState, move: PlaceMiner) -> tuple[Event, ...]:
    """Return what a legal *move* makes happen."""
    return placed(state, move.source, move.target)
