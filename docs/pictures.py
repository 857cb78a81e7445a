"""
Draws the pictures of these pages, from a recorded game: `python docs/pictures.py` or the documentation's own build.

They are made anew each time and not kept with the sources, so they always show what the library draws today.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from magnum_sal import Game, GameState, legal_moves, new_game, render
from magnum_sal.testing.players import finisher, play

DOCS = Path(__file__).parent
SAMPLE_GAME = DOCS.parent / "tests" / "games" / "four_players.jsonl"
MAPPED_GAME = SAMPLE_GAME.with_name("mapped_mine.jsonl")
PICTURES = DOCS / "_pictures"
BUSY_MOVE = 307
"""So many moves into the sample game most pieces are in use."""
STRIP_WIDTH = 640
EXPANSION = DOCS.parent / "examples" / "expansion" / "src"
README_PICTURE = DOCS / "images" / "table.svg"
"""The one picture that is kept with the sources, for the README; the first page shows it too."""


def draw_all(target: Path = PICTURES) -> list[Path]:
    """Draw all pictures into the folder *target* and return their paths."""
    target.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, picture in _pictures(Game.from_log(SAMPLE_GAME)):
        path = target / f"{name}.svg"
        # A picture that has not changed keeps its date, so that Sphinx need not copy it again.
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            path.write_text(picture, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def draw_for_readme(target: Path = README_PICTURE) -> Path:
    """Draw the README's picture anew: `python docs/pictures.py --readme`, where a test says that it is out of date."""
    picture = render.svg(Game.from_log(SAMPLE_GAME).at(BUSY_MOVE))
    target.write_text(picture, encoding="utf-8", newline="\n")
    return target


def _pictures(game: Game) -> Iterator[tuple[str, render.Svg]]:
    opening, busy, end = game.at(0), game.at(BUSY_MOVE), game.state
    yield "opening", render.svg(opening)
    yield "opening_dark", render.svg(opening, theme="dark")
    yield "busy", render.svg(busy)
    yield "busy_dark", render.svg(busy, theme="dark")
    yield "busy_polish", render.svg(busy, language="pl")
    yield "end", render.svg(end)
    yield "end_dark", render.svg(end, theme="dark", language="de")
    move = next(move for move in legal_moves(busy) if move.type == "place_miner")
    yield "targets", render.svg(busy, highlight=move, targets_of=move.source)
    steps = list(game.steps())
    mined = next(step for step in steps[BUSY_MOVE:] if step.move.type == "extract_salt")
    yield "last", render.svg(mined.after, last=mined)
    yield "mapped", render.svg(Game.from_log(MAPPED_GAME).state)
    table = expansion()
    yield "expansion", render.svg(table)
    yield "expansion_dark", render.svg(table, theme="dark")
    for number, state in enumerate(first_phase(game)):
        yield f"phase_{number:02}", render.svg(state, width=STRIP_WIDTH)


def first_phase(game: Game) -> Iterator[GameState]:
    """Yield the first position, the one at the end of each round of the first phase, and the one after it."""
    before = game.at(0)
    yield before
    for _, transition in game.transitions():
        state = transition.state
        if (state.phase, state.round) != (before.phase, before.round):
            yield state
        if state.phase > 1:
            return
        before = state


def expansion() -> GameState:
    """Return a position of a game with the worked expansion."""
    sys.path.append(str(EXPANSION))
    from crystal_chapel import CRYSTAL_CHAPEL

    opening = new_game(["Ada", "Ben", "Cleo"], seed=4, ruleset=CRYSTAL_CHAPEL)
    states = (after.state for _, _, after in play(opening, finisher, random.Random(4), 900))
    return next(state for state in states if state.phase == 2 and _foremen(state) == 2)


def _foremen(state: GameState) -> int:
    return sum(chest.foreman is not None for chest in state.extras["chests"])


if __name__ == "__main__":
    draw_all()
    if "--readme" in sys.argv:
        draw_for_readme()
