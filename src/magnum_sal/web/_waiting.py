"""Waiting for work that takes a while: done once for all who ask for the same, and dropped for those who leave."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

import attrs
from starlette.requests import ClientDisconnect, Request

T = TypeVar("T")


@attrs.define(eq=False)
class _Work(Generic[T]):
    """Work that is going on, and how many wait for it."""

    task: asyncio.Task[T]
    waiting: int = 0


class Joined(Generic[T]):
    """Work that goes on, by a key: who asks for the same joins those who wait for it already."""

    def __init__(self) -> None:
        self._going: dict[Hashable, _Work[T]] = {}

    def is_going(self, key: Hashable) -> bool:
        """Return whether somebody waits for the work with this key."""
        return key in self._going

    async def result(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """
        Return what the work with this key returns, or raise its error; start it if it is not going on.

        The work is cancelled when all who wait for it are.
        """
        going = self._going.get(key)
        if going is None:
            going = self._going[key] = _Work(asyncio.get_running_loop().create_task(work()))
        going.waiting += 1
        try:
            return await asyncio.shield(going.task)
        finally:
            going.waiting -= 1
            if not going.waiting:
                going.task.cancel()
            if self._going.get(key) is going and (going.task.done() or not going.waiting):
                del self._going[key]


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """
    Return what *work* returns, unless the client leaves before.

    Raises:
        ClientDisconnect: the client has left; the work is cancelled.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
