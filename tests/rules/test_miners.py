"""Placing and moving a miner: ``rules/miners.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.testing import given


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
    """MOVE-1: all three kinds of source, and one action for each."""
    target = "S2" if source == "S1" else "S1"
    outcome = (
        given(text)
        .when(ms.PlaceMiner(source, target))
        .then(ms.ActionTaken(0, "place_miner", None), ms.MinersMoved(0, source, target, 1))
    )
    assert outcome.state.turn is not None
    assert outcome.state.turn.actions_left == 1


@pytest.mark.parametrize(
    ("text", "source", "sentence"),
    [
        ("A: stock 0", "stock", "you have no miner in stock"),
        ("S1: B", "S1", "the miner is in S1 already; he must go to another space"),
        ("S1: A", "S1", "the miner is in S1 already; he must go to another space"),
        ("S2: | S1: B", "S2", "you have no miner in S2"),
        ("S1: B | S2: B", "S2", "you have no miner in S2"),
        ("assistant market: B", "market", "you have no assistant at the market"),
        ("", "pump_house", "you have no assistant at the pump house"),
        ("", "inn", "you have no assistant at the inn"),
        ("A: left 1, right 1", "castle", "you have no assistant at the castle"),
        ("A: left 1, right 1", "line_right", "line_right is no place a miner can come from"),
        ("A: left 1, right 1", "line_left", "line_left is no place a miner can come from"),
        ("", "bank", "bank is no place a miner can come from"),
    ],
)
def test_there_must_be_an_own_miner_and_another_space(text: str, source: str, sentence: str) -> None:
    """MOVE-1: no miner there, not his own space, and never from the castle line."""
    given(text).when(ms.PlaceMiner(source, "S1")).is_refused("MOVE-1", sentence)


def test_a_tired_miner_is_not_moved() -> None:
    """MOVE-1: only rested miners move; beside a tired one a rested one does (MINE-3)."""
    down = "S1: B | S2: B | 1L1: %s [B/0]"
    given(down % "a").when(ms.PlaceMiner("1L1", "S1")).is_refused("MINE-3", "you have only tired miners in 1L1")
    after = given(down % "Aa").when(ms.PlaceMiner("1L1", "S1")).state
    assert (after.mine["1L1"].rested, after.mine["1L1"].tired) == ((0, 0), (1, 0))


def test_any_number_of_miners_share_a_space() -> None:
    """MOVE-1: owners and numbers do not matter."""
    after = given("S1: AAABBBCC").when(ms.PlaceMiner("stock", "S1")).state
    assert after.mine["S1"].rested == (4, 3, 2)


def test_the_moves_are_listed_by_source_then_target() -> None:
    """MOVE-1: stock first, then mine spaces, then assistants; each to all spaces it can reach but its own."""
    table = given("S1: AA | S2: A | assistant market: A | A: stock 1")
    listed = [(move.source, move.target) for move in table.legal(type="place_miner") if isinstance(move, ms.PlaceMiner)]
    near = ["S1", "S2", "S3", "1L1", "1R1"]
    assert listed == [
        *(("stock", target) for target in near),
        *(("S1", target) for target in near if target != "S1"),
        ("S2", "S1"),
        *(("market", target) for target in near),
    ]
