"""Writing to players, and the error that all folds share."""

from __future__ import annotations

from typing import Any, Final

from .._making import opener
from ..errors import MisuseError
from ..mine import replaced
from ..state import Draft, Player

opened: Final = opener(Player)
"""Copies a player into an open one, which can be written to until ``set_player`` freezes it again."""


def set_player(draft: Draft, seat: int, opened: Any) -> None:
    """Freeze a player that was opened to be changed, and give it its *seat*."""
    opened.__class__ = Player
    draft.players = replaced(draft.players, seat, opened)


def overdrawn(place: str, what: str) -> MisuseError:
    """Return the error that a rule takes more from a place than lies there."""
    return MisuseError(f"{place}: more {what} leave than there are")
