"""The review of a finished game."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.protocol.clients import published_validator
from tests.render import recorded
from tests.web.tables import Browser, Tables

from magnum_sal.bots import JudgedMove, review
from magnum_sal.bots.game_review import Decision, judge_decision
from magnum_sal.testing import sketch
from magnum_sal.web import _reviews
from magnum_sal.web._workers import TooSlowError
from magnum_sal.words import LANGUAGES

ANSWERS = published_validator("table-answer")


def ended(host: Browser, moves: int = 6) -> str:
    """Open a table, make some moves, end the game, and return the table."""
    table = host.open("here", "here")
    host.plays(table, moves)
    host.does(table, "end", number=host.news(table)["number"])
    assert host.news(table)["is_over"]
    return table


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review(tables: Tables, language: str) -> None:
    """A review has a sentence for each player, the costliest moves with their steps, and a graph."""
    host = tables.browser("host")
    table = ended(host)
    said = host.get(f"/api/tables/{table}/review?language={language}").data
    assert said["type"] == "review"
    assert len(said["told"]) == 2
    assert all(text.startswith(("Ada", "Ben")) for text in said["told"])
    assert all(0 <= entry["step"] < 6 for entry in said["costliest"])
    assert ET.fromstring(said["graph"]).get("role") == "img"


@pytest.mark.long
def test_a_review_is_computed_once(tables: Tables) -> None:
    """A review is computed once, however often it is requested, and the result is cached."""
    host = tables.browser("host")
    table = ended(host)
    for _ in range(3):
        assert host.get(f"/api/tables/{table}/review").status == 200
    assert tables.workers.reviewed == [*range(6)]
    assert [name for name, _ in tables.lobby.reviews._kept] == [table]


@pytest.mark.long
def test_a_review_equals_the_librarys(tables: Tables) -> None:
    """The server's review, computed decision by decision, equals the result of ``bots.review`` for the whole game."""
    host = tables.browser("host")
    table = tables.lobby._tables[ended(host)]
    found = tables.wait_for(tables.lobby.reviews.of, table, host.name, tables.workers, 60.0)
    assert found == review(table.steps(), iterations=2)


