"""Each entry on the page about positions is valid and has an effect."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magnum_sal.testing import position, sketch

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "positions.md").read_text("utf-8")
ENTRIES = [row.replace(r"\|", "|") for row in re.findall(r"^\| `(.*?)` \| .* \| .* \|$", PAGE, re.MULTILINE)]
WAY = "S1: A | S2: A | 1L1: A | "
"""The places where a miner must stand so that the entry makes a position (CHAIN-2)."""


def test_the_page_has_the_entries() -> None:
    """The test finds the rows of the tables."""
    assert len(ENTRIES) > 25


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_of_the_page(entry: str) -> None:
    """An entry of the page is read, changes the position, and survives a round trip."""
    state = position(WAY * entry.startswith("1L2: Aa") + entry)
    assert state != position("")
    assert position(sketch(state)) == state


@pytest.mark.parametrize("text", re.findall(r"`((?:workshop|castle|A): [^`]*)`", PAGE))
def test_an_entry_inside_a_row(text: str) -> None:
    """The longer forms that a row shows are read and change the position."""
    assert position(text) != position("")
