"""Bounded caches for the results of functions, and a list of all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")
_Key = TypeVar("_Key")


class Cache(NamedTuple):
    """One of the caches of the library."""

    name: str
    """Module and name of the function whose answers it holds, or the class whose values."""
    most: int
    """How much it holds at most."""
    by_length: bool
    """Whether that is the length of all answers together, and not their number."""
    forget: Callable[[], object]
    """Empties it."""


CACHES: Final[list[Cache]] = []
"""Every cache of the modules that are loaded; the reference lists them."""


def cached(
    most: int, *, by_length: bool = False
) -> Callable[[Callable[_Arguments, _Answer]], Callable[_Arguments, _Answer]]:
    """
    Return a decorator that caches the answers of a pure function; arguments must be positional and hashable.

    By default it keeps the latest answers. With *by_length* it is for functions whose answers differ much in length:
    one list of forty thousand moves would take the place of one of three, and a program that asks about many positions
    would fill its memory. So all answers together have a bounded length. If they would exceed it, all are forgotten,
    which is cheap, and rare in the course of a game.

    >>> @cached(most=100, by_length=True)
    ... def countdown(first: int) -> tuple[int, ...]:
    ...     return tuple(range(first, 0, -1))
    >>> countdown(3), countdown(3) is countdown(3), countdown(90) is countdown(90)
    ((3, 2, 1), True, False)

    A class of immutable values can be decorated, too. Equal values are made once then:

    >>> from magnum_sal.model.moves import CompleteOrder
    >>> delivery = cached(most=8)(CompleteOrder)
    >>> delivery(2), delivery(2) is delivery(2)
    (CompleteOrder(slot=2), True)

    Args:
        most: How many answers are kept; with *by_length*, their length together, where each counts 1 more.
        by_length: Whether *most* is a length, and not a number.
    """

    def decorate(function: Callable[_Arguments, _Answer]) -> Callable[_Arguments, _Answer]:
        ask: Any
        forget: Callable[[], object]
        if by_length:
            ask, forget = _cache_by_length(function, most)
        else:
            ask = lru_cache(maxsize=most)(function)
            forget = ask.cache_clear
        CACHES.append(Cache(f"{function.__module__}.{function.__qualname__}", most, by_length, forget))
        answers: Callable[_Arguments, _Answer] = ask
        return answers

    return decorate


class Table(dict[_Key, _Answer]):
    """The answers of a function of one argument: looking a missing one up computes it."""

    def __init__(self, function: Callable[[_Key], _Answer], most: int) -> None:
        super().__init__()
        self._function, self._most = function, most

    def __missing__(self, key: _Key) -> _Answer:
        if len(self) >= self._most:
            self.clear()
        answer = self[key] = self._function(key)
        return answer


def tabled(most: int) -> Callable[[Callable[[_Key], _Answer]], Table[_Key, _Answer]]:
    """
    Return a decorator that turns a pure function of one argument into a table of its answers.

    For what one list of moves looks up many times. A subscript costs compiled code far less than a call of a function
    that ``cached`` made. If there would be more answers than *most*, all are forgotten.

    >>> @tabled(most=8)
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double[3], [*map(double.__getitem__, (1, 2))]
    (6, [2, 4])
    """

    def decorate(function: Callable[[_Key], _Answer]) -> Table[_Key, _Answer]:
        table = Table(function, most)
        CACHES.append(Cache(f"{function.__module__}.{function.__qualname__}", most, False, table.clear))
        return table

    return decorate


_WHOLE = 8
"""An answer that takes more than this part of the room is not kept: it would drive out all others."""


def _cache_by_length(function: Callable[..., Any], most: int) -> tuple[Callable[..., Any], Callable[[], object]]:
    answers: dict[tuple[Any, ...], Any] = {}
    held = 0

    @wraps(function)
    def ask(*arguments: Any) -> Any:
        nonlocal held
        try:
            return answers[arguments]
        except KeyError:
            pass
        answer = function(*arguments)
        length = 1 + len(answer)
        if length * _WHOLE <= most:
            if held + length > most:
                forget()
            answers[arguments] = answer
            held += length
        return answer

    def forget() -> None:
        nonlocal held
        answers.clear()
        held = 0

    return ask, forget
