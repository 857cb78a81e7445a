"""The players of a loaded game: no seat gets the secrets of another one (PUBLIC-1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lamp import LAMP_GAME
from tests.mcp.callers import ask, quick_desk, refuse
from tests.mcp.test_saved_games import read_log

import magnum_sal as ms
from magnum_sal.mcp import Desk
from magnum_sal.mcp._seats import SEATS_KEY, record_players
from magnum_sal.record.log import SecretLine
from magnum_sal.testing import position

SEEN = "(BBG/1)"
"""The tile in 1L1 as a table shows it to the player who has looked at it."""


def lamp_log(metadata: dict[str, Any] | None, *, has_secret_line: bool = True) -> str:
    """Return the full log of a game in which Ben has looked at the tile in 1L1. Ada is to move."""
    state = position("players: Ada, Ben | B: lamp | S1: A | S2: A", to_move="B", ruleset=LAMP_GAME)
    game = ms.Game.from_position(state, metadata=metadata)
    for move in ("lamp 1L1", "pass", "pass"):
        game.play(move)
    if not has_secret_line:
        game.log._entries = [entry for entry in game.log.entries if not isinstance(entry, SecretLine)]
    return "".join(game.log.lines())


def desk_with_file(folder: Path, log: str, **settings: Any) -> Desk:
    """Return a desk whose folder contains *log* as the file ``evening``."""
    (folder / "evening.jsonl").write_text(log, "utf-8")
    return quick_desk(folder=folder, **settings)


def test_a_client_cannot_take_the_seat_of_a_bot_with_secrets(tmp_path: Path) -> None:
    """LAMP-1: the file names the tile that the bot has seen, so the seat remains the bot's."""
    desk = desk_with_file(tmp_path, lamp_log(record_players(["human", "novice"])))
    for players in (["Ada", "Ben"], ["Ada=novice", "Ben"]):
        told = refuse(desk, "load_game", file="evening", players=players)
        assert told.startswith("Ben looked at face-down tiles, and the file does not record that you play this seat;")
        assert "Ben=BOT and one of the bots novice, apprentice" in told
    assert desk.list_games() == ()
    ask(desk, "load_game", file="evening")
    assert desk._games["game-1"].players == ("human", "novice")
    assert refuse(desk, "show_table", game="game-1", player="Ben").startswith("Ben is played by the bot novice")
    assert SEEN not in ask(desk, "show_table", game="game-1")


@pytest.mark.parametrize(("language", "told"), [("pl", "gracz Ben oglądał"), ("de", "Ben hat sich verdeckte")])
def test_the_refusal_in_other_languages(language: str, told: str, tmp_path: Path) -> None:
    """The refusal comes in the language of the call."""
    desk = desk_with_file(tmp_path, lamp_log(record_players(["human", "novice"])))
    assert refuse(desk, "load_game", file="evening", players=["Ada", "Ben"], language=language).startswith(told)


def test_the_pieces_of_a_log_betray_a_look_without_its_line(tmp_path: Path) -> None:
    """A full log from elsewhere may lack the line with the tile, but its pieces still name the tile."""
    desk = desk_with_file(tmp_path, lamp_log({SEATS_KEY: ["human", "novice"]}, has_secret_line=False))
    refuse(desk, "load_game", file="evening", players=["Ada", "Ben"])


def test_the_clients_own_secrets_come_back(tmp_path: Path) -> None:
    """The file records Ben as the client's seat, so the client sees the tile again, and may give its seats away."""
    desk = desk_with_file(tmp_path, lamp_log(record_players(["novice", "human"])))
    ask(desk, "load_game", file="evening")
    assert SEEN in ask(desk, "show_table", game="game-1", player="Ben")
    ask(desk, "load_game", file="evening", players=["Ada", "Ben=apprentice"])
    assert desk._games["game-2"].players == ("human", "apprentice")
    assert SEEN not in ask(desk, "show_table", game="game-2")


def test_other_bots_may_take_over(tmp_path: Path) -> None:
    """The client may choose another level, because it learns nothing from this."""
    desk = desk_with_file(tmp_path, lamp_log(record_players(["human", "novice"])))
    ask(desk, "load_game", file="evening", players=["Ada", "Ben=apprentice"])
    assert desk._games["game-1"].players == ("human", "apprentice")


@pytest.mark.parametrize("metadata", [None, {"seats": ["human"]}, {"seats": "human"}, {"seats": [1, 2]}, {"public": 1}])
def test_a_file_without_a_record_of_its_players(metadata: dict[str, Any] | None, tmp_path: Path) -> None:
    """Nobody knows whose secrets they are, so the client gets none of them, but it may take the other seat."""
    desk = desk_with_file(tmp_path, lamp_log(metadata))
    assert refuse(desk, "load_game", file="evening").startswith("Ben looked at face-down tiles")
    assert refuse(desk, "load_game", file="evening", players=["Ada", "Ben"]).startswith("Ben looked at face-down tiles")
    ask(desk, "load_game", file="evening", players=["Ada", "Ben=novice"])
    assert SEEN not in ask(desk, "show_table", game="game-1", player="Ada")


