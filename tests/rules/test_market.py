"""The market: ``rules/market.py``. ``tools/test_privileges.py`` tests the commercial privilege."""

import re

import attrs
import pytest
from tests.trading import trade

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved, SaltMoved
from magnum_sal.model.pieces import SaltKind
from magnum_sal.testing import given


def visit(*trades: str, privilege: bool = False) -> ms.VisitMarket:
    """Return a visit from texts such as ``"sell green"``."""
    return ms.VisitMarket(tuple(trade(words) for words in trades), privilege)


@pytest.mark.parametrize(
    ("market", "kind", "price"),
    [
        ("", "brown", 5),
        ("B", "brown", 4),
        ("BB", "brown", 3),
        ("BBB", "brown", 3),
        ("", "green", 6),
        ("G", "green", 5),
        ("GG", "green", 4),
        ("", "white", 8),
        ("W", "white", 7),
    ],
)
def test_a_sale_fills_the_free_space_of_the_highest_price(market: str, kind: SaltKind, price: int) -> None:
    """MARKET-1: a sold cube goes to the highest free price of its column: 5 4 3 3, 6 5 4 or 8 7 (SET-BOARD)."""
    table = given(f"A: {kind[0].upper()} | market: {market}")
    outcome = table.when(visit(f"sell {kind}")).then(
        ActionTaken(0, "visit_market", "market"),
        SaltMoved(0, "market", ms.SaltAmount(**{kind: 1})),
        MoneyMoved("bank", 0, price),
    )
    assert outcome.state.players[0].money == 10 + price
    assert outcome.state.market.count(kind) == table.state.market.count(kind) + 1


@pytest.mark.parametrize(
    ("market", "kind", "price"),
    [
        ("B", "brown", 5),
        ("BB", "brown", 4),
        ("BBB", "brown", 3),
        ("BBBB", "brown", 3),
        ("G", "green", 6),
        ("GG", "green", 5),
        ("GGG", "green", 4),
        ("W", "white", 8),
        ("WW", "white", 7),
    ],
)
def test_a_purchase_takes_the_cube_of_the_lowest_price(market: str, kind: SaltKind, price: int) -> None:
    """MARKET-1: the player takes the cube at the column's lowest price and pays the bank."""
    table = given(f"A: {price} groszy | market: {market}")
    outcome = table.when(visit(f"buy {kind}")).then(
        SaltMoved("market", 0, ms.SaltAmount(**{kind: 1})), MoneyMoved(0, "bank", price)
    )
    assert outcome.state.players[0].money == 0
    assert outcome.state.market.count(kind) == table.state.market.count(kind) - 1
    poor = given(f"A: {price - 1} groszy | market: {market}")
    refused = poor.when(visit(f"buy {kind}")).refusal
    assert str(refused) == f"{kind} salt costs {price} groszy, but you have only {price - 1} [MARKET-1]"


@pytest.mark.parametrize(
    ("text", "trades", "sentence"),
    [
        ("", ["sell brown"], "you have no brown salt to sell"),
        ("A: B", ["sell brown", "sell brown"], "you would have no brown salt left to sell"),
        ("A: B | market: BBBB", ["sell brown"], "the brown column is full, so you cannot sell brown salt"),
        ("A: GG | market: GG", ["sell green", "sell green"], "the green column would be full"),
        ("A: W | market: WW", ["sell white"], "the white column is full"),
        ("market: B", ["buy white"], "there is no white salt at the market"),
        ("market: B", ["buy brown", "buy brown"], "there would be no brown salt left at the market"),
        (
            "A: 8 groszy | market: BB",
            ["buy brown", "buy brown"],
            "brown salt costs 5 groszy, but you would have only 4",
        ),
    ],
)
def test_illegal_trades_are_refused(text: str, trades: list[str], sentence: str) -> None:
    """MARKET-1: each trade needs a cube to sell and a free space, or a cube to buy and its price."""
    given(text).when(visit(*trades)).is_refused("MARKET-1", sentence)


@pytest.mark.parametrize(
    ("text", "trade", "sentence"),
    [
        ("A: B", "sell brown", "you would have no brown salt left to sell"),
        ("market: BBBW", "buy white", "there would be no white salt left at the market"),
        ("A: BB | market: BBB", "sell brown", "the brown column would be full, so you cannot sell more brown salt"),
    ],
)
def test_a_second_trade_that_the_first_one_prevents(text: str, trade: str, sentence: str) -> None:
    """MARKET-1: a trade that is legal once but fails the second time is refused with "then" in the sentence."""
    table = given(f"A: 10 groszy | {text}")
    refused = table.when(visit(trade, trade)).refusal
    assert refused is not None
    assert (refused.sentence, refused.values["then"]) == (sentence, True)
    again = table.when(visit(trade)).state
    assert ms.objection(attrs.evolve(again, turn=table.state.turn), visit(trade)) == attrs.evolve(
        refused, values={"kind": refused.values["kind"]}
    )


