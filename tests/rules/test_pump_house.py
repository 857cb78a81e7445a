"""The pump house: ``rules/pump_house.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved, WaterMoved
from magnum_sal.rules.pump_house import pumping_price
from magnum_sal.testing import given
from magnum_sal.words import move_in_words

DOWN = "S1: A | S2: A | 1L1: %s [B/%d] | A: %d groszy"


@pytest.mark.parametrize(("water", "price"), [(1, 0), (2, 2), (3, 5), (4, 9), (5, 14), (6, 20)])
def test_each_further_cube_costs_one_more(water: int, price: int) -> None:
    """PUMP-1: cubes cost 0, 2, 5 or 9 groszy in total, then each costs 1 grosz more than the one before (SET-BOARD)."""
    table = given(DOWN % ("A", 7, 20))
    assert pumping_price(table.state, water) == price
    outcome = table.when(ms.VisitPumpHouse("1L1", water))
    outcome.then(ActionTaken(0, "visit_pump_house", "pump_house"), WaterMoved("1L1", "bank", water))
    assert outcome.state.players[0].money == 20 - price
    assert outcome.state.mine.chamber("1L1").water == 7 - water


def test_the_price_of_a_huge_number_of_cubes_is_known_at_once() -> None:
    """PUMP-1: a front end may describe an illegal visit, so the price of any number of cubes is computed quickly."""
    most = 2**53 - 1
    state = given(DOWN % ("A", 7, 20)).state
    assert pumping_price(state, most) == most * (most + 1) // 2 - 1
    assert str(pumping_price(state, most)) in move_in_words(state, ms.VisitPumpHouse("1L1", most))


@pytest.mark.parametrize("miners", ["A", "a", "BA", "ba"])
def test_the_player_needs_a_rested_or_tired_miner_in_the_chamber(miners: str) -> None:
    """PUMP-1 (ruling): a tired miner suffices, because the pump does the work."""
    given(DOWN % (miners, 2, 10)).when(ms.VisitPumpHouse("1L1", 2)).then(MoneyMoved(0, "bank", 2))


@pytest.mark.parametrize(
    ("miners", "held", "money", "water", "sentence"),
    [
        ("B", 2, 10, 1, "you have no miner in 1L1"),
        ("", 2, 10, 1, "you have no miner in 1L1"),
        ("A", 2, 10, 0, "you must remove at least 1 cube of water"),
        ("A", 2, 10, 3, "1L1 holds 2 cubes of water, not 3"),
        ("A", 0, 10, 1, "there is no water in 1L1, so you cannot pump out 1 cube of water"),
        ("A", 3, 4, 3, "pumping 3 cubes of water costs 5 groszy, but you have only 4"),
        ("A", 2, 1, 2, "pumping 2 cubes of water costs 2 groszy, but you have only 1"),
    ],
)
def test_illegal_pumping_is_refused(miners: str, held: int, money: int, water: int, sentence: str) -> None:
    """PUMP-1: pumping needs a miner in the chamber, 1 or more cubes that are there, and their price."""
    given(DOWN % (miners, held, money)).when(ms.VisitPumpHouse("1L1", water)).is_refused("PUMP-1", sentence)


def test_the_first_cube_is_free_for_a_player_without_money() -> None:
    """PUMP-1: one cube costs nothing, so the player needs no money, and no money moves."""
    outcome = given(DOWN % ("A", 2, 0)).when(ms.VisitPumpHouse("1L1", 1))
    assert not any(isinstance(event, MoneyMoved) for event in outcome.events)


def test_one_chamber_a_visit() -> None:
    """PUMP-1: the moves are every affordable number of cubes from each chamber with a miner of the player."""
    listed = given("S1: A | S2: A | 1L1: A [B/3] | 1R1: a [B/1] | A: 3 groszy").legal(type="visit_pump_house")
    assert listed == (ms.VisitPumpHouse("1L1", 1), ms.VisitPumpHouse("1L1", 2), ms.VisitPumpHouse("1R1", 1))
