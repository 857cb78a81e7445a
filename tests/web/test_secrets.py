"""What a player has seen alone reaches the browser of this player, and nobody else (PUBLIC-1)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from lamp import LAMP_GAME, UseLamp
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.engine.deal import draw_setup

DRAWN = draw_setup(LAMP_GAME, 2, random.Random(3))
SETUP = attrs.evolve(DRAWN, start_seat=0, tools=sorted(DRAWN.tools, key=lambda tool: tool != "lamp"))
TILE = SETUP.tile_of("2L1")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Serve an empty lobby for games with lamps."""
    with Tables(tmp_path, ruleset=LAMP_GAME) as found:
        yield found


def play_lamp(tables: Tables, table: str, ada: Browser) -> None:
    """Let Ada buy a lamp, and use it in her next turn."""
    tables.lobby._tables[table].game = ms.Game.new(["Ada", "Ben"], setup=SETUP, ruleset=LAMP_GAME)
    ada.play(table, ms.VisitWorkshop(0))
    ada.play(table, UseLamp("2L1"))


@pytest.fixture
def seated(tables: Tables) -> tuple[str, dict[str, Browser]]:
    """Return a table and its browsers: Ada has looked at a tile, Ben plays against her, and Eve watches."""
    browsers = {name: tables.browser(name) for name in ("Ada", "Ben", "Eve")}
    ada = browsers["Ada"]
    table = ada.open("here", "link")
    news = ada.news(table)
    browsers["Ben"].join(news["chairs"][1]["link"])
    browsers["Eve"].join(news["watch_link"])
    play_lamp(tables, table, ada)
    return table, browsers


def everything(browser: Browser, table: str) -> dict[str, Any]:
    """Return all that a browser can read about the position."""
    path = f"/api/tables/{table}"
    return {
        "news": browser.get(path).body.decode(),
        "history": browser.get(f"{path}/history").body.decode(),
        "picture": browser.get(f"{path}/board.svg").body.decode(),
        "phone": browser.get(f"{path}/board.svg?layout=tall").body.decode(),
        "log": browser.get(f"{path}/log.jsonl").body.decode(),
        "position": browser.ask(table, "position").body.decode(),
        "viewer": browser.ask(table, "position", viewer=0).body.decode(),
        "text": browser.ask(table, "text").body.decode(),
        "svg": browser.ask(table, "svg").body.decode(),
    }


@pytest.mark.slow
def test_the_player_sees_the_tile_everywhere(seated: tuple[str, dict[str, Browser]]) -> None:
    """The picture, the words and the position of the player who looked contain the tile; the log is public."""
    table, browsers = seated
    said = everything(browsers["Ada"], table)
    for where in ("history", "picture", "text", "svg"):
        assert str(TILE) in said[where], where
    assert "only you know it" in said["picture"]
    assert f"Ada sees the tile of 2L1: {TILE}" in said["history"]
    assert '"viewer": 0' in said["position"].replace('"viewer":0', '"viewer": 0')
    assert "secret" not in said["log"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Ben", "Eve"])
def test_nobody_else_sees_the_tile(seated: tuple[str, dict[str, Browser]], name: str) -> None:
    """No answer to another player or a spectator contains the tile, even if they ask as the player's seat."""
    table, browsers = seated
    for where, said in everything(browsers[name], table).items():
        assert str(TILE) not in said, where
        assert '"tile":{' not in said.partition('"looks"')[2].partition("]")[0], where
        assert "only you know it" not in said, where


def test_the_events_of_a_move_end_with_the_secrets_of_the_reader(seated: tuple[str, dict[str, Browser]]) -> None:
    """A client that folds events keeps the view of its own seat up to date, and no other one gets the tile."""
    table, browsers = seated
    for name, browser in browsers.items():
        events = browser.get(f"/api/tables/{table}/history").data["steps"][-1]["events"]
        secrets = [event for event in events if event["type"] == "tile_seen"]
        expected = [{"type": "tile_seen", "seat": 0, "chamber": "2L1", "tile": ms.to_dict(TILE)}]
        assert secrets == (expected if name == "Ada" else []), name
        assert (events[-1]["type"] == "tile_seen") is (name == "Ada")


def test_hints_bots_and_undo(seated: tuple[str, dict[str, Browser]], tables: Tables) -> None:
    """A hint uses what the player knows. The look counts as a revealed piece, so an undo needs everybody's consent."""
    table, browsers = seated
    shown = tables.lobby._tables[table]
    while shown.game.state.turn_seat != 0:
        browsers["Ben"].plays(table)
    browsers["Ada"].does(table, "hint", number=shown.number)
    assert tables.workers.asked[-1].find_tile("2L1") == TILE
    shown.game.undo(to=2)
    assert browsers["Ada"].news(table)["undo"] == "ask"


def test_a_stand_in_knows_what_its_person_has_seen(seated: tuple[str, dict[str, Browser]], tables: Tables) -> None:
    """A bot that plays for a person receives the view of the seat, and a bot on another seat does not."""
    table, browsers = seated
    with browsers["Ben"].watches(table):  # so that the table stays in memory
        browsers["Ada"].does(table, "leave", seat=0)
        tables.settle()
        shown = tables.lobby._tables[table]
        while shown.game.state.turn_seat != 0:
            browsers["Ben"].plays(table)
        tables.settle()
    views = [state for state in tables.workers.asked if state.turn_seat == 0]
    assert views
    assert all(state.viewer == 0 and state.find_tile("2L1") == TILE for state in views)


def test_a_shared_device_shows_the_secrets_of_the_seat_to_move(tables: Tables) -> None:
    """If one browser plays both seats, it sees the tile only while it is the turn of the seat that looked."""
    both = tables.browser("both")
    table = both.open("here", "here")
    play_lamp(tables, table, both)
    shown = tables.lobby._tables[table]
    seen = {}
    for _ in range(6):
        seen[shown.game.state.turn_seat] = str(TILE) in both.ask(table, "text").body.decode()
        both.plays(table)
    assert seen == {0: True, 1: False}