@pytest.mark.long
def test_the_oldest_review_is_discarded(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of reviews is limited and discards the oldest one."""
    monkeypatch.setattr(_reviews, "_MOST_KEPT", 1)
    host = tables.browser("host")
    first, second = ended(host), ended(host)
    for table in (first, second, first):
        assert host.get(f"/api/tables/{table}/review").status == 200
    assert len(tables.workers.reviewed) == 18


def progress(browser: Browser, table: str) -> tuple[bool, int, int]:
    """Return whether a review is being computed, how many decisions are judged, and how many there are."""
    said = browser.get(f"/api/tables/{table}/review/progress")
    assert said.status == 200
    ANSWERS.validate(said.data)
    return said.data["is_working"], said.data["done"], said.data["total"]


def until_working(tables: Tables, browser: Browser, table: str, waiting: int = 1) -> None:
    """Wait until the decisions of a review are counted and the given number of requests waits for it."""
    while progress(browser, table)[2] == 0:
        tables.rest()
    found = tables.lobby.reviews._find(tables.lobby._tables[table])
    assert found is not None
    while len(found.waiting) < waiting:
        tables.rest()


@pytest.fixture
def asking() -> Iterator[ThreadPoolExecutor]:
    """Create threads that wait for answers."""
    with ThreadPoolExecutor(4) as pool:
        yield pool


@pytest.mark.long
def test_the_progress_of_a_review(tables: Tables, asking: ThreadPoolExecutor) -> None:
    """Progress is empty before a review is requested, then counts the judged decisions, and is complete at the end."""
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


@pytest.mark.long
def test_cancelling_a_review(tables: Tables, asking: ThreadPoolExecutor) -> None:
    """A cancelled request is answered at once. The review goes on for other requests and stops with the last one."""
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
    assert host.get(f"/api/tables/{table}/review").status == 200  # The review starts again.
    host.does(table, "cancel_review")  # Cancelling does not discard a finished review.
    assert progress(host, table) == (False, 6, 6)


def test_a_closed_page_stops_its_review(tables: Tables) -> None:
    """A closed page stops its review like a request to cancel it."""
    host = tables.browser("host")
    table = ended(host)
    tables.do(tables.workers.judging.clear)
    with tables.stream(f"/api/tables/{table}/review", host.headers):
        until_working(tables, host, table)
    assert progress(host, table) == (False, 0, 0)


@pytest.mark.long
def test_a_review_that_takes_too_long(tmp_path: Path) -> None:
    """The time limit applies to the sum of the seconds of all decisions."""
    with Tables(tmp_path, review_seconds=5.0) as tables:
        tables.workers.judging_takes = 2.0
        host = tables.browser("host")
        said = host.get(f"/api/tables/{ended(host)}/review")
        assert "took longer than 5 seconds" in said.data["sentence"]
        assert tables.workers.reviewed == [0, 1, 2]


@pytest.mark.slow
def test_a_decision_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision has only the time that is left. If it takes longer, the error names the limit of the whole review."""
    limits = []
    with Tables(tmp_path, review_seconds=5.0) as tables:

        async def judge(_table: str, decision: Decision, seconds: float) -> tuple[JudgedMove, float]:
            limits.append(seconds)
            if len(limits) == 3:
                raise TooSlowError(seconds)
            return judge_decision(decision._replace(iterations=2)), 1.5

        monkeypatch.setattr(tables.workers, "review_decision", judge)
        host = tables.browser("host")
        said = host.get(f"/api/tables/{ended(host)}/review")
        assert "took longer than 5 seconds" in said.data["sentence"]
        assert limits == [5.0, 3.5, 2.0]


@pytest.mark.long
def test_many_reviews_at_once(tables: Tables, asking: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review above the limit of simultaneous reviews is refused until one is finished."""
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


def play_on(host: Browser, table: str) -> None:
    """Play a game to its end."""
    while not host.news(table)["is_over"]:
        host.plays(table)


def finished(host: Browser) -> str:
    """Open a table shortly before the end of a game, finish the game by its rules, and return the table."""
    table = host.open("here", "here", position=sketch(recorded.steps("two_players")[-6].before))
    play_on(host, table)
    return table


def end_again(host: Browser, table: str) -> None:
    """Undo the last move of a finished game, and finish the game again."""
    host.does(table, "undo", number=host.news(table)["number"])
    play_on(host, table)


@pytest.mark.long
def test_a_game_that_ends_again_during_its_review(
    tables: Tables, asking: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request gets the review of the game that had ended when it came. All reviews count towards the limit."""
    monkeypatch.setattr(_reviews, "_MOST_AT_ONCE", 2)
    host = tables.browser("host")
    table, other = finished(host), ended(host)
    tables.do(tables.workers.judging.clear)
    earlier = asking.submit(host.get, f"/api/tables/{table}/review")
    until_working(tables, host, table)
    decisions = progress(host, table)[2]
    end_again(host, table)
    assert progress(host, table) == (False, 0, 0)
    later = asking.submit(host.get, f"/api/tables/{table}/review")
    until_working(tables, host, table)
    refused = asking.submit(host.get, f"/api/tables/{other}/review")
    while not refused.done() and not progress(host, other)[0]:
        tables.rest()
    tables.do(tables.workers.judging.set)
    assert refused.result().code == "too_fast"
    assert [earlier.result().status, later.result().status] == [200, 200]
    assert len(tables.workers.reviewed) == 2 * decisions
    assert host.get(f"/api/tables/{table}/review").data == later.result().data
    assert len(tables.workers.reviewed) == 2 * decisions
    end_again(host, table)
    assert host.get(f"/api/tables/{table}/review").status == 200
    assert len(tables.lobby.reviews._kept) == 1  # Nobody can request the finished reviews of earlier ends any more.


@pytest.mark.long
def test_cancelling_a_review_of_an_earlier_end(tables: Tables, asking: ThreadPoolExecutor) -> None:
    """A review can be cancelled after its game has ended again."""
    host = tables.browser("host")
    table = finished(host)
    tables.do(tables.workers.judging.clear)
    waiting = asking.submit(host.get, f"/api/tables/{table}/review")
    until_working(tables, host, table)
    end_again(host, table)
    host.does(table, "cancel_review")
    tables.rest()
    tables.do(tables.workers.judging.set)
    assert waiting.result().code == "too_early"
    assert tables.workers.reviewed == []


@pytest.mark.long
def test_a_review_in_progress_is_not_discarded(
    tables: Tables, asking: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full cache discards only finished reviews. One in progress can still be cancelled."""
    monkeypatch.setattr(_reviews, "_MOST_KEPT", 1)
    host = tables.browser("host")
    first, second, third = (ended(host) for _ in range(3))
    tables.do(tables.workers.judging.clear)
    waiting = []
    for table in (first, second):
        waiting.append(asking.submit(host.get, f"/api/tables/{table}/review"))
        until_working(tables, host, table)
    seen = progress(host, first)
    host.does(first, "cancel_review")
    tables.do(tables.workers.judging.set)
    assert [said.result().status for said in waiting] == [409, 200]
    assert seen == (True, 0, 6)
    assert host.get(f"/api/tables/{third}/review").status == 200
    assert [name for name, _ in tables.lobby.reviews._kept] == [third]


@pytest.mark.slow
def test_refused_reviews(tables: Tables) -> None:
    """A review is refused for an unfinished game, for a game without moves, and for strangers."""
    host, stranger = tables.browser("host"), tables.browser("stranger")
    table = host.open("here", "here")
    assert (host.get(f"/api/tables/{table}/review").status, host.get(f"/api/tables/{table}/review").code) == (
        409,
        "too_early",
    )
    assert stranger.get(f"/api/tables/{ended(host)}/review").code == "unknown_table"
    assert (
        "this game has no decisions to review"
        in host.get(f"/api/tables/{ended(host, moves=0)}/review").data["sentence"]
    )
