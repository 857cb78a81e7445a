"""The page of the positions: each entry on it is read, and has the meaning that its row gives it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magnum_sal.testing import position, sketch

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "positions.md").read_text("utf-8")
ENTRIES = [row.replace(r"\|", "|") for row in re.findall(r"^\| `(.*?)` \| .* \| .* \|$", PAGE, re.MULTILINE)]
WAY = "S1: A | S2: A | 1L1: A | "
"""Where somebody has to stand for an entry to make a position (CHAIN-2)."""


def test_the_page_has_the_entries() -> None:
    """The tables are found, row by row."""
    assert len(ENTRIES) > 25


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_of_the_page(entry: str) -> None:
    """It is read as it stands, says something, and comes back."""
    state = position(WAY * entry.startswith("1L2: Aa") + entry)
    assert state != position("")
    assert position(sketch(state)) == state


@pytest.mark.parametrize("text", re.findall(r"`((?:workshop|castle|A): [^`]*)`", PAGE))
def test_an_entry_inside_a_row(text: str) -> None:
    """So are the longer forms that a row shows."""
    assert position(text) != position("")
