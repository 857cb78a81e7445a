"""The inn: ``rules/inn.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, InnMarkerMoved, MinersMoved, MoneyMoved
from magnum_sal.testing import given


@pytest.mark.parametrize(("players", "prices"), [(2, [6, 7, 8]), (3, [5, 6, 6, 7, 8]), (4, [5, 5, 5, 6, 6, 7, 8])])
def test_the_price_rises_with_each_hire(players: int, prices: list[int]) -> None:
    """INN-1: a hire costs the price at the marker; 2, 3 and 4 players have 3, 5 and 7 hires a phase (SETUP-2)."""
    for hired, price in enumerate(prices):
        outcome = given(f"inn: {hired}", players=players).when(ms.VisitInn())
        outcome.then(
            ActionTaken(0, "visit_inn", "inn"),
            MoneyMoved(0, "bank", price),
            MinersMoved(0, "bank", "stock", 1),
            InnMarkerMoved(hired, hired + 1),
        )
        assert outcome.state.players[0].money == 10 - price
        assert outcome.state.players[0].stock == (6 if players == 2 else 5)
        assert outcome.state.inn.hired == hired + 1
    given(f"inn: {len(prices)}", players=players).when(ms.VisitInn()).is_refused(
        "INN-1", "the inn has no miners left to hire this phase"
    )


def test_a_player_with_all_miners_cannot_hire() -> None:
    """INN-1: a player who owns all 10 miners, wherever they are, cannot hire another."""
    sentence = "you already have all your 10 miners"
    given("A: stock 10").when(ms.VisitInn()).is_refused("INN-1", sentence)
    text = "S1: AAA | S2: A | 1L1: aA [B/0] | assistant market: A | A: stock 1, left 1, right 0"
    given(text, players=3).when(ms.VisitInn()).then()
    given(text.replace("right 0", "right 1"), players=3).when(ms.VisitInn()).is_refused("INN-1", sentence)


def test_the_player_must_have_the_price() -> None:
    """INN-1: the player pays the whole price."""
    given("A: 5 groszy").when(ms.VisitInn()).is_refused("INN-1", "the next miner costs 6 groszy, but you have only 5")
    assert given("A: 6 groszy").when(ms.VisitInn()).state.players[0].money == 0


def test_a_hired_miner_can_be_used_at_once() -> None:
    """INN-1: the hired miner goes to stock, so the second action can use it."""
    given("A: stock 0").when(ms.VisitInn()).when(ms.PlaceMiner("stock", "S1")).then()
