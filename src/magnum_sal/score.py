"""The standing of a seat, as a value."""

from __future__ import annotations

import attrs


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

    seat: int
    money: int
    salt_value: int
    tool_value: int
    total: int
    orders: int
    miners: int
    tools: int
    rank: int
