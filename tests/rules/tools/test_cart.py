"""The cart: ``rules/tools/cart.py``."""

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import ToolUsed
from magnum_sal.rules.tools.cart import count_charged_cubes, list_freed_sets
from magnum_sal.testing import given

SECOND_EDITION = attrs.evolve(ms.STANDARD, cart_capacity=2)
DEEP = "S1: B | S2: C | S3: A | S4: D | 2L1: AA [BBBG/0] | A: 3 cart"


def extract(salt: str, carts: int, *payments: int) -> ms.ExtractSalt:
    """Return an extraction from 2L1."""
    return ms.ExtractSalt("2L1", ms.SaltAmount.parse(salt), 0, carts, payments)


def vectors(text: str, salt: str, carts: int, ruleset: ms.Ruleset = ms.STANDARD) -> list[tuple[int, ...]]:
    """Return the payments listed for *salt* with this many carts."""
    return [
        move.payments
        for move in given(text, ruleset=ruleset).legal(type="extract_salt")
        if isinstance(move, ms.ExtractSalt) and str(move.salt) == salt and move.carts == carts
    ]


def test_a_cart_frees_one_space_or_two_adjacent_ones() -> None:
    """CART-1 (ruling): a cart frees one or two spaces, adjacent on the path, both without miners of the player."""
    assert vectors(DEEP, "B", 0) == [(0, 1, 1, 1)]
    assert vectors(DEEP, "B", 1) == [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)]


def test_two_spaces_must_be_adjacent_on_the_path() -> None:
    """CART-1: S4 and S2 are not adjacent, because the player's S3 is between them."""
    given(DEEP).when(extract("B", 1, 0, 1, 0, 0)).is_refused("HAUL-3", "cannot be split into 1 to B")


def test_chamber_and_section_are_adjacent_on_the_path() -> None:
    """CART-1: the corner between corridor and shaft counts like any other step."""
    text = "S1: A | S2: B | 1L1: b [-/0] | 1L2: AA [BB/0] | A: cart"
    move = ms.ExtractSalt("1L2", ms.SaltAmount(brown=2), 0, 1, (0, 0))
    given(text).when(move).then(ToolUsed(0, "cart"))


def test_a_cart_frees_all_cubes() -> None:
    """CART-1: a freed space is free for all cubes of the extraction, whatever their number."""
    assert vectors(DEEP, "BB", 3) == [(0, 0, 0, 0)]
    assert vectors(DEEP, "BB", 2) == [(0, 0, 0, 0), (0, 0, 0, 2), (0, 0, 2, 0), (0, 2, 0, 0)]


def test_each_cart_frees_a_space_of_its_own() -> None:
    """CART-1 (ruling): each cart must free at least one space that would cost money, so there can be too many carts."""
    text = "S1: B | S2: A | S3: A | S4: A | 2L1: A [BBBG/0] | A: 2 cart"
    given(text).when(extract("B", 2, 0, 0)).is_refused(
        "CART-1",
        "you cannot use 2 carts: each one must save the toll in a space of its own, and tolls are due in 1 space",
        "2L1",
    )
    own = text.replace("S1: B", "S1: A")
    given(own).when(extract("B", 1, 0, 0)).is_refused("CART-1", "you cannot use 1 cart", "due in 0 spaces")
    assert vectors(text, "B", 1) == [(0, 0)]


def test_a_cart_helps_a_player_with_little_money() -> None:
    """CART-1: with 1 grosz, only the ways that leave 1 grosz to pay are listed (HAUL-2)."""
    poor = DEEP.replace("3 cart", "3 cart, 1 grosz")
    assert vectors(poor, "B", 0) == []
    assert vectors(poor, "B", 1) == [(0, 0, 0, 1)]
    given(poor).when(extract("B", 1, 0, 1, 1, 0)).is_refused(
        "HAUL-2", "you would pay 2 groszy in total, but you have only 1"
    )


@pytest.mark.parametrize(
    ("charged", "carts", "freed"),
    [
        ((), 0, [()]),
        ((), 1, []),
        ((True,), 1, [(0,)]),
        ((False,), 1, []),
        ((True, True), 1, [(0,), (0, 1), (1,)]),
        ((True, True), 2, [(0, 1)]),
        ((True, False, True), 1, [(0,), (2,)]),
        ((True, False, True), 2, [(0, 2)]),
        ((True, True, True), 2, [(0, 1), (0, 1, 2), (0, 2), (1, 2)]),
        ((True, True, True), 4, []),
    ],
)
def test_the_sets_of_spaces_carts_can_free(charged: tuple[bool, ...], carts: int, freed: list[tuple[int, ...]]) -> None:
    """CART-1: no two carts free the same space, and no cart frees a space that costs nothing."""
    assert [tuple(sorted(spaces)) for spaces in list_freed_sets(charged, carts, 2)] == freed


