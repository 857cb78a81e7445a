"""A graph of a game: everybody's money and salt at the end of each round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from .._step import Step
from ..labels import label, roman, titled
from ..pieces import SEAT_LETTERS
from ..render import THEMES
from ..render._svg_elements import FONT, element, short
from ..render._themes import Theme, with_properties
from ..state import GameState, Player

_WIDTH: Final = 640
_HEIGHT: Final = 230
_LEFT: Final = 44
_RIGHT: Final = 70
_TOP: Final = 34
_FOOT: Final = 34
_LINES: Final = 4
_UNITS: Final = tuple(unit * 10**power for power in range(7) for unit in (1, 2, 3, 5))
"""What lies between two lines."""
_DASHES: Final = (None, "9 4", "3 3", "12 3 3 3")
"""What tells the lines apart for who does not see colours, by seat."""


@attrs.frozen
class _Round:
    """What everybody had when a round was over."""

    phase: int
    round: int
    players: tuple[Player, ...]


def graph(opening: GameState, steps: Sequence[Step], language: str) -> str:
    """
    Return the graph as SVG, with what it shows as its description.

    Args:
        opening: The first position.
        steps: The moves that were made.
        language: One of ``labels.LANGUAGES``.
    """
    rounds = tuple(_rounds(opening, steps))
    paint = with_properties(THEMES["light"])
    panels: tuple[tuple[str, Callable[[Player], int]], ...] = (
        ("table.graph_money", lambda player: player.money),
        ("table.graph_salt", lambda player: player.salt.total),
    )
    drawn = "".join(
        element(
            "g", "".join(_panel(rounds, label(name, language), held, paint, language)), transform=f"translate(0 {y})"
        )
        for (name, held), y in zip(panels, (0, _HEIGHT), strict=True)
    )
    title = element("title", titled(label("table.graph", language)), id="graph-title")
    about = element("desc", " ".join(_told(rounds, language)), id="graph-desc")
    return element(
        "svg",
        title + about + drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {2 * _HEIGHT}",
        role="img",
        aria_labelledby="graph-title graph-desc",
        font_family=FONT,
        font_size=13,
        fill=paint.ink,
    )


def _rounds(opening: GameState, steps: Sequence[Step]) -> Iterator[_Round]:
    """Yield the beginning, and the end of each round that was begun."""
    yield _Round(opening.phase, 0, opening.players)
    for number, step in enumerate(steps):
        here = (step.before.phase, step.before.round)
        is_last = number + 1 == len(steps) or here != (steps[number + 1].before.phase, steps[number + 1].before.round)
        if is_last:
            yield _Round(*here, step.after.players)


def _told(rounds: Sequence[_Round], language: str) -> Iterator[str]:
    last = rounds[-1]
    for player in last.players:
        money, salt = label("table.graph_money", language), label("table.graph_salt", language)
        yield f"{player.name}: {money} {player.money}, {salt} {player.salt.total}."


def _panel(
    rounds: Sequence[_Round], name: str, held: Callable[[Player], int], paint: Theme, language: str
) -> Iterator[str]:
    seats = range(len(rounds[0].players))
    most = max(1, *(held(player) for entry in rounds for player in entry.players))
    unit = next(unit for unit in _UNITS if unit * _LINES >= most)
    across = (_WIDTH - _LEFT - _RIGHT) / max(len(rounds) - 1, 1)
    up = (_HEIGHT - _TOP - _FOOT) / (unit * _LINES)

    def at(number: int, count: int) -> tuple[float, float]:
        return _LEFT + number * across, _HEIGHT - _FOOT - count * up

    yield element("text", titled(name), x=_LEFT, y=18, font_weight="bold")
    for line in range(_LINES + 1):
        _, y = at(0, line * unit)
        yield element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, stroke=paint.line, stroke_width=0.5)
        yield element("text", str(line * unit), x=_LEFT - 6, y=y + 4, text_anchor="end", font_size=11)
    for number, entry in enumerate(rounds):
        if (number and entry.phase != rounds[number - 1].phase) or number == 1:
            x, _ = at(number - 1, 0)
            yield element(
                "line", x1=x, x2=x, y1=_TOP - 8, y2=_HEIGHT - _FOOT, stroke=paint.muted, stroke_dasharray="2 3"
            )
            phase = f"{label('phase', language)} {roman(entry.phase)}"
            yield element("text", phase, x=x + 4, y=_HEIGHT - _FOOT + 26, font_size=11)
        if number and len(rounds) <= 40:
            x, y = at(number, 0)
            yield element("text", str(entry.round), x=x, y=y + 13, text_anchor="middle", font_size=10, fill=paint.muted)
    ends = _apart([at(len(rounds) - 1, held(player))[1] for player in rounds[-1].players])
    ways = [[at(number, held(entry.players[seat])) for number, entry in enumerate(rounds)] for seat in seats]
    lines = ["M" + " L".join(f"{short(x)} {short(y)}" for x, y in way) for way in ways]
    for seat in seats:
        colour, dashes = paint.seats[seat], _DASHES[seat]
        for ink, width in ((paint.rim, 5), (colour, 3)):
            yield element("path", d=lines[seat], fill="none", stroke=ink, stroke_width=width, stroke_dasharray=dashes)
        end = f"{SEAT_LETTERS[seat]} {held(rounds[-1].players[seat])}"
        yield element("text", end, x=ways[seat][-1][0] + 8, y=ends[seat] + 4, font_weight="bold")


def _apart(heights: list[float]) -> list[float]:
    """Return heights for words beside the ends of lines, so that none lies over another."""
    placed: dict[int, float] = {}
    lowest = float("-inf")
    for seat in sorted(range(len(heights)), key=heights.__getitem__):
        placed[seat] = lowest = max(heights[seat], lowest + 15)
    return [placed[seat] for seat in range(len(heights))]
