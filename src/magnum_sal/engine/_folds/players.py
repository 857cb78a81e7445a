"""Giving a seat a changed player."""

from __future__ import annotations

from ...model.mine.spaces import replaced
from ...model.state import Draft, Player


def set_player(draft: Draft, seat: int, player: Player) -> None:
    """Put a player in place of the one at *seat*."""
    draft.players = replaced(draft.players, seat, player)
