"""A bot program that asks about positions before it moves, as its argument says. Tests run it, pytest does not."""

import json
import sys
from typing import Any


def say(message: object) -> None:
    """Write a line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def ask(**request: Any) -> Any:
    """Make a request, and return its answer."""
    say({"id": request["type"], **request})
    answer = json.loads(sys.stdin.readline())
    assert answer["id"] == request["type"]
    return answer


def ask_well(go: Any) -> int:
    """Make every kind of request, check the answers, and return the index of the last move."""
    assert ask(type="position")["state"] == go["state"]
    assert ask(type="legal_moves")["moves"] == go["moves"]
    after = ask(type="apply", move=go["moves"][0])["state"]
    assert ask(type="position", state=after)["state"] == after
    assert ask(type="determinize", seed=1)["state"]["hidden"] is not None
    assert ask(type="apply", move={"type": "complete_order", "slot": 0})["code"] == "illegal_move"
    assert ask(type="new_game", players=["Ada", "Ben"])["code"] == "too_many"
    assert ask(type="undo", session="game-1")["code"] == "unknown_session"
    assert ask(type="position", full=True)["state"]["hidden"] is None
    assert ask(type="fly")["code"] == "unknown_request"
    # A program chooses its own moves. The library's bots do not think in its time.
    assert ask(type="hint")["sentence"] == "this server gives no hints"
    say({"type": "info", "text": "that was all"})
    return len(go["moves"]) - 1


def asked_badly(fault: str) -> None:
    """Make more requests than are answered."""
    if fault == "endless":
        while True:
            ask(type="labels", keys=[])
    if fault == "deaf":
        while True:
            say({"type": "svg", "id": 1})


def main() -> None:
    """Read messages and answer them."""
    fault = sys.argv[1]
    for line in iter(sys.stdin.readline, ""):
        message = json.loads(line)
        if message["type"] == "hello":
            assert message["protocol"] == 1
            assert 2 in message["protocols"]
            say({"type": "hello", "protocol": 1 if fault == "old" else 2})
        elif message["type"] == "go":
            asked_badly(fault)
            say({"type": "move", "id": message["id"], "index": ask_well(message)})
        elif message["type"] == "bye":
            sys.exit(0)


main()
