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
    """The seat with this standing."""
    money: Groszy
    """The seat's money, in groszy."""
    salt_value: Groszy
    """The value of the seat's salt, in groszy."""
    tool_value: Groszy
    """The value of the seat's tools, in groszy."""
    total: Groszy
    """The sum of money, salt value and tool value, plus anything else that extensions count; the highest total wins."""
    orders: Cards
    """The number of completed orders; the higher number breaks a tie."""
    miners: Miners
    """The number of miners owned; the lower number breaks a further tie."""
    tools: Cards
    """The number of tools owned; the lower number breaks the last tie."""
    rank: Count
    """The seat's rank, 1 for the winner; seats that are still tied share a rank."""

    @property
    def other_value(self) -> int:
        """The value, in groszy, of what extensions count besides money, salt and tools."""
        return self.total - self.money - self.salt_value - self.tool_value
