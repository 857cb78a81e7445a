"""The privileges: ``rules/tools/privileges.py``. ``test_castle_line.py`` tests the royal one with CASTLE-1."""

import attrs
import pytest
from tests.trading import trade

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved, SaltMoved, ToolUsed
from magnum_sal.testing import given

BONUS = attrs.evolve(ms.STANDARD, lowest_price_bonus=True)


def visit(*trades: str) -> ms.VisitMarket:
    """Return a visit with the commercial privilege."""
    return ms.VisitMarket(tuple(trade(words) for words in trades), commercial_privilege=True)


def money_after(text: str, *trades: str) -> int:
    """Return the money of a visitor with 10 groszy after these trades."""
    after = given(f"{text}").when(visit(*trades)).state
    return after.players[0].money


def test_a_better_price_for_both_transactions() -> None:
    """MARKET-3 (ruling: one per visit): each of the two transactions buys 1 grosz cheaper or sells for 1 grosz more."""
    privilege = "A: GW, commercial_privilege | market: B"
    assert money_after(privilege, "sell green") == 10 + 7
    assert money_after(privilege, "buy brown") == 10 - 4
    assert money_after(privilege, "sell green", "buy brown") == 10 + 7 - 4
    assert money_after(privilege, "sell green", "sell white") == 10 + 7 + 9
    outcome = given(privilege + " | B: 3 groszy").when(visit("sell green"))
    outcome.then(ToolUsed(0, "commercial_privilege"), MoneyMoved("bank", 0, 7))


@pytest.mark.parametrize(("kind", "market", "lowest"), [("brown", "BBBB", 3), ("green", "GGG", 4), ("white", "WW", 7)])
def test_selling_into_a_full_column(kind: str, market: str, lowest: int) -> None:
    """MARKET-3: a full column pays its lowest printed price without the extra grosz; the cube goes to the bank."""
    text = f"A: {market[0] * 2}, commercial_privilege | market: {market}"
    cube = ms.SaltAmount(**{kind: 1})
    outcome = given(text).when(visit(f"sell {kind}", f"sell {kind}"))
    outcome.then(
        SaltMoved(0, "bank", cube),
        MoneyMoved("bank", 0, lowest),
        SaltMoved(0, "bank", cube),
        MoneyMoved("bank", 0, lowest),
    )
    assert str(outcome.state.market) == market


@pytest.mark.parametrize(("kind", "market", "lowest"), [("brown", "BBBB", 3), ("green", "GGG", 4), ("white", "WW", 7)])
def test_the_extra_in_a_full_column(kind: str, market: str, lowest: int) -> None:
    """VAR-SALE: a full column pays its lowest printed price plus the extra, and the cube still goes to the bank."""
    for extra in (1, 2):
        bonus = attrs.evolve(ms.STANDARD, name=f"extra {extra}", lowest_price_bonus=True, privilege_gain=extra)
        text = f"A: {market[0] * 2}, commercial_privilege | market: {market}"
        outcome = given(text, ruleset=bonus).when(visit(f"sell {kind}", f"sell {kind}"))
        cube, price = SaltMoved(0, "bank", ms.SaltAmount(**{kind: 1})), MoneyMoved("bank", 0, lowest + extra)
        outcome.then(cube, price, cube, price)
        assert str(outcome.state.market) == market


def test_the_extra_changes_nothing_else() -> None:
    """VAR-SALE: without a privilege, nothing is sold into a full column, and other trades follow MARKET-3."""
    full = given("A: WB, commercial_privilege | market: WWB", ruleset=BONUS)
    full.when(ms.VisitMarket((ms.Transaction("sell", "white"),))).is_refused("MARKET-1", "the white column is full")
    text = "A: GW, commercial_privilege | market: BWW"
    for trades in (["sell green"], ["buy brown"], ["sell green", "buy brown"]):
        outcomes = [given(text, ruleset=ruleset).when(visit(*trades)) for ruleset in (ms.STANDARD, BONUS)]
        assert outcomes[0].events == outcomes[1].events
    assert set(given(text).legal()) == set(given(text, ruleset=BONUS).legal())


