"""The amount of work in each profile of Hypothesis: everything at night, a quarter by day."""

from __future__ import annotations

import pytest
from hypothesis import settings
from tests.amounts import scale, select, select_pairs


def choose(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Activate a profile."""
    monkeypatch.setattr("tests.amounts.settings", lambda: settings.get_profile(profile))


def test_the_profile_for_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """At night everything is done."""
    choose("night", monkeypatch)
    assert (scale(10), scale(10, 8), scale(1)) == (10, 10, 1)
    assert select("abcde") == [*"abcde"]
    assert select_pairs("ab", (1, 2)) == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_the_profile_for_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """By day a quarter is done, but not less than a test needs. Every item occurs in a pair."""
    choose("day", monkeypatch)
    assert (scale(10), scale(10, 8), scale(1)) == (2, 8, 1)
    assert select("abcde") == ["a", "e"]
    for firsts, seconds, share in ((range(20), range(16), 4), (range(21), range(3), 3), (range(2), range(16), 2)):
        pairs = select_pairs(firsts, seconds)
        assert len(pairs) == len(firsts) * len(seconds) // share
        assert ({first for first, _ in pairs}, {second for _, second in pairs}) == ({*firsts}, {*seconds})


def test_the_profile_for_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants are tried with few examples, but with all items of lists."""
    choose("mutants", monkeypatch)
    assert scale(10) == 3
    assert select("abcde") == [*"abcde"]


def test_the_deep_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the deep profile numbers are multiplied, and lists are used completely."""
    choose("deep", monkeypatch)
    assert scale(10) == 200
    assert select("abc") == [*"abc"]
