"""The reviews of games that are over: each found once, however many ask for it."""

from __future__ import annotations

import asyncio
from typing import Final

from ..bots import Review
from ..serve._refused_error import RefusedError
from ._table import Table
from ._thinking import Workers

_MOST_KEPT: Final = 20
"""Reviews that are kept, those that were asked for last."""


class Reviews:
    """The reviews of a house, finished and in the making."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, asyncio.Task[Review]]] = {}

    async def of(self, table: Table, workers: Workers, seconds: float) -> Review:
        """
        Return what a bot thinks of the game of a table.

        Args:
            table: The table.
            workers: Who reviews its game, unless that was done before.
            seconds: How long that takes at most.

        Raises:
            RefusedError: the game is not over.
            MagnumSalError: it took too long, or there is nothing to review.
        """
        if not table.game.is_over:
            raise RefusedError("too_early", "the game is not over yet: there is nothing to look back on")
        name = table.arrangement.id
        number, task = self._kept.get(name, (None, None))
        if task is None or number != table.number or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.get_running_loop().create_task(workers.reviewed(table.steps, seconds))
            self._kept.pop(name, None)
            self._kept[name] = (table.number, task)
            for oldest in tuple(self._kept)[:-_MOST_KEPT]:
                del self._kept[oldest]
        return await asyncio.shield(task)

    async def end(self) -> None:
        """Cancel all that are in the making."""
        tasks = [task for _, task in self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
