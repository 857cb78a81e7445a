"""Stepping through a recorded game, position by position, forwards and back (``magnum-sal replay LOG --step``)."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import magnum_sal as ms

from ..errors.messages import brief
from ..queries.steps import steps_of
from ..words import reveal_in_words, step_in_words
from ._boards import Boards

PROMPT: Final = "[Enter] next, [b] back, [number] go there, [q] quit: "


def step_through(game: ms.Game, commands: Iterable[str], *, start: int, boards: Boards) -> Iterator[str]:
    """
    Yield what to print, one text a command, the first for the position to begin with; its last line goes on.

    Args:
        game: The game.
        commands: What the person types, a line each; nothing for forwards, ``b`` for back, a number of moves, or ``q``.
        start: The number of moves made in the first position.
        boards: How tables are printed, and in which language.
    """
    last, at = game.step_count, start
    yield _position(game, at, boards)
    for command in commands:
        word = command.strip().lower()
        if word == "q":
            return
        wanted = at + 1 if word in ("", "n") else at - 1 if word == "b" else _number(word)
        if wanted is None:
            yield f"{brief(word)} is none of these.\n"
        elif not 0 <= wanted <= last:
            yield f"The game has positions from 0 to {last} moves; this is {at}.\n"
        else:
            at = wanted
            yield _position(game, at, boards)


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _position(game: ms.Game, at: int, boards: Boards) -> str:
    """Return a position, with what led to it below or, in the short form, above it."""
    state, place = game.at(at), f"{at}/{game.step_count} "
    whole = boards.whole(state, ["", *_led_to(game, at, boards.language), place])
    if whole is not None:
        return whole
    last = deque(steps_of(game.at(0), islice(game.course(), at)), maxlen=1)
    return f"{boards.short(state, tuple(last))}\n{place}"


def _led_to(game: ms.Game, at: int, language: str) -> tuple[str, ...]:
    """Return what was done last before a position, and what came of it."""
    if not at:
        return ()
    move, transition = next(islice(game.course(), at - 1, None))
    before = game.at(at - 1)
    if isinstance(move, ms.Reveal):
        return reveal_in_words(before, transition.events, language)
    return step_in_words(ms.Step(before, move, *transition), language)


def typed_lines() -> Iterator[str]:
    """Yield the lines a person types, each after a prompt, until the input ends."""
    while True:
        print(PROMPT, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        yield line
