"""Progress in a lesson: tasks solved, answers to the latest move, and where an attempt began."""

from __future__ import annotations

import pytest

from magnum_sal.lessons import Progress, choose_passing_move, load_lessons, measure_progress
from magnum_sal.lessons._solutions import play_moves
from magnum_sal.model.moves import CompleteOrder, EndTurn, Pass
from magnum_sal.testing import position

BY_ID = {lesson.id: lesson for lesson in load_lessons()}


def progress_after(lesson: str, *moves: str) -> Progress:
    """Return the progress in a lesson after moves of the learner, while the others pass."""
    return measure_progress(BY_ID[lesson], play_moves(BY_ID[lesson], (), moves, lesson))


@pytest.mark.parametrize(
    ("lesson", "moves", "progress"),
    [
        ("chain", (), Progress(0, False, False, None)),
        ("chain", ("square",), Progress(0, False, True, 0)),
        ("chain", (">S2",), Progress(1, True, False, 0)),
        ("chain", (">S2", "pass"), Progress(1, False, True, 1)),  # then Ben passes twice
        ("chain", (">S2", ">1L1"), Progress(2, True, False, 1)),
        ("chain", ("square", ">S2", ">1L1"), Progress(2, True, False, 2)),
        ("chain", (">S2", ">1L1", "S1>1L1"), Progress(3, True, False, 2)),
        ("chain", (">S2", ">1L1", "S1>1L1", "pass"), Progress(3, False, False, 5)),
        # The first of two goals needs no answer.
        ("extraction", ("x1L1 B", ">S1"), Progress(1, False, False, 1)),
        ("extraction", ("x1L1 B", ">S1", "x1R1 BG"), Progress(2, True, False, 1)),
        # An event of another player's move counts: the line moves on when Ben's turn ends.
        ("castle", ("castle", "square"), Progress(2, True, False, 1)),
    ],
)
def test_progress(lesson: str, moves: tuple[str, ...], progress: Progress) -> None:
    """The progress follows from the moves alone."""
    assert progress_after(lesson, *moves) == progress


@pytest.mark.parametrize(
    ("lesson", "moves", "retry_at"),
    [
        ("extraction", ("x1R1 B", "x1L1 B", ">S1"), 0),
        ("water", ("pump 1L1 1", ">1L1", "x1L1 BG", "pump 1L1 1", "pass"), 0),
        ("first_plan", ("x1L1 BG", "square", "rest", "castle", "square"), 1),
        ("tools", (">1L1", "x1L1 B", "food 1L1", "workshop pickaxe", "x1L1 G +1p"), 0),
        # All tasks are solved.
        ("tools", ("workshop pickaxe", ">1L1", "x1L1 G +1p", "food 1L1", "pass"), 6),
    ],
)
def test_a_new_attempt_begins_where_the_lesson_can_be_finished(
    lesson: str, moves: tuple[str, ...], retry_at: int
) -> None:
    """A new attempt goes back to an earlier task if a detour used up what the later tasks need."""
    assert progress_after(lesson, *moves).retry_at == retry_at


@pytest.mark.parametrize(
    ("lesson", "moves", "solved"),
    [
        ("assistants", ("@market", "market +B"), 1),
        ("assistants", ("@market", "market>S2", "market -B"), 1),
        ("fatigue", ("rest", "x1L1 BB", "x1L1 G"), 1),
        ("chain", ("S1>S2", ">S2"), 0),
        ("castle", ("castle", "pass", ">S1", ">S1", "deliver BG=11", "square", "pass"), 1),
        ("tools", ("workshop pickaxe", ">1L1", "x1L1 B", "food 1L1 1L1", "x1L1 G +1p"), 1),
    ],
)
def test_a_detour_that_would_make_the_praise_untrue(lesson: str, moves: tuple[str, ...], solved: int) -> None:
    """The task stays open, and the learner gets its hint."""
    progress = progress_after(lesson, *moves)
    assert (progress.solved, progress.has_missed) == (solved, True)


def test_a_fact_must_hold_at_the_end() -> None:
    """A move that meets a fact about the position does not help if the fact is no longer true at the end."""
    assert progress_after("extraction", "x1L1 B", ">S1", "S1>1L1", "x1R1 BG pay 1=2").solved == 1


def test_players_who_take_no_part() -> None:
    """They pass, end their turn, or make the first legal move if they can do neither."""
    assert choose_passing_move(position("S1: A")) == Pass()
    ready = position("S1: A | 1L1: a [BG/1] | S2: A | A: food", actions_left=0)
    assert choose_passing_move(ready) == EndTurn()
    arriving = position("A: BB | castle: BB=9 BG=11 GG=13", arriving=1)
    assert choose_passing_move(arriving) == CompleteOrder(0)
