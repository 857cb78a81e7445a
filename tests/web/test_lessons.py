"""Tables for lessons: how they open, what their news contains, and how a task is tried again."""

from __future__ import annotations

import contextlib
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import PATIENCE, Browser, Tables

import magnum_sal as ms
from magnum_sal.lessons import Goal, Lesson, choose_passing_move, load_lessons, measure_progress
from magnum_sal.web._table import Arrangement, Chair, Table

DOWN, DEEPER = ms.PlaceMiner("stock", "S2"), ms.PlaceMiner("stock", "1L1")


@pytest.fixture
def learner(tables: Tables) -> Browser:
    """Return the browser of a learner."""
    return tables.browser("learner")


def begin(learner: Browser, lesson: str = "chain") -> str:
    """Open the table for a lesson and return its id."""
    said = learner.post("/api/tables", {"type": "open_lesson", "lesson": lesson})
    assert said.status == 200, said.data
    return str(said.data["table"])


def progress(learner: Browser, table: str, language: str = "en") -> Any:
    """Return the progress in the news of a table."""
    return learner.get(f"/api/tables/{table}?language={language}").data["lesson"]


def test_the_list(learner: Browser) -> None:
    """The list has the lessons in order, in the language of the request."""
    told = learner.get("/api/lessons?language=de").data["lessons"]
    assert [entry["id"] for entry in told] == [lesson.id for lesson in load_lessons()]
    assert told[0] == {
        "id": "chain",
        "title": "Die Kette der Bergleute",
        "summary": load_lessons()[0].summary["de"],
        "tasks": 3,
    }


def test_a_new_table(learner: Browser) -> None:
    """The learner has the seat of the lesson, and the other player passes; the position is that of the lesson."""
    table = begin(learner)
    news = learner.news(table)
    assert [chair["player"] for chair in news["chairs"]] == ["human", "passing"]
    assert [chair["is_yours"] for chair in news["chairs"]] == [True, False]
    assert news["chairs"][1]["player_words"] == "takes no part"
    chain = load_lessons()[0]
    assert news["lesson"] == {
        "id": "chain",
        "title": "The chain of miners",
        "task": 1,
        "tasks": 3,
        "words": chain.tasks[0].ask["en"],
        "rules": ["MOVE-1", "CHAIN-1", "CHAIN-2", "REVEAL-1"],
        "verdict": None,
        "is_solved": False,
        "is_done": False,
        "retry_at": None,
    }
    state = ms.from_dict(ms.GameState, learner.does(table, "position")["state"])
    assert state == chain.position.public()


def test_a_whole_lesson(tables: Tables, learner: Browser) -> None:
    """Each solved task is praised, and the next one follows; the other player passes in between."""
    table, chain = begin(learner), load_lessons()[0]
    learner.play(table, DOWN)
    told = progress(learner, table, "pl")
    assert (told["task"], told["is_solved"], told["verdict"]) == (2, True, chain.tasks[0].praise["pl"])
    learner.play(table, DEEPER)
    tables.settle()
    news = learner.news(table)
    assert (news["to_move"], news["steps"]) == (0, 4)
    assert news["lesson"]["verdict"] == chain.tasks[1].praise["en"]  # Ben's passes do not change the answer
    learner.play(table, ms.PlaceMiner("S1", "1L1"))
    told = progress(learner, table)
    assert (told["task"], told["is_done"], told["is_solved"]) == (3, True, True)
    assert (told["words"], told["verdict"]) == (chain.tasks[2].ask["en"], chain.tasks[2].praise["en"])


def test_a_move_that_does_not_help(learner: Browser) -> None:
    """A legal move that meets no goal gets the task's hint, and an illegal one the sentence of the rule."""
    table = begin(learner)
    learner.play(table, ms.VisitTownSquare())
    told = progress(learner, table)
    assert (told["task"], told["is_solved"], told["verdict"]) == (1, False, load_lessons()[0].tasks[0].hint["en"])
    illegal = ms.to_dict(ms.PlaceMiner("stock", "S3"))
    said = learner.ask(table, "apply", number=learner.news(table)["number"], move=illegal)
    assert said.data["objection"]["rule"] == "CHAIN-1"


def test_try_again(tables: Tables, learner: Browser) -> None:
    """A new attempt undoes all moves of the task, even with a revealed tile. A repeated request undoes no more."""
    table = begin(learner)
    learner.play(table, DOWN)
    learner.play(table, DEEPER)
    tables.settle()
    assert progress(learner, table)["retry_at"] == 1
    learner.does(table, "try_again", to=1)
    news = learner.news(table)
    assert (news["steps"], news["lesson"]["task"], news["lesson"]["retry_at"]) == (1, 2, 0)
    assert learner.ask(table, "try_again", to=1).code == "stale"
    learner.does(table, "try_again", to=0)
    news = learner.news(table)
    assert (news["steps"], news["lesson"]["task"], news["lesson"]["retry_at"]) == (0, 1, None)
    # Each attempt reveals the same tile.
    learner.play(table, DOWN)
    learner.play(table, DEEPER)
    state = ms.from_dict(ms.GameState, learner.does(table, "position")["state"])
    hidden = load_lessons()[0].position.hidden
    assert hidden is not None
    assert state.mine.chamber("1L1").tile == hidden.tile_of("1L1")


