"""The games of version 0.1.0 in ``tests/games``, each read once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import magnum_sal as ms

FOLDER: Final = Path(__file__).parent / "games"
GAMES: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))
"""The names of the games."""


@cache
def recorded_game(name: str) -> ms.Game:
    """Return a recorded game, whose lines were verified. Tests share it, so they must not play or undo moves."""
    # A game that is read from a path would keep its file open for writing.
    return ms.Game.from_log((FOLDER / f"{name}.jsonl").read_bytes())
