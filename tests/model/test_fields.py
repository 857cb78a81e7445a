"""The meanings of fields: ``fields.py``, and ``meaning.py``, which reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model import fields
from magnum_sal.model.events import MoneyMoved
from magnum_sal.model.fields import ChamberId, Field, From, Groszy, MinerSource, Role, Seat, To, fields_of
from magnum_sal.model.meaning import Meaning, Validator, places_of, unknown_id
from magnum_sal.model.pieces import NO_SALT
from magnum_sal.record.serialization import EVENT_TYPES

if TYPE_CHECKING:
    from decimal import Decimal


@attrs.frozen
class Haul(ms.Move):
    """A move with fields of many kinds."""

    type: ClassVar[str] = "haul"
    source: From[MinerSource]
    chambers: To[tuple[ChamberId, ...]]
    payer: Seat | None = None
    price: Groszy = 0
    note: str = ""


def by_name(cls: type[Any]) -> dict[str, Field]:
    """Return the fields of a class by name."""
    return {field.name: field for field in fields_of(cls)}


def test_the_parts_of_a_field() -> None:
    """A field has its plain type, meaning and role, and says whether it has many entries and whether it may be None."""
    found = by_name(Haul)
    assert list(found) == ["source", "chambers", "payer", "price", "note"]
    assert found["source"] == Field("source", str, fields.SOURCE, Role.FROM, False, False, False)
    assert found["chambers"] == Field("chambers", tuple[str, ...], fields.CHAMBER, Role.TO, True, False, False)
    assert found["payer"] == Field("payer", int | None, fields.SEAT, None, False, True, False)
    assert found["price"] == Field("price", int, fields.GROSZY, None, False, False, False)
    assert found["note"] == Field("note", str, None, None, False, False, False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"payer": 3}, None),
        ({"payer": 4}, "Haul.payer: 4 is not a seat (0 to 3)"),
        ({"payer": True}, "Haul.payer: True is not a seat (0 to 3)"),
        ({"price": -1}, "Haul.price: -1 is not a count (a whole number, 0 or more)"),
        ({"price": None}, "Haul.price: None is not a count (a whole number, 0 or more)"),
        ({"source": ""}, "Haul.source: '' is not an id (a text)"),
        ({"chambers": ["1L1"]}, "Haul.chambers: ['1L1'] is not a list"),
        ({"chambers": ("1L1", "S1")}, "Haul.chambers[1]: 'S1' is not a chamber (1L1 to 3R2)"),
    ],
)
def test_a_move_is_checked_by_its_fields(change: dict[str, Any], message: str | None) -> None:
    """The check runs when the move is created, for each entry of a tuple, and accepts None if the type does."""
    values: dict[str, Any] = {"source": "stock", "chambers": ("1L1",)} | change
    if message is None:
        Haul(**values)
    else:
        with pytest.raises(ms.MalformedError) as caught:
            Haul(**values)
        assert str(caught.value) == message


def test_a_field_may_have_its_own_validator() -> None:
    """Only the field's own validator checks it, and one of the library's also gives the field its meaning."""

    @attrs.frozen
    class Other(ms.Move):
        type: ClassVar[str] = "other"
        seat: Seat = attrs.field(validator=lambda *_: None)
        tool: str = attrs.field(default="rope", validator=Validator(fields.TOOL))
        chamber: str = attrs.field(default="1L1", validator=Validator(fields.CHAMBER))

    assert Other(99).seat == 99
    found = by_name(Other)
    assert [found[name].meaning for name in ("seat", "tool", "chamber")] == [fields.SEAT, fields.TOOL, fields.CHAMBER]
    with pytest.raises(ms.MalformedError, match=r"^Other\.chamber: 'S1' is not a chamber"):
        Other(0, "rope", "S1")


def test_the_hints_of_fields_keep_the_notes_of_their_types() -> None:
    """A ``Validator`` adds its note to the hint, as an annotated type does, at the part that is not None."""

    @attrs.frozen
    class Noted:
        seat: Seat
        seats: tuple[Seat | None, ...]
        miners: fields.BySeat[fields.Miners]
        debt: int = attrs.field(default=0, validator=Validator(fields.NUMBER))
        chamber: str | None = attrs.field(default=None, validator=Validator(fields.CHAMBER))
        slot: Annotated[int | None, fields.SLOT] = None
        salt: fields.Salt = attrs.field(default=NO_SALT, validator=Validator(fields.SALT))

    assert {field.name: field.hint for field in fields_of(Noted)} == {
        "seat": Seat,
        "seats": tuple[Seat | None, ...],
        "miners": fields.BySeat[fields.Miners],
        "debt": fields.Number,
        "chamber": ChamberId | None,
        "slot": fields.Slot | None,
        "salt": fields.Salt,
    }
    assert [field.type for field in fields_of(Noted)][1:3] == [tuple[int | None, ...], tuple[int, ...]]


def test_a_missing_type_does_not_affect_other_fields() -> None:
    """A name that only type checkers know leaves its field without a meaning and without a JSON form."""

    @attrs.frozen
    class Dear(ms.Move):
        type: ClassVar[str] = "dear"
        price: Decimal
        seat: Seat

    assert [field.meaning for field in fields_of(Dear)] == [None, fields.SEAT]
    rule = attrs.evolve(ms.STANDARD.by_type["rest"], move=Dear, notation=None)
    ruleset = attrs.evolve(ms.STANDARD, name="dear", rules=(*ms.STANDARD.rules, rule))
    with pytest.raises(ms.MisuseError, match="has no JSON form"):
        ms.from_dict(ms.Move, {"type": "dear", "price": 1, "seat": 0}, ruleset=ruleset)


def test_ids_are_those_of_a_ruleset() -> None:
    """The first field with an unknown id is found; places are known by pattern."""
    assert unknown_id(Haul("inn", ("1L1",), 0), ms.STANDARD) is None
    found = unknown_id(Haul("smithy", ("1L1",)), ms.STANDARD)
    assert found is not None
    assert (found[0].name, found[1]) == ("source", "smithy")
    for place, is_known in (("castle:2", True), ("castle:x", False), ("3R2", True), ("market", True), (3, True)):
        assert (unknown_id(MoneyMoved(place, "bank", 1), ms.STANDARD) is None) == is_known


def test_the_places_of_a_move() -> None:
    """The source and the target of a move are found, whatever the fields are called."""
    assert places_of(ms.PlaceAssistant("S1", "market"), Role.FROM) == ("S1",)
    assert places_of(ms.PlaceAssistant("S1", "market"), Role.TO) == ("market",)
    assert places_of(ms.VisitPumpHouse("1L1", 2), Role.FROM) == ("1L1",)
    assert places_of(ms.Pass(), Role.TO) == ()


NUMBERS_OF_NO_KIND: set[tuple[str, str]] = set()
"""Fields of built-in moves and events that are plain integers, which none should be."""


@pytest.mark.parametrize("cls", [*ms.STANDARD.by_move, *EVENT_TYPES.values()], ids=lambda cls: cls.__name__)
def test_every_field_has_a_meaning(cls: type[Any]) -> None:
    """Every integer or text of a built-in move or event has a meaning."""
    bare = {
        (cls.__name__, field.name) for field in fields_of(cls) if field.meaning is None and field.type in (int, str)
    }
    assert bare <= NUMBERS_OF_NO_KIND


def test_the_names_of_meanings() -> None:
    """A meaning is named like its constant, except where another name reads better in errors."""
    named = {name: value.name for name, value in vars(fields).items() if isinstance(value, Meaning)}
    others = {name: shown for name, shown in named.items() if shown != name.lower().replace("_", " ")}
    assert len(named) > 30
    assert others == {"KIND": "kind of salt", "SIGNED_SALT": "salt", "MOVE_TYPE": "action", "PLACE_ID": "place"}


def test_validators_can_be_compared() -> None:
    """Validators are values, as attrs expects of its metadata."""
    assert Validator(fields.COUNT) == Validator(fields.COUNT)
    assert Validator(fields.CHAMBER) != Validator(fields.SPACE)
