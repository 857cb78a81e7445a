"""The review of a game that is over."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import pytest
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.bots import review
from magnum_sal.protocol.schemas import PUBLISHED
from magnum_sal.web import _reviews
from magnum_sal.words import LANGUAGES

ANSWERS = jsonschema.Draft202012Validator(ms.json_schema(PUBLISHED["table-answer"]))


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Open a lobby."""
    with Tables(tmp_path) as found:
        yield found


def ended(host: Browser, moves: int = 6) -> str:
    """Return a table whose game its only person has ended."""
    table = host.open("here", "here")
    host.plays(table, moves)
    host.does(table, "end", number=host.news(table)["number"])
    assert host.news(table)["is_over"]
    return table


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review(tables: Tables, language: str) -> None:
    """Sentences, the costliest moves with the position before each, and a graph."""
    host = tables.browser("host")
    table = ended(host)
    said = host.get(f"/api/tables/{table}/review?language={language}").data
    assert said["type"] == "review"
    assert len(said["told"]) == 2
    assert all(text.startswith(("Ada", "Ben")) for text in said["told"])
    assert all(0 <= entry["step"] < 6 for entry in said["costliest"])
    assert ET.fromstring(said["graph"]).get("role") == "img"


@pytest.mark.slow
def test_it_is_found_once(tables: Tables) -> None:
    """However many ask; anew where one has failed; and the oldest are forgotten."""
    host = tables.browser("host")
    table = ended(host)
    for _ in range(3):
        assert host.get(f"/api/tables/{table}/review").status == 200
    assert tables.workers.reviewed == [*range(6)]
    assert [*tables.lobby.reviews._kept] == [table]


@pytest.mark.slow
def test_it_is_what_the_library_says(tables: Tables) -> None:
    """Decision after decision, at a table, as ``bots.review`` reviews the whole game."""
    host = tables.browser("host")
    table = tables.lobby._tables[ended(host)]
    found = tables.wait_for(tables.lobby.review, table, host.name)
    assert found == review(table.steps(), iterations=2)


@pytest.mark.slow
def test_the_oldest_is_forgotten(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are kept."""
    monkeypatch.setattr(_reviews, "_MOST_KEPT", 1)
    host = tables.browser("host")
    first, second = ended(host), ended(host)
    for table in (first, second, first):
        assert host.get(f"/api/tables/{table}/review").status == 200
    assert len(tables.workers.reviewed) == 18


def progress(browser: Browser, table: str) -> tuple[bool, int, int]:
    """Return how far a review is: whether it is being made, how many decisions are judged, and of how many."""
    said = browser.get(f"/api/tables/{table}/review/progress")
    assert said.status == 200
    ANSWERS.validate(said.data)
    return said.data["is_working"], said.data["done"], said.data["total"]


def until_working(tables: Tables, browser: Browser, table: str, waiting: int = 1) -> None:
    """Wait until the decisions of a review are counted, and so many wait for it."""
    while progress(browser, table)[2] == 0 or len(tables.lobby.reviews._kept[table].waiting) < waiting:
        tables.rest()


@pytest.fixture
def asking() -> Iterator[ThreadPoolExecutor]:
    """Threads that wait for answers."""
    with ThreadPoolExecutor(4) as pool:
        yield pool


@pytest.mark.slow
def test_how_far_a_review_is(tables: Tables, asking: ThreadPoolExecutor) -> None:
    """Nothing before anybody asks, then so many decisions of all, and all of them once it is there."""
    host = tables.browser("host")
    table = ended(host)
    assert progress(host, table) == (False, 0, 0)
    tables.do(tables.workers.judging.clear)
    waiting = asking.submit(host.get, f"/api/tables/{table}/review")
    until_working(tables, host, table)
    assert progress(host, table) == (True, 0, 6)
    tables.do(tables.workers.judging.set)
    assert waiting.result().data["type"] == "review"
    assert progress(host, table) == (False, 6, 6)


@pytest.mark.slow
def test_a_review_that_is_cancelled(tables: Tables, asking: ThreadPoolExecutor) -> None:
    """Who cancels is told so at once; it goes on for who still waits, and stops with the last of them."""
    host, watcher = tables.browser("host"), tables.browser("watcher")
    table = ended(host)
    watcher.join(host.news(table)["watch_link"])
    tables.do(tables.workers.judging.clear)
    hosts = asking.submit(host.get, f"/api/tables/{table}/review")
    watchers = asking.submit(watcher.get, f"/api/tables/{table}/review")
    until_working(tables, host, table, waiting=2)
    assert host.does(table, "cancel_review")["type"] == "done"
    said = hosts.result()
    assert (said.status, said.code) == (409, "too_early")
    assert "cancelled" in said.data["sentence"]
    assert progress(host, table) == (True, 0, 6)
    watcher.does(table, "cancel_review")
    assert watchers.result().code == "too_early"
    assert progress(host, table) == (False, 0, 0)
    tables.do(tables.workers.judging.set)
    assert tables.workers.reviewed == []
    assert host.get(f"/api/tables/{table}/review").status == 200  # anew
    host.does(table, "cancel_review")  # of what is there already nothing is lost
    assert progress(host, table) == (False, 6, 6)


def test_who_leaves_stops_a_review(tables: Tables) -> None:
    """A closed page wants it no more than one that has cancelled."""
    host = tables.browser("host")
    table = ended(host)
    tables.do(tables.workers.judging.clear)
    with tables.stream(f"/api/tables/{table}/review", host.headers):
        until_working(tables, host, table)
    assert progress(host, table) == (False, 0, 0)


def test_a_review_that_takes_too_long(tmp_path: Path) -> None:
    """The seconds that all decisions took together count."""
    with Tables(tmp_path, review_seconds=5.0) as tables:
        tables.workers.judging_takes = 2.0
        host = tables.browser("host")
        said = host.get(f"/api/tables/{ended(host)}/review")
        assert "took longer than 5 seconds" in said.data["sentence"]
        assert tables.workers.reviewed == [0, 1, 2]


@pytest.mark.slow
def test_many_reviews_at_once(tables: Tables, asking: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is refused until one of them is finished."""
    monkeypatch.setattr(_reviews, "_MOST_AT_ONCE", 1)
    host = tables.browser("host")
    one, other = ended(host), ended(host)
    tables.do(tables.workers.judging.clear)
    waiting = asking.submit(host.get, f"/api/tables/{one}/review")
    until_working(tables, host, one)
    said = host.get(f"/api/tables/{other}/review")
    assert (said.status, said.code) == (429, "too_fast")
    tables.do(tables.workers.judging.set)
    assert waiting.result().status == 200
    assert host.get(f"/api/tables/{other}/review").status == 200


def test_what_is_refused(tables: Tables) -> None:
    """A game that is not over, one without a move, and who was not let in."""
    host, stranger = tables.browser("host"), tables.browser("stranger")
    table = host.open("here", "here")
    assert (host.get(f"/api/tables/{table}/review").status, host.get(f"/api/tables/{table}/review").code) == (
        409,
        "too_early",
    )
    assert stranger.get(f"/api/tables/{ended(host)}/review").code == "unknown_table"
    assert "nobody has decided anything" in host.get(f"/api/tables/{ended(host, moves=0)}/review").data["sentence"]
