"""The numbers that bots decide by, against those in ``golden_values.json``: judge, quick player and search."""

from typing import Any

import pytest
from tests.bots.golden_values import DEEPLY, differences, golden_positions, state_of, values_of

from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import load_judge

ENTRIES = golden_positions()
PARTS = 8
"""Each part of the positions is a test of its own."""


@pytest.mark.parametrize("part", range(PARTS))
def test_the_numbers_are_those_that_somebody_agreed_to(part: int) -> None:
    """``python -m tests.bots.golden_values`` writes them anew where they are meant to change."""
    for number in range(part, len(ENTRIES), PARTS):
        entry = ENTRIES[number]
        assert list(differences(_without_position(entry), values_of(number, entry, load_judge()))) == [], number


def _without_position(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in ("position", "seat", "unseen")}


def test_the_positions_show_all_that_the_judge_looks_at() -> None:
    """Each feature has two values at least, in positions of each phase, each number of players and four variants."""
    assert len(ENTRIES) >= 60
    for name in FEATURES:
        assert len({entry["features"].get(name, 0.0) for entry in ENTRIES}) > 1, name
    states = [state_of(entry) for entry in ENTRIES]
    assert {(state.phase, len(state.players)) for state in states} == {(x, y) for x in (1, 2, 3) for y in (2, 3, 4)}
    assert len({state.ruleset for state in states}) == 4
    assert any(entry["unseen"] for entry in ENTRIES)
    assert sum("deep search" in entry for entry in ENTRIES) == -(-len(ENTRIES) // DEEPLY)


def test_a_difference_is_named() -> None:
    """A number that is off, one that is missing, and one that is new; not what floats differ by."""
    expected = {"worths": [1.0, 2.0], "hasty moves": ["pass"], "features": {"money": 3.0}}
    found = {"worths": [1.0 + 1e-9, 2.1], "hasty moves": ["end"], "features": {"stock": 1.0}}
    assert list(differences(expected, expected)) == []
    assert list(differences(expected, found)) == [
        "/worths/1: 2.1, not 2.0",
        "/hasty moves/0: end, not pass",
        "/features/money: 0, not 3.0",
        "/features/stock: 1.0, not 0",
    ]
    assert list(differences({"worths": [1.0]}, {"worths": [1.0, 2.0]})) == ["/worths: [1.0, 2.0], not [1.0]"]
