"""How much a test does in each profile of Hypothesis: all of it at night, a quarter by day."""

from __future__ import annotations

import pytest
from hypothesis import settings
from tests.amounts import scale, select, select_pairs


def choose(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a profile the chosen one."""
    monkeypatch.setattr("tests.amounts.settings", lambda: settings.get_profile(profile))


def test_at_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is done."""
    choose("night", monkeypatch)
    assert (scale(10), scale(10, 8), scale(1)) == (10, 10, 1)
    assert select("abcde") == [*"abcde"]
    assert select_pairs("ab", (1, 2)) == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter is done, but not less than a test needs; every item is in some pair."""
    choose("day", monkeypatch)
    assert (scale(10), scale(10, 8), scale(1)) == (2, 8, 1)
    assert select("abcde") == ["a", "e"]
    for firsts, seconds, share in ((range(20), range(16), 4), (range(21), range(3), 3), (range(2), range(16), 2)):
        pairs = select_pairs(firsts, seconds)
        assert len(pairs) == len(firsts) * len(seconds) // share
        assert ({first for first, _ in pairs}, {second for _, second in pairs}) == ({*firsts}, {*seconds})


def test_in_the_deep_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers are multiplied; of lists there is no more than all."""
    choose("deep", monkeypatch)
    assert scale(10) == 200
    assert select("abc") == [*"abc"]
