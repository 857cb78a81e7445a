"""The data that a page without a server has stored about a table. It can be damaged, so everything is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..errors import MagnumSalError, MalformedError
from ..errors.messages import printable
from ..model.state import GameState
from ..record.game import Game
from ..record.serialization import from_dict
from ..record.serialization.strict_fields import object_fields
from ._table import Arrangement, Standing

_LONGEST_DAMAGE: Final = 400
"""The maximum number of characters in the description of a damaged table."""


@attrs.define(eq=False)
class Stored:
    """A table in the page's storage, whose log has not been read yet."""

    arrangement: Arrangement
    standing: Standing


def read_seating(name: str, data: Mapping[str, Any]) -> Stored:
    """Return the seating and the standing of the table called *name*. Raises ``MagnumSalError`` if they are damaged."""
    arrangement = from_dict(Arrangement, object_fields(data.get("arrangement")))
    standing = object_fields(data.get("standing"))
    state, reason = from_dict(GameState, object_fields(standing.get("state"))), standing.get("end_reason")
    _check_players(arrangement, state)
    if arrangement.id != name or not (reason is None or isinstance(reason, str)):
        raise MalformedError("its parts belong to different games")
    return Stored(arrangement, Standing(state, reason))


def read_game(arrangement: Arrangement, log: str) -> Game:
    """Return the game of a table from its stored log. Raises ``MagnumSalError`` if the log is damaged."""
    game = Game.from_log(log.encode("utf-8", "surrogatepass"))
    _check_players(arrangement, game.state)
    return game


def _check_players(arrangement: Arrangement, state: GameState) -> None:
    if len(state.players) != len(arrangement.chairs):
        raise MalformedError("its parts belong to different games")


def describe_damage(error: MagnumSalError) -> str:
    """Return a sentence about a damaged table, for the people at this screen."""
    return printable(str(error), _LONGEST_DAMAGE)
