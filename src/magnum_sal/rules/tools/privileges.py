"""The privileges: better trades at the market, a shorter line at the castle (RULES MARKET-3, VAR-SALE)."""

from __future__ import annotations

from typing import NamedTuple

from ...ruleset import Ruleset

COMMERCIAL = "commercial_privilege"
ROYAL = "royal_privilege"


class Gain(NamedTuple):
    """What the commercial privilege saves or earns in each trade, and in a sale into a full column, in groszy."""

    a_trade: int
    full_column: int


def gain(ruleset: Ruleset) -> Gain:
    """Return what the privilege brings by *ruleset* (MARKET-3); in a full column, its extra by VAR-SALE alone."""
    extra = ruleset.privilege_gain
    return Gain(extra, extra if ruleset.lowest_price_bonus else 0)
