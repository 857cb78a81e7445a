"""Reading the two files of a table, in threads: what is wrong with them is for the operator alone."""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

import anyio
import anyio.to_thread

from ..errors import LogError, MagnumSalError
from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..record.game import Game
from ._arrangement import Arrangement
from ._store import LogStamp, Store

_LOGGER: Final = logging.getLogger(__name__)
_AT_ONCE: Final = 2
"""Tables that are read at a time; more threads would only take turns, as one at a time runs Python."""


class Record(NamedTuple):
    """What the two files of a table hold."""

    arrangement: Arrangement
    game: Game
    stamp: LogStamp | None
    """What the log had before it was read."""


class Records:
    """
    Reads tables in a few threads, so that nobody waits for a log that is read for somebody else.

    At most one log for each table waits for a thread, and a list of tables waits for one table after another, so no
    bound on the queue is needed.
    """

    def __init__(self, store: Store, *, durable: bool) -> None:
        self._store, self._durable = store, durable
        self._threads = anyio.CapacityLimiter(_AT_ONCE)

    async def read(self, table: str) -> Record:
        """Return what the files of a table hold; errors are those of ``read_table``."""
        return await anyio.to_thread.run_sync(self._read, table, limiter=self._threads)

    def _read(self, table: str) -> Record:
        stamp = self._store.stamp(table)
        arrangement, game = read_table(self._store, table, durable=self._durable)
        return Record(arrangement, game, stamp)


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
    try:
        check_same_game(arrangement, game.state)
    except LogError:
        game.close()
        raise
    return arrangement, game


def check_same_game(arrangement: Arrangement, state: GameState) -> None:
    """Raise ``LogError`` where a table's file is not of the game whose position this is."""
    if len(arrangement.chairs) != len(state.players):
        table = arrangement.id
        raise LogError(None, None, f"the table {table} cannot be read: its two files are not of the same game")
