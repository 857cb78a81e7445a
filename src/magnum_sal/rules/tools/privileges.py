"""The privileges: better trades at the market, a shorter line at the castle (RULES MARKET-3)."""

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
    """Return what the privilege brings by *ruleset* (MARKET-3)."""
    return Gain(ruleset.privilege_gain, 0)
