"""The lessons of the library: their solutions, their texts, and their order."""

from __future__ import annotations

import contextlib

import pytest

import magnum_sal as ms
from magnum_sal import words
from magnum_sal.lessons import Lesson, check_lesson, load_lessons, measure_progress
from magnum_sal.lessons._solutions import play_moves
from magnum_sal.testing import check_invariants

LESSONS = load_lessons()
LANGUAGES = {"en", "pl", "de"}
WAY_BACK = {"en": "try again", "pl": "jeszcze raz", "de": "versuch es noch einmal"}


def named(lesson: Lesson) -> str:
    """Return the id of a lesson as the name of its test."""
    return lesson.id


def test_the_course() -> None:
    """The lessons go from the chain of miners to a first plan, and have at most three tasks each."""
    assert [lesson.id for lesson in LESSONS] == [
        "chain", "extraction", "water", "fatigue", "market", "castle", "assistants", "tools", "phase", "first_plan",
    ]  # fmt: skip
    assert all(1 <= len(lesson.tasks) <= 3 for lesson in LESSONS)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_solutions_and_mistakes(lesson: Lesson) -> None:
    """Each solution solves its task with its last move, and no recorded mistake meets a goal."""
    check_lesson(lesson)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_no_other_single_move_skips_a_task(lesson: Lesson) -> None:
    """A task that needs several moves is not solved by any one of the legal moves at its start."""
    steps: tuple[ms.Step, ...] = ()
    for number, task in enumerate(lesson.tasks):
        state = steps[-1].after if steps else lesson.position
        if len(task.solution) > 1:
            for move in ms.legal_moves(state):
                step = ms.apply(state, move).step
                assert measure_progress(lesson, (*steps, step)).solved == number, move
        steps = play_moves(lesson, steps, task.solution, lesson.id)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_first_solution_leads_on(lesson: Lesson) -> None:
    """If another single move also solves a task, the recorded solutions of the later tasks still work."""
    steps: tuple[ms.Step, ...] = ()
    for number, task in enumerate(lesson.tasks):
        state = steps[-1].after if steps else lesson.position
        for move in ms.legal_moves(state):
            text = ms.format_move(state, move)
            played = play_moves(lesson, steps, [text], lesson.id)
            if measure_progress(lesson, played).solved > number and number + 1 < len(lesson.tasks):
                later = play_moves(lesson, played, lesson.tasks[number + 1].solution, f"after {text}")
                assert measure_progress(lesson, later).solved >= number + 2, text
        steps = play_moves(lesson, steps, task.solution, lesson.id)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_hints_name_the_way_back(lesson: Lesson) -> None:
    """If the solution no longer works after a recorded mistake, the hint names "Try again" in every language."""
    steps: tuple[ms.Step, ...] = ()
    for number, task in enumerate(lesson.tasks, start=1):
        for text in task.mistakes:
            played = play_moves(lesson, steps, [text], lesson.id)
            with contextlib.suppress(ms.MisuseError):
                played = play_moves(lesson, played, task.solution, lesson.id)
            if measure_progress(lesson, played).solved < number:
                assert all(WAY_BACK[language] in task.hint[language].lower() for language in LANGUAGES), text
        steps = play_moves(lesson, steps, task.solution, lesson.id)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_text_exists_in_three_languages(lesson: Lesson) -> None:
    """No text is missing or left in English, and each ends as a sentence does."""
    sentences = [text for task in lesson.tasks for text in (task.ask, task.hint, task.praise)]
    for text in (lesson.title, lesson.summary, *sentences):
        assert set(text) == LANGUAGES
        assert len(set(text.values())) == len(LANGUAGES), text["en"]
    for text in (lesson.summary, *sentences):
        assert all(sentence.endswith(".") for sentence in text.values()), text["en"]


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_positions_and_rules(lesson: Lesson) -> None:
    """The position can occur in a game, and every rule of the lesson has a text."""
    check_invariants(lesson.position)
    assert set(lesson.rules) <= set(words.rule_texts.rule_texts(lesson.position.ruleset))