@pytest.mark.parametrize(
    ("spaces", "freed"),
    [
        (0, []),
        (1, [(0,), (1,), (2,)]),
        (3, [(0,), (0, 1), (0, 1, 2), (1,), (1, 2), (2,)]),
        (9, [(0,), (0, 1), (0, 1, 2), (1,), (1, 2), (2,)]),
    ],
)
def test_carts_that_free_another_number_of_spaces(spaces: int, freed: list[tuple[int, ...]]) -> None:
    """CART-1: the ruleset sets how many adjacent spaces a cart can free, and every price depends on it."""
    assert [tuple(sorted(found)) for found in list_freed_sets((True, True, True, False), 1, spaces)] == freed
    house = attrs.evolve(ms.STANDARD, name="other carts", cart_spaces=spaces)
    text = "S1: B | S2: B | S3: B | S4: AB | 2L1: A [BBBG/0] | A: cart"
    listed = given(text, ruleset=house).legal(type="extract_salt")
    with_a_cart = {move for move in listed if isinstance(move, ms.ExtractSalt) and move.carts}
    assert {move.payments[1] for move in with_a_cart} == {3 - len(way) for way in freed}
    for move in with_a_cart:
        given(text, ruleset=house).when(move).then()
    refused = given(text, ruleset=house).when(extract("B", 1, 0, 4))
    refused.is_refused("HAUL-1" if freed else "CART-1", "carrying 1 cube" if freed else "you cannot use 1 cart")


def test_each_cart_uses_a_card() -> None:
    """CART-1: carts are cards, which are used once a phase (TOOL-1)."""
    outcome = given(DEEP).when(extract("B", 2, 0, 0, 0, 0)).then(ToolUsed(0, "cart"), ToolUsed(0, "cart"))
    assert outcome.state.players[0].ready("cart") == 1
    given(DEEP.replace("3 cart", "cart")).when(extract("B", 2, 0, 0, 0, 0)).is_refused("TOOL-1", "1 cart ready, not 2")


def test_the_refusal_names_every_price_with_a_cart() -> None:
    """CART-1: the refusal names every price that some choice of spaces gives."""
    given(DEEP).when(extract("B", 1, 0, 1, 1, 1)).is_refused(
        "HAUL-1", "carrying 1 cube from 2L1 costs 1 or 2 groszy in total, not 3"
    )


@pytest.mark.parametrize(
    ("cubes", "capacity", "paid"),
    [(3, None, 0), (3, 2, 1), (2, 2, 0), (1, 2, 0)],
)
def test_the_charged_cubes_of_a_freed_space(cubes: int, capacity: int | None, paid: int) -> None:
    """VAR-CART: 2 cubes are free in each of a cart's spaces, or 1 if only 1 is carried; further cubes cost toll."""
    assert count_charged_cubes(cubes, capacity) == paid


def test_the_second_editions_cart() -> None:
    """VAR-CART: with three cubes, the third one costs toll in each space that a cart frees."""
    text = "S1: B | S2: B | S3: A | S4: A | 2L1: AAA [BBBG/0] | A: 2 cart"
    assert vectors(text, "BBB", 1) == [(0, 0), (0, 3)]
    assert vectors(text, "BBB", 1, SECOND_EDITION) == [(0, 2), (0, 4)]
    assert vectors(text, "BBB", 2, SECOND_EDITION) == [(0, 2)]
    assert vectors(text, "BB", 1, SECOND_EDITION) == [(0, 0), (0, 2)]
    assert vectors(text, "B", 1, SECOND_EDITION) == [(0, 0), (0, 1)]


def test_no_space_is_served_by_two_carts() -> None:
    """VAR-CART: a second cart cannot free the third cube in the same space."""
    text = "S1: B | S2: A | S3: A | S4: A | 2L1: AAA [BBBG/0] | A: 2 cart"
    given(text, ruleset=SECOND_EDITION).when(extract("BBB", 2, 0, 0)).is_refused("CART-1", "you cannot use 2 carts")
    assert vectors(text, "BBB", 1, SECOND_EDITION) == [(0, 1)]


def test_the_paid_cubes_of_a_freed_space_are_split_too() -> None:
    """VAR-CART: the toll for the third cube goes to either owner in the space."""
    text = "S1: BC | S2: A | S3: A | S4: A | 2L1: AAA [BBBG/0] | A: cart"
    assert vectors(text, "BBB", 1, SECOND_EDITION) == [(0, 0, 1), (0, 1, 0)]


def test_the_variant_is_off_by_default() -> None:
    """VAR-CART: the authors recommend the variant, but it is not part of the standard game."""
    assert ms.STANDARD.cart_capacity is None


def test_the_refusal_states_what_this_move_would_pay() -> None:
    """HAUL-2: the refusal states what this move would pay; with the cart in other spaces, a cheaper move is legal."""
    text = "S1: B | S2: A | S3: B | S4: B | 2L1: AA [GGW/0] | A: 1 groszy, cart"
    table = given(text)
    move = ms.ExtractSalt("2L1", ms.SaltAmount(green=1), 0, 1, (0, 2))
    table.when(move).is_refused("HAUL-2", "you would pay 2 groszy in total, but you have only 1")
    table.when(attrs.evolve(move, payments=(0, 1))).then()
