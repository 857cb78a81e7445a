"""The bot's side of the process protocol, without a process: messages and answers."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.bots import BotError, make_bot
from magnum_sal.cli import _bot_program
from magnum_sal.cli._bot_program import play_by_messages

STATE = ms.new_game(["Ada", "Ben"], seed=1).public()
MOVES = STATE.legal_moves()
HELLO = {"type": "hello", "protocol": 1, "protocols": [1, 2], "library": "0.2.0"}
NEW_GAME = {"type": "new_game", "seat": STATE.turn_seat, "seed": 7, "state": ms.to_dict(STATE)}


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


def go(number: int = 1, **changes: Any) -> dict[str, Any]:
    """Return the question for a move in the first position."""
    moves = [ms.to_dict(move) for move in MOVES]
    return {"type": "go", "id": number, "seat": STATE.turn_seat, "moves": moves, "state": ms.to_dict(STATE)} | changes


def answers(bot: str, *messages: object) -> list[Any]:
    """Return the answers of a bot to some messages, of which texts are sent unchanged."""
    lines = [message if isinstance(message, str) else json.dumps(message) for message in messages]
    sink = io.BytesIO()
    play_by_messages(bot, io.BytesIO("".join(f"{line}\n" for line in lines).encode()), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_a_conversation() -> None:
    """The bot answers ``hello`` and ``go``. It ignores unknown messages, and stops at ``bye``."""
    name = "bots_of_tests:first"
    hello, move = answers(name, HELLO, {"type": "clock"}, NEW_GAME, go(3), {"type": "bye"}, go(4))
    assert hello == {"type": "hello", "protocol": 1, "name": name, "wants": "position"}
    assert move == {"type": "move", "id": 3, "index": 0}


def test_the_versions_of_the_protocol() -> None:
    """The program speaks both versions. A library that supports no other one is refused."""
    assert answers("random", {"type": "hello", "protocol": 1})[0]["protocol"] == 1
    assert answers("random", HELLO | {"protocol": 2, "protocols": [2, 3]})[0]["protocol"] == 2
    with pytest.raises(ms.MalformedError, match=r"hello: this program speaks the protocols 1 and 2, but not \[3\]"):
        answers("random", HELLO | {"protocol": 3, "protocols": [3]})


def test_each_game_has_a_new_bot_with_its_seed() -> None:
    """The second game starts from its own seed, whatever happened in the first."""
    expected = [MOVES.index(make_bot("random", seed=seed)(STATE, MOVES)) for seed in (7, 8, 7)]
    assert len(set(expected)) == 2
    seeds = [NEW_GAME, NEW_GAME | {"seed": 8}, NEW_GAME]
    said = answers("random", *(message for new_game in seeds for message in (new_game, go())))
    assert [move["index"] for move in said] == expected


def test_a_bot_with_hooks_follows_the_events() -> None:
    """A bot with the hook ``observed`` or ``game_ended`` asks for events, and knows the position without its state."""
    state, events = ms.apply(STATE, MOVES[0])
    told = {"type": "events", "move": ms.to_dict(MOVES[0]), "events": [ms.to_dict(event) for event in events]}
    question = go(moves=[ms.to_dict(move) for move in state.legal_moves()])
    del question["state"]
    game = [NEW_GAME | {"seat": state.turn_seat}, told, question, {"type": "game_over", "scores": []}]
    hello, move = answers("bots_of_tests:Witness", HELLO, *game)
    assert hello["wants"] == "events"
    assert 0 <= move["index"] < len(state.legal_moves())


def test_an_illegal_move_is_passed_on() -> None:
    """The caller counts it as a failure of the kind ``illegal``, and the program continues."""
    illegal = {"type": "move", "id": 1, "move": {"type": "complete_order", "slot": 99}}
    assert answers("bots_of_tests:Cheat", NEW_GAME, go(), go()) == [illegal, illegal]


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Raiser", r"bot 'bots_of_tests:Raiser': ZeroDivisionError: a slip \(bots_of_tests\.py, line \d+\)"),
        ("forgetful", "bot 'bots_of_tests:forgetful': None is not one of the 19 legal moves; is a return missing\\?"),
        ("Quitter", r"bot 'bots_of_tests:Quitter': SystemExit: 0 \(bots_of_tests\.py, line \d+\)"),
        ("Unmakeable", r"bot 'bots_of_tests:Unmakeable': \w+: .*\(bots_of_tests\.py, line \d+\)"),
        ("Deep", r"bot 'bots_of_tests:Deep': .*\(bots_of_tests\.py, line \d+\)"),
    ],
)
def test_errors_of_bots(bot: str, words: str) -> None:
    """A bot that raises an error or returns no move ends the program. The message has its file and line."""
    with pytest.raises(BotError, match=words):
        answers(f"bots_of_tests:{bot}", NEW_GAME, go())


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (["greedy"], r"standard input: 'greedy' is not a message of the process protocol \(JSON text: "),
        (["[]"], r"standard input: '\[\]' is not a message of the process protocol \(not an object with a \"type\"\)"),
        ([go()], "go: expected new_game before this message"),
        ([{"type": "game_over"}], "game_over: expected new_game before this message"),
        ([NEW_GAME | {"seed": "x"}], "new_game: seed: expected a whole number, got 'x'"),
        ([NEW_GAME, go(moves=None)], "go: moves: expected a list, got None"),
        ([NEW_GAME | {"state": {}}], "the field is missing"),
    ],
)
def test_wrong_messages(messages: list[object], words: str) -> None:
    """A message that breaks the protocol ends the program with an error that names it."""
    with pytest.raises(ms.MalformedError, match=words):
        answers("random", *messages)


def test_a_message_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer line is refused before the rest of it is read."""
    monkeypatch.setattr(_bot_program, "LONGEST_MESSAGE", len(json.dumps(HELLO)) + 1)
    source = io.BytesIO(f"{json.dumps(HELLO)}\n{json.dumps(HELLO)} {' ' * 99}".encode())
    with pytest.raises(ms.MalformedError, match=r"^standard input: a message has more than \d+ bytes$"):
        play_by_messages("random", source, io.BytesIO())
    assert source.read()
