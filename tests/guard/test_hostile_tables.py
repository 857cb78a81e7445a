"""Names that look like markup stay names at every address of a table server: pictures, pages, news and answers."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any, get_args
from unittest import mock
from xml.etree import ElementTree as ET

import pytest
from tests.amounts import select
from tests.guard.hostile import NAMES, check_picture, harmless, strings
from tests.web.tables import Answered, Tables

import magnum_sal
from magnum_sal import render
from magnum_sal.web import _store
from magnum_sal.web._application import Site
from magnum_sal.web._guard import Rates

STATIC = Path(magnum_sal.__file__).parent / "web" / "static"

NO_NAMES = {
    "/themes.css": "colours alone",
    "/static": "files of the package",
    "/symbols.svg": "drawings alone",
    "/api/picture": "a position of the package",
    "/learn": "the page without a table",
    "/api/lessons": "texts of the package",
    "/api/replay": "tests/guard/test_hostile_names.py draws replays with hostile names",
}
"""Addresses that show no player, each with the reason."""


def visited(folder: Path, name: str) -> dict[str, Answered]:
    """Return the response of each address about a table of a player called *name*, by the route and the request."""
    found: dict[str, Answered] = {}
    # A server deals without a seed, but here two tables must be the same.
    seeded = mock.Mock(wraps=magnum_sal.Game)
    seeded.new.side_effect = partial(magnum_sal.Game.new, seed=3)
    with mock.patch.object(_store, "Game", seeded), Tables(folder) as tables:
        host = tables.browser("host")
        seats = [{"name": name, "player": "link"}, {"name": "Ben", "player": "link"}]
        opened = host.post("/api/tables", {"type": "open", "seats": seats})
        assert opened.status == 200, opened.data
        found["/api/tables"] = opened
        waiting = str(opened.data["table"])
        link = str(host.news(waiting)["chairs"][0]["link"])
        key = link.removeprefix("/join/")
        found["/api/invitations/{link}"] = host.get(f"/api/invitations/{key}")
        found["/join/{link}"] = host.get(link)
        found["/api/tables/{table}/qr.svg"] = host.get(f"/api/tables/{waiting}/qr.svg?seat=0")
        found["/api/join"] = tables.browser("guest").join(link)

        seats = [{"name": name, "player": "here"}, {"name": "Ben", "player": "here"}]
        table = str(host.post("/api/tables", {"type": "open", "seats": seats}).data["table"])
        host.plays(table, 4)
        path = f"/api/tables/{table}"
        found["/"], found["/t/{table}"] = host.get("/"), host.get(f"/t/{table}")
        found["/api/welcome"] = host.get("/api/welcome")
        found["/api/tables/{table}"] = host.get(path)
        for layout in get_args(render.LayoutName):
            found[f"/api/tables/{{table}}/board.svg {layout}"] = host.get(f"{path}/board.svg?layout={layout}&last=3")
        for part in ("history", "standing", "graph.svg", "log.jsonl"):
            found[f"/api/tables/{{table}}/{part}"] = host.get(f"{path}/{part}")
        log = found["/api/tables/{table}/log.jsonl"].body
        found["/api/logs"] = tables.send("POST", "/api/logs", body=log, headers=host.headers)
        going_on = {"type": "continue", "log": log.decode(), "players": ["here", "here"]}
        found["/api/continue"] = host.post("/api/continue", going_on)
        found["/api/tables/{table}/share"] = host.get(f"{path}/share")
        link = str(found["/api/tables/{table}/share"].data["path"])
        shared = f"/api/positions/{link.removeprefix('/from/')}"
        found["/from/{code}"], found["/replay"] = host.get(link), host.get("/replay")
        found["/api/positions/{code}"] = host.get(shared)
        found["/api/positions/{code}/board.svg"] = host.get(f"{shared}/board.svg")
        found["/api/positions/{code}/qr.svg"] = host.get(f"{shared}/qr.svg")
        with host.watches(table) as stream:
            assert stream.status() == 200
            stream.next()
            found["/api/tables/{table}/news"] = Answered(200, {"content-type": "text/event-stream"}, stream.raw)
        host.does(table, "end", number=host.news(table)["number"])
        found["/api/tables/{table}/review"] = host.get(f"{path}/review")
        found["/api/tables/{table}/review/progress"] = host.get(f"{path}/review/progress")
    return found


def routes() -> set[str]:
    """Return all routes."""
    site = Site(mock.MagicMock(), Rates(), is_secure=False)  # no request reaches the lobby
    return {route.path for route in site.routes()}


@pytest.mark.long
@pytest.mark.parametrize("name", select(NAMES), ids=ascii)
def test_all_addresses(name: str, tmp_path: Path) -> None:
    """Pictures have the usual elements, all people receive the same pages, and JSON contains the exact name."""
    hostile, usual = visited(tmp_path / "hostile", name), visited(tmp_path / "usual", harmless(name))
    assert {address.split(" ")[0] for address in hostile} == routes() - {*NO_NAMES}
    silent = set()
    for address, said in hostile.items():
        assert said.status == 200, (address, said.body)
        kind = said.headers["content-type"].partition(";")[0]
        text = said.body.decode()
        if kind == "image/svg+xml":
            is_told = "qr.svg" not in address and not address.endswith(" mine")
            if "qr.svg" in address:  # a link is random
                assert {node.tag.rpartition("}")[2] for node in ET.fromstring(text).iter()} == {"svg", "path"}
            else:
                check_picture(text, usual[address].body.decode(), name, is_told=is_told)
        elif kind == "text/html":
            assert said.body == (STATIC / "page.html").read_bytes()
        elif not check_json(kind, text, name):
            silent.add(address)
    graphs = [json.loads(answered["/api/tables/{table}/review"].body)["graph"] for answered in (hostile, usual)]
    check_picture(graphs[0], graphs[1], name)
    # All other answers name the players.
    assert silent == {
        "/api/welcome", "/api/tables", "/api/join", "/api/continue", "/api/tables/{table}/review/progress",
        "/api/tables/{table}/share",
    }  # fmt: skip


def check_json(kind: str, text: str, name: str) -> bool:
    """Check JSON, lines of JSON or news; return whether they contain *name*."""
    found: Any
    if kind == "text/event-stream":
        lines = [line for line in text.split("\r\n") if line]
        assert all(re.match("(id|data|event|retry): ", line) for line in lines)
        found = [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
    elif kind == "application/jsonl":
        found = [json.loads(line) for line in text.splitlines()]
    else:
        assert kind == "application/json"
        found = json.loads(text)
    return any(name in part for part in strings(found))
