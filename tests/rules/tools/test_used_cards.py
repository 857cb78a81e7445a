"""Using tool cards: ``rules/tools/used_cards.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import ToolReadied, ToolUsed
from magnum_sal.testing import given

DOWN = "S1: A | S2: A | 1L1: Aa [BBB/1]"


def uses(pickaxes: int = 0, carts: int = 0) -> ms.ExtractSalt:
    """Return an extraction of one cube with these tools."""
    return ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), pickaxes, carts, (0, 0))


@pytest.mark.parametrize(
    ("tool", "move"),
    [
        ("rope", ms.UseRope("S2", "1L1")),
        ("bucket", ms.UseBucket("1L1", "1L2")),
        ("food", ms.UseFood(("1L1",))),
        ("pickaxe", uses(pickaxes=1)),
        ("cart", ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 1, 1, (0, 0))),
        ("commercial privilege", ms.VisitMarket((ms.Transaction("buy", "brown"),), commercial_privilege=True)),
        ("royal privilege", ms.VisitCastle("stock", royal_privilege=True)),
    ],
)
def test_each_tool_must_be_owned_and_ready(tool: str, move: ms.Move) -> None:
    """TOOL-1: a tool is used at most once a phase, and only by its owner."""
    card = tool.replace(" ", "_")
    extra = ", pickaxe" if tool == "cart" else ""
    given(f"{DOWN} | A: 10 groszy{extra} | B: {card}", arrived=["S1"]).when(move).is_refused(
        "TOOL-1", f"you have no {tool}"
    )
    given(f"{DOWN} | A: {card} used{extra}", arrived=["S1"]).when(move).is_refused(
        "TOOL-1", f"you have already used all your {tool} cards this phase"
    )


def test_a_use_turns_the_card_down() -> None:
    """TOOL-1: each card is used once a phase, so a second card allows a second use."""
    outcome = given("S1: A | S2: A | 1L1: aa [B/0] | A: 2 food").when(ms.UseFood(("1L1",)))
    outcome.then(ToolUsed(0, "food"))
    assert sorted(outcome.state.players[0].tools, key=lambda card: card.used) == [
        ms.ToolCard("food", False),
        ms.ToolCard("food", True),
    ]
    outcome.when(ms.UseFood(("1L1",))).when(ms.UseFood(("1L1",))).is_refused(
        "TOOL-1", "you have already used all your food cards this phase"
    )


def test_any_number_of_tools_in_a_turn() -> None:
    """TOOL-1: a player can use any number of tools in a turn, of one kind and of several."""
    outcome = given("S1: A | S2: A | 1L1: aaa [B/2] | A: 2 food, 2 bucket")
    table = outcome.when(ms.UseFood(("1L1",))).when(ms.UseBucket("1L1", "1L2"))
    table.when(ms.UseFood(("1L1",))).when(ms.UseBucket("1L1", "1L2")).then()


def test_more_cards_than_are_ready() -> None:
    """TOOL-1: used cards do not count as ready."""
    given(f"{DOWN} | A: pickaxe, pickaxe used").when(uses(pickaxes=2)).is_refused(
        "TOOL-1", "you have 1 pickaxe ready, not 2"
    )


def test_tools_are_used_in_the_owners_turn() -> None:
    """TOOL-1: the legal moves are those of the player to move, so another player's tools are not listed."""
    table = given("S1: A | S2: A | 1L1: aB [B/2] | A: food, bucket", to_move="B")
    assert not table.legal(type="use_food")
    assert not table.legal(type="use_bucket")


def test_used_tools_become_ready_in_the_next_phase() -> None:
    """TOOL-1: a card is used once a phase, so it can be used again in the next phase (PHASE-2)."""
    done = "order BB=9, order BB=9, order BG=11, order BG=11"
    outcome = given(f"A: {done}, rope used", to_move="B", actions_left=1).when(ms.Pass())
    outcome.then(ToolReadied(0, "rope"))
    assert outcome.state.players[0].ready("rope") == 1
