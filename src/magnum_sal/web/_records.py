"""Reading the two files of a table: what is wrong with them is for the operator alone."""

from __future__ import annotations

import logging
from typing import Final

from ..errors import LogError, MagnumSalError
from ..game import Game
from ..serve._refused_error import RefusedError
from ._arrangement import Arrangement
from ._store import Store

_LOGGER: Final = logging.getLogger(__name__)


def known_arrangement(store: Store, table: str, *, otherwise: Arrangement | None) -> Arrangement | None:
    """Return who sits at a table; *otherwise* where its file is ruined, and None where there is no such table."""
    try:
        return store.read(table)
    except RefusedError:
        return None
    except MagnumSalError as error:
        _LOGGER.error("the table %s cannot be read: %s", table, error)
        return otherwise


def read_table(store: Store, table: str, *, durable: bool) -> tuple[Arrangement, Game]:
    """
    Return who sits at a table, and its game.

    Raises:
        RefusedError: there is no such table.
        LogError: its files are ruined. The message is for the operator: it tells what is in them.
    """
    try:
        arrangement = store.read(table)
        game = Game.from_log(store.log(table), durable=durable)
    except RefusedError:
        raise
    except MagnumSalError as error:
        raise LogError(None, None, f"the table {table} cannot be read: {error}") from error
    if len(arrangement.chairs) != len(game.state.players):
        game.close()
        raise LogError(None, None, f"the table {table} cannot be read: its two files are not of the same game")
    return arrangement, game
