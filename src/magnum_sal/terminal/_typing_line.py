"""The line to type in: in an empty one, Backspace takes back an answer."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input


class TypingLine(Input):
    """The line where a person types moves, answers and names of files."""

    class Back(Message):
        """There is nothing left to delete."""

    def __init__(self) -> None:
        """Make an empty line."""
        super().__init__(id="typed", compact=True)

    def action_delete_left(self) -> None:
        """Delete a letter, or go back where there is none."""
        if self.value:
            super().action_delete_left()
        else:
            self.post_message(self.Back())
