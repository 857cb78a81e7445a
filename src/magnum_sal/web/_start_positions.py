"""The position from which a table starts, from the text in a request."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import attrs

from ..engine.determinize import determinize
from ..engine.transitions import legal_moves
from ..errors import MalformedError
from ..errors.messages import cut
from ..model.player_names import new_names
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..protocol.table_requests import LONGEST_POSITION
from ..record.positions import decode_position
from ..testing import InvariantError, position

_LONGEST_REASON: Final = 400
"""The maximum number of characters of the reason in an error message."""


def read_code(code: str) -> GameState:
    """
    Return the public position in the *code* of a link.

    Raises:
        MalformedError: *code* is not a code, or its position is invalid or names face-down pieces.
        MisuseError: the position has a ruleset that is not registered.
    """
    state = _read_position(decode_position(code))
    # Otherwise the author of a link would know the face-down pieces of every game that starts from it.
    if not state.is_public:
        raise MalformedError("the position in a link must not name face-down pieces")
    return state


def deal_position(text: str, names: Sequence[str], ruleset: Ruleset | None, rng: random.Random) -> GameState:
    """
    Return the full state from which a game starts at the position that *text* describes.

    Args:
        text: The text, in the grammar of ``testing.position``. If it is public, the face-down pieces are dealt.
        names: The names of the players, which replace those in the text.
        ruleset: The ruleset that the position must have; None for any.
        rng: The source of randomness for the face-down pieces.

    Raises:
        MalformedError: the text is invalid, does not fit the other arguments, or describes the end of a game.
        MisuseError: the text names a ruleset that is not registered, or its pieces do not match the ruleset.
    """
    state = _read_position(text)
    if state.is_public:
        state = determinize(state, rng)
    if len(names) != len(state.players):
        raise MalformedError(f"seats: the position has {len(state.players)} players, but {len(names)} seats are named")
    if ruleset is not None and ruleset != state.ruleset:
        raise MalformedError("ruleset: it differs from that of the position; leave out ruleset, or name the same one")
    if state.is_over:
        raise MalformedError("position: the game is over in this position, so nobody can move")
    if not legal_moves(state):
        raise MalformedError("position: the player to move has no legal move, which cannot happen in a game")
    named = zip(state.players, new_names(names), strict=True)
    return attrs.evolve(state, players=tuple(attrs.evolve(player, name=name) for player, name in named))


def _read_position(text: str) -> GameState:
    if len(text) > LONGEST_POSITION:
        raise MalformedError(f"position: the text has {len(text)} characters; the limit is {LONGEST_POSITION}")
    try:
        return position(text)
    except (MalformedError, InvariantError) as error:
        raise MalformedError(f"position: {cut(str(error), _LONGEST_REASON)}") from None
