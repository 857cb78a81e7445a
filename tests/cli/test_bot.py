"""``magnum-sal bot``: a bot in a process of its own, which the arena can interrupt."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.arena import Match, play_game
from magnum_sal.cli import main

BOTS = Path(__file__).parents[1] / "bots"
EXAMPLES = Path(__file__).parents[2] / "examples"
COMMAND = [sys.executable, "-m", "magnum_sal", "bot"]


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests and the examples on the import path, in other processes as well."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(BOTS), str(EXAMPLES), *sys.path]))
    monkeypatch.syspath_prepend(BOTS)


def program(*arguments: str) -> str:
    """Return the name of a process bot that runs the command."""
    return f"process:{shlex.join([*COMMAND, *arguments])}"


def played(bot: str, folder: Path, ruleset: ms.Ruleset = ms.STANDARD) -> list[object]:
    """Return everything that happened in two games of a bot against a random one, without times and names."""
    told: list[object] = []
    for game in range(2):
        log = folder / f"{len(list(folder.iterdir()))}.jsonl"
        result = play_game(Match((bot, "random"), 5, ruleset, most_moves=60), game, log=log)
        told += [result.without_times(), ms.GameLog.read(log).entries]
    return told


@pytest.mark.long
def test_the_same_games_as_in_the_process_of_the_arena(tmp_path: Path) -> None:
    """The bot gets the same positions, events and legal moves as in the arena's own process."""
    assert played(program("program_bots:Reader"), tmp_path) == played("program_bots:SeededReader", tmp_path)
    # A function has no hooks, so its program gets positions instead of events.
    assert played(program("bots_of_tests:first"), tmp_path) == played("bots_of_tests:first", tmp_path)


@pytest.mark.long
def test_the_tiles_that_the_seat_has_seen(tmp_path: Path) -> None:
    """With a ruleset in which players look at tiles, the bot knows the tiles of its seat and no others."""
    bots = (program("program_bots:Reader", "--ruleset", "lamp:LAMP_GAME"), "program_bots:SeededReader")
    assert played(bots[0], tmp_path, LAMP_GAME) == played(bots[1], tmp_path, LAMP_GAME)


@pytest.mark.slow
def test_a_bot_that_never_answers_loses() -> None:
    """The arena kills the process after the time limit. In its own process, it would wait forever."""
    match = Match((program("program_bots:Hanger"), "random"), 5, most_moves=4, policy="lose", move_seconds=0.5)
    result = play_game(match, 0)
    assert (result.ending, result.failures, result.ranks) == ("forfeit", ({"late": 1}, {}), (2, 1))


@pytest.mark.slow
def test_only_answers_reach_the_output() -> None:
    """Everything that the bot prints, or lets another program print, goes to the error stream, and nothing else."""
    state = ms.new_game(["Ada", "Ben"], seed=1).public()
    moves = [ms.to_dict(move) for move in state.legal_moves()]
    messages = (
        {"type": "hello", "protocol": 1, "protocols": [1, 2]},
        {"type": "new_game", "seat": 0, "seed": 1, "state": ms.to_dict(state)},
        {"type": "go", "id": 1, "seat": 0, "moves": moves, "state": ms.to_dict(state)},
    )
    text = "".join(f"{json.dumps(message)}\n" for message in messages)
    # Python then reports every file that the program leaves open.
    command = [COMMAND[0], "-W", "default::ResourceWarning", *COMMAND[1:], "program_bots:Talker"]
    answer = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True, timeout=120)
    assert [json.loads(line)["type"] for line in answer.stdout.splitlines()] == ["hello", "move"]
    assert set(answer.stderr.splitlines()) == {"said by Python", "said by C", "said by a child"}


def test_an_error_ends_with_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The traceback of the bot's own code comes first, and the last line has the error with its place."""
    state = ms.new_game(["Ada", "Ben"], seed=1).public()
    messages = (
        {"type": "new_game", "seat": 0, "seed": 1, "state": ms.to_dict(state)},
        {"type": "go", "id": 1, "seat": 0, "moves": [], "state": ms.to_dict(state)},
    )
    text = "".join(f"{json.dumps(message)}\n" for message in messages)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["bot", "bots_of_tests:Raiser"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    first, *_, last = shown.err.splitlines()
    assert first == "Traceback (most recent call last):"
    assert last.startswith("magnum-sal: bot 'bots_of_tests:Raiser': ZeroDivisionError: a slip (bots_of_tests.py, line ")


def test_an_unknown_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """The name is checked before the first message."""
    assert main(["bot", "gredy"]) == 1
    assert capsys.readouterr().err == "magnum-sal: no bot is called 'gredy'; did you mean greedy?\n"


def test_the_end_of_the_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The program ends with its input, even without ``bye``."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    assert main(["bot", "random"]) == 0
    assert capsys.readouterr() == ("", "")
