"""Remembering what a function returned, as long as all that is remembered is not much."""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result", bound=Sized)

_WHOLE = 8
"""An answer that takes more than this part of the room is not remembered: it would drive out all others."""


def remembered(most: int) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """
    Return a decorator that has a pure function remember its answers, by positional arguments.

    ``functools.lru_cache`` counts answers, so one of forty thousand moves takes the place of one of three, and a
    program that asks about many positions fills its memory. Here all answers together have a bounded length; when they
    would have more, all are forgotten, which is cheap, and rare in the course of a game.

    >>> @remembered(most=100)
    ... def countdown(first: int) -> tuple[int, ...]:
    ...     return tuple(range(first, 0, -1))
    >>> countdown(3), countdown(3) is countdown(3), countdown(90) is countdown(90)
    ((3, 2, 1), True, False)

    Args:
        most: The length of all that is remembered together, an answer's own length and 1 for each.
    """

    def decorate(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        answers: dict[tuple[Any, ...], _Result] = {}
        held = 0

        @wraps(function)
        def ask(*arguments: Any) -> _Result:
            nonlocal held
            try:
                return answers[arguments]
            except KeyError:
                pass
            answer = function(*arguments)  # type: ignore[call-arg]  # by position alone, which ParamSpec cannot say
            length = 1 + len(answer)
            if length * _WHOLE <= most:
                if held + length > most:
                    answers.clear()
                    held = 0
                answers[arguments] = answer
                held += length
            return answer

        return ask  # type: ignore[return-value]  # as above

    return decorate
