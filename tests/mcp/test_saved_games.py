"""Saving and loading: logs as text, and files in the operator's folder only."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from lamp import LAMP_GAME
from tests.mcp.callers import ask, quick_desk, refuse
from tests.mcp.test_hidden_pieces import desk_at
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.mcp import Desk
from magnum_sal.mcp._settings import LONGEST_LOG
from magnum_sal.testing import position

PAIR = ["Ada", "Ben"]


def read_log(desk: Desk, **arguments: str) -> str:
    """Return the log of a game from all its parts."""
    parts: list[str] = []
    count = 1
    while len(parts) < count:
        told = ask(desk, "save_game", game="game-1", part=len(parts) + 1, **arguments)
        head, _, part = told.partition("\n\n")
        count = int(re.fullmatch(r"Part \d+ of (\d+) of the log\..*", head)[1])  # type: ignore[index]  # always there
        parts.append(part)
    return "".join(parts)


def test_the_parts_of_a_log_are_the_public_log() -> None:
    """Joined, they load in every other program, and name no face-down piece."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    log = read_log(desk)
    assert log == "".join(desk._games["game-1"].game.log.public().lines())
    assert ms.Game.from_log(log.encode()).state == desk._games["game-1"].state.public()
    assert refuse(desk, "save_game", game="game-1", part=3) == "there is no part 3; the log has 2"


