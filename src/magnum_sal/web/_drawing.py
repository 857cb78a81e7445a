"""Pictures of a table: what a picture shows, and how it is drawn."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import attrs

from ..engine.steps import Step
from ..errors import MalformedError
from ..model.state import GameState, Player
from ..render import LayoutName, svg
from ..render.line_graph import Mark, Panel, line_graph
from ..render.step_texts import MOST_TOLD
from ..render.svg_look import PREFIX
from ..words import label
from ._table import Table

_QUICKLY: Final = 4
"""The level of compression, from 1 (fast) to 9 (small)."""


@attrs.frozen
class Look:
    """The options for a picture."""

    layout: LayoutName
    language: str
    seat: int | None
    """The seat whose panel comes first."""
    viewer: int | None
    """The seat whose secrets the picture shows."""
    at: int
    """The number of moves before the position."""
    last: int
    """How many of the last moves the picture marks and describes."""
    end_reason: str | None = None
    """Why the players ended the game early, if they did so in this position."""
    size: int | None = None
    """The width in pixels for which the picture is drawn; None means the natural width of the layout."""


def find_view(table: Table, look: Look) -> tuple[GameState, tuple[Step, ...]]:
    """Return the position that a picture shows, and the moves that it marks. Raises ``MalformedError``."""
    if look.last > MOST_TOLD:
        raise MalformedError(f"last: expected 0 to {MOST_TOLD}, got {look.last}")
    return table.at(look.at, look.viewer), table.steps(max(look.at - look.last, 0), look.at)


def draw_board(state: GameState, last: Sequence[Step], look: Look) -> str:
    """
    Return a picture of a view and the last moves before it, as SVG.

    Its ids contain the name of the layout, so that a page can show pictures with different layouts side by side.
    """
    return svg(
        state,
        layout=look.layout,
        size=look.size,
        language=look.language,
        seat=look.seat,
        last=last,
        end_reason=look.end_reason,
        title=False,
        legend=False,
        prefix=f"{PREFIX}-{look.layout}",
    )


def graph(opening: GameState, steps: Sequence[Step], language: str) -> str:
    """Return an SVG graph of the players' money and salt after each round. A description states the final values."""
    rounds = tuple(_rounds(opening, steps))
    money, salt = label("table.graph_money", language), label("table.graph_salt", language)
    panels = (
        Panel(money, [[player.money for player in players] for _, players in rounds]),
        Panel(salt, [[player.salt.total for player in players] for _, players in rounds]),
    )
    told = " ".join(f"{player.name}: {money} {player.money}, {salt} {player.salt.total}." for player in rounds[-1][1])
    return line_graph([mark for mark, _ in rounds], panels, label("table.graph", language), told, language)


def _rounds(opening: GameState, steps: Sequence[Step]) -> Iterator[tuple[Mark, tuple[Player, ...]]]:
    """Yield a mark and the players for the opening position, then for the end of each round."""
    yield Mark(opening.phase, 0), opening.players
    for mark, of_round in groupby(steps, lambda step: Mark(step.before.phase, step.before.round)):
        *_, last = of_round
        yield mark, last.after.players


def pack_text(draw: Callable[..., str], *arguments: Any) -> bytes:
    """Return the text that *draw* returns, such as a picture or a replay, compressed with gzip."""
    return gzip.compress(draw(*arguments).encode(), _QUICKLY)
