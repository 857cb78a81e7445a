"""The addresses of the server, who may send requests to them, and the status of each refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.protocol.clients import published_validator
from tests.web.messages import valid
from tests.web.tables import HOST, Browser, Tables

import magnum_sal as ms
from magnum_sal.errors import MisuseError
from magnum_sal.protocol.table_answers import TABLE_CODES
from magnum_sal.protocol.table_forms import TABLE_REQUESTS
from magnum_sal.web import _news, create_application
from magnum_sal.web._requests import status_of

ANSWERS = published_validator("table-answer")
REQUESTS = published_validator("table-request")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Serve an empty lobby with low limits."""
    with Tables(tmp_path, onlookers=3, tables_of_one=2, tables=3) as found:
        yield found


def test_all_types_are_tried() -> None:
    """The messages of ``valid`` match the published schema and cover every type."""
    messages = valid("t", "l" * 24)
    assert set(messages) == {str(form.tag) for form in TABLE_REQUESTS.values()}
    for kind, fields in messages.items():
        REQUESTS.validate({"type": kind, **fields})


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    2**53,
    10**40,
    "",
    "x" * 5000,
    "../../etc/passwd",
    "\x00\x1b[31m\u202e",
    "\ud800",
    [],
    [[]],
    {},
    {"type": "x"},
    [None] * 300,
)


OPTIONAL = {"ruleset", "position", "absent_seconds", "language", "proposal"}
"""The fields that a message may leave out, whatever its type."""


@pytest.mark.long
def test_nonsense_in_every_field(tables: Tables, host: Browser) -> None:
    """The server refuses nonsense with a message, never with an internal error, and changes nothing."""
    table = host.open("here", "link")
    link = host.news(table)["chairs"][1]["link"].removeprefix("/join/")
    for kind, fields in valid(table, link).items():
        path = {"open": "/api/tables", "join": "/api/join"}.get(kind, f"/api/tables/{table}")
        for name in fields:
            for value in NONSENSE:
                message = {"type": kind, **fields, name: value}
                if REQUESTS.is_valid(message):
                    continue
                said = host.post(path, message)
                assert (said.status, said.code) in ((400, "malformed"), (400, "misuse"), (404, "unknown_link")), message
                ANSWERS.validate(said.data)
        for wrong in ({"type": kind, **fields, "more": 1}, {"type": [kind], **fields}, {"Type": kind}):
            assert host.post(path, wrong).status == 400
        for name in fields.keys() - OPTIONAL - ({"taken", "place", "most"} if kind == "options" else set()):
            if (kind, name) != ("give_link", "seat"):
                left = {key: value for key, value in fields.items() if key != name}
                assert host.post(path, {"type": kind, **left}).code == "malformed"
    assert host.news(table)["chairs"][1]["link"] == f"/join/{link}"
    assert host.news(table)["number"] == 0


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"apply"', b"1", b"\xff\xfe", b'{"type":"undo","type":"undo"}', b"NaN", b'{"a":NaN}'],
)
def test_a_body_that_is_not_a_message(tables: Tables, host: Browser, body: bytes) -> None:
    """A body is refused if it is not JSON, not an object, has a key twice or is not valid UTF-8."""
    table = host.open("here", "link")
    said = tables.send("POST", f"/api/tables/{table}", body=body, headers=host.headers)
    is_json = body in (b"[]", b"null", b'"apply"', b"1")
    assert (said.status, said.code) == (400, "malformed" if is_json else "not_json")


def test_a_message_without_a_type(host: Browser) -> None:
    """A message without a type is refused with a sentence that names the missing field."""
    for path in ("/api/tables", f"/api/tables/{host.open('here', 'link')}"):
        said = host.post(path, {})
        assert (said.code, said.data["sentence"]) == ("malformed", "type: the field is missing")


def test_deeply_nested_json(tables: Tables, host: Browser) -> None:
    """Thirty thousand nested brackets are refused as invalid JSON."""
    table = host.open("here", "link")
    for body in (
        b"[" * 30000,
        b'{"type":' * 5000,
        b'{"type":"apply","number":0,"move":' + b"[" * 30000 + b"]" * 30000 + b"}",
    ):
        assert tables.send("POST", f"/api/tables/{table}", body=body, headers=host.headers).code == "not_json"


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/{table}"])
def test_another_method(tables: Tables, host: Browser, path: str) -> None:
    """The refusal of a wrong method lists all allowed methods."""
    path = path.format(table=host.open("here", "link"))
    for method in ("DELETE", "OPTIONS", "PUT"):
        said = tables.send(method, path, headers=host.headers)
        assert (said.status, said.code) == (405, "wrong_method")
        assert set(said.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}


