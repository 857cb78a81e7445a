"""What functions remember: ``_remembering.py``."""

import weakref

from magnum_sal._remembering import remembered


class Answer(list[int]):
    """A list that can be referred to weakly."""


def test_an_answer_is_worked_out_once() -> None:
    """The same arguments bring the same object, and the function is not asked again."""
    asked = []

    @remembered(most=100)
    def double(first: int, second: int) -> tuple[int, int]:
        asked.append(first)
        return (2 * first, 2 * second)

    assert double(1, 2) is double(1, 2)
    assert double(1, 3) == (2, 6)
    assert asked == [1, 1]
    assert double.__name__ == "double"


def test_all_that_is_remembered_together_is_bounded() -> None:
    """By length, not by number: when there would be more, everything is forgotten."""
    answers = []

    @remembered(most=100)
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

    @remembered(most=80)
    def several(length: int) -> tuple[int, ...]:
        asked.append(length)
        return (0,) * length

    for length in (3, 9, 10, 50, 3, 9, 10, 50):
        several(length)
    assert asked == [3, 9, 10, 50, 10, 50]
