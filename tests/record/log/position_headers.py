"""Headers of games that start from a position, and the errors of those that contradict it."""

from __future__ import annotations

import json
from typing import Any

from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.testing import position

GAME = ms.Game.from_position(position("players: Ada, Ben | S1: A | turn: B, round 3"))
HEADER = json.loads(next(iter(GAME.log.lines())))


def _with_header(**changes: Any) -> bytes:
    return resealed([HEADER | changes])


_ALIKE = [player | {"name": name} for player, name in zip(HEADER["position"]["players"], ("Ada", "ada"), strict=True)]

POSITION_ERRORS: tuple[tuple[bytes, bool | str, int | None, str | None, str], ...] = (
    (
        _with_header(started=HEADER["started"] | {"players": ["Ada", "Cleo"]}),
        False,
        1,
        "started",
        "expected the ruleset, the players and the starting player of the position, and a setup without pieces",
    ),
    (
        _with_header(position=HEADER["position"] | {"players": _ALIKE}),
        False,
        1,
        "position.players",
        "'ada' looks like 'Ada'",
    ),
)
"""Rows like those of ``test_every_log_error.py``."""