def test_the_first_page_gives_a_key(tables: Tables, host: Browser) -> None:
    """The first page sets a key as a cookie that scripts cannot read, and a browser keeps the key it has."""
    given = tables.send("GET", "/").headers["set-cookie"]
    assert given.startswith("magnum_sal=")
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    assert "Secure" not in given
    assert "set-cookie" not in host.get("/").headers
    assert tables.send("GET", "/", headers={"cookie": "magnum_sal=short"}).headers["set-cookie"] != given


def test_a_table_of_other_people(tables: Tables, host: Browser) -> None:
    """A stranger gets the same refusals for an existing table as for unknown tables and for invalid ids."""
    table = host.open("here", "link")
    stranger = tables.browser("stranger")
    for name in (table, "x" * 24, "x", "..", "%2e%2e", "../" + table, f"{table}.json", "x" * 400, "\u0142" * 20):
        for further in ("", "/news", "/board.svg", "/history", "/standing", "/graph.svg", "/log.jsonl", "/qr.svg"):
            said = stranger.get(f"/api/tables/{name}{further}")
            assert said.status == 404, (name, further)
            assert b"Ada" not in said.body
        assert stranger.ask(name, "undo", number=0).status in (404, 405)
        assert stranger.ask(name, "legal_moves").status in (404, 405)
    assert stranger.ask(table, "close_table").code == "unknown_table"
    assert stranger.ask(table, "set_player", seat=1, player="here").code == "unknown_table"


@pytest.mark.parametrize(
    "path",
    ["/static/../_lobby.py", "/static/..%2f_lobby.py", "/static/%2e%2e/_lobby.py", "/static//etc/passwd", "/.env"],
)
def test_files_outside_the_static_folder(tables: Tables, path: str) -> None:
    """The server sends no file from outside the folder of the page."""
    assert tables.send("GET", path).status == 404


def test_a_stale_number(tables: Tables, host: Browser) -> None:
    """A stale number gives status 409, so that double clicks and reloads do no harm. An old picture is refused too."""
    table = host.open("here", "here")
    move = {"type": "place_miner", "source": "stock", "target": "S1"}
    assert host.does(table, "apply", number=0, move=move) == {"type": "done", "number": 1}
    for kind, further in (("apply", {"move": move}), ("undo", {}), ("end", {}), ("hint", {})):
        for number in (0, 2, 99):
            said = host.ask(table, kind, number=number, **further)
            assert (said.status, said.code) == (409, "stale")
    assert host.get(f"/api/tables/{table}/board.svg?number=0").status == 409
    assert host.get(f"/api/tables/{table}/board.svg?at=2").status == 409
    assert host.get(f"/api/tables/{table}/board.svg?at=0&number=1").status == 200
    assert host.news(table)["number"] == 1


def test_a_seat_of_somebody_else(tables: Tables, host: Browser) -> None:
    """Nobody acts for another player or for a watcher. The host may assign seats but not play them."""
    table = host.open("link", "link")
    chairs = host.news(table)["chairs"]
    ada, ben, watcher = map(tables.browser, ("ada", "ben", "watcher"))
    assert ada.join(chairs[0]["link"]).data["seat"] == 0
    assert ben.join(chairs[1]["link"]).data["seat"] == 1
    assert watcher.join(host.news(table)["watch_link"]).data["seat"] is None
    turn = host.news(table)["to_move"]
    move = {"type": "place_miner", "source": "stock", "target": "S1"}
    for other in (watcher, host, (ada, ben)[1 - turn]):
        said = other.ask(table, "apply", number=0, move=move)
        assert (said.status, said.code) == (403, "not_yours")
        assert other.ask(table, "hint", number=0).code == "not_yours"
    assert ben.ask(table, "leave", seat=0).code == "not_yours"
    assert ben.ask(table, "sit", seat=0).code == "not_yours"
    assert watcher.ask(table, "end", number=0).code == "not_yours"
    assert watcher.ask(table, "leave", seat=0).code == "not_yours"
    for other in (ada, watcher):
        assert other.ask(table, "close_table").code == "not_host"
        assert other.ask(table, "give_link", seat=1).code == "not_host"
        assert other.ask(table, "give_link").code == "not_host"
        assert other.ask(table, "set_player", seat=1, player="here").code == "not_host"
        assert other.get(f"/api/tables/{table}/qr.svg").code == "not_host"
    assert host.ask(table, "set_player", seat=2, player="greedy").code == "misuse"
    assert host.ask(table, "set_player", seat=1, player="process:rm").code == "misuse"
    assert host.ask(table, "set_player", seat=1, player="policy:player.onnx").code == "misuse"
    assert host.news(table)["number"] == 0


