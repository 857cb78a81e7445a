"""The meaning of a text in the input line."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.terminal.test_answers import BOTH, asked

import magnum_sal as ms
from magnum_sal.cli.terminal._answers import Refusal, Row, list_rows, parse_input, whole_moves


@pytest.mark.parametrize(
    ("answers", "typed", "expected"),
    [
        ((), "inn", ms.VisitInn()),
        ((), "hires", ms.VisitInn()),
        ((), "visit the market", "Visit the market"),
        ((), "visit_market", "Visit the market"),
        (("extract_salt",), "bbg", "BBG"),
        (("extract_salt", BOTH, 0), "2", "Pay Ben 2 groszy"),
        (("extract_salt", BOTH, 0), ">S3", ms.PlaceMiner("stock", "S3")),
        (("visit_market",), "buy", Refusal("9 lines contain 'buy': choose one with the arrow keys")),
        ((), "fly", "no line contains 'fly'; "),
        ((), "x1L1 BB +c +c", "[TOOL-1]"),
    ],
)
def test_the_meaning_of_a_typed_text(answers: tuple[Any, ...], typed: str, expected: Any) -> None:
    """A typed text is an answer, a move in notation, or a filter that leaves one line. Other texts are refused."""
    choice = asked(*answers)
    found = parse_input(choice.state, typed, list_rows(choice, "en"), lambda: whole_moves(choice, "en"), "en")
    if isinstance(found, Refusal):
        assert found == expected if isinstance(expected, Refusal) else expected in found.sentence
    elif isinstance(found, Row):
        assert expected in (found.words, found.after.move)
    else:
        assert found == expected
