"""Threads for pictures and long texts, so that nobody waits for what is rendered for somebody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from ._work_queue import Asker, WorkQueue

T = TypeVar("T")

_AT_ONCE: Final = 2
"""Things that are rendered at a time; more threads would only take turns, as one at a time runs Python."""
_MOST_WAITING: Final = 500
_MOST_OF_ONE: Final = 100
"""Things that wait to be rendered for one browser, at most: a page asks for one each time its slider moves."""


class Rendering:
    """
    A few threads that render, for players before watchers, one thing of a browser at a time.

    What is handed to a thread is immutable: states, steps, copies of logs. The caches of the library are dictionaries
    that threads may share; at worst two threads compute the same entry.
    """

    def __init__(self) -> None:
        self._queue = WorkQueue(_AT_ONCE, _MOST_WAITING, _MOST_OF_ONE)
        self._threads = anyio.CapacityLimiter(_AT_ONCE)

    async def run(self, asker: Asker, function: Callable[[], T]) -> T:
        """
        Return what a function returns, called in a thread; its errors are raised here.

        Raises:
            RefusedError: too much waits to be rendered.
        """
        async with self._queue.place(asker.urgency, asker.browser):
            return await anyio.to_thread.run_sync(function, limiter=self._threads)