def test_the_extra_can_pay_for_the_second_trade() -> None:
    """VAR-SALE: money from the full column, its extra included, can pay for the second transaction."""
    text = "A: 0 groszy, B, commercial_privilege | market: BBBBGGG"
    both = visit("sell brown", "buy green")
    assert given(text).when(both).state.players[0].money == 3 - 3
    assert given(text, ruleset=BONUS).when(both).state.players[0].money == 4 - 3
    dear = text.replace("GGG", "GG")
    given(dear).when(both).is_refused("MARKET-1", "green salt costs 4 groszy, but you would have only 3")
    assert both in given(dear, ruleset=BONUS).legal(type="visit_market")
    assert both not in given(dear).legal(type="visit_market")


def test_a_sale_that_fills_the_column_then_one_too_many() -> None:
    """MARKET-3: the first cube earns the extra grosz in the last space; the second goes to the bank and does not."""
    assert money_after("A: WW, commercial_privilege | market: W", "sell white", "sell white") == 10 + 8 + 7


def test_selling_to_the_bank_then_buying_one_kind() -> None:
    """MARKET-2: after a sale to the bank, the cube bought is a different one (MARKET-3)."""
    outcome = given("A: W, commercial_privilege | market: WW").when(visit("sell white", "buy white"))
    assert outcome.state.players[0].money == 10 + 7 - 6
    given("A: W, commercial_privilege | market: W").when(visit("sell white", "buy white")).is_refused(
        "MARKET-2", "you would buy back the white cube that you have just sold"
    )


def test_buying_then_selling_with_the_privilege() -> None:
    """MARKET-3: buying costs 1 less, selling earns 1 more; MARKET-2 still demands another cube."""
    assert money_after("A: B, commercial_privilege | market: BB", "buy brown", "sell brown") == 10 - 3 + 5
    given("A: commercial_privilege | market: BB").when(visit("buy brown", "sell brown")).is_refused("MARKET-2")


def test_the_lower_price_decides_what_the_player_can_afford() -> None:
    """MARKET-3: 2 groszy suffice for a cube at 3, and 1 grosz does not."""
    text = "A: %d groszy, commercial_privilege | market: BBBB"
    given(text % 2).when(visit("buy brown")).then(MoneyMoved(0, "bank", 2))
    given(text % 1).when(visit("buy brown")).is_refused("MARKET-1", "brown salt costs 2 groszy, but you have only 1")


def test_another_privilege_gain() -> None:
    """MARKET-3: the ruleset sets how much a privilege saves or earns; no cube costs less than 0 groszy."""
    for gain, bought, sold in ((0, 3, 6), (2, 1, 8), (9, 0, 15)):  # from the prices 3 and 6
        house = attrs.evolve(ms.STANDARD, name="other privileges", privilege_gain=gain)
        table = given("A: G, commercial_privilege | market: BBBB", ruleset=house)
        both = visit("sell green", "buy brown")
        assert both in table.legal(type="visit_market")
        assert table.when(both).state.players[0].money == 10 + sold - bought
        full = given("A: W, commercial_privilege | market: WW", ruleset=house).when(visit("sell white"))
        full.then(MoneyMoved("bank", 0, 7))


def test_the_privilege_is_used_by_choice() -> None:
    """MARKET-3: the visits without the privilege are listed first; they sell nothing into a full column."""
    table = given("A: W, commercial_privilege | market: WW")
    listed = table.legal(type="visit_market")
    kinds = [move.commercial_privilege for move in listed if isinstance(move, ms.VisitMarket)]
    assert kinds == sorted(kinds)
    assert True in kinds
    table.when(ms.VisitMarket((ms.Transaction("sell", "white"),))).is_refused("MARKET-1", "the white column is full")
