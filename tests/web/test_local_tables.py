"""Tables of a page without a server: the same answers and logs as over HTTP, stored and resumed as text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from tests.protocol.clients import published_validator
from tests.web.local_page import NAMES, LocalPage
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.protocol import PROTOCOL, Server, answer
from magnum_sal.testing import sketch
from magnum_sal.web import ServerSettings
from magnum_sal.web._readings import TABLE_READINGS
from magnum_sal.web._replay_drawing import REPLAY_SECONDS
from magnum_sal.web._thinking import QUESTION_SECONDS

ANSWERS = published_validator("table-answer")
POSITION = sketch(ms.new_game(NAMES[:2], seed=7))
PATHS = {"news": "", "board": "/board.svg", "graph": "/graph.svg", "log": "/log.jsonl"}
"""The ends of the addresses whose names differ from those of the readings."""
ABSENT = ("anyio", "limits", "segno", "sse_starlette", "starlette", "uvicorn", "platformdirs", "asyncio")
"""Packages that a browser has not, or that need what it has not."""


@pytest.fixture
def page() -> LocalPage:
    """Return a page without stored games."""
    return LocalPage()


def script(most: int | None) -> Iterator[ms.Move]:
    """Yield the moves that a weak bot makes from the position, for all seats."""
    bot, game = make_bot("novice", seed=3), ms.Game.from_position(ms.new_game(NAMES[:2], seed=7))
    while not game.is_over and (most is None or game.step_count < most):
        move = bot(game.state.public(), ms.legal_moves(game.state))
        game.play(move)
        yield move


def without_links(told: Any) -> Any:
    """Return an answer without what differs by design: ids, links, QR codes and who is present."""
    text = json.dumps(told)
    data = json.loads(text)
    for key in ("table", "watch_link", "qr"):
        if key in data:
            data[key] = None
    return data


def check_same(page: LocalPage, table: str, host: Browser, other: str) -> None:
    """Check that both tables give the same answers to all readings and questions."""
    for name in TABLE_READINGS:
        for parameters in ({"language": "en"}, {"language": "pl"}):
            asked = parameters | ({"layout": "mine", "last": "3"} if name == "board" else {})
            query = "&".join(f"{key}={value}" for key, value in asked.items())
            said = host.get(f"/api/tables/{other}{PATHS.get(name, f'/{name}')}?{query}")
            told = page.ask(table, name, **asked)
            if isinstance(told, str):
                assert told == said.body.decode()
            else:
                ANSWERS.validate(told)
                assert without_links(told) == without_links(said.data)
    for kind, fields in (
        ("options", {"language": "de"}),
        ("position", {}),
        ("legal_moves", {"most": 3}),
        ("unavailable", {}),
        ("question", {"language": "pl"}),
    ):
        assert page.send(table, kind, **fields) == host.ask(other, kind, **fields).data


@pytest.mark.long
@pytest.mark.parametrize("most", [14, None])
def test_the_same_game_as_over_http(page: LocalPage, tables: Tables, host: Browser, most: int | None) -> None:
    """The same position and moves give equal answers, and logs that agree byte by byte on all four ways."""
    table, other = page.open("here", "here", position=POSITION), host.open("here", "here", position=POSITION)
    plain = ms.Game.from_position(ms.new_game(NAMES[:2], seed=7))
    server, _ = answer(Server(), {"type": "hello", "id": 0, "protocol": PROTOCOL})
    server, loaded = answer(
        server, {"type": "load", "id": 1, "lines": "".join(plain.log.lines()).splitlines(), "full": True}
    )
    for number, move in enumerate(script(most)):
        page.play(table, move)
        host.play(other, move)
        plain.play(move)
        asked = {"type": "apply", "id": 2, "session": loaded["session"], "move": ms.to_dict(move)}
        server, _ = answer(server, asked)
        if number % 20 == 5:
            check_same(page, table, host, other)
        if number % 12 == 7:
            assert page.act(table, "undo") == host.does(other, "undo", number=host.news(other)["number"])
            plain.undo()
            server, _ = answer(server, {"type": "undo", "id": 3, "session": loaded["session"]})
            assert page.act(table, "redo") == host.does(other, "redo", number=host.news(other)["number"])
            plain.redo()
            server, _ = answer(server, {"type": "redo", "id": 4, "session": loaded["session"]})
    check_same(page, table, host, other)
    _, written = answer(server, {"type": "log", "id": 5, "session": loaded["session"], "full": True})
    logs = {
        "plain": "".join(plain.log.lines()),
        "http": tables.lobby.store.log(other).read_text("utf-8"),
        "local": page.logs[table],
        "stdio": "".join(f"{line}\n" for line in written["lines"]),
    }
    assert len(set(logs.values())) == 1, {name: len(log) for name, log in logs.items()}


def test_general_readings(page: LocalPage, host: Browser) -> None:
    """Readings without a table give the answers of the server."""
    for name in ("lessons", "picture"):
        said = host.get(f"/api/{name}?language=de")
        told = page.say(ask=name, parameters={"language": "de"})
        assert told == (said.body.decode() if name == "picture" else said.data)
    welcome = page.say(ask="welcome", parameters={"language": "pl"})
    ANSWERS.validate(welcome)
    assert welcome["language"] == "pl"


def test_a_shared_position(page: LocalPage, host: Browser) -> None:
    """A link to a position leads to its picture, and to a table that starts there."""
    table = page.open("here", "here", position=POSITION)
    shared = page.ask(table, "share")
    assert shared["qr"] is None
    code = shared["path"].removeprefix("/from/")
    told = page.say(ask="position", parameters={"link": code, "language": "en"})
    assert told == host.get(f"/api/positions/{code}").data
    drawn = page.say(ask="position", parameters={"link": code, "part": "board.svg", "layout": "board"})
    assert drawn == host.get(f"/api/positions/{code}/board.svg?layout=board").body.decode()
    assert page.open("here", "novice", position=told["position"])
    assert page.say(ask="position", parameters={"link": "1abc"})["code"] == "malformed"


@pytest.mark.slow
def test_stored_games_go_on(page: LocalPage) -> None:
    """A new page lists the stored games without their logs, and goes on where the old page stopped."""
    first, second = page.open("here", "novice"), page.open("here", "here")
    for _ in range(3):
        page.play(second)
    page.play(first)
    later = LocalPage(page)
    listed = later.say(ask="tables", parameters={"language": "en"})["tables"]
    assert [entry["table"] for entry in listed] == [first, second]
    assert later.loaded == set()
    later.news(second)  # Only looking at a table changes nothing.
    listed = later.say(ask="tables", parameters={"language": "en"})["tables"]
    assert [entry["table"] for entry in listed] == [first, second]
    for table in (first, second):
        assert later.news(table) == page.news(table)
        later.play(table)
        assert later.logs[table].startswith(page.logs[table])
        assert later.game(table).step_count > page.game(table).step_count
    assert later.act(second, "undo")["type"] == "done"


@pytest.mark.slow
def test_a_page_lists_its_latest_tables(page: LocalPage) -> None:
    """As on a server, the list has at most ten tables, those that changed last first."""
    opened = [page.open("here", "here", position=POSITION) for _ in range(12)]
    page.play(opened[0])
    listed = page.say(ask="tables", parameters={})["tables"]
    assert [entry["table"] for entry in listed] == [opened[0], *opened[:2:-1]]


def test_a_bot_moves_after_a_page_was_closed(page: LocalPage) -> None:
    """A bot whose move was lost with the page thinks again once the table is opened."""
    page.is_waiting = True
    table = page.open("here", "novice")
    while page.game(table).state.turn_seat == 0:
        page.play(table)
    later = LocalPage(page)
    before = later.news(table)["steps"]
    assert later.news(table)["steps"] > before or before > page.game(table).step_count
    assert later.game(table).state.turn_seat == 0


def test_a_late_move_of_a_bot_changes_nothing(page: LocalPage) -> None:
    """A move that was decided before an undo is dropped, and the bot thinks about the new position."""
    page.is_waiting = True
    table = page.open("here", "novice", position=POSITION)
    assert page.game(table).state.turn_seat == 0
    while not page.moves:
        page.play(table)
    (late,) = page.moves
    page.moves.clear()
    page.act(table, "undo")
    number = page.news(table)["number"]
    assert page.let_move(late)["answer"]["number"] == number
    assert page.news(table)["number"] == number
    while not page.moves:
        page.play(table)
    assert page.moves[0]["number"] > late["number"]


@pytest.mark.parametrize(
    "decided",
    [{"failure": "it fell asleep"}, {"move": {"type": "fly"}}, {"move": {"type": "pay_penalty", "money": 99}}, {}],
)
def test_a_bot_that_fails(page: LocalPage, decided: dict[str, Any]) -> None:
    """The table plays a sensible move, and shows what went wrong until the next move."""
    page.is_waiting = True
    table = page.open("here", "novice", position=POSITION)
    while not page.moves:
        page.play(table)
    due = page.moves.pop()
    steps = page.news(table)["steps"]
    page.reply(moved={key: due[key] for key in ("table", "number", "bot")} | decided)
    news = page.news(table)
    assert news["steps"] == steps + 1
    assert news["trouble"].startswith("novice: ")


def test_lessons(page: LocalPage) -> None:
    """A lesson opens, the others pass, and a new lesson closes the one before, also after a reload."""
    lessons = page.say(ask="lessons", parameters={})["lessons"]
    table = page.say(send={"type": "open_lesson", "lesson": lessons[0]["id"]})["table"]
    assert page.news(table)["lesson"]["task"] == 1
    later = LocalPage(page)
    again = later.say(send={"type": "open_lesson", "lesson": lessons[0]["id"]})["table"]
    assert later.arrangements[table]["arrangement"]["is_closed"]
    later.play(again)
    assert later.send(again, "try_again", to=later.news(again)["lesson"]["retry_at"])["type"] == "done"
    assert later.say(ask="tables", parameters={})["tables"] == []


def test_the_others_pass_in_a_lesson(page: LocalPage) -> None:
    """A pass needs no thinking, so the page gets the move at once, and hands it back after the pause."""
    page.is_waiting = True
    lessons = page.say(ask="lessons", parameters={})["lessons"]
    table = page.say(send={"type": "open_lesson", "lesson": lessons[0]["id"]})["table"]
    while not page.moves:
        page.play(table)
    (due,) = page.moves
    steps = page.news(table)["steps"]
    assert (due["bot"], due["move"], due["number"]) == ("passing", {"type": "pass"}, steps)
    assert "job" not in due
    page.let_move(page.moves.pop())
    assert page.news(table)["steps"] == steps + 1


@pytest.mark.long
def test_hints_and_reviews(page: LocalPage) -> None:
    """The other worker answers with the messages of the server."""
    table = page.open("here", "here", position=POSITION)
    hint = page.act(table, "hint", language="de")
    ANSWERS.validate(hint)
    assert hint["advice"]
    assert page.ask(table, "review")["code"] == "too_early"
    for _ in range(4):
        page.play(table)
    page.act(table, "end")
    review = page.ask(table, "review", language="pl")
    ANSWERS.validate(review)
    assert review["told"]


def test_a_review_that_nobody_began(page: LocalPage) -> None:
    """The thinking worker refuses to go on, as after a reload of the page."""
    said = json.loads(page.thinker.think(json.dumps({"kind": "review_next"})))["answer"]
    assert (said["code"], said["sentence"]) == ("malformed", "there is no review in progress")


@pytest.mark.slow
def test_a_replay(page: LocalPage) -> None:
    """A log becomes the data of the viewer, or a page; a broken one is refused in words."""
    table = page.open("here", "here", position=POSITION)
    for _ in range(3):
        page.play(table)
    asked = {"kind": "replay", "log": page.ask(table, "log"), "language": "en"}

    def draw(**parameters: str) -> Any:
        return json.loads(page.thinker.think(json.dumps(asked | {"parameters": parameters})))

    assert len(json.loads(draw(view="wide")["text"])["moves"]) == 3
    assert draw(form="page")["text"].startswith("<!doctype html>")
    asked["log"] = "{}"
    assert draw()["answer"]["type"] == "error"
    asked["log"] = "x" * (1 << 22)
    assert "longer" in draw()["answer"]["sentence"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"ask": "news", "table": "nobody"}, "unknown_table"),
        ({"load": "nobody", "log": ""}, "unknown_table"),
        ({"ask": "qr"}, "malformed"),
        ({"ask": "board", "table": 7}, "malformed"),
        ({"ask": "welcome", "parameters": [1]}, "malformed"),
        ({"ask": "welcome", "parameters": {"language": "xx"}}, "malformed"),
        ({"send": {"type": "join", "link": "abc"}}, "malformed"),
        ({"send": {"type": "open_lesson", "lesson": "x"}}, "misuse"),
        ({}, "malformed"),
        ({"note": {}}, "malformed"),
    ],
)
def test_refusals(page: LocalPage, asked: dict[str, Any], code: str) -> None:
    """Every line gets a message; what is wrong is said in a sentence."""
    said = page.say(**asked)
    assert said["type"] == "error"
    assert said["code"] == code
    assert 1 <= len(said["sentence"]) <= 500


@pytest.mark.parametrize("line", ["", "[]", "{", '{"ask": "news", "ask": "x"}', "NaN", "[" * 100_000])
def test_lines_that_are_no_json(page: LocalPage, line: str) -> None:
    """They are refused like all other mistakes."""
    assert json.loads(page.tables.answer(line))["answer"]["type"] == "error"
    assert json.loads(page.thinker.think(line))["answer"]["type"] == "error"


def test_there_are_no_links(page: LocalPage) -> None:
    """A page without a server gives no links, and says why."""
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "link"}]
    table = page.open("here", "here")
    for said in (
        page.say(send={"type": "open", "seats": seats}),
        page.send(table, "give_link", seat=1),
        page.send(table, "set_player", seat=1, player="link"),
    ):
        assert said["code"] == "misuse"
        assert "no server" in said["sentence"]
    assert page.news(table)["watch_link"] is None
    assert page.send(table, "set_player", seat=1, player="novice")["type"] == "done"


def test_objections_are_in_the_language_of_the_page(page: LocalPage) -> None:
    """An illegal move is refused with the rule, in the player's language."""
    table = page.open("here", "here", position=POSITION)
    said = page.say(
        send={
            "type": "apply",
            "number": page.news(table)["number"],
            "move": {"type": "pay_penalty", "money": 1, "salt": None},
        },
        table=table,
        language="pl",
    )
    assert said["code"] == "illegal_move"
    english = page.act(table, "apply", move={"type": "pay_penalty", "money": 1, "salt": None})
    assert english["objection"] == said["objection"]
    assert english["sentence"] != said["sentence"]
    assert page.send(table, "apply", number=99, move={"type": "pass"})["code"] == "stale"


