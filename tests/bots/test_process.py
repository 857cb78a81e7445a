"""Process bots: programs that play well, and every kind that does not."""

import random
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.arena import play_match
from magnum_sal.bots import BotError, pipe, process
from magnum_sal.bots.process import ProcessBot

PROGRAM = Path(__file__).parent / "faulty_program.py"
EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.js"


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Whatever happened, no process outlives its test."""
    yield
    assert not pipe._living


def asked(fault: str, *, move_seconds: float = 20.0) -> ms.Move:
    """Start the faulty program and ask it for one move."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    bot = ProcessBot([sys.executable, str(PROGRAM), fault], random.Random(1), move_seconds=move_seconds)
    try:
        bot.game_started(state.public(), state.turn_seat)
        return bot(state.public(), ms.legal_moves(state))
    finally:
        bot.close()


@pytest.mark.parametrize("answer", ["sound", "by-move", "events"])
def test_a_sound_program(answer: str) -> None:
    """It answers by index or by the move itself, and may follow the events instead of being sent positions."""
    assert asked(answer) == ms.legal_moves(ms.new_game(["Ada", "Ben"], seed=1))[0]


def test_a_program_plays_game_after_game() -> None:
    """Told of a second game it goes on; asked without having been told, it is started; closed, it says so."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    moves = ms.legal_moves(state)
    for fault in ("sound", "events"):
        bot = ProcessBot([sys.executable, str(PROGRAM), fault], random.Random(1), move_seconds=20.0)
        if fault == "sound":
            assert bot(state.public(), moves) == moves[0]
        bot.game_started(state.public(), 0)
        bot.game_started(state.public(), 1)
        assert bot(state.public(), moves) == moves[0]
        bot.game_ended(state.public())
        bot.close()
        bot.close()
        bot.game_started(state.public(), 0)
        with pytest.raises(BotError, match="is closed"):
            bot(state.public(), moves)


@pytest.mark.parametrize(
    ("fault", "kind", "words", "seconds"),
    [
        ("hangs", "late", "did not answer in time", 0.3),
        ("deaf", "late", "did not answer in time", 0.3),
        ("chatter", "late", "did not answer in time", 0.3),
        ("dies", "died", "exit status 3: out of salt", 20.0),
        ("rubbish", "rubbish", "'I resign', which is no JSON", 20.0),
        ("flood", "rubbish", "a line of more than", 20.0),
        ("wrong-type", "rubbish", "said 'hello' where 'move' was due", 20.0),
        ("version", "rubbish", "speaks protocol 99", 20.0),
        ("index", "illegal", "chose index", 20.0),
        ("move", "illegal", "which is not legal here", 20.0),
        ("no-move", "illegal", "answered with no move", 20.0),
    ],
)
def test_a_faulty_program(fault: str, kind: str, words: str, seconds: float) -> None:
    """Each fault has its name and its sentence, and the process is gone afterwards."""
    with pytest.raises(BotError) as caught:
        asked(fault, move_seconds=seconds)
    assert caught.value.kind == kind
    assert words in str(caught.value)


def test_a_program_that_never_says_hello(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for the hello is limited too."""
    monkeypatch.setattr(process, "HELLO_SECONDS", 0.3)
    with pytest.raises(BotError, match="did not answer in time"):
        asked("silent")


def test_a_program_that_stays_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """After bye and the end of its input a program has a moment to leave; then it is ended."""
    monkeypatch.setattr(pipe, "_GRACE_SECONDS", 0.2)
    assert asked("stays") is not None


def test_a_line_of_its_own_pace() -> None:
    """A late line is not waited for beyond the deadline."""
    line = pipe.Pipe([sys.executable, str(PROGRAM), "silent"])
    with pytest.raises(BotError):
        line.receive(time.monotonic() - 1.0)
    line.close(by_force=True)


@pytest.mark.parametrize("fault", ["hangs", "dies", "rubbish", "index"])
def test_faults_under_the_policy_random_move(fault: str) -> None:
    """A random move is made for the bot, its failures are counted, and the game goes on to its end or cap."""
    name = f"process:{sys.executable} {PROGRAM} {fault}"
    results = play_match([name, "random"], 1, policy="random_move", most_moves=40, move_seconds=0.5)
    (game,) = results.games
    kind = {"hangs": "late", "dies": "died", "rubbish": "rubbish", "index": "illegal"}[fault]
    assert game.failures == ({kind: game.decisions[0]}, {})
    assert (game.moves, game.ending) == (40, "cap")


@pytest.mark.parametrize("fault", ["hangs", "dies", "rubbish", "index"])
def test_faults_under_the_policy_lose(fault: str) -> None:
    """The game stops, the offender ranks last, and the others by their standing."""
    name = f"process:{sys.executable} {PROGRAM} {fault}"
    results = play_match(["random", name, "random"], 3, policy="lose", most_moves=40, move_seconds=0.5)
    for game in results.games:
        assert game.ending == "forfeit"
        assert game.ranks[1] == 3
        assert sorted(game.ranks) in ([1, 2, 3], [1, 1, 3])
    assert results.standings()[1].wins == 0.0


@pytest.mark.parametrize("fault", ["hangs", "dies", "rubbish", "index"])
def test_faults_under_the_policy_raise(fault: str) -> None:
    """The error names the game, the move and the bot."""
    name = f"process:{sys.executable} {PROGRAM} {fault}"
    with pytest.raises(BotError, match=r"game 0, move \d+, process:"):
        play_match([name, "random"], 1, policy="raise", move_seconds=0.5)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_in_javascript() -> None:
    """It plays whole games without a failure, the same ones again, and beats chance."""
    name = f"process:node {EXAMPLE}"
    results = play_match([name, "random"], 2, seed=1, policy="raise")
    again = play_match([name, "random"], 1, seed=1, policy="raise")
    assert [game.ending for game in results.games] == ["over", "over"]
    assert results.games[0].without_times() == again.games[0].without_times()
    assert results.standings()[0].wins == 2.0
