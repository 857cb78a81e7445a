"""The queue for work: what goes first, who takes turns, and where it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from magnum_sal.protocol.refused_error import RefusedError
from magnum_sal.web._work_queue import Urgency, WorkQueue

HINT, PLAYER, WATCHER, REVIEW = Urgency.HINT, Urgency.PLAYER, Urgency.WATCHER, Urgency.REVIEW


class Work:
    """Work in a queue that goes on until a test ends it."""

    def __init__(self, queue: WorkQueue) -> None:
        self.queue = queue
        self.started: list[str] = []
        """What has had a place, in its order."""
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, urgency: Urgency, *keys: str, is_counted: bool = True) -> None:
        """Ask for a place, and let everything happen that follows."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._go_on(name, urgency, *keys, is_counted=is_counted))
        await settle()

    async def _go_on(self, name: str, urgency: Urgency, *keys: str, is_counted: bool) -> None:
        async with self.queue.place(urgency, *keys, is_counted=is_counted):
            self.started.append(name)
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        """End some work, and let everything happen that follows."""
        self._ends[name].set()
        await settle()

    async def end_all(self) -> list[str]:
        """End all work in the order in which it has places, and return that order."""
        for name in self.started:  # which grows meanwhile
            await self.end(name)
        return self.started


async def settle() -> None:
    """Let what has begun go on as far as it can."""
    for _ in range(20):
        await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test in a loop of its own."""
    asyncio.run(test)


def test_urgent_work_goes_first() -> None:
    """Hints before lists, players before watchers, and reviews last, in whichever order they come."""

    async def test() -> None:
        work = Work(WorkQueue(1, 20, 4))
        await work.ask("first", WATCHER, "x")
        for name, urgency in (("review", REVIEW), ("watcher", WATCHER), ("player", PLAYER), ("hint", HINT)):
            await work.ask(name, urgency, name)
        assert await work.end_all() == ["first", "hint", "player", "watcher", "review"]

    run(test())


def test_askers_take_turns() -> None:
    """However much one of them asks for first."""

    async def test() -> None:
        work = Work(WorkQueue(1, 20, 4))
        for name in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
            await work.ask(name, HINT, name[0])
        assert await work.end_all() == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]

    run(test())


def test_one_at_a_time_of_each_key() -> None:
    """Neither a browser nor a table fills all places; others go ahead meanwhile."""

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


def test_the_end_of_the_queue() -> None:
    """What is no more urgent than what waits is refused in words; what is takes the place of the least urgent."""

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


def test_the_end_of_the_queue_for_one() -> None:
    """Nobody takes the whole queue."""

    async def test() -> None:
        work = Work(WorkQueue(1, 20, 2))
        for name in ("a1", "a2", "a3", "a4", "b1"):
            await work.ask(name, HINT, name[0])
        with pytest.raises(RefusedError):
            await work.tasks["a4"]
        assert await work.end_all() == ["a1", "b1", "a2", "a3"]

    run(test())


@pytest.mark.parametrize("is_begun", [True, False])
def test_who_leaves_makes_room(is_begun: bool) -> None:
    """Work that is cancelled gives up its place, or its position in the queue, also in the moment it is called up."""

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
            await asyncio.sleep(0)  # 2 has been called up, and does not know it yet
            assert work.started == ["1"]
            work.tasks["2"].cancel()
            await settle()
            assert work.started == ["1", "3"]
        await work.end_all()
        assert (work.queue._waiting, work.queue._running) == ([], [])

    run(test())


def test_who_leaves_while_waiting_makes_room() -> None:
    """Their position in the queue is free for somebody else at once."""

    async def test() -> None:
        work = Work(WorkQueue(1, 1, 1))
        for name in ("runs", "leaves"):
            await work.ask(name, HINT, name)
        work.tasks["leaves"].cancel()
        await settle()
        await work.ask("comes", HINT, "comes")
        assert await work.end_all() == ["runs", "comes"]

    run(test())


def test_nothing_grows_with_those_who_come() -> None:
    """The turns of the last thousand keys are remembered."""

    async def test() -> None:
        queue = WorkQueue(1, 1, 1)
        for number in range(1100):
            async with queue.place(HINT, str(number)):
                pass
        assert len(queue._turns) == 1000

    run(test())
