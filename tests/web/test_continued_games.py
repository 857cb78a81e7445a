"""Tables that resume the game of a log, on a server and on a page without one."""

from __future__ import annotations

import io
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from tests.web.local_page import LocalPage
from tests.web.tables import Answered, Browser, Tables

import magnum_sal as ms
from magnum_sal._internal.versions import LOG_SCHEMA
from magnum_sal.errors import MalformedError
from magnum_sal.protocol.table_requests import LONGEST_LOG
from magnum_sal.record.log import MoveLine
from magnum_sal.web._continued_games import describe_log, prepare_game
from magnum_sal.web._workers import TooSlowError, Workers

PLAYED = Path(__file__).parents[1] / "games" / "played"


def record(moves: int = 5, *, undone: int = 0, seats: int = 2, **options: Any) -> ms.Game:
    """Return a game of a few sensible moves, of which the last ones are undone."""
    game = ms.Game.new(["Zoe", "Yan", "Xin"][:seats], seed=7, **options)
    for _ in range(moves):
        game.play(ms.sensible_moves(game.state)[0])
    if undone:
        game.undo(to=moves - undone)
    return game


def text_of(log: ms.GameLog) -> str:
    """Return the text of a log."""
    return "".join(log.lines())


LOG = text_of(record(undone=2).log)
PUBLIC = text_of(record(undone=2).log.public())


def carry_on(host: Browser, log: str, *players: str, **further: object) -> Answered:
    """Ask a server to resume a log."""
    return host.post("/api/continue", {"type": "continue", "log": log, "players": players, **further})


def ask_about(host: Browser, log: bytes, query: str = "") -> Answered:
    """Ask a server what a log holds."""
    return host.tables.send("POST", f"/api/logs{query}", body=log, headers=host.headers)


def refuse_over(game: ms.Game) -> str:
    """Return the log of a game after the players have agreed to end it."""
    game.end("the last bus leaves")
    return text_of(game.log)


REFUSED = [
    ("groceries\n", "line 1: checksum: the line does not end in a checksum; is this file the log of a game?"),
    (LOG.replace("Zoe", "Eve"), "line 1: checksum"),
    (LOG.replace('"target":"S1"', '"target":"S2"', 1), "line 2: checksum"),
    (refuse_over(record()), "log: the game is over"),
    (text_of(ms.Game.open_table(["Ada", "Ben"]).log), "log: the pieces of this game lie on a real table"),
    (LOG[:-1].rpartition("\n")[0][:40], "line 1: the log has no header"),
    ("\ud800", ""),
]
"""Logs with which no table can go on, each with the beginning of the sentence."""


# The parts of a log that a table takes over.


def test_a_whole_log_is_taken_byte_by_byte() -> None:
    """A log that names all pieces does not change, so the same pieces lie face down."""
    found = prepare_game(LOG.encode(), random.Random(1))
    assert found.log.decode() == LOG
    assert found.players == ("Zoe", "Yan")


def test_a_torn_line_is_left_out() -> None:
    """A line that was not written completely was never a move."""
    assert prepare_game(LOG.encode() + b'{"type":"mo', random.Random(1)).log.decode() == LOG


def test_a_public_log_is_dealt() -> None:
    """The public copy of the dealt log is the public log, and each call deals other pieces."""
    found = [ms.Game.from_log(prepare_game(PUBLIC.encode(), random.Random(seed)).log) for seed in (1, 2)]
    assert [text_of(game.log.public()) for game in found] == [PUBLIC, PUBLIC]
    assert found[0].state.hidden != found[1].state.hidden


@pytest.mark.slow
def test_an_older_schema_is_migrated() -> None:
    """A log of an older schema goes on in the current one, with the same moves."""
    old = (PLAYED / "schema_1_switches.jsonl").read_bytes().splitlines(keepends=True)
    game = ms.Game.from_log(b"".join(line for line in old if not line.startswith(b'{"type":"end"')))
    while game.is_over:
        old.pop()
        game = ms.Game.from_log(b"".join(old))
    taken = ms.Game.from_log(prepare_game(b"".join(old), random.Random(1)).log)
    assert taken.moves == game.moves
    assert json.loads(old[0])["schema"] < taken.log.header.schema == LOG_SCHEMA


