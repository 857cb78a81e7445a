"""The privileges: better trades at the market, a shorter line at the castle (RULES MARKET-3, VAR-SALE)."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...model.ruleset import Ruleset

COMMERCIAL: Final = "commercial_privilege"
ROYAL: Final = "royal_privilege"


class Gain(NamedTuple):
    """What a visitor to the market earns or saves over the printed prices, in groszy."""

    a_trade: int
    full_column: int | None
    """In a sale into a full column, over its lowest price, where the bank takes the cube; None where nobody does."""


NO_GAIN: Final = Gain(0, None)
"""Without the commercial privilege."""


def gain(ruleset: Ruleset) -> Gain:
    """Return what the privilege brings by *ruleset* (MARKET-3); in a full column, its extra by VAR-SALE alone."""
    extra = ruleset.privilege_gain
    return Gain(extra, extra if ruleset.lowest_price_bonus else 0)
