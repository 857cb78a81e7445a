"""Lesson files: what is refused, and how a folder adds to the lessons of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from magnum_sal.errors import MalformedError, MisuseError
from magnum_sal.lessons import check_lesson, load_lessons, read_lesson, text_in

INN = Path(__file__).parents[2] / "examples" / "lessons" / "inn.toml"
TEXT = INN.read_text("utf-8")


def refusal(old: str, new: str) -> str:
    """Return the message about the example with a part of its text replaced."""
    assert old in TEXT
    with pytest.raises(MalformedError) as caught:
        read_lesson("inn", TEXT.replace(old, new, 1))
    assert len(str(caught.value)) <= 500
    return str(caught.value)


def test_a_lesson_of_a_user() -> None:
    """The example has its texts, and its solutions and mistakes are right."""
    lesson = read_lesson("inn", TEXT)
    check_lesson(lesson)
    assert (lesson.id, lesson.order, lesson.seat, len(lesson.tasks)) == ("inn", 110, 0, 2)
    assert text_in(lesson.title, "de") == "Das Wirtshaus"
    assert text_in(lesson.title, "pl") == "The inn"  # not translated


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("summary", "sumary", "'sumary': unknown key; did you mean summary?"),
        ("[title]", "[titel]", "'titel': unknown key; did you mean title?"),
        ('goals = [{ move = "visit_inn" }]\n', "", "task 1: goals: the key is missing"),
        ('[{ move = "visit_inn" }]', "[]", "task 1: goals: expected a list of at least one table"),
        ('[{ move = "visit_inn" }]', '"visit_inn"', "task 1: goals: expected a list of at least one table"),
        ("[tasks.hint]", "[tasks.tip]", "task 1: 'tip': unknown key; expected one of ask, hint, praise, goals, "),
        ("order = 110", 'order = "110"', "order: expected a whole number, got '110'"),
        ('seat = "A"', 'seat = "C"', "seat: expected one of A, B, got 'C'"),
        ('seat = "A"', 'seat = "B"', "position: expected a position in which B is to move"),
        ("S1: A |", "public | S1: A |", "position: expected the face-down pieces, too"),
        ("S1: A |", "S2: A |", "S2: cut off from the entrance"),
        ("INN-1", "inn 1", "rules: expected ids of rules such as CHAIN-1, got 'inn 1'"),
        ("INN-1", "INN-9", "rules: expected ids of rules such as CHAIN-1, got 'INN-9'; did you mean INN-1?"),
        ('en = "The inn"', 'fr = "Chez Anne"', "title: expected a text for each language, with at least en"),
        ('en = "The inn"', 'en = "The inn"\npt_BR = "A pousada"', "title: 'pt_BR' is not the code of a language"),
        ('en = "The inn"', "en = 3", "title.en: expected a text of 1 to 600 characters, got 3"),
        ('en = "The inn"', f'en = "{"x" * 601}"', "title.en: expected a text of 1 to 600 characters"),
        ('["inn"]', '"inn"', "task 1: solution: expected a list of texts, got 'inn'"),
        ("visit_inn", "visit_in", "task 1: goal 1: move: 'visit_in' is unknown; did you mean 'visit_inn'?"),
        ("seat = 0", "seats = 0", "task 2: goal 1: miners_moved has no field 'seats'; expected one of seat, source"),
        ("miners_moved", "miner_moved", "event: 'miner_moved' is unknown; did you mean 'miners_moved'?"),
        ("mine.S2", "mine.S9", "goal 2: position: the position has no 'mine.S9'"),
        ("rested.0", "rested.7", "goal 2: position: 'mine.S2.rested.7': expected a number below 2"),
        ("at_least = 1", "at_lest = 1", "'at_lest' is not a condition; did you mean 'at_least'?"),
        ("at_least = 1", 'at_least = "1"', "at_least: expected a whole number, got '1'"),
        (".rested.0", ".rested", "position: mine.S2.rested is not a number; name one of its parts"),
        ('{ one_of = ["S1", "S2"] }', '{ one_of = "S1" }', "one_of: expected a list, got 'S1'"),
        ('["S1", "S2"]', '["S1", { at_least = "1" }]', "at_least: expected a whole number, got '1'"),
        ('{ one_of = ["S1", "S2"] }', '[[{ one_of = "S1" }]]', "one_of: expected a list, got 'S1'"),
        (
            "{ position",
            '{ move = "pass", position',
            "expected exactly one of the keys move, event, position, got move, ",
        ),
        ("order = 110", "order = ", "Invalid value"),
    ],
)
def test_refusals(old: str, new: str, message: str) -> None:
    """Each mistake is refused with the lesson, the place and the reason."""
    told = refusal(old, new)
    assert told.startswith("lesson inn: ")
    assert message in told


@pytest.mark.parametrize("tasks", ["[]", "{}", '"two"', '["one"]'])
def test_a_lesson_needs_tasks(tasks: str) -> None:
    """A lesson without tasks is refused, and so is one whose tasks are no tables."""
    without = TEXT.partition("[[tasks]]")[0]
    wanted = "tasks: expected at least one" if tasks != '["one"]' else "task 1: expected a table"
    with pytest.raises(MalformedError, match=wanted):
        read_lesson("inn", f"tasks = {tasks}\n{without}")


def test_texts_in_any_language() -> None:
    """A text has the same codes of languages as ``add_language``."""
    lesson = read_lesson("inn", TEXT.replace('en = "The inn"', 'en = "The inn"\npt-BR = "A pousada"'))
    assert lesson.title["pt-BR"] == "A pousada"


@pytest.mark.slow
def test_large_and_deep_files() -> None:
    """A file that is too long, or nested too deeply for the parser, is refused."""
    nested = f"[[tasks.goals]]\nmove = 'place_miner'\n[tasks.goals.target{'.a' * 900}]\n{'.'.join('a' * 900)} = 1\n"
    deep = TEXT[: TEXT.rindex("[[tasks]]")].replace('goals = [{ move = "visit_inn" }]', "") + nested
    for text in (TEXT + "#\n" * 60_000, "a = " + "[" * 20_000, "a = " + "[\n" * 5_000, deep):
        with pytest.raises(MalformedError, match="lesson inn: "):
            read_lesson("inn", text)


def test_the_size_of_a_file_is_counted_in_bytes(tmp_path: Path) -> None:
    """A file that is too large is refused even if its text has fewer characters than bytes."""
    comment = "# ąćęłńóśźż\n"
    (tmp_path / "inn.toml").write_text(TEXT + comment * 5000, "utf-8")
    assert len(TEXT + comment * 5000) < 100_000
    with pytest.raises(MalformedError, match=r"inn\.toml: a file can have at most 100000 bytes"):
        load_lessons(tmp_path)


@pytest.mark.parametrize("name", ["", "Inn", "my lesson", "../inn", "x" * 41])
def test_names_of_lessons(name: str) -> None:
    """The name of a lesson is a simple word, because it is part of requests."""
    with pytest.raises(MalformedError, match="expected a file name of up to 40 lower-case letters"):
        read_lesson(name, TEXT)


def test_lessons_of_a_folder(tmp_path: Path) -> None:
    """The lessons of a folder join those of the library in their order, or replace them."""
    (tmp_path / "inn.toml").write_text(TEXT.replace("order = 110", "order = 15"), "utf-8")
    (tmp_path / "chain.toml").write_text(TEXT.replace("order = 110", "order = 10"), "utf-8")
    lessons = load_lessons(tmp_path)
    assert [lesson.id for lesson in lessons][:3] == ["chain", "inn", "extraction"]
    assert lessons[0].title["en"] == "The inn"
    assert len(lessons) == len(load_lessons()) + 1


def test_folders_without_lessons(tmp_path: Path) -> None:
    """An empty or missing folder is an error, and so is a file that cannot be read."""
    for folder in (tmp_path, tmp_path / "missing", "a\0b"):
        with pytest.raises(MisuseError, match="is not a folder with TOML files"):
            load_lessons(folder)
    (tmp_path / "inn.toml").mkdir()
    with pytest.raises(MalformedError, match=r"inn\.toml: this is not a file"):
        load_lessons(tmp_path)
    (tmp_path / "inn.toml").rmdir()
    (tmp_path / "inn.toml").write_bytes(b"\xff")
    with pytest.raises(MalformedError, match=r"inn\.toml: "):
        load_lessons(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('solution = ["inn"]', 'solution = ["pass"]', "task 1, solution: the task is not solved after 1 of 1 moves"),
        ('solution = ["inn"]', 'solution = ["inn", "pass"]', "task 1, solution: the task is solved after 1 of 2 moves"),
        ('solution = ["inn"]', 'solution = ["end"]', "task 1, solution: end: "),
        ('mistakes = ["pass", ">S1"]', 'mistakes = ["inn"]', "task 1, mistakes: inn meets a goal of the task"),
        (
            '[{ move = "visit_inn" }]',
            '[{ position = "players.0.money", at_most = 30 }]',
            "task 1, mistakes: pass meets a goal of the task, because every goal is already met when the task begins",
        ),
        (
            'mistakes = ["pass", ">S1"]',
            "mistakes = []",
            "task 1: expected at least one move in solution and in mistakes",
        ),
    ],
)
def test_wrong_solutions(old: str, new: str, message: str) -> None:
    """A lesson whose solution or mistake does not do what it should is refused by ``check_lesson``."""
    assert old in TEXT
    with pytest.raises(MisuseError) as caught:
        check_lesson(read_lesson("inn", TEXT.replace(old, new, 1)))
    assert message in str(caught.value)
