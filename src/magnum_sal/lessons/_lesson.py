"""Lessons and their tasks as values."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..model.state import GameState
from ._goals import Goal


def text_in(texts: Mapping[str, str], language: str) -> str:
    """Return the text in *language*, or in English if it has not been translated. *texts* has the languages as keys."""
    return texts.get(language) or texts["en"]


@attrs.frozen
class Task:
    """A task of a lesson. The task is solved once every goal is met."""

    ask: Mapping[str, str]
    """The instruction, and the rule that the task teaches."""
    hint: Mapping[str, str]
    """The answer to a legal move that meets no further goal, or that makes a fact untrue."""
    praise: Mapping[str, str]
    """The praise for a learner who has solved the task."""
    goals: tuple[Goal, ...]
    """The patterns that must fit, in any order, after the previous task was solved."""
    solution: tuple[str, ...]
    """Moves of the learner that solve the task, in notation. The other players pass in between."""
    mistakes: tuple[str, ...] = ()
    """Legal first moves that meet none of the goals, in notation."""


@attrs.frozen
class Lesson:
    """A position with tasks for one player. The other players pass."""

    id: str
    """The name of the lesson's file without its ending."""
    order: int
    """The place of the lesson in the list. Lessons with smaller numbers come first."""
    seat: int
    """The seat of the learner, which is to move in the position."""
    position: GameState
    """The first position, with its face-down pieces, so that they are the same in each attempt."""
    title: Mapping[str, str]
    """A few words, by language. All texts of a lesson have this form, and English is always present."""
    summary: Mapping[str, str]
    """The subject of the lesson, in one sentence."""
    tasks: tuple[Task, ...]
    """The tasks in order. Each one begins where the previous one ended."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that the lesson is about."""
