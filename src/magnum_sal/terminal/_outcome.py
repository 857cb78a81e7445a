"""How a game ended: who won and why, and the parts of the totals."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ..game import Game
from ..labels import ending_in_words, label, sentence
from ..state import GameState


def outcome(game: Game, language: str) -> tuple[str, ...]:
    """
    Return who won a game that is over, and why, a sentence each.

    Of one that was ended by agreement, the reason.
    """
    if game.end_reason is not None:
        return (sentence("agreed_end", language, reason=game.end_reason),)
    return ending_in_words(game.state, language)


def standing(state: GameState, language: str) -> Table:
    """Return a table of all totals with their parts, the best first, and with what decides between equal ones."""
    has_other = any(score.other_value for score in state.scores)
    headings = ["money", "salt", "tools", *(["other_value"] if has_other else []), "total", "orders", "miners"]
    table = Table.grid(padding=(0, 2))
    table.add_row("", *(label(heading, language) for heading in headings), style="bold")
    for score in sorted(state.scores, key=lambda score: (score.rank, score.seat)):
        parts = [score.money, score.salt_value, score.tool_value, *([score.other_value] if has_other else [])]
        merits = [score.total, score.orders, score.miners]
        name = Text(f"{score.rank} {state.players[score.seat].name}")
        table.add_row(name, *map(str, [*parts, *merits]))
    for column in table.columns[1:]:
        column.justify = "right"
    return table
