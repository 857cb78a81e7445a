"""Bucket: carrying one cube of water to an adjacent chamber (RULES BUCKET-1)."""

from __future__ import annotations

from typing import Final

from ..._internal.caches import cached
from ...errors import Objection
from ...model.events import Event, WaterMoved
from ...model.mine import ADJACENT, spaces_in
from ...model.moves import UseBucket
from ...model.rule import Rule, When
from ...model.state import GameState
from .. import notations

__all__ = ["RULE"]

TOOL: Final = "bucket"


def moves(state: GameState) -> list[UseBucket]:
    """Return the legal uses by source in mine order, then by target from the shaft outward."""
    # Must agree with objection(): a use is listed exactly when objection() returns None.
    wet = state.mine.wet & state.mine.present(state.turn_seat)
    return [use for chamber in spaces_in(wet) for use in _list_moves_from(chamber)]


@cached(most=64)
def _list_moves_from(chamber: str) -> tuple[UseBucket, ...]:
    return tuple(UseBucket(chamber, target) for target in ADJACENT[chamber])


def objection(state: GameState, move: UseBucket) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    here = state.mine.chamber(move.source)
    # You need a miner in the chamber, rested or tired.
    if not here.miners_of(state.turn_seat):
        return Objection("BUCKET-1", "no_miner_there", {"space": move.source})
    # There must be water to carry, and a bucket takes one cube of it.
    if not here.water:
        return Objection("BUCKET-1", "no_water_there", {"space": move.source})
    # The cube moves to a neighbouring chamber of the same corridor, revealed or not. Water never enters the shaft, and
    # chambers on opposite sides of the shaft are not neighbours.
    if move.target not in ADJACENT[move.source]:
        facts = {"target": move.target, "space": move.source, "neighbours": ADJACENT[move.source]}
        return Objection("BUCKET-1", "not_adjacent", facts)
    return None


def why_not(state: GameState) -> Objection:
    """Return the reason why no water can be carried."""
    return Objection("BUCKET-1", "no_miner_at_water")


def decide(state: GameState, move: UseBucket) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    return (WaterMoved(move.source, move.target, 1),)


RULE: Final[Rule] = Rule(
    UseBucket,
    When.FREE,
    moves,
    objection,
    decide,
    tool=TOOL,
    notation=notations.by_form(UseBucket, "bucket {source}>{target}", "bucket 1L2>1L1"),
    why_not=why_not,
)
