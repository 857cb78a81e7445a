"""A bot program that breaks the process protocol as its argument says. Tests run it, pytest does not."""

import json
import sys
import time


def say(message: object) -> None:
    """Write a line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def answered(fault: str, message: dict[str, object]) -> None:
    """Answer one request according to the fault."""
    moves = message["moves"]
    assert isinstance(moves, list)
    if fault == "hangs":
        time.sleep(600)
    elif fault == "dies":
        sys.stderr.write("out of salt\n")
        sys.exit(3)
    elif fault == "raises":
        raise ValueError("no more salt")
    elif fault == "complains":
        sys.stderr.write("it began so\n" + "".join(f"noise {number}\n" for number in range(50_000)))
        sys.stdout.write("I resign\n")
        sys.stdout.flush()
    elif fault == "rubbish":
        sys.stdout.write("I resign\n")
        sys.stdout.flush()
    elif fault == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    elif fault == "chatter":
        while True:
            say({"type": "info", "text": "thinking"})
    elif fault == "wrong-type":
        say({"type": "hello", "protocol": 1})
    elif fault == "index":
        say({"type": "move", "id": message["id"], "index": len(moves)})
    elif fault == "next-id":
        say({"type": "move", "id": int(str(message["id"])) + 1, "index": 0})
    elif fault == "text-id":
        say({"type": "move", "id": str(message["id"]), "index": 0})
    elif fault == "repeats":
        for number in range(1, int(str(message["id"])) + 1):
            say({"type": "move", "id": number, "index": number - 1})
    elif fault == "move":
        say({"type": "move", "id": message["id"], "move": {"type": "complete_order", "slot": 99}})
    elif fault == "no-move":
        say({"type": "move", "id": message["id"], "move": "pass"})
    elif fault == "by-move":
        say({"type": "info", "text": "I like the first"})
        say({"type": "move", "id": message["id"], "move": moves[0]})
    else:
        say({"type": "move", "id": message["id"], "index": 0})


def main() -> None:
    """Read messages and answer them."""
    fault = sys.argv[1]
    if fault == "silent":
        time.sleep(600)
    if fault == "deaf":
        say({"type": "hello", "protocol": 1})
        time.sleep(600)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            version = 99 if fault == "version" else 1
            say({"type": "hello", "protocol": version, "wants": "events" if fault == "events" else "position"})
        elif message["type"] == "new_game" and fault == "slow-new-game":
            time.sleep(600)
        elif message["type"] == "go":
            if fault == "events" and "state" in message:
                sys.exit(4)
            answered(fault, message)
        elif message["type"] == "bye" and fault != "stays":
            sys.exit(0)
    if fault == "stays":
        time.sleep(600)


main()
