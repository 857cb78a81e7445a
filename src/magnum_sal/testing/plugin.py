"""
A pytest plugin that explains why two positions are not equal by listing the differing entries of their texts.

Enable it with one line in ``conftest.py``: ``pytest_plugins = ["magnum_sal.testing.plugin"]``.
"""

from __future__ import annotations

from ..model.state import GameState
from ..record.positions import entries_by_name, sketch

__all__: list[str] = []  # pytest finds its hooks by name.


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Return lines that explain why two positions are not equal. Return None for other comparisons."""
    if op != "==" or not isinstance(left, GameState) or not isinstance(right, GameState):
        return None
    try:
        sides = [entries_by_name(sketch(state)) for state in (left, right)]
    except Exception:  # The position cannot be written as text, or is not a position. Pytest compares field by field.
        return None
    names = [name for name in {**sides[0], **sides[1]} if sides[0].get(name) != sides[1].get(name)]
    told = [f"two positions that differ in {', '.join(names)}"]
    for name in names:
        for side, entries in zip(("left ", "right"), sides, strict=True):
            told.append(f"{side}  {entries.get(name, f'(no entry for {name})')}")
    return told
