"""What a ruleset must be to hang together, asked when one is made. It stands below ``Ruleset``, which asks it."""

from __future__ import annotations

from typing import Any, Final

from .errors import MisuseError
from .extension import Extension
from .mine import MOST_MINERS
from .pieces import MAX_PLAYERS, MIN_PLAYERS
from .rule import Building, ExtrasPart, Rule, Rulings
from .switches import SWITCHES

LONGEST_NAME: Final = 60
"""Characters of a ruleset's name, at most."""

_BY_PLAYERS: Final = ("start_miners", "open_orders", "orders_to_end", "inn_start")


def check_kinds(ruleset: Any) -> None:
    """
    Check what the derived fields of a ruleset ask of the others, so that a mistake is named and does not show up later.

    Raises:
        MisuseError: a field holds something else.
    """
    if type(ruleset.name) is not str or not ruleset.name.isprintable() or not 1 <= len(ruleset.name) <= LONGEST_NAME:
        raise MisuseError(f"{ruleset.name!r} is no name of a ruleset: 1 to {LONGEST_NAME} printable characters")
    kinds = {"rules": Rule, "buildings": Building, "extensions": Extension, "tiles": tuple, "orders": tuple}
    for field, kind in kinds.items():
        entries = getattr(ruleset, field)
        if not isinstance(entries, tuple) or not all(isinstance(entry, kind) for entry in entries):
            raise MisuseError(f"ruleset {ruleset.name!r}: {field} is not a tuple with a {kind.__name__} in each place")
    if not isinstance(ruleset.rulings, Rulings):
        raise MisuseError(f"ruleset {ruleset.name!r}: rulings: {ruleset.rulings!r} is not a Rulings")
    for field in ("inn_track", "workshop_prices", "pump_prices", *_BY_PLAYERS):
        numbers = getattr(ruleset, field)
        if not isinstance(numbers, tuple) or not numbers or not all(type(number) is int for number in numbers):
            raise MisuseError(f"ruleset {ruleset.name!r}: {field}: {numbers!r} is not a tuple of whole numbers")
        if field in _BY_PLAYERS and len(numbers) != MAX_PLAYERS - MIN_PLAYERS + 1:
            raise MisuseError(f"ruleset {ruleset.name!r}: {field}: {numbers!r} has not one for 2, 3 and 4 players")


def check_whole(ruleset: Any) -> None:
    """
    Check that a ruleset hangs together, once its derived fields are there.

    Raises:
        MisuseError: it does not; the message says what does not fit.
    """
    if type(ruleset.food_miners) is not int or not 0 <= ruleset.food_miners <= 2:
        raise MisuseError(f"food_miners: {ruleset.food_miners!r} is not 0, 1 or 2, which a move of that kind can name")
    most = MOST_MINERS // MAX_PLAYERS
    if type(ruleset.miners_per_colour) is not int or not 0 <= ruleset.miners_per_colour <= most:
        raise MisuseError(f"miners_per_colour: {ruleset.miners_per_colour!r} is not a number from 0 to {most}")
    if len(ruleset.by_tag) != len(ruleset.rules):
        raise MisuseError(f"ruleset {ruleset.name!r}: two rules share a move type")
    if len(ruleset.building_ids) != len(ruleset.buildings):
        raise MisuseError(f"ruleset {ruleset.name!r}: two buildings share an id")
    for rule in ruleset.rules:
        if rule.building_id is not None and rule.building_id not in ruleset.building_ids:
            raise MisuseError(
                f"ruleset {ruleset.name!r}: {rule.move.type} visits {rule.building_id!r}, which is no building of it"
            )
    for switch in SWITCHES:
        if complaint := switch.complaint(getattr(ruleset, switch.name)):
            raise MisuseError(f"{switch.name}: {complaint}")
    if len(ruleset.tools) < ruleset.phases * ruleset.tools_per_phase:
        raise MisuseError(
            f"ruleset {ruleset.name!r}: {len(ruleset.tools)} tools are too few for "
            f"{ruleset.phases} phases of {ruleset.tools_per_phase}"
        )

    for name, ids in (
        ("extension", [extension.id for extension in ruleset.extensions]),
        ("deck", [deck.id for extension in ruleset.extensions for deck in extension.decks]),
    ):
        if len(set(ids)) != len(ids):
            raise MisuseError(f"ruleset {ruleset.name!r}: two {name}s share an id")
    _check_parts(ruleset)
    if len(ruleset.event_types) != len(ruleset.folds):
        raise MisuseError(f"ruleset {ruleset.name!r}: two events share a type")


def _check_parts(ruleset: Any) -> None:
    """Check that what several rules and extensions keep does not get mixed up; rules may share one part."""
    parts = [rule.extras for rule in ruleset.rules if rule.extras is not None]
    parts += [extension.part for extension in ruleset.extensions if extension.part is not None]
    kept: dict[str, ExtrasPart] = {}
    for part in parts:
        if kept.setdefault(part.key, part) != part:
            raise MisuseError(f"ruleset {ruleset.name!r}: two parts of the state share the key {part.key!r}")
    if shared := ruleset.decks.keys() & kept:
        raise MisuseError(f"ruleset {ruleset.name!r}: {min(shared)!r} is the id of a deck and a part of the state")
