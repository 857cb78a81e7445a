"""The board as text, as there is room for it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from ..model.state import GameState
from ..queries.steps import Step
from ..render import text

_LEAST_WHOLE: Final = 36
"""Lines of the whole board, at least: for less room it is not drawn, which takes a third of the time of a question."""
_LEAST_EXPLAINED: Final = 24
"""Lines of the short form with its legend, at least."""
_MOST_NEWS: Final = 8
"""Moves that the board tells of, at most."""


def board(state: GameState, news: Sequence[Step], language: str, room: int, *, has_log: bool) -> str:
    """
    Return the fullest form of the board that fits into *room* lines: the whole one, or the short one with its legend.

    It begins with the *news*, which are left out of the whole one only where a log beside it *has* them. Where nothing
    fits it is the short form, to be scrolled.
    """
    drawn = ""
    for drawn in _forms(state, tuple(news), language, room, has_log):
        if drawn.count("\n") < room:
            break
    return drawn


def _forms(state: GameState, news: tuple[Step, ...], language: str, room: int, has_log: bool) -> Iterator[str]:
    if room >= _LEAST_WHOLE:
        yield text(state, color=True, language=language, last=news)
        if has_log:
            yield text(state, color=True, language=language)
    if room >= _LEAST_EXPLAINED:
        yield text(state, color=True, language=language, last=news, form="short", legend=True)
    yield text(state, color=True, language=language, last=news, form="short")


def legend(state: GameState, language: str) -> str:
    """Return what the marks on the board mean: what stands below the whole board in its form with a legend."""
    whole, board_alone = (text(state, color=True, language=language, legend=has) for has in (True, False))
    return whole.removeprefix(board_alone).strip("\n")


def news_of(steps: Sequence[Step], bots: Container[int]) -> list[Step]:
    """Return the last move of a person among *steps*, and those of *bots* since."""
    news: list[Step] = []
    for step in steps:
        news = news_with(news, step, bots)
    return news


def news_with(news: Sequence[Step], step: Step, bots: Container[int]) -> list[Step]:
    """Return the last move of a person and those of *bots* since, once *step* was made."""
    return [*(news if step.seat in bots else ()), step][-_MOST_NEWS:]
