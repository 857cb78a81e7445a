"""The feasts: they are turned up automatically, and change prices until the phase ends."""

import pytest

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.model.events import CardTurnedUp, MoneyMoved, TurnStarted
from magnum_sal.queries import facts
from magnum_sal.testing import given, position


def test_a_feast_is_turned_up_when_a_phase_begins() -> None:
    """FEAST-1: the first feast is visible when the game begins, and the setup contains all of them."""
    game = ms.Game.new(["Ada", "Ben"], seed=3, ruleset=CRYSTAL_CHAPEL)
    ((deck, cards),) = game.log.started.setup.decks
    assert deck == "feasts"
    pile, known = game.state.extras["feasts"], game.state.public().extras["feasts"]
    assert (pile.up, pile.order, pile.down) == (cards[:1], cards[1:], 7)
    assert (known.up, known.order, known.down) == (cards[:1], (), 7)


def test_the_next_phase_has_another_one() -> None:
    """FEAST-1: a feast is turned up before the first turn of the phase."""
    orders = "castle: BB=9 BB=9 BG=11 | A: BB, orders BG=11 GG=13 BBB=15"
    deck = "deck feasts: lent, next fair_day"
    table = given(
        f"{orders} | {deck} | turn: A, start B, arriving 1, actions 1", ruleset=CRYSTAL_CHAPEL
    )
    last = table.when(ms.CompleteOrder(0)).when(ms.VisitTownSquare())
    last.then(MoneyMoved("bank", 0, 1), CardTurnedUp("feasts", "fair_day"), TurnStarted(0, 1, 1))
    assert last.state.extras["feasts"].up == ("lent", "fair_day")


@pytest.mark.parametrize(
    ("feast", "hiring", "pumping", "square"),
    [("barbara_day", 5, 2, 1), ("florian_day", 6, 1, 1), ("fair_day", 6, 2, 2), ("lent", 7, 2, 1)],
)
def test_what_a_feast_changes(feast: str, hiring: int, pumping: int, square: int) -> None:
    """FEAST-1: lists, facts and payments agree on the inn, two cubes at the pump house, and the town square."""
    text = f"S1: A | S2: A | 1L1: A [BG/2] | A: 7 groszy | deck feasts: {feast}"
    table = given(text, ruleset=CRYSTAL_CHAPEL)
    assert facts.hiring_price(table.state) == hiring
    table.when(ms.VisitInn()).then(MoneyMoved(0, "bank", hiring))
    table.when(ms.VisitPumpHouse("1L1", 2)).then(MoneyMoved(0, "bank", pumping))
    table.when(ms.VisitTownSquare()).then(MoneyMoved("bank", 0, square))


def test_who_cannot_pay_the_price_of_lent() -> None:
    """FEAST-1, INN-1: the refusal contains the changed price."""
    table = given("A: 6 groszy | deck feasts: lent", ruleset=CRYSTAL_CHAPEL)
    table.when(ms.VisitInn()).is_refused("INN-1", "7 groszy")
    table = given("A: 6 groszy | deck feasts: florian_day", ruleset=CRYSTAL_CHAPEL)
    table.when(ms.VisitInn()).then(MoneyMoved(0, "bank", 6))


def test_prices_go_no_lower_than_nothing() -> None:
    """FEAST-1: the first cube of water is free, and stays free on Saint Florian's day."""
    state = position(
        "S1: A | S2: A | 1L1: A [BG/2] | deck feasts: florian_day", ruleset=CRYSTAL_CHAPEL
    )
    assert [
        move.water for move in ms.legal_moves(state) if isinstance(move, ms.VisitPumpHouse)
    ] == [1, 2]
    assert CRYSTAL_CHAPEL.rulings.pump_prices(state) == (0, 1)


def test_a_public_game_waits_for_the_feast() -> None:
    """FEAST-1: a public game stops for the next card, and ``outcomes`` lists the possible cards."""
    table = ms.open_table(["Ada", "Ben"], ruleset=CRYSTAL_CHAPEL)
    while table.pending is not None and table.pending.pile != "feasts":
        table, _ = ms.reveal(table, ms.outcomes(table)[0][0])
    assert {piece: str(chance) for piece, chance in ms.outcomes(table)} == dict.fromkeys(
        ("barbara_day", "florian_day", "fair_day", "lent"), "1/4"
    )
    table, _ = ms.reveal(table, "lent")
    assert table.to_move == 0
    assert facts.hiring_price(table) == 7
