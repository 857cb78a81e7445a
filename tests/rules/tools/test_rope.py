"""The rope: ``rules/tools/rope.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionClosed, MinersMoved, ToolUsed
from magnum_sal.testing import given


@pytest.mark.parametrize(
    ("text", "source"),
    [("A: rope", "stock"), ("S1: AA | A: rope", "S1"), ("assistant market: A | A: rope", "market")],
)
def test_one_more_miner_in_the_same_action(text: str, source: str) -> None:
    """ROPE-1: a rope follows ``place_miner`` directly, has the sources of MOVE-1, and uses no action."""
    outcome = given(f"{text}, stock 2").when(ms.PlaceMiner("stock", "S1")).when(ms.UseRope(source, "S2"))
    outcome.then(ToolUsed(0, "rope"), MinersMoved(0, source, "S2", 1))
    assert outcome.state.turn is not None
    assert outcome.state.turn.actions_left == 1


def test_any_number_of_ropes() -> None:
    """ROPE-1: a rope may follow a rope, so one action can move several miners down the shaft."""
    outcome = given("A: 3 rope, stock 4").when(ms.PlaceMiner("stock", "S1"))
    for target in ("S2", "1L1", "1L2"):
        outcome = outcome.when(ms.UseRope("stock", target))
    assert outcome.state.turn is not None
    assert outcome.state.turn.arrived == ("S1", "S2", "1L1", "1L2")
    assert outcome.state.turn.actions_left == 1
    outcome.when(ms.UseRope("S1", "S2")).is_refused("TOOL-1", "you have already used all your rope cards")


def test_the_player_sees_what_was_revealed() -> None:
    """ROPE-1: the tile is face up before the player decides on the rope."""
    outcome = given("S1: A | S2: A | A: rope").when(ms.PlaceMiner("stock", "1L1"))
    assert outcome.state.mine.chamber("1L1").revealed
    outcome.when(ms.UseRope("stock", "1L1")).then()


def test_a_miner_placed_by_this_action_is_not_moved_again() -> None:
    """ROPE-1 (ruling): the rope moves a different miner, so the source must hold more rested miners than arrived."""
    sentence = "all your rested miners in S2 arrived in this action; a rope must move a different miner"
    outcome = given("S1: B | A: rope").when(ms.PlaceMiner("stock", "S2"))
    outcome.when(ms.UseRope("S2", "S3")).is_refused("CHAIN-1", "S3")
    outcome.when(ms.UseRope("S2", "S1")).is_refused("ROPE-1", sentence)
    given("S1: B | S2: A | A: rope").when(ms.PlaceMiner("stock", "S2")).when(ms.UseRope("S2", "S3")).then()


def test_tired_miners_do_not_count_as_different_miners() -> None:
    """ROPE-1 (ruling): a tired miner beside the one that arrived does not help."""
    outcome = given("S1: B | S2: B | 1L1: a [B/0] | A: rope").when(ms.PlaceMiner("stock", "1L1"))
    outcome.when(ms.UseRope("1L1", "S2")).is_refused("ROPE-1", "all your rested miners in 1L1")


def test_each_arrival_counts() -> None:
    """ROPE-1 (ruling): after two arrivals, one of three miners there may be moved, but none of two."""
    for there, is_legal in (("A", True), ("", False)):
        outcome = given(f"S1: B | S2: B{there} | A: 2 rope, stock 3").when(ms.PlaceMiner("stock", "S2"))
        outcome = outcome.when(ms.UseRope("stock", "S2"))
        assert ms.is_legal(outcome.state, ms.UseRope("S2", "S3")) == is_legal


def test_a_source_that_miners_left_and_entered_again() -> None:
    """ROPE-1 (ruling): miners are interchangeable, so only their numbers count."""
    outcome = given("S1: BA | S2: A | A: 2 rope, stock 1").when(ms.PlaceMiner("S2", "S1"))
    outcome = outcome.when(ms.UseRope("S1", "S2"))
    outcome.when(ms.UseRope("S1", "S2")).is_refused("ROPE-1", "S1")
    outcome.when(ms.UseRope("stock", "S2")).then()


@pytest.mark.parametrize("other", [ms.UseBucket("1L1", "1L2"), ms.UseFood(("1L1",))])
def test_any_other_move_ends_the_action(other: ms.Move) -> None:
    """ROPE-1: even a bucket or food ends the action."""
    table = given("S1: A | S2: A | 1L1: Aa [B/1] | A: rope, bucket, food")
    outcome = table.when(ms.PlaceMiner("stock", "S1")).when(other)
    assert ActionClosed(0) in outcome.events
    outcome.when(ms.UseRope("stock", "S1")).is_refused("TURN-2", "right after placing or moving a miner in the mine")


@pytest.mark.parametrize("action", [ms.VisitTownSquare(), ms.Pass(), ms.PlaceAssistant("stock", "market")])
def test_a_rope_follows_only_a_placement_in_the_mine(action: ms.Move) -> None:
    """ROPE-1: a rope can continue only ``place_miner``."""
    outcome = given("S1: A | A: rope").when(ms.PlaceMiner("stock", "S1")).when(action)
    if outcome.state.to_move == 0:
        outcome.when(ms.UseRope("stock", "S1")).is_refused("TURN-2", "right after")
    given("S1: A | A: rope").when(action).when(ms.UseRope("stock", "S1")).is_refused("TURN-2", "right after")


def test_a_rope_follows_a_move_within_the_mine() -> None:
    """ROPE-1, TURN-2: a rope can follow a move within the mine, as the refusal without such a move says."""
    table = given("S1: AA | A: rope")
    table.when(ms.UseRope("stock", "S1")).is_refused("TURN-2", "after placing or moving a miner in the mine")
    table.when(ms.PlaceMiner("S1", "S2")).when(ms.UseRope("stock", "S1")).then()


@pytest.mark.parametrize(
    ("tools", "owns_one"), [("", False), (", rope", True), (", rope used", True), (", cart", False)]
)
def test_the_refusal_says_if_the_player_owns_no_rope(tools: str, owns_one: bool) -> None:
    """TURN-2: the refusal mentions that the player owns no rope, if so; a used rope counts as owned."""
    table = given(f"S1: A | A: 5 groszy{tools}")
    refused = table.when(ms.UseRope("stock", "S1")).refusal
    assert refused is not None
    assert (refused.rule, refused.reason) == ("TURN-2", "no_miner_just_placed")
    assert refused.sentence.startswith("you have no rope, and") is not owns_one
    assert ms.why_not(table.state)["use_rope"] == refused


def test_a_second_placement_starts_over() -> None:
    """ROPE-1: a miner that arrived by the previous action counts as a different miner."""
    outcome = given("S1: B | S2: B | A: rope").when(ms.PlaceMiner("stock", "S1")).when(ms.PlaceMiner("stock", "S2"))
    outcome.when(ms.UseRope("S1", "S2")).then()


@pytest.mark.parametrize(
    ("move", "rule", "sentence"),
    [
        (ms.UseRope("S1", "S1"), "MOVE-1", "the miner is already in S1"),
        (ms.UseRope("stock", "S4"), "CHAIN-1", "S4 is not connected to the entrance: S3 is empty"),
        (ms.UseRope("line_left", "S1"), "MOVE-1", "you cannot send a miner from the left circle"),
        (ms.UseRope("1R1", "S1"), "MOVE-1", "you have no miner in 1R1"),
    ],
)
def test_the_rules_of_placing_hold(move: ms.UseRope, rule: str, sentence: str) -> None:
    """ROPE-1: a rope has the same sources as MOVE-1, and the chain rules apply to it."""
    table = given("S1: A | S2: A | A: rope, left 1").when(ms.PlaceMiner("stock", "S1"))
    table.when(move).is_refused(rule, sentence)
