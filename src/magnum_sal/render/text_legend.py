"""The legend that explains the marks in the text form of the table."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ..model.state import GameState
from ..words import label
from .board_facts import find_seen_pieces
from .text_lines import Line, Span, paragraph

Form: TypeAlias = Literal["full", "short"]
"""The form of the text: everything, or only what fits in a small terminal."""

FORMS: Final = ("full", "short")

_MARKS: Final = (
    ("space", "S1  1L2"),
    ("miners", "A2 a1"),
    ("salt", "B G W  B2"),
    ("chamber", "BBG/1"),
    ("tile", "(BBG/1)"),
    ("unreached", "?"),
    ("turned", "x"),
    ("nothing", "-"),
    ("player", ">"),
    ("order", "BBG=17"),
    ("bar", "BB=9 | GG=13"),
    ("track", "5 5 [6]"),
    ("market", "5# 4# 3."),
    ("used", "*"),
)
"""Pairs of the id of an explanation and the mark that it explains."""

_ALONE: Final = {"tile": "full", "track": "full", "used": "short"}
"""For each mark that appears in only one form, the name of that form."""

_COLUMN: Final = 14


def legend_lines(state: GameState, language: str, width: int, form: Form) -> list[Line]:
    """Return a line for each mark that can appear in the text of this game."""
    stands = {name: form == only for name, only in _ALONE.items()}
    # A mark that no position of this game can show would only confuse readers. For example, only a mapped mine has
    # tiles that are turned face down again.
    lie_open = state.ruleset.mapped_mine
    stands |= {"turned": lie_open, "bar": find_seen_pieces(state) is not None}
    # In such a mine, or if players can look at tiles, even the short form shows the known tiles of unrevealed chambers.
    stands["tile"] |= lie_open or state.ruleset.has_looks
    lines: list[Line] = [(Span(label("picture.legend", language).upper(), "bold"),)]
    for name, mark in _MARKS:
        if stands.get(name, True):
            meaning = label(f"picture.mark.{name}", language)
            lines += paragraph((Span(f"{mark:{_COLUMN}}"),), meaning, width, indent=_COLUMN)
    return lines
