"""The bucket: ``rules/tools/bucket.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ToolUsed, WaterMoved
from magnum_sal.testing import given

DOWN = "S1: A | S2: A | 1L1: %s [B/1] | A: bucket"


@pytest.mark.parametrize("miners", ["A", "a", "Ba"])
def test_one_cube_moves_to_an_adjacent_chamber(miners: str) -> None:
    """BUCKET-1: the cube comes from a chamber with a miner of the player, rested or tired."""
    outcome = given(DOWN % miners + " | 1L2: [G/0]").when(ms.UseBucket("1L1", "1L2"))
    outcome.then(ToolUsed(0, "bucket"), WaterMoved("1L1", "1L2", 1))
    assert outcome.state.mine.chamber("1L1").water == 0
    assert outcome.state.mine.chamber("1L2").water == 1
    assert outcome.state.turn is not None
    assert outcome.state.turn.actions_left == 2


def test_water_can_go_into_an_unrevealed_chamber() -> None:
    """BUCKET-1: the water waits in the chamber, whose tile stays face down (REVEAL-1)."""
    outcome = given(DOWN % "A").when(ms.UseBucket("1L1", "1L2"))
    here = outcome.state.mine.chamber("1L2")
    assert (here.revealed, here.water, here.tile) == (False, 1, None)
    entered = outcome.when(ms.PlaceMiner("stock", "1L2")).state.mine.chamber("1L2")
    assert entered.tile is not None
    assert entered.water == entered.tile.water + 1


def test_outward_and_inward() -> None:
    """BUCKET-1: water can go to both neighbours in the corridor, and the one nearer to the shaft is listed first."""
    table = given("S1: A | S2: A | 1L1: A [B/1] | 1L2: A [G/2] | A: bucket")
    assert table.legal(type="use_bucket") == (
        ms.UseBucket("1L1", "1L2"),
        ms.UseBucket("1L2", "1L1"),
        ms.UseBucket("1L2", "1L3"),
    )


@pytest.mark.parametrize(
    ("miners", "source", "target", "sentence"),
    [
        ("B", "1L1", "1L2", "you have no miner in 1L1"),
        ("A", "1L2", "1L1", "you have no miner in 1L2"),
        ("A", "1L1", "1L3", "1L3 is not adjacent to 1L1; 1L1 is next to 1L2 only"),
        ("A", "1L1", "1R1", "1R1 is not adjacent to 1L1"),
        ("A", "1L1", "1L1", "1L1 is not adjacent to 1L1"),
        ("A", "1L1", "2L1", "2L1 is not adjacent to 1L1"),
    ],
)
def test_illegal_buckets_are_refused(miners: str, source: str, target: str, sentence: str) -> None:
    """BUCKET-1: the source needs a miner of the player and water, and the target must be its neighbour."""
    given(DOWN % miners).when(ms.UseBucket(source, target)).is_refused("BUCKET-1", sentence)


def test_there_must_be_water() -> None:
    """BUCKET-1: a chamber without water has no cube to move."""
    given("S1: A | S2: A | 1L1: A [B/0] | A: bucket").when(ms.UseBucket("1L1", "1L2")).is_refused(
        "BUCKET-1", "there is no water in 1L1"
    )


@pytest.mark.parametrize(("source", "target"), [("1L1", "S2"), ("S2", "1L1")])
def test_never_into_or_out_of_the_shaft(source: str, target: str) -> None:
    """BUCKET-1: the move cannot even be created with a section of the shaft."""
    with pytest.raises(ms.MalformedError, match="'S2' is not a chamber"):
        ms.UseBucket(source, target)
