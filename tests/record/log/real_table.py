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
    (turned_up(5), True, 2, "piece", "expected a tile, an order or a tool, got 5"),
    (turned_up("rope"), True, 2, "piece", "'rope' cannot be the order in slot 0"),
    (turned_up("rope", 2), True, 2, "number", "2 is recorded, but the next move is 1"),
)
"""Logs that are refused: the log, how it is verified, and the line, the field and the words of the error."""
