"""Common facts about a position: ``facts.py``."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.mine import SPACES
from magnum_sal.model.pieces import SaltKind
from magnum_sal.queries import facts
from magnum_sal.testing import position

FIRST = ms.new_game(["Ada", "Ben"], seed=7)


def test_prices_of_the_town() -> None:
    """INN-1, SHOP-1, PUMP-1: the facts are the prices of the next miner, a tool and water."""
    state = position("inn: 1 | workshop: rope - food")
    assert facts.hiring_price(state) == 7
    assert facts.hiring_price(position("inn: 3")) is None
    assert [facts.tool_price(state, slot) for slot in range(3)] == [3, None, 5]
    assert [facts.pumping_price(state, water) for water in (1, 2, 5)] == [0, 2, 14]
    assert facts.hiring_price(position("", players=4)) == 5


@pytest.mark.parametrize(
    ("market", "kind", "prices", "with_privilege"),
    [
        ("-", "brown", (5, None), (6, None)),
        ("BB", "brown", (3, 4), (4, 3)),
        ("GG", "green", (4, 5), (5, 4)),
        ("WW", "white", (None, 7), (7, 6)),
    ],
)
def test_prices_of_the_market(
    market: str, kind: SaltKind, prices: tuple[int | None, ...], with_privilege: tuple[int | None, ...]
) -> None:
    """MARKET-1, MARKET-3: the facts are the prices of a sale and a purchase, without and with the privilege."""
    state = position(f"market: {market}")
    assert (facts.selling_price(state, kind), facts.buying_price(state, kind)) == prices
    assert (
        facts.selling_price(state, kind, commercial_privilege=True),
        facts.buying_price(state, kind, commercial_privilege=True),
    ) == with_privilege


def test_a_privilege_in_a_full_column_with_the_variant() -> None:
    """VAR-SALE: the extra is added to the lowest price if the ruleset says so."""
    ruleset = attrs.evolve(ms.STANDARD, lowest_price_bonus=True)
    assert facts.selling_price(position("market: WW", ruleset=ruleset), "white", commercial_privilege=True) == 8


def test_toll_to_the_entrance() -> None:
    """HAUL-1: a grosz a cube for each space of the path without the player's miners; None if the path is broken."""
    state = position("S1: BC | S2: B | 1L1: a [-/0] | 1L2: A [B/0]")
    assert (facts.toll(state, "1L2"), facts.toll(state, "1L1")) == (2, 2)
    assert (facts.toll(state, "1L2", 1), facts.toll(state, "1L2", 2)) == (1, 2)
    assert facts.toll(state, "2L1") is None
    assert facts.toll(position("S1: A | S2: A | 1L1: A"), "1L1") == 0


def test_strength() -> None:
    """MINE-1: the strength is rested miners there and pickaxes less the water, and can be negative."""
    state = position("S1: A | S2: A | 1L1: AAaB [BBB/1]")
    assert facts.strength(state, "1L1") == 1
    assert facts.strength(state, "1L1", pickaxes=2) == 3
    assert facts.strength(state, "1L1", 1) == 0
    assert facts.strength(position("S1: A | S2: A | 1L1: a [BBB/2]"), "1L1") == -2


def test_orders_in_reach() -> None:
    """CASTLE-3: the facts are the slots of orders that a seat's salt covers, each on its own."""
    state = position("A: BBG | B: G | castle: BB=9 GG=13 BG=11")
    assert facts.completable_orders(state) == (0, 2)
    assert facts.completable_orders(state, 1) == ()


def test_miners_by_space() -> None:
    """The spaces of a seat are in mine order, with counts of rested and tired miners."""
    state = position("1L1: Bbb [-/0] | S1: AB | S2: B | 1R1: a [-/0]")
    assert facts.miners_by_space(state) == {"S1": (1, 0), "1R1": (0, 1)}
    assert list(facts.miners_by_space(state, 1).items()) == [("S1", (1, 0)), ("S2", (1, 0)), ("1L1", (1, 2))]
    assert facts.miners_by_space(state, 1)["1L1"].tired == 2


