"""The end of a game: who won and why, the parts of the totals, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.types import CSSPathType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..words import label, titled

AGAIN: Final = "ui.end.again"
REVIEW: Final = "ui.end.review"
NEW: Final = "ui.new_game"
LEAVE: Final = "ui.leave.yes"
NEXT: Final = (AGAIN, REVIEW, NEW, LEAVE)
"""What a person can choose at the end, by the ids of the words for it."""


class EndScreen(ModalScreen[str | None]):
    """How the game ended; it returns one of ``NEXT``, or None for the table."""

    CSS_PATH: ClassVar[CSSPathType | None] = "asking_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "table", show=False, priority=True)]

    def __init__(self, told: Sequence[str], standing: Table, language: str) -> None:
        """Make the screen: what is *told*, a sentence each, and the *standing*."""
        super().__init__()
        self._told = told
        self._standing = standing
        self._language = language

    def compose(self) -> ComposeResult:
        """Lay out the sentences, the standing, and what can be chosen."""
        with VerticalScroll(can_focus=False):
            yield Static(Text(label("game_over", self._language), style="bold"))
            yield Static(Text("\n".join(self._told)), id="told")
            yield Static(self._standing, id="standing")
            names = [Option(Text(titled(label(name, self._language))), id=name) for name in NEXT]
            yield OptionList(*names, id="next", compact=True, markup=False)
            yield Static(Text(label("ui.end.keys", self._language), style="dim"))

    def on_mount(self) -> None:
        """Have the arrow keys mark what comes next."""
        choices = self.query_one("#next", OptionList)
        choices.highlighted = 0
        choices.focus()

    @on(OptionList.OptionSelected, "#next")
    def take(self, event: OptionList.OptionSelected) -> None:
        """Return what was chosen."""
        self.dismiss(event.option_id)

    def action_table(self) -> None:
        """Go back to the table."""
        self.dismiss(None)
