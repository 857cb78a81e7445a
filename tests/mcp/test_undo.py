"""The tool ``undo_move``: which moves it undoes, and when it is refused."""

from __future__ import annotations

from lamp import LAMP_GAME
from tests.mcp.callers import ask, quick_desk, refuse
from tests.mcp.test_hidden_pieces import desk_at
from tests.mcp.test_saved_games import read_log

import magnum_sal as ms
from magnum_sal.testing import position

PAIR = ["Ada", "Ben"]
LAST_ACTION = """
    players: Ada, Ben | turn: B, phase 3, round 9, start A, actions 1 | castle: WW=21 WWW=33 GWW=29, completed 4
    A: orders BBW=21 BGG=19 | B: orders BWW=27 GGW=25
    """
"""A position in which the next move ends the game."""


def test_the_last_move_and_the_bots_moves_after_it_are_undone() -> None:
    """The table is the one before the move, and the answer names the move."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben=novice"], seed=7)
    before = desk._games["game-1"].state
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    told = ask(desk, "undo_move", game="game-1", position=2)
    head, undone, _ = told.split("\n\n", 2)
    assert head == "game-1, position 3. You move for Ada. You see the table as Ada."
    assert undone == "Undone: Ada: sends a miner from stock to S1 (later moves: 1)"
    assert desk._games["game-1"].state == before
    assert refuse(desk, "undo_move", game="game-1", position=3) == "you have no move to undo"


def test_a_position_number_never_returns() -> None:
    """After an undo and another move, a call for the old table is still refused."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    assert "position 2." in ask(desk, "undo_move", game="game-1", position=1)
    assert "position 3." in ask(desk, "play_move", game="game-1", position=2, move="inn")
    for tool, move in (("play_move", {"move": "square"}), ("undo_move", {})):
        told = refuse(desk, tool, game="game-1", position=1, **move)
        assert told.startswith("the game is at position 3, not at position 1;")
    assert desk._games["game-1"].game.step_count == 1


def test_the_answer_names_the_undone_move_in_each_language() -> None:
    """The number of later moves is left out if there is none."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    for number, (language, told) in enumerate(
        (
            ("en", "Undone: Ada: hires a miner for 6 groszy"),
            ("pl", "Cofnięto: Ada: zatrudnia górnika za 6 groszy"),
            ("de", "Zurückgenommen: Ada: wirbt für 6 Groschen einen Bergmann an"),
        )
    ):
        ask(desk, "play_move", game="game-1", position=2 * number, move="inn")
        answer = ask(desk, "undo_move", game="game-1", position=2 * number + 1, language=language)
        assert told in answer.splitlines()


def test_the_last_move_of_one_player() -> None:
    """With a player, later moves of the client's other players are undone, too. A bot cannot be named."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben", "Cleo=novice"], seed=7)
    ask(desk, "play_move", game="game-1", position=0, move="square", player="Ada")
    ask(desk, "play_move", game="game-1", position=1, move="square", player="Ben")
    now = desk._games["game-1"].position
    told = refuse(desk, "undo_move", game="game-1", position=now, player="Cleo")
    assert told == "Cleo is played by the bot novice; your players: Ada, Ben"
    told = ask(desk, "undo_move", game="game-1", position=now, player="ada")
    assert "Undone: Ada: " in told
    assert f"(later moves: {now - 1})" in told
    assert desk._games["game-1"].game.step_count == 0


def test_the_move_of_a_bot_alone() -> None:
    """The client cannot undo a bot's move before its own first move."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ben=novice", "Ada"], seed=7)
    assert refuse(desk, "undo_move", game="game-1", position=1) == "you have no move to undo"


def test_a_revealed_piece_stays_in_its_place() -> None:
    """After the undo the tile is face down again, and the same move reveals the same tile."""
    state = position("players: Ada, Ben | S1: A | S2: A")
    desk = desk_at(state, 0)
    ask(desk, "play_move", game="game-1", position=0, move=">1L1")
    revealed = desk._games["game-1"].game.at(1)
    assert revealed.public().mine != state.public().mine
    ask(desk, "undo_move", game="game-1", position=desk._games["game-1"].position)
    assert desk._games["game-1"].state == state
    ask(desk, "play_move", game="game-1", position=desk._games["game-1"].position, move=">1L1")
    assert desk._games["game-1"].game.at(1) == revealed


def test_a_look_is_undone() -> None:
    """LAMP-1: the tile that Ada saw is no longer shown. Its line in the log is not a move, so it has no number."""
    state = position("players: Ada, Ben | A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    desk = desk_at(state, 0)
    assert "position 1." in ask(desk, "play_move", game="game-1", position=0, move="lamp 1L1")
    assert "(BBG/1)" in ask(desk, "show_table", game="game-1", player="Ada")
    assert "position 2." in ask(desk, "undo_move", game="game-1", position=1)
    assert "(BBG/1)" not in ask(desk, "show_table", game="game-1", player="Ada")


def test_undos_count_towards_the_length_of_a_game() -> None:
    """A client cannot fill the memory with moves and undos."""
    desk = quick_desk(steps=3)
    ask(desk, "new_game", players=PAIR, seed=7)
    ask(desk, "play_move", game="game-1", position=0, move="pass")
    ask(desk, "undo_move", game="game-1", position=1)
    ask(desk, "play_move", game="game-1", position=2, move="pass")
    for tool, move in (("play_move", {"move": "pass"}), ("undo_move", {})):
        told = refuse(desk, tool, game="game-1", position=3, **move)
        assert told == "a game can have at most 3 moves and undos"


def test_a_loaded_game_with_an_undo() -> None:
    """The moves of a complete log that have not been undone can be undone here."""
    game = ms.Game.new(PAIR, seed=7)
    game.play(">S1")
    game.play("inn")
    game.undo()
    desk = quick_desk()
    assert "position 3." in ask(desk, "load_game", log="".join(game.log.lines()))
    ask(desk, "undo_move", game="game-1", position=3)
    assert desk._games["game-1"].state == game.at(0)


def test_a_game_that_was_ended_early() -> None:
    """Its moves cannot be undone, as in every other program."""
    game = ms.Game.new(PAIR, seed=7)
    game.play(">S1")
    game.end("late")
    desk = quick_desk()
    ask(desk, "load_game", log="".join(game.log.lines()))
    assert "late" in refuse(desk, "undo_move", game="game-1", position=1)
    assert desk._games["game-1"].position == 1


def test_a_finished_game() -> None:
    """The last move of a complete log can be undone. A public log lacks the face-down pieces for it."""
    game = ms.Game.from_position(position(LAST_ACTION))
    game.play("pass")
    desk = quick_desk()
    assert "The game is over." in ask(desk, "load_game", log="".join(game.log.lines()))
    public = read_log(desk)
    assert "You move for Ben." in ask(desk, "undo_move", game="game-1", position=1)
    assert "The game is over." in ask(desk, "load_game", log=public)
    for language, told in (
        ("en", "the log of this game does not name the face-down pieces"),
        ("pl", "w zapisie tej gry nie ma zakrytych elementów"),
        ("de", "was verdeckt liegt, steht nicht im Protokoll dieses Spiels"),
    ):
        refusal = refuse(desk, "undo_move", game="game-2", position=1, language=language)
        assert refusal.startswith(told)
