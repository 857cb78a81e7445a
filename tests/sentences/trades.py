"""A trade of a market visit, as the oracle computes it."""

from __future__ import annotations


class Trade:
    """One trade of a visit, with what the visitor and the market held before it."""

    def __init__(self, kind: str, is_sale: bool, owned: int, held: int, money: int, price: int | None) -> None:
        self.kind, self.is_sale, self.owned, self.held, self.money = kind, is_sale, owned, held, money
        self.price = price
        self.broken: set[str] = set()
        self.reasons: set[str] = set()

    def fails(self, rule: str, reason: str) -> None:
        """Note a rule that the trade breaks."""
        self.broken.add(rule)
        self.reasons.add(reason)
