"""Asking before a game is left."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.types import CSSPathType
from textual.widgets import Static

from ..words import label


class LeaveScreen(ModalScreen[bool]):
    """Whether the person leaves: Enter does, Escape does not."""

    CSS_PATH: ClassVar[CSSPathType | None] = "asking_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", show=False, priority=True),
        Binding("escape", "answer(False)", show=False, priority=True),
    ]

    def __init__(self, recorded: str, language: str) -> None:
        """Make the screen; *recorded* says where the game is kept."""
        super().__init__()
        self._recorded = recorded
        self._language = language

    def compose(self) -> ComposeResult:
        """Lay out the question, and what both keys do."""
        with Vertical():
            yield Static(Text(label("ui.leave.ask", self._language), style="bold"), id="question")
            yield Static(Text(self._recorded), id="recorded")
            keys = [("Enter", "ui.leave.yes"), ("Esc", "ui.leave.no")]
            words = [part for key, name in keys for part in ((key, "bold"), f" {label(name, self._language)}   ")]
            yield Static(Text.assemble(*words), id="answers")

    def action_answer(self, is_left: bool) -> None:
        """Leave the game, or stay."""
        self.dismiss(is_left)
