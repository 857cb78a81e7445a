"""Why a move that a bot has chosen is not legal, in words."""

from __future__ import annotations

from ..errors.messages import printable
from ..model.moves import Move
from ..model.state import GameState


def illegal_in_words(state: GameState, move: Move) -> str:
    """
    Return that a move is not legal, with what speaks against it, as far as the move can be asked about.

    >>> from magnum_sal import PlaceMiner, new_game
    >>> illegal_in_words(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S2"))
    "PlaceMiner(source='stock', target='S2'), which is not legal here: S2 is not connected to the entrance: S1 is empty"
    """
    from ..engine.transitions import objection
    from ..words import objection_in_words

    try:
        against = objection(state, move)
        why = "" if against is None else f": {objection_in_words(against)}"
    except Exception:  # a bot's own class of moves can fail in any way
        why = ""
    return f"{printable(repr(move), 120)}, which is not legal here{why}"
