"""Refusals of a server: each kind of mistake has a code and a sentence that names the field."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz.test_bad_input import JSON, places, replaced
from tests.guard.test_hostile_text import HOSTILE
from tests.protocol.clients import Client

import magnum_sal as ms
from magnum_sal.protocol import PROTOCOL, Limits, Server, answer, answer_line
from magnum_sal.protocol.answers import CODES

STATE = ms.to_dict(ms.new_game(["Ada", "Ben"], seed=7).public())

AT: dict[str, Any] = {"session": "game-1"}
PLACE_MINER = {"type": "place_miner", "source": "stock", "target": "S1"}

REFUSED: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("position", {}, "malformed", "session: the field is missing; name a session or send a state"),
    ("position", AT | {"state": STATE}, "malformed", "state: give either a session or a state"),
    ("position", {"session": "game-2"}, "unknown_session", "session: no session is called 'game-2'"),
    (
        "moves_in_words",
        AT | {"moves": [{"type": "pass"}] * 1001},
        "malformed",
        "moves: expected 0 to 1000 entries, got 1001",
    ),
    ("position", {"session": 1}, "malformed", "session: 1 is not a text"),
    ("position", AT | {"more": 1}, "malformed", '"more": unknown field; expected one of type, id, session'),
    ("position", AT | {"full": 1}, "malformed", "full: 1 is not true or false"),
    ("position", {"state": STATE | {"round": 0}}, "malformed", "state.round: expected 1 or more, got 0"),
    ("position", {"state": STATE | {"ruleset": {"name": "no"}}}, "misuse", "no ruleset 'no' is registered here"),
    ("new_game", {"players": ["Ada"]}, "malformed", "players: expected 2 to 4 entries, got 1"),
    ("new_game", {"players": ["Ada", "Ada"]}, "malformed", "player 2: 'Ada' is already taken"),
    ("new_game", {"players": ["Ada", 2]}, "malformed", "players[1]: 2 is not a text"),
    ("new_game", {"players": ["Ada", "Ben"], "seed": 1.5}, "malformed", "seed: 1.5 is not a whole number"),
    ("new_game", {"players": ["Ada", "Ben"], "seed": 2**53}, "malformed", "seed: 9007199254740992 is too large"),
    ("new_game", {"players": ["Ada", "Ben"], "setup": {}}, "malformed", "setup.start_seat: the field is missing"),
    (
        "new_game",
        {"players": ["Ada", "Ben"], "ruleset": {"name": "os:system"}},
        "misuse",
        "no ruleset 'os:system' is registered here",
    ),
    ("open_table", {"players": ["Ada", "Ben"], "start_seat": 2}, "malformed", "start_seat: 2 is not a seat of 2"),
    ("open_table", {"players": ["Ada", "Ben"], "start_seat": 4}, "malformed", "start_seat: 4 is not a seat (0 to 3)"),
    ("load", {}, "malformed", "lines: give either the lines of a log or a state"),
    ("load", {"lines": ["x"]}, "bad_log", "line 1: "),
    ("load", {"lines": ["\ud800"]}, "malformed", "lines: a text cannot be encoded in UTF-8"),
    ("load", {"lines": ["{}\n"]}, "malformed", "lines[0]: expected a line of a log without its line end, got '{}"),
    ("load", {"lines": ["{}", ""]}, "malformed", "lines[1]: expected a line of a log without its line end, got ''"),
    ("legal_moves", AT | {"most": 1001}, "malformed", "most: expected 1 to 1000, got 1001"),
    ("legal_moves", AT | {"kind": "fly"}, "malformed", "kind: \"fly\" is not a known action of 'standard'"),
    ("legal_moves", AT | {"source": "S9"}, "misuse", "source: 'S9' is not a place for moves"),
    ("legal_moves", AT | {"target": "zzz"}, "misuse", "target: 'zzz' is not a place for moves"),
    ("choices", AT | {"taken": 1}, "malformed", "taken: 1 is not a list"),
    (
        "choices",
        AT | {"taken": [["type"]]},
        "malformed",
        "taken[0]: a list is not a list of a question",
    ),
    (
        "choices",
        AT | {"taken": [["slot", 0]]},
        "malformed",
        'taken[0]: "slot" is not the current question; the question type is open',
    ),
    (
        "choices",
        AT | {"taken": [["type", "fly"]]},
        "malformed",
        'taken[0]: "fly" is not an answer to type; the answers are',
    ),
    (
        "choices",
        AT | {"taken": [["type", "visit_workshop"], ["slot", False]]},
        "malformed",
        "taken[1]: false is not an answer to slot; the answers are 0, 1, 2",
    ),
    (
        "choices",
        AT | {"taken": [["type", "pass"], ["type", "pass"]]},
        "malformed",
        'taken[1]: "type" is not the current question; no question is open',
    ),
    (
        "choices",
        AT | {"taken": [["type", "place_miner"], ["source", "S1"]]},
        "malformed",
        'taken[1]: source has only one answer, "stock"',
    ),
    (
        "question",
        AT | {"taken": [["type", "fly"]]},
        "malformed",
        'taken[0]: "fly" is not an answer to type; the answers are',
    ),
    ("question", AT | {"language": "fr"}, "misuse", "language: expected one of en, pl, de, got 'fr'"),
    ("question", AT | {"taken": [["fly", "S1"]], "language": "fr"}, "misuse", "language: expected one of en, pl, de"),
    ("at_place", AT, "malformed", "place: the field is missing"),
    ("at_place", AT | {"place": "S" * 101}, "malformed", "place: expected 1 to 100 characters, got 101"),
    ("at_place", AT | {"place": "S1", "language": "fr"}, "misuse", "language: expected one of en, pl, de, got 'fr'"),
    # This move is legal, so there is nothing to say in any language.
    (
        "objection",
        AT | {"move": PLACE_MINER, "language": "fr"},
        "misuse",
        "language: expected one of en, pl, de, got 'fr'",
    ),
    ("unavailable", AT | {"language": "fr"}, "misuse", "language: expected one of en, pl, de, got 'fr'"),
    ("apply", AT | {"move": {"type": "fly"}}, "malformed", 'move.type: "fly" is not a known move in'),
    (
        "apply",
        AT | {"move": {"type": "visit_workshop"}},
        "malformed",
        "move.slot: the field is missing",
    ),
    ("apply", AT | {"move": {"type": "rest"}}, "illegal_move", "[TURN-4]"),
    ("reveal", AT | {"piece": "rope"}, "misuse", "there is no piece to turn up"),
    ("reveal", AT | {"piece": 7}, "malformed", "piece: expected a tile, an order or a tool, got 7"),
    ("undo", AT, "misuse", "there is no move to undo"),
    ("undo", AT | {"to": -1}, "malformed", "to: -1 is not a count"),
    ("redo", AT, "misuse", "there is no move to redo"),
    ("end", AT | {"reason": "\n"}, "malformed", "reason: expected 1 to 1000 printable characters, got ''"),
    ("outcomes", AT, "misuse", "there is no piece to turn up"),
    ("determinize", AT, "malformed", "seed: the field is missing"),
    (
        "fact",
        AT | {"fact": "__import__"},
        "malformed",
        "fact: '__import__' is not a fact (buying_price",
    ),
    ("fact", AT | {"fact": "toll"}, "malformed", "chamber: toll needs this field"),
    ("fact", AT | {"fact": "hiring_price", "slot": 1}, "malformed", "slot: hiring_price takes only a position"),
    ("fact", AT | {"fact": "toll", "chamber": "S1"}, "malformed", "chamber: 'S1' is not a chamber"),
    ("fact", AT | {"fact": "reachable_spaces", "source": "S9"}, "misuse", "source: "),
    ("fact", AT | {"fact": "tool_price", "slot": 7}, "misuse", "slot: "),
    ("fact", AT | {"fact": "pumping_price", "water": 0}, "misuse", "water: "),
    ("svg", AT | {"theme": "blue"}, "malformed", "theme: 'blue' is not a theme (light, dark, contrast)"),
    ("svg", AT | {"theme": {"page": "#ffffff"}}, "malformed", "theme: an object is not a text"),
    (
        "svg",
        AT | {"layout": "round"},
        "malformed",
        "layout: 'round' is not a layout (wide, tall, board, mine, town, players, panels)",
    ),
    (
        "svg",
        AT | {"width": 900},
        "malformed",
        '"width": unknown field; expected one of type, id, session, state, viewer, language, layout',
    ),
    ("svg", AT | {"size": 0}, "misuse", "size: expected a whole number from 1 to 100000, got 0"),
    ("svg", {"state": STATE, "last": 1}, "malformed", "last: only a session has last moves"),
    ("svg", AT | {"last": True}, "malformed", "last: true is not a count"),
    ("svg", AT | {"last": 1001}, "malformed", "last: expected 0 to 1000, got 1001"),
    ("svg", AT | {"colours": []}, "malformed", "colours: a list is not an object"),
    (
        "svg",
        AT | {"colours": {"salt": "#ffffff"}},
        "malformed",
        'colours: "salt": unknown colour; the colours are page',
    ),
    ("svg", AT | {"colours": {"coin": "gold"}}, "malformed", 'colours.coin: "gold" is not a colour such as #rrggbb'),
    ("svg", AT | {"colours": {"coin": "var(--ms-x,#ffffff)"}}, "malformed", "colours.coin: "),
    ("svg", AT | {"colours": {"seats": "#ffffff"}}, "malformed", "is not a list of 4 colours"),
    ("svg", AT | {"colours": {"seats": ["#ffffff"] * 3}}, "malformed", "colours.seats: a list is not a list of 4"),
    ("svg", AT | {"colours": {"sky": "#ffffff"}}, "malformed", 'colours.sky: "#ffffff" is not a list of 3 colours'),
    ("svg", AT | {"colours": {"seats": ["#ffffff"] * 3 + [7]}}, "malformed", "colours.seats[3]: 7 is not a colour"),
    ("svg", AT | {"arrows": {}}, "malformed", "arrows: an object is not a list"),
    ("svg", AT | {"arrows": [["S1", "S2"]]}, "malformed", "arrows[0]: a list is not an object"),
    ("svg", AT | {"arrows": [{"source": "S1"}]}, "malformed", "arrows[0]: target: the field is missing"),
    ("svg", AT | {"arrows": [{"source": "S1", "target": 2}]}, "malformed", "arrows[0].target: 2 is not a text"),
    (
        "svg",
        AT | {"arrows": [{"source": "S1", "target": "S9"}]},
        "misuse",
        "arrows: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 'S9'",
    ),
    (
        "svg",
        AT | {"arrows": [{"source": "S1", "target": "S2", "colour": "red"}]},
        "malformed",
        'arrows[0].colour: "red" is not a colour such as #rrggbb',
    ),
    (
        "svg",
        AT | {"arrows": [{"source": "S1", "target": "S2"}] * 1001},
        "malformed",
        "arrows: expected 0 to 1000 entries, got 1001",
    ),
    ("svg", AT | {"fill": []}, "malformed", "fill: a list is not an object"),
    ("svg", AT | {"fill": {"S1": "#12345"}}, "malformed", '"S1": "#12345" is not a colour such as #rrggbb'),
    (
        "svg",
        AT | {"fill": {"moon": "#123456"}},
        "misuse",
        "fill: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 'moon'",
    ),
    (
        "svg",
        AT | {"fill": {f"p{n}": "#123456" for n in range(1001)}},
        "misuse",
        "fill: expected at most 1000 colours by place, got",
    ),
    ("svg", AT | {"seat": 2}, "misuse", "seat: 2 is not a seat of 2 players"),
    ("svg", AT | {"seat": 4}, "malformed", "seat: 4 is not a seat (0 to 3)"),
    ("svg", AT | {"title": 1}, "malformed", "title: 1 is not true or false"),
    ("svg", AT | {"prefix": '"><script>'}, "misuse", "prefix: "),
    ("svg", AT | {"targets_of": "S9"}, "misuse", "targets_of: "),
    ("position", AT | {"viewer": 2}, "malformed", "viewer: 2 is not a seat of 2 players"),
    ("text", AT | {"language": "xx"}, "misuse", "language"),
    ("text", AT | {"form": "tiny"}, "malformed", "form: 'tiny' is not a form (full, short)"),
    ("step_in_words", {"state": STATE}, "malformed", "move: the field is missing"),
    ("labels", {"keys": [1]}, "malformed", "keys[0]: 1 is not a text"),
    ("objection_in_words", {"objection": {"rule": 1}}, "malformed", "objection.reason: the field is missing"),
    ("rule_texts", {"rules": ["NO-1"]}, "malformed", 'rules[0]: "NO-1" is not a rule'),
    ("rule_texts", {"language": "xx"}, "misuse", "language: expected one of en, pl, de, got 'xx'"),
    ("fly", {}, "unknown_request", 'type: "fly" is not a request; the requests are hello, new_game'),
    ("new_gam", {}, "unknown_request", "did you mean new_game? The requests are hello, new_game"),
    ("hello", {"protocol": 2}, "unknown_protocol", "protocol: expected 1, got 2"),
)


@pytest.mark.long
@pytest.mark.parametrize(("kind", "fields", "code", "words"), REFUSED)
def test_a_refusal(kind: str, fields: dict[str, Any], code: str, words: str) -> None:
    """A refusal has the code and a sentence with the field, and the server is unchanged."""
    client = Client()
    client.begun()
    found, sentence = client.refused(kind, **fields)
    assert (found, words in sentence) == (code, True), sentence


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (b"", "not_json", "Expecting value"),
        (b"pass", "not_json", "Expecting value"),
        (b"\xff{}", "not_json", "not UTF-8 at byte 0"),
        (b"\xef\xbb\xbf{}", "not_json", "byte order mark"),
        (b'{"type":"hello","type":"hello"}', "not_json", 'key "type" appears twice'),
        (b'{"id":NaN}', "not_json", "JSON text: NaN is not a JSON value"),
        (b"[" * 100_000, "not_json", "nested too deeply"),
        (b"9" * 5000, "not_json", "digit"),
        (b"x" * ((1 << 22) + 1), "too_long", "the line is longer than 4194304 bytes"),
        (b"[]", "malformed", "a list is not an object"),
        (b"{}", "malformed", "id: the field is missing"),
        (b'{"id":true}', "malformed", "id: expected a text of 1 to 100 printable characters or a count, got true"),
        (b'{"id":""}', "malformed", 'id: expected a text of 1 to 100 printable characters or a count, got ""'),
        (b'{"id":1e999}', "malformed", "id: expected a text of 1 to 100 printable characters or a count, got Infinity"),
        (b'{"id":"\\u202e"}', "malformed", "id: "),
        (
            b'{"id":9007199254740992}',
            "malformed",
            "id: expected a text of 1 to 100 printable characters or a count, got 9007199254740992",
        ),
    ],
    ids=lambda value: str(value[:20]),
)
def test_a_line_that_is_not_a_request(line: bytes, code: str, words: str) -> None:
    """The answer to a line without a valid id has a null id, because it cannot name the request."""
    said = Client().say(line)
    assert (said["type"], said["id"], said["code"]) == ("error", None, code)
    assert words in said["sentence"]


@pytest.mark.parametrize(("letter", "size"), [("a", 1), ("ł", 2), ("⛏", 3), ("\ud800", 3), ("🧂", 4)])
def test_a_line_of_text_is_as_long_as_its_bytes(letter: str, size: int) -> None:
    """The limit of a line is a number of bytes, although ``answer_line`` also accepts text."""
    line = f'"{letter * 10}"'
    for limit, code in ((size * 10 + 2, "malformed"), (size * 10 + 1, "too_long")):
        _, text = answer_line(Server(limits=Limits(line=limit)), line)
        assert json.loads(text)["code"] == code


def test_a_request_without_a_type() -> None:
    """Without a type, nobody knows which fields to expect."""
    said = Client().say(b'{"id":1}')
    assert (said["id"], said["code"], said["sentence"]) == (1, "malformed", "type: the field is missing")


def test_the_largest_count_is_an_id() -> None:
    """An id may be any count up to the largest exact JSON integer, and the answer repeats it."""
    for number in (0, 2**53 - 1):
        said = Client().say(json.dumps({"type": "labels", "id": number, "keys": []}))
        assert (said["id"], said.get("words")) == (number, [])


def test_deep_answers_to_questions() -> None:
    """Deeply nested data in an answer are compared without an error."""
    deep = "[" * 900 + "]" * 900
    client = Client()
    session = client.begun()
    line = f'{{"type":"choices","id":1,"session":"{session}","taken":[["type",{deep}]]}}'
    assert client.say(line)["sentence"].startswith("taken[0]: a list is not an answer to type")


def test_the_first_request_is_hello() -> None:
    """Every request before a successful hello is refused, so that clients notice another version of the protocol."""
    client = Client(Server())
    for kind in ("new_game", "labels"):
        assert client.refused(kind)[0] == "no_hello"
    assert client.refused("hello", protocol=0)[0] == "unknown_protocol"
    assert client.refused("labels", keys=[])[0] == "no_hello"
    said = client.ask("hello", protocol=PROTOCOL)
    assert (said["protocol"], said["library"], said["rules"]) == (1, ms.__version__, ms.RULES_REVISION)
    assert (said["sessions"], said["steps"], said["listed"], said["line"]) == (32, 2500, 1000, 4194304)
    assert said["languages"][:3] == ["en", "pl", "de"]
    assert client.ask("labels", keys=[])["words"] == []


def test_hello_sets_the_language_of_errors() -> None:
    """Mistakes of players and illegal moves are in the language of ``hello``; mistakes of programs stay in English."""
    client = Client(Server())
    assert client.refused("hello", protocol=PROTOCOL, language="fr")[0] == "misuse"
    client.ask("hello", protocol=PROTOCOL, language="de")
    taken = "Spieler 2: der Name 'Ada' ist schon vergeben"
    assert client.refused("new_game", players=["Ada", "Ada"]) == ("malformed", taken)
    session = client.begun()
    assert client.refused("undo", session=session) == ("misuse", "es gibt keinen Zug, den du zurücknehmen kannst")
    move = {"type": "place_miner", "source": "stock", "target": "S3"}
    told = "S3 ist nicht mit dem Eingang verbunden: S1 ist leer [CHAIN-1]"
    assert client.refused("apply", session=session, move=move) == ("illegal_move", told)
    assert client.refused("apply", move=move)[1] == "session: the field is missing; name a session or send a state"


def test_an_illegal_move_has_its_objection() -> None:
    """The sentence is in English, and the objection can be translated into any language."""
    client = Client()
    session = client.begun()
    move = {"type": "place_miner", "source": "stock", "target": "S3"}
    said = client.say(json.dumps({"type": "apply", "id": 1, "session": session, "move": move}))
    assert said["objection"] == {
        "rule": "CHAIN-1",
        "reason": "not_connected",
        "values": {"empty": "S1", "space": "S3"},
    }
    assert said["sentence"] == "S3 is not connected to the entrance: S1 is empty [CHAIN-1]"


def test_the_limit_of_sessions() -> None:
    """Closing a session makes room for another. With a limit of 0, only requests with a state work."""
    client = Client(Server(is_greeted=True, limits=Limits(sessions=2)))
    first = client.begun()
    client.begun()
    for kind, fields in (("new_game", {"players": ["A", "B"]}), ("load", {"state": STATE}), ("open_table", {})):
        code, sentence = client.refused(kind, **({"players": ["A", "B"]} | fields if kind != "load" else fields))
        assert (code, "2 sessions are open" in sentence) == ("too_many", True)
    client.ask("close", session=first)
    assert client.begun() == "game-3"
    alone = Client(Server(is_greeted=True, limits=Limits(sessions=0)))
    none_here = ("too_many", "session: there are no sessions here; put a state into the request instead")
    assert alone.refused("new_game", players=["A", "B"]) == alone.refused("load", state=STATE) == none_here
    assert alone.ask("position", state=STATE)["state"] == STATE


def test_the_limit_of_steps() -> None:
    """Moves, undos and redos count as steps. At the limit, the game can still be read and closed."""
    client = Client(Server(is_greeted=True, limits=Limits(steps=3)))
    session = client.begun()
    client.ask("apply", session=session, move={"type": "pass"})
    client.ask("undo", session=session)
    client.ask("redo", session=session)
    assert client.refused("undo", session=session) == (
        "too_many",
        "session: the log of a game can have at most 3 lines, and undone moves and undos stay in it",
    )
    assert client.ask("log", session=session)["total"] == 4
    client.ask("close", session=session)
    session = client.begun()
    for _ in range(3):
        client.ask("apply", session=session, move={"type": "pass"})
    assert client.refused("apply", session=session, move={"type": "pass"}) == (
        "too_many",
        "session: a game can have at most 3 steps",
    )


def test_a_game_at_the_limit_can_be_ended_and_loaded() -> None:
    """The line that ends the game by agreement does not count, so its log can be loaded, too."""
    client = Client(Server(is_greeted=True, limits=Limits(steps=4)))
    session = client.begun()
    for _ in range(2):
        client.ask("apply", session=session, move={"type": "visit_inn"})
        client.ask("undo", session=session)
    assert client.refused("apply", session=session, move={"type": "visit_inn"})[0] == "too_many"
    assert client.ask("end", session=session, reason="It is late.")["end_reason"] == "It is late."
    lines = client.ask("log", session=session, full=True)["lines"]
    assert len(lines) == 6
    assert client.ask("load", lines=lines)["end_reason"] == "It is late."


def test_long_lists_are_paged() -> None:
    """The pages contain each move once, and the session does not cache the list."""
    client = Client()
    session = client.begun()
    moves = client.ask("legal_moves", session=session)["moves"]
    paged: list[Any] = []
    while True:
        page = client.ask("legal_moves", session=session, first=len(paged), most=4)
        paged += page["moves"]
        assert page["total"] == len(moves)
        if not page["moves"]:
            break
    assert paged == moves
    assert client.server.sessions[session].opening._moves is None


def test_a_failing_rule_does_not_stop_the_server() -> None:
    """An exception in an extension's rule becomes an error answer, and the server continues."""
    rule = ms.STANDARD.by_type["pass"]

    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("\x1b[31mred")

    broken = attrs.evolve(
        ms.STANDARD,
        name="broken",
        rules=tuple(attrs.evolve(rule, decide=fails) if one is rule else one for one in ms.STANDARD.rules),
    )
    state = ms.new_game(["Ada", "Ben"], seed=7, ruleset=broken)
    server = Server(is_greeted=True, position=state)
    after, said = answer(server, {"type": "apply", "id": 1, "move": {"type": "pass"}})
    assert after is server
    told = "the rule of 'pass': decide failed: ZeroDivisionError('\\x1b[31mred')"
    assert (said["code"], said["sentence"]) == ("internal", told)


