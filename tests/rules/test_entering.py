"""Turning up what lies in a chamber: ``rules/entering.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.testing import given

DOWN = "S1: A | S2: A"


def test_the_first_miner_turns_up_the_tile() -> None:
    """REVEAL-1: the printed salt and water is put on the chamber, from the bank."""
    table = given(DOWN)
    assert table.state.hidden is not None
    tile = table.state.hidden.tile_of("1L1")
    assert tile is not None
    assert tile == ms.ChamberTile.parse("BBG/1")
    outcome = table.when(ms.PlaceMiner("stock", "1L1")).then(
        ms.MinersMoved(0, "stock", "1L1", 1),
        ms.ChamberRevealed("1L1", tile),
        ms.SaltMoved("bank", "1L1", tile.salt),
        ms.WaterMoved("bank", "1L1", 1),
    )
    here = outcome.state.mine.chamber("1L1")
    assert (here.revealed, here.salt, here.water, here.tile) == (True, tile.salt, 1, tile)
    assert outcome.state.hidden is not None
    assert outcome.state.hidden.tile_of("1L1") is None


def test_a_chamber_is_revealed_once() -> None:
    """REVEAL-1: a later miner finds what is left there, whether or not somebody stands there."""
    for here in ("B [G/0]", "[G/0]"):
        outcome = given(f"{DOWN} | 1L1: {here}").when(ms.PlaceMiner("stock", "1L1"))
        assert not any(isinstance(event, ms.ChamberRevealed) for event in outcome.events)
        assert outcome.state.mine.chamber("1L1").salt == ms.SaltAmount(green=1)


def test_a_tile_stays_up_for_the_rest_of_the_game() -> None:
    """REVEAL-1: when the miners have left it is still revealed."""
    after = given(f"{DOWN} | 1L1: A [BG/1]").when(ms.PlaceMiner("1L1", "S1")).state
    assert after.mine.chamber("1L1").revealed
    assert after.mine.chamber("1L1").salt == ms.SaltAmount.parse("BG")


def test_the_printed_water_is_added_to_that_of_a_bucket() -> None:
    """REVEAL-1: water carried there earlier stays."""
    after = given(f"{DOWN} | 1L1: [?/2]").when(ms.PlaceMiner("stock", "1L1")).state
    here = after.mine.chamber("1L1")
    assert here.tile is not None
    assert here.water == 2 + here.tile.water == 3


def test_a_tile_without_water_brings_none() -> None:
    """REVEAL-1: the tile BB/0 puts salt alone."""
    revealed = " | ".join(f"{chamber}: [{salt}/0]" for chamber, salt in REVEALED_BUT_1R4.items())
    table = given(f"{DOWN} | 1R1: B [BBG/0] | 1R2: B [BBG/0] | 1R3: B [BBB/0] | {revealed}")
    assert table.state.hidden is not None
    assert str(table.state.hidden.tile_of("1R4")) == "BB/0"
    outcome = table.when(ms.PlaceMiner("stock", "1R4"))
    assert not any(isinstance(event, ms.WaterMoved) for event in outcome.events)
    assert outcome.state.mine.chamber("1R4").salt == ms.SaltAmount(brown=2)


REVEALED_BUT_1R4 = {"1L1": "BGG", "1L2": "BBB", "1L3": "BG", "1L4": "BG"}


@pytest.mark.parametrize("move", [ms.PlaceMiner("stock", "1L1"), ms.UseRope("stock", "1L1")])
def test_a_public_state_cannot_turn_up_a_tile(move: ms.Move) -> None:
    """REVEAL-1: in a public state the move is legal, but its outcome is not known; the error says so."""
    state = given(f"{DOWN} | A: rope", arrived=["S2"]).state.public()
    assert ms.is_legal(state, move)
    with pytest.raises(ms.HiddenPieceError, match="entering 1L1 turns up its tile, which a public state does not hold"):
        ms.apply(state, move)


def test_a_revealed_chamber_can_be_entered_in_a_public_state() -> None:
    """REVEAL-1: nothing hidden is turned up there."""
    state = given(f"{DOWN} | 1L1: [BG/1]").state.public()
    assert ms.apply(state, ms.PlaceMiner("stock", "1L1")).state.mine["1L1"].rested == (1, 0)
