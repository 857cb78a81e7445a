"""The castle line: ``rules/castle_line.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MinersMoved, ToolUsed, TurnEnded, TurnStarted
from magnum_sal.testing import given


@pytest.mark.parametrize(
    ("text", "source"),
    [("", "stock"), ("S1: A", "S1"), ("S1: B | S2: B | 1L1: A [B/0]", "1L1"), ("assistant castle: A", "castle")],
)
def test_a_rested_miner_joins_the_right_circle(text: str, source: str) -> None:
    """CASTLE-1: a rested miner joins the line from stock, from the mine or from an assistant's place."""
    outcome = (
        given(text)
        .when(ms.VisitCastle(source))
        .then(ActionTaken(0, "visit_castle", "castle"), MinersMoved(0, source, "line_right", 1))
    )
    assert (outcome.state.players[0].line_right, outcome.state.players[0].line_left) == (1, 0)


def test_with_a_royal_privilege_a_miner_joins_the_left_circle() -> None:
    """CASTLE-1: the visit uses the privilege, and the miner reaches the castle when the player's next turn starts."""
    table = given("A: 2 royal_privilege")
    outcome = table.when(ms.VisitCastle("stock", royal_privilege=True)).then(
        ToolUsed(0, "royal_privilege"), MinersMoved(0, "stock", "line_left", 1)
    )
    assert (outcome.state.players[0].line_right, outcome.state.players[0].line_left) == (0, 1)
    assert outcome.state.players[0].ready("royal_privilege") == 1


def test_the_privilege_must_be_owned_and_ready() -> None:
    """CASTLE-1: without a royal privilege, or with a used one, a miner cannot join the left circle (TOOL-1)."""
    move = ms.VisitCastle("stock", royal_privilege=True)
    given("").when(move).is_refused("TOOL-1", "you have no royal privilege")
    given("A: royal_privilege used").when(move).is_refused(
        "TOOL-1", "you have already used all your royal privilege cards"
    )


@pytest.mark.parametrize(
    ("text", "source", "sentence"),
    [
        ("A: stock 0", "stock", "you have no miner in stock"),
        ("S1: B", "S1", "you have no miner in S1"),
        ("assistant market: B", "market", "you have no assistant at the market"),
        ("A: right 1", "line_right", "you cannot send a miner from the right circle"),
        ("A: right 1", "castle", "you have no assistant at the castle"),
    ],
)
def test_illegal_sources_are_refused(text: str, source: str, sentence: str) -> None:
    """CASTLE-1: the player must send one of their own miners who is not in the line."""
    given(text).when(ms.VisitCastle(source)).is_refused("CASTLE-1", sentence)


def test_a_miner_leaves_the_mine_by_the_chain_rules() -> None:
    """CASTLE-1: CHAIN-2 applies to the miner who leaves the mine, and tired miners cannot leave."""
    given("S1: A | S2: B").when(ms.VisitCastle("S1")).is_refused("CHAIN-2", "S2")
    given("S1: B | S2: B | 1L1: a [B/0]").when(ms.VisitCastle("1L1")).is_refused("MINE-3", "only tired miners in 1L1")


def test_circles_hold_any_number() -> None:
    """CASTLE-2: a circle holds any number of miners, of one player or of several."""
    after = given("A: right 3, left 2, stock 1 | B: right 4").when(ms.VisitCastle("stock")).state
    assert [player.line_right for player in after.players] == [4, 4]


def test_the_line_moves_at_the_start_of_the_turn() -> None:
    """CASTLE-2: the player's own miners in the left circle reach the castle, and those in the right one move left."""
    outcome = given("A: right 1, left 1 | B: right 2, left 1", actions_left=1).when(ms.VisitTownSquare())
    outcome.then(
        TurnEnded(0),
        TurnStarted(1, 2, 2),
        MinersMoved(1, "line_left", "arriving", 1),
        MinersMoved(1, "line_right", "line_left", 2),
    )
    ben = outcome.state.players[1]
    assert (ben.line_right, ben.line_left) == (0, 2)
    assert outcome.state.turn is not None
    assert outcome.state.turn.arriving == 1
    assert (outcome.state.players[0].line_right, outcome.state.players[0].line_left) == (1, 1)


def test_arrived_miners_stay_in_the_castle() -> None:
    """
    CASTLE-2: arrived miners are neither in the line nor in stock.

    One after the other, each delivers or pays and returns to stock.
    """
    before = given("A: stock 1", arriving=2).state
    assert (before.players[0].stock, before.players[0].line_left) == (1, 0)
    after = ms.apply(before, ms.PayPenalty(3)).state
    assert after.turn is not None
    assert (after.players[0].stock, after.turn.arriving) == (2, 1)


def test_a_visit_takes_two_turns_to_arrive() -> None:
    """CASTLE-2: a miner arrives two turns after the visit, or one turn after it with the royal privilege."""
    for privilege, turns in ((False, 2), (True, 1)):
        outcome = given("A: royal_privilege", actions_left=1).when(ms.VisitCastle("stock", privilege))
        for turn in range(turns):
            assert outcome.state.to_move == 1
            outcome = outcome.when(ms.Pass()).when(ms.Pass())
            arriving = 0 if outcome.state.turn is None else outcome.state.turn.arriving
            assert arriving == (turn + 1 == turns)
            if not arriving:
                outcome = outcome.when(ms.Pass()).when(ms.Pass())