@attrs.frozen
class Fee:
    """A value of a house rule that has no form in JSON."""

    groszy: Fraction = Fraction(1, 2)


def test_a_fact_without_a_form_does_not_stop_the_server() -> None:
    """The answer names the fact of an objection that an answer cannot contain."""
    rule = ms.STANDARD.by_type["pass"]
    broken = attrs.evolve(
        ms.STANDARD,
        name="broken",
        rules=tuple(
            attrs.evolve(rule, objection=lambda *_: ms.Objection("HOUSE-1", "no_fee", {"fee": Fee()}))
            if one is rule
            else one
            for one in ms.STANDARD.rules
        ),
    )
    server = Server(is_greeted=True, position=ms.new_game(["Ada", "Ben"], seed=7, ruleset=broken))
    after, said = answer(server, {"type": "apply", "id": 1, "move": {"type": "pass"}})
    assert after is server
    told = "the rule of 'pass': objection failed: Objection.values.fee: expected a text, a number, an amount of salt"
    assert (said["code"], said["sentence"].startswith(told)) == ("internal", True), said


EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "position", "id": 1, "state": STATE},
    {"type": "apply", "id": 1, "state": STATE, "move": {"type": "place_miner", "source": "stock", "target": "S1"}},
    {"type": "choices", "id": 1, "session": "game-1", "taken": [["type", "visit_market"]], "usual": True},
    {"type": "new_game", "id": 1, "players": ["Ada", "Ben"], "seed": 1, "ruleset": {"name": "standard"}},
    {"type": "legal_moves", "id": "a", "session": "game-1", "kind": "pass", "source": "stock", "first": 0, "most": 9},
    {"type": "fact", "id": 1, "session": "game-1", "fact": "toll", "chamber": "1L1", "seat": 1},
    {"type": "reveal", "id": 1, "session": "game-2", "piece": {"salt": ms.to_dict(ms.SaltAmount(2)), "payment": 9}},
    {"type": "svg", "id": 1, "session": "game-1", "highlight": {"type": "pass"}, "targets_of": "stock", "last": 1},
    {
        "type": "svg",
        "id": 1,
        "session": "game-1",
        "layout": "tall",
        "size": 400,
        "theme": "contrast",
        "colours": {"coin": "#ffcc33", "seats": ["#111111", "#222222", "#333333", "#444444"]},
        "arrows": [{"source": "S1", "target": "castle:0", "colour": "#123456"}],
        "fill": {"S1": "#123456"},
        "seat": 1,
        "prefix": "one",
    },
    {"type": "objection_in_words", "id": 1, "objection": {"rule": "A", "reason": "b", "values": {"a": 1}}},
    {"type": "load", "id": 1, "lines": ["{}", "{}"]},
)


