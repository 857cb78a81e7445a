"""A box for a switch, which shows without colours, too, whether it is on."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Checkbox


class SwitchBox(Checkbox):
    """A box with a mark in it where the switch is on."""

    def render(self) -> Content:
        """Draw the mark, or none."""
        self.BUTTON_INNER = "X" if self.value else " "
        return super().render()
