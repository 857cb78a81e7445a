"""Loading a log into a session: logs of newer versions, and damaged logs."""

from __future__ import annotations

import json
import re

import pytest
from tests.protocol.clients import Client
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.words import LANGUAGES


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_log_is_recovered(language: str) -> None:
    """With ``recover``, the session has the lines before the damaged one, and the answer says what is wrong."""
    client = Client()
    client.ask("hello", protocol=1, language=language)
    lines = write_game(client)
    damaged = [*lines[:2], lines[2].replace("pass", "inn"), *lines[3:]]
    code, sentence = client.refused("load", lines=damaged)
    assert (code, sentence.startswith("line 3: ")) == ("bad_log", True)
    said = client.ask("load", lines=damaged, recover=True)
    assert (said["steps"], said["damage"]) == (1, sentence)
    assert client.ask("log", session=said["session"], full=True)["lines"] == lines[:2]
    client.ask("apply", session=said["session"], move={"type": "pass"})
    assert client.ask("log", session=said["session"], full=True)["lines"] == lines[:3]


@pytest.mark.parametrize("is_cut", [False, True])
def test_an_impossible_position_cannot_be_recovered(is_cut: bool) -> None:
    """No rule checks the events of a public log. If they lead to an impossible position, ``recover`` is an error."""
    client = Client()
    session = client.begun()
    for _ in range(3):
        client.ask("apply", session=session, move={"type": "pass"})
    lines = [json.loads(line) for line in client.ask("log", session=session)["lines"]]
    lines[-1]["events"] = [{"type": "inn_marker_moved", "source": 0, "target": 99}]
    # A damaged line after the events changes neither the line nor the reason of the error.
    damaged = [*resealed(lines).decode().splitlines(), *["{}"] * is_cut]
    told = "line 4: events: they lead to an impossible position: inn.hired: 99 on a track of 3 spaces (INN-1)"
    assert client.refused("load", lines=damaged, recover=True) == ("bad_log", told)
    with pytest.raises(ms.LogError, match=f"^{re.escape(told)}$"):
        ms.GameLog.recover("".join(f"{line}\n" for line in damaged).encode())


def test_a_log_without_damage_is_loaded_whole() -> None:
    """If no line is damaged, ``damage`` is null. Without a header, nothing can be recovered."""
    client = Client()
    lines = write_game(client)
    said = client.ask("load", lines=lines, recover=True)
    assert (said["steps"], said["damage"]) == (3, None)
    assert client.ask("position", session=said["session"])["damage"] is None
    assert client.refused("load", lines=lines[1:], recover=True)[0] == "bad_log"
    state = client.ask("position", session=said["session"])["state"]
    assert client.refused("load", state=state, recover=True) == ("malformed", "recover: only a log can be recovered")
