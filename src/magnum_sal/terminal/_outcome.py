"""How a game ended: who won and why, and the parts of the totals."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ..model.state import GameState
from ..record.game import Game
from ..words import early_end_in_words, ending_in_words, standing_in_words


def outcome(game: Game, language: str) -> tuple[str, ...]:
    """
    Return who won a game that is over, and why, a sentence each.

    Of one that was ended by agreement, the reason.
    """
    if game.end_reason is not None:
        return (early_end_in_words([player.name for player in game.state.players], game.end_reason, language),)
    return ending_in_words(game.state, language)


def standing(state: GameState, language: str) -> Table:
    """Return a table of all totals with their parts, the best first, and with what decides between equal ones."""
    headings, *rows = standing_in_words(state, language)
    table = Table.grid(padding=(0, 2))
    table.add_row(*headings, style="bold")
    for rank, name, *counts in rows:
        table.add_row(rank, Text(name), *counts)
    for column in table.columns[2:]:
        column.justify = "right"
    return table
