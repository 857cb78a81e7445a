"""What happened in the game, line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text
from textual import events
from textual.widgets import RichLog

from ..queries.steps import Step
from ..words import step_in_words


class LogPane(RichLog):
    """The moves that were made, each with what came of it; a line stands above each of a person among bots."""

    def __init__(self, bots: Collection[int] = ()) -> None:
        super().__init__(id="log", wrap=True, markup=False, max_lines=2000, min_width=0)
        self.can_focus = False
        self._bots = bots
        self._told: list[RenderableType] = []
        self._columns = 0

    def retell(self, steps: Iterable[Step], language: str) -> None:
        self.clear()
        self._told.clear()
        for step in steps:
            self.tell(step, language)

    def tell(self, step: Step, language: str) -> None:
        if self._bots and step.seat not in self._bots:
            self._put(Rule(style="dim"))
        first, *others = step_in_words(step, language)
        self._put(Text(first, style="bold"))
        for line in others:
            self._put(Text(f"  {line}"))

    def warn(self, words: str) -> None:
        self._put(Text(words, style="bold red"))

    def _put(self, told: RenderableType) -> None:
        self._told.append(told)
        self.write(told, expand=True)

    def on_resize(self, event: events.Resize) -> None:
        """Divide the lines anew where the width has changed."""
        if self._columns and event.size.width and event.size.width != self._columns:
            self.clear()
            for told in self._told:
                self.write(told, expand=True)
        self._columns = event.size.width or self._columns
