"""
Processes for what takes long, with a limit: moves of bots, hints, long lists of moves, reviews.

A process ends with its server, answers nothing but results, and reports what fails.
"""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import anyio
import anyio.to_process

from ..bots import Line, analyse, make_bot
from ..bots.game_review import Decision, JudgedMove, judge_decision
from ..engine.transitions import legal_moves
from ..errors import MagnumSalError
from ..errors.messages import printable
from ..model.moves import Move
from ..model.state import GameState
from ..protocol import Limits, Server, answer
from ._work_queue import Asker, SharedTasks, Urgency, WorkQueue

T = TypeVar("T")

_MOST_BITS: Final = 62
MOST_CONSIDERED: Final = 3
"""Moves of a hint, at most."""
REVIEW_ITERATIONS: Final = 16
"""Iterations for each decision of a game that is reviewed."""
_MOST_WAITING: Final = 20
_MOST_OF_ONE: Final = 4
"""Hints and lists that wait for one browser or table, at most."""
_LONGEST_FAILURE: Final = 300
_PR_SET_PDEATHSIG: Final = 1
"""The option of Linux's ``prctl`` that names the signal a process gets when its parent ends."""
_LOOK_EVERY: Final = 1.0
"""Seconds between looks whether the server is still there."""
_MORE_SECONDS: Final = 5.0
"""Seconds of the processor that a process may use beyond those that it has for its work."""
_MOST_SECONDS: Final = 1e6


class TooSlowError(MagnumSalError):
    """What was asked took longer than there is time for it."""


class Workers:
    """
    Processes that think, so that nobody else has to wait for them.

    Bots' moves have places of their own, so a move waits for other bots' moves alone. A table has one move in the
    making at a time, and moves start in the order in which they are asked for; so no table gets more than its share.
    Everything else shares half as many places, at least one: hints before long lists, players before watchers, and
    reviews last, which are done in parts of one decision each. Hints and lists are refused if too many wait.
    """

    def __init__(self, processes: int, most_waiting: int = _MOST_WAITING) -> None:
        others = max(1, processes // 2)
        self._moves = anyio.CapacityLimiter(processes)
        self._others = WorkQueue(others, most_waiting, _MOST_OF_ONE)
        self._processes = anyio.CapacityLimiter(processes + others)
        self._hints: SharedTasks[tuple[Line, ...]] = SharedTasks()

    async def move(self, bot: str, state: GameState, seconds: float) -> Move:
        """Return what a bot does in a public state; ``MagnumSalError`` if it fails, or takes longer and is ended."""
        async with self._moves:  # a bot that waits for a place does not think yet
            return await self._run(seconds, choose_move, bot, secrets.randbits(_MOST_BITS), state)

    async def analyse_position(self, asker: Asker, state: GameState, seconds: float) -> tuple[Line, ...]:
        """
        Return what a good bot would do in a public state, the best first, after so many seconds.

        Whoever asks while the same is looked for at the table gets the same answer. Refused where too many wait.
        """

        async def look() -> tuple[Line, ...]:
            async with self._others.place(Urgency.HINT, asker.browser, asker.table):
                return await self._run(3 * seconds + 5, analyse_position, secrets.randbits(_MOST_BITS), state, seconds)

        return await self._hints.result((asker.table, state), look)

    async def review_decision(self, table: str, decision: Decision, seconds: float) -> tuple[JudgedMove, float]:
        """Return a decision of a table's game as a review judges it, and how many seconds that took without waiting."""
        async with self._others.place(Urgency.REVIEW, f"review of {table}", is_counted=False):
            begun = time.monotonic()
            found = await self._run(seconds, judge_decision, decision)
            return found, time.monotonic() - begun

    async def answer_request(
        self, asker: Asker, state: GameState, request: Mapping[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Return the answer to a question about a public state that may take long; errors are those of a hint."""
        async with self._others.place(asker.urgency, asker.browser):
            return await self._run(seconds, answer_request, state, dict(request))

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


# These three run in a process of their own.


def choose_move(bot: str, seed: int, state: GameState) -> Move:
    return make_bot(bot, seed=seed)(state, legal_moves(state))


def analyse_position(seed: int, state: GameState, seconds: float) -> tuple[Line, ...]:
    return analyse(state, seconds=seconds, lines=MOST_CONSIDERED, seed=seed).lines


def answer_request(state: GameState, request: dict[str, Any]) -> dict[str, Any]:
    return answer(build_server(state), request)[1]


def build_server(state: GameState, steps: int | None = None) -> Server:
    """Return a server that answers questions about a public state after so many *steps*, and plays nothing."""
    return Server(
        ruleset=state.ruleset, limits=Limits(sessions=0), position=state, position_steps=steps, is_greeted=True
    )


def run_in_worker(server: int, seconds: float, function: Callable[..., T], *arguments: Any) -> T:
    """
    Return what a function returns; called in a process of its own, which ends with that of the *server*.

    The server waits for so many *seconds*; errors are those of ``call_safely``.
    """
    end_with(server)
    limit_processor(seconds)
    return call_safely(function, *arguments)


@functools.cache
def end_with(server: int) -> None:
    """
    Make this process end when the server's does, even by SIGKILL and while a bot never returns.

    A worker that has nothing to do reads the end of its input and ends by itself; one that hangs does not read. On
    Linux the kernel ends it, whatever it does. Elsewhere a thread looks for the parent from time to time, which works
    unless a bot's C code never lets go of the interpreter; then ``limit_processor`` is what is left. Windows has no
    such parent to look for.
    """
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.name == "posix":
        threading.Thread(target=_end_without, args=(server,), daemon=True).start()


def _end_without(server: int) -> None:
    while os.getppid() == server:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


def limit_processor(seconds: float) -> None:
    """Set a limit at which the system ends this process, far above the processor time that its work may take."""
    if sys.platform == "win32":
        return
    import resource

    usage = resource.getrusage(resource.RUSAGE_SELF)
    more = (min(seconds, _MOST_SECONDS) + _MORE_SECONDS) * (os.cpu_count() or 1)
    soft = int(usage.ru_utime + usage.ru_stime + more) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(ValueError, OSError):  # where the system forbids it, nothing is lost but this way out
        resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def call_safely(function: Callable[..., T], *arguments: Any) -> T:
    """
    Return what a function returns; ``MagnumSalError`` where it raises anything at all.

    The server reads the error there, and would end with a bot that ends its program.
    """
    try:
        with _silent():
            return function(*arguments)
    except BaseException as error:
        raise MagnumSalError(printable(describe_failure(error), _LONGEST_FAILURE)) from None


def describe_failure(error: BaseException) -> str:
    """Return what failed as a sentence: the error's message, with its type unless it is the library's own error."""
    kind, message = type(error).__name__, str(error)
    if isinstance(error, SystemExit):
        return f"it ended its own process ({kind}: {message})" if message else f"it ended its own process ({kind})"
    if not message:
        return f"it raised {kind} without a message"
    return message if isinstance(error, MagnumSalError) else f"{kind}: {message}"


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Keep what a bot's libraries write to standard output from what the process answers, which goes the same way."""
    answers, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(answers, 1)
        os.close(answers)
        os.close(nowhere)
