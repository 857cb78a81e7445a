"""Trades of the market, written as tests like to read them; no tests."""

from __future__ import annotations

import magnum_sal as ms


def trade(words: str) -> ms.Transaction:
    """Return the trade that ``"sell brown"`` means."""
    kind, salt = words.split()
    return ms.from_dict(ms.Transaction, {"type": kind, "salt": salt})
