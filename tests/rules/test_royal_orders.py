"""Delivering at the castle: ``rules/royal_orders.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import MinersMoved, MoneyMoved, OrderMoved, OrderTrackMoved, SaltMoved
from magnum_sal.testing import given


def test_an_order_is_completed() -> None:
    """
    CASTLE-3: the bank takes the salt and pays, and the player keeps the order.

    The track advances, and a new order fills the space at once.
    """
    table = given("A: BBGW | castle: BB=9 BG=11 GG=13, stack 5", arriving=1)
    order = ms.RoyalOrder.parse("BG=11")
    outcome = table.when(ms.CompleteOrder(1)).then(
        SaltMoved(0, "bank", order.salt),
        MoneyMoved("bank", 0, 11),
        OrderMoved(order, "castle:1", 0),
        OrderTrackMoved(0, 1),
        OrderMoved(ms.RoyalOrder.parse("BB=9"), "order_stack", "castle:1"),
        MinersMoved(0, "arriving", "stock", 1),
    )
    ada = outcome.state.players[0]
    assert (ada.money, str(ada.salt), ada.orders) == (21, "BW", (order,))
    assert outcome.state.castle.open[1] == ms.RoyalOrder.parse("BB=9")
    assert (outcome.state.castle.stack, outcome.state.castle.completed) == (4, 1)


def test_the_player_chooses_which_order() -> None:
    """CASTLE-3: the moves are every open order that the salt covers, by slot, and no penalty."""
    table = given("A: BBG | castle: BB=9 GG=13 BG=11", arriving=1)
    assert table.legal() == (ms.CompleteOrder(0), ms.CompleteOrder(2))
    table.when(ms.PayPenalty(3)).is_refused("CASTLE-3", "you can complete the order BB=9, so you must complete one")


def test_the_stack_is_drawn_from_the_top() -> None:
    """CASTLE-3: the next order of the stack, in drawing order, fills the slot of the completed one."""
    table = given("A: BBBGG | castle: BB=9 BG=11 GG=13", arriving=2)
    assert table.state.hidden is not None
    first, second = table.state.hidden.orders[0][:2]
    assert first != second
    outcome = table.when(ms.CompleteOrder(2))
    assert outcome.state.castle.open[2] == first
    after = outcome.when(ms.CompleteOrder(0)).state
    assert (after.castle.open[0], after.castle.open[2]) == (second, first)
    assert after.hidden is not None
    assert after.hidden.orders[0] == table.state.hidden.orders[0][2:]


@pytest.mark.parametrize(
    ("slot", "rule", "sentence"),
    [
        (1, "CASTLE-3", "the order requires GG, but you have BBG"),
        (3, "CASTLE-3", "there is no space 4 (slot 3); the castle has spaces 1 to 3 (slots 0 to 2)"),
        (2, "CASTLE-6", "space 3 of the castle is empty"),
    ],
)
def test_illegal_deliveries_are_refused(slot: int, rule: str, sentence: str) -> None:
    """CASTLE-3: a delivery needs an open order, and salt that covers it."""
    given("A: BBG | castle: BB=9 GG=13 -", arriving=1).when(ms.CompleteOrder(slot)).is_refused(rule, sentence)


def test_four_players_have_four_open_orders() -> None:
    """CASTLE-3: with four players, slot 3 exists (SETUP-2)."""
    table = given("A: BBB | castle: BB=9 BG=11 GG=13 BBB=15", players=4, arriving=1)
    table.when(ms.CompleteOrder(3)).then(MoneyMoved("bank", 0, 15))


def test_the_next_arrival_may_complete_the_new_order() -> None:
    """CASTLE-3: the space is filled before the next arrival, which may complete the new order."""
    table = given("A: BBBB | castle: BB=9 BG=11 GG=13, stack 5", arriving=2)
    outcome = table.when(ms.CompleteOrder(0))
    assert outcome.state.castle.open[0] == ms.RoyalOrder.parse("BB=9")
    outcome.when(ms.CompleteOrder(0)).then(OrderTrackMoved(1, 2))


def test_each_arrival_is_resolved_before_anything_else() -> None:
    """CASTLE-3: while an arrived miner waits, the only legal moves are deliveries or penalties."""
    table = given("S1: A | S2: A | 1L1: Aa [B/1] | A: food, bucket, rope", arriving=1)
    for move in (
        ms.VisitTownSquare(),
        ms.Pass(),
        ms.Rest(),
        ms.EndTurn(),
        ms.PlaceMiner("S2", "S1"),
        ms.UseFood(("1L1",)),
        ms.UseBucket("1L1", "1L2"),
        ms.UseRope("S2", "S1"),
    ):
        table.when(move).is_refused(
            "CASTLE-3", "one of your miners has reached the castle; complete an order or pay the penalty first"
        )
    assert table.legal() == (ms.PayPenalty(3),)


@pytest.mark.parametrize(
    ("text", "answer"), [("A: BB, stock 0 | castle: BB=9 - -", ms.CompleteOrder(0)), ("A: stock 0", ms.PayPenalty(3))]
)
def test_the_miner_can_be_used_in_this_turn(text: str, answer: ms.Move) -> None:
    """CASTLE-5: after a delivery or a payment the miner returns to stock, and both actions remain."""
    outcome = given(text, arriving=1).when(answer)
    assert outcome.state.players[0].stock == 1
    assert outcome.state.turn is not None
    assert outcome.state.turn.actions_left == 2
    outcome.when(ms.PlaceMiner("stock", "S1")).when(ms.VisitTownSquare()).then()


def test_deliveries_are_not_visits() -> None:
    """CASTLE-5: after a delivery, the player can still visit the castle in the same turn (TURN-3)."""
    given("A: BB | castle: BB=9 - -", arriving=1).when(ms.CompleteOrder(0)).when(ms.VisitCastle("stock")).then()


def test_an_empty_stack_fills_nothing() -> None:
    """CASTLE-6: the space stays empty, and the other orders keep their spaces."""
    table = given(
        "A: BBGG | B: order BB=9, order BG=11, order BBB=15, order BBG=17, order BBG=17 | castle: BB=9 BG=11 GG=13",
        arriving=2,
    )
    assert table.state.castle.stack == 0
    outcome = table.when(ms.CompleteOrder(1))
    assert outcome.state.castle.open == (ms.RoyalOrder.parse("BB=9"), None, ms.RoyalOrder.parse("GG=13"))
    outcome.when(ms.CompleteOrder(1)).is_refused("CASTLE-6", "space 2 of the castle is empty")
    outcome.when(ms.CompleteOrder(0)).is_refused("CASTLE-3", "the order requires BB, but you have BG")


def test_an_arrival_pays_if_no_order_is_open() -> None:
    """CASTLE-6: the player must pay the penalty, whatever salt they own."""
    owned = ", ".join(f"order {order}" for order in ms.STANDARD.orders[0])
    table = given(f"A: BBGGWW | B: {owned} | castle: - - -", arriving=1)
    assert {move.type for move in table.legal()} == {"pay_penalty"}


def test_the_next_order_of_a_public_state_waits() -> None:
    """CASTLE-3, ASST-2, CASTLE-5: once the order is revealed, the assistant is paid, and the miner returns to stock."""
    state = given("A: BB | assistant castle: B | castle: BB=9 BG=11 GG=13", arriving=1).state.public()
    assert ms.is_legal(state, ms.CompleteOrder(0))
    state, events = ms.apply(state, ms.CompleteOrder(0))
    assert state.pending == ms.Pending("order", 0)
    assert (events[-1], state.turn and state.turn.arriving) == (OrderTrackMoved(0, 1), 1)
    order = ms.RoyalOrder.parse("BBB=15")
    state, events = ms.reveal(state, order)
    assert events == (
        OrderMoved(order, "order_stack", "castle:0"),
        MoneyMoved("bank", 1, 1),
        MinersMoved(0, "arriving", "stock", 1),
    )
    assert (state.pending, state.castle.open[0], state.to_move) == (None, order, 0)
