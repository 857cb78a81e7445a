"""Royal orders in the text of a position: the phases in which players completed them, and the stacks."""

import pytest

import magnum_sal as ms
from magnum_sal.model.state import SeenPieces
from magnum_sal.testing import InvariantError, position, sketch


def test_orders_of_later_phases() -> None:
    """An order that can only come from a later phase is missing from its stack."""
    text = "A: order GG=13, order BW=15, order BW=15, order GW=17"
    state = position(text, phase=2, completed=4)
    assert "BW=15" not in {str(order) for order in state.castle.open}


def test_orders_from_before_a_later_phase() -> None:
    """From phase II on, the orders that were not completed in the current phase were completed before it."""
    text = "A: order BB=9, order BG=11 | B: order GG=13, order BB=9"
    assert dict(position(text, phase=2, completed=1).extras) == {"seen": SeenPieces((), (1, 2))}
    assert dict(position(text, phase=1, completed=4).extras) == {}


@pytest.mark.parametrize(
    ("text", "completed", "before"),
    [
        # WW=21 exists only in phase III, and BB=9 only in phase I.
        ("turn: over, phase 3 | A: order WW=21 | B: order BB=9", 1, (0, 1)),
        ("turn: over, phase 3 | A: orders BB=9 WW=21 GW=17 | B: orders BGW=23 WWW=33", 3, (1, 1)),
        # BW=15 exists twice in phase II. GG=13 exists once in each of the first two phases.
        ("turn: A, phase 2 | A: orders BW=15 BW=15", 2, (0, 0)),
        ("turn: A, phase 2 | A: order GG=13 | B: order GG=13", 1, (0, 1)),
    ],
)
def test_orders_that_no_earlier_phase_contains_count_as_completed(
    text: str, completed: int, before: tuple[int, ...]
) -> None:
    """SET-ORDERS: a text need not count the orders that only this phase contains."""
    state = position(text)
    assert (state.castle.completed, dict(state.extras)) == (completed, {"seen": SeenPieces((), before)})
    assert position(sketch(state)) == state


def test_the_stack_lacks_an_order_that_earlier_phases_also_contain() -> None:
    """SET-ORDERS: an order of several phases is missing from the stack if a player completed it in this phase."""
    text = "turn: A, phase 2 | castle: BW=15 GW=17 BGW=23, completed 1 | A: order GG=13"
    state = position(text)
    assert state.hidden is not None
    assert [str(order) for order in state.hidden.orders[1]] == ["BW=15", "BGG=19", "BBW=21", "GGG=21"]
    assert state == position(f"{text} | seen: orders 0 0")
    assert position(sketch(state)) == state
    # The order is from phase I, so it also lies in the stack of phase II.
    before = position("turn: A, phase 2 | castle: BW=15 GW=17 BGW=23, completed 1 | A: orders GG=13 BW=15")
    assert before.hidden is not None
    assert "GG=13" in [str(order) for order in before.hidden.orders[1]]


@pytest.mark.parametrize(
    ("text", "before"),
    [
        # BB=9 exists only in phase I, and WW=21 only in phase III.
        ("castle: GGW=25 GWW=29 WWW=33, completed 1 | A: order BB=9 | B: order WW=21", (1, 0)),
        # Phases II and III contain both orders, but one of them is open or lies in the stack.
        ("castle: BGG=19 GWW=29 WWW=33, completed 1 | A: order BGG=19 | B: order GW=17", (1, 0)),
        (
            (
                "castle: GGW=25 GWW=29 WWW=33, completed 1 | A: order BGG=19 | B: order GW=17"
                " | orders 3: BGG=19 BBW=21 WW=21 BWW=27"
            ),
            (1, 0),
        ),
        # The orders after one of this phase were completed in it, too.
        ("castle: completed 3 | A: orders BB=9 GW=17 | B: orders WW=21 BGG=19", (1, 0)),
        # If nothing else decides, the first seats completed the orders of this phase.
        ("castle: completed 1 | A: order GW=17 | B: order BGG=19", (0, 1)),
        # Phase III contains neither order, but a text for a test can have such orders.
        ("castle: completed 1 | A: order BB=9 | B: order BG=11", (0, 1)),
    ],
)
def test_the_phase_of_an_order_decides_when_it_was_completed(text: str, before: tuple[int, ...]) -> None:
    """SET-ORDERS: by default, an order counts as completed in a phase that contains it."""
    state = position(f"turn: A, phase 3 | {text}")
    assert dict(state.extras) == {"seen": SeenPieces((), before)}
    assert position(sketch(state)) == state


def test_a_wrong_pile_is_named_as_in_the_text() -> None:
    """SET-SUPPLY: the message about surplus orders names the entry, and the entry that can correct a guess."""
    text = "turn: A, phase 2 | castle: BW=15 GW=17 BGW=23, completed 1 | A: order GG=13"
    pile = "orders 2: GG=13 BGG=19 BBW=21 GGG=21"
    told = r"^orders 2: too many GG=13 \(SET-SUPPLY\)"
    with pytest.raises(InvariantError, match=f"{told}; if a player .* add an entry such as 'seen: orders 1 0'$"):
        position(f"{text} | {pile}")
    with pytest.raises(InvariantError, match=f"{told}$"):
        position(f"{text} | {pile} | seen: orders 0 0")
    with pytest.raises(ms.MalformedError, match=f"{told}$"):
        position(f"{text} | {pile} | seen: orders 0 0 | bank: water 20")
    with pytest.raises(InvariantError, match=r"^orders 1: too many GG=13 \(SET-SUPPLY\)$"):
        position("A: order GG=13 | orders 1: GG=13 BBB=15 BBG=17 BBG=17")
