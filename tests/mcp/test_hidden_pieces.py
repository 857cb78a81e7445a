"""No answer of a desk depends on what the seat does not know (PUBLIC-1)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from lamp import LAMP_GAME, UseLamp
from tests.amounts import select
from tests.mcp.callers import ask, quick_desk

import magnum_sal as ms
from magnum_sal.bots import HUMAN, make_bot
from magnum_sal.engine.determinize import determinize
from magnum_sal.mcp import Desk, _views
from magnum_sal.mcp._resources import read_resource
from magnum_sal.mcp._seated_game import SeatedGame
from magnum_sal.record.notation import format_move
from magnum_sal.testing import position


def desk_at(state: ms.GameState, own: int, **settings: Any) -> Desk:
    """Return a desk with a game that begins in *state*, in which only the seat *own* is the client's."""
    desk = quick_desk(ruleset=state.ruleset, hint_seconds=600, **settings)
    players = tuple(HUMAN if seat == own else "novice" for seat in range(len(state.players)))
    desk._games["game-1"] = SeatedGame("game-1", ms.Game.from_position(state), players)
    return desk


def answers(state: ms.GameState, own: int, language: str) -> Iterator[str]:
    """Yield everything that a desk tells the seat *own* about *state* without a move."""
    desk = desk_at(state, own)
    for form in ("full", "short", "legend"):
        yield ask(desk, "show_table", game="game-1", form=form, language=language)
    part, count = 1, 1
    while part <= count:
        told = ask(desk, "save_game", game="game-1", part=part)
        count = int(told.partition(" of ")[2].partition(" ")[0])
        part += 1
        yield told
    yield read_resource(desk, "magnum-sal://games/game-1/log")[1]
    if state.turn_seat != own or state.is_over:
        return
    yield ask(desk, "explain_refusal", game="game-1", language=language)
    if state.round % 3 == 0:  # a hint takes more time than all other answers together
        yield ask(desk, "hint", game="game-1", language=language)
    yield ask(desk, "choose_move", game="game-1", language=language)
    for number in range(1, len(ms.choices(state).answers) + 1):
        yield ask(desk, "choose_move", game="game-1", answers=[number], language=language)
    for move in state.legal_moves()[:20]:
        yield ask(desk, "preview_move", game="game-1", move=format_move(state, move), language=language)
        yield ask(desk, "explain_refusal", game="game-1", move=format_move(state, move), language=language)


def positions(ruleset: ms.Ruleset, players: int, seed: int) -> Iterator[ms.GameState]:
    """Yield every position of a whole game."""
    game = ms.Game.new(["Ada", "Ben", "Cleo", "Dora"][:players], seed=seed, ruleset=ruleset)
    bot = make_bot("novice", seed=seed)
    while not game.is_over:
        yield game.state
        seen = game.seen_by(game.state.turn_seat)
        moves = seen.legal_moves()
        looks = [move for move in moves if isinstance(move, UseLamp)]
        game.play(looks[0] if looks else bot(seen, moves))
    yield game.state


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "players", "language"),
    [(ms.STANDARD, 2, "en"), (ms.STANDARD, 4, "de"), (LAMP_GAME, 3, "pl"), (LAMP_GAME, 4, "en")],
    ids=["two", "four", "three with lamps", "four with lamps"],
)
def test_answers_do_not_depend_on_hidden_pieces(
    ruleset: ms.Ruleset, players: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other face-down pieces that agree with the seat's view give byte-equal answers, over whole games."""
    # A few iterations without a limit in time give the same hint on every machine.
    monkeypatch.setattr(_views, "_ITERATIONS", 3)
    rng = random.Random(players)
    looks = 0
    for state in select(list(positions(ruleset, players, players))[::20]):
        for own in {state.turn_seat, rng.randrange(players)}:
            view = state.seen_by(own)
            other = determinize(view, rng)
            assert other.seen_by(own) == view
            assert list(answers(state, own, language)) == list(answers(other, own, language))
            looks += ruleset is LAMP_GAME and view != state.public()
    assert bool(looks) is (ruleset is LAMP_GAME)


def test_only_the_player_who_looked_sees_the_tile() -> None:
    """LAMP-1: the table names the tile for Ada, and neither for Ben nor in the public log."""
    state = position("players: Ada, Ben | A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    desk = desk_at(state, 0)
    told = ask(desk, "play_move", game="game-1", position=0, move="lamp 1L1")
    assert "looks" in told
    assert "(BBG/1)" in ask(desk, "show_table", game="game-1", player="Ada")
    log = read_resource(desk, "magnum-sal://games/game-1/log")[1]
    assert "tile_looked_at" in log
    assert "tile_seen" not in log
    after = desk._games["game-1"].state
    assert "(BBG/1)" not in ask(desk_at(after, 1), "show_table", game="game-1", player="Ben")
