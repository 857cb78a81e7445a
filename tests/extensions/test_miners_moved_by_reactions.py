"""Reactions that move or tire miners, and the miners that a rope regards as arrived (ROPE-1)."""

from __future__ import annotations

import magnum_sal as ms
from magnum_sal.model.events import ChamberRevealed, MinersMoved, MinersTired
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.testing import position

REVEALING = ms.PlaceMiner("stock", "1L1")


def reveal(table: str, name: str, event: ms.Event) -> ms.GameState:
    """Return the state after a miner of Ada reveals 1L1, to which an extension called *name* reacts with *event*."""
    extension = Extension(name, reactions=(Reaction(ChamberRevealed, lambda *_: (event,)),))
    ruleset = ms.STANDARD.with_extensions(extension, name=f"{name}_game")
    ms.register(ruleset)
    return position(f"{table} | A: rope | turn: A, actions 1", ruleset=ruleset).play(REVEALING)


def test_a_miner_that_a_reaction_tires_still_arrived() -> None:
    """MINE-2: the state can be saved, although the miner that arrived is no longer rested."""
    state = reveal("S1: A | S2: AA", "draught", MinersTired(0, "1L1", 1))
    assert state.turn is not None
    assert (state.turn.arrived, state.mine["1L1"].tired) == (("1L1",), (1, 0))
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert ms.is_legal(state, ms.UseRope("S2", "1L1"))


def test_a_miner_of_another_player_does_not_arrive_for_the_rope() -> None:
    """ROPE-1: a reaction moves Ben's miner to S2, and Ada may still send hers on from there."""
    state = reveal("S1: A | S2: A", "helper", MinersMoved(1, "stock", "S2", 1)).public()
    assert state.turn is not None
    assert (state.turn.arrived, state.mine["S2"].rested) == (("1L1",), (1, 1))
    assert ms.from_json(ms.GameState, ms.to_json(state)) == state
    assert ms.is_legal(state, ms.UseRope("S2", "1L1"))
