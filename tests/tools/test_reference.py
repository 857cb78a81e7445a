"""The API reference: every field has a sentence, and Python's own docstrings are not repeated."""

from __future__ import annotations

import inspect
import io
import pydoc
import re
from collections.abc import Iterator
from typing import get_args

import attrs
import pytest
from tests import reference

import magnum_sal as ms
from magnum_sal.model import state
from magnum_sal.model.events import StandardEvent, WaterMoved
from magnum_sal.model.extension import CardPile
from magnum_sal.model.mine import Chamber, Section
from magnum_sal.record.log.entries import LINES
from magnum_sal.record.serialization.forms import TurnInHand, form_of
from magnum_sal.record.serialization.shapes import ById


@pytest.mark.long
def test_every_field_has_a_sentence() -> None:
    """
    Every field has a sentence below it, where editors and the reference find it.

    A new field without one fails this test.
    """
    fields = [(name, cls, field) for name, cls in reference.classes().items() for field in reference.fields(cls)]
    assert len(fields) > 500
    silent = [f"{name}.{field}" for name, cls, field in fields if not reference.sentence(cls, field)]
    assert silent == []


def helped(cls: type[object]) -> str:
    """Return the output of ``help()`` for a class."""
    printed = io.StringIO()
    pydoc.Helper(output=printed).help(cls)
    return printed.getvalue()


@pytest.mark.parametrize(
    ("cls", "field", "said"),
    [
        (ms.GameState, "turn_seat", "The seat whose turn it is or, between two turns, was last."),
        (state.Player, "money", "The player's money, in groszy."),
        (WaterMoved, "cubes", "The number of cubes of water."),
        (ms.Effects, "turns_up", "The piles from which a piece is turned up"),
    ],
)
@pytest.mark.skipif(ms.is_compiled, reason="compiled classes have no slots that could be told of")
def test_help_shows_the_sentences_of_fields(cls: type[object], field: str, said: str) -> None:
    """``help()`` shows the sentences of fields, including those of base classes."""
    assert (inspect.getdoc(getattr(cls, field)) or "").startswith(said)
    assert said in helped(cls)


@pytest.mark.long
@pytest.mark.skipif(ms.is_compiled, reason="compiled classes have no slots that could be told of")
def test_help_shows_every_field_of_the_values() -> None:
    """Each public attrs class passes the sentences of its fields to ``help()``, whatever base class it has."""
    fields = [
        (f"{name}.{field}", getattr(cls, field), reference.sentence(cls, field))
        for name, cls in reference.classes().items()
        if attrs.has(cls)
        for field in reference.fields(cls)
        if inspect.ismemberdescriptor(getattr(cls, field, None))
    ]
    assert len(fields) > 300
    assert [name for name, field, said in fields if inspect.getdoc(field) != inspect.cleandoc(said or "")] == []


@pytest.mark.long
def test_help_repeats_no_docstrings_of_python() -> None:
    """Fields, methods and classes of the library show no docstring of a built-in type."""
    for name, cls in reference.classes().items():
        assert inspect.getdoc(cls) != inspect.getdoc(cls.__base__), name
        assert "Alias for field number" not in helped(cls), name


def test_every_method_has_a_docstring() -> None:
    """Each public method, property and function has a docstring, because the reference would omit it otherwise."""
    silent = [name for name, value in reference.documented().items() if inspect.isroutine(value) and not value.__doc__]
    for name, cls in reference.classes().items():
        for member in inspect.classify_class_attrs(cls):
            is_ours = member.defining_class.__module__.partition(".")[0] == "magnum_sal"
            if is_ours and member.kind != "data" and not member.name.startswith("_"):
                silent += [] if inspect.getdoc(getattr(cls, member.name)) else [f"{name}.{member.name}"]
    assert silent == []


def test_caches_are_private() -> None:
    """
    Caches start with an underscore, so that the reference and completion omit them.

    The public derived fields are facts.
    """
    derived = {
        f"{cls.__name__}.{field.name}"
        for cls in reference.classes().values()
        for field in (attrs.fields(cls) if attrs.has(cls) else ())
        if not (field.eq or field.name.startswith("_"))
    }
    assert derived == {
        *(f"Mine.{name}" for name in ("occupied", "rested", "tired", "salty", "wet")),
        *(f"Ruleset.{name}" for name in ("by_move", "by_type", "event_types", "parts", "decks", "dice")),
        *(f"Ruleset.{name}" for name in ("has_looks", "pending_piles")),
        *(f"Ruleset.{name}" for name in ("assistant_places", "building_ids", "paying_buildings")),
        *(f"EpisodeSettings.{name}" for name in ("actions", "observation_length")),
        "Player.ready_tools",
        "Field.hint",
        "Objection.ruleset",
    }


WRITTEN = (
    *(ms.GameState, state.Player, TurnInHand, state.Inn, state.Workshop, state.Castle, state.Bank, state.Hidden),
    *(state.SeenPieces, CardPile, ms.Pending, ms.Score, Section, Chamber, ms.SaltAmount, ms.ChamberTile),
    *(ms.RoyalOrder, ms.ToolCard, ms.Setup, ms.Ruleset, ms.Effects, ms.Objection, ms.Choice, ms.RuleText, ms.Ruling),
    *(ms.Transaction, *get_args(ms.StandardMove), *get_args(StandardEvent), *LINES),
)
"""The classes that have a JSON form."""


def differences() -> Iterator[tuple[str, str]]:
    """Yield the keys that differ from fields in name or form, and "none" for classes with unwritten fields."""
    for cls in WRITTEN:
        form = LINES.get(cls) or form_of(cls)
        name = "Turn" if cls is TurnInHand else cls.__name__
        fields = {field.name for field in attrs.fields(cls) if not field.name.startswith("_")}
        for part in form.parts:
            is_by_id = isinstance(part.kind, ById) and part.name != "readings"  # This is a mapping in Python too.
            if part.key != part.name or part.name not in fields or is_by_id or part.when is not None:
                yield name, part.key
        if fields - {part.name for part in form.parts}:
            yield name, "none"


def test_the_differences_between_python_and_json_are_listed() -> None:
    """The table on the page of the JSON forms lists exactly these differences."""
    _, table = (reference.ROOT / "docs" / "reference" / "json-forms.md").read_text("utf-8").split("JSON differ\n")
    rows = re.findall(r"^\| (?:`(\w+)`|lines of a log) \| `?(\w+)`? \|", table, re.MULTILINE)
    assert sorted(rows) == sorted({*differences(), ("", "checksum")})
