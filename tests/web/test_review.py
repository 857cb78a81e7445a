"""The review of a game that is over."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.labels import LANGUAGES
from magnum_sal.web import _reviews
from magnum_sal.web._thinking import reviewed


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Open a house."""
    with Tables(tmp_path) as found:
        yield found


def ended(host: Browser, moves: int = 6) -> str:
    """Return a table whose game its only person has ended."""
    table = host.open("here", "here")
    host.plays(table, moves)
    host.does(table, "end", number=host.news(table)["number"])
    assert host.news(table)["is_over"]
    return table


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


def test_it_is_found_once(tables: Tables) -> None:
    """However many ask; anew where one has failed; and the oldest are forgotten."""
    host = tables.browser("host")
    table = ended(host)
    for _ in range(3):
        assert host.get(f"/api/tables/{table}/review").status == 200
    assert tables.workers.reviews == 1
    assert [*tables.house._reviews._kept] == [table]


def test_the_oldest_is_forgotten(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are kept."""
    monkeypatch.setattr(_reviews, "_MOST_KEPT", 1)
    host = tables.browser("host")
    first, second = ended(host), ended(host)
    for table in (first, second, first):
        assert host.get(f"/api/tables/{table}/review").status == 200
    assert tables.workers.reviews == 3


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


def test_what_is_found_in_another_process() -> None:
    """The function itself, from the steps that everybody may see."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(3):
        game.play(ms.sensible_moves(game.state)[0])
    found = reviewed(tuple(game.steps()), 2)
    assert [entry.number for entry in found.decisions] == [0, 1, 2]
