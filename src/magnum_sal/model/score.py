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
    """The sum of the three, plus anything that extensions count; the highest total wins."""
    orders: Cards
    """Completed orders; more break a tie."""
    miners: Miners
    """Miners owned; fewer break a further tie."""
    tools: Cards
    """Tools owned; fewer break the last tie."""
    rank: Count
    """1 for the winner; seats that are still tied share a rank."""

    @property
    def other_value(self) -> int:
        """Groszy for anything that extensions count."""
        return self.total - self.money - self.salt_value - self.tool_value
