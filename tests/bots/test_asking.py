"""Process bots that ask about positions during their turn."""

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal import protocol
from magnum_sal.arena import play_match
from magnum_sal.bots import BotError
from magnum_sal.bots import _process as process
from magnum_sal.bots import pipes as pipe
from magnum_sal.bots._process import ProcessBot

PROGRAM = Path(__file__).parent / "asking_program.py"
EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "looking_ahead.js"


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Check that no process outlives its test."""
    yield
    assert not pipe._living


def asked(fault: str, *, move_seconds: float = 30.0) -> ms.Move:
    """Start the asking program, and ask it for one move in a full position."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    bot = ProcessBot([sys.executable, str(PROGRAM), fault], random.Random(1), move_seconds=move_seconds)
    try:
        return bot(state, ms.legal_moves(state))
    finally:
        bot.close()


def test_a_program_asks_before_it_moves() -> None:
    """
    A program can ask about its position and about others that it sends.

    It cannot start games or see hidden pieces.
    """
    assert asked("well") == ms.legal_moves(ms.new_game(["Ada", "Ben"], seed=1))[-1]


IMPORTS = """
import random, sys
import magnum_sal as ms
from magnum_sal.bots._process import ProcessBot

state = ms.new_game(["Ada", "Ben"], seed=1).public()
bot = ProcessBot([sys.executable, *sys.argv[1:]], random.Random(1))
before = "magnum_sal.protocol.answering" in sys.modules
bot.game_started(state, state.turn_seat)
print(before, "magnum_sal.protocol.answering" in sys.modules)
bot.close()
"""


@pytest.mark.long
@pytest.mark.parametrize(("program", "is_imported"), [("well", True), ("old", False)])
def test_the_server_is_imported_before_the_first_move(program: str, is_imported: bool) -> None:
    """The import takes no time of the program. A program of the first protocol needs no server."""
    command = [sys.executable, "-c", IMPORTS, str(PROGRAM), program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"False {is_imported}\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "kind", "words", "seconds"),
    [
        ("old", "rubbish", "sent 'position'; expected 'move'", 30.0),
        ("endless", "late", "did not answer in time", 0.5),
        ("deaf", "late", "did not answer in time", 0.5),
    ],
)
def test_a_program_that_makes_too_many_requests(fault: str, kind: str, words: str, seconds: float) -> None:
    """The first protocol allows no requests. The second allows as many as fit into the time for a move."""
    with pytest.raises(BotError, match=words) as caught:
        asked(fault, move_seconds=seconds)
    assert caught.value.kind == kind


@pytest.mark.slow
def test_the_number_of_requests_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number for a move is limited, whatever the time. The first request above the limit is not answered."""
    answered: list[object] = []

    def answer(server: protocol.Server, message: dict[str, Any]) -> tuple[protocol.Server, dict[str, Any]]:
        answered.append(message)
        return protocol_answer(server, message)

    protocol_answer = protocol.answer
    monkeypatch.setattr(protocol, "answer", answer)
    monkeypatch.setattr(process, "MOST_REQUESTS", 11)
    assert asked("well") is not None
    assert len(answered) == 11
    answered.clear()
    monkeypatch.setattr(process, "MOST_REQUESTS", 10)
    with pytest.raises(BotError, match="made more than 10 requests for a move"):
        asked("well")
    assert len(answered) == 10


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_that_looks_ahead() -> None:
    """The example in JavaScript plays without a failure, and soon owns more than the random player."""
    (game,) = play_match([f"process:node {EXAMPLE}", "random"], 1, seed=1, policy="raise", most_moves=30).games
    assert game.failures == ({}, {})
    assert game.totals[0] > game.totals[1]