def test_an_illegal_move(tables: Tables, host: Browser) -> None:
    """An illegal move gives status 422 with the objection and its sentence."""
    table = host.open("here", "here")
    said = host.ask(table, "apply", number=0, move={"type": "place_miner", "source": "stock", "target": "S3"})
    assert (said.status, said.code) == (422, "illegal_move")
    assert said.data["objection"]["rule"] == "CHAIN-1"
    assert said.data["sentence"] == "S3 is not connected to the entrance: S1 is empty"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", "S3 nie ma połączenia z wejściem: S1 jest puste"),
        ("de", "S3 ist nicht mit dem Eingang verbunden: S1 ist leer"),
    ],
)
def test_an_illegal_move_in_other_languages(tables: Tables, host: Browser, language: str, sentence: str) -> None:
    """A refusal is in the language of the request, and an unknown language is refused before the move is made."""
    table = host.open("here", "here")
    move = {"type": "place_miner", "source": "stock", "target": "S3"}
    assert host.ask(table, "apply", number=0, move=move, language=language).data["sentence"] == sentence
    legal = {"type": "place_miner", "source": "stock", "target": "S1"}
    assert host.ask(table, "apply", number=0, move=legal, language="xx").code == "malformed"
    assert host.news(table)["number"] == 0


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "player 2: 'Ada' is already taken"),
        ("?language=de", "Spieler 2: der Name 'Ada' ist schon vergeben"),
        ("?language=xx", "player 2: 'Ada' is already taken"),
    ],
)
def test_a_mistake_in_the_language_of_the_address(tables: Tables, host: Browser, query: str, sentence: str) -> None:
    """The mistake of a player is described in the language at the end of the address, or in English."""
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ada", "player": "here"}]
    said = host.post(f"/api/tables{query}", {"type": "open", "seats": seats})
    assert (said.status, said.code, said.data["sentence"]) == (400, "malformed", sentence)


def test_a_wrong_player(host: Browser) -> None:
    """The refusal of an unknown player names the field with its seat, and all possible values."""
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "human"}]
    said = host.post("/api/tables", {"type": "open", "seats": seats})
    assert said.code == "misuse"
    refused, _, advice = said.data["sentence"].partition("; ")
    assert refused == "seats[1].player: 'human' is not offered here"
    assert advice == "use here, link or one of the bots greedy, search:seconds=4, random"


def test_an_unknown_address(tables: Tables, host: Browser) -> None:
    """A program gets a JSON refusal for an unknown address and for a method that an address does not support."""
    for path in ("/api/", "/api/nothing", "/api/tables/x/nothing"):
        said = host.get(path)
        assert (said.status, said.code) == (404, "unknown_address")
        ANSWERS.validate(said.data)
    said = tables.send("PUT", "/api/tables", headers=host.headers)
    assert (said.status, said.code) == (405, "wrong_method")
    assert {"GET", "POST"} & set(said.headers["allow"].split(", "))
    assert host.get("/nothing").body == b"Not Found"


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [("gzip, br", True), ("GZIP;q=0.5", True), ("", False), ("br", False)],
)
@pytest.mark.parametrize("number", ["", "&number=0"])
def test_a_picture_is_compressed_on_request(
    tables: Tables, host: Browser, accepted: str, is_packed: bool, number: str
) -> None:
    """A picture is compressed if the client accepts gzip, and the Vary header tells caches that it depends on that."""
    table = host.open("here", "here")
    said = host.get(f"/api/tables/{table}/board.svg?last=1{number}", **{"accept-encoding": accepted})
    assert said.headers.get("content-encoding") == ("gzip" if is_packed else None)
    assert "Accept-Encoding" in said.headers["vary"].split(", ")
    assert ("Cookie" in said.headers["vary"]) == ("max-age" in said.headers["cache-control"]) == bool(number)
    assert said.body.startswith(b"<svg")


