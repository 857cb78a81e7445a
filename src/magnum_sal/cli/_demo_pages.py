"""The pages of ``magnum-sal demo`` on a terminal: the table after each turn, with a prompt below it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Final, TypeAlias

import magnum_sal as ms

from .. import render
from ..words import label
from ._output import ask_line, columns, print_text

Skip: TypeAlias = Callable[[ms.GameState], Hashable]
"""A function of the state. The next page is shown once its result has changed."""


def turn_of(state: ms.GameState) -> tuple[int, int, int]:
    """Return the phase, the round and the seat, which together identify a turn."""
    return state.phase, state.round, state.turn_seat


_SKIPS: Final[dict[str, Skip]] = {
    "": turn_of,
    "r": lambda state: (state.phase, state.round),
    "p": lambda state: state.phase,
    "e": lambda state: state.is_over,
}
"""The commands that a person can type below a page, besides ``q``, with the change that each waits for."""
_QUIT: Final = "q"


def show_pages(introduction: str, steps: Iterable[ms.Step], *, language: str, color: bool) -> None:
    """
    Print the introduction, and then the table after each turn, and wait for Enter after each page.

    A page has at most 23 lines, so that it fits a terminal of 24 lines with the prompt. The person can skip to the next
    round, to the next phase or to the end, or quit. After that, no further steps are played.
    """
    print_text(introduction)
    skip = _ask(label("demo.keys", language))
    turns = _group_turns(steps)
    # Check the command first: after `q`, not even the next turn is played.
    while skip is not None and (turn := next(turns, None)) is not None:
        before, after = turn[0].before, turn[-1].after
        if after.is_over or skip(before) != skip(after):
            print_text(render.text(after, form="short", color=color, language=language, last=turn, width=columns()))
            skip = _ask(label("demo.result" if after.is_over else "demo.keys", language))


def _group_turns(steps: Iterable[ms.Step]) -> Iterator[tuple[ms.Step, ...]]:
    turn: list[ms.Step] = []
    for step in steps:
        turn.append(step)
        if step.after.is_over or turn_of(step.before) != turn_of(step.after):
            yield tuple(turn)
            turn = []


def _ask(prompt: str) -> Skip | None:
    """Ask until the person types a known command. Return None for ``q`` and at the end of the input."""
    while (line := ask_line(prompt)) is not None and (word := line.strip().lower()) != _QUIT:
        if word in _SKIPS:
            return _SKIPS[word]
    return None
