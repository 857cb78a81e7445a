"""Processes for what takes long, with a limit: moves of bots, hints, long lists of moves, reviews."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import anyio
import anyio.to_process

from ..bots import Line, analyse, make_bot
from ..bots.game_review import Decision, Judged, judge_decision
from ..engine.transitions import legal_moves
from ..errors import MagnumSalError
from ..model.moves import Move
from ..model.state import GameState
from ..protocol import Limits, Server, answer
from ._waiting import Joined
from ._work_queue import Asker, Urgency, WorkQueue
from ._worker_process import run_in_worker

T = TypeVar("T")

_MOST_BITS: Final = 62
MOST_CONSIDERED: Final = 3
"""Moves of a hint, at most."""
REVIEW_ITERATIONS: Final = 16
"""Iterations for each decision of a game that is reviewed."""
_MOST_WAITING: Final = 20
_MOST_OF_ONE: Final = 4
"""Hints and lists that wait for one browser or table, at most."""


class TooSlowError(MagnumSalError):
    """What was asked took longer than there is time for it."""


class Workers:
    """
    Processes that think, so that nobody else has to wait for them.

    Bots' moves have places of their own, so a move waits for other bots' moves alone. A table has one move in the
    making at a time, and moves start in the order in which they are asked for; so no table gets more than its share.
    Everything else shares half as many places, at least one: hints before long lists, players before watchers, and
    reviews last, which are done in parts of one decision each.

    Args:
        processes: How many bots think at a time.
        most_waiting: How many hints and lists may wait for a place; further ones are refused.
    """

    def __init__(self, processes: int, most_waiting: int = _MOST_WAITING) -> None:
        others = max(1, processes // 2)
        self._moves = anyio.CapacityLimiter(processes)
        self._others = WorkQueue(others, most_waiting, _MOST_OF_ONE)
        self._processes = anyio.CapacityLimiter(processes + others)
        self._hints: Joined[tuple[Line, ...]] = Joined()

    async def move(self, bot: str, state: GameState, seconds: float) -> Move:
        """
        Return what a bot does in a public state.

        Raises:
            TooSlowError: it took longer than so many seconds; its process was ended.
            MagnumSalError: the bot failed.
        """
        async with self._moves:  # a bot that waits for a place does not think yet
            return await self._run(seconds, decided, bot, secrets.randbits(_MOST_BITS), state)

    async def considered(self, asker: Asker, state: GameState, seconds: float) -> tuple[Line, ...]:
        """
        Return what a good bot would do in a public state, the best first, after so many seconds.

        Whoever asks while the same is looked for at the table gets the same answer.

        Raises:
            RefusedError: too many hints and lists wait.
            MagnumSalError: as for ``move``.
        """

        async def look() -> tuple[Line, ...]:
            async with self._others.place(Urgency.HINT, asker.browser, asker.table):
                return await self._run(3 * seconds + 5, considered, secrets.randbits(_MOST_BITS), state, seconds)

        return await self._hints.result((asker.table, state), look)

    async def judged(self, table: str, decision: Decision, seconds: float) -> tuple[Judged, float]:
        """Return a decision of a table's game as a review judges it, and how many seconds that took without waiting."""
        async with self._others.place(Urgency.REVIEW, f"review of {table}", is_counted=False):
            begun = time.monotonic()
            found = await self._run(seconds, judge_decision, decision)
            return found, time.monotonic() - begun

    async def answered(
        self, asker: Asker, state: GameState, request: Mapping[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Return the answer to a question about a public state that may take long; errors are those of a hint."""
        async with self._others.place(asker.urgency, asker.browser):
            return await self._run(seconds, answered, state, dict(request))

    async def _run(self, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        with anyio.move_on_after(seconds):
            try:
                return await anyio.to_process.run_sync(
                    run_in_worker,
                    os.getpid(),
                    seconds,
                    function,
                    *arguments,
                    cancellable=True,
                    limiter=self._processes,
                )
            except anyio.BrokenWorkerProcess:
                raise MagnumSalError("it ended its own process, and gave no answer") from None
        raise TooSlowError(f"it took longer than {seconds:g} seconds")


def decided(bot: str, seed: int, state: GameState) -> Move:
    """Return what a bot does; run in a process of its own."""
    return make_bot(bot, seed=seed)(state, legal_moves(state))


def considered(seed: int, state: GameState, seconds: float) -> tuple[Line, ...]:
    """Return the best moves that a search finds, three at most; run in a process of its own."""
    return analyse(state, seconds=seconds, lines=MOST_CONSIDERED, seed=seed).lines


def answered(state: GameState, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question; run in a process of its own."""
    return answer(asked_of(state), request)[1]


def asked_of(state: GameState, steps: int | None = None) -> Server:
    """Return a server that answers questions about a public state after so many *steps*, and plays nothing."""
    return Server(
        ruleset=state.ruleset, limits=Limits(sessions=0), position=state, position_steps=steps, is_greeted=True
    )
