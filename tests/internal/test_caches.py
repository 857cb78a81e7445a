"""What functions remember: ``_internal/caches.py``."""

import weakref
from pathlib import Path

import magnum_sal
from magnum_sal._internal.caches import CACHES, cached, tabled
from magnum_sal.model.moves import CompleteOrder


class Answer(list[int]):
    """A list that can be referred to weakly."""


def test_an_answer_is_worked_out_once() -> None:
    """The same arguments bring the same object, and the function is not asked again."""
    asked = []

    @cached(most=100, by_length=True)
    def double(first: int, second: int) -> tuple[int, int]:
        asked.append(first)
        return (2 * first, 2 * second)

    assert double(1, 2) is double(1, 2)
    assert double(1, 3) == (2, 6)
    assert asked == [1, 1]
    assert double.__name__ == "double"


def test_a_table_is_filled_by_looking_things_up() -> None:
    """Each answer is worked out once; when there would be more than the bound, all are forgotten."""
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


def test_all_that_is_remembered_together_is_bounded() -> None:
    """By length, not by number: when there would be more, everything is forgotten."""
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
        several(first, 0)  # an empty answer takes room too
        assert held() <= 100


def test_an_answer_that_would_drive_out_all_others_is_not_remembered() -> None:
    """One that takes more than an eighth of the room; the others stay."""
    asked = []

    @cached(most=80, by_length=True)
    def several(length: int) -> tuple[int, ...]:
        asked.append(length)
        return (0,) * length

    for length in (3, 9, 10, 50, 3, 9, 10, 50):
        several(length)
    assert asked == [3, 9, 10, 50, 10, 50]


def test_values_are_made_once() -> None:
    """A cached class gives the same object for the same fields, up to a number of them."""
    made = cached(most=2)(CompleteOrder)
    first = made(0)
    assert first == CompleteOrder(0)
    assert made(0) is first
    made(1), made(2)
    assert made(0) is not first


def test_every_cache_is_on_the_list() -> None:
    """With its name, its bound, and how to empty it."""
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


def test_no_function_remembers_past_the_list() -> None:
    """The idioms of this module are the only ones, so that the list is complete."""
    source = Path(magnum_sal.__file__).parent
    for path in source.rglob("*.py"):
        if path.name != "caches.py":
            assert "lru_cache" not in path.read_text("utf-8"), path.name
