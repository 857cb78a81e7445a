"""The end of a game: who won and why, the parts of the totals, and what comes next."""

from __future__ import annotations

from typing import Final

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model.state import GameState
from ..record.game import Game
from ..words import early_end_in_words, ending_in_words, label, standing_in_words, titled
from ._keys import END_BINDINGS

AGAIN: Final = "ui.end.again"
REVIEW: Final = "ui.end.review"
NEW: Final = "ui.new_game"
LEAVE: Final = "ui.leave.yes"
NEXT: Final = (AGAIN, REVIEW, NEW, LEAVE)
"""What a person can choose at the end, by the ids of the words for it."""


class EndScreen(ModalScreen[str | None]):
    """How the game ended; it returns one of ``NEXT``, or None for the table."""

    BINDINGS = END_BINDINGS

    def __init__(self, game: Game, language: str) -> None:
        super().__init__()
        self._game = game
        self._language = language

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(Text(label("game_over", self._language), style="bold"))
            yield Static(Text("\n".join(describe_ending(self._game, self._language))), id="told")
            yield Static(render_standing(self._game.state, self._language), id="standing")
            names = [Option(Text(titled(label(name, self._language))), id=name) for name in NEXT]
            yield OptionList(*names, id="next", compact=True, markup=False)
            yield Static(Text(label("ui.end.keys", self._language), style="dim"))

    def on_mount(self) -> None:
        choices = self.query_one("#next", OptionList)
        choices.highlighted = 0
        choices.focus()

    @on(OptionList.OptionSelected, "#next")
    def take(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_table(self) -> None:
        self.dismiss(None)


def describe_ending(game: Game, language: str) -> tuple[str, ...]:
    """Return who won a game that is over, and why, a sentence each; of one that was ended by agreement, the reason."""
    if game.end_reason is not None:
        return (early_end_in_words([player.name for player in game.state.players], game.end_reason, language),)
    return ending_in_words(game.state, language)


def render_standing(state: GameState, language: str) -> Table:
    """Return a table of all totals with their parts, the best first, and with what decides between equal ones."""
    headings, *rows = standing_in_words(state, language)
    table = Table.grid(padding=(0, 2))
    table.add_row(*headings, style="bold")
    for rank, name, *counts in rows:
        table.add_row(rank, Text(name), *counts)
    for column in table.columns[2:]:
        column.justify = "right"
    return table
