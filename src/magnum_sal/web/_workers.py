"""
Worker processes with time limits for slow work: bots' moves, hints, long lists of moves, reviews, and replays.

A process ends when its server ends, and returns either a result or an error.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import random
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import anyio
import anyio.to_process

from ..bots import JudgedMove, Line
from ..bots.game_review import Decision, judge_decision
from ..errors import MagnumSalError
from ..errors.messages import printable
from ..model.moves import Move
from ..model.ruleset_registry import import_rulesets, ruleset_places
from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..protocol.table_answers import LogSummaryAnswer
from ._continued_games import ContinuedGame, describe_log, prepare_game
from ._drawing import pack_text
from ._replay_drawing import REPLAY_SECONDS, ReplayOptions, draw_replay
from ._thinking import analyse_position, answer_request, choose_move, describe_delay, describe_failure, find_hint_limit
from ._work_queue import Client, SharedTasks, Urgency, WorkQueue

_LOGGER: Final = logging.getLogger(__name__)

T = TypeVar("T")

_MOST_BITS: Final = 62
_MOST_WAITING: Final = 20
_MOST_OF_ONE: Final = 4
"""The maximum number of hints and lists of moves that can be queued for one browser or table."""
_REPLAYS: Final = 1
"""The number of replays drawn at once."""
_START_SECONDS: Final = 60.0
"""The maximum time until a process is ready for work. A busy machine may need more than ten seconds."""
_LONGEST_FAILURE: Final = 300
_NOT_STARTED: Final = (anyio.EndOfStream, anyio.BrokenResourceError, TimeoutError)
"""The errors that anyio raises if a process does not start in time."""
_NO_SCRIPT: Final = "a new process cannot import the server's script"
_PR_SET_PDEATHSIG: Final = 1
"""The option of Linux's ``prctl`` that sets the signal sent to a process when its parent ends."""
_LOOK_EVERY: Final = 1.0
"""Seconds between checks that the server is still running."""
_MORE_SECONDS: Final = 5.0
"""Seconds of processor time that a process may use beyond the time for its work."""
_MOST_SECONDS: Final = 1e6


