"""
Draw the pictures of these pages from a recorded game: `python docs/pictures.py`, or the build of the documentation.

Every run draws them again, and the sources do not contain them, so they always show the current output of the library.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import attrs

from magnum_sal import ExtractSalt, Game, GameState, PlaceMiner, Step, legal_moves, new_game, render, sensible_moves
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher, play

DOCS = Path(__file__).parent
SAMPLE_GAME = DOCS.parent / "tests" / "games" / "four_players.jsonl"
MAPPED_GAME = SAMPLE_GAME.with_name("mapped_mine.jsonl")
PICTURES = DOCS / "_pictures"
BUSY_MOVE = 307
"""The number of moves after which most pieces of the sample game are in use."""
STRIP_WIDTH = 640
TUTORIAL = DOCS / "tutorial.md"
EXAMPLES = DOCS.parent / "examples"
EXPANSION = EXAMPLES / "expansion" / "src"
README_PICTURE = DOCS / "images" / "table.svg"
"""The only picture that the sources contain. The README and the first page show it."""


def draw_all(target: Path = PICTURES) -> list[Path]:
    """Draw all pictures into the folder *target* and return their paths."""
    target.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, picture in _pictures(Game.from_log(SAMPLE_GAME)):
        path = target / f"{name}.svg"
        # An unchanged picture keeps its date, so that Sphinx need not copy it again.
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            path.write_text(picture, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def draw_for_readme(target: Path = README_PICTURE) -> Path:
    """Draw the README's picture again, when a test reports an outdated one: `python docs/pictures.py --readme`."""
    game = Game.from_log(SAMPLE_GAME)
    picture = render.svg(game.at(BUSY_MOVE), last=list(game.steps())[BUSY_MOVE - 1])
    target.write_text(picture, encoding="utf-8", newline="\n")
    return target


def _pictures(game: Game) -> Iterator[tuple[str, str]]:
    opening, busy, end = game.at(0), game.at(BUSY_MOVE), game.state
    steps = list(game.steps())
    for theme in get_args(render.ThemeName):
        yield f"busy_{theme}", render.svg(busy, theme=theme, last=steps[BUSY_MOVE - 1])
    yield "opening_light", render.svg(opening)
    yield "opening_dark", render.svg(opening, theme="dark")
    yield "end_light", render.svg(end, last=steps[-1])
    yield "end_dark", render.svg(end, theme="dark", last=steps[-1])
    yield "busy_polish", render.svg(busy, language="pl")
    move = next(move for move in legal_moves(busy) if isinstance(move, PlaceMiner))
    yield "targets", render.svg(busy, highlight=move, targets_of=move.source)
    mined = next(step for step in steps if isinstance(step.move, ExtractSalt) and any(step.move.payments))
    yield "last", render.svg(mined.after, last=mined)
    turn = _between_turns(steps[53:])
    yield "turn", render.svg(turn[-1].after, last=turn)
    over = next(step for step in steps if step.after.phase > step.before.phase)
    yield "phase_end", render.svg(over.after, last=over)
    for layout in ("tall", "board", "mine", "town", "players", "panels"):
        yield layout, render.svg(busy, layout=layout)
    yield "board_dark", render.svg(end, layout="board", theme="dark")
    yield "town_phone", render.svg(busy, layout="town", size=390)
    yield "tall_dark", render.svg(busy, layout="tall", theme="dark")
    yield (
        "arrows",
        render.svg(
            busy, layout="mine", arrows=[("S3", "2R2"), render.Arrow("2L3", "S4", "#7a1fa2")], fill={"3R1": "#d81b60"}
        ),
    )
    yield "own", render.svg(busy, layout="mine", theme=own_theme(), symbols=own_symbols(), coordinates=False)
    yield "mapped", render.svg(Game.from_log(MAPPED_GAME).state)
    table = expansion()
    yield "expansion", render.svg(table)
    yield "expansion_dark", render.svg(table, theme="dark")
    view = seen_with_a_lamp()
    yield "lamp", render.svg(view, layout="mine", size=STRIP_WIDTH)
    yield "lamp_dark", render.svg(view, layout="mine", size=STRIP_WIDTH, theme="dark")
    yield "notebook_state", new_game(["Ada", "Ben"], seed=7)._repr_svg_()
    yield "notebook_step", steps[BUSY_MOVE]._repr_svg_()
    yield "quickstart", render.svg(quickstart())
    opening, end = tutorial()
    yield "tutorial_opening", render.svg(opening)
    yield "tutorial_end", render.svg(end)
    for number, state in enumerate(first_phase(game)):
        yield f"phase_{number:02}", render.svg(state, layout="mine", size=STRIP_WIDTH)


