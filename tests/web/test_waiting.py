"""Work that is done once for all requests that wait for it, and cancelled when they all leave."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from magnum_sal.web._requests import cancel_on_disconnect
from magnum_sal.web._work_queue import SharedTasks


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test in its own event loop."""
    asyncio.run(test)


async def settle() -> None:
    """Run the tasks of the event loop as far as they can go."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_requests_for_the_same_work() -> None:
    """Requests with the same key share one result or error. A later request, or another key, starts new work."""

    async def test() -> None:
        joined: SharedTasks[int] = SharedTasks()
        go, done = asyncio.Event(), 0

        async def work() -> int:
            nonlocal done
            await go.wait()
            done += 1
            if done == 3:
                raise ValueError("no")
            return done

        asking = [asyncio.create_task(joined.result("key", work)) for _ in range(5)]
        await settle()
        assert (joined.is_going("key"), joined.is_going("other")) == (True, False)
        go.set()
        assert await asyncio.gather(*asking) == [1] * 5
        assert not joined.is_going("key")
        assert await joined.result("other", work) == 2
        asking = [asyncio.create_task(joined.result("key", work)) for _ in range(2)]
        errors = await asyncio.gather(*asking, return_exceptions=True)
        assert [str(error) for error in errors] == ["no", "no"]
        assert joined._going == {}

    run(test())


def test_the_last_request_that_leaves() -> None:
    """Work is cancelled when its last request leaves, not before. A request at that moment starts it again."""

    async def test() -> None:
        joined: SharedTasks[None] = SharedTasks()
        begun, ended = 0, 0

        async def work() -> None:
            nonlocal begun, ended
            begun += 1
            try:
                await asyncio.Event().wait()
            finally:
                ended += 1

        first, second = (asyncio.create_task(joined.result("key", work)) for _ in range(2))
        await settle()
        first.cancel()
        await settle()
        assert (begun, ended) == (1, 0)
        second.cancel()
        await asyncio.sleep(0)
        third = asyncio.create_task(joined.result("key", work))
        await settle()
        assert (begun, ended, third.done()) == (2, 1, False)
        third.cancel()
        await settle()
        assert (ended, joined._going) == (2, {})

    run(test())


def test_a_client_that_disconnects() -> None:
    """The work of a client is cancelled if the client disconnects."""

    async def test() -> None:
        messages: asyncio.Queue[Message] = asyncio.Queue()
        request = Request({"type": "http"}, messages.get)
        ended = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        waiting = asyncio.create_task(cancel_on_disconnect(request, work()))
        messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        await settle()
        assert not waiting.done()
        messages.put_nowait({"type": "http.disconnect"})
        with pytest.raises(ClientDisconnect):
            await waiting
        assert ended.is_set()
        assert await cancel_on_disconnect(request, asyncio.sleep(0, "done")) == "done"

    run(test())
