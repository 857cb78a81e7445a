"""The log of a real table on which one piece was turned up, and broken versions of it for tests of reading logs."""

import json
from typing import Any

from tests.resealing import resealed

import magnum_sal as ms

TABLE = ms.Game.open_table(["Ada", "Ben"])
TABLE.reveal(ms.RoyalOrder.parse("BB=9"))
HEADER, REVEAL = (json.loads(line) for line in TABLE.log.lines())


def turned_up(piece: Any, number: int = 1) -> bytes:
    """Return the log with another piece or another number in the line of the reveal."""
    return resealed([HEADER, REVEAL | {"piece": piece, "number": number}])


REAL_TABLE_ERRORS = (
    (turned_up(5), True, 2, "piece", "5 is no tile, no order and no tool"),
    (turned_up("rope"), True, 2, "piece", "'rope' is no order, and the order in slot 0 is turned up"),
    (turned_up("rope", 2), True, 2, "number", "2 is recorded where move 1 is due"),
)
"""Logs that are refused: the log, how it is verified, and the line, the field and the words of the error."""
