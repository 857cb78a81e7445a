"""The pump house: ``rules/pump_house.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved, WaterMoved
from magnum_sal.rules.pump_house import pumping_price
from magnum_sal.testing import given

DOWN = "S1: A | S2: A | 1L1: %s [B/%d] | A: %d groszy"


@pytest.mark.parametrize(("water", "price"), [(1, 0), (2, 2), (3, 5), (4, 9), (5, 14), (6, 20)])
def test_each_further_cube_costs_one_more(water: int, price: int) -> None:
    """PUMP-1: 0, 2, 5, 9 in total, then 1 grosz more for each cube than for the one before (SET-BOARD)."""
    table = given(DOWN % ("A", 7, 20))
    assert pumping_price(table.state, water) == price
    outcome = table.when(ms.VisitPumpHouse("1L1", water))
    outcome.then(ActionTaken(0, "visit_pump_house", "pump_house"), WaterMoved("1L1", "bank", water))
    assert outcome.state.players[0].money == 20 - price
    assert outcome.state.mine.chamber("1L1").water == 7 - water


@pytest.mark.parametrize("miners", ["A", "a", "BA", "ba"])
def test_an_own_miner_rested_or_tired_must_be_there(miners: str) -> None:
    """PUMP-1 (ruling): the pump works, not the miner, so a tired one will do."""
    given(DOWN % (miners, 2, 10)).when(ms.VisitPumpHouse("1L1", 2)).then(MoneyMoved(0, "bank", 2))


@pytest.mark.parametrize(
    ("miners", "held", "money", "water", "sentence"),
    [
        ("B", 2, 10, 1, "you have no miner in 1L1"),
        ("", 2, 10, 1, "you have no miner in 1L1"),
        ("A", 2, 10, 0, "a visit removes at least 1 cube of water"),
        ("A", 2, 10, 3, "1L1 holds 2 cubes of water, not 3"),
        ("A", 0, 10, 1, "there is no water in 1L1, so 1 cube of water cannot be pumped"),
        ("A", 3, 4, 3, "pumping 3 cubes of water costs 5 groszy, and you have 4"),
        ("A", 2, 1, 2, "pumping 2 cubes of water costs 2 groszy, and you have 1"),
    ],
)
def test_what_speaks_against_pumping(miners: str, held: int, money: int, water: int, sentence: str) -> None:
    """PUMP-1: a miner there, 1 or more cubes that are there, and their price."""
    given(DOWN % (miners, held, money)).when(ms.VisitPumpHouse("1L1", water)).is_refused("PUMP-1", sentence)


def test_the_first_cube_is_free_for_the_penniless() -> None:
    """PUMP-1: one cube costs nothing, so it needs no money, and no money moves."""
    outcome = given(DOWN % ("A", 2, 0)).when(ms.VisitPumpHouse("1L1", 1))
    assert not any(isinstance(event, MoneyMoved) for event in outcome.events)


def test_one_chamber_a_visit() -> None:
    """PUMP-1: the moves are every affordable number from each chamber with an own miner."""
    listed = given("S1: A | S2: A | 1L1: A [B/3] | 1R1: a [B/1] | A: 3 groszy").legal(type="visit_pump_house")
    assert listed == (ms.VisitPumpHouse("1L1", 1), ms.VisitPumpHouse("1L1", 2), ms.VisitPumpHouse("1R1", 1))
