"""A page without a server whose storage is damaged: the game is named as damaged, and all others go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.web.local_page import LocalPage

import magnum_sal as ms
from magnum_sal.errors import MalformedError
from magnum_sal.web._local_storage import describe_damage, read_game, read_seating
from magnum_sal.web._table import Arrangement

Damage = Callable[[dict[str, Any]], object]


def begin() -> tuple[LocalPage, str, str]:
    """Return a page with two games and their tables."""
    page = LocalPage()
    one, other = page.open("here", "here"), page.open("here", "here")
    for table in (one, other):
        page.play(table)
    return page, one, other


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda log: log.replace("Ada", "Eve"), "line 1: checksum"),
        (lambda _: "", "line 1: the log has no header"),
        (lambda log: log[30:], "line 1: checksum"),
        (lambda _: "\ud800", "line 1"),
        (lambda _: "".join(ms.Game.new(["A", "B", "C"], seed=1).log.lines()), "its parts belong to different games"),
    ],
)
def test_a_damaged_log(damage: Callable[[str], str], reason: str) -> None:
    """Everything about the table is refused with the reason, and the other table goes on."""
    earlier, damaged, other = begin()
    earlier.logs[damaged] = damage(earlier.logs[damaged])
    page = LocalPage(earlier)
    for said in (
        page.ask(damaged, "news"),
        page.ask(damaged, "log"),
        page.send(damaged, "position"),
        page.reply(load=damaged, log=earlier.logs[damaged])["answer"],
    ):
        assert said["code"] == "damaged"
        assert said["sentence"].startswith(f"the stored game is damaged: {reason}")
        assert len(said["sentence"]) <= 500
    assert len(page.say(ask="tables")["tables"]) == 2
    page.play(other)
    assert page.news(other)["steps"] == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda stored: stored.update(arrangement=None),
        lambda stored: stored["arrangement"].pop("chairs"),
        lambda stored: stored["arrangement"].update(id="x" * 24),
        lambda stored: stored["arrangement"]["chairs"].pop(),
        lambda stored: stored["arrangement"].update(chairs=[1, 2]),
        lambda stored: stored.update(standing=[1]),
        lambda stored: stored["standing"].update(state=None),
        lambda stored: stored["standing"].update(end_reason=7),
        lambda stored: stored["standing"]["state"].update(phase=9),
    ],
)
def test_a_damaged_seating(damage: Damage) -> None:
    """The list names the game as damaged, and the other games open."""
    earlier, damaged, other = begin()
    damage(earlier.arrangements[damaged])
    page = LocalPage(earlier)
    assert page.ask(damaged, "news")["code"] == "damaged"
    listed = {
        entry["table"]: entry["players"] for entry in page.say(ask="tables", parameters={"language": "de"})["tables"]
    }
    assert listed == {damaged: ["Ein beschädigtes Spiel"], other: ["Ada", "Ben"]}
    page.play(other)
    lesson = page.say(ask="lessons")["lessons"][0]["id"]
    assert page.say(send={"type": "open_lesson", "lesson": lesson})["type"] == "opened"


@pytest.mark.parametrize("part", ["log", "seats"])
def test_a_damaged_game_is_deleted(part: str) -> None:
    """A game that the page has deleted is unknown, and makes room for another one."""
    earlier, damaged, other = begin()
    if part == "log":
        earlier.logs[damaged] = ""
    else:
        earlier.arrangements[damaged]["arrangement"].pop("chairs")
    page = LocalPage(earlier, tables=3, tables_of_one=3)
    assert page.ask(damaged, "news")["code"] == "damaged"
    assert page.reply(forget=damaged)["answer"]["type"] == "opened"
    del page.logs[damaged]
    assert page.ask(damaged, "news")["code"] == "unknown_table"
    assert [entry["table"] for entry in page.say(ask="tables")["tables"]] == [other]
    page.open("here", "here")
    page.open("here", "here")
    assert page.say(send={"type": "open", "seats": [{"name": n, "player": "here"} for n in "AB"]})["code"] == "too_many"


def test_deleting_a_game_in_progress() -> None:
    """A game that is open is deleted with everything that waits for it, and deleting it twice does no harm."""
    page = LocalPage()
    page.is_waiting = True
    table = page.open("here", "random")
    while not page.moves:
        page.play(table)
    page.reply(forget=table)
    page.reply(forget=table)
    assert page.let_move(page.moves.pop())["answer"]["code"] == "unknown_table"
    assert page.say(ask="tables")["tables"] == []


def test_whole_parts() -> None:
    """Undamaged data are read as they were stored, and a long reason is cut."""
    page, table, _ = begin()
    stored = read_seating(table, page.arrangements[table])
    assert isinstance(stored.arrangement, Arrangement)
    assert read_game(stored.arrangement, page.logs[table]).state.public() == stored.standing.state
    assert len(describe_damage(MalformedError("x" * 600))) <= 400
