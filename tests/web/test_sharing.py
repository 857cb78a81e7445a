"""Links to positions: what they contain, who gets them, and the page that they lead to."""

from __future__ import annotations

from pathlib import Path

import pytest
from lamp import LAMP_GAME
from tests.protocol.clients import published_validator
from tests.record.test_position_codes import packed
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.record.positions import decode_position, encode_position
from magnum_sal.testing import position
from magnum_sal.web import _position_links

ANSWERS = published_validator("table-answer")


def state_of(tables: Tables, table: str) -> ms.GameState:
    """Return the full current position of a table."""
    return ms.Game.from_log(tables.lobby.store.log(table)).state


def shared(browser: Browser, table: str, query: str = "") -> str:
    """Return the path of a link to a position of a table, after checking its answer."""
    said = browser.get(f"/api/tables/{table}/share{query}")
    assert said.status == 200, said.data
    ANSWERS.validate(said.data)
    return str(said.data["path"])


def code_of(path: str) -> str:
    """Return the code in the path of a link."""
    assert path.startswith("/from/")
    assert len(path) <= 2000
    return path.removeprefix("/from/")


def test_a_link_leads_to_the_same_position(tables: Tables, host: Browser) -> None:
    """A stranger reads the position of the link, and opens a table from it with new pieces."""
    table = host.open("here", "here")
    host.plays(table, 5)
    state = state_of(tables, table)
    path = shared(host, table)
    stranger = tables.browser("stranger")
    said = stranger.get(f"/api/positions/{code_of(path)}?language=de")
    ANSWERS.validate(said.data)
    assert position(said.data["position"]) == state.public()
    assert said.data["players"] == ["Ada", "Ben"]
    assert said.data["to_move"] == state.to_move
    assert not said.data["is_over"]
    assert said.data["turn_words"].startswith("Phase I/III")
    other = stranger.open("here", "greedy", position=said.data["position"])
    begun = ms.Game.from_log(tables.lobby.store.log(other)).at(0)
    assert begun.public() == state.public()
    assert begun.hidden != state.hidden


def test_a_link_to_an_earlier_position(tables: Tables, host: Browser) -> None:
    """``at`` is the number of moves before the position; a later one does not exist."""
    table = host.open("here", "here")
    host.plays(table, 3)
    game = ms.Game.from_log(tables.lobby.store.log(table))
    for at in range(4):
        assert code_of(shared(host, table, f"?at={at}")) == encode_position(game.at(at))
    assert host.get(f"/api/tables/{table}/share?at=4").code == "stale"
    assert host.get(f"/api/tables/{table}/share?at=x").code == "malformed"


def test_a_link_names_nothing_that_lies_face_down(tmp_path: Path) -> None:
    """A player who has looked at a tile sees it in the picture, but the link does not contain it."""
    with Tables(tmp_path, ruleset=LAMP_GAME) as tables:
        host = tables.browser("host")
        table = host.open("here", "here", position="ruleset: lamp_game | public | A: lamp")
        host.play(table, ms.from_dict(ms.Move, {"type": "use_lamp", "chamber": "1R2"}, ruleset=LAMP_GAME))
        state = state_of(tables, table)
        assert state.seen_by(0) != state.public()
        text = decode_position(code_of(shared(host, table)))
        assert position(text) == state.public()
        assert "public" in text.splitlines()[0]


def test_strangers_get_no_link(tables: Tables, host: Browser) -> None:
    """Only browsers that may see the table can share its positions; spectators can."""
    table = host.open("here", "link")
    assert tables.browser("stranger").get(f"/api/tables/{table}/share").code == "unknown_table"
    watcher = tables.browser("watcher")
    watcher.join(host.news(table)["watch_link"])
    assert shared(watcher, table) == shared(host, table)


@pytest.mark.slow
def test_the_picture_and_the_qr_code(tables: Tables, host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture has every layout. A QR code exists if the link is short enough."""
    table = host.open("here", "here")
    said = host.get(f"/api/tables/{table}/share").data
    base = f"/api/positions/{code_of(said['path'])}"
    for layout in ("wide", "tall", "mine"):
        drawn = host.get(f"{base}/board.svg?layout={layout}&language=pl")
        assert drawn.status == 200
        assert b"<svg" in drawn.body
        assert drawn.headers["cache-control"] == "private, max-age=3600"
    assert host.get(f"{base}/board.svg?layout=round").code == "misuse"
    assert said["qr"] == f"{base}/qr.svg"
    assert host.get(said["qr"]).headers["content-type"] == "image/svg+xml"
    monkeypatch.setattr(_position_links, "_LONGEST_IN_QR", 10)
    assert host.get(f"/api/tables/{table}/share").data["qr"] is None
    assert host.get(f"{base}/qr.svg").code == "malformed"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1", "'1' is not the code of a position; perhaps a part of the link is missing"),
        ("1AAAA", "damaged"),
        (packed("x" * 1_000_000), "has more than 4000 bytes"),
        (packed("public | S2: A"), "cut off from the entrance"),
        (packed("S1: A"), "must not name face-down pieces"),
        (packed("public | ruleset: nobody"), "no ruleset 'nobody'"),
    ],
)
def test_bad_links(host: Browser, code: str, words: str) -> None:
    """Every endpoint of a bad link says what is wrong; none fails."""
    for end in ("", "/board.svg", "/qr.svg"):
        said = host.get(f"/api/positions/{code}{end}")
        assert said.status == 400
        assert said.code in ("malformed", "misuse")
        if len(code) <= 700 or not end:
            assert words in said.data["sentence"]


def test_a_finished_game_can_be_shared(tables: Tables, host: Browser) -> None:
    """The link shows the final position, from which no table starts."""
    code = encode_position(position("turn: over, phase 3"))
    said = host.get(f"/api/positions/{code}").data
    assert (said["is_over"], said["to_move"]) == (True, None)
    seats = [{"name": name, "player": "here"} for name in said["players"]]
    refused = host.post("/api/tables", {"type": "open", "seats": seats, "position": said["position"]})
    assert "the game is over in this position" in refused.data["sentence"]


def test_the_page_of_a_link(tables: Tables, host: Browser) -> None:
    """Any browser gets the page, with a key of its own."""
    page = tables.browser("stranger").get("/from/1abc")
    assert page.status == 200
    assert b"/static/page.js" in page.body
    for script in ("share.js", "from.js"):
        assert host.get(f"/static/{script}").status == 200
