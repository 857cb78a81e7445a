"""The keys, each with what it does."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.table import Table
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.types import CSSPathType
from textual.widgets import Static

from ..labels import label

KEYS: Final = (
    ("Enter", "ui.help.enter"),
    ("Up Down", "ui.help.arrows"),
    ("abc", "ui.help.letters"),
    (">S1", "ui.help.notation"),
    ("Esc", "ui.help.back"),
    ("PgUp PgDn", "ui.help.pages"),
    ("F2", "ui.help.log"),
    ("F3", "ui.help.language"),
    ("^Z ^Y", "ui.help.undo"),
    ("^S", "ui.help.save"),
    ("^Q", "ui.help.quit"),
)


class HelpScreen(ModalScreen[None]):
    """What the keys do; any key closes it."""

    CSS_PATH: ClassVar[CSSPathType | None] = "help_screen.tcss"

    def __init__(self, language: str) -> None:
        """Make the screen in *language*."""
        super().__init__()
        self._language = language

    def compose(self) -> ComposeResult:
        """Lay out a line for each key."""
        table = Table.grid(padding=(0, 2))
        for key, words in KEYS:
            table.add_row(key, label(words, self._language))
        with VerticalScroll():
            yield Static(table, id="help")

    def on_key(self, event: events.Key) -> None:
        """Close."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()
