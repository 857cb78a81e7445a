"""
Golden pictures: the approved drawings of a few positions, as digests of their parts.

``golden_pictures.json`` holds a digest of each part of each picture. ``test_golden_pictures.py`` compares them with the
pictures drawn now. A digest cannot show what has changed: ``python -m tests.render.golden_pictures --draw FOLDER``
draws all pictures. Do this before and after the change, look at both versions of the pictures that the test names, and
run the command without ``--draw`` to approve the new ones. It needs ``PYTHONPATH=examples``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from smithy import SMITHY_GAME
from tests.render.recorded import at, steps
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render.line_graph import Mark, Panel, line_graph
from magnum_sal.testing.players import finisher, play

PATH: Final = Path(__file__).with_suffix(".json")


def _play_with_extension(ruleset: ms.Ruleset, moves: int) -> ms.GameState:
    """Return a position of a game with an extension, after this many moves."""
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=3, ruleset=ruleset)
    for _, _, transition in play(state, finisher, random.Random(3), moves):
        state = transition.state
    return state


def _draw_turn(last: int) -> str:
    """Return the picture of a position with its last steps."""
    made = steps("four_players")[300 - last : 300]
    return render.svg(made[-1].after, last=made, language="pl", theme="dark")


def _draw_with_marks() -> str:
    """Return a picture with a move that has not been made, and with the caller's arrows and colours."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    arrows: list[render.Arrow | tuple[str, str]] = [("S1", "1L1"), render.Arrow("inn", "castle", "#aa0000")]
    fill = {"S2": "#00aa00", "market": "#0000aa"}
    return render.svg(state, highlight=ms.PlaceMiner("stock", "S1"), arrows=arrows, fill=fill, seat=1, legend=False)


def _draw_graph() -> str:
    """Return a line graph with two panels."""
    marks = [Mark(1, 0), *(Mark(phase, number) for phase in (1, 2) for number in (1, 2, 3))]
    money = [[10, 12, 14], [7, 15, 11], [3, 4, 9], [0, 7, 30], [45, 6, 22], [51, 8, 20], [50, 30, 19]]
    chances = [[33, 33, 34], [40, 30, 30], [42, 38, 20], [60, 25, 15], [70, 20, 10], [80, 15, 5], [100, 0, 0]]
    return line_graph(marks, [Panel("money", money), Panel("chances", chances, top=100)], "title", "about", "de")


def _draw_legend(language: str, form: render.Form) -> str:
    """Return the table as text with the legend of its marks."""
    return render.text(at("two_players", 200), language=language, form=form, legend=True)


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "opening, wide": lambda: render.svg(ms.new_game(["Ada", "Ben"], seed=7)),
    "four players, town": lambda: render.svg(at("four_players", 150), layout="town", language="de"),
    "four players, players": lambda: render.svg(at("four_players", 150), layout="players"),
    "four players, tall, dark": lambda: render.svg(at("four_players", 240), layout="tall", theme="dark", seat=2),
    "four players, board": lambda: render.svg(at("four_players", 330), layout="board", language="pl"),
    "four players, panels": lambda: render.svg(at("four_players", 400), layout="panels", language="de"),
    "three players, the end": lambda: render.svg(at("three_players", -1), properties=False),
    "three players, mine": lambda: render.svg(at("three_players", 300), layout="mine", coordinates=False),
    "mapped mine": lambda: render.svg(at("mapped_mine", 420), title=False),
    "carts, public": lambda: render.svg(at("second_edition_cart", 380).public(), layout="tall", size=700),
    "last step": lambda: _draw_turn(1),
    "last twelve steps": lambda: _draw_turn(12),
    "marks": _draw_with_marks,
    "smithy": lambda: render.svg(_play_with_extension(SMITHY_GAME, 160)),
    "weather": lambda: render.svg(_play_with_extension(WEATHER_GAME, 160), layout="tall", language="pl"),
    "graph": _draw_graph,
    "legend, full": lambda: _draw_legend("en", "full"),
    "legend, short": lambda: _draw_legend("de", "short"),
}


def list_parts(picture: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each part: the drawings that a picture uses, its layers, places and panels."""
    if not picture.startswith("<svg"):
        yield "text", picture
        return
    root = ET.fromstring(picture)
    yield "root", repr(sorted(root.attrib.items()))
    for child in root:
        if child.get("id") is None and len(child):  # the list of drawings, or a group without a name
            yield _name_part(child), repr(sorted(child.attrib.items()))
            parts = [*child]
        else:
            parts = [child]
        for part in parts:
            yield _name_part(part), repr(_describe(part))


def _describe(node: ET.Element) -> tuple[object, ...]:
    """Return everything in a node. ElementTree's own text of it depends on the namespaces that others register."""
    return node.tag, sorted(node.attrib.items()), node.text, node.tail, [_describe(child) for child in node]


def _name_part(part: ET.Element) -> str:
    return part.get("id") or part.get("class") or part.tag.rpartition("}")[2]


def digest_parts(picture: str) -> dict[str, str]:
    """Return the digests of a picture's parts by name; parts with the same name have one digest."""
    texts: dict[str, str] = {}
    for name, text in list_parts(picture):
        texts[name] = texts.get(name, "") + text
    return {name: hashlib.sha256(text.encode()).hexdigest()[:12] for name, text in texts.items()}


def main() -> None:
    """Write the digests of all pictures, or draw the pictures into a folder."""
    parser = argparse.ArgumentParser(description="Approve the pictures that are drawn now.")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="draw the pictures into FOLDER, approve nothing")
    folder: Path | None = parser.parse_args().draw
    drawn = {name: str(draw()) for name, draw in PICTURES.items()}
    if folder is None:
        PATH.write_text(
            json.dumps({name: digest_parts(text) for name, text in drawn.items()}, indent=1) + "\n", "utf-8"
        )
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in drawn.items():
        suffix = ".svg" if text.startswith("<svg") else ".txt"
        (folder / f"{name.replace(', ', '-').replace(' ', '-')}{suffix}").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
