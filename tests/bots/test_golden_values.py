"""The numbers behind the bots' decisions, compared with ``golden_values.json``: judge, quick player and search."""

from typing import Any

import pytest
from tests.bots.golden_values import DEEPLY, differences, golden_positions, state_of, values_of

from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import load_judge

ENTRIES = golden_positions()
PARTS = 8
"""Each part of the positions is a separate test."""


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_the_numbers_are_the_approved_ones(part: int) -> None:
    """The computed numbers equal the stored ones. ``python -m tests.bots.golden_values`` updates them on purpose."""
    for number in range(part, len(ENTRIES), PARTS):
        entry = ENTRIES[number]
        assert list(differences(_without_position(entry), values_of(number, entry, load_judge()))) == [], number


def _without_position(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in ("position", "seat", "unseen")}


@pytest.mark.slow
def test_the_positions_cover_all_features() -> None:
    """Each feature has at least two values. The positions cover all phases, numbers of players and four variants."""
    assert len(ENTRIES) >= 60
    for name in FEATURES:
        assert len({entry["features"].get(name, 0.0) for entry in ENTRIES}) > 1, name
    states = [state_of(entry) for entry in ENTRIES]
    assert {(state.phase, len(state.players)) for state in states} == {(x, y) for x in (1, 2, 3) for y in (2, 3, 4)}
    assert len({state.ruleset for state in states}) == 4
    assert any(entry["unseen"] for entry in ENTRIES)
    assert sum("deep search" in entry for entry in ENTRIES) == -(-len(ENTRIES) // DEEPLY)


def test_a_difference_is_named() -> None:
    """Changed, missing and new numbers are reported, but not rounding errors."""
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
