"""The board as text, as there is room for it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from .._step import Step
from ..render import text
from ..state import GameState

WIDE: Final = 132
"""From so many columns on, the answers and the log stand beside the board."""
TALL: Final = 70
"""From so many lines on, there is room for the whole board above the answers."""
_MOST_NEWS: Final = 8
"""Moves that the short board tells of, at most."""


def board(state: GameState, news: Sequence[Step], language: str, columns: int, lines: int) -> str:
    """
    Return the board for a screen of so many columns and lines.

    Where the answers leave it little room, it has its short form, with the *news* that the log has elsewhere.
    """
    if columns >= WIDE or lines >= TALL:
        return text(state, color=True, language=language)
    return text(state, color=True, language=language, last=tuple(news), form="short")


def news_with(news: Sequence[Step], step: Step, bots: Container[int]) -> list[Step]:
    """Return the last move of a person and those of *bots* since, once *step* was made."""
    return [*(news if step.seat in bots else ()), step][-_MOST_NEWS:]
