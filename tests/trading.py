"""Trades at the market, written as short texts; no tests."""

from __future__ import annotations

import magnum_sal as ms


def trade(words: str) -> ms.Transaction:
    """Return the trade for a text such as ``"sell brown"``."""
    kind, salt = words.split()
    return ms.from_dict(ms.Transaction, {"type": kind, "salt": salt})
