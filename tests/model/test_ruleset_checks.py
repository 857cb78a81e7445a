"""Checks of a ruleset's numbers: impossible ones are refused on creation, with field and bound."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.extension import Deck, Die
from magnum_sal.model.rule import Building, Part


def house(**numbers: Any) -> ms.Ruleset:
    """Return a ruleset with other numbers."""
    return attrs.evolve(ms.STANDARD, name="house", **numbers)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (
            {"start_miners": (11, 4, 4)},
            "start_miners: 11 is not a whole number from 0 to 10, which is miners_",
        ),
        ({"start_miners": (-1, 4, 4)}, "start_miners: -1 is not a whole number from 0 up"),
        ({"town_square_income": -5}, "town_square_income: -5 is not a whole number from 0 up"),
        ({"money_supply": 2**60}, "money_supply: 1152921504606846976 is not a whole number"),
        ({"actions": 0}, "actions: 0 is not a whole number from 1 to 100"),
        ({"actions_first_round": -1}, "actions_first_round: -1 is not a whole number from 1 to 100"),
        ({"actions": 101}, "actions: 101 is not a whole number from 1 to 100"),
        (
            {"orders_to_end": (4, 5, 9)},
            "orders_to_end: 9 is not a whole number from 0 to 8, which is the smallest number of orders in a phase",
        ),
        pytest.param(
            {"orders": (*ms.STANDARD.orders[:2], ())},
            "orders_to_end: 4 is not a whole number from 0 to 0, which is the smallest",
            id="a phase without orders",
        ),
        ({"open_orders": (3, 0, 4)}, "open_orders: 0 is not a whole number from 1 to 8"),
        (
            {"open_orders": (8, 8, 9)},
            "open_orders: 9 is not a whole number from 1 to 8, which is the smallest number of orders in a phase",
        ),
        ({"open_orders": (9, 0, 0), "orders_to_end": (0, 0, 0)}, "open_orders: 9 is not a whole number from 0 to 8"),
        ({"start_money": (10, 12, 14)}, "start_money: (10, 12, 14) is not one number for each of 4 players"),
        ({"start_money": (10, 12, 14, -1)}, "start_money: -1 is not a whole number from 0 up"),
        ({"start_miners": (5, 4)}, "start_miners: (5, 4) is not one number each for 2, 3 and 4 players"),
        pytest.param({"miners_per_colour": 10**5000}, "_colour: a number of thousands of digits is not", id="long"),
        ({"inn_start": (4, 2, 99)}, "inn_start: 99 is not a whole number from 0 to "),
        ({"workshop_prices": (-1, 2, 3, 4)}, "workshop_prices: -1 is not a whole number from 0 up"),
        ({"pump_prices": ("1",)}, "pump_prices: '1' is not a whole number from 0 up"),
        ({"market_prices": ((1, 2), (3, 4))}, "is not one column for each kind of salt"),
        ({"market_prices": ((1, 2), (), (3,))}, "market_prices: () is not a tuple with at least one entry"),
        ({"market_prices": ((1, 2), (3,), (3, -4))}, "market_prices: -4 is not a whole number from 0 up"),
        (
            {"market_prices": ((3, 3, 4, 5), (6, 5, 4), (8, 7))},
            "market_prices: (3, 3, 4, 5) is not a column from the highest price to the lowest, the order in which its",
        ),
        ({"market_prices": ((5, 4), (6, 6, 4), (8, 7, 8))}, "market_prices: (8, 7, 8) is not a column from the"),
        ({"tools": (3,)}, "tools: 3 is not the id of a tool, such as 'lantern'"),
        ({"tools": ("old lamp",)}, "tools: 'old lamp' is not the id of a tool, such as 'lantern'"),
        ({"tools": ("",)}, "tools: '' is not the id of a tool, such as 'lantern'"),
        ({"market_refill": ("blue",)}, "market_refill: 'blue' is not brown, green or white"),
        ({"tool_values": ((1, -2),)}, "tool_values: -2 is not a whole number from 0 up"),
        (
            {"tool_values": ((1,),)},
            "tool_values: ((1,),) is not pairs of a number of tools and groszy, in ascending order",
        ),
        ({"tool_values": ((1, 2, 3),)}, "tool_values: ((1, 2, 3),) is not pairs of a number of tools and groszy"),
        (
            {"tool_values": ((5, 10), (1, 2))},
            "tool_values: ((5, 10), (1, 2)) is not pairs of a number of tools and groszy",
        ),
        ({"tiles": ()}, "tiles: () is not one tuple for each of the 3 levels"),
        ({"tiles": ((), (), ())}, "tiles: () is not a ChamberTile for each of the 8 chambers of level 1"),
        (
            {"tiles": (*ms.STANDARD.tiles[:2], 2 * ms.STANDARD.tiles[2])},
            "is not a ChamberTile for each of the 4 chambers of level 3",
        ),
        (
            {"tiles": (*ms.STANDARD.tiles[:2], ("BB/0",) * 4)},
            "is not a ChamberTile for each of the 4 chambers of level 3",
        ),
        ({"orders": ()}, "orders: () is not a tuple for each of one or more phases"),
        ({"orders": (("BB=9",),)}, "orders: ('BB=9',) is not a tuple of RoyalOrder"),
        ({"start_market": ms.SaltAmount(white=3)}, "is not an amount with 0 to 2 white cubes"),
        ({"start_market": ms.SaltAmount(brown=5)}, "is not an amount with 0 to 4 brown cubes"),
    ],
    ids=str,
)
def test_impossible_numbers_are_refused(numbers: dict[str, Any], words: str) -> None:
    """The error is raised when the ruleset is created, not when a game fails."""
    with pytest.raises(ms.MisuseError) as caught:
        house(**numbers)
    assert str(caught.value).startswith("ruleset 'house': ")
    assert words in str(caught.value)


@pytest.mark.skipif(ms.is_compiled, reason="compiled classes refuse or convert values of other types by themselves")
@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"penalty": 2.5}, "penalty: 2.5 is not a whole number"),
        ({"toll": True}, "toll: True is not a whole number"),
        ({"start_money": 5}, "start_money: 5 is not one number for each of 4 players, such as"),
        ({"start_salt": 3}, "start_salt: 3 is not a SaltAmount"),
        ({"market_refill": ["brown"]}, r"market_refill: \['brown'\] is not a tuple"),
        ({"market_refill": None}, "market_refill: None is not a tuple"),
        ({"own_settings": []}, r"own_settings: expected a setting for each of 0 switches, got \[\]"),
    ],
    ids=str,
)
def test_values_of_the_wrong_type_are_refused(numbers: dict[str, Any], words: str) -> None:
    """The error names the field, as for other numbers."""
    with pytest.raises(ms.MisuseError, match=words):
        house(**numbers)


def test_unusual_numbers_are_accepted() -> None:
    """Services may be free, tools worthless and a player's miners more numerous, if the box has enough."""
    odd = house(toll=0, penalty=0, tool_values=(), start_miners=(12, 0, 4), miners_per_colour=12, tools_per_phase=0)
    assert odd.start_miners == (12, 0, 4)


