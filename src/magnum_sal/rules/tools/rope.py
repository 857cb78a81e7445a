"""Rope: one more miner in the same action (RULES ROPE-1)."""

from __future__ import annotations

from typing import Final

from ..._internal.caches import tabled
from ...errors import Objection
from ...model.moves import UseRope
from ...model.rule import Rule, When
from ...model.state import GameState
from .. import notations, placing
from ..chain import nobody_to_send
from ..placing import Ways, placings, ways_from

__all__ = ["RULE"]

TOOL: Final = "rope"


def moves(state: GameState) -> list[UseRope]:
    """Return the legal uses in the same order as placements."""
    # Must agree with objection(): a use is listed exactly when objection() returns None.
    assert state.turn is not None
    spared = frozenset(space for space in state.turn.arrived if _all_arrived_now(state, space))
    return placings(state, _ways, spared)


@tabled(most=128)
def _ways(source: str) -> Ways[UseRope]:
    return ways_from(source, UseRope)


def objection(state: GameState, move: UseRope) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    # The miner comes from the same places as in the action itself. The chain rules apply to each miner separately, in
    # the position after the previous one.
    found = placing.objection(state, move)
    # The rope must move another miner, not one that arrived with this action.
    if found is None and _all_arrived_now(state, move.source):
        return Objection("ROPE-1", "all_arrived_now", {"space": move.source})
    return found


def why_not(state: GameState) -> Objection:
    """Return the reason why the rope cannot send another miner."""
    return nobody_to_send(state, "ROPE-1") or Objection("ROPE-1", "nobody_else_to_send")


def _all_arrived_now(state: GameState, source: str) -> bool:
    """Check whether all rested miners in *source* arrived in this action, so the rope cannot move any of them."""
    assert state.turn is not None
    # Miners of a colour look alike, so they are counted. A miner may leave a space only if there are more rested miners
    # than arrived there with this action.
    arrived = state.turn.arrived.count(source)
    return arrived > 0 and state.mine.rested_in(source, state.turn_seat) <= arrived


RULE: Final[Rule] = Rule(
    UseRope,
    When.AFTER_PLACING,
    moves,
    objection,
    placing.decide,
    tool=TOOL,
    notation=notations.by_form(UseRope, "rope {source}>{target}", "rope S1>S2"),
    why_not=why_not,
)