def test_a_request_without_a_key(tables: Tables) -> None:
    """The refusal of a request without a key states the allowed lengths of keys. Keys of exactly these lengths work."""
    said = tables.send("GET", "/api/tables")
    assert (said.status, said.code) == (401, "no_key")
    assert "43 to 64 letters" in said.data["sentence"]
    for length, status in ((42, 401), (43, 200), (64, 200), (65, 401)):
        assert tables.send("GET", "/api/tables", headers={"authorization": f"Bearer {'k' * length}"}).status == status


def test_too_many_tables(tables: Tables, host: Browser) -> None:
    """A browser may host two tables here and the lobby holds three. Closing a table makes room."""
    first = host.open("here", "link")
    host.open("here", "link")
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]
    said = host.post("/api/tables", {"type": "open", "seats": seats})
    assert (said.status, said.code) == (429, "too_many")
    other = tables.browser("other")
    other.open("here", "link")
    assert other.post("/api/tables", {"type": "open", "seats": seats}).code == "too_many"
    host.does(first, "close_table")
    other.open("here", "link")


def test_head_requests(tables: Tables, host: Browser) -> None:
    """HEAD requests end, even for news, and nobody is counted as present."""
    table = host.open("here", "here")
    for path in ("/", f"/api/tables/{table}", f"/api/tables/{table}/news"):
        assert tables.send("HEAD", path, headers=host.headers).status == 200
    assert not tables.lobby.presence._at
    for method in ("OPTIONS", "PUT", "DELETE", "PATCH"):
        assert tables.send(method, f"/api/tables/{table}", headers=host.headers).status == 405


@pytest.mark.parametrize(
    "query",
    ["layout=x", "layout=", "language=xx", "at=-1", "at=x", "at=99999999", "last=1001", "last=%C2%B2", "number=1e3"],
)
def test_invalid_picture_queries(tables: Tables, host: Browser, query: str) -> None:
    """An unknown layout or language and an invalid number are refused."""
    table = host.open("here", "here")
    assert host.get(f"/api/tables/{table}/board.svg?{query}").status == 400


def test_news_from_an_invalid_number(tables: Tables, host: Browser) -> None:
    """An invalid Last-Event-ID is refused, and one that is too large is ignored."""
    table = host.open("here", "here")
    for given in ("x", "-1", "1" * 8, ""):
        assert host.get(f"/api/tables/{table}/news", **{"last-event-id": given}).code == "malformed"
    with host.watches(table, **{"last-event-id": "999"}) as news:
        assert (news.next()["kept"], news.status()) == (0, 200)


@pytest.mark.parametrize("error", [ValueError("/home/secret"), ms.ExtensionError("decide failed: /home/secret")])
def test_an_internal_error(
    error: Exception, host: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An internal error gives status 500 without any detail: the cause is only for the operator of the server."""
    table = host.open("here", "here")

    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(_news, "describe_history", failing)
    said = host.get(f"/api/tables/{table}/history")
    assert (said.status, said.code) == (500, "internal")
    assert b"secret" not in said.body
    assert b"Error" not in said.body
    assert "/home/secret" in caplog.text


def test_every_code_has_a_status() -> None:
    """Every refusal has a 4xx status, except faults of the server."""
    assert {code for code in TABLE_CODES if status_of(code) >= 500} == {"internal", "not_kept"}
    assert all(400 <= status_of(code) < 600 for code in TABLE_CODES)
    assert status_of(None) == 200


def test_the_qr_code_of_a_link(tables: Tables, host: Browser) -> None:
    """The QR code of an unused link is an SVG picture that a browser can display directly."""
    table = host.open("here", "link")
    for query in ("", "?seat=1"):
        said = host.get(f"/api/tables/{table}/qr.svg{query}")
        assert said.headers["content-type"] == "image/svg+xml"
        assert said.body.startswith(b"<svg")
        assert b'xmlns="http://www.w3.org/2000/svg"' in said.body
    assert host.get(f"/api/tables/{table}/qr.svg?seat=0").code == "unknown_link"


def test_create_application(tmp_path: Path) -> None:
    """An application is created from a folder, and a path that cannot hold tables is refused."""
    assert create_application(tmp_path / "tables", hosts=[HOST]).routes
    (tmp_path / "file").write_text("")
    with pytest.raises(MisuseError, match="cannot keep tables in"):
        create_application(tmp_path / "file", hosts=[HOST])
