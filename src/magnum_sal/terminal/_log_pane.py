"""What happened in the game, line by line."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.widgets import RichLog

from .._step import Step
from ..labels import step_in_words


class LogPane(RichLog):
    """The moves that were made, each with what came of it."""

    def __init__(self) -> None:
        """Make an empty pane, which never has the focus."""
        super().__init__(id="log", wrap=True, markup=False, max_lines=2000, min_width=0)
        self.can_focus = False

    def retell(self, steps: Iterable[Step], language: str) -> None:
        """Write all anew."""
        self.clear()
        for step in steps:
            self.tell(step, language)

    def tell(self, step: Step, language: str) -> None:
        """Write what a move was, and what came of it."""
        first, *others = step_in_words(step, language)
        self.write(Text(first, style="bold"))
        for line in others:
            self.write(Text(f"  {line}"))

    def warn(self, words: str) -> None:
        """Write what a person has to know."""
        self.write(Text(words, style="bold red"))
