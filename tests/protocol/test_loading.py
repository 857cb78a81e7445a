"""Loading a log into a session: logs of newer versions, and damaged logs."""

from __future__ import annotations

import json

from tests.protocol.clients import Client
from tests.resealing import resealed

import magnum_sal as ms


def write_game(client: Client) -> list[str]:
    """Play three moves in a new session, and return the lines of its full log."""
    session = client.begun()
    for _ in range(3):
        client.ask("apply", session=session, move={"type": "pass"})
    lines: list[str] = client.ask("log", session=session, full=True)["lines"]
    return lines


def test_hello_names_the_newest_schema() -> None:
    """A log with a newer schema than the one in ``hello`` comes from a later version, and is not damaged."""
    client = Client()
    newest = client.ask("hello", protocol=1)["log_schema"]
    assert newest == ms.LOG_SCHEMA
    header, *others = map(json.loads, write_game(client))
    lines = resealed([header | {"schema": newest + 1}, *others]).decode().splitlines()
    code, sentence = client.refused("load", lines=lines)
    assert (code, "a later version of the library wrote this log" in sentence) == ("bad_log", True)
