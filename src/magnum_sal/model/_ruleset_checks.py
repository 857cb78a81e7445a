"""Checks of a new ruleset. ``Ruleset`` imports this module, so it cannot import ``Ruleset``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NoReturn, TypeAlias

import attrs

from ..errors import LARGEST_NUMBER, MisuseError
from ..errors.messages import brief
from ._event_base import library_event_types
from ._registered_rulesets import REGISTERED
from .extension import RESERVED
from .mine import CHAMBERS, SPACES, level_of
from .mine.geometry import MOST_MINERS
from .parts import MOST_ACTIONS
from .pieces import MARKET, MAX_PLAYERS, MIN_PLAYERS, PLACES, SALT_KINDS, ChamberTile, RoyalOrder, SaltAmount
from .rule import Part, Rulings, check_entries
from .switches import SWITCHES

LONGEST_NAME: Final = 60
"""The maximum number of characters in a ruleset's name."""

MOST_OF_A_COLOUR: Final = MOST_MINERS // MAX_PLAYERS
"""The maximum number of miners per colour, so that all miners of all players fit into one space."""

_CHAMBERS_OF: Final = Counter(map(level_of, CHAMBERS))
"""The number of chambers on each level."""

_OTHER_PLACES: Final = PLACES.union(SPACES) - {MARKET}
"""The places that are not buildings. An event names a place only by its id, so no building may have one of these."""

_Check: TypeAlias = Callable[[Any, "attrs.Attribute[Any]", Any], None]
"""A check for one field. It receives the ruleset, the field and the value, and raises ``MisuseError``."""


def is_name(_ruleset: Any, _field: attrs.Attribute[Any], name: object) -> None:
    """Check a ruleset's name, which appears in error messages and JSON."""
    if type(name) is not str or not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise MisuseError(
            f"the name of a ruleset must have 1 to {LONGEST_NAME} printable characters, not {brief(name)}"
        )


def entries_of(kind: type) -> _Check:
    """Return a check that requires a tuple of *kind*."""

    def check(ruleset: Any, field: attrs.Attribute[Any], entries: object) -> None:
        check_entries(f"ruleset {ruleset.name!r}", field.name, entries, kind)

    return check


def is_rulings(ruleset: Any, _field: attrs.Attribute[Any], rulings: object) -> None:
    """Check the rulings of a ruleset."""
    if not isinstance(rulings, Rulings):
        raise _fault(ruleset, f"rulings: expected a Rulings, got {brief(rulings)}")


def whole_number(least: int, most: int = LARGEST_NUMBER) -> _Check:
    """Return a check that requires a whole number from *least* to *most*."""

    def check(ruleset: Any, field: attrs.Attribute[Any], number: object) -> None:
        _check_number(ruleset, field.name, number, least, most)

    return check


is_count: Final = whole_number(0)
is_turn_length: Final = whole_number(1, MOST_ACTIONS)

# A ``UseFood`` names at most two chambers, so a higher number could never be used.
is_food: Final = whole_number(0, 2)
is_colour: Final = whole_number(0, MOST_OF_A_COLOUR)


def each(check: _Check, *, may_be_none: bool = False) -> _Check:
    """Return a check that applies *check* to each entry of a tuple. *may_be_none* allows an empty tuple."""

    def check_all(ruleset: Any, field: attrs.Attribute[Any], entries: object) -> None:
        if not isinstance(entries, tuple) or not (entries or may_be_none):
            _refuse(ruleset, field.name, entries, "a tuple with at least one entry")
        for entry in entries:
            check(ruleset, field, entry)

    return check_all


are_counts: Final = each(is_count)


def are_by_seat(ruleset: Any, field: attrs.Attribute[Any], numbers: Any) -> None:
    """Check that a tuple has a count for each seat of the largest game."""
    if not isinstance(numbers, tuple) or len(numbers) != MAX_PLAYERS:
        _refuse(ruleset, field.name, numbers, f"one number for each of {MAX_PLAYERS} players, such as (10, 12, 14, 16)")
    are_counts(ruleset, field, numbers)


def are_by_players(ruleset: Any, field: attrs.Attribute[Any], numbers: Any) -> None:
    """Check that a tuple has three counts: for 2, 3 and 4 players."""
    are_counts(ruleset, field, numbers)
    if len(numbers) != MAX_PLAYERS - MIN_PLAYERS + 1:
        _refuse(ruleset, field.name, numbers, "one number each for 2, 3 and 4 players")


