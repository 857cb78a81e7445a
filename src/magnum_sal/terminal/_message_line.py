"""The lines below the answers: what the marked one would bring, or what a person has to know."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


class MessageLine(Static):
    """What is said; what the marked line would bring gives way to anything else."""

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="message")
        self.is_taken = False
        """Whether it says something else than what the marked line would bring."""
        self.rule: str | None = None
        """The rule that speaks against what was typed, as long as that is said."""

    def say(self, words: str, *, is_refusal: bool = False, rule: str | None = None) -> None:
        """Say something; a refusal may be due to a *rule*."""
        self.is_taken, self.rule = bool(words), rule
        self._show(words, is_refusal=is_refusal)

    def tell_marked(self, words: str) -> None:
        """Say what the marked line would bring, unless something else is said."""
        if not self.is_taken:
            self._show(words)

    def _show(self, words: str, *, is_refusal: bool = False) -> None:
        self.update(Text(words, style="bold red" if is_refusal else ""), layout=False)
