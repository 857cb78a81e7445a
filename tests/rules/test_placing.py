"""Placing and moving a miner: ``rules/placing.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, ChamberRevealed, MinersMoved, SaltMoved, WaterMoved
from magnum_sal.testing import given

DOWN = "S1: A | S2: A"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("S1: B", "stock"),
        ("S1: BA", "S1"),
        ("S1: B | S2: A", "S2"),
        ("S1: B | S2: B | 1L1: A [B/0]", "1L1"),
        ("S1: B | assistant market: A", "market"),
        ("S1: B | assistant castle: A", "castle"),
    ],
)
def test_a_miner_comes_from_stock_mine_or_an_assistants_place(text: str, source: str) -> None:
    """MOVE-1: a miner comes from any of the three kinds of source, for one action."""
    target = "S2" if source == "S1" else "S1"
    outcome = (
        given(text)
        .when(ms.PlaceMiner(source, target))
        .then(ActionTaken(0, "place_miner", None), MinersMoved(0, source, target, 1))
    )
    assert outcome.state.turn is not None
    assert outcome.state.turn.actions_left == 1


@pytest.mark.parametrize(
    ("text", "source", "sentence"),
    [
        ("A: stock 0", "stock", "you have no miner in stock"),
        ("S1: B", "S1", "you have no miner in S1"),
        ("S1: A", "S1", "the miner is already in S1; choose another space"),
        ("S2: | S1: B", "S2", "you have no miner in S2"),
        ("S1: B | S2: B", "S2", "you have no miner in S2"),
        ("assistant market: B", "market", "you have no assistant at the market"),
        ("", "pump_house", "you have no assistant at the pump house"),
        ("", "inn", "you have no assistant at the inn"),
        ("A: left 1, right 1", "castle", "you have no assistant at the castle"),
        ("A: left 1, right 1", "line_right", "you cannot send a miner from the right circle"),
        ("A: left 1, right 1", "line_left", "you cannot send a miner from the left circle"),
        ("", "bank", "you cannot send a miner from the bank"),
    ],
)
def test_placing_needs_a_miner_and_another_space(text: str, source: str, sentence: str) -> None:
    """MOVE-1: the player needs a miner at the source and another target; miners in the castle line cannot be sent."""
    given(text).when(ms.PlaceMiner(source, "S1")).is_refused("MOVE-1", sentence)


@pytest.mark.parametrize("move", [ms.PlaceMiner("1L1", "1L1"), ms.UseRope("1L1", "1L1")])
@pytest.mark.parametrize(
    ("here", "reason"),
    [("B", "no_miner_there"), ("A", "there_already"), ("aB", "there_already"), ("", "no_miner_there")],
)
def test_only_a_present_miner_is_there_already(move: ms.Move, here: str, reason: str) -> None:
    """
    MOVE-1: the refusal says "there already" only if the player has a miner in the space.

    Otherwise it says that the player has no miner there.
    """
    refused = given(f"S1: A | S2: A | 1L1: {here} [B/0] | A: rope", arrived=["S1"]).when(move).refusal
    assert refused is not None
    assert (refused.rule, refused.reason, refused.values) == ("MOVE-1", reason, {"space": "1L1"})


@pytest.mark.parametrize(
    ("line", "told"), [("", False), (", left 1", True), (", right 2", True)], ids=["nobody", "left", "right"]
)
def test_miners_in_the_castle_line_cannot_be_called_back(line: str, told: bool) -> None:
    """MOVE-1: if no miner can be sent, the refusal mentions miners in the castle line if the player has any."""
    state = given(f"A: stock 0{line}").state
    for kind in ("place_miner", "place_assistant", "visit_castle"):
        assert ("miners in the castle line cannot be called back" in ms.why_not(state)[kind].sentence) is told


def test_a_tired_miner_is_not_moved() -> None:
    """MOVE-1: only rested miners move, even if a tired one is in the same space (MINE-3)."""
    down = "S1: B | S2: B | 1L1: %s [B/0]"
    given(down % "a").when(ms.PlaceMiner("1L1", "S1")).is_refused("MINE-3", "you have only tired miners in 1L1")
    after = given(down % "Aa").when(ms.PlaceMiner("1L1", "S1")).state
    assert (after.mine["1L1"].rested, after.mine["1L1"].tired) == ((0, 0), (1, 0))


def test_any_number_of_miners_share_a_space() -> None:
    """MOVE-1: a space holds any number of miners of any players."""
    after = given("S1: AAABBBCC").when(ms.PlaceMiner("stock", "S1")).state
    assert after.mine["S1"].rested == (4, 3, 2)


def test_the_moves_are_listed_by_source_then_target() -> None:
    """MOVE-1: stock first, then mine spaces, then assistants, each with all other spaces that the miner can reach."""
    table = given("S1: AA | S2: A | assistant market: A | A: stock 1")
    listed = [(move.source, move.target) for move in table.legal(type="place_miner") if isinstance(move, ms.PlaceMiner)]
    near = ["S1", "S2", "S3", "1L1", "1R1"]
    assert listed == [
        *(("stock", target) for target in near),
        *(("S1", target) for target in near if target != "S1"),
        ("S2", "S1"),
        *(("market", target) for target in near),
    ]


def test_the_first_miner_reveals_the_tile() -> None:
    """REVEAL-1: the printed salt and water move from the bank to the chamber."""
    table = given(DOWN)
    assert table.state.hidden is not None
    tile = table.state.hidden.tile_of("1L1")
    assert tile is not None
    assert tile == ms.ChamberTile.parse("BBG/1")
    outcome = table.when(ms.PlaceMiner("stock", "1L1")).then(
        MinersMoved(0, "stock", "1L1", 1),
        ChamberRevealed("1L1", tile),
        SaltMoved("bank", "1L1", tile.salt),
        WaterMoved("bank", "1L1", 1),
    )
    here = outcome.state.mine.chamber("1L1")
    assert (here.revealed, here.salt, here.water, here.tile) == (True, tile.salt, 1, tile)
    assert outcome.state.hidden is not None
    assert outcome.state.hidden.tile_of("1L1") is None


def test_a_chamber_is_revealed_once() -> None:
    """REVEAL-1: a later miner finds the salt that is left, whether or not another miner is there."""
    for here in ("B [G/0]", "[G/0]"):
        outcome = given(f"{DOWN} | 1L1: {here}").when(ms.PlaceMiner("stock", "1L1"))
        assert not any(isinstance(event, ChamberRevealed) for event in outcome.events)
        assert outcome.state.mine.chamber("1L1").salt == ms.SaltAmount(green=1)


def test_a_tile_stays_revealed_for_the_rest_of_the_game() -> None:
    """REVEAL-1: a tile stays revealed after all miners have left it."""
    after = given(f"{DOWN} | 1L1: A [BG/1]").when(ms.PlaceMiner("1L1", "S1")).state
    assert after.mine.chamber("1L1").revealed
    assert after.mine.chamber("1L1").salt == ms.SaltAmount.parse("BG")


def test_the_printed_water_is_added_to_water_from_a_bucket() -> None:
    """REVEAL-1: water that a bucket carried there earlier stays."""
    after = given(f"{DOWN} | 1L1: [?/2]").when(ms.PlaceMiner("stock", "1L1")).state
    here = after.mine.chamber("1L1")
    assert here.tile is not None
    assert here.water == 2 + here.tile.water == 3


def test_a_tile_without_water_adds_none() -> None:
    """REVEAL-1: the tile BB/0 adds only salt."""
    revealed = " | ".join(f"{chamber}: [{salt}/0]" for chamber, salt in REVEALED_BUT_1R4.items())
    table = given(f"{DOWN} | 1R1: B [BBG/0] | 1R2: B [BBG/0] | 1R3: B [BBB/0] | {revealed}")
    assert table.state.hidden is not None
    assert str(table.state.hidden.tile_of("1R4")) == "BB/0"
    outcome = table.when(ms.PlaceMiner("stock", "1R4"))
    assert not any(isinstance(event, WaterMoved) for event in outcome.events)
    assert outcome.state.mine.chamber("1R4").salt == ms.SaltAmount(brown=2)


REVEALED_BUT_1R4 = {"1L1": "BGG", "1L2": "BBB", "1L3": "BG", "1L4": "BG"}


@pytest.mark.parametrize("move", [ms.PlaceMiner("stock", "1L1"), ms.UseRope("stock", "1L1")])
def test_a_tile_of_a_public_state_waits(move: ms.Move) -> None:
    """REVEAL-1: in a public state the move is legal, the tile must be revealed next, and then its cubes are added."""
    state = given(f"{DOWN} | A: rope", arrived=["S2"]).state.public()
    assert ms.is_legal(state, move)
    after, _ = ms.apply(state, move)
    assert after.pending == ms.Pending("tile", "1L1")
    tile = ms.ChamberTile.parse("BGG/2")
    state, events = ms.reveal(after, tile)
    assert events[:3] == (
        ChamberRevealed("1L1", tile), SaltMoved("bank", "1L1", tile.salt), WaterMoved("bank", "1L1", 2),
    )  # fmt: skip
    assert (state.pending, state.mine.chamber("1L1").salt) == (None, tile.salt)


def test_a_revealed_chamber_can_be_entered_in_a_public_state() -> None:
    """REVEAL-1: no hidden tile is revealed when a miner enters a revealed chamber."""
    state = given(f"{DOWN} | 1L1: [BG/1]").state.public()
    assert ms.apply(state, ms.PlaceMiner("stock", "1L1")).state.mine["1L1"].rested == (1, 0)
