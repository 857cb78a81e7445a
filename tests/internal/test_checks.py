"""Digits that people type."""

from __future__ import annotations

import pytest

from magnum_sal._internal.checks import parse_digits


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("0", 0), ("007", 7), ("123456789", 123456789)])
def test_digits_are_a_number(text: str, number: int) -> None:
    """Up to nine digits are a number."""
    assert parse_digits(text) == number


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "+1", " 1", "1_0", "1.0", "\N{SUPERSCRIPT TWO}", "\u0663", "1234567890"]
)
def test_other_texts_are_not_a_number(text: str) -> None:
    """Signs, spaces, underscores, digits of other scripts, and more digits than allowed are refused."""
    assert parse_digits(text) is None
    assert parse_digits("123", 2) is None