def _between_turns(steps: list[Step]) -> list[Step]:
    """Return the first steps between two turns of a player, who was away in that time."""
    first = next(number for number, step in enumerate(steps) if step.seat != step.after.turn_seat)
    away = steps[first].seat
    others = steps[first + 1 :]
    back = next(number for number, step in enumerate(others) if step.seat == away)
    return others[:back]


def own_theme() -> render.Theme:
    """Return the library's light theme in cold colours."""
    return attrs.evolve(render.THEMES["light"], earth="#37474f", strata="#31404a", edge="#b7c9d3", room="#eef4f7",
                        shaft="#dbe7ee", rock="#5b7280", grass="#7aa5a0")  # fmt: skip


def own_symbols() -> dict[str, render.Symbol]:
    """Return drawings of cubes that replace the library's: plain discs without a letter, distinguished by a pattern."""
    patterns = {"brown": "M4 10H16", "green": "M4 7H16M4 13H16", "white": "M10 4V16"}
    theme = render.THEMES["light"]
    return {
        f"cube-{kind}": render.Symbol(
            20,
            20,
            f'<circle cx="10" cy="10" r="9" fill="{theme.salt(kind)[0]}" stroke="{theme.rim}" stroke-width="1.5"/>'
            f'<path d="{pattern}" stroke="{theme.salt(kind)[1]}" stroke-width="2.5"/>',
        )
        for kind, pattern in patterns.items()
    }


def first_phase(game: Game) -> Iterator[GameState]:
    """Yield the first position, the one at the end of each round of the first phase, and the one after it."""
    before = game.at(0)
    yield before
    for _, transition in game.history():
        state = transition.state
        if (state.phase, state.round) != (before.phase, before.round):
            yield state
        if state.phase > 1:
            return
        before = state


def quickstart() -> GameState:
    """Return the end of the game that the quick start plays."""
    rng = random.Random(7)
    state = new_game(["Ada", "Ben", "Cleo"], seed=7)
    while not state.is_over:
        state = state.play(rng.choice(sensible_moves(state)))
    return state


def tutorial() -> tuple[GameState, GameState]:
    """Return the opening and the end of the game that the bot on the tutorial's page plays."""
    (code,) = re.findall(r"^:caption: digger\.py\n(.*?)^```", TUTORIAL.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(code, names)
    bot = names["Digger"](random.Random(1))
    state = opening = new_game(["Bot", "Chance"], seed=7)
    chance = random.Random(1)
    # On the page, chance plays a game against itself before this one, from the same random source.
    while not state.is_over:
        state = state.play(chance.choice(sensible_moves(state)))
    state = opening
    while not state.is_over:
        public = state.public()
        state = state.play(
            bot(public, legal_moves(public)) if state.to_move == 0 else chance.choice(sensible_moves(public))
        )
    return opening, state


def seen_with_a_lamp() -> GameState:
    """Return the view of a player who has looked at a tile."""
    sys.path.append(str(EXAMPLES))
    from lamp import LAMP_GAME, UseLamp

    state = position("players: Ada, Ben | A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    return state.play(UseLamp("1L1")).seen_by(0)


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
