"""The privileges: better trades at the market, a shorter line at the castle (RULES MARKET-3, VAR-SALE)."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...model.ruleset import Ruleset

COMMERCIAL: Final = "commercial_privilege"
ROYAL: Final = "royal_privilege"


class Gain(NamedTuple):
    """What the commercial privilege saves or earns in each trade, and in a sale into a full column, in groszy."""

    a_trade: int
    full_column: int

    def for_sale(self, price: int) -> int:
        """Return what a cube brings that is sold at this printed price, in groszy."""
        return price + self.a_trade

    def for_sale_into_full(self, column: tuple[int, ...]) -> int:
        """Return what a cube brings that finds its column full, in groszy: the lowest price, and the bank takes it."""
        return min(column) + self.full_column

    def to_buy(self, price: int) -> int:
        """Return what a cube costs at this printed price, in groszy."""
        return max(0, price - self.a_trade)


def gain(ruleset: Ruleset) -> Gain:
    """Return what the privilege brings by *ruleset* (MARKET-3); in a full column, its extra by VAR-SALE alone."""
    extra = ruleset.privilege_gain
    return Gain(extra, extra if ruleset.lowest_price_bonus else 0)
