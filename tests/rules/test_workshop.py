"""The workshop: ``rules/workshop.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved, ToolMoved
from magnum_sal.testing import given


@pytest.mark.parametrize(
    ("slot", "price", "offer"),
    [(0, 3, ("cart", "food", "rope")), (1, 4, ("bucket", "food", "rope")), (2, 5, ("bucket", "cart", "rope"))],
)
def test_more_expensive_tools_slide_and_the_stack_refills(slot: int, price: int, offer: tuple[str, ...]) -> None:
    """SHOP-1: the player pays the space's price; more expensive tools move left, and the stack fills the last space."""
    table = given("workshop: bucket cart food")
    bought = table.state.workshop.offer[slot]
    assert bought is not None
    outcome = table.when(ms.VisitWorkshop(slot)).then(
        ActionTaken(0, "visit_workshop", "workshop"),
        MoneyMoved(0, "bank", price),
        ToolMoved(bought, f"workshop:{slot}", 0),
        ToolMoved("rope", "tool_stack", "workshop:2"),
    )
    after = outcome.state
    assert after.players[0].money == 10 - price
    assert after.players[0].tools == (ms.ToolCard(bought, used=False),)
    assert (after.workshop.offer, after.workshop.stack) == (offer, 3)


def test_the_events_of_sliding_tools_name_their_spaces() -> None:
    """SHOP-1: the purchase in slot 0 moves the other two tools one space each."""
    given("workshop: bucket cart food").when(ms.VisitWorkshop(0)).then(
        ToolMoved("cart", "workshop:1", "workshop:0"), ToolMoved("food", "workshop:2", "workshop:1")
    )


def test_with_the_stack_empty_the_tools_stay_on_the_cheapest_spaces() -> None:
    """SHOP-1: no tool is added, and the remaining tools slide together."""
    given("A: 2 rope, pickaxe, bucket, 30 groszy").when(ms.VisitWorkshop(2)).then()
    table = given("workshop: cart food -", phase=1)
    assert table.state.workshop.stack == 0
    after = table.when(ms.VisitWorkshop(0)).state
    assert after.workshop.offer == ("food", None, None)
    last = given("workshop: food - -").when(ms.VisitWorkshop(0)).state
    assert last.workshop.offer == (None, None, None)


def test_the_stack_is_drawn_from_the_top() -> None:
    """SHOP-1: two purchases reveal the next two tools of the deck, in order."""
    state = ms.new_game(["A", "B"], seed=7)
    assert state.hidden is not None
    first, second = state.hidden.tools[:2]
    assert first != second
    after = ms.apply(state, ms.VisitWorkshop(0)).state
    assert after.workshop.offer[2] == first
    after = ms.apply(after, ms.VisitWorkshop(0)).state
    assert after.workshop.offer[1:] == (first, second)
    assert after.hidden is not None
    assert after.hidden.tools == state.hidden.tools[2:]


@pytest.mark.parametrize(
    ("text", "slot", "sentence"),
    [
        ("workshop: cart food rope", 3, "there is no space 4 (slot 3); the workshop has spaces 1 to 3 (slots 0 to 2)"),
        ("workshop: cart food rope", 10**6, "there is no space 1000001"),
        ("workshop: cart food -", 2, "space 3 of the workshop is empty"),
        ("workshop: - - -", 0, "space 1 of the workshop is empty"),
        (
            "workshop: cart royal_privilege rope | A: 3 groszy",
            1,
            "the royal privilege costs 4 groszy, but you have only 3",
        ),
        ("workshop: cart food rope | A: 0 groszy", 0, "the cart costs 3 groszy, but you have only 0"),
    ],
)
def test_illegal_purchases_are_refused(text: str, slot: int, sentence: str) -> None:
    """SHOP-1: a purchase needs a slot with a tool, and its price."""
    given(text).when(ms.VisitWorkshop(slot)).is_refused("SHOP-1", sentence)


def test_the_moves_are_the_affordable_tools() -> None:
    """SHOP-1: the list begins with the cheapest tool."""
    listed = given("workshop: cart food rope | A: 4 groszy").legal(type="visit_workshop")
    assert listed == (ms.VisitWorkshop(0), ms.VisitWorkshop(1))


def test_a_bought_tool_is_ready_at_once() -> None:
    """SHOP-1: a bucket can be used in the turn in which it was bought (TOOL-1)."""
    table = given("S1: A | S2: A | 1L1: A [B/1] | workshop: bucket cart food")
    table.when(ms.VisitWorkshop(0)).when(ms.UseBucket("1L1", "1L2")).then()


def test_the_next_tool_of_a_public_state_waits() -> None:
    """SHOP-1, ASST-2: the most expensive space is filled once its tool is revealed, and then the assistant is paid."""
    state = given("workshop: bucket cart food | assistant workshop: B").state.public()
    assert ms.is_legal(state, ms.VisitWorkshop(0))
    state, events = ms.apply(state, ms.VisitWorkshop(0))
    assert state.pending == ms.Pending("tool", 2)
    assert (events[-1], state.workshop.offer) == (
        ToolMoved("food", "workshop:2", "workshop:1"), ("cart", "food", None),
    )  # fmt: skip
    state, events = ms.reveal(state, "rope")
    assert events[:2] == (ToolMoved("rope", "tool_stack", "workshop:2"), MoneyMoved("bank", 1, 1))
    assert (state.pending, state.workshop.offer) == (None, ("cart", "food", "rope"))
    state = given("workshop: bucket cart -").state.public()
    assert ms.apply(state, ms.VisitWorkshop(0)).state.workshop.offer == ("cart", None, None)
