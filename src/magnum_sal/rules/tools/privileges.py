"""The privileges: better trades at the market, a shorter line at the castle (RULES MARKET-3, VAR-SALE)."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...model.ruleset import Ruleset

COMMERCIAL: Final = "commercial_privilege"
ROYAL: Final = "royal_privilege"


class Gain(NamedTuple):
    """The amount of groszy that a visitor to the market earns or saves, compared with the printed prices."""

    a_trade: int
    full_column: int | None
    """The bonus over the lowest price when the bank takes a cube sold into a full column; None forbids the sale."""


NO_GAIN: Final = Gain(0, None)
"""The gain without the commercial privilege."""


def gain(ruleset: Ruleset) -> Gain:
    """Return the gain from the privilege in *ruleset* (MARKET-3); VAR-SALE adds the bonus in a full column."""
    # A purchase costs less and a sale earns more. A sale into a full column earns exactly the lowest price printed
    # there; only VAR-SALE adds the bonus.
    extra = ruleset.privilege_gain
    return Gain(extra, extra if ruleset.lowest_price_bonus else 0)
