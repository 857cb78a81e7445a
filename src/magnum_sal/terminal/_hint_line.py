"""The hint above the question, in a first game."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rich.text import Text
from textual.widgets import Static

from ..words import label

_MOST_LINES: Final = 4
_BORDER: Final = 2


class HintLine(Static):
    """What is explained; it has no lines where there is nothing to explain."""

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="hint")
        self._said = Text()

    def tell(self, words: str, language: str) -> None:
        """Say *words*, after what turns them off."""
        self._said = Text.assemble((f"{label('ui.hint', language)}: ", "bold"), words) if words else Text()
        self.update(self._said, layout=False)

    def lines(self, columns: int) -> int:
        """Return how many lines it needs on so many columns."""
        return min(len(wrap(self._said.plain, max(columns - _BORDER, 1))), _MOST_LINES)
