"""The recorded games in their files: the path and the schema of each log."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import attrs
from tests.games.plans import ARENA_GAMES, PAST_GAMES, PLANS

import magnum_sal as ms

FOLDER: Final = Path(__file__).parent
PLAYED: Final = FOLDER / "played"
"""The logs that ``tests.games.recording`` and ``record_by_past.py`` write."""


@attrs.frozen(slots=False)
class StoredGame:
    """A recorded game."""

    path: Path

    @property
    def name(self) -> str:
        """The name of its file, without the suffix."""
        return self.path.stem

    @cached_property
    def content(self) -> bytes:
        """The bytes of its log."""
        return self.path.read_bytes()

    @property
    def header(self) -> dict[str, Any]:
        """The first line of its log as data."""
        header: dict[str, Any] = json.loads(self.content.partition(b"\n")[0])
        return header

    @property
    def schema(self) -> int:
        """The schema of its log."""
        schema: int = self.header["schema"]
        return schema

    def replay(self) -> ms.Game:
        """Return the game. Reading it verifies each line."""
        return ms.Game.from_log(self.content)


STORED: Final = (
    *(StoredGame(path) for path in sorted(FOLDER.glob("*.jsonl"))),
    StoredGame(FOLDER / "reported" / "broken_off.jsonl"),
    *(StoredGame(PLAYED / f"{name}.jsonl") for name in (*PAST_GAMES, *ARENA_GAMES, *(plan.name for plan in PLANS))),
)
"""All recorded games, in the order in which they are searched for demands."""
