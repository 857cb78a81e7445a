"""The line that names the keys."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual.widgets import Static

from ..labels import label

_KEYS: Final = (
    ("F1", "ui.help"),
    ("F2", "ui.log"),
    ("F3", "ui.language"),
    ("^Z", "ui.undo"),
    ("^Y", "ui.redo"),
    ("^S", "ui.save"),
    ("^Q", "ui.quit"),
)


class KeyLine(Static):
    """The keys, each with a word; the help says more."""

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="keys")

    def speak(self, language: str) -> None:
        """Name the keys."""
        keys = [part for key, name in _KEYS for part in ((key, "bold"), f" {label(name, language)}  ")]
        self.update(Text.assemble(*keys))
