"""Bounded caches for function results, and a list of all caches."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")
_Key = TypeVar("_Key")


class Cache(NamedTuple):
    """A cache of the library."""

    name: str
    """The module and name of the cached function or class."""
    most: int
    """The maximum number, or total length, of the results."""
    by_length: bool
    """Whether ``most`` limits the total length instead of the number."""
    forget: Callable[[], object]
    """A function that empties the cache."""


CACHES: Final[list[Cache]] = []
"""All caches of the modules loaded so far."""


def cached(
    most: int, *, by_length: bool = False
) -> Callable[[Callable[_Arguments, _Answer]], Callable[_Arguments, _Answer]]:
    """
    Return a decorator that caches the results of a pure function; arguments must be positional and hashable.

    By default the cache keeps the most recently used results. Use *by_length* if results vary greatly in length.
    Otherwise, a list of forty thousand moves would count as much as a list of three. If a result would exceed the
    limit, the cache is emptied, which is rare during a game.

    >>> @cached(most=100, by_length=True)
    ... def countdown(first: int) -> tuple[int, ...]:
    ...     return tuple(range(first, 0, -1))
    >>> countdown(3), countdown(3) is countdown(3), countdown(90) is countdown(90)
    ((3, 2, 1), True, False)

    You can also decorate a class of immutable values, so that equal values are created once:

    >>> from magnum_sal.model.moves import CompleteOrder
    >>> delivery = cached(most=8)(CompleteOrder)
    >>> delivery(2), delivery(2) is delivery(2)
    (CompleteOrder(slot=2), True)

    Args:
        most: The maximum number of results. With *by_length*, the maximum sum of their
            lengths, each increased by 1.
        by_length: Whether *most* limits the total length.
    """

    def decorate(function: Callable[_Arguments, _Answer]) -> Callable[_Arguments, _Answer]:
        ask: Any
        forget: Callable[[], object]
        if by_length:
            ask, forget = _cache_by_length(function, most)
        else:
            ask = lru_cache(maxsize=most)(function)
            forget = ask.cache_clear
        # The list must be complete: the limits page shows it, and mutation tests empty every cache in it.
        CACHES.append(Cache(f"{function.__module__}.{function.__qualname__}", most, by_length, forget))
        answers: Callable[_Arguments, _Answer] = ask
        return answers

    return decorate


class Table(dict[_Key, _Answer]):
    """A dictionary from the arguments to the results of a function. Missing results are computed on access."""

    def __init__(self, function: Callable[[_Key], _Answer], most: int) -> None:
        super().__init__()
        self._function, self._most = function, most

    def __missing__(self, key: _Key) -> _Answer:
        # Python calls this method only for a missing key, so a hit costs one subscript and no call. The limit must be
        # checked only here, where an entry is added.
        if len(self) >= self._most:
            self.clear()
        answer = self[key] = self._function(key)
        return answer


def tabled(most: int) -> Callable[[Callable[[_Key], _Answer]], Table[_Key, _Answer]]:
    """
    Return a decorator that turns a pure function of one argument into a table of its results.

    Use it for values that are looked up many times whenever moves are listed. In compiled code, a subscript costs far
    less than calling a function decorated with ``cached``. If the table would exceed *most* results, it is emptied.

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
"""A result longer than the cache's limit divided by this number is not cached."""


def _cache_by_length(function: Callable[..., Any], most: int) -> tuple[Callable[..., Any], Callable[[], object]]:
    # The limit applies to the total length of all results. With a limit on their number, eight thousand lists of forty
    # thousand moves could stay in memory. A hit is one dictionary lookup, which does not record the order of use. The
    # oldest result is therefore unknown, and a full cache drops all results. The limits are large enough for whole
    # games, so this rarely happens during a game.
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
        # The 1 stands for the entry itself. Without it, any number of empty results would fit.
        length = 1 + len(answer)
        # One long result would displace all others, so it is computed again each time.
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