@pytest.mark.long
def test_a_browser_has_not_the_packages_of_a_server() -> None:
    """The local tables and the thinking worker need nothing that a browser has not."""
    program = f"""
import sys
for name in {ABSENT!r}:
    sys.modules[name] = None
import json
from magnum_sal.web._local_tables import LocalTables
from magnum_sal.web._local_thinking import Thinker
tables = LocalTables()
seats = [{{"name": "Ada", "player": "here"}}, {{"name": "Ben", "player": "novice"}}]
said = json.loads(tables.answer(json.dumps({{"send": {{"type": "open", "seats": seats}}}})))
table = said["answer"]["table"]
for name in ("news", "board", "history", "standing", "graph", "share", "log"):
    said = json.loads(tables.answer(json.dumps({{"ask": name, "table": table}})))
    assert said.get("answer", {{}}).get("type") != "error", said
hint = json.loads(tables.answer(json.dumps({{"send": {{"type": "legal_moves"}}, "table": table}})))
assert json.loads(Thinker().think(hint["job"]))["answer"]["type"] == "moves"
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_seeds_of_bots_are_drawn_anew(page: LocalPage) -> None:
    """Each decision has a seed of its own, which JavaScript passes on as text and so cannot round."""
    page.is_waiting = True
    table = page.open("here", "random", position=POSITION)
    while not page.moves:
        page.play(table)
    assert isinstance(page.moves[0]["job"], str)
    first = json.loads(page.moves[0]["job"])
    page.moves.clear()
    page.act(table, "undo")
    while not page.moves:
        page.play(table)
    assert json.loads(page.moves[0]["job"])["seed"] != first["seed"]


def test_a_bot_that_takes_too_long(page: LocalPage) -> None:
    """A bot has the time of a bot on a server. After that, the table makes a sensible move, and says what was wrong."""
    page.is_waiting = True
    table = page.open("here", "random", position=POSITION)
    while not page.moves:
        page.play(table)
    due = page.moves.pop()
    assert due["seconds"] == ServerSettings().bot_seconds == page.tables.settings.bot_seconds
    best = ms.sensible_moves(page.game(table).state.public())[0]
    page.reply(moved={key: due[key] for key in ("table", "number", "bot")} | {"is_late": True})
    assert page.game(table).moves[-1] == best
    assert page.news(table)["trouble"] == "random: it took longer than 15 seconds"


def test_the_limits_of_other_thinking(page: LocalPage) -> None:
    """Each job for the other worker has the time that a server has, and an answer for the page if the time is over."""
    table = page.open("here", "here", position=POSITION)
    log = page.ask(table, "log")
    number = page.news(table)["number"]
    for asked, seconds in (
        ({"send": {"type": "hint", "number": number}, "table": table}, 3 * 0.05 + 5),
        ({"send": {"type": "legal_moves"}, "table": table}, QUESTION_SECONDS),
        ({"read": "replay", "log": log, "parameters": {}}, REPLAY_SECONDS),
        ({"read": "log_summary", "log": log, "parameters": {}}, REPLAY_SECONDS),
    ):
        reply = page.reply(**asked)
        assert reply["seconds"] == seconds
        assert reply["late"]["answer"]["sentence"] == f"it took longer than {seconds:g} seconds"
    page.act(table, "end")
    assert page.reply(ask="review", table=table)["seconds"] == ServerSettings().review_seconds
    assert page.say(read="poem", log=log)["code"] == "malformed"
