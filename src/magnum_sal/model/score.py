"""The standing of a seat, as a value."""

from __future__ import annotations

import attrs

from .._internal.immutable import Immutable
from .fields import Cards, Count, Groszy, Miners, Seat

__all__ = ["Score"]


@attrs.frozen
class Score(Immutable):
    """The standing of a seat."""

    seat: Seat
    """The seat."""
    money: Groszy
    """Groszy owned."""
    salt_value: Groszy
    """Groszy for its salt."""
    tool_value: Groszy
    """Groszy for its tools."""
    total: Groszy
    """The sum of these three, and of what extensions count besides; the richest wins."""
    orders: Cards
    """Completed orders; more win a tie."""
    miners: Miners
    """Miners owned; fewer win a further tie."""
    tools: Cards
    """Tools owned; fewer win the last tie."""
    rank: Count
    """1 for the winner; those still tied share a rank."""

    @property
    def other_value(self) -> int:
        """Groszy for what an extension counts besides."""
        return self.total - self.money - self.salt_value - self.tool_value
