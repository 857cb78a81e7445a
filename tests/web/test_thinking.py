"""Bots in processes of their own: whatever one does, its table goes on, and others do not wait for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.web._thinking import Workers, answered, asked_of, considered, decided
from magnum_sal.web._worker_process import guarded

FAULTY = ("raising", "odd", "nonsense", "illegal", "unpacked", "leaving", "exiting")


def named(bot: str) -> str:
    """Return the name of a bot of tests."""
    return f"tests.web.faulty_bots:{bot}"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A house whose bots think in processes of their own; a busy machine takes seconds to start one."""
    bots = tuple(map(named, (*FAULTY, "sound", "printing", "writing")))
    with Tables(tmp_path_factory.mktemp("house"), bots=bots, bot_seconds=60.0, hint_seconds=0.1) as found:
        found.house.workers = Workers(2)
        yield found


def moved(browser: Browser, table: str) -> Any:
    """Return the news once the bot in the other seat has moved."""
    with browser.watches(table) as news:
        return news.until(lambda told: told["steps"] > 0)


def table_of(browser: Browser, bot: str) -> str:
    """Open a table at which a bot moves first."""
    while True:
        table = browser.open("here", named(bot))
        if browser.news(table)["to_move"] == 1 or browser.news(table)["steps"]:
            return table
        browser.does(table, "close_table")


@pytest.mark.parametrize("bot", FAULTY)
def test_a_faulty_bot(tables: Tables, bot: str) -> None:
    """Another move is made for it, and a sentence says what was wrong, fit to be shown."""
    host = tables.browser(bot)
    news = moved(host, table_of(host, bot))
    assert news["trouble"].startswith(named(bot))
    assert len(news["trouble"]) <= 300
    assert news["trouble"].isprintable()
    assert "Traceback" not in news["trouble"]


@pytest.mark.parametrize("bot", ["sound", "printing", "writing"])
def test_a_sound_bot(tables: Tables, bot: str) -> None:
    """What it prints is nobody's trouble; neither are the bots before it, whose processes are gone."""
    host = tables.browser(bot)
    assert moved(host, table_of(host, bot))["trouble"] is None


def test_a_bot_that_hangs(tmp_path: Path) -> None:
    """Its process is ended once its time is over, and another move is made for it."""
    with Tables(tmp_path, bots=(named("hanging"),), bot_seconds=0.5) as tables:
        tables.house.workers = Workers(1)
        host = tables.browser("host")
        news = moved(host, table_of(host, "hanging"))
        assert news["trouble"] == f"{named('hanging')}: it took longer than 0.5 seconds"


def test_others_do_not_wait(tmp_path: Path) -> None:
    """While one bot hangs, another moves and questions are answered; and the server ends without waiting for it."""
    with Tables(tmp_path, bots=(named("hanging"), named("sound")), bot_seconds=3600.0) as tables:
        tables.house.workers = Workers(2)
        host = tables.browser("host")
        hangs = table_of(host, "hanging")
        other = table_of(host, "sound")
        assert moved(host, other)["trouble"] is None
        assert host.does(other, "legal_moves", most=1)["moves"]
        assert host.news(hangs)["steps"] == 0


def test_a_hint(tables: Tables) -> None:
    """What a search looked at most, the best first, with reasons in the language that was asked for."""
    host = tables.browser("hint")
    table = host.open("here", "here")
    said = host.does(table, "hint", number=0, language="pl")
    assert said["number"] == 0
    assert 1 <= len(said["advice"]) == len(said["words"]) <= 3
    for entry, words in zip(said["advice"], said["words"], strict=True):
        assert entry["told"][0].startswith(f"szansa {entry['chance']} % (± {entry['error']}), na końcu ")
        assert words == " ".join([f"{entry['words']}.", *entry["told"]])
    first = ms.from_dict(ms.Move, said["advice"][0]["move"])
    assert ms.objection(tables.house._tables[table].game.state, first) is None


def test_what_is_asked_in_another_process() -> None:
    """The functions themselves: a bot's move, what a search considers, an answer."""
    state = ms.new_game(["Ada", "Ben"], seed=7).public()
    assert decided("greedy", 1, state) in ms.legal_moves(state)
    for bot, words in (
        ("raising", "^ValueError: .x1b.31mred"),
        ("exiting", r"^it ended its own process \(SystemExit: enough\)$"),
        ("odd", "^_OddError: <function"),
    ):
        with pytest.raises(ms.MagnumSalError, match=words) as failed:
            guarded(decided, named(bot), 1, state)
        assert type(failed.value) is ms.MagnumSalError
    found = considered(1, state, 0.05)
    assert all(entry.move in ms.legal_moves(state) for entry in found)
    assert answered(state, {"type": "legal_moves", "id": 0})["total"] == 19
    assert answered(state, {"type": "close", "id": 0, "session": "game-1"})["code"] == "unknown_session"
    assert asked_of(state).limits.sessions == 0


def test_a_single_move_is_all_the_advice() -> None:
    """Where nothing else can be done no search looks at anything."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    rng = random.Random(1)
    while len(ms.sensible_moves(state)) > 1:
        state = ms.apply(state, rng.choice(ms.sensible_moves(state))).state
    (only,) = considered(1, state.public(), 0.05)
    assert (only.move, only.share) == (ms.sensible_moves(state)[0], 1.0)
