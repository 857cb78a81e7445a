"""The family of errors: ``magnum_sal.errors``."""

import copy
import inspect
import pickle
import re
from fractions import Fraction
from typing import Any

import attrs
import jsonschema
import pytest

import magnum_sal as ms
from magnum_sal import errors
from magnum_sal.arena import ResultsError
from magnum_sal.arena.workers import WorkerError
from magnum_sal.bots import BotError
from magnum_sal.errors import LARGEST_NUMBER
from magnum_sal.errors.messages import format_path
from magnum_sal.testing import InvariantError
from magnum_sal.words import LANGUAGES, objection_in_words

FAMILY = [
    *(cls for cls in vars(errors).values() if inspect.isclass(cls) and issubclass(cls, Exception)),
    *(ResultsError, WorkerError, BotError, InvariantError),
]


@pytest.mark.parametrize("cls", FAMILY)
def test_there_is_one_family(cls: type[Exception]) -> None:
    """Catching ``MagnumSalError`` catches all errors that the library raises on purpose."""
    assert issubclass(cls, ms.MagnumSalError)


def test_the_kinds_of_error_differ() -> None:
    """Malformed input, illegal moves, misuse and hidden pieces have separate classes."""
    kinds = (ms.MalformedError, ms.MisuseError, ms.IllegalMoveError, ms.HiddenPieceError)
    for kind in kinds:
        assert [issubclass(kind, other) for other in kinds].count(True) == 1
    assert issubclass(ms.MalformedError, ValueError)


def test_an_illegal_move_names_rule_and_sentence() -> None:
    """An illegal move's error has the rule and the sentence as attributes and in its text."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    with pytest.raises(ms.IllegalMoveError) as caught:
        ms.apply(state, ms.PlaceMiner("stock", "S2"))
    error = caught.value
    assert error.rule == "CHAIN-1"
    assert error.sentence == "S2 is not connected to the entrance: S1 is empty"
    assert str(error) == "S2 is not connected to the entrance: S1 is empty [CHAIN-1]"
    against = ms.objection(state, ms.PlaceMiner("stock", "S2"))
    assert against == error.objection == ms.Objection("CHAIN-1", "not_connected", {"space": "S2", "empty": "S1"})
    assert str(against) == str(error)


@pytest.mark.parametrize(
    "error",
    [
        ms.MagnumSalError("text"),
        ms.MalformedError("field: value is not right"),
        ms.MisuseError("text"),
        ms.HiddenPieceError("text"),
        ms.IllegalMoveError(ms.Objection("CHAIN-1", "S2 is empty")),
        ms.MalformedError("name_taken", {"seat": 1, "name": "Ada"}),
        ms.MisuseError("nothing_to_undo", {}, place="moves[2]: "),
    ],
)
def test_errors_can_be_pickled_and_copied(error: ms.MagnumSalError) -> None:
    """Pickled and copied errors keep their class, text and attributes, so they can travel between processes."""
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)


HOSTILE = "\x1b[2J\x9b\u202e\u2066\n\r\u2028\ud800\U000e0001" * 1000
"""Characters that must not reach a terminal, and more of them than anybody wants to read."""


@pytest.mark.parametrize("cls", FAMILY)
def test_a_message_is_one_short_printable_line(cls: type[Exception]) -> None:
    """The message and each text in it have at most 500 characters, all printable, whatever text the error got."""
    for text in (HOSTILE, "a" * 10_000_000):
        kept: dict[type[Exception], tuple[object, ...]] = {
            ms.LogError: (12,),
            BotError: ("died",),
            ms.IllegalMoveError: (ms.Objection(text, text, {"name": text}),),
        }
        own = kept.get(cls, ())  # arguments that never contain text from outside
        required = [one for one in inspect.signature(cls).parameters.values() if one.default is one.empty]
        error = cls(*own, *[text] * (len(required) - len(own)))
        for shown in (str(error), *(part for part in (*error.args, *vars(error).values()) if isinstance(part, str))):
            assert len(shown) <= 500
            assert shown.isprintable()
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_facts_of_an_error_are_bounded() -> None:
    """Whatever an error quotes, its facts have at most 100 printable characters and 100 entries."""
    names = tuple(HOSTILE for _ in range(1000))
    error = ms.MisuseError("no_such_player", {"name": HOSTILE, "players": names})
    assert len(error.values["name"]) == 100
    assert error.values["name"].isprintable()
    assert len(error.values["players"]) == 100
    assert len(str(error)) == 500
    assert ms.MisuseError("text", {"fact": 1.5}).values["fact"] == "1.5"


def test_an_error_has_a_reason_or_a_message() -> None:
    """An error with facts has a reason in all versions. Other errors have only their message."""
    error = ms.MalformedError("name_taken", {"seat": 1, "name": "Ada"})
    assert (error.reason, dict(error.values)) == ("name_taken", {"name": "Ada", "seat": 1})
    assert str(error) == "player 2: 'Ada' is already taken"
    plain = ms.MalformedError("name_taken")
    assert (plain.reason, dict(plain.values), str(plain)) == (None, {}, "name_taken")
    refused = ms.IllegalMoveError(ms.Objection("CHAIN-1", "not_connected", {"space": "S2", "empty": "S1"}))
    assert (refused.reason, refused.values["space"]) == ("not_connected", "S2")


def test_an_unknown_reason_is_its_own_message() -> None:
    """A reason without words is shown as its id with the facts."""
    assert str(ms.MisuseError("lamp_is_out", {"chamber": "1L1"})) == "lamp is out (chamber 1L1)"


def test_the_ends_of_a_message_are_not_cut_off() -> None:
    """A shortened message keeps its beginning and its end: the line and the field, or the rule's id."""
    error = ms.LogError(12, "events[2].seat", "x" * 9999)
    assert str(error).startswith("line 12: events[2].seat: xxx")
    assert str(error).endswith("xxx...")
    assert str(ms.LogError(12, "y" * 9999, "is no field")).endswith("yyy...: is no field")
    assert str(ms.IllegalMoveError(ms.Objection("CHAIN-1", "x" * 9999))).endswith("xxx... [CHAIN-1]")
    assert str(ms.Objection("CHAIN-1", "x" * 9999)).endswith("xxx... [CHAIN-1]")


