"""The standing of a seat, as a value."""

from __future__ import annotations

import attrs

from .fields import Cards, Count, Groszy, Miners, Seat


@attrs.frozen
class Score:
    """
    The standing of a seat.

    Attributes:
        seat: The seat.
        money: Groszy owned.
        salt_value: Groszy for its salt.
        tool_value: Groszy for its tools.
        total: The sum of these three; the richest wins.
        orders: Completed orders; more win a tie.
        miners: Miners owned; fewer win a further tie.
        tools: Tools owned; fewer win the last tie.
        rank: 1 for the winner; those still tied share a rank.
    """

    seat: Seat
    money: Groszy
    salt_value: Groszy
    tool_value: Groszy
    total: Groszy
    orders: Cards
    miners: Miners
    tools: Cards
    rank: Count
