"""Stepping through a recorded game, position by position, forwards and back (``magnum-sal replay LOG --step``)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import magnum_sal as ms

from .. import render
from ..labels import reveal_in_words, step_in_words

PROMPT: Final = "[Enter] next, [b] back, [number] go there, [q] quit: "


def step_through(game: ms.Game, commands: Iterable[str], *, start: int, language: str, color: bool) -> Iterator[str]:
    """
    Yield what to print, one text a command, the first for the position to begin with.

    Args:
        game: The game.
        commands: What the person types, a line each; nothing for forwards, ``b`` for back, a number of moves, or ``q``.
        start: The number of moves made in the first position.
        language: One of ``labels.LANGUAGES``.
        color: Whether to colour with terminal escape codes.
    """
    last, at = game.step_count, start
    yield _position(game, at, language, color)
    for command in commands:
        word = command.strip().lower()
        if word == "q":
            return
        wanted = at + 1 if word in ("", "n") else at - 1 if word == "b" else _number(word)
        if wanted is None:
            yield f"{word!r} is none of these."
        elif not 0 <= wanted <= last:
            yield f"The game has positions from 0 to {last} moves; this is {at}."
        else:
            at = wanted
            yield _position(game, at, language, color)


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _position(game: ms.Game, at: int, language: str, color: bool) -> str:
    """Return a position, with what led to it below."""
    lines = [render.text(game.at(at), color=color, language=language), ""]
    if at:
        move, transition = next(islice(game.course(), at - 1, None))
        before = game.at(at - 1)
        if isinstance(move, ms.Reveal):
            lines += reveal_in_words(before, transition.events, language)
        else:
            lines += step_in_words(ms.Step(before, move, *transition), language)
    lines.append(f"{at}/{game.step_count}")
    return "\n".join(lines)


def typed_lines() -> Iterator[str]:
    """Yield the lines a person types, each after a prompt, until the input ends."""
    while True:
        print(PROMPT, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        yield line