def is_tool(ruleset: Any, field: attrs.Attribute[Any], tool: object) -> None:
    """Check the id of a tool."""
    if type(tool) is not str or not tool.isidentifier():
        _refuse(ruleset, field.name, tool, "the id of a tool, such as 'lantern'")


def is_salt_kind(ruleset: Any, field: attrs.Attribute[Any], kind: object) -> None:
    """Check a kind of salt."""
    if kind not in SALT_KINDS:
        _refuse(ruleset, field.name, kind, "brown, green or white")


def are_tool_values(ruleset: Any, field: attrs.Attribute[Any], steps: Any) -> None:
    """Check the values of tools: pairs in ascending order of the number of tools."""
    each(are_counts, may_be_none=True)(ruleset, field, steps)
    if any(len(step) != 2 for step in steps) or any(one[0] >= other[0] for one, other in pairwise(steps)):
        _refuse(ruleset, field.name, steps, "pairs of a number of tools and groszy, in ascending order")


def is_salt(ruleset: Any, field: attrs.Attribute[Any], salt: object) -> None:
    """Check an amount of salt."""
    if not isinstance(salt, SaltAmount):
        _refuse(ruleset, field.name, salt, "a SaltAmount")


def is_setting(ruleset: Any, field: attrs.Attribute[Any], setting: object) -> None:
    """Check the setting of one of the library's switches."""
    (switch,) = (switch for switch in SWITCHES if switch.name == field.name)
    if complaint := switch.complaint(setting):
        raise _fault(ruleset, f"{switch.name}: {complaint}")


def check_numbers(ruleset: Any) -> None:
    """
    Check that the numbers and pieces of a ruleset fit together, and that there is at least one phase.

    Raises:
        MisuseError: they do not fit; the message names the field and its valid values.
    """
    for miners in ruleset.start_miners:
        _check_number(ruleset, "start_miners", miners, 0, ruleset.miners_per_colour, "miners_per_colour")
    for space in ruleset.inn_start:
        _check_number(ruleset, "inn_start", space, 0, len(ruleset.inn_track) - 1, "the last space of inn_track")
    if len(ruleset.market_prices) != len(SALT_KINDS):
        _refuse(ruleset, "market_prices", ruleset.market_prices, "one column for each kind of salt")
    for prices in ruleset.market_prices:
        # A sale goes to the free space with the highest price, and the spaces of a column fill in order (MARKET-1).
        # Equal prices do not change which price a sale earns.
        if any(price < later for price, later in pairwise(prices)):
            order = "from the highest price to the lowest, the order in which its spaces fill"
            _refuse(ruleset, "market_prices", prices, f"a column {order}")
    if len(ruleset.tiles) != len(_CHAMBERS_OF):
        _refuse(ruleset, "tiles", ruleset.tiles, f"one tuple for each of the {len(_CHAMBERS_OF)} levels")
    for level, tiles in enumerate(ruleset.tiles, start=1):
        # A setup lays out all tiles of a level, one on each chamber.
        chambers = _CHAMBERS_OF[level]
        if len(tiles) != chambers or not all(isinstance(tile, ChamberTile) for tile in tiles):
            _refuse(ruleset, "tiles", tiles, f"a ChamberTile for each of the {chambers} chambers of level {level}")
    if not ruleset.orders:
        _refuse(ruleset, "orders", ruleset.orders, "a tuple for each of one or more phases")
    for orders in ruleset.orders:
        if not all(isinstance(order, RoyalOrder) for order in orders):
            _refuse(ruleset, "orders", orders, "a tuple of RoyalOrder")
    if not _has_own_end(ruleset):
        fewest, called = min(map(len, ruleset.orders)), "the smallest number of orders in a phase"
        for needed, face_up in zip(ruleset.orders_to_end, ruleset.open_orders, strict=True):
            _check_number(ruleset, "orders_to_end", needed, 0, fewest, called)
            # Only open orders can be completed, so without them no phase could end. A phase lays out this number of
            # orders (SETUP-2), so each phase must have them.
            _check_number(ruleset, "open_orders", face_up, 1 if needed else 0, fewest, called)
    for kind, prices in zip(SALT_KINDS, ruleset.market_prices, strict=True):
        if ruleset.start_market.count(kind) > len(prices):
            _refuse(ruleset, "start_market", ruleset.start_market, f"an amount with 0 to {len(prices)} {kind} cubes")


