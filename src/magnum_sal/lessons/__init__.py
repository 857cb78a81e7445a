"""
Lessons: short exercises on a position, checked by the engine.

A lesson is a TOML file with a position, tasks and texts. The page "Add a lesson" describes the file.

>>> chain = next(lesson for lesson in load_lessons() if lesson.id == "chain")
>>> chain.title["en"], len(chain.tasks)
('The chain of miners', 3)
"""

from typing import TYPE_CHECKING

from .._internal.lazy_names import offering
from ._goals import Goal
from ._lesson import Lesson, Task, text_in
from ._lesson_files import load_lessons, read_lesson
from ._solutions import choose_passing_move
from .progress import Progress, check_lesson, measure_progress

__all__ = [
    "Goal",
    "Lesson",
    "Progress",
    "Task",
    "check_lesson",
    "choose_passing_move",
    "load_lessons",
    "measure_progress",
    "read_lesson",
    "text_in",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__)
