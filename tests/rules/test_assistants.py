"""Assistants and what they earn: ``rules/assistants.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MinersMoved, MoneyMoved
from magnum_sal.testing import given


@pytest.mark.parametrize(
    ("text", "source"),
    [("", "stock"), ("S1: A", "S1"), ("S1: B | S2: B | 1L1: A [B/0]", "1L1"), ("assistant castle: A", "castle")],
)
def test_a_rested_miner_goes_to_a_free_place(text: str, source: str) -> None:
    """ASST-1: the miner comes from stock, the mine, or another assistant's place, which becomes free."""
    outcome = given(text).when(ms.PlaceAssistant(source, "market"))
    outcome.then(ActionTaken(0, "place_assistant", None), MinersMoved(0, source, "market", 1))
    assert dict(outcome.state.assistants) == {"workshop": None, "pump_house": None, "market": 0, "castle": None}


@pytest.mark.parametrize("building", ["workshop", "pump_house", "market", "castle"])
def test_the_four_buildings_with_a_place(building: str) -> None:
    """ASST-1: the workshop, the pump house, the market and the castle have a place for an assistant (SET-BOARD)."""
    assert given("").when(ms.PlaceAssistant("stock", building)).state.assistant(building) == 0


@pytest.mark.parametrize(
    ("text", "source", "building", "sentence"),
    [
        ("", "stock", "inn", "the inn has no place for an assistant"),
        ("", "stock", "town_square", "the town square has no place for an assistant"),
        ("", "stock", "smithy", "there is no building called smithy"),
        ("assistant pump_house: B", "stock", "pump_house", "B's assistant is already at the pump house"),
        ("assistant market: A", "stock", "market", "A's assistant is already at the market"),
        ("assistant market: A", "market", "market", "A's assistant is already at the market"),
        ("A: stock 0", "stock", "market", "you have no miner in stock"),
        ("S1: B", "S1", "market", "you have no miner in S1"),
        ("assistant castle: B", "castle", "market", "you have no assistant at the castle"),
        ("A: right 2", "line_right", "market", "you cannot send a miner from the right circle"),
    ],
)
def test_illegal_assistants_are_refused(text: str, source: str, building: str, sentence: str) -> None:
    """ASST-1: only some buildings have a place, for one assistant, and the player needs a rested miner to send."""
    given(text).when(ms.PlaceAssistant(source, building)).is_refused("ASST-1", sentence)


def test_an_assistant_leaves_the_mine_by_the_chain() -> None:
    """ASST-1: CHAIN-2 and CHAIN-3 apply to a miner who leaves the mine as an assistant; tired miners stay."""
    given("S1: A | S2: B").when(ms.PlaceAssistant("S1", "market")).is_refused("CHAIN-2", "S2")
    exhausted = "S1: B | S2: B | 1L1: A [-/0] | 1L2: B [-/0] | 1L3: [-/0] | 1L4: [-/0]"
    given(exhausted).when(ms.PlaceAssistant("1L1", "market")).then()
    given("S1: B | S2: B | 1L1: a [B/0]").when(ms.PlaceAssistant("1L1", "market")).is_refused("MINE-3", "1L1")


def test_placing_an_assistant_is_not_a_visit() -> None:
    """ASST-1: the player can still visit the building in the same turn, because TURN-3 limits only visits."""
    outcome = given("A: B").when(ms.PlaceAssistant("stock", "market"))
    assert outcome.state.turn is not None
    assert outcome.state.turn.visited == ()
    outcome.when(ms.VisitMarket((ms.Transaction("buy", "brown"),))).then(MoneyMoved("bank", 0, 1))


VISITS = (
    ("workshop", ms.VisitWorkshop(0)),
    ("pump_house", ms.VisitPumpHouse("1L1", 1)),
    ("market", ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown")))),
)


@pytest.mark.parametrize("owner", ["A", "B"])
@pytest.mark.parametrize(("building", "visit"), VISITS)
def test_a_visit_earns_the_owner_a_grosz(building: str, visit: ms.Move, owner: str) -> None:
    """ASST-2: the bank pays the owner 1 grosz for each visit of any player, the owner included, whatever it does."""
    text = f"S1: A | S2: A | 1L1: A [B/2] | A: BG | assistant {building}: {owner}"
    outcome = given(text).when(visit)
    fees = [event for event in outcome.events if event == MoneyMoved("bank", "AB".index(owner), 1)]
    assert len(fees) == 1
    assert outcome.events[-1] == fees[0]


def test_no_assistant_earns_nothing() -> None:
    """ASST-2: a visit earns the other players nothing if the building has no assistant."""
    outcome = given("assistant market: B").when(ms.VisitWorkshop(0))
    assert outcome.state.players[1].money == 10


def test_the_fee_comes_after_the_visit() -> None:
    """ASST-2: the owner cannot use the fee to pay for the visit that earns it."""
    given("A: 2 groszy | assistant workshop: A").when(ms.VisitWorkshop(0)).is_refused("SHOP-1", "costs 3 groszy")
    after = given("A: 3 groszy | assistant workshop: A").when(ms.VisitWorkshop(0)).state
    assert after.players[0].money == 1


def test_joining_the_castle_line_earns_nothing() -> None:
    """ASST-2: a visit to the castle does not pay the castle's assistant."""
    after = given("assistant castle: B").when(ms.VisitCastle("stock")).state
    assert after.players[1].money == 10


@pytest.mark.parametrize("owner", ["A", "B"])
def test_the_castles_assistant_earns_for_orders(owner: str) -> None:
    """ASST-2: the castle's assistant earns 1 grosz for each order that any player completes, the owner included."""
    table = given(f"A: BBBB | castle: BB=9 BB=9 - | assistant castle: {owner}", arriving=2)
    after = table.when(ms.CompleteOrder(0)).when(ms.CompleteOrder(1)).state
    money = {"A": (10 + 2 * 9 + 2, 10), "B": (10 + 2 * 9, 12)}[owner]
    assert tuple(player.money for player in after.players) == money


def test_a_penalty_earns_the_assistant_nothing() -> None:
    """ASST-2: the castle's assistant earns money only for completed orders."""
    after = given("assistant castle: B", arriving=1).when(ms.PayPenalty(3)).state
    assert [player.money for player in after.players] == [7, 10]


def test_the_moves_are_listed_by_source_then_building() -> None:
    """ASST-1: the list contains every free place for every source."""
    listed = given("S1: A | assistant market: A | A: stock 1").legal(type="place_assistant")
    assert listed == tuple(
        ms.PlaceAssistant(source, building)
        for source in ("stock", "S1", "market")
        for building in ("workshop", "pump_house", "castle")
    )
