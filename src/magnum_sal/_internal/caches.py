"""Making things once: what functions returned and values that come back often, remembered within bounds."""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import lru_cache, wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")
_Key = TypeVar("_Key")
_Result = TypeVar("_Result", bound=Sized)


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


def cached(most: int) -> Callable[[Callable[_Arguments, _Answer]], Callable[_Arguments, _Answer]]:
    """Return a decorator that has a pure function remember its latest answers, *most* of them."""

    def decorate(function: Callable[_Arguments, _Answer]) -> Callable[_Arguments, _Answer]:
        asked: Any = lru_cache(maxsize=most)(function)
        CACHES.append(Cache(f"{function.__module__}.{function.__qualname__}", most, False, asked.cache_clear))
        answers: Callable[_Arguments, _Answer] = asked
        return answers

    return decorate


def shared(value_class: Callable[_Arguments, _Answer], most: int) -> Callable[_Arguments, _Answer]:
    """
    Return a constructor of an immutable class that makes equal values once: for moves and events that come back often.

    >>> from magnum_sal.model.moves import CompleteOrder
    >>> delivery = shared(CompleteOrder, most=8)
    >>> delivery(2), delivery(2) is delivery(2)
    (CompleteOrder(slot=2), True)

    Args:
        value_class: The class; it is called by position.
        most: How many values are kept.
    """
    return cached(most)(value_class)


class Table(dict[_Key, _Answer]):
    """The answers of a function of one argument: what is missing is worked out when it is looked up."""

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
    Return a decorator that makes a pure function of one argument a table of its answers, which is looked up.

    For what one listing of moves asks several times: a subscript takes half the time of a call to what ``cached``
    makes. When there would be more answers than *most*, all are forgotten.

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
                    forget()
                answers[arguments] = answer
                held += length
            return answer

        def forget() -> None:
            nonlocal held
            answers.clear()
            held = 0

        CACHES.append(Cache(f"{function.__module__}.{function.__qualname__}", most, True, forget))
        return ask  # type: ignore[return-value]  # as above

    return decorate