@pytest.mark.parametrize(("log", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused_logs(log: str, words: str) -> None:
    """Each refusal is a sentence with the reason."""
    with pytest.raises(MalformedError) as caught:
        prepare_game(log.encode("utf-8", "surrogatepass"), random.Random(1))
    assert str(caught.value).startswith(words)


def test_a_public_log_that_breaks_the_rules() -> None:
    """The events of a public log are checked against the rules before a table resumes them."""
    line = record(1).log.entries[0]
    assert isinstance(line, MoveLine)
    public = ms.Game.new(["Zoe", "Yan"], seed=7).log.public()
    public.extend((MoveLine(1, line.seat, ms.VisitTownSquare(), line.events),))
    with pytest.raises(MalformedError, match="line 2: events"):
        prepare_game(text_of(public).encode(), random.Random(1))


def test_the_summary() -> None:
    """The summary names the players and the position, and why no table can go on."""
    told = describe_log(LOG.encode(), "en")
    game = ms.Game.from_log(LOG.encode())
    assert (told.players, told.steps, told.to_move) == (("Zoe", "Yan"), 3, game.state.to_move)
    assert (told.is_over, told.is_public, told.objection) == (False, False, None)
    assert told.turn_words.startswith("Phase I/III, round")
    assert describe_log(PUBLIC.encode(), "en").is_public
    over = describe_log(refuse_over(record()).encode(), "de")
    assert (over.is_over, over.objection, over.to_move) == (True, "das Spiel ist zu Ende", None)
    assert "the last bus leaves" in over.turn_words
    real = describe_log(text_of(ms.Game.open_table(["Ada", "Ben"]).log).encode(), "pl")
    assert real.objection is not None
    assert "na prawdziwym stole" in real.objection


# On both kinds of pages.


@pytest.mark.parametrize("log", [LOG, PUBLIC], ids=["whole", "public"])
def test_a_page_goes_on(log: str) -> None:
    """The log that the page stores, and the one that it offers, begin with the given log."""
    page = LocalPage()
    opened = page.say(send={"type": "continue", "log": log, "players": ["here", "here"]})
    table = opened["table"]
    assert opened["type"] == "opened", opened
    assert [chair["name"] for chair in page.news(table)["chairs"]] == ["Zoe", "Yan"]
    given = ms.Game.from_log(log.encode())
    assert page.news(table)["steps"] == 3
    assert page.game(table).undone == given.undone
    page.act(table, "undo")
    page.play(table)
    page.play(table)
    stored, offered = page.logs[table], page.ask(table, "log")
    assert (stored if log is LOG else offered).startswith(log)
    assert offered.startswith(PUBLIC)
    assert len(ms.Game.from_log(stored.encode()).moves) == 4
    again = LocalPage(page)
    assert again.ask(table, "log") == offered
    assert len(again.ask(table, "history")["steps"]) == 4


@pytest.mark.long
def test_bots_and_reviews_go_on() -> None:
    """A bot may sit on any seat, and after the end a review covers the moves of the file as well."""
    page = LocalPage(review_seconds=60)
    table = page.say(send={"type": "continue", "log": LOG, "players": ["here", "random"]})["table"]
    hint = page.act(table, "hint") if page.news(table)["to_move"] == 0 else None
    assert hint is None or hint["type"] == "hint"
    page.play(table)
    page.act(table, "end")
    assert page.news(table)["is_over"]
    assert page.ask(table, "review")["type"] == "review"
    summary = page.say(read="log_summary", log=page.logs[table], parameters={"language": "en"})
    assert (summary["type"], summary["is_over"]) == ("log_summary", True)


def test_a_server_goes_on(tables: Tables, host: Browser) -> None:
    """The file of the table begins with the given log. A server that starts again resumes it, too."""
    opened = carry_on(host, LOG, "here", "link", absent_seconds=60)
    assert opened.status == 200, opened.data
    table = opened.data["table"]
    news = host.news(table)
    assert [(chair["name"], chair["player"], chair["is_yours"]) for chair in news["chairs"]] == [
        ("Zoe", "human", True),
        ("Yan", "human", False),
    ]
    assert tables.browser("guest").join(news["chairs"][1]["link"]).data["seat"] == 1
    guest = tables.browser("guest")
    for _ in range(3):
        mover = (host, guest)[host.news(table)["to_move"]]
        mover.plays(table)
    stored = tables.lobby.store.log(table).read_text("utf-8")
    assert stored.startswith(LOG)
    assert host.get(f"/api/tables/{table}/log.jsonl").body.decode().startswith(PUBLIC)
    assert len(host.get(f"/api/tables/{table}/history").data["steps"]) == 6
    assert tables.lobby.store.log(table).stat().st_mode & 0o077 == 0
    tables.do(tables.lobby._tables.pop, table).game.close()
    assert host.news(table)["steps"] == 6


@pytest.mark.slow
def test_both_answer_alike(host: Browser) -> None:
    """A server and a page describe a log in the same words, and refuse it for the same reasons."""
    page = LocalPage()
    for log, _ in [(LOG, ""), (PUBLIC, ""), *REFUSED]:
        for language in ("en", "pl"):
            told = page.say(read="log_summary", log=log, parameters={"language": language})
            if log.isprintable() or log.isascii():
                assert ask_about(host, log.encode(), f"?language={language}").data == told
        if log not in (LOG, PUBLIC):
            said = page.say(send={"type": "continue", "log": log, "players": ["here", "here"]})
            assert carry_on(host, log, "here", "here").data == said
            assert said["code"] == "malformed"


@pytest.mark.parametrize(
    ("players", "code", "words"),
    [
        (["here"], "malformed", "players"),
        (["here", "here", "here"], "malformed", "players: the log has 2 players, but 3 seats are named"),
        (["here", "os:system"], "misuse", "players[1]: 'os:system' is not offered here"),
    ],
)
def test_refused_seats(host: Browser, players: list[str], code: str, words: str) -> None:
    """A refusal leaves no table, neither on a server nor on a page."""
    page = LocalPage()
    for said in (
        carry_on(host, LOG, *players).data,
        page.say(send={"type": "continue", "log": LOG, "players": players}),
    ):
        assert said["code"] == code
        assert said["sentence"].startswith(words)
    assert host.get("/api/tables").data["tables"] == page.say(ask="tables")["tables"] == []


def test_a_page_has_no_links() -> None:
    """On a page without a server, nobody can come by a link."""
    said = LocalPage().say(send={"type": "continue", "log": LOG, "players": ["here", "link"]})
    assert (said["code"], "no links" in said["sentence"]) == ("misuse", True)


# Limits.


def test_long_logs(host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log with too many bytes is refused, in a summary before the rest of it arrives."""
    with pytest.raises(MalformedError, match=f"longer than {LONGEST_LOG} bytes"):
        prepare_game(b"x" * (LONGEST_LOG + 1), random.Random(1))
    said = LocalPage().say(read="log_summary", log="x" * (LONGEST_LOG + 1))
    assert said["code"] == "malformed"
    assert ask_about(host, b"x" * (LONGEST_LOG + 1)).code == "too_long"
    assert carry_on(host, "x" * (LONGEST_LOG + 1), "here", "here").code == "malformed"
    monkeypatch.setattr("magnum_sal.web._application.LARGEST_LOG_BODY", 1000)
    assert carry_on(host, LOG, "here", "here").code == "too_long"


def test_rooms_and_rates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full server does not read the log, and an address may ask about ten logs a minute."""
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)  # Otherwise a minute may end between two requests.
    with Tables(tmp_path / "full", tables=1) as tables:
        host = tables.browser("host")
        host.open("here", "here")
        assert carry_on(host, "groceries", "here", "here").code == "too_many"
    with Tables(tmp_path / "limited", is_limited=True) as tables:
        codes = [ask_about(tables.browser(f"guest{number}"), b"").code for number in range(11)]
    assert codes == ["malformed"] * 10 + ["too_fast"]


def test_who_may_ask(tables: Tables, host: Browser) -> None:
    """A request needs a key, the right type and the right method, and comes from a page of the server."""
    for path in ("/api/logs", "/api/continue"):
        assert tables.send("POST", path, body=LOG.encode()).code == "no_key"
        assert host.get(path).status == 405
        assert host.post(path, {}, **{"sec-fetch-site": "cross-site"}).code == "foreign"
    assert host.post("/api/continue", {"type": "join", "link": "x" * 24}).code == "malformed"
    assert host.post("/api/tables", {"type": "continue", "log": LOG, "players": ["here", "here"]}).code == "malformed"


def test_a_log_that_takes_too_long(host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stops to read a log after a while, opens no table, and goes on."""

    async def wait_in_vain(*_: Any) -> Any:
        raise TooSlowError(120)

    for name in ("describe_log", "prepare_game"):
        monkeypatch.setattr(host.tables.lobby.workers, name, wait_in_vain)
    for said in (ask_about(host, LOG.encode()), carry_on(host, LOG, "here", "here")):
        assert (said.status, said.code) == (429, "too_fast")
        assert said.data["sentence"] == "it took longer than 120 seconds"
    assert host.get("/api/tables").data["tables"] == []


@pytest.mark.long
def test_another_process_reads(host: Browser) -> None:
    """Another process reads the log, and its errors arrive as sentences."""
    host.tables.lobby.workers = Workers(1)
    assert ask_about(host, PUBLIC.encode(), "?language=de").data["is_public"]
    assert carry_on(host, PUBLIC, "here", "here").status == 200
    assert carry_on(host, "groceries", "here", "here").code == "malformed"


def test_a_full_disk(tables: Tables, host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the log cannot be written, there is no table, and the message says so."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("magnum_sal.web._store.create_whole", fail)
    assert carry_on(host, LOG, "here", "here").code == "not_kept"
    assert tables.lobby.store.ids() == ()


def test_a_stream_of_the_same_moves() -> None:
    """The bytes that a table adds are those that the same moves add to the same log in plain Python."""
    page = LocalPage()
    table = page.say(send={"type": "continue", "log": LOG, "players": ["here", "here"]})["table"]
    stream = io.StringIO()
    game = ms.Game.from_log(LOG.encode())
    game.log.save(stream)
    for _ in range(3):
        move = ms.sensible_moves(game.state)[0]
        game.play(move)
        page.play(table, move)
    assert page.logs[table] == stream.getvalue()
