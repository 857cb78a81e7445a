"""Lesson files: parse lessons from TOML, strictly, and load those of the library and of a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from .._internal.caches import cached
from .._internal.toml_files import list_toml_files, parse_toml, read_text_file
from ..errors import MagnumSalError, MalformedError
from ..errors.messages import brief, printable
from ..errors.suggestions import did_you_mean, find_similar
from ..model.pieces import SEAT_LETTERS
from ..model.rule import LANGUAGE_CODE
from ..model.state import GameState
from ..testing import position
from ..words.rule_texts import rule_texts
from ._goals import read_goal
from ._lesson import Lesson, Task

_T = TypeVar("_T")

_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LARGEST_FILE: Final = 100_000
"""The maximum number of bytes in a lesson's file, and of characters in its text."""
_LONGEST_LINE: Final = 2_000
"""The maximum number of characters in a line."""
_LONGEST_TEXT: Final = 600
_LESSON_KEYS: Final = ("order", "seat", "position", "rules", "title", "summary", "tasks")
_TASK_KEYS: Final = ("ask", "hint", "praise", "goals", "solution", "mistakes")


def load_lessons(folder: str | Path | None = None) -> tuple[Lesson, ...]:
    """
    Return the lessons of the library, and those in the TOML files of *folder*, sorted by order and id.

    A lesson in the folder replaces a lesson of the library with the same id.

    Raises:
        MisuseError: *folder* is not a folder with TOML files.
        MalformedError: a file is not a lesson. The message names the file and the key.
    """
    lessons = {lesson.id: lesson for lesson in _load_built_in()}
    if folder is not None:
        paths = list_toml_files("lessons", folder)
        lessons |= {lesson.id: lesson for lesson in (_load_file(path) for path in paths)}
    return tuple(sorted(lessons.values(), key=lambda lesson: (lesson.order, lesson.id)))


@cached(most=1)
def _load_built_in() -> tuple[Lesson, ...]:
    from importlib.resources import files

    folder = files(__package__).joinpath("built_in")
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml"))
    return tuple(read_lesson(name.removesuffix(".toml"), folder.joinpath(name).read_text("utf-8")) for name in names)


def _load_file(path: Path) -> Lesson:
    try:
        return read_lesson(path.stem, read_text_file(path, _LARGEST_FILE))
    except (OSError, ValueError) as error:
        raise MalformedError(f"{printable(path.name, 60)}: {printable(str(error), 300)}") from error


def read_lesson(id: str, text: str) -> Lesson:
    """
    Parse a lesson from the TOML *text* of its file. *id* is the file's name without its ending.

    Raises:
        MalformedError: the text is not a lesson. The message names the lesson and the key.
    """
    if type(id) is not str or not _ID.fullmatch(id):
        raise MalformedError(
            f"lesson {brief(id)}: expected a file name of up to 40 lower-case letters, digits and underscores"
        )
    if type(text) is not str:
        raise MalformedError(f"lesson {id}: expected a text, got {brief(text)}")
    try:
        if len(text) > _LARGEST_FILE:
            raise MalformedError(f"a lesson can have at most {_LARGEST_FILE} characters")
        return _read_lesson(id, parse_toml(text, _LONGEST_LINE))
    # Python limits how deeply tables may be nested.
    except (MagnumSalError, ValueError, RecursionError) as error:
        raise MalformedError(printable(f"lesson {id}: {error}", 500)) from error


def _read_lesson(id: str, data: Mapping[str, Any]) -> Lesson:
    _check_keys(data, _LESSON_KEYS, optional=("order", "seat", "rules"))
    state = position(_read_text("position", data["position"], most=10_000))
    letter, letters = data.get("seat", SEAT_LETTERS[0]), tuple(SEAT_LETTERS[: len(state.players)])
    if letter not in letters:
        raise MalformedError(f"seat: expected one of {', '.join(letters)}, got {brief(letter)}")
    seat = SEAT_LETTERS.index(letter)
    if state.is_public:
        raise MalformedError("position: expected the face-down pieces, too, so that each attempt is the same")
    if state.is_over or state.turn_seat != seat:
        raise MalformedError(f"position: expected a position in which {letter} is to move")
    order = data.get("order", 1000)
    if type(order) is not int:
        raise MalformedError(f"order: expected a whole number, got {brief(order)}")
    rules = _read_list("rules", data.get("rules", []))
    known = rule_texts(state.ruleset)
    for rule in rules:
        if rule not in known:
            near = did_you_mean(find_similar(rule, known))
            raise MalformedError(f"rules: expected ids of rules such as CHAIN-1, got {brief(rule)}{near}")
    tasks = data["tasks"]
    if not isinstance(tasks, list) or not tasks:
        raise MalformedError("tasks: expected at least one [[tasks]]")
    return Lesson(
        id=id,
        order=order,
        seat=seat,
        position=state,
        title=_read_texts("title", data["title"]),
        summary=_read_texts("summary", data["summary"]),
        tasks=tuple(_read_each("task", tasks, lambda task: _read_task(task, state))),
        rules=rules,
    )


def _read_task(data: Any, state: GameState) -> Task:
    if not isinstance(data, dict):
        raise MalformedError(f"expected a table, got {brief(data)}")
    _check_keys(data, _TASK_KEYS, optional=("mistakes",))
    goals = data["goals"]
    if not isinstance(goals, list) or not goals:
        raise MalformedError("goals: expected a list of at least one table")
    return Task(
        ask=_read_texts("ask", data["ask"]),
        hint=_read_texts("hint", data["hint"]),
        praise=_read_texts("praise", data["praise"]),
        goals=tuple(_read_each("goal", goals, lambda goal: read_goal(goal, state))),
        solution=_read_list("solution", data["solution"]),
        mistakes=_read_list("mistakes", data.get("mistakes", [])),
    )


def _read_each(kind: str, items: list[Any], read: Callable[[Any], _T]) -> Iterator[_T]:
    """Yield the result of *read* for each item, and prefix its errors with *kind* and the number of the item."""
    for number, item in enumerate(items, start=1):
        try:
            yield read(item)
        except MalformedError as error:
            raise MalformedError(f"{kind} {number}: {error}") from error


def _check_keys(data: Mapping[str, Any], known: tuple[str, ...], optional: tuple[str, ...]) -> None:
    # Unknown keys are reported first, because a misspelt key causes both errors.
    for key in data:
        if key not in known:
            hint = did_you_mean(find_similar(key, known)) or f"; expected one of {', '.join(known)}"
            raise MalformedError(f"{brief(key)}: unknown key{hint}")
    for key in known:
        if key not in data and key not in optional:
            raise MalformedError(f"{key}: the key is missing")


def _read_texts(key: str, data: Any) -> dict[str, str]:
    if not isinstance(data, dict) or "en" not in data:
        raise MalformedError(f"{key}: expected a text for each language, with at least en")
    for language in data:
        if not LANGUAGE_CODE.fullmatch(language):
            raise MalformedError(f"{key}: {brief(language)} is not the code of a language, such as en or pl")
    # A text with several lines becomes one line, as in the files of words.
    return {code: " ".join(_read_text(f"{key}.{code}", text).split()) for code, text in data.items()}


def _read_text(key: str, data: Any, most: int = _LONGEST_TEXT) -> str:
    if not isinstance(data, str) or not data.strip() or len(data) > most:
        raise MalformedError(f"{key}: expected a text of 1 to {most} characters, got {brief(data)}")
    return data


def _read_list(key: str, data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(entry, str) for entry in data):
        raise MalformedError(f"{key}: expected a list of texts, got {brief(data)}")
    return tuple(data)
