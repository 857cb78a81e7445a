"""Replays of logs that somebody sends to the server: data for the page, a page to save, and refusals."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.local_page import LocalPage
from tests.web.tables import Answered, Browser, Tables

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.bots import judge_game
from magnum_sal.render.replay_views import replay_data
from magnum_sal.web import _requests
from magnum_sal.web._drawing import pack_text
from magnum_sal.web._replay_drawing import ReplayOptions, draw_replay
from magnum_sal.web._workers import TooSlowError, Workers, call_safely


def record() -> bytes:
    """Return the log of a few moves."""
    stream = io.StringIO()
    game = ms.Game.new(["Ada", "Ben"], seed=7, log=stream)
    for _ in range(3):
        game.play(ms.legal_moves(game.state)[0])
    return stream.getvalue().encode()


LOG = record()
UNPLAYED = "".join(ms.Game.new(["Ada", "Ben"], seed=7).log.lines()).encode()


async def draw_here(_: str, log: bytes, options: ReplayOptions) -> bytes:
    """Draw a replay in this process, with the errors that another process would raise."""
    return call_safely(pack_text, draw_replay, log, options)


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """Serve an empty lobby, whose replays are drawn in this process."""
    with Tables(tmp_path) as found:
        monkeypatch.setattr(found.lobby.workers, "draw_replay", draw_here)
        yield found


@pytest.fixture
def guest(tables: Tables) -> Browser:
    """Return a browser that has opened no table."""
    return tables.browser("guest")


def send(guest: Browser, log: bytes, query: str = "", **headers: str) -> Answered:
    """Send a log and return the answer."""
    return guest.tables.send("POST", f"/api/replay{query}", body=log, headers=guest.headers | headers)


@pytest.mark.long
def test_the_data_for_the_page(guest: Browser) -> None:
    """The answer is the data of the library, with the pictures of the requested view."""
    answer = send(guest, LOG, "?view=narrow&language=pl")
    game = ms.Game.from_log(LOG)
    chances = [judgement.chances for judgement in judge_game(game)]
    expected = replay_data(game, chances=chances, language="pl", views=("narrow",))
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.data == expected | {"phases": [list(entry) for entry in expected["phases"]]}


@pytest.mark.long
def test_a_page_to_save(guest: Browser) -> None:
    """A browser saves the page and does not show it, so that its script never runs with the server's address."""
    answer = send(guest, LOG, "?form=page&language=de", **{"accept-encoding": "gzip"})
    game = ms.Game.from_log(LOG)
    chances = [judgement.chances for judgement in judge_game(game)]
    assert answer.body.decode() == render.replay_html(game, chances=chances, language="de")
    assert answer.headers["content-disposition"] == 'attachment; filename="magnum-sal-replay.html"'
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.slow
def test_nothing_is_stored(guest: Browser, tmp_path: Path) -> None:
    """The server writes no file for a replay, and no cache may store the answer."""
    before = sorted(tmp_path.rglob("*"))
    answer = send(guest, LOG)
    assert sorted(tmp_path.rglob("*")) == before
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (b"groceries\n", "line 1: checksum: the line does not end in a checksum; is this file the log of a game?"),
        (b"", "the log has no header"),
        (LOG.replace(b"Ada", b"Eve"), "checksum"),
        (b"\xff\xfe\x00", ""),
    ],
)
def test_foreign_and_damaged_files(guest: Browser, log: bytes, words: str) -> None:
    """A file that is not a whole log is refused with the sentence that the command line shows."""
    answer = send(guest, log)
    assert answer.status == 400
    assert answer.code == "malformed"
    assert words in answer.data["sentence"]


@pytest.mark.parametrize("log", [b"groceries\n", b"", UNPLAYED], ids=["foreign", "empty", "unplayed"])
def test_a_page_without_a_server_refuses_the_same_logs(guest: Browser, log: bytes) -> None:
    """A server and a page refuse a log with the same code and sentence."""
    answer, said = send(guest, log), LocalPage().say(read="replay", log=log.decode(), parameters={})
    assert (said["code"], said["sentence"]) == (answer.code, answer.data["sentence"])


@pytest.mark.parametrize("query", ["?view=tall", "?form=pdf", "?language=xx"])
def test_invalid_parameters(guest: Browser, query: str) -> None:
    """An unknown view, form or language is refused before the log is read."""
    answer = send(guest, LOG, query)
    assert (answer.status, answer.code) == (400, "malformed")
    assert "expected one of" in answer.data["sentence"]


def test_long_logs(guest: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log with too many bytes is refused before the rest of it arrives."""
    monkeypatch.setattr(_requests, "LONGEST_LOG", 1000)
    answer = guest.tables.send("POST", "/api/replay", body=[b"x" * 600] * 3, headers=guest.headers)
    assert (answer.status, answer.code) == (413, "too_long")


def test_who_may_ask(guest: Browser, tables: Tables) -> None:
    """A request needs a key, and must not come from a page of another site. Only POST is allowed."""
    assert tables.send("POST", "/api/replay", body=LOG).code == "no_key"
    assert send(guest, LOG, **{"sec-fetch-site": "cross-site"}).code == "foreign"
    assert guest.get("/api/replay").status == 405


def test_the_rate_of_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may ask for ten replays a minute, whatever key it uses."""
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)  # Otherwise a minute may end between two requests.
    with Tables(tmp_path, is_limited=True) as tables:
        codes = [send(tables.browser(f"guest{number}"), b"", "?view=tall").code for number in range(11)]
    assert codes == ["malformed"] * 10 + ["too_fast"]


def test_a_replay_that_takes_too_long(guest: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay that takes too long is refused, and the server goes on."""

    async def wait_in_vain(*_: Any) -> bytes:
        raise TooSlowError(120)

    monkeypatch.setattr(guest.tables.lobby.workers, "draw_replay", wait_in_vain)
    answer = send(guest, LOG)
    assert (answer.status, answer.code) == (429, "too_fast")
    assert answer.data["sentence"] == "it took longer than 120 seconds"


@pytest.mark.long
def test_a_worker_draws(guest: Browser) -> None:
    """Another process draws the replay, and its errors arrive as sentences."""
    guest.tables.lobby.workers = Workers(1)
    assert send(guest, LOG).status == 200
    assert send(guest, b"groceries\n").code == "malformed"


def test_games_with_too_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with too many moves is refused before any picture is drawn."""
    monkeypatch.setattr("magnum_sal.render.replay_views.MOST_MOVES", 2)
    with pytest.raises(ms.MagnumSalError, match="more than 2 moves"):
        draw_replay(LOG, ReplayOptions("en", "wide", is_page=False))
