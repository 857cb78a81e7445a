"""Errors for positions in which a bot cannot choose, because a piece must be named first."""

from __future__ import annotations

from ..errors import MisuseError
from ..model.moves import Move
from ..model.pieces import LOOK
from ..model.state import GameState


def check_moves(state: GameState, moves: tuple[Move, ...]) -> None:
    """Raise ``MisuseError`` if there is no move to choose."""
    if not moves:
        check_nothing_pending(state, "a bot can choose a move")
        raise MisuseError("moves: a bot needs at least one legal move to choose from")


def check_nothing_pending(state: GameState, purpose: str) -> None:
    """Raise ``MisuseError`` if a piece must be named before *purpose*, such as "a move can be analysed"."""
    pending = state.pending
    if pending is None:
        return
    if pending.pile == LOOK:
        raise MisuseError(
            f"seat {state.viewer} has looked at the tile of {pending.place}, which must be named before {purpose}: "
            "call Game.note_look, or use the public state"
        )
    # Imported late, because every process of a bot loads this module, and few need words.
    from ..words import pending_in_words

    raise MisuseError(f"a piece must be named before {purpose}; {pending_in_words(state)}")
