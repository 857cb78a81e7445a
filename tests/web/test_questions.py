"""The questions of the stdio protocol, asked at a table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.protocol.clients import published_validator
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.protocol.table_forms import ASKED

ANSWERS = published_validator("table-answer")
REQUESTS = published_validator("table-request")


QUESTIONS: dict[str, dict[str, Any]] = {
    "position": {},
    "legal_moves": {"most": 2},
    "sensible_moves": {"most": 2},
    "choices": {"usual": True},
    "question": {"taken": [["type", "visit_workshop"]], "language": "pl"},
    "at_place": {"place": "S1", "language": "de"},
    "effects": {"move": {"type": "visit_inn"}},
    "objection": {"move": {"type": "pass"}},
    "unavailable": {},
    "outcomes": {},
    "determinize": {"seed": 1},
    "fact": {"fact": "hiring_price"},
    "svg": {"layout": "mine"},
    "text": {"width": 100},
    "moves_in_words": {"moves": [{"type": "pass"}]},
    "step_in_words": {"move": {"type": "visit_inn"}},
    "labels": {"keys": ["inn"]},
    "objection_in_words": {"objection": {"rule": "CHAIN-1", "reason": "why not", "values": {}}},
    "rule_texts": {"rules": ["CHAIN-1"]},
}
"""An example of each type of question."""


@pytest.mark.parametrize("kind", sorted(ASKED))
def test_a_question_of_the_protocol(tables: Tables, host: Browser, kind: str) -> None:
    """
    Anybody who may see a table may ask each question there, with or without an id.

    The question and its answer match the published schemas, and a question that names a session does not.
    """
    table = host.open("here", "here")
    for asked in (QUESTIONS[kind], QUESTIONS[kind] | {"id": "a"}):
        REQUESTS.validate({"type": kind, **asked})
        said = host.ask(table, kind, **asked)
        ANSWERS.validate(said.data)
        assert said.data["id"] == asked.get("id", 0)
        if kind != "outcomes":  # Nothing waits to be turned up.
            assert said.status == 200, said.data
    assert not REQUESTS.is_valid({"type": kind, "session": "game-1", **QUESTIONS[kind]})


def test_all_questions_are_tried() -> None:
    """The examples above cover every type of question."""
    assert set(QUESTIONS) == ASKED


@pytest.mark.slow
def test_requests_that_are_not_questions_to_a_table(tables: Tables, host: Browser) -> None:
    """A table has no sessions, so messages that name one or need one are refused. A question may contain a state."""
    table = host.open("here", "here")
    assert host.does(table, "legal_moves", most=2)["total"] == 19
    state = ms.to_dict(ms.new_game(["Ada", "Ben"], seed=1).public())
    assert host.does(table, "unavailable", state=state)["kinds"]
    for kind, fields, code in (
        ("legal_moves", {"session": "game-1"}, "malformed"),
        ("new_game", {"players": ["Ada", "Ben"]}, "unknown_request"),
        ("log", {"session": "game-1"}, "unknown_request"),
        ("position", {"id": [1]}, "malformed"),
        ("fly", {}, "unknown_request"),
        ("open", {"seats": []}, "malformed"),
        ("join", {"link": "x"}, "malformed"),
    ):
        assert host.ask(table, kind, **fields).code == code
    said = host.post("/api/tables", {"type": "question"})
    assert (said.code, said.data["sentence"]) == (
        "malformed",
        "type: send question to the address of a table",
    )


def test_fields_of_sessions(tables: Tables, host: Browser) -> None:
    """The field ``session`` is not offered, and requests for the last moves refer to the history of the table."""
    table = host.open("here", "here")
    sentence = host.ask(table, "question", sesion="game-1").data["sentence"]
    assert sentence == '"sesion": unknown field; expected one of type, id, state, viewer, language, taken'
    for kind, fields in (("step_in_words", {}), ("text", {"last": 1}), ("svg", {"last": 1})):
        said = host.ask(table, kind, **fields)
        assert (said.status, "history of the table" in said.data["sentence"]) == (400, True)
        ANSWERS.validate(said.data)
    assert host.ask(table, "text", last=None).status == 200


def test_the_number_of_moves_in_a_position(tables: Tables, host: Browser) -> None:
    """The position of a table has its number of moves, and a position sent by the client has none."""
    table = host.open("here", "here")
    host.does(table, "apply", number=0, move={"type": "pass"})
    found = host.does(table, "position")
    assert found["steps"] == 1
    assert host.does(table, "position", state=found["state"])["steps"] is None


def test_the_end_of_a_game_in_answers(tables: Tables, host: Browser) -> None:
    """END-1: the position, the text and the picture of a table say why its game was ended; a sent position cannot."""
    table = host.open("here", "here")
    for number in (0, 1):
        host.does(table, "apply", number=number, move={"type": "pass"})
    host.does(table, "undo", number=2)
    assert host.does(table, "position")["undone"] == 1
    host.does(table, "end", number=3)
    found = host.does(table, "position")
    assert found["end_reason"].startswith("agreed by ")
    assert f"Ended early: {found['end_reason']}" in host.does(table, "text")["text"]
    assert f"Ended early: {found['end_reason']}" in host.does(table, "svg")["svg"]
    assert host.does(table, "position", state=found["state"])["end_reason"] is None
    assert "Ended early" not in host.does(table, "text", state=found["state"])["text"]


def test_the_language_of_the_address(tables: Tables, host: Browser) -> None:
    """The language in the address applies to all texts unless the message names another one."""
    table = host.open("here", "here")
    illegal = {"type": "apply", "number": 0, "move": {"type": "place_miner", "source": "stock", "target": "S6"}}
    assert host.post(f"/api/tables/{table}", illegal).code == "illegal_move"
    for message in ({"type": "question"}, illegal):
        asked = [
            host.post(f"/api/tables/{table}{query}", message | fields).data
            for query, fields in (("?language=pl", {}), ("", {"language": "pl"}), ("?language=de", {"language": "pl"}))
        ]
        assert asked[0] == asked[1] == asked[2]
    assert host.post(f"/api/tables/{table}?language=xx", {"type": "question"}).code == "malformed"
    assert host.post(f"/api/tables/{table}?language=pl", {"type": "leave", "seat": 0}).status == 200


def test_an_unknown_type(tables: Tables, host: Browser) -> None:
    """The refusal lists both kinds of request and suggests a type with a similar spelling."""
    table = host.open("here", "here")
    sentence = host.ask(table, "qestion").data["sentence"]
    assert sentence.startswith(
        'type: "qestion" is not a request; did you mean question? The requests are open, continue, join, '
    )
    assert {*ASKED, "apply", "hint"} <= set(re.findall(r"\w+", sentence))
    assert "did you mean" not in host.ask(table, "fly").data["sentence"]
    assert "did you mean" not in host.ask(table, "question" * 100).data["sentence"]
