"""Every field of every object in a log's lines: left out, and joined by an unknown one."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.amounts import select_pairs
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.testing.players import any_kind


def recorded() -> ms.Game:
    """Return a short game whose log has every kind of line."""
    rng = random.Random(5)
    game = ms.Game.new(["Ada", "Ben"], seed=2, metadata={"comments": ["free", {"as": "air"}]})
    while len(game.moves) < 9:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    game.undo(to=8)
    game.end("late")
    return game


LINES: list[dict[str, Any]] = [
    {key: value for key, value in json.loads(line).items() if key != "checksum"} for line in recorded().log.lines()
]


def objects(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Yield the objects in plain JSON data with their places. Metadata can hold anything and are skipped."""
    if isinstance(data, dict):
        yield place, data
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if key != "metadata":
            yield from objects(inner, (*place, key))


def named(place: tuple[Any, ...]) -> str:
    """Return a place as messages name it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).removeprefix(".")


def refused(number: int, data: dict[str, Any], verify: bool) -> ms.LogError:
    """Return the error that refuses a log whose line *number* holds other data."""
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(resealed([*LINES[: number - 1], data]), verify=verify)
    assert caught.value.line == number
    return caught.value


def with_object(data: dict[str, Any], place: tuple[Any, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a copy of *data*, and the object at *place* in it."""
    data = copy.deepcopy(data)
    here: Any = data
    for key in place:
        here = here[key]
    return data, here


EACH = pytest.mark.parametrize(
    ("number", "verify"),
    [
        pytest.param(number, verify, id=f"{LINES[number - 1]['type']}, {verify}")
        for number, verify in select_pairs(range(1, len(LINES) + 1), [True, False])
    ],
)


@pytest.mark.long
@EACH
def test_every_field_of_a_line_is_required(number: int, verify: bool) -> None:
    """
    If any field of any object is missing, the error names the line and the field.

    Only the switches of a ruleset can be left out.
    """
    right = LINES[number - 1]
    for place, whole in objects(right):
        for name in [name for name in whole if name not in ms.Ruleset.SWITCHES]:
            data, here = with_object(right, place)
            del here[name]
            error = refused(number, data, verify)
            told = f"{error.field}: {error.difference}"
            if name == "type" and (not place or place == ("move",) or place[:-1] == ("events",)):
                assert re.search(r"type: (expected .*, got )?(null|None)\b", told)
                continue
            complaint = "the field is missing"
            assert told in (
                f"{named((*place, name))}: {complaint}",
                f"{named(place)}: {name}: {complaint}",
                # A verified move is read alone, so its places begin at the move.
                *((f"move: {named((*place[1:], name))}: {complaint}",) if place[:1] == ("move",) else ()),
            )


@pytest.mark.long
@EACH
def test_unknown_fields_of_a_line_are_refused(number: int, verify: bool) -> None:
    """An unknown field in any object is refused, and the error names the line and the object."""
    right = LINES[number - 1]
    for place, _ in objects(right):
        data, here = with_object(right, place)
        here["colour"] = 1
        error = refused(number, data, verify)
        told = f"{error.field}: {error.difference}"
        assert "unknown field; " in told
        if place:
            assert told.replace(": ", ".").startswith(f'{named(place)}."colour"')
        else:
            assert error.field == "colour"
