"""Fair play: a client cannot see a face-down piece and then choose again."""

from __future__ import annotations

from pathlib import Path

import pytest
from lamp import LAMP_GAME
from tests.mcp.callers import ask, quick_desk, refuse
from tests.mcp.test_hidden_pieces import desk_at
from tests.mcp.test_undo import LAST_ACTION

import magnum_sal as ms
from magnum_sal.testing import position

PAIR = ["Ada", "Ben"]
AT_A_CHAMBER = "players: Ada, Ben | S1: A | S2: A"
"""A position in which Ada can reveal 1L1."""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "seed: leave it out; for fair play, this server never deals the same face-down pieces again"),
        ("pl", "seed: pomiń ten argument; aby gra była uczciwa, "),
        ("de", "seed: lass dieses Argument weg; damit es fair bleibt, "),
    ],
)
def test_a_seed_is_refused(language: str, told: str) -> None:
    """A game with the same seed has the same face-down pieces, so a client would know them the second time."""
    desk = quick_desk(is_fair_play=True)
    assert refuse(desk, "new_game", players=PAIR, seed=0, language=language).startswith(told)
    assert desk.list_games() == ()
    ask(desk, "new_game", players=PAIR)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "this move or a later one revealed a piece; for fair play, this server does not undo such moves"),
        ("pl", "ten ruch albo późniejszy odkrył jakiś element; aby gra była uczciwa, "),
        ("de", "dieser oder ein späterer Zug hat etwas aufgedeckt; damit es fair bleibt, "),
    ],
)
def test_a_move_that_revealed_a_piece_stays(language: str, told: str) -> None:
    """The refusal changes nothing."""
    desk = desk_at(position(AT_A_CHAMBER), 0, is_fair_play=True)
    ask(desk, "play_move", game="game-1", position=0, move=">1L1")
    after, now = desk._games["game-1"].state, desk._games["game-1"].position
    assert refuse(desk, "undo_move", game="game-1", position=now, language=language).startswith(told)
    assert desk._games["game-1"].state is after
    assert desk._games["game-1"].position == now


def test_a_later_move_that_revealed_a_piece_counts() -> None:
    """The client moves for both players. Undoing one's move would also undo the other's, which revealed a tool."""
    desk = quick_desk(is_fair_play=True)
    ask(desk, "new_game", players=PAIR)
    first = desk._games["game-1"].state.player.name
    ask(desk, "play_move", game="game-1", position=0, move="inn")
    (bought, *_) = (move for move in desk._games["game-1"].state.legal_moves() if isinstance(move, ms.VisitWorkshop))
    ask(desk, "play_move", game="game-1", position=1, move=ms.format_move(desk._games["game-1"].state, bought))
    assert "revealed" in refuse(desk, "undo_move", game="game-1", position=2, player=first)


def test_a_look_counts() -> None:
    """LAMP-1: Ada has seen the tile, so she may not choose another one."""
    state = position("players: Ada, Ben | A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    desk = desk_at(state, 0, is_fair_play=True)
    ask(desk, "play_move", game="game-1", position=0, move="lamp 1L1")
    assert "revealed" in refuse(desk, "undo_move", game="game-1", position=1)


def test_other_moves_can_be_undone() -> None:
    """Nobody learned anything from the move."""
    desk = quick_desk(is_fair_play=True)
    ask(desk, "new_game", players=PAIR)
    ask(desk, "play_move", game="game-1", position=0, move="inn")
    assert "Undone: " in ask(desk, "undo_move", game="game-1", position=1)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "For fair play, the face-down pieces were shuffled. Moves are counted from 0 again."),
        ("pl", "Aby gra była uczciwa, zakryte elementy zostały rozdane na nowo. Ruchy są znów liczone od 0."),
        ("de", "Damit es fair bleibt, wurde neu verteilt, was verdeckt liegt. Die Züge werden wieder ab 0 gezählt."),
    ],
)
def test_a_loaded_game_is_shuffled(language: str, told: str, tmp_path: Path) -> None:
    """Files and complete logs agree with everything in sight, but each time with other face-down pieces."""
    desk = quick_desk(is_fair_play=True, folder=tmp_path)
    ask(desk, "new_game", players=PAIR)
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    ask(desk, "save_game", game="game-1", file="one")
    saved = desk._games["game-1"]
    log = "".join(saved.game.log.lines())
    for number, given in enumerate(({"file": "one"}, {"file": "one"}, {"log": log}), start=2):
        answer = ask(desk, "load_game", language=language, **given)
        assert answer.split("\n\n")[1] == told
        loaded = desk._games[f"game-{number}"]
        assert loaded.state.public() == saved.state.public()
        assert loaded.players == saved.players
    assert len({seated.state for seated in desk._games.values()}) == 4


@pytest.mark.parametrize("is_fair_play", [False, True])
def test_a_finished_game_has_no_pieces_to_find(is_fair_play: bool) -> None:
    """Its last move reveals nothing, but a client could undo it after each load and make another one."""
    game = ms.Game.from_position(position(LAST_ACTION))
    game.play("pass")
    desk = quick_desk(is_fair_play=is_fair_play)
    told = ask(desk, "load_game", log="".join(game.log.lines()))
    assert "The game is over." in told
    assert "shuffled" not in told
    assert desk._games["game-1"].position == 1
    assert desk.call("undo_move", {"game": "game-1", "position": 1}).is_error is is_fair_play


def test_a_game_that_was_ended_early_stays_ended() -> None:
    """The log keeps its moves and the reason."""
    game = ms.Game.new(PAIR, seed=7)
    game.play("inn")
    game.end("late")
    desk = quick_desk(is_fair_play=True)
    assert "The game is over." in ask(desk, "load_game", log="".join(game.log.lines()))
    assert desk._games["game-1"].position == 1
    assert desk._games["game-1"].game.end_reason == "late"
