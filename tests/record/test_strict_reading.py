"""Every field of every object that is read: left out, joined by an unknown one, and of every other type."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.model.events import GameStarted
from magnum_sal.model.mine import SPACES
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind

Place = tuple[str | int, ...]


def recorded() -> ms.Game:
    """Return a short game whose log has every kind of line."""
    rng = random.Random(2)
    game = ms.Game.new(["Ada", "Ben"], seed=2, metadata={"comments": ["free", {"as": "air"}]})
    while len(game.moves) < 12:
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    game.undo(to=11)
    game.end("late")
    return game


GAME = recorded()
FIRST_PHASE = ms.to_dict(
    position(
        "S1: A | S2: A | 1L1: Aa [BG/1] | A: BG, rope, cart used, order BB=9 | assistant market: B | workshop: rope -",
        actions_left=1,
        visited=["inn"],
    )
)
SECOND_PHASE = ms.to_dict(
    position("A: order BB=9, order BB=9, rope | B: order BG=11, order BG=11 | S1: A", to_move="B", phase=2)
)
LINES: list[dict[str, Any]] = [json.loads(line) for line in GAME.log.lines()]
for line in LINES:
    del line["checksum"]

VALUES: dict[str, tuple[type[Any], Any]] = {
    "state": (ms.GameState, FIRST_PHASE),
    "state of phase 2": (ms.GameState, SECOND_PHASE),
    "public state": (ms.GameState, SECOND_PHASE | {"hidden": None, "pending": None}),
    "ruleset": (ms.Ruleset, LINES[0]["started"]["ruleset"]),
    "setup": (ms.Setup, LINES[0]["started"]["setup"]),
    "game start": (GameStarted, LINES[0]["started"]),
    "public game start": (GameStarted, ms.to_dict(GAME.log.public().started)),
    **{
        f"{line['move']['type']} {number}": (ms.Move, line["move"])
        for number, line in enumerate(LINES)
        if line["type"] == "move"
    },
    **{
        f"{event['type']} {number}.{index}": (ms.Event, event)
        for number, line in enumerate(LINES)
        for index, event in enumerate(line.get("events", ()))
    },
}
"""The class and the data of each value to read."""

ALIKE = {*SPACES, "green"} - {"S1", "1L1", "3R2"}
"""Keys of which one stands for all."""


def objects(data: Any, place: Place = ()) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yield the objects in plain JSON data with their places. Metadata can hold anything and are skipped."""
    if isinstance(data, dict):
        yield place, data
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if key != "metadata":
            yield from objects(inner, (*place, key))


def parts(data: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield the values in objects and lists with their places, but only a few of those that are alike."""
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data[:2]) if isinstance(data, list) else ():
        if key not in ALIKE:
            yield (*place, key), inner
            yield from parts(inner, (*place, key))


def named(place: Place) -> str:
    """Return a place as messages name it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).removeprefix(".")


def there(data: Any, place: Place) -> Any:
    """Return the value at a place."""
    for key in place:
        data = data[key]
    return data


def refusal(kind: type[Any], data: Any) -> str | None:
    """Return the message that refuses the data, or None if they are read and written again unchanged."""
    try:
        value = ms.from_dict(kind, data)
    except ms.MalformedError as error:
        return str(error)
    assert json.dumps(ms.to_dict(value)) == json.dumps(as_written_today(kind, data))
    return None


def as_written_today(kind: type[Any], data: Any) -> Any:
    """Return *data* with the field that 0.1.0 left out of public states, if it is missing."""
    if kind is ms.GameState and data["hidden"] is None and "pending" not in data:
        return data | {"pending": None}
    return data


def missing(place: Place, name: str) -> set[str]:
    """Return the two forms of the complaint that a field is missing: with its own place, or with the object's."""
    inner = f"{name}: the field is missing"
    return {f"{named((*place, name))}: the field is missing", f"{named(place)}: {inner}" if place else inner}


@pytest.mark.long
@pytest.mark.parametrize("name", VALUES)
def test_every_field_is_required(name: str) -> None:
    """
    If any field of any object is missing, the message names the field and its place.

    Exceptions are the switches, and ``pending``, which 0.1.0 left out of public states.
    """
    kind, data = VALUES[name]
    for place, whole in objects(data):
        for field in [field for field in whole if field not in ms.Ruleset.SWITCHES]:
            changed = copy.deepcopy(data)
            del there(changed, place)[field]
            message = refusal(kind, changed)
            if named((*place, field)) in ("extras.seen", "pending"):
                assert message is None
            elif place == ("hidden", "tiles"):
                assert message == f"hidden.tiles.{field}: the face-down tile is missing"
            elif field == "type" and kind in (ms.Move, ms.Event) and not place:
                assert message == f"type: expected the type of the {kind.__name__.lower()}, got null"
            else:
                assert message in missing(place, field)


@pytest.mark.slow
@pytest.mark.parametrize("name", VALUES)
def test_unknown_fields_are_refused(name: str) -> None:
    """An unknown field in any object is refused, and the message names the field and the object."""
    kind, data = VALUES[name]
    for place, _ in objects(data):
        changed = copy.deepcopy(data)
        there(changed, place)["colour"] = 1
        message = refusal(kind, changed)
        assert message is not None
        complaint = "is not a chamber" if place == ("hidden", "tiles") else ": unknown field; expected "
        assert message.startswith((f"{named(place)}: " if place else "") + '"colour"')
        assert complaint in message


WRONG: tuple[Any, ...] = (None, True, -1, 1.0, "x", [], {})

ELSEWHERE = {
    "name": "no ruleset 'x' is registered here",
    "mapped_mine": "tile",
    "over": "does not fit over: true",
    "tile": "the face-down tile is missing",
    "orders": ", but 0 orders are hidden",
    "tools": ", but 0 tools are hidden",
}
"""Fields whose value can have the right type but not fit another field, and part of the message about it."""


@pytest.mark.long
@pytest.mark.parametrize("name", VALUES)
def test_the_type_of_every_value_is_checked(name: str) -> None:
    """A value of another type is refused with its place, or is read and written back unchanged if it is valid there."""
    kind, data = VALUES[name]
    data = copy.deepcopy(data)
    for place, right in list(parts(data)):
        *way, last = place
        whole = there(data, tuple(way))
        for wrong in WRONG:
            if type(wrong) is type(right) and wrong == right:
                continue
            whole[last] = wrong
            try:
                message = refusal(kind, data)
            except ms.MisuseError as error:  # Nobody has registered this ruleset.
                message = str(error)
            is_like = type(wrong) is type(right) or wrong is None or right is None
            if message is None:
                assert is_like or last in ("source", "target"), place
                continue
            told = message.partition(": ")[0]
            if not is_like:
                assert re.fullmatch(re.escape(named(place)) + r"([.\[].*)?", told), (place, wrong, message)
            elif not told.startswith(named(place[:1])):
                assert ELSEWHERE[next(key for key in reversed(place) if isinstance(key, str))] in message
        whole[last] = right
