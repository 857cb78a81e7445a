"""The line that names the keys."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual import events
from textual.widgets import Static

from ..words import label

_KEYS: Final = (
    ("F1", "ui.help"),
    ("F4", "ui.rules"),
    ("F5", "picture.legend"),
    ("F2", "ui.log"),
    ("^Z", "ui.undo"),
    ("^Q", "ui.quit"),
    ("F7", "ui.advice"),
    ("F3", "ui.language"),
    ("^S", "ui.save"),
    ("^Y", "ui.redo"),
    ("F6", "ui.hints"),
)
"""Those first that are needed most: what does not fit is left to the help."""


class KeyLine(Static):
    """The keys, each with a word; the help says more."""

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="keys")
        self._language = "en"

    def speak(self, language: str) -> None:
        """Name the keys that there is room for."""
        self._language = language
        self._fit(self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """Name more keys, or fewer."""
        self._fit(event.size.width)

    def _fit(self, room: int) -> None:
        line = Text()
        for key, name in _KEYS:
            named = Text.assemble((key, "bold"), f" {label(name, self._language)}")
            if line and line.cell_len + 2 + named.cell_len > room:
                break
            line = Text.assemble(line, "  " if line else "", named)
        self.update(line, layout=False)
