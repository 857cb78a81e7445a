"""
Import what a page needs, and fill the caches, before a snapshot of the engine's memory is written.

The program does once what people do on a page. Modules that are imported late, words, lessons and drawings are then in
the snapshot, so that the page need not read them.
"""

import json

from magnum_sal.bots.installed import rulesets
from magnum_sal.web._local_tables import LocalTables
from magnum_sal.web._local_thinking import Thinker
from magnum_sal.words import LANGUAGES

# The runtime may contain extensions. If the ruleset of one cannot be loaded, no page could play it.
for found in rulesets():
    assert found.error is None, found.error
tables, thinker = LocalTables(), Thinker()


def say(**asked: object) -> dict[str, object]:
    """Return the reply to a line, after the other worker has thought if it must."""
    reply = json.loads(tables.answer(json.dumps(asked)))
    return json.loads(thinker.think(reply["job"])) if "job" in reply else reply


def ask(name: str, **parameters: object) -> dict[str, object]:
    """Return what a page reads about the table."""
    return say(ask=name, table=table, parameters=parameters)


def send(kind: str, **fields: object) -> dict[str, object]:
    """Return the answer to a message about the current position."""
    return say(send={"type": kind, **fields}, table=table)


def number() -> int:
    """Return the number of the current position."""
    return ask("news")["answer"]["number"]


seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]
table = say(send={"type": "open", "seats": seats})["answer"]["table"]
for language in LANGUAGES:
    for layout in ("board", "panels"):
        ask("board", layout=layout, language=language)
    for layout in ("mine", "town", "panels"):
        ask("board", layout=layout, size=390, language=language)
    send("options", language=language)
for _ in range(6):
    move = send("sensible_moves", most=1)["answer"]["moves"][0]
    send("apply", number=number(), move=move)
    options = send("options")["answer"]["offers"]
    send("options", taken=options[0]["taken"])
send("undo", number=number())
send("redo", number=number())
for bot in ("novice", "apprentice", "journeyman", "foreman:iterations=4"):
    state = send("position")["answer"]["state"]
    thinker.think(json.dumps({"kind": "move", "bot": bot, "seed": 1, "state": state}))
say(ask="tables")
public_log = ask("log")["text"]
for form in ("data", "page"):
    line = {"kind": "replay", "log": public_log, "parameters": {"form": form}}
    assert "text" in json.loads(thinker.think(json.dumps(line)))
for name in ("news", "history", "standing", "graph", "share", "log"):
    ask(name, last=3)
