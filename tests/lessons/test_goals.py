"""Goals: which data fit a pattern."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.lessons import Goal
from magnum_sal.lessons._goals import is_match
from magnum_sal.testing import position


@pytest.mark.parametrize(
    ("wanted", "found", "fits"),
    [
        (1, 1, True),
        (1, True, False),  # JSON distinguishes them
        ("S1", "S2", False),
        ({}, {"a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, True),
        ({"a": 1}, [1], False),
        ([1, 0], [1, 0], True),
        ([1, 0], [1], False),
        ([{"type": "sell"}], [{"type": "sell", "salt": "green"}], True),
        ({"at_least": 2}, 2, True),
        ({"at_least": 2}, 1, False),
        ({"at_most": 2}, 3, False),
        ({"at_least": 1, "at_most": 2}, 2, True),
        ({"at_least": 1}, None, False),
        ({"at_least": 1}, True, False),
        ({"one_of": ["1L1", "1R1"]}, "1R1", True),
        ({"one_of": ["1L1", "1R1"]}, "1L2", False),
        ({"equals": None}, None, True),
        ({"equals": 0}, 1, False),
    ],
)
def test_patterns(wanted: Any, found: Any, fits: bool) -> None:
    """A table with conditions compares a value; any other table names the fields that must fit."""
    assert is_match(wanted, found) is fits


def test_what_goals_compare() -> None:
    """A move counts for the learner's seat, an event for anybody, and a position by the value at its path."""
    state = position("S1: A | A: 3 groszy", to_move="A")
    step = ms.apply(state, ms.VisitTownSquare()).step
    assert Goal("move", "visit_town_square").is_met_by(step, 0)
    assert not Goal("move", "visit_town_square").is_met_by(step, 1)
    assert not Goal("move", "visit_inn").is_met_by(step, 0)
    assert Goal("event", "money_moved", {"target": 0, "groszy": 1}).is_met_by(step, 1)
    assert not Goal("event", "money_moved", {"target": 1}).is_met_by(step, 0)
    money = Goal("position", "players.0.money", {"at_least": 4})
    assert not money.is_met_in(step.before)
    assert money.is_met_in(step.after)


def test_a_value_that_disappears() -> None:
    """A goal about a value is not met in a position without this value, such as the turn after the end of the game."""
    state = position("S1: A", to_move="A")
    goal = Goal("position", "turn.actions_left", {"at_least": 0})
    assert goal.is_met_in(state)
    assert not goal.is_met_in(attrs.evolve(state, is_over=True, turn=None))