def opened_table(lesson: Lesson) -> Table:
    """Return a table for a lesson, without a server."""
    chairs = (Chair("human", "ada"), Chair("passing"))
    arrangement = Arrangement(id="one", host="ada", watch_link="x" * 20, chairs=chairs)
    table = Table(arrangement, ms.Game.from_position(lesson.position))
    table.lesson = lesson
    return table


def test_each_move_is_compared_with_the_goals_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress after a move takes the same time, however many moves the learner has made."""
    table = opened_table(load_lessons()[0])
    compared: list[ms.GameState] = []
    is_met_in = Goal.is_met_in

    def count(goal: Goal, state: ms.GameState) -> bool:
        compared.append(state)
        return is_met_in(goal, state)

    monkeypatch.setattr(Goal, "is_met_in", count)
    counts = []
    for _ in range(30):
        table.game.play(choose_passing_move(table.game.state))
        before = len(compared)
        assert table.progress is not None
        counts.append(len(compared) - before)
    assert set(counts[1:]) == {1}
    table.game.undo(to=10)
    table.game.play(choose_passing_move(table.game.state))
    before = len(compared)
    assert table.progress is not None
    assert len(compared) - before == 1


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.id)
def test_progress_after_undone_moves(lesson: Lesson) -> None:
    """The progress follows from the moves that have not been undone, however often it was measured before."""
    table, chance = opened_table(lesson), random.Random(1)
    solution = [text for task in lesson.tasks for text in task.solution]
    for _ in range(30):
        state = table.game.state
        if chance.random() < 0.2 and table.game.step_count:
            table.game.undo(to=chance.randrange(table.game.step_count))
        elif state.turn_seat != lesson.seat:
            table.game.play(choose_passing_move(state))
        else:
            with contextlib.suppress(ms.MagnumSalError):  # Not each move of the solution is possible now.
                table.game.play(chance.choice(solution))
        if chance.random() < 0.7:
            assert table.progress == measure_progress(lesson, table.game.steps())


def test_who_may_try_again(tables: Tables, learner: Browser) -> None:
    """Only the learner may, only at a table for a lesson, and only while it is open."""
    table = begin(learner)
    learner.play(table, DOWN)
    spectator = tables.browser("other")
    spectator.join(learner.news(table)["watch_link"])
    assert spectator.ask(table, "try_again", to=0).code == "not_yours"
    assert learner.ask(learner.open("here", "here"), "try_again", to=0).code == "misuse"
    learner.does(table, "close_table")
    assert learner.ask(table, "try_again", to=0).code == "closed"


def test_one_table_for_lessons(learner: Browser) -> None:
    """A new lesson closes the learner's table for the last one, and no list of tables contains a lesson."""
    game = learner.open("here", "greedy")
    first = begin(learner)
    second = begin(learner, "market")
    assert learner.news(first)["is_closed"]
    assert not learner.news(second)["is_closed"]
    assert [entry["table"] for entry in learner.get("/api/tables").data["tables"]] == [game]


def test_a_table_that_is_closed_while_it_is_read(
    tables: Tables, learner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new lesson also closes a table that a thread is reading at that moment. The table stays closed."""
    first = begin(learner)
    tables.do(tables.lobby.close_idle)
    has_read, may_return, read = threading.Event(), threading.Event(), tables.lobby.store.read_table

    def slowly(name: str) -> Any:
        found = read(name)
        has_read.set()
        assert may_return.wait(PATIENCE)
        return found

    monkeypatch.setattr(tables.lobby.store, "read_table", slowly)
    with learner.watches(first) as watching:
        assert has_read.wait(PATIENCE)
        second = begin(learner, "market")
        may_return.set()
        assert watching.next()["is_closed"]
    assert learner.ask(first, "apply", number=0, move=ms.to_dict(DOWN)).code == "closed"
    assert tables.lobby.directory.lessons_of(learner.name) == [second]


def test_unknown_lessons(learner: Browser) -> None:
    """The refusal lists the lessons."""
    said = learner.post("/api/tables?language=de", {"type": "open_lesson", "lesson": "chess"})
    assert said.code == "misuse"
    assert "die Lektionen sind chain, extraction" in said.data["sentence"]


def test_a_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The progress is in the log. Without the lesson, its table is an ordinary one."""
    with Tables(tmp_path) as tables:
        learner = tables.browser("learner")
        table = begin(learner)
        learner.play(table, DOWN)
    with Tables(tmp_path) as tables:
        assert progress(tables.browser("learner"), table)["task"] == 2
    with Tables(tmp_path, lessons=()) as tables:
        learner = tables.browser("learner")
        assert progress(learner, table) is None
        learner.play(table, DEEPER)
        tables.settle()
        assert learner.news(table)["to_move"] == 0


def test_an_ordinary_game_has_no_lesson(learner: Browser) -> None:
    """The news of other tables contains null."""
    assert learner.news(learner.open("here", "greedy"))["lesson"] is None


def test_the_picture_of_the_home_page(learner: Browser) -> None:
    """The picture is in the language of the request, and its colours are custom properties."""
    said = learner.get("/api/picture?language=de")
    assert said.headers["content-type"] == "image/svg+xml"
    assert b"var(--ms-" in said.body
    assert "Vorrat" in said.body.decode()
