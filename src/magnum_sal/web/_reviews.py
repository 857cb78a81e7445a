"""Reviews of finished games. Each review is computed once, decision by decision, for everybody who requests it."""

from __future__ import annotations

import asyncio
from itertools import chain
from typing import Final

import anyio.to_thread
import attrs

from ..bots import Review
from ..bots.game_review import list_decisions
from ..engine.steps import Step
from ..protocol.refused_error import RefusedError
from ..protocol.table_answers import ReviewProgressAnswer
from ._permissions import check_over
from ._table import Table
from ._thinking import REVIEW_ITERATIONS
from ._workers import TooSlowError, Workers

_MOST_KEPT: Final = 20
"""The maximum number of cached reviews; the oldest finished ones are dropped."""
_MOST_AT_ONCE: Final = 10
"""The maximum number of reviews in progress at once."""
_CANCELLED: Final = "the review was cancelled; request it again to restart it"


@attrs.define(eq=False)
class _ReviewTask:
    """A review, finished or in progress."""

    done: int = 0
    total: int = 0
    task: asyncio.Task[Review] = attrs.field(init=False)
    waiting: list[tuple[str, asyncio.Future[None]]] = attrs.Factory(list)
    """The waiting browsers, each with a future that completes when the browser cancels."""

    async def find(self, table: str, steps: tuple[Step, ...], workers: Workers, seconds: float) -> Review:
        """Return the review. Raises ``TooSlowError`` if it takes more than *seconds*, excluding waiting time."""
        # Use seed 0 and a budget in iterations, as in ``bots.review``, so that the review is reproducible.
        decisions = await anyio.to_thread.run_sync(lambda: list_decisions(steps, iterations=REVIEW_ITERATIONS))
        self.total = len(decisions)
        judged, used = [], 0.0
        # Each decision waits for its own place in the queue, so a review that takes minutes delays a hint by at most
        # one decision.
        for decision in decisions:
            try:
                if used >= seconds:
                    raise TooSlowError(seconds)
                found, took = await workers.review_decision(table, decision, seconds - used)
            except TooSlowError:
                # A decision gets only the time that is left, but the limit is that of the whole review.
                raise TooSlowError(seconds) from None
            judged.append(found)
            used += took
            self.done = len(judged)
        return Review(tuple(judged), steps[-1].after.public())

    def has_failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)


class Reviews:
    def __init__(self) -> None:
        # The keys are tables and position numbers. Moves at the end of a game can be undone, and the game can end again
        # with a greater number. A review in progress then continues for those who wait for it.
        self._kept: dict[tuple[str, int], _ReviewTask] = {}

    async def of(self, table: Table, browser: str, workers: Workers, seconds: float) -> Review:
        """
        Return the review of a table's game, computing it in at most *seconds* if it is not cached.

        The computation stops when nobody is waiting for the review any more.

        Raises:
            RefusedError: the game is not over, too many reviews are in progress, or ``cancel`` was called.
            MagnumSalError: the review took too long, or there is nothing to review.
        """
        check_over(table)
        found = self._find(table) or self._begin(table, workers, seconds)
        cancelled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        found.waiting.append((browser, cancelled))
        try:
            # asyncio.wait() leaves the review running if one of several callers is cancelled.
            await asyncio.wait((found.task, cancelled), return_when=asyncio.FIRST_COMPLETED)
            if not found.task.done():
                raise RefusedError("too_early", _CANCELLED)
            return found.task.result()
        finally:
            found.waiting.remove((browser, cancelled))
            if not found.waiting:
                # Stop a review that nobody waits for. Cancelling a finished review has no effect, so it stays cached.
                found.task.cancel()

    def progress(self, table: Table) -> ReviewProgressAnswer:
        """Return the progress of a table's review; the total is 0 until the decisions are counted."""
        found = self._find(table)
        if found is None:
            return ReviewProgressAnswer(is_working=False, done=0, total=0)
        return ReviewProgressAnswer(is_working=not found.task.done(), done=found.done, total=found.total)

    def cancel(self, table: Table, browser: str) -> None:
        """Stop waiting for reviews of a table in all tabs of a browser, including those of earlier ends of the game."""
        waiting = [found.waiting for (name, _), found in self._kept.items() if name == table.arrangement.id]
        for who, cancelled in chain.from_iterable(waiting):
            if who == browser and not cancelled.done():
                cancelled.set_result(None)

    def _find(self, table: Table) -> _ReviewTask | None:
        """Return the review of a table's current game if the review is finished or in progress."""
        found = self._kept.get((table.arrangement.id, table.number))
        if found is None or found.has_failed() or found.task.cancelling():
            return None
        return found

    def _begin(self, table: Table, workers: Workers, seconds: float) -> _ReviewTask:
        if sum(not known.task.done() for known in self._kept.values()) >= _MOST_AT_ONCE:
            raise RefusedError("too_fast", "many games are being reviewed; try again in a moment")
        name = table.arrangement.id
        found = _ReviewTask()
        # A review judges each decision by what the player knew, so it needs the full positions.
        work = found.find(name, tuple(table.game.steps()), workers, seconds)
        found.task = asyncio.get_running_loop().create_task(work)
        # Nobody can request the finished reviews of earlier ends any more, because position numbers only grow.
        for key in [key for key, known in self._kept.items() if key[0] == name and known.task.done()]:
            del self._kept[key]
        self._kept.pop((name, table.number), None)
        self._kept[name, table.number] = found
        # A review in progress stays: it counts towards the limit, and people can see its progress and cancel it.
        finished = [known for known, review in self._kept.items() if review.task.done()]
        for oldest in finished[: max(len(self._kept) - _MOST_KEPT, 0)]:
            del self._kept[oldest]
        return found

    async def end(self) -> None:
        tasks = [known.task for known in self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