NEXT_MINER = ms.Objection("INN-1", "hiring_too_dear", {"price": 6, "money": 5})


def test_an_objection_is_a_value() -> None:
    """Objections are compared, hashed, copied and pickled. The order of the facts and the ruleset do not matter."""
    same = ms.Objection("INN-1", "hiring_too_dear", {"money": 5, "price": 6}, ruleset=ms.STANDARD)
    assert same == NEXT_MINER
    assert len({same, NEXT_MINER}) == 1
    for twin in (pickle.loads(pickle.dumps(same)), copy.copy(same), copy.deepcopy(same)):
        assert twin == same
        assert twin.ruleset == ms.STANDARD
    assert ms.Objection("INN-1", "hiring_too_dear", {"price": 6, "money": 4}) != NEXT_MINER
    assert repr(NEXT_MINER) == "Objection(rule='INN-1', reason='hiring_too_dear', values={'money': 5, 'price': 6})"
    assert eval(repr(NEXT_MINER), vars(ms)) == NEXT_MINER


def test_the_facts_are_an_immutable_mapping() -> None:
    """The facts are sorted by name, and later changes of the dict that was passed do not affect them."""
    given = {"price": 6, "money": 5}
    against = ms.Objection("INN-1", "hiring_too_dear", given)
    given["price"] = 0
    assert against.values == {"price": 6, "money": 5}
    assert list(against.values.items()) == [("money", 5), ("price", 6)]
    assert len(against.values) == 2
    with pytest.raises(KeyError, match="water"):
        against.values["water"]
    with pytest.raises(TypeError):
        against.values["price"] = 0  # type: ignore[index]
    with pytest.raises(AttributeError):
        against.values = {}  # type: ignore[misc]


