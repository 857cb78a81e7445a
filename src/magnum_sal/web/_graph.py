"""A graph of a game: everybody's money and salt at the end of each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.state import GameState, Player
from ..queries.steps import Step
from ..render.line_graph import Mark, Panel, line_graph
from ..words import label


def graph(opening: GameState, steps: Sequence[Step], language: str) -> str:
    """
    Return the graph as SVG, with what it shows as its description.

    Args:
        opening: The first position.
        steps: The moves that were made.
        language: One of ``words.LANGUAGES``.
    """
    rounds = tuple(_rounds(opening, steps))
    money, salt = label("table.graph_money", language), label("table.graph_salt", language)
    panels = (
        Panel(money, [[player.money for player in players] for _, players in rounds]),
        Panel(salt, [[player.salt.total for player in players] for _, players in rounds]),
    )
    told = " ".join(f"{player.name}: {money} {player.money}, {salt} {player.salt.total}." for player in rounds[-1][1])
    return line_graph([mark for mark, _ in rounds], panels, label("table.graph", language), told, language)


def _rounds(opening: GameState, steps: Sequence[Step]) -> Iterator[tuple[Mark, tuple[Player, ...]]]:
    """Yield the beginning, and the end of each round that was begun, with what everybody had."""
    yield Mark(opening.phase, 0), opening.players
    for number, step in enumerate(steps):
        here = Mark(step.before.phase, step.before.round)
        after = steps[number + 1].before if number + 1 < len(steps) else None
        if after is None or here != (after.phase, after.round):
            yield here, step.after.players