class TooSlowError(RefusedError):
    """The work took longer than its limit of this many *seconds*, usually because the server is busy."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too_fast", describe_delay(seconds))


class Workers:
    """
    Processes that do slow work, so that nobody else has to wait.

    Bots' moves have their own places, so a move waits only for other bots' moves, and is never refused. Tables where
    people play go before tables that only bots play. Otherwise tables take turns, so no table gets more than its share.

    All other work shares half as many places, but at least one. Hints take precedence over long lists, and players
    over spectators. Reviews come last, one decision at a time. Hints and lists are refused if too many wait.

    Replays take many seconds each, so they have a place of their own, one after another.
    """

    def __init__(self, processes: int, most_waiting: int = _MOST_WAITING) -> None:
        others = max(1, processes // 2)
        self._moves = WorkQueue(processes, 0, 0)  # without counted work, because each table has at most one move
        self._others = WorkQueue(others, most_waiting, _MOST_OF_ONE)
        self._replays = WorkQueue(_REPLAYS, most_waiting, 1)
        self._processes = anyio.CapacityLimiter(processes + others + _REPLAYS)
        self._hints: SharedTasks[tuple[Line, ...]] = SharedTasks()

    async def move(
        self, table: str, has_people: Callable[[], bool], bot: str, state: GameState, seconds: float
    ) -> Move:
        """
        Return a bot's move in a public state of a table. *has_people* returns whether people play at the table now.

        Raises ``MagnumSalError`` if the bot fails or exceeds *seconds*.
        """

        # A person may sit down, or come back, while the bot's move waits.
        def find_urgency() -> Urgency:
            return Urgency.PLAYER if has_people() else Urgency.WATCHER

        async with self._moves.place(find_urgency, table, is_counted=False):
            # A bot that waits for a place does not use up its time.
            return await self._run(seconds, choose_move, bot, secrets.randbits(_MOST_BITS), state)

    async def analyse_position(self, asker: Client, state: GameState, seconds: float) -> tuple[Line, ...]:
        """
        Return a strong bot's best moves in a public state, best first, after this many seconds of thinking.

        Callers that ask about the same state of the table share the answer. Raises ``RefusedError`` if too many
        requests are waiting.
        """

        async def look() -> tuple[Line, ...]:
            async with self._others.place(Urgency.HINT, asker.browser, asker.table):
                limit = find_hint_limit(seconds)
                return await self._run(limit, analyse_position, secrets.randbits(_MOST_BITS), state, seconds)

        return await self._hints.result((asker.table, state), look)

    async def review_decision(self, table: str, decision: Decision, seconds: float) -> tuple[JudgedMove, float]:
        """Return the judgement of a decision, and the seconds that it took, excluding waiting time."""
        # ``Reviews`` limits the number of reviews. Each review has only one decision in this queue, so hints and lists
        # get their turn in between.
        async with self._others.place(Urgency.REVIEW, f"review of {table}", is_counted=False):
            begun = time.monotonic()
            found = await self._run(seconds, judge_decision, decision)
            return found, time.monotonic() - begun

    async def answer_request(
        self, asker: Client, state: GameState, request: Mapping[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Return the answer to a slow question about a public state. Raises the same errors as ``analyse_position``."""
        async with self._others.place(asker.urgency, asker.browser):
            return await self._run(seconds, answer_request, state, dict(request))

    async def draw_replay(self, browser: str, log: bytes, options: ReplayOptions) -> bytes:
        """
        Return the compressed replay of a log.

        Raises:
            RefusedError: this browser is waiting for another replay, or too many requests are waiting.
            MagnumSalError: the log cannot be shown, or drawing it took too long.
        """
        async with self._replays.place(Urgency.WATCHER, browser):
            return await self._run(REPLAY_SECONDS, pack_text, draw_replay, log, options)

    async def describe_log(self, browser: str, log: bytes, language: str) -> LogSummaryAnswer:
        """Return what a log holds. Raises the errors of ``draw_replay``."""
        async with self._replays.place(Urgency.WATCHER, browser):
            return await self._run(REPLAY_SECONDS, describe_log, log, language)

    async def prepare_game(self, browser: str, log: bytes) -> ContinuedGame:
        """Return the game of a log, for a table that resumes it. Raises the errors of ``draw_replay``."""
        async with self._replays.place(Urgency.PLAYER, browser):
            return await self._run(REPLAY_SECONDS, _prepare_game, log)

    async def _run(self, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        # The work would often fail on a busy machine if the start of a process counted as part of its time. Another
        # request may take the ready process before this one does. Only then does a process start within the time.
        await self._call(_START_SECONDS, _get_ready)
        return await self._call(seconds, function, *arguments)

    async def _call(self, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        # Bots think in processes because a process can be killed. A thread that never returns cannot be killed, and a
        # busy thread would hold up all tables.
        with anyio.move_on_after(seconds):
            try:
                return await anyio.to_process.run_sync(
                    run_in_worker,
                    os.getpid(),
                    ruleset_places(),
                    seconds,
                    function,
                    *arguments,
                    cancellable=True,
                    limiter=self._processes,
                )
            except anyio.BrokenWorkerProcess as error:
                raise MagnumSalError(_describe_loss(error)) from None
        raise TooSlowError(seconds)


def _describe_loss(error: anyio.BrokenWorkerProcess) -> str:
    """Return how a process was lost. The operator of a server can correct a script that cannot be imported."""
    # anyio names what the new process raised while it imported the script of the main module. Of its errors, only this
    # one has a message.
    cause = error.__cause__
    if not error.args or cause is None or isinstance(cause, _NOT_STARTED):
        return "it ended its own process without an answer"
    why = printable(f"{type(cause).__name__}: {cause}", _LONGEST_FAILURE)
    # The reason can name files of the server, which players must not see.
    _LOGGER.error("%s (%s); create and run the application only if __name__ is '__main__'", _NO_SCRIPT, why)
    return f"{_NO_SCRIPT}; the server's log says why"


def _get_ready() -> None:
    """Return at once. A process that has called this function has imported this module and the rulesets."""


def _prepare_game(log: bytes) -> ContinuedGame:
    # The system's source of randomness deals the face-down pieces, so that nobody can work them out.
    return prepare_game(log, random.SystemRandom())


def run_in_worker(
    server: int, rulesets: Mapping[str, str], seconds: float, function: Callable[..., T], *arguments: Any
) -> T:
    """
    Return the result of a function. Call this in a worker process. Raises the errors of ``call_safely``.

    The worker then ends when the process with the id *server* ends. The server waits at most *seconds*. *rulesets* are
    the places of the server's rulesets, by name. A log names its ruleset, and this process has to know it.
    """
    end_with(server)
    limit_processor(seconds)
    call_safely(import_rulesets, rulesets)  # a module may write to standard output
    return call_safely(function, *arguments)


# A worker serves many requests, but needs this only once.
@functools.cache
def end_with(server: int) -> None:
    """
    End this process when the server's process ends, even if SIGKILL ended the server or a bot never returns.

    An idle worker exits when its input reaches end-of-file, but a hung worker does not read. Windows does not
    support this check.
    """
    # On Linux the kernel kills this process when its parent ends (PR_SET_PDEATHSIG in prctl(2)), whatever the process
    # does.
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # On all POSIX systems a thread also checks the parent from time to time: some have no prctl(), and the server may
    # have ended before that call. The thread cannot run while a bot's C code holds the interpreter lock. In that case,
    # limit_processor() is the last resort.
    if os.name == "posix":
        threading.Thread(target=_end_without, args=(server,), daemon=True).start()


def _end_without(server: int) -> None:
    while os.getppid() == server:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


def limit_processor(seconds: float) -> None:
    """Limit this process's processor time to far more than its work needs."""
    if sys.platform == "win32":
        return
    import resource

    # The system counts the time of a process from its start, and this process may have done earlier work. A bot may use
    # all processors at once, so the limit covers all of them.
    usage = resource.getrusage(resource.RUSAGE_SELF)
    more = (min(seconds, _MOST_SECONDS) + _MORE_SECONDS) * (os.cpu_count() or 1)
    soft = int(usage.ru_utime + usage.ru_stime + more) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(ValueError, OSError):  # if the system forbids it, only this safeguard is missing
        resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def call_safely(function: Callable[..., T], *arguments: Any) -> T:
    """
    Return the result of a function. Raises ``MagnumSalError`` if the function raises anything at all.

    Even ``SystemExit`` becomes an error, so that a bot that exits does not end the server.
    """
    try:
        with _silence_output():
            return function(*arguments)
    except BaseException as error:
        raise MagnumSalError(printable(describe_failure(error), _LONGEST_FAILURE)) from None


@contextlib.contextmanager
def _silence_output() -> Iterator[None]:
    """Discard the output of a bot's libraries, since the process also sends its answers through standard output."""
    # Replace the descriptor instead of sys.stdout, because C libraries write to the descriptor.
    answers, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(answers, 1)
        os.close(answers)
        os.close(nowhere)