def _has_own_end(ruleset: Any) -> bool:
    """Check whether the ruleset has its own ruling for the end of a phase, so that a phase may end without orders."""
    # The standard ruleset is created before it can be registered, and is compared with itself.
    standard = REGISTERED.get("standard", ruleset).rulings
    own = ruleset.rulings
    return own.is_phase_over is not standard.is_phase_over or own.after_turn is not standard.after_turn


def _check_number(
    ruleset: Any, name: str, number: object, least: int, most: int = LARGEST_NUMBER, called: str = ""
) -> None:
    if type(number) is not int or not least <= number <= most:
        until = f" to {most}" if most < LARGEST_NUMBER else " up"
        _refuse(ruleset, name, number, f"a whole number from {least}{until}{called and f', which is {called}'}")


def _fault(ruleset: Any, told: str) -> MisuseError:
    return MisuseError(f"ruleset {ruleset.name!r}: {told}")


def _refuse(ruleset: Any, name: str, value: object, expected: str) -> NoReturn:
    raise _fault(ruleset, f"{name}: {brief(value)} is not {expected}")


def check_whole(ruleset: Any) -> None:
    """
    Check that the rules, buildings, tools and extensions of a ruleset fit together. The derived fields must be set.

    Raises:
        MisuseError: they do not fit; the message names the conflict.
    """
    # If an extension was added twice, its rules share move types, too. The extensions come first, because the error for
    # them names the cause.
    for name, ids in (
        ("extensions share the id", [extension.id for extension in ruleset.extensions]),
        ("rules share the move type", [rule.move.type for rule in ruleset.rules]),
        ("buildings share the id", [building.id for building in ruleset.buildings]),
        ("decks share the id", [deck.id for extension in ruleset.extensions for deck in extension.decks]),
        ("dice share the id", [die.id for extension in ruleset.extensions for die in extension.dice]),
    ):
        shared, count = Counter(ids).most_common(1)[0] if ids else ("", 0)
        if count > 1:
            raise _fault(ruleset, f"two {name} {shared!r}")
    if shared_places := ruleset.building_ids & _OTHER_PLACES:
        raise _fault(ruleset, f"a building has the id {min(shared_places)!r}, which is another place of the game")
    for rule in ruleset.rules:
        if rule.building_id is not None and rule.building_id not in ruleset.building_ids:
            raise _fault(ruleset, f"{rule.move.type} visits {rule.building_id!r}, which is not one of its buildings")
    if len(ruleset.tools) < ruleset.phases * ruleset.tools_per_phase:
        asked = f"{ruleset.phases} phases of {ruleset.tools_per_phase}"
        raise _fault(ruleset, f"{len(ruleset.tools)} tools are too few for {asked}")
    _check_parts(ruleset)
    if len(ruleset.event_types) != len(ruleset._folds):
        raise _fault(ruleset, "two events share a type")
    if ruleset.event_types and (shared := ruleset.event_types.keys() & library_event_types()):
        raise _fault(ruleset, f"an event has the type {min(shared)!r}, which the library uses")


def _check_parts(ruleset: Any) -> None:
    """Check that different parts of the state have different keys. Several rules may share one part."""
    parts = [rule.part for rule in ruleset.rules if rule.part is not None]
    parts += [extension.part for extension in ruleset.extensions if extension.part is not None]
    kept: dict[str, Part] = {}
    for part in parts:
        if part.key in RESERVED:
            raise _fault(ruleset, f"a part has the key {part.key!r}, which the library uses")
        if kept.setdefault(part.key, part) != part:
            raise _fault(ruleset, f"two parts of the state share the key {part.key!r}")
    for kind, ids in (("deck", ruleset.decks.keys()), ("die", ruleset.dice.keys())):
        if shared := ids & kept.keys():
            raise _fault(ruleset, f"{min(shared)!r} is the id of a {kind} and a part of the state")
    if shared := ruleset.decks.keys() & ruleset.dice.keys():
        raise _fault(ruleset, f"{min(shared)!r} is the id of a deck and of a die")
