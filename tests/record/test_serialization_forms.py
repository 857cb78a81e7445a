"""The JSON forms: a class's exceptions are declared once, and an ordinary new field needs no declaration."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import attrs
import jsonschema
import pytest

import magnum_sal as ms
from magnum_sal.model.fields import BySeat, Count, Number, Seat, SignedSalt, Tool, fields_of
from magnum_sal.model.state import Hidden
from magnum_sal.record.log import entries as lines
from magnum_sal.record.serialization.forms import ODD, complete_form, form_of, register_odd_form
from magnum_sal.record.serialization.shapes import Form, Part
from magnum_sal.testing import position

STATE = position("S1: A")


def with_a_field(cls: type[Any]) -> type[Any]:
    """Return a subclass with one more field."""
    tool: Any = Tool | None
    return attrs.make_class(
        cls.__name__, {"wind": attrs.field(type=tool, default=None)}, (cls,), frozen=True, slots=True
    )


def longer(value: Any) -> Any:
    """Return a copy of *value* with one more field."""
    fields = {field.name: getattr(value, field.name) for field in fields_of(type(value))}
    return with_a_field(type(value))(**fields, wind="rope")


@attrs.frozen
class Lamp:
    """A class of a higher layer."""

    oil: Count


def test_a_form_applies_to_a_class_that_was_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A higher layer may be imported, and register the form of a class, after the class was read."""
    assert ms.from_dict(Lamp, {"oil": 2}) == Lamp(2)
    monkeypatch.setitem(ODD, Lamp, Form())  # removed again after the test
    register_odd_form(Lamp, Form((Part("oil", off=3),)))
    assert ms.from_dict(Lamp, {}) == Lamp(3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "value",
    [
        STATE,
        STATE.bank,
        STATE.hidden,
        ms.Game.new(["Ada", "Ben"], seed=1).log.started.setup,
        ms.Game.new(["Ada", "Ben"], seed=1).log.started,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_new_field_is_written_and_read_and_in_the_schema(value: Any) -> None:
    """A new field of a class becomes its last key. Readers and the schema require it and check its type."""
    grown = longer(value)
    data = ms.to_dict(grown)
    assert json.dumps(data) == json.dumps(ms.to_dict(value) | {"wind": "rope"})
    read = ms.from_dict(type(grown), data)
    assert read == grown
    assert type(read) is type(grown)
    schema = jsonschema.Draft202012Validator(ms.json_schema(type(grown)))
    schema.validate(data)
    for wrong in (1, "spade"):
        assert not schema.is_valid(data | {"wind": wrong})
    with pytest.raises(ms.MalformedError, match=r"^wind: 1 is not a text$"):
        ms.from_dict(type(grown), data | {"wind": 1})
    del data["wind"]
    assert not schema.is_valid(data)
    with pytest.raises(ms.MalformedError, match=r"^wind: the field is missing$"):
        ms.from_dict(type(grown), data)


def test_a_new_field_of_a_line_is_written_and_read_and_in_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new field of a line's class is written, read and in the schema without further declarations."""

    @attrs.frozen
    class Longer(lines.UndoLine):
        by: Seat

    monkeypatch.setitem(lines.LINES, Longer, complete_form(Form(tag="undo"), Longer))
    monkeypatch.setitem(lines._ENTRIES, "undo", Longer)
    data = ms.to_dict(Longer(3, 1))
    assert data == {"type": "undo", "to": 3, "by": 1}
    assert lines.parse_entry(5, data, ms.STANDARD) == Longer(3, 1)
    with pytest.raises(ms.LogError, match=r"by: the field is missing"):
        lines.parse_entry(5, {"type": "undo", "to": 3}, ms.STANDARD)
    with pytest.raises(ms.LogError, match=r"by: \"x\" is not a count"):
        lines.parse_entry(5, data | {"by": "x"}, ms.STANDARD)
    schema = jsonschema.Draft202012Validator(ms.json_schema(Longer))
    assert schema.is_valid(data | {"checksum": "0" * 16})
    assert not schema.is_valid(data | {"by": 4, "checksum": "0" * 16})


@pytest.mark.parametrize("cls", ODD, ids=lambda cls: cls.__name__)
def test_each_exception_is_about_a_field(cls: type[Any]) -> None:
    """Each exception belongs to an existing field, or to a key that only some values have. No key appears twice."""
    names = [part.name for part in ODD[cls].parts if part.when is None]
    assert set(names) <= {field.name for field in attrs.fields(cls)}
    keys = [part.key for part in form_of(cls).parts]
    assert len(keys) == len(set(keys))


def test_face_down_pieces_have_the_same_form_alone_as_in_a_state() -> None:
    """The form of `Hidden` alone equals the field ``hidden`` of the state."""
    data = ms.to_dict(STATE.hidden)
    assert data == ms.to_dict(STATE)["hidden"]
    assert ms.from_dict(Hidden, data) == STATE.hidden


@attrs.frozen
class Owed(ms.Event):
    """An event of an extension whose amounts can be below 0."""

    type: ClassVar[str] = "owed"
    groszy: Number
    salt: SignedSalt
    miners: BySeat[Count]
    change: Number | None


def owing() -> ms.Ruleset:
    """Return a ruleset with that event."""
    rule = attrs.evolve(ms.STANDARD.by_type["rest"], events={Owed: lambda _draft, _event: None})
    rules = tuple(rule if old is ms.STANDARD.by_type["rest"] else old for old in ms.STANDARD.rules)
    return attrs.evolve(ms.STANDARD, name="owing", rules=rules)


OWED: dict[str, Any] = {
    "type": "owed",
    "groszy": -3,
    "salt": {"brown": -1, "green": 0, "white": 2},
    "miners": [1, 0],
    "change": -1,
}


def test_numbers_below_0_are_read_if_the_field_allows_them() -> None:
    """An extension's event can have amounts below 0, as the bank does (SET-SUPPLY). The schema agrees."""
    event = ms.from_dict(ms.Event, OWED, ruleset=owing())
    assert event == Owed(-3, ms.SaltBalance(-1, 0, 2), (1, 0), -1)
    assert ms.to_dict(event) == OWED
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.Event, ruleset=owing()))
    assert schema.is_valid(OWED)
    assert not schema.is_valid(OWED | {"miners": [1]})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"groszy": True}, "groszy: true is not a whole number"),
        ({"groszy": 2**53}, "groszy: 9007199254740992 is too large; the largest number is 9007199254740991"),
        ({"change": "x"}, 'change: "x" is not a whole number'),
        ({"salt": OWED["salt"] | {"brown": 1.0}}, "salt.brown: 1.0 is not a whole number"),
        ({"salt": {"brown": 1, "green": 1}}, "salt: white: the field is missing"),
        ({"salt": None}, "salt: null is not an object"),
        ({"miners": [-1, 0]}, "miners[0]: -1 is not a count (a whole number, 0 or more)"),
    ],
)
def test_invalid_numbers_are_refused(change: dict[str, Any], message: str) -> None:
    """The message names the field and the value."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.from_dict(ms.Event, OWED | change, ruleset=owing())
    assert str(caught.value) == message
