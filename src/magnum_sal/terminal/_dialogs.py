"""Dialogs over the table: a page to read, and the question before a game is left."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ..words import label
from ._keys import LEAVE_BINDINGS, LEAVE_KEYS, SCROLL_KEYS, render_keys


class ReadingScreen(ModalScreen[None]):
    """A page to read. Any key closes it, except those that scroll."""

    def __init__(self, page: RenderableType) -> None:
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._page, id="page")

    def on_key(self, event: events.Key) -> None:
        """Close, or scroll what does not fit."""
        if event.key not in SCROLL_KEYS:
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class LeaveScreen(ModalScreen[bool]):
    """The question whether to leave: Enter leaves, Escape stays."""

    BINDINGS = LEAVE_BINDINGS

    def __init__(self, recorded: str, language: str) -> None:
        """Create the screen; *recorded* says where the game is recorded."""
        super().__init__()
        self._recorded = recorded
        self._language = language

    def compose(self) -> ComposeResult:
        """Lay out the question, and what both keys do."""
        with Vertical():
            yield Static(Text(label("ui.leave.ask", self._language), style="bold"), id="question")
            yield Static(Text(self._recorded), id="recorded")
            yield Static(render_keys(LEAVE_KEYS, self._language, gap=3), id="answers")

    def action_answer(self, is_left: bool) -> None:
        """Leave the game, or stay."""
        self.dismiss(is_left)
