"""A page to read, over the table: any key but those that scroll closes it."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.console import RenderableType
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.types import CSSPathType
from textual.widgets import Static

_SCROLL: Final = {"up", "down", "pageup", "pagedown", "home", "end"}


class ReadingScreen(ModalScreen[None]):
    """Something to read."""

    CSS_PATH: ClassVar[CSSPathType | None] = "reading_screen.tcss"

    def __init__(self, page: RenderableType) -> None:
        """Make the screen of a *page*."""
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll():
            yield Static(self._page, id="page")

    def on_key(self, event: events.Key) -> None:
        """Close, or scroll what does not fit."""
        if event.key not in _SCROLL:
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()
