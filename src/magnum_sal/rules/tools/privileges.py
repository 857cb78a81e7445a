"""The privileges: better trades at the market, a shorter line at the castle (RULES MARKET-3)."""

from __future__ import annotations

COMMERCIAL = "commercial_privilege"
ROYAL = "royal_privilege"

GAIN_A_TRADE = 1
"""What the commercial privilege saves or earns in each trade, in groszy."""