@pytest.mark.slow
def test_a_loaded_game_is_saved_with_its_present_players(tmp_path: Path) -> None:
    """A seat that the client gave to a bot stays the bot's in the next file, with what the bot has seen since then."""
    state = position("players: Ada, Ben | B: lamp | S1: A | S2: A", to_move="B", ruleset=LAMP_GAME)
    game = ms.Game.from_position(state, metadata={SEATS_KEY: ["human", "human"], "comments": ["a fine evening"]})
    desk = desk_with_file(tmp_path, "".join(game.log.lines()), steps=3)
    ask(desk, "load_game", file="evening", players=["Ada", "Ben=novice"])
    seated = desk._games["game-1"]
    seated.game.undo(to=0)
    seated.game.play("lamp 1L1")
    ask(desk, "save_game", game="game-1", file="later")
    told = refuse(desk, "load_game", file="later", players=["Ada", "Ben"])
    assert told.startswith("Ben looked at face-down tiles")
    header = json.loads((tmp_path / "later.jsonl").read_text("utf-8").partition("\n")[0])
    assert header["metadata"]["comments"] == ["a fine evening"]
    ask(desk, "load_game", file="later")
    assert desk._games["game-2"].players == ("human", "novice")


def test_the_text_of_a_log_keeps_its_players_too() -> None:
    """The text that save_game returns records the players, and the client may choose other ones."""
    desk = quick_desk()
    ask(desk, "new_game", players=["Ada", "Ben=novice"], seed=7)
    log = read_log(desk)
    ask(desk, "load_game", log=log)
    assert desk._games["game-2"].players == ("human", "novice")
    ask(desk, "load_game", log=log, players=["Ada=apprentice", "Ben"])
    assert desk._games["game-3"].players == ("apprentice", "human")


def test_a_client_knows_the_text_that_it_sends() -> None:
    """The client has the text of the log with all its secrets, so it may choose every seat."""
    desk = quick_desk(ruleset=LAMP_GAME)
    ask(desk, "load_game", log=lamp_log(record_players(["human", "novice"])), players=["Ada", "Ben"])
    assert SEEN in ask(desk, "show_table", game="game-1", player="Ben")


@pytest.mark.slow
def test_a_shuffled_game_keeps_the_secret_of_the_seat_that_has_one() -> None:
    """LAMP-1: the log of Ben names his tile, which stays in its place although Ada is to move."""
    full = ms.Game.from_log(lamp_log(None).encode(), ruleset=LAMP_GAME)
    assert full.state.turn_seat == 0
    log = "".join(full.log.seen_by(1).lines())
    for _ in range(5):  # a shuffle puts the tile there by chance, but rarely
        desk = quick_desk(ruleset=LAMP_GAME)
        ask(desk, "load_game", log=log, players=["Ada", "Ben"])
        assert str(desk._games["game-1"].state.seen_by(1).find_tile("1L1")) == "BBG/1"


def test_without_secrets_the_client_may_choose_every_seat(tmp_path: Path) -> None:
    """In the standard game nobody has secrets, so a bot's seat may become the client's."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, metadata=record_players(["human", "novice"]))
    desk = desk_with_file(tmp_path, "".join(game.log.lines()))
    ask(desk, "load_game", file="evening", players=["Ada=novice", "Ben"])
    assert desk._games["game-1"].players == ("novice", "human")


@pytest.mark.parametrize("bot", ["process:ls", "policy:player.onnx", "master", "\x1b[31m" + "x" * 900])
def test_a_recorded_bot_that_is_not_offered(bot: str, tmp_path: Path) -> None:
    """No seat changes its player without a word, and no log starts a program or loads a model."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, metadata={SEATS_KEY: ["human", bot]})
    desk = desk_with_file(tmp_path, "".join(game.log.lines()), bots=("novice",))
    for source in ({"file": "evening"}, {"log": "".join(game.log.lines())}):
        told = refuse(desk, "load_game", **source)
        assert told.startswith("Ben was played by the bot '")
        assert "Ben to play this seat yourself, or Ben=BOT with one of the bots novice" in told
        ask(desk, "load_game", **source, players=["Ada", "Ben"])


def test_public_metadata_of_another_form_stay() -> None:
    """Another program may have declared any data public."""
    assert record_players(["human"], {"public": [1], "x": 2}) == {"public": [1], "x": 2, "seats": ["human"]}
    assert record_players(["human"], {"public": {"a": 1}})["public"] == {"a": 1, "seats": ["human"]}
