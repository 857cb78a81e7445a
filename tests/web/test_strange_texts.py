"""Unusual texts in messages, addresses and headers are refused in words or ignored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
from tests.web.messages import valid
from tests.web.tables import Browser, Tables

from magnum_sal.protocol.refused_error import RefusedError


def with_text(data: Any, text: str) -> Iterator[Any]:
    """Yield the message with the text in place of each value, and as an additional key of each object."""
    if isinstance(data, dict):
        yield data | {text: 1}
        for key, value in data.items():
            yield from (data | {key: changed} for changed in with_text(value, text))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from ([*data[:number], changed, *data[number + 1 :]] for changed in with_text(value, text))
    yield text


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\ud800", "x\udfff\ud800"])
def test_unpaired_surrogates_in_every_text(tables: Tables, host: Browser, text: str) -> None:
    """
    JSON can contain unpaired surrogates, which have no encoding.

    The server answers them without an internal error.
    """
    table = host.open("here", "link")
    questions: dict[str, dict[str, Any]] = {
        "question": {"taken": [["type", "place_miner"]], "language": "en"},
        "at_place": {"place": "S1", "language": "en"},
        "labels": {"keys": ["S1"], "language": "en"},
    }
    for kind, fields in {**valid(table, "l" * 24), **questions}.items():
        path = {"open": "/api/tables", "join": "/api/join"}.get(kind, f"/api/tables/{table}")
        for message in with_text({"type": kind, **fields}, text):
            said = host.post(path, message)
            assert said.status < 500, message
            assert "\\ud800" in json.dumps(message)
            assert text not in json.dumps(said.data, ensure_ascii=False)


@pytest.mark.parametrize("text", ["%ED%A0%80", "%00", "%FF", "%C3%A9", "%0d%0a", "%D9%A3"])
def test_strange_texts_in_addresses_and_headers(host: Browser, text: str) -> None:
    """Unusual text in a path, query, cookie, key or event number is refused in words."""
    table = host.open("here", "link")
    path = f"/api/tables/{table}"
    for query in ("?language=", "/board.svg?layout=", "/board.svg?at=", "/history?first=", "/qr.svg?seat="):
        assert host.get(f"{path}{query}{text}").code in ("malformed", "misuse")
    strange = unquote(text, "latin-1")
    assert host.get(f"{path}/news", **{"last-event-id": strange}).code == "malformed"
    for header in ({"cookie": f"magnum_sal={strange}"}, {"authorization": f"Bearer {strange}"}):
        assert host.get(path, **header).code == "no_key"
    for address in (f"/api/invitations/{strange}", f"/api/tables/{strange}"):
        assert host.get(address).status == 404


@pytest.mark.parametrize("link", ["\ud800", "\udfff\ud800", "x\ud800", "\0", "\u202e", "é" * 40, "🙂"])
def test_invalid_links(tables: Tables, link: str) -> None:
    """A text that is not a valid link, such as an unpaired surrogate, is refused as unknown."""
    said = tables.browser("stranger").join(link)
    tables.browser("host").open("here", "link")
    again = tables.browser("stranger").join(link)
    assert [(one.status, one.code) for one in (said, again)] == [(404, "unknown_link")] * 2
    with pytest.raises(RefusedError, match="link: this link has expired; ask the host for a new one"):
        tables.wait_for(tables.lobby.table_of_link, link)