def test_reachable_spaces() -> None:
    """CHAIN-1: the spaces that the chain reaches without the miner, in mine order, except the miner's own."""
    state = position("S1: B | S2: A")
    assert facts.reachable_spaces(state) == ("S1", "S2", "S3", "1L1", "1R1")
    assert facts.reachable_spaces(state, "S2") == ("S1",)
    assert facts.reachable_spaces(state, "market") == facts.reachable_spaces(state)
    anywhere = attrs.evolve(ms.STANDARD.rulings, reachable=lambda _: 2 ** len(SPACES) - 1)
    free = attrs.evolve(state, ruleset=attrs.evolve(ms.STANDARD, name="free", rulings=anywhere))
    assert facts.reachable_spaces(free) == SPACES


ASKED: dict[str, Callable[[Any], Any]] = {
    "buying_price": lambda state: facts.buying_price(state, "brown"),
    "completable_orders": facts.completable_orders,
    "hiring_price": facts.hiring_price,
    "miners_by_space": facts.miners_by_space,
    "pumping_price": lambda state: facts.pumping_price(state, 1),
    "reachable_spaces": facts.reachable_spaces,
    "selling_price": lambda state: facts.selling_price(state, "brown"),
    "strength": lambda state: facts.strength(state, "1L1"),
    "toll": lambda state: facts.toll(state, "1L1"),
    "tool_price": lambda state: facts.tool_price(state, 0),
}


@pytest.mark.parametrize("name", sorted({*facts.__all__} - {"MinersHere"}))
def test_invalid_states_are_refused(name: str) -> None:
    """Each function checks the state first."""
    ASKED[name](FIRST)
    with pytest.raises(ms.MisuseError, match=r"^state: expected a GameState, got 5$"):
        ASKED[name](5)


def test_the_limits_of_arguments() -> None:
    """The first and the last slot and seat, any amount of water, and no pickaxe are accepted."""
    assert facts.tool_price(FIRST, 0) == 3
    assert facts.pumping_price(FIRST, 10**15) - facts.pumping_price(FIRST, 10**15 - 1) == 10**15
    assert [facts.completable_orders(FIRST, seat) for seat in (0, 1)] == [(), ()]
    assert facts.strength(FIRST, "1L1", pickaxes=0) == 0


MISUSES: dict[str, tuple[Callable[[], Any], str]] = {
    "slot": (lambda: facts.tool_price(FIRST, 3), r"slot: 3 is not a slot of the workshop \(0 to 2\)"),
    "slot below 0": (lambda: facts.tool_price(FIRST, -1), r"slot: -1 is not a slot of the workshop \(0 to 2\)"),
    "slot of another type": (
        lambda: facts.tool_price(FIRST, True),
        r"slot: True is not a slot of the workshop \(0 to 2\)",
    ),
    "kind": (lambda: facts.selling_price(FIRST, "blue"), r"'blue' is not a kind of salt \(brown, green or white\)"),  # type: ignore[arg-type]
    "no kind": (lambda: facts.buying_price(FIRST, "total"), r"'total' is not a kind of salt \(brown, green or white\)"),  # type: ignore[arg-type]
    "water": (lambda: facts.pumping_price(FIRST, 0), "water: expected a whole number from 1 up, got 0"),
    "water of another type": (
        lambda: facts.pumping_price(FIRST, True),
        "water: expected a whole number from 1 up, got True",
    ),
    "section": (lambda: facts.toll(FIRST, "S1"), "'S1' is a section of the shaft"),
    "chamber": (lambda: facts.strength(FIRST, "4L1"), "'4L1' is not a mine space"),
    "pickaxes": (
        lambda: facts.strength(FIRST, "1L1", pickaxes=-1),
        "pickaxes: expected a whole number from 0 up, got -1",
    ),
    "pickaxes of another type": (
        lambda: facts.strength(FIRST, "1L1", pickaxes=True),
        "pickaxes: expected a whole number from 0 up, got True",
    ),
    "seat of another type": (lambda: facts.miners_by_space(FIRST, True), "seat: True is not a seat of 2 players"),
    "seat": (lambda: facts.completable_orders(FIRST, 2), "seat: 2 is not a seat of 2 players"),
    "seat below 0": (lambda: facts.miners_by_space(FIRST, -1), "seat: -1 is not a seat of 2 players"),
    "source": (
        lambda: facts.reachable_spaces(FIRST, "moon"),
        "source: 'moon' is not a mine space, a building or 'stock'",
    ),
}


@pytest.mark.parametrize(("call", "words"), MISUSES.values(), ids=MISUSES)
def test_misuse_is_reported(call: Callable[[], Any], words: str) -> None:
    """The error names the argument, its value and the reason."""
    with pytest.raises(ms.MisuseError, match=words):
        call()
