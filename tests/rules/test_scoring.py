"""Scores and the winner: ``rules/scoring.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.rules.scoring import tool_value
from magnum_sal.testing import given, position


@pytest.mark.parametrize(
    ("tools", "value"),
    [(0, 0), (1, 2), (2, 2), (3, 6), (4, 6), (5, 10), (6, 10), (7, 14), (8, 14), (9, 20), (10, 20), (21, 20)],
)
def test_the_value_of_tools(tools: int, value: int) -> None:
    """END-1: 1-2 tools are worth 2 groszy, 3-4: 6, 5-6: 10, 7-8: 14, 9 or more: 20, and none: 0."""
    assert tool_value(ms.STANDARD, tools) == value


def test_money_salt_and_tools_make_the_total() -> None:
    """END-1: the total is money + 3 groszy per cube + the value of the tools, used ones included."""
    score = position("S1: AA | A: 12 groszy, BGW, rope used, 2 cart, order BB=9, stock 3").scores[0]
    assert (score.seat, score.money, score.salt_value, score.tool_value, score.total) == (0, 12, 9, 6, 27)
    assert (score.orders, score.miners, score.tools, score.rank) == (1, 5, 3, 1)


def test_miners_count_wherever_they_are() -> None:
    """END-1: all miners of a player count for the tie: in the mine, stock, the line, buildings and the castle."""
    text = "S1: AB | S2: A | 1L1: a [B/0] | assistant market: A | A: stock 1, left 1, right 1"
    assert position(text, players=3, arriving=1).scores[0].miners == 8


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("A: 11 groszy | B: 10 groszy", (1, 2)),
        ("A: 10 groszy | B: 11 groszy", (2, 1)),
        ("A: 10 groszy, B | B: 13 groszy, order BB=9", (2, 1)),
        ("A: 10 groszy | B: 10 groszy, order BB=9", (2, 1)),
        ("A: 10 groszy, stock 6 | B: 10 groszy", (2, 1)),
        ("A: 10 groszy, stock 6, order BB=9 | B: 10 groszy", (1, 2)),
        ("A: 8 groszy, rope | B: 8 groszy, rope, cart", (1, 2)),
        ("A: 8 groszy, rope, stock 4 | B: 8 groszy, rope, cart, stock 5", (1, 2)),
        ("A: 8 groszy, rope, stock 5 | B: 8 groszy, rope, cart, stock 4", (2, 1)),
        ("A: 8 groszy, rope | B: 10 groszy", (2, 1)),
        ("A: 10 groszy | B: 10 groszy", (1, 1)),
        ("A: 10 groszy, B | B: 10 groszy, W", (1, 1)),
        ("A: 10 groszy | B: 12 groszy | C: 10 groszy", (2, 1, 2)),
        ("A: 12 groszy | B: 12 groszy | C: 10 groszy | D: 9 groszy", (1, 1, 3, 4)),
        ("A: 12 groszy | B: 12 groszy | C: 12 groszy", (1, 1, 1)),
    ],
)
def test_the_ranks(text: str, ranks: tuple[int, ...]) -> None:
    """
    END-1: the richest player wins.

    Ties go to more orders, then fewer miners, then fewer tools. Players who are still tied share the rank.
    """
    assert tuple(score.rank for score in position(text).scores) == ranks


def test_the_number_of_orders_breaks_a_tie() -> None:
    """END-1: the number of orders counts, not what they paid."""
    text = "A: 10 groszy, order BBG=17 | B: 10 groszy, order BB=9, order BB=9"
    assert [score.rank for score in position(text).scores] == [2, 1]


def test_scores_are_available_at_any_time() -> None:
    """END-1: ``scores`` values the current position, also for a game that ends by agreement (PHASE-1)."""
    state = given("A: 12 groszy").state
    assert not state.is_over
    assert [score.total for score in state.scores] == [12, 10]
