"""Tables that start from a position."""

from __future__ import annotations

import contextlib
import random
import time

import pytest
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.errors import MagnumSalError, MalformedError
from magnum_sal.protocol.table_requests import LONGEST_POSITION
from magnum_sal.testing import check_invariants, position, sketch
from magnum_sal.web._start_positions import deal_position

PUBLIC = "public | S1: AB | S2: B | 1L1: A [BG/1] | B: rope, 12 groszy | turn: B, round 3"
NAMES = ("Ada", "Ben")


def deal(text: str, seed: int = 1, ruleset: ms.Ruleset | None = None) -> ms.GameState:
    """Return the position of *text* for two players, with pieces dealt from *seed*."""
    return deal_position(text, NAMES, ruleset, random.Random(seed))


def test_hidden_pieces_are_dealt() -> None:
    """A public position is dealt at random; all else stays as it is, with the names of the request."""
    first, second = deal(PUBLIC, 1), deal(PUBLIC, 2)
    check_invariants(first)
    assert first.hidden != second.hidden
    assert first.public() == second.public() == position(f"{PUBLIC} | players: Ada, Ben")


def test_a_full_position_stays_as_it_is() -> None:
    """If the text names the face-down pieces, they lie as it says."""
    state = ms.new_game(NAMES, seed=4)
    assert deal(sketch(state)) == state


def test_pending_pieces_are_turned_up() -> None:
    """In a public position that waits for a piece, the piece is dealt, too."""
    state = deal("public | turn: setup, round 1 | castle: - - -, stack 8 | workshop: - - -, stack 7")
    assert None not in state.castle.open
    assert state.to_move is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("S1: X", "position: entry 'S1: X': expected miners"),
        ("S2: A", "position: S2: cut off from the entrance"),
        ("A: stock 999999999", "position: miners of A: a count is below 0"),
        ("S1: C", "seats: the position has 3 players, but 2 seats are named"),
        ("turn: over, phase 3", "position: the game is over in this position"),
        ("ruleset: standard, mapped_mine", "ruleset: it differs from that of the position"),
        ("x" * (LONGEST_POSITION + 1), "position: the text has 4001 characters; the limit is 4000"),
    ],
)
def test_refused_positions(text: str, words: str) -> None:
    """The message names the field and the reason."""
    with pytest.raises(MalformedError) as caught:
        deal(text, ruleset=ms.STANDARD)
    assert str(caught.value).startswith(words)


def test_the_ruleset_of_the_position_counts() -> None:
    """A switch of the position is kept, and the request may name the same ruleset."""
    mapped = ms.STANDARD.with_switches(mapped_mine=True)
    assert deal("ruleset: standard, mapped_mine").ruleset == mapped
    assert deal("ruleset: standard, mapped_mine", ruleset=mapped).ruleset == mapped


@pytest.mark.slow
def test_a_table_starts_from_a_position(tables: Tables, host: Browser) -> None:
    """People and bots play on from the position, and the server reads the game again."""
    table = host.open("here", "greedy", position=PUBLIC)
    with host.watches(table) as stream:
        news = stream.until(lambda news: news["to_move"] == 0)
    assert [chair["name"] for chair in news["chairs"]] == ["Ada", "Ben"]
    assert news["steps"] >= 1
    game = ms.Game.from_log(tables.lobby.store.log(table))
    assert game.at(0).public() == position(f"{PUBLIC} | players: Ada, Ben")
    assert game.moves[0] in ms.legal_moves(game.at(0))
    log = ms.Game.from_log(host.get(f"/api/tables/{table}/log.jsonl").body)
    assert log.log.is_public
    assert log.at(0) == game.at(0).public()
    assert host.get(f"/api/tables/{table}/history").status == 200
    assert host.get(f"/api/tables/{table}/board.svg?at=0").status == 200


def test_a_refused_position_opens_no_table(tables: Tables, host: Browser) -> None:
    """A refusal leaves neither a table nor a file."""
    seats = [{"name": name, "player": "here"} for name in NAMES]
    for text, code in (
        ("S2: A", "malformed"),
        ("", "malformed"),
        ("ruleset: nobody", "misuse"),
        ("1L1: [", "malformed"),
    ):
        assert host.post("/api/tables", {"type": "open", "seats": seats, "position": text}).code == code
    assert host.get("/api/tables").data["tables"] == []
    assert not list(tables.lobby.store.log("x" * 24).parent.glob("*.jsonl"))


def fill(start: str, unit: str, end: str = "") -> str:
    """Return a text of the greatest length that repeats *unit*."""
    return start + unit * ((LONGEST_POSITION - len(start) - len(end)) // len(unit)) + end


HOSTILE = (
    *(fill("", unit) for unit in ("|", "x|", "a:b|", "S1")),
    *(fill(start, unit) for start in ("A: ", "B:") for unit in ("99 rope, ", "orders BB=9 ", " ", "1 ", "x")),
    *(fill("tiles: ", "BBG/1 "), fill("tools: ", "cart "), fill("castle: ", "BB=9 "), fill("workshop: ", "rope ")),
    *(fill("players: ", '"a",'), fill("orders 1: ", "BB=9 "), fill("seen: orders ", "1 "), fill("market: ", "B")),
    *(fill("extra x: ", "["), fill('extra x: {"a":', '{"a":'), fill('ruleset: "', "\\"), fill("ruleset: ", "x")),
    *(fill("1L1: [", "B", "/1]"), fill("1L1: [?/", "9", "]"), fill("turn: A, visited ", "inn "), fill("S1: ", "A")),
    " | ".join(f"1{side}{number}: [G{'G' * (number == 4)}/0]" for side in "LR" for number in range(1, 5)),
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_long_texts_are_read_quickly(text: str) -> None:
    """A hostile text holds the server up for less than a second; measured: 60 ms."""
    assert len(text) <= LONGEST_POSITION
    began = time.process_time()
    with contextlib.suppress(MagnumSalError):
        deal(text)
    assert time.process_time() - began < 1