def test_neighbouring_spaces_of_the_market_may_have_equal_prices() -> None:
    """MARKET-1: the standard brown column ends with two equal prices, and a house rule may make all of them equal."""
    flat = ((4, 4, 4, 4), (5, 5, 5), (7, 7))
    assert house(market_prices=flat).market_prices == flat


def test_a_phase_may_end_without_orders() -> None:
    """PHASE-1: a ruling of the house may end a phase in another way, so the phase needs no orders."""
    rulings = ms.STANDARD.rulings
    by_rounds = attrs.evolve(rulings, is_phase_over=lambda state: state.round >= 8)
    by_turns = attrs.evolve(rulings, after_turn=lambda _state: ())
    for own in (by_rounds, by_turns):
        assert house(rulings=own, orders=((), ()), open_orders=(0, 0, 0)).phases == 2
    assert house(orders=((),), open_orders=(0, 0, 0), orders_to_end=(0, 0, 0)).phases == 1


def test_every_number_has_bounds() -> None:
    """New fields are checked as well: every number, or tuple of numbers, below 0 is refused."""
    for field in attrs.fields(ms.Ruleset):
        if field.init and field.name not in ms.Ruleset.SWITCHES:
            value = getattr(ms.STANDARD, field.name)
            wrong: Any = -1 if type(value) is int else (-1, *value[1:]) if isinstance(value, tuple) and value else None
            if wrong is not None:
                with pytest.raises(ms.MisuseError):
                    house(**{field.name: wrong})


@pytest.mark.parametrize("place", ["bank", "box", "stock", "line_left", "order_stack", "S1"])
def test_a_building_has_an_id_of_its_own(place: str) -> None:
    """Events would move an assistant to the other place with this id."""
    message = f"ruleset 'house': a building has the id '{place}', which is another place of the game"
    with pytest.raises(ms.MisuseError, match=f"^{message}$"):
        house(buildings=(*ms.STANDARD.buildings, Building(place, has_assistant_place=True)))


def test_a_buildings_display_is_a_function() -> None:
    """A building without display items leaves ``display`` out; None is refused."""
    with pytest.raises(ms.MisuseError, match="building 'fair': display: expected a function, got None"):
        Building("fair", display=None)  # type: ignore[arg-type]
    assert [*Building("fair").display(ms.new_game(["Ada", "Ben"], seed=1))] == []


def test_the_displays_of_parts_decks_and_dice_are_functions() -> None:
    """A display of a part, a deck or a die is a function or None; anything else is refused."""
    with pytest.raises(ms.MisuseError, match=r"^part 'fair': player_display: expected a function, got 3$"):
        Part("fair", int, lambda *_: 0, player_display=3)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match=r"^deck 'fair': display: expected a function, got 3$"):
        Deck("fair", ("rain",), "FAIR-1", display=3)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match=r"^die 'fair': display: expected a function, got 3$"):
        Die("fair", ("1", "2"), "FAIR-1", display=3)  # type: ignore[arg-type]