@pytest.mark.parametrize(
    ("text", "trades", "sentence"),
    [
        ("A: G", ["sell green", "sell brown"], "you have no brown salt to sell"),
        ("A: 20 groszy | market: BBB", ["buy brown", "buy white"], "there is no white salt at the market"),
        ("A: BW | market: BBBB", ["sell white", "sell brown"], "the brown column is full, so"),
    ],
)
def test_a_second_trade_that_would_also_fail_alone(text: str, trades: list[str], sentence: str) -> None:
    """MARKET-1: a second trade that would have failed first is refused without "then" or "left"."""
    refused = given(text).when(visit(*trades)).refusal
    assert refused is not None
    assert sentence in refused.sentence
    assert not re.search("then|left", refused.sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("market: - | A: 18 groszy", "the market is empty, and you have no salt to sell"),
        ("market: B | A: 4 groszy", "you have no salt to sell, and 4 groszy is too little to buy any"),
        ("market: BBBB | A: 2 groszy, B", "with your salt (B) and 2 groszy, you cannot sell or buy anything"),
    ],
)
def test_why_no_trade_is_possible(text: str, sentence: str) -> None:
    """MARKET-1: the reasons are an empty market without salt to sell, prices that are too high, and a full column."""
    assert ms.why_not(given(text).state)["visit_market"].sentence == sentence


def test_two_trades_of_different_kinds() -> None:
    """MARKET-1: a visit has one or two transactions of one cube each."""
    after = given("A: GG, 0 groszy | market: B").when(visit("sell green", "sell green")).state
    assert (after.players[0].money, str(after.market)) == (11, "BGG")


def test_a_sale_can_pay_for_the_second_trade() -> None:
    """MARKET-4: the two trades happen in order, so the money from the sale can pay for the purchase."""
    after = given("A: G, 0 groszy | market: B").when(visit("sell green", "buy brown")).state
    assert (after.players[0].money, str(after.players[0].salt)) == (1, "B")


@pytest.mark.parametrize(
    ("given_order", "kept_order"),
    [
        (("buy brown", "sell green"), ("sell green", "buy brown")),
        (("buy white", "buy brown"), ("buy brown", "buy white")),
        (("sell white", "sell green"), ("sell green", "sell white")),
        (("sell white", "buy brown"), ("sell white", "buy brown")),
        (("buy brown", "sell brown"), ("buy brown", "sell brown")),
        (("sell brown", "buy brown"), ("sell brown", "buy brown")),
    ],
)
def test_the_canonical_order(given_order: tuple[str, ...], kept_order: tuple[str, ...]) -> None:
    """
    MARKET-4: trades of different kinds are sorted: sales, then purchases, and brown, green, white.

    Trades of one kind keep their order.
    """
    kept = [f"{trade.type} {trade.salt}" for trade in visit(*given_order).transactions]
    assert tuple(kept) == kept_order


def test_no_two_listed_visits_differ_only_in_order() -> None:
    """MARKET-4: each pair of different kinds is listed once."""
    listed = given("A: BBGGWW, 50 groszy | market: BBGW").legal(type="visit_market")
    assert len(set(listed)) == len(listed)
    pairs = [frozenset(move.transactions) for move in listed if isinstance(move, ms.VisitMarket)]
    different = [pair for pair in pairs if len({trade.salt for trade in pair}) == 2]
    assert len(set(different)) == len(different) == 12


def test_a_sold_cube_cannot_be_bought_back() -> None:
    """MARKET-2: the cube bought would be the one just sold, whatever else the column holds."""
    sentence = "you would buy back the green cube that you have just sold"
    for market in ("", "G", "GG"):
        given(f"A: GG | market: {market}").when(visit("sell green", "buy green")).is_refused("MARKET-2", sentence)


def test_buying_then_selling_needs_another_cube() -> None:
    """MARKET-2: the visit is legal only if the player owned a cube of the kind before it."""
    sentence = "the only brown cube you could sell is the one you have just bought"
    given("A: G | market: BB").when(visit("buy brown", "sell brown")).is_refused("MARKET-2", sentence)
    given("A: B | market: BB").when(visit("buy brown", "sell brown")).then()


def test_one_kind_may_be_in_both_transactions() -> None:
    """MARKET-2: two sales or two purchases of a kind trade two cubes."""
    after = given("A: WW | market: ").when(visit("sell white", "sell white")).state
    assert after.players[0].money == 10 + 8 + 7
    after = given("market: BBB").when(visit("buy brown", "buy brown")).state
    assert after.players[0].money == 10 - 3 - 4


def test_a_visit_that_changes_nothing_for_the_player() -> None:
    """MARKET-2: buying and selling one kind is a legal visit, and pays the market's assistant."""
    table = given("A: B | market: BB | assistant market: B")
    after = table.when(visit("buy brown", "sell brown")).state
    assert (after.players[0].money, after.players[0].salt, after.market) == (
        10,
        table.state.players[0].salt,
        table.state.market,
    )
    assert after.players[1].money == 11
    assert after.turn is not None
    assert after.turn.visited == ("market",)


def test_a_full_column_may_be_bought_from_and_sold_into() -> None:
    """MARKET-2: buying first makes room for the sale."""
    given("A: W, 7 groszy | market: WW").when(visit("buy white", "sell white")).then(
        MoneyMoved(0, "bank", 7), MoneyMoved("bank", 0, 7)
    )
