"""What takes long is done in processes of their own, with a limit: moves of bots, hints, long lists of moves."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import anyio
import anyio.to_process

from .._step import Step
from .._wording import printable
from ..bots import Line, Review, analyse, make_bot, review
from ..engine import legal_moves
from ..errors import MagnumSalError
from ..moves import Move
from ..serve import Limits, Server, answer
from ..state import GameState

T = TypeVar("T")

_MOST_BITS: Final = 62
_LONGEST_FAILURE: Final = 300
MOST_CONSIDERED: Final = 3
"""Moves of a hint, at most."""
_ITERATIONS: Final = 16
"""For each decision of a game that is reviewed."""


class TooSlowError(MagnumSalError):
    """What was asked took longer than there is time for it."""


class Workers:
    """
    Processes that think, so that nobody else has to wait for them.

    Args:
        processes: How many think at a time; others wait for their turn.
    """

    def __init__(self, processes: int) -> None:
        self._turns = anyio.CapacityLimiter(processes)
        self._processes = anyio.CapacityLimiter(processes + 1)
        self._reviews = anyio.CapacityLimiter(1)  # which take long, and no bot is to wait for one

    async def move(self, bot: str, state: GameState, seconds: float) -> Move:
        """
        Return what a bot does in a public state.

        Raises:
            TooSlowError: it took longer than so many seconds; its process was ended.
            MagnumSalError: the bot failed.
        """
        return await self._done(seconds, decided, bot, secrets.randbits(_MOST_BITS), state)

    async def considered(self, state: GameState, seconds: float) -> tuple[Line, ...]:
        """Return what a good bot would do in a public state, the best first, after so many seconds."""
        return await self._done(3 * seconds + 5, considered, secrets.randbits(_MOST_BITS), state, seconds)

    async def reviewed(self, steps: tuple[Step, ...], seconds: float) -> Review:
        """Return what a good bot thinks of a game; errors are those of ``move``."""
        return await self._done(seconds, reviewed, steps, _ITERATIONS, turns=self._reviews)

    async def answered(self, state: GameState, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a question about a public state that may take long; errors are those of ``move``."""
        return await self._done(seconds, answered, state, dict(request))

    async def _done(
        self, seconds: float, function: Callable[..., T], *arguments: object, turns: anyio.CapacityLimiter | None = None
    ) -> T:
        async with turns or self._turns:  # who waits for a turn does not think yet
            with anyio.move_on_after(seconds):
                return await anyio.to_process.run_sync(
                    guarded, function, *arguments, cancellable=True, limiter=self._processes
                )
        raise TooSlowError(f"it took longer than {seconds:g} seconds")


def guarded(function: Callable[..., T], *arguments: Any) -> T:
    """
    Return what a function does; run in a process of its own.

    Raises:
        MagnumSalError: it has raised anything at all. The server reads it there, and would end with a bot that ends
            its program.
    """
    try:
        with _silent():
            return function(*arguments)
    except BaseException as error:
        name = "" if isinstance(error, MagnumSalError) else f"{type(error).__name__}: "
        raise MagnumSalError(printable(f"{name}{error}", _LONGEST_FAILURE)) from None


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


def decided(bot: str, seed: int, state: GameState) -> Move:
    """Return what a bot does; run in a process of its own."""
    return make_bot(bot, seed=seed)(state, legal_moves(state))


def considered(seed: int, state: GameState, seconds: float) -> tuple[Line, ...]:
    """Return the best moves that a search finds, three at most; run in a process of its own."""
    return analyse(state, seconds=seconds, lines=MOST_CONSIDERED, seed=seed).lines


def reviewed(steps: tuple[Step, ...], iterations: int) -> Review:
    """Return what a search thinks of a game; run in a process of its own."""
    return review(steps, iterations=iterations)


def answered(state: GameState, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question; run in a process of its own."""
    return answer(asked_of(state), request)[1]


def asked_of(state: GameState, steps: int | None = None) -> Server:
    """Return a server that answers questions about a public state after so many *steps*, and plays nothing."""
    return Server(
        ruleset=state.ruleset, limits=Limits(sessions=0), position=state, position_steps=steps, is_greeted=True
    )
