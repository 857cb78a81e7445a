"""Pytest's message about two positions that should be equal."""

from __future__ import annotations

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing import position
from magnum_sal.testing.plugin import pytest_assertrepr_compare


def test_only_differences_are_shown() -> None:
    """The message shows each differing entry of both sides; an entry of only one side is named on the other, too."""
    left = position("S1: AB | A: 12 groszy | B: 5 groszy | assistant market: A | inn: 1")
    right = position("S1: A | A: 12 groszy | assistant market: B | S2: A | inn: 1")
    assert pytest_assertrepr_compare("==", left, right) == [
        "two positions that differ in B, S1, assistant market, S2",
        "left   B: 5 groszy",
        "right  (no entry for B)",
        "left   S1: AB",
        "right  S1: A",
        "left   assistant market: A",
        "right  assistant market: B",
        "left   (no entry for S2)",
        "right  S2: A",
    ]


def test_the_output_of_pytest() -> None:
    """The hook is active in this project: a failed assertion shows the entries instead of 17 fields."""
    with pytest.raises(
        AssertionError, match=r"two positions that differ in turn\n *left   \(no entry[^\n]*\n *right  turn: B"
    ):
        assert position() == position("turn: B")


def test_other_comparisons_stay_unchanged() -> None:
    """The hook ignores other values, other operators, and positions that have no text."""
    state = position()
    house = attrs.evolve(state, ruleset=attrs.evolve(ms.STANDARD, name="house", penalty=5))
    assert pytest_assertrepr_compare("==", state, 3) is None
    assert pytest_assertrepr_compare("==", 3, state) is None
    assert pytest_assertrepr_compare("!=", state, state) is None
    assert pytest_assertrepr_compare("==", state, house) is None
    unwritable = attrs.evolve(state, extras_items=(("rumours", 5),))  # the standard game has no such part
    assert pytest_assertrepr_compare("==", state, unwritable) is None
