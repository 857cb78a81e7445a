"""Steps and positions of the recorded games, for the tests of pictures."""

from __future__ import annotations

from functools import cache, lru_cache

from tests.recorded import GAMES, recorded_game

import magnum_sal as ms
from magnum_sal import render

__all__ = ["GAMES", "at", "draw", "sampled", "steps", "turns"]


@cache
def steps(game: str) -> tuple[ms.Step, ...]:
    """Return the steps of a recorded game."""
    return tuple(recorded_game(game).steps())


def sampled(game: str, every: int) -> list[ms.Step]:
    """Return the first step, one step in *every* after it, and always the last one."""
    made = steps(game)
    return [*made[:-1:every], made[-1]]


def turns(game: str, every: int) -> list[tuple[ms.Step, ...]]:
    """Return the steps of whole turns, as players see them who have waited for their own turn."""
    found: list[list[ms.Step]] = []
    for step in steps(game):
        if not found or found[-1][-1].seat != step.seat:
            found.append([])
        found[-1].append(step)
    return [tuple(turn) for turn in found[::every]]


def at(game: str, moves: int) -> ms.GameState:
    """Return the position after this many moves. Negative numbers count from the end, which is -1."""
    made = steps(game)
    return made[0].before if moves == 0 else made[moves - 1 if moves > 0 else moves].after


@lru_cache(maxsize=64)
def draw(game: str, moves: int, layout: render.LayoutName, language: str = "en") -> render.Svg:
    """Return the picture of a position, without marks."""
    return render.svg(at(game, moves), layout=layout, language=language)