def test_an_objection_of_a_state_names_its_ruleset() -> None:
    """The ruleset finds the words of its rules. An objection may also have a sentence as its reason."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    against = ms.objection(state, ms.PlaceMiner("stock", "S2"))
    assert against is not None
    assert against.ruleset is state.ruleset
    assert not against.is_told
    own = ms.Objection("HOUSE-1", "not on Sundays")
    assert own.is_told
    assert str(own) == "not on Sundays [HOUSE-1]"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, "reason"), "Objection.rule: expected the id of a rule, got 3"),
        (("R-1", None), "Objection.reason: expected the id of a reason or a sentence, got None"),
        (("R-1", "reason", [1]), "Objection.values: expected a mapping of up to 20 facts by name, got [1]"),
        (("R-1", "reason", {f"n{n}": n for n in range(21)}), "expected a mapping of up to 20 facts by name"),
        (("R-1", "reason", {3: 3}), "Objection.values: expected the name of a fact, such as 'price', got 3"),
        (("R-1", "reason", {"a b": 3}), "Objection.values: expected the name of a fact, such as 'price', got 'a b'"),
        (("R-1", "reason", {"n" * 41: 3}), "expected the name of a fact"),
        (
            ("R-1", "reason", {"price": 1.5}),
            "Objection.values.price: expected a text, a number, an amount of salt or a tuple of these, got 1.5",
        ),
        (
            ("R-1", "reason", {"price": [1]}),
            "Objection.values.price: expected a text, a number, an amount of salt or a tuple of these, got [1]",
        ),
        (
            ("R-1", "reason", {"price": (((1,),),)}),
            "Objection.values.price: expected a text, a number, an amount of salt or a tuple of these, got (1,)",
        ),
        (
            ("R-1", "reason", {"price": (0,) * 101}),
            "expected a text, a number, an amount of salt or a tuple of these, got ",
        ),
        (
            ("R-1", "reason", {"price": {}}),
            "Objection.values.price: expected a text, a number, an amount of salt or a tuple of these, got {}",
        ),
    ],
)
def test_malformed_objections_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    """The error names the wrong part and its value."""
    with pytest.raises(ms.MalformedError, match=re.escape(message)):
        ms.Objection(*arguments)


@attrs.frozen
class HalfFee:
    """A value of a house rule that has no form in JSON."""

    groszy: Fraction = Fraction(1, 2)


@attrs.frozen
class NumberFee:
    """A value of a house rule that consists of a number."""

    groszy: int


@attrs.define
class MutableFee:
    """A value of a house rule that has no hash."""

    groszy: int = 2


@pytest.mark.parametrize(
    "fact",
    [HalfFee(), MutableFee(), NumberFee(2**53), HalfFee, ms.ToolCard("rope"), ms.new_game(["Ada", "Ben"], seed=7)],
    ids=lambda fact: type(fact).__name__,
)
def test_facts_are_not_arbitrary_values(fact: object) -> None:
    """An answer contains the facts as JSON. A state would show its face-down pieces there."""
    told = "Objection.values.fee: expected a text, a number, an amount of salt or a tuple of these, got "
    with pytest.raises(ms.MalformedError, match=f"^{told}"):
        ms.Objection("HOUSE-1", "no_fee", {"fee": fact})
    with pytest.raises(ms.MalformedError, match=f"^{told}"):
        ms.Objection("HOUSE-1", "no_fee", {"fee": (1, fact)})


@pytest.mark.parametrize(
    "fact",
    [
        ms.SaltAmount(2, 0, 1),
        ms.SaltBalance(1, -1, 0),
        ms.RoyalOrder.parse("BBG=17"),
        ms.ChamberTile.parse("BGG/2"),
        NumberFee(2),
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_a_fact_may_consist_of_numbers(fact: object) -> None:
    """An amount, an order or a tile is a fact, and so is a value of a house rule that consists of numbers."""
    against = ms.Objection("HOUSE-1", "no_fee", {"fee": fact})
    assert against.values["fee"] is fact
    assert hash(against) == hash(copy.copy(against))
    assert ms.to_dict(against)["values"]["fee"] == ms.to_dict(fact)


def test_facts_from_anywhere_are_printable_and_bounded() -> None:
    """Texts are kept printable, numbers within what JSON can hold, so sentences and JSON stay short."""
    hostile = {
        **dict.fromkeys(("space", "empty"), HOSTILE),
        "more": (HOSTILE,) * 100,
        "number": 10**5000,
        "debt": -(10**5000),
    }
    for rule, reason in (("CHAIN-1", "not_connected"), (HOSTILE, HOSTILE), (HOSTILE, "x" * 10_000)):
        against = ms.Objection(rule, reason, hostile)
        for language in LANGUAGES:
            told = objection_in_words(against, language)
            assert told.isprintable()
            assert len(told) <= errors.LONGEST_SENTENCE
        assert len(str(against)) <= 500
        assert (against.values["number"], against.values["debt"]) == (LARGEST_NUMBER, -LARGEST_NUMBER)
        assert len(ms.to_json(against)) < 20_000
        assert ms.from_json(ms.Objection, ms.to_json(against)) == against


OF_ALL_KINDS = ms.Objection(
    "LAMP-1",
    "no_oil",
    {
        "chamber": "1L2",
        "debt": -3,
        "lit": False,
        "nobody": None,
        "salt": ms.SaltAmount(2, 0, 1),
        "shares": (("Ben", 2), ("Cleo", 1)),
    },
)


def test_the_json_of_an_objection() -> None:
    """An objection's JSON has the rule, the reason and the facts, and matches the schema; reading adds the ruleset."""
    data = ms.to_dict(OF_ALL_KINDS)
    assert data == {
        "rule": "LAMP-1",
        "reason": "no_oil",
        "values": {
            "chamber": "1L2",
            "debt": -3,
            "lit": False,
            "nobody": None,
            "salt": {"brown": 2, "green": 0, "white": 1},
            "shares": [["Ben", 2], ["Cleo", 1]],
        },
    }
    read = ms.from_dict(ms.Objection, data)
    assert read == OF_ALL_KINDS
    assert read.ruleset is ms.STANDARD
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.Objection))
    schema.validate(data)
    for wrong in ({**data, "values": {"a": 1.5}}, {**data, "values": {"a": {"brown": 1}}}, {"rule": "LAMP-1"}):
        with pytest.raises(jsonschema.ValidationError):
            schema.validate(wrong)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rule": 3}, "rule: 3 is not a text"),
        ({"reason": None}, "reason: null is not a text"),
        ({"sentence": "x"}, '"sentence": unknown field'),
        ({"values": []}, "values: a list is not an object"),
        ({"values": {"a b": 1}}, "values: expected the name of a fact, such as 'price', got 'a b'"),
        (
            {"values": {"price": 1.5}},
            "values.price: expected a text, a number, an amount of salt or a tuple of these, got 1.5",
        ),
        (
            {"values": {"price": [[[1]]]}},
            "values.price: expected a text, a number, an amount of salt or a tuple of these, got [1]",
        ),
        ({"values": {"salt": {"brown": 1}}}, "values: green: the field is missing"),
        ({"values": {"salt": {"brown": 1, "green": 0, "white": -1}}}, "values: -1 is not a count"),
    ],
)
def test_malformed_json_of_objections_is_refused(change: dict[str, Any], message: str) -> None:
    """The error names the field."""
    with pytest.raises(ms.MalformedError, match=f"^{re.escape(message)}"):
        ms.from_dict(ms.Objection, {**ms.to_dict(NEXT_MINER), **change})


def test_a_long_path_keeps_its_end() -> None:
    """A path in a message has at most 150 characters. The name of the file is at the end."""
    assert format_path("salt/game.jsonl") == "salt/game.jsonl"
    told = format_path("f/" * 100 + "game.jsonl")
    assert len(told) == 150
    assert told.startswith("...")
    assert told.endswith("/game.jsonl")
    assert len(format_path("\x1b" * 200)) <= 150
