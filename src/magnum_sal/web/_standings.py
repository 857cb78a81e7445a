"""How games stand: what the list of tables tells of a game, kept while the game itself is not in memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import attrs

from ..model.state import GameState
from ..record.game import Game
from ._store import LogStamp, Store

MOST_STANDINGS: Final = 500
"""Tables whose standing is kept, at most; a standing holds one position, a game holds all of its positions."""


@attrs.frozen
class Standing:
    """Where a game has come to, without the moves that led there."""

    state: GameState
    """The public position."""
    end_reason: str | None
    """As of ``Game``."""

    @classmethod
    def of(cls, game: Game) -> Standing:
        """Return how a game stands."""
        return cls(game.state.public(), game.end_reason)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by agreement."""
        return self.state.is_over or self.end_reason is not None


class Standings:
    """
    The standings that were read last, each for as long as the log stays the same.

    A standing is kept with the stamp that its log had before it was read. So whoever writes to the log makes it void:
    a move or an undo at the table, or another program.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, tuple[LogStamp, Standing]] = OrderedDict()

    def find(self, table: str) -> Standing | None:
        """Return how a table's game stands, None where that has to be read from its log."""
        kept = self._kept.get(table)
        if kept is None:
            return None
        stamp, standing = kept
        if stamp != self._store.stamp(table):
            del self._kept[table]
            return None
        self._kept.move_to_end(table)
        return standing

    def keep(self, table: str, stamp: LogStamp | None, standing: Standing) -> None:
        """Keep how a table's game stands; *stamp* is what its log had before it was read."""
        self._kept.pop(table, None)
        if stamp is not None:
            self._kept[table] = (stamp, standing)
        if len(self._kept) > MOST_STANDINGS:
            self._kept.popitem(last=False)

    def forget(self, table: str) -> None:
        """Forget how a table's game stands, as it is not listed any more."""
        self._kept.pop(table, None)
