"""Derive the phases in which players completed their orders, unless the text of a position names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...model.state import Player
from ._position_text import PositionText


def count_deliveries(said: PositionText, players: Sequence[Player]) -> int:
    """Return the number of orders completed in this phase: from the text, or else derived from the players' orders."""
    if said.completed is not None:
        return said.completed
    earlier = Counter(order for orders in said.ruleset.orders[: said.phase - 1] for order in orders)
    owned = Counter(order for player in players for order in player.orders)
    return max(sum(_count_new_orders(said, players)), (owned - earlier).total())


def _count_new_orders(said: PositionText, players: Sequence[Player]) -> list[int]:
    """
    Return how many orders each seat certainly completed in this phase.

    The orders of a player are in the order of delivery. An order that no earlier phase contains was completed in this
    phase, and so were all later ones of that player.
    """
    earlier = {order for orders in said.ruleset.orders[: said.phase - 1] for order in orders}
    numbers = []
    for player in players:
        is_new = [order not in earlier for order in player.orders]
        numbers.append(len(is_new) - is_new.index(True) if True in is_new else 0)
    return numbers


def list_orders_before(said: PositionText, players: Sequence[Player]) -> tuple[int, ...]:
    """
    Return how many orders each seat had before the phase.

    A player's orders from this phase are the last ones. If ``completed`` is greater than the number of orders that are
    certainly from this phase, the others are attributed to the first seats whose last orders exist in this phase.
    """
    piles = said.ruleset.orders
    left = count_deliveries(said, players)
    # Nobody has completed the orders that the text names as open or face down.
    rest = Counter(piles[said.phase - 1]) - Counter(said.orders.get(said.phase, ()))
    rest -= Counter(order for order in said.open_orders or () if order is not None)
    before = [len(player.orders) for player in players]

    def attribute(seat: int, number: int) -> None:
        nonlocal left, rest
        number = min(number, left)
        left -= number
        rest -= Counter(players[seat].orders[before[seat] - number : before[seat]])
        before[seat] -= number

    for seat, number in enumerate(_count_new_orders(said, players)):
        attribute(seat, number)
    for seat, player in enumerate(players):
        while left and before[seat] and rest[player.orders[before[seat] - 1]]:
            attribute(seat, 1)
    # A text for a test may count more completed orders than this phase can contain.
    for seat in range(len(players)):
        attribute(seat, before[seat])
    return tuple(before)