def test_a_public_log_continues_with_shuffled_pieces() -> None:
    """The face-down pieces are dealt again, in agreement with everything in sight. A notice follows the first line."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR, seed=7)
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    told = ask(desk, "load_game", log=read_log(desk), players=["Ada", "Ben=novice"])
    head, notice, _ = told.split("\n\n", 2)
    assert head.startswith("game-2, position 1. You move for Ada.")  # Ben was to move and has moved
    assert notice.startswith("The log does not name the face-down pieces, so they were shuffled.")
    loaded = desk._games["game-2"]
    assert not loaded.state.is_public
    assert loaded.game.at(0).public() == desk._games["game-1"].state.public()


def test_a_full_log_continues_as_it_is() -> None:
    """The log of another program has its pieces and its players."""
    game = ms.Game.new(PAIR, seed=7, metadata={"seats": ["human", "novice"]})
    game.play(">S1")
    desk = quick_desk()
    told = ask(desk, "load_game", log="".join(game.log.lines()))
    assert "shuffled" not in told
    loaded = desk._games["game-1"]
    assert loaded.players == ("human", "novice")
    assert loaded.position == 2
    assert loaded.game.at(1) == game.state


def test_names_that_differ_only_in_case() -> None:
    """A recorded game may have such names. Each of them stands for its own seat."""
    lines = [json.loads(line.replace('"Ben"', '"ada"')) for line in ms.Game.new(PAIR, seed=7).log.lines()]
    desk = quick_desk()
    ask(desk, "load_game", log=resealed(lines).decode())
    for name in ("Ada", "ada"):
        assert f"You see the table as {name}." in ask(desk, "show_table", game="game-1", player=name)


def test_a_game_that_was_ended_early() -> None:
    """Every view of the table says why the game was ended."""
    game = ms.Game.new(PAIR, seed=7)
    game.play(">S1")
    game.end("agreed by Ada, Ben")
    desk = quick_desk(language="de")
    for log in (game.log.lines(), game.log.public().lines()):
        told = ask(desk, "load_game", log="".join(log))
        assert "Vorzeitig beendet: mit Zustimmung von Ada, Ben" in told.splitlines()
    for form in ("full", "short", "legend"):
        told = ask(desk, "show_table", game="game-1", form=form)
        assert "Vorzeitig beendet: mit Zustimmung von Ada, Ben" in told.splitlines()


@pytest.mark.parametrize("seats", [["human"], "human", [1, 2], {"a": 1}])
def test_a_log_with_a_damaged_record_of_its_players(seats: object) -> None:
    """The record counts as missing: the client plays all seats."""
    game = ms.Game.new(PAIR, seed=7, metadata={"seats": seats})
    desk = quick_desk()
    ask(desk, "load_game", log="".join(game.log.lines()))
    assert desk._games["game-1"].players == ("human", "human")


def test_other_players_than_those_of_the_log() -> None:
    """Players are named as in the log."""
    desk = quick_desk()
    log = "".join(ms.Game.new(PAIR, seed=7).log.lines())
    told = refuse(desk, "load_game", log=log, players=["Ben", "Ada"])
    assert told == "players: expected the players of the log, in this order: Ada, Ben"
    assert desk.list_games() == ()


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("", "line 1"), ("{}", "line 1"), ("[" * 100_000, "line 1"), ("x" * LONGEST_LOG, "line 1"),
        ("x" * (LONGEST_LOG + 1), "log: expected at most 1000000 characters"), ("\ud800", "log: the text cannot"),
    ],
)  # fmt: skip
def test_damaged_logs(log: str, told: str) -> None:
    """They are refused with the place of the error."""
    desk = quick_desk()
    assert told in refuse(desk, "load_game", log=log)
    assert desk.list_games() == ()


def test_a_file_and_a_log_at_once(tmp_path: Path) -> None:
    """The desk does not guess which of them is meant."""
    desk = quick_desk(folder=tmp_path)
    ask(desk, "new_game", players=PAIR)
    ask(desk, "save_game", game="game-1", file="x")
    told = refuse(desk, "load_game", file="x", log=read_log(desk))
    assert told == "file: give either a file or a log, not both"


def test_a_log_with_too_many_moves() -> None:
    """The limit on moves also applies to logs."""
    game = ms.Game.new(PAIR, seed=7)
    for _ in range(3):
        game.play("pass")
    assert "at most 2 moves" in refuse(quick_desk(steps=2), "load_game", log="".join(game.log.lines()))


def test_the_game_of_a_real_table_continues() -> None:
    """Pieces that were never turned up are dealt."""
    game = ms.Game.open_table(PAIR)
    desk = quick_desk()
    told = ask(desk, "load_game", log="".join(game.log.lines()))
    assert "shuffled" in told
    assert desk._games["game-1"].state.pending is None


def test_a_secret_stays_with_its_player() -> None:
    """LAMP-1: the log of Ada names the tile that she has seen, and a game from this log agrees with it."""
    state = position("players: Ada, Ben | A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    desk = desk_at(state, 0)
    ask(desk, "play_move", game="game-1", position=0, move="lamp 1L1")
    log = read_log(desk, player="Ada")
    assert "tile_seen" in log
    ask(desk, "load_game", log=log)
    assert str(desk._games["game-1"].state.seen_by(0).find_tile("1L1")) == "BBG/1"


def test_files_are_written_only_to_the_folder_of_the_operator(tmp_path: Path) -> None:
    """A saved game continues with its pieces, its moves and its bots."""
    folder = tmp_path / "games"
    folder.mkdir()
    desk = quick_desk(folder=folder)
    assert ask(desk, "load_game") == "No game is saved."
    ask(desk, "new_game", players=["Ada", "Ben=novice"], seed=7)
    ask(desk, "play_move", game="game-1", position=0, move=">S1")
    assert ask(desk, "save_game", game="game-1", file="evening_1").startswith("game-1 is saved as 'evening_1'.")
    assert ask(desk, "load_game") == "evening_1"
    ask(desk, "load_game", file="evening_1")
    first, second = desk._games["game-1"], desk._games["game-2"]
    assert (first.state, first.position, first.players) == (second.state, second.position, second.players)
    assert [path.name for path in tmp_path.rglob("*")] == ["games", "evening_1.jsonl"]
    assert refuse(desk, "save_game", game="game-1", file="evening_1").startswith("a game is already saved as")
    if sys.platform != "win32":
        assert (folder / "evening_1.jsonl").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../evil", "a/b", "a\\b", "/etc/passwd", "a.jsonl", "-x", "ä", "a b", "x" * 61, "C:x"]
)
def test_names_of_files_cannot_leave_the_folder(name: str, tmp_path: Path) -> None:
    """Only letters, digits, - and _ are accepted."""
    folder = tmp_path / "games"
    folder.mkdir()
    desk = quick_desk(folder=folder)
    ask(desk, "new_game", players=PAIR)
    for tool, arguments in (("save_game", {"game": "game-1"}), ("load_game", {})):
        assert refuse(desk, tool, file=name, **arguments).startswith(("file", "'file"))
    assert list(tmp_path.rglob("*")) == [folder]


def test_without_a_folder_nothing_is_saved() -> None:
    """The refusal says how to keep a game."""
    desk = quick_desk()
    ask(desk, "new_game", players=PAIR)
    for tool, arguments in (
        ("save_game", {"game": "game-1", "file": "x"}),
        ("load_game", {"file": "x"}),
        ("load_game", {}),
    ):
        assert refuse(desk, tool, **arguments).startswith("this server has no folder")


def test_the_folder_has_a_limit(tmp_path: Path) -> None:
    """A client cannot fill the disk with files."""
    desk = quick_desk(folder=tmp_path, files=1)
    ask(desk, "new_game", players=PAIR)
    ask(desk, "save_game", game="game-1", file="one")
    assert refuse(desk, "save_game", game="game-1", file="two") == "the folder for saved games is full (files: 1)"


def test_files_that_are_not_logs(tmp_path: Path) -> None:
    """Missing and too large files, folders, links out of the folder and pipes are refused at once."""
    outside = tmp_path / "secret"
    outside.write_text("".join(ms.Game.new(PAIR, seed=7).log.lines()), "utf-8")
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "large.jsonl").write_bytes(b"x" * (LONGEST_LOG + 1))
    (folder / "folder.jsonl").mkdir()
    desk = quick_desk(folder=folder)
    assert refuse(desk, "load_game", file="missing") == "no game is saved as 'missing'"
    assert "more than 1000000 bytes" in refuse(desk, "load_game", file="large")
    refuse(desk, "load_game", file="folder")
    if sys.platform != "win32":
        (folder / "link.jsonl").symlink_to(outside)
        os.mkfifo(folder / "pipe.jsonl")
        refuse(desk, "load_game", file="link")
        refuse(desk, "load_game", file="pipe")
    assert refuse(desk, "load_game", file="x", log="y") == "file: give either a file or a log, not both"


def test_a_folder_that_has_been_deleted(tmp_path: Path) -> None:
    """The system's message is the refusal."""
    desk = quick_desk(folder=tmp_path / "gone")
    ask(desk, "new_game", players=PAIR)
    assert refuse(desk, "save_game", game="game-1", file="x").startswith("x: ")
    assert refuse(desk, "load_game", file="x") == "no game is saved as 'x'"


def test_a_part_of_a_log() -> None:
    """The refusal says that all parts belong together."""
    game = ms.Game.new(PAIR, seed=7)
    log = "".join(game.log.lines())
    told = refuse(quick_desk(), "load_game", log=log[: len(log) // 2])
    assert told.endswith("If save_game returned several parts, join all of them with nothing in between.")
