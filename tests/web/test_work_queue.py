"""The queue for work: priorities, turns and limits."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Coroutine
from typing import Any

import pytest
from tests.web.tables import PATIENCE

from magnum_sal.protocol.refused_error import RefusedError
from magnum_sal.web._work_queue import Urgency, WorkQueue, run_in_thread

HINT, PLAYER, WATCHER, REVIEW = Urgency.HINT, Urgency.PLAYER, Urgency.WATCHER, Urgency.REVIEW


class Work:
    """Work that keeps its place in a queue until a test ends it."""

    def __init__(self, queue: WorkQueue) -> None:
        self.queue = queue
        self.started: list[str] = []
        """The names of work that got a place, in order."""
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, urgency: Urgency, *keys: str, is_counted: bool = True) -> None:
        """Request a place and run the event loop until nothing more happens."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._go_on(name, urgency, *keys, is_counted=is_counted))
        await settle()

    async def _go_on(self, name: str, urgency: Urgency, *keys: str, is_counted: bool) -> None:
        async with self.queue.place(urgency, *keys, is_counted=is_counted):
            self.started.append(name)
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        """End some work and run the event loop until nothing more happens."""
        self._ends[name].set()
        await settle()

    async def end_all(self) -> list[str]:
        """End all work in the order in which it got places, and return that order."""
        for name in self.started:  # The list grows during the loop.
            await self.end(name)
        return self.started


async def settle() -> None:
    """Run the tasks of the event loop as far as they can go."""
    for _ in range(20):
        await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test in its own event loop."""
    asyncio.run(test)


def test_urgent_work_goes_first() -> None:
    """Hints come before lists, players before watchers, and reviews last, in whatever order they are requested."""

    async def test() -> None:
        work = Work(WorkQueue(1, 20, 4))
        await work.ask("first", WATCHER, "x")
        for name, urgency in (("review", REVIEW), ("watcher", WATCHER), ("player", PLAYER), ("hint", HINT)):
            await work.ask(name, urgency, name)
        assert await work.end_all() == ["first", "hint", "player", "watcher", "review"]

    run(test())


def test_waiting_work_that_becomes_urgent() -> None:
    """The urgency of work counts when a place is free, not when the work was requested."""

    async def test() -> None:
        queue, urgencies, started = WorkQueue(1, 0, 0), {"a": WATCHER, "b": WATCHER, "c": WATCHER}, list[str]()

        async def work(name: str) -> None:
            async with queue.place(lambda: urgencies[name], name, is_counted=False):
                started.append(name)
                await asyncio.sleep(0)

        async with queue.place(WATCHER, "first", is_counted=False):
            tasks = [asyncio.create_task(work(name)) for name in urgencies]
            await settle()
            urgencies["c"] = PLAYER
        await asyncio.gather(*tasks)
        assert started == ["c", "a", "b"]

    run(test())


def test_askers_take_turns() -> None:
    """Requests of different askers alternate, however many one of them sends first."""

    async def test() -> None:
        work = Work(WorkQueue(1, 20, 4))
        for name in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
            await work.ask(name, HINT, name[0])
        assert await work.end_all() == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]

    run(test())


def test_one_place_for_each_key() -> None:
    """A browser or a table has one place at a time, and others overtake its waiting requests."""

    async def test() -> None:
        work = Work(WorkQueue(3, 20, 4))
        await work.ask("1", HINT, "ada", "table")
        await work.ask("2", HINT, "ada", "other table")
        await work.ask("3", HINT, "ben", "table")
        await work.ask("4", WATCHER, "cleo", "third table")
        assert work.started == ["1", "4"]
        await work.end("1")
        assert work.started == ["1", "4", "2", "3"]

    run(test())


def test_a_full_queue() -> None:
    """
    A full queue refuses work that is not more urgent than the waiting work.

    More urgent work replaces the least urgent.
    """

    async def test() -> None:
        work = Work(WorkQueue(1, 3, 2))
        await work.ask("runs", WATCHER, "x")
        for name, urgency in (("hint", HINT), ("watcher", WATCHER), ("other", WATCHER)):
            await work.ask(name, urgency, name)
        await work.ask("late", WATCHER, "late")
        with pytest.raises(RefusedError, match="busy; try again") as refused:
            await work.tasks["late"]
        assert refused.value.code == "too_fast"
        await work.ask("player", PLAYER, "player")
        with pytest.raises(RefusedError, match="busy; try again"):
            await work.tasks["other"]
        await work.ask("part of a review", REVIEW, "review", is_counted=False)
        assert await work.end_all() == ["runs", "hint", "player", "watcher", "part of a review"]

    run(test())


def test_the_limit_of_one_asker() -> None:
    """One asker can use only a part of the queue."""

    async def test() -> None:
        work = Work(WorkQueue(1, 20, 2))
        for name in ("a1", "a2", "a3", "a4", "b1"):
            await work.ask(name, HINT, name[0])
        with pytest.raises(RefusedError):
            await work.tasks["a4"]
        assert await work.end_all() == ["a1", "b1", "a2", "a3"]

    run(test())


@pytest.mark.parametrize("is_begun", [True, False])
def test_cancelled_work_makes_room(is_begun: bool) -> None:
    """Cancelled work gives up its place or its position in the queue, even at the moment when it gets a place."""

    async def test() -> None:
        work = Work(WorkQueue(1, 2, 2))
        for name in ("1", "2", "3"):
            await work.ask(name, HINT, name)
        if is_begun:
            work.tasks["1"].cancel()
            await settle()
            assert work.started == ["1", "2"]
        else:
            work._ends["1"].set()
            await asyncio.sleep(0)  # Work 2 has got a place but does not know it yet.
            assert work.started == ["1"]
            work.tasks["2"].cancel()
            await settle()
            assert work.started == ["1", "3"]
        await work.end_all()
        assert (work.queue._waiting, work.queue._running) == ([], [])

    run(test())


def test_cancelled_waiting_work_makes_room() -> None:
    """The queue position of cancelled work is available to others at once."""

    async def test() -> None:
        work = Work(WorkQueue(1, 1, 1))
        for name in ("runs", "leaves"):
            await work.ask(name, HINT, name)
        work.tasks["leaves"].cancel()
        await settle()
        await work.ask("comes", HINT, "comes")
        assert await work.end_all() == ["runs", "comes"]

    run(test())


@pytest.mark.slow
@pytest.mark.parametrize("is_failing", [False, True])
def test_cancelled_work_in_a_thread(is_failing: bool) -> None:
    """Cancelled work keeps its place until its thread has ended. An error in the thread is not reported then."""

    async def test() -> None:
        queue, reported, may_end = WorkQueue(1, 1, 1), list[object](), threading.Event()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))

        def draw() -> None:
            assert may_end.wait(PATIENCE)
            if is_failing:
                raise ValueError

        async def work() -> None:
            async with queue.place(HINT, "ada"):
                await run_in_thread(draw)

        task = asyncio.create_task(work())
        await settle()
        for _ in range(2):
            task.cancel()
            await settle()
            assert len(queue._running) == 1
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert queue._running == []
        del task
        gc.collect()
        assert reported == []

    run(test())


def test_the_remembered_turns_are_limited() -> None:
    """The queue remembers the turns of the last thousand keys."""

    async def test() -> None:
        queue = WorkQueue(1, 1, 1)
        for number in range(1100):
            async with queue.place(HINT, str(number)):
                pass
        assert len(queue._turns) == 1000

    run(test())