def served() -> Client:
    """Return a client of a server with a game and a real table."""
    client = Client()
    client.begun()
    client.ask("open_table", players=["Ada", "Ben"])
    return client


SERVED = served().server


@pytest.mark.long
@settings(max_examples=settings().max_examples * 3)
@given(st.data())
def test_a_request_with_a_value_changed(data: st.DataObject) -> None:
    """Any JSON value in any place of a request gets an answer, never an internal error."""
    request = data.draw(st.sampled_from(EXAMPLES))
    changed = replaced(request, data.draw(st.sampled_from(places(request))), data.draw(JSON))
    try:
        line = json.dumps(changed)
    except ValueError:  # The value is a number with thousands of digits.
        return
    said = Client(SERVED).say(line)
    assert said["type"] != "error" or said["code"] in CODES


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_for_terminals(text: str) -> None:
    """For any text in a request, the answer is one line of ASCII, and its sentence is printable."""
    for request in EXAMPLES:
        for path in places(request):
            if path[:1] != ("state",):
                Client(SERVED).say(json.dumps(replaced(request, path, text)))
    for key in ("type", "session"):
        Client(SERVED).say(json.dumps({"id": 1, "type": "labels", "keys": [text], key: text}))
    words = Client(SERVED).ask("labels", keys=[text, text])["words"]
    assert all(word.isprintable() and len(word) <= 60 for word in words)


@given(st.binary(max_size=200))
def test_any_bytes_as_a_line(line: bytes) -> None:
    """Any bytes get an error answer and leave the server unchanged."""
    server, text = answer_line(SERVED, line)
    assert server is SERVED
    assert json.loads(text)["type"] == "error"
