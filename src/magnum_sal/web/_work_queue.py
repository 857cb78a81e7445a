"""Slow work: a queue for a limited number of places, threads, and tasks that several callers share."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from enum import IntEnum
from typing import Any, Final, Generic, TypeVar

import anyio
import anyio.to_thread
import attrs

from ..protocol.refused_error import RefusedError

T = TypeVar("T")

_MOST_REMEMBERED: Final = 1000
"""The maximum number of keys whose last turn is remembered."""
_BUSY: Final = "the server is busy; try again in a moment"


class Urgency(IntEnum):
    """The priority of work; lower values go first."""

    HINT = 0
    """A hint, for the player whose turn it is."""
    PLAYER = 1
    """Any other work for a player or the host of the table, or the move of a bot at a table where people play."""
    WATCHER = 2
    """Work for a spectator, or the move of a bot at a table that only bots play."""
    REVIEW = 3
    """A part of a review."""


@attrs.frozen
class Client:
    """The browser that requests work, and its table."""

    browser: str
    table: str
    is_player: bool
    """Whether the browser has a seat at the table or hosts it."""

    @property
    def urgency(self) -> Urgency:
        """The urgency of ordinary work."""
        return Urgency.PLAYER if self.is_player else Urgency.WATCHER


@attrs.frozen(eq=False)
class _Entry:
    find_urgency: Callable[[], Urgency]
    keys: frozenset[str]
    arrival: int
    is_counted: bool
    started: asyncio.Future[None]

    @property
    def urgency(self) -> Urgency:
        return self.find_urgency()


class WorkQueue:
    """
    A limited number of places for work, and a queue of waiting entries.

    Each entry has keys that say whom the work is for, such as a browser and a table. Three rules decide which entry
    gets the next free place:

    1. An entry waits while other work with one of its keys has a place, so no client can take all places.
    2. Of the other entries, the most urgent one goes first. An urgency may change while the entry waits.
    3. Among equally urgent entries, the one whose keys had their last turn longest ago goes first. So clients take
       turns (round robin), however much work each requests.

    The queue holds at most *most* entries. When the queue is full, a new entry is refused, unless it is more urgent
    than the least urgent waiting entries. In that case, the newest of those entries is refused instead. A key may have
    at most *most_of_one* waiting entries. Entries that are limited elsewhere do not count, and are never refused.

    Use a queue from one event loop only. An ``anyio.CapacityLimiter`` is unsuitable: its queue is strictly first in,
    first out, and has no limit.
    """

    def __init__(self, places: int, most: int, most_of_one: int) -> None:
        self._places, self._most, self._most_of_one = places, most, most_of_one
        self._waiting: list[_Entry] = []
        self._running: list[_Entry] = []
        self._turns: OrderedDict[str, int] = OrderedDict()
        self._serial = 0

    @contextlib.asynccontextmanager
    async def place(
        self, urgency: Urgency | Callable[[], Urgency], *keys: str, is_counted: bool = True
    ) -> AsyncIterator[None]:
        """
        Wait for a place and hold it. A caller that is cancelled gives up its place or its position in the queue.

        Raises ``RefusedError`` if too many entries wait. Pass ``is_counted=False`` for work that is limited elsewhere.
        Pass a function as *urgency* if the urgency may change while the work waits.
        """
        started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._serial += 1
        find_urgency = urgency if callable(urgency) else lambda: urgency
        entry = _Entry(find_urgency, frozenset(keys), self._serial, is_counted, started)
        if is_counted:
            self._make_room(entry)
        self._waiting.append(entry)
        self._start()
        try:
            await started
            yield
        finally:
            # If a caller is cancelled just as its turn comes, its entry is already in _running, so search both lists.
            for entries in (self._waiting, self._running):
                if entry in entries:
                    entries.remove(entry)
            self._start()

    def _make_room(self, entry: _Entry) -> None:
        """Refuse either *entry* or the newest of the least urgent entries, if the queue is full."""
        # An entry that can start at once takes no room in the queue, however many others wait for their keys.
        if any(key in self._busy() for key in entry.keys) or len(self._running) >= self._places:
            counted = [other for other in self._waiting if other.is_counted]
            if any(sum(key in other.keys for other in counted) >= self._most_of_one for key in entry.keys):
                raise RefusedError("too_fast", _BUSY)
            if len(counted) >= self._most:
                last = max(counted, key=lambda other: (other.urgency, other.arrival))
                if last.urgency <= entry.urgency:
                    raise RefusedError("too_fast", _BUSY)
                self._waiting.remove(last)
                if not last.started.done():
                    last.started.set_exception(RefusedError("too_fast", _BUSY))

    def _busy(self) -> frozenset[str]:
        return frozenset[str]().union(*(entry.keys for entry in self._running))

    def _start(self) -> None:
        """Start the entries whose turn it is while places are free."""
        # A heap would not work: which entries may start depends on the keys that are busy at this moment, and
        # urgencies change. So each start searches all waiting entries. There are few: up to the limits of the queue, or
        # one move for each open table.
        while len(self._running) < self._places:
            busy = self._busy()
            ready = [entry for entry in self._waiting if not entry.started.done() and not entry.keys & busy]
            if not ready:
                return
            entry = min(ready, key=self._order)
            self._waiting.remove(entry)
            self._running.append(entry)
            for key in entry.keys:
                self._turns[key] = self._serial
                self._turns.move_to_end(key)
            while len(self._turns) > _MOST_REMEMBERED:
                self._turns.popitem(last=False)
            self._serial += 1
            entry.started.set_result(None)

    def _order(self, entry: _Entry) -> tuple[int, int, int]:
        # A key that never had a turn counts as 0, as if its turn were the longest ago. So does a key that was forgotten
        # because a thousand others have had turns since.
        return entry.urgency, max((self._turns.get(key, 0) for key in entry.keys), default=0), entry.arrival


async def run_in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """
    Run *function* in a thread and return its result. A cancelled caller waits until the thread has ended.

    Callers limit the number of threads, with the places of a queue or with a limiter of their own. Because a cancelled
    caller waits, it holds its place as long as its thread runs.
    """
    # A thread cannot be stopped. anyio keeps waiting for one if an anyio scope is cancelled, but not if an asyncio task
    # is cancelled. So a task of its own, which nobody cancels, waits for the thread.
    thread = asyncio.ensure_future(anyio.to_thread.run_sync(function, *arguments, limiter=anyio.CapacityLimiter(1)))
    try:
        await asyncio.wait((thread,))
        return thread.result()
    finally:
        while not thread.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait((thread,))
        if not thread.cancelled():
            thread.exception()  # asyncio logs errors that are never retrieved, and no caller needs this one


@attrs.define(eq=False)
class _Work(Generic[T]):
    task: asyncio.Task[T]
    waiting: int = 0


class SharedTasks(Generic[T]):
    """Running tasks by key. Callers that ask for the same key share one task."""

    def __init__(self) -> None:
        self._going: dict[Hashable, _Work[T]] = {}

    def is_going(self, key: Hashable) -> bool:
        return key in self._going

    async def result(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """
        Return the result of the task with this key, or raise its error. Start the task if it is not running.

        The task is cancelled when all of its callers are cancelled.
        """
        going = self._going.get(key)
        if going is None:
            going = self._going[key] = _Work(asyncio.get_running_loop().create_task(work()))
        going.waiting += 1
        try:
            # The shield keeps the task alive if one of several callers is cancelled.
            return await asyncio.shield(going.task)
        finally:
            going.waiting -= 1
            if not going.waiting:
                going.task.cancel()
            # The key may already belong to a newer task, which must stay.
            if self._going.get(key) is going and (going.task.done() or not going.waiting):
                del self._going[key]
