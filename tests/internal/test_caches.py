"""Caches of function results: ``_internal/caches.py``."""

import weakref
from pathlib import Path

import magnum_sal
from magnum_sal._internal.caches import CACHES, cached, tabled
from magnum_sal.model.moves import CompleteOrder


class Answer(list[int]):
    """A list that supports weak references."""


def test_a_result_is_computed_once() -> None:
    """The same arguments return the same object without another call of the function."""
    asked = []

    @cached(most=100, by_length=True)
    def double(first: int, second: int) -> tuple[int, int]:
        asked.append(first)
        return (2 * first, 2 * second)

    assert double(1, 2) is double(1, 2)
    assert double(1, 3) == (2, 6)
    assert asked == [1, 1]
    assert double.__name__ == "double"


def test_a_table_is_filled_by_lookups() -> None:
    """A table computes each result once, and drops all results when there would be more than the bound."""
    asked = []

    @tabled(most=2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double[1], double[2], double[1], double[2]] == [2, 4, 2, 4]
    assert asked == [1, 2]
    assert double[3] == 6
    assert dict(double) == {3: 6}
    assert [*map(double.__getitem__, (3, 4))] == [6, 8]
    assert dict(double) == {3: 6, 4: 8}


def test_the_cached_results_together_are_bounded() -> None:
    """The bound applies to the total length; when it would be exceeded, everything is dropped."""
    answers = []

    @cached(most=100, by_length=True)
    def several(first: int, length: int) -> Answer:
        answer = Answer([first] * length)
        answers.append(weakref.ref(answer))
        return answer

    def held() -> int:
        return sum(1 + len(answer) for ref in answers if (answer := ref()) is not None)

    for first in range(1000):
        several(first, first % 12)
        assert held() <= 100
    assert held() > 20
    for first in range(1000):
        several(first, 0)  # an empty result takes room, too
        assert held() <= 100


def test_a_result_that_would_displace_all_others_is_not_cached() -> None:
    """A result that takes more than an eighth of the room is not cached, and the others stay."""
    asked = []

    @cached(most=80, by_length=True)
    def several(length: int) -> tuple[int, ...]:
        asked.append(length)
        return (0,) * length

    for length in (3, 9, 10, 50, 3, 9, 10, 50):
        several(length)
    assert asked == [3, 9, 10, 50, 10, 50]


def test_values_are_created_once() -> None:
    """A cached class returns the same object for the same fields, up to a number of objects."""
    made = cached(most=2)(CompleteOrder)
    first = made(0)
    assert first == CompleteOrder(0)
    assert made(0) is first
    made(1), made(2)
    assert made(0) is not first


def test_every_cache_is_listed() -> None:
    """Each cache is listed with its name, its bound, and a way to clear it."""
    before = len(CACHES)
    asked = []

    @cached(most=3)
    def single(number: int) -> int:
        asked.append(number)
        return number

    @cached(most=90, by_length=True)
    def several(number: int) -> tuple[int, ...]:
        asked.append(number)
        return (number,)

    listed = CACHES[before:]
    del CACHES[before:]
    assert [(cache.name.rpartition(".")[2], cache.most, cache.by_length) for cache in listed] == [
        ("single", 3, False),
        ("several", 90, True),
    ]
    for function in (single, several):
        function(7), function(7)
    for cache in listed:
        cache.forget()
    single(7), several(7)
    assert asked == [7, 7, 7, 7]


def test_no_function_uses_another_cache() -> None:
    """The library uses only this module's decorators for caching, so the list of caches is complete."""
    source = Path(magnum_sal.__file__).parent
    for path in source.rglob("*.py"):
        if path.name != "caches.py":
            assert "lru_cache" not in path.read_text("utf-8"), path.name
