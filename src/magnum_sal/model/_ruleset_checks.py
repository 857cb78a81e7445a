"""What a ruleset must be to hang together, asked when one is made. It stands below ``Ruleset``, which asks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeAlias

import attrs

from .._internal.checks import LARGEST_NUMBER
from ..errors import MisuseError
from ..errors.messages import brief
from .mine import CHAMBERS, level_of
from .mine.geometry import MOST_MINERS
from .pieces import MAX_PLAYERS, MIN_PLAYERS, SALT_KINDS, ChamberTile, RoyalOrder, SaltAmount
from .rule import Part, Rulings
from .switches import SWITCHES, Switch

LONGEST_NAME: Final = 60
"""Characters of a ruleset's name, at most."""

MOST_OF_A_COLOUR: Final = MOST_MINERS // MAX_PLAYERS
"""Miners of a colour, at most: all of them may stand in one space."""

_COUNTS: Final = (
    "tools_per_phase",
    "water_supply",
    "money_supply",
    "privilege_gain",
    "town_square_income",
    "assistant_fee",
    "toll",
    "cart_spaces",
    "penalty",
    "salt_value",
)
"""The numbers of a ruleset that are 0 or more; what a field of another kind may hold is said below."""

_CHAMBERS_OF: Final = Counter(map(level_of, CHAMBERS))
"""How many chambers each level has."""

_FROM_ONE: Final = ("actions_first_round", "actions")
"""The numbers of a ruleset that are 1 or more."""

_TUPLES_OF_COUNTS: Final = (
    "start_miners",
    "start_money",
    "open_orders",
    "orders_to_end",
    "inn_start",
    "inn_track",
    "workshop_prices",
    "pump_prices",
)
"""The tuples of a ruleset whose numbers are 0 or more."""

_Check: TypeAlias = Callable[[Any, "attrs.Attribute[Any]", Any], None]
"""A check of one field, which raises ``MisuseError``: from the ruleset, the field and what it is to hold."""


def is_name(_ruleset: Any, _field: attrs.Attribute[Any], name: object) -> None:
    """Check the name of a ruleset, which errors and JSON call it by."""
    if type(name) is not str or not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise MisuseError(f"{brief(name)} is no name of a ruleset: 1 to {LONGEST_NAME} printable characters")


def entries_of(kind: type) -> _Check:
    """Return the check of a field that is a tuple of such things."""

    def check(ruleset: Any, field: attrs.Attribute[Any], entries: object) -> None:
        if not isinstance(entries, tuple) or not all(isinstance(entry, kind) for entry in entries):
            raise MisuseError(
                f"ruleset {ruleset.name!r}: {field.name} is not a tuple with a {kind.__name__} in each place"
            )

    return check


def is_rulings(ruleset: Any, _field: attrs.Attribute[Any], rulings: object) -> None:
    """Check the rulings of a ruleset."""
    if not isinstance(rulings, Rulings):
        raise MisuseError(f"ruleset {ruleset.name!r}: rulings: {rulings!r} is not a Rulings")


def are_numbers(ruleset: Any, field: attrs.Attribute[Any], numbers: object) -> None:
    """Check a field of whole numbers, at least one."""
    if not isinstance(numbers, tuple) or not numbers or not all(type(number) is int for number in numbers):
        raise MisuseError(f"ruleset {ruleset.name!r}: {field.name}: {numbers!r} is not a tuple of whole numbers")


def are_by_players(ruleset: Any, field: attrs.Attribute[Any], numbers: Any) -> None:
    """Check a field that has a whole number for each number of players."""
    are_numbers(ruleset, field, numbers)
    if len(numbers) != MAX_PLAYERS - MIN_PLAYERS + 1:
        raise MisuseError(f"ruleset {ruleset.name!r}: {field.name}: {numbers!r} has not one for 2, 3 and 4 players")


def is_setting(_ruleset: Any, field: attrs.Attribute[Any], setting: object) -> None:
    """Check what one of the library's switches is set to."""
    (switch,) = (switch for switch in SWITCHES if switch.name == field.name)
    if complaint := switch.complaint(setting):
        raise MisuseError(f"{switch.name}: {complaint}")


def are_switches(ruleset: Any, _field: attrs.Attribute[Any], switches: object) -> None:
    """Check that the switches of somebody's ruleset are such; whether they fit together is asked later."""
    if not isinstance(switches, tuple) or not all(isinstance(switch, Switch) for switch in switches):
        raise MisuseError(
            f"ruleset {ruleset.name!r}: own_switches: {brief(switches)} is not a tuple with a Switch in each place"
        )


def are_settings(ruleset: Any, _field: attrs.Attribute[Any], settings: object) -> None:
    """Check that what these are set to is a tuple."""
    if not isinstance(settings, tuple):
        raise MisuseError(f"ruleset {ruleset.name!r}: own_settings: {brief(settings)} is no tuple")


def up_to(most: int, expected: str) -> _Check:
    """Return the check of a whole number from 0 to *most*, which errors call *expected*."""

    def check(_ruleset: Any, field: attrs.Attribute[Any], number: object) -> None:
        if type(number) is not int or not 0 <= number <= most:
            raise MisuseError(f"{field.name}: {number!r} is not {expected}")

    return check


is_food: Final = up_to(2, "0, 1 or 2, which a move of that kind can name")
is_colour: Final = up_to(MOST_OF_A_COLOUR, f"a number from 0 to {MOST_OF_A_COLOUR}")


def check_numbers(ruleset: Any) -> None:
    """
    Check that each number of a ruleset is one that a game can be played by.

    Raises:
        MisuseError: one is not; the message names the field and what it may be.
    """
    for names, least in ((_COUNTS, 0), (_FROM_ONE, 1)):
        for name in names:
            _check_number(ruleset, name, getattr(ruleset, name), least, LARGEST_NUMBER)
    for name in _TUPLES_OF_COUNTS:
        for number in _tuple_of(ruleset, name, getattr(ruleset, name)):
            _check_number(ruleset, name, number, 0, LARGEST_NUMBER)
    for miners in ruleset.start_miners:
        _check_number(ruleset, "start_miners", miners, 0, ruleset.miners_per_colour, "miners_per_colour")
    for space in ruleset.inn_start:
        _check_number(ruleset, "inn_start", space, 0, len(ruleset.inn_track) - 1, "the last space of inn_track")
    if len(ruleset.start_money) != MAX_PLAYERS:
        _refuse(ruleset, "start_money", ruleset.start_money, f"one number for each of {MAX_PLAYERS} players")
    if len(_tuple_of(ruleset, "market_prices", ruleset.market_prices)) != len(SALT_KINDS):
        _refuse(ruleset, "market_prices", ruleset.market_prices, "one column for each kind of salt")
    for name, entries in (("market_prices", ruleset.market_prices), ("tool_values", ruleset.tool_values)):
        for entry in _tuple_of(ruleset, name, entries):
            for number in _tuple_of(ruleset, name, entry):
                _check_number(ruleset, name, number, 0, LARGEST_NUMBER)
    for tool in _tuple_of(ruleset, "tools", ruleset.tools):
        if type(tool) is not str:
            _refuse(ruleset, "tools", tool, "the id of a tool")
    for kind in ruleset.market_refill:
        if kind not in SALT_KINDS:
            _refuse(ruleset, "market_refill", kind, "brown, green or white")
    for name in ("salt_supply", "start_salt", "start_market"):
        if not isinstance(getattr(ruleset, name), SaltAmount):
            _refuse(ruleset, name, getattr(ruleset, name), "a SaltAmount")
    _check_pieces(ruleset)


def _check_pieces(ruleset: Any) -> None:
    """Check that the tiles fill the mine, that there is a phase, and that the first cubes fit on the market."""
    if len(ruleset.tiles) != len(_CHAMBERS_OF):
        _refuse(ruleset, "tiles", ruleset.tiles, f"one tuple for each of the {len(_CHAMBERS_OF)} levels")
    for level, tiles in enumerate(ruleset.tiles, start=1):
        if len(tiles) < _CHAMBERS_OF[level] or not all(isinstance(tile, ChamberTile) for tile in tiles):
            _refuse(
                ruleset,
                "tiles",
                tiles,
                f"a ChamberTile for each of the {_CHAMBERS_OF[level]} chambers of level {level}",
            )
    if not ruleset.orders:
        _refuse(ruleset, "orders", ruleset.orders, "one tuple for each phase, of which there is one or more")
    for orders in ruleset.orders:
        if not all(isinstance(order, RoyalOrder) for order in orders):
            _refuse(ruleset, "orders", orders, "a tuple of RoyalOrder")
    for kind, prices in zip(SALT_KINDS, ruleset.market_prices, strict=True):
        if not 0 <= ruleset.start_market.of(kind) <= len(prices):
            _refuse(ruleset, "start_market", ruleset.start_market, f"an amount with 0 to {len(prices)} {kind} cubes")


def _tuple_of(ruleset: Any, name: str, entries: object) -> tuple[Any, ...]:
    # Tools need count nothing; a house without a price, a column or a space has no such building.
    if not isinstance(entries, tuple) or not (entries or name == "tool_values"):
        _refuse(ruleset, name, entries, "a tuple with an entry or more")
    return entries


def _check_number(ruleset: Any, name: str, number: object, least: int, most: int, called: str = "") -> None:
    if type(number) is not int or not least <= number <= most:
        until = f" to {most}" if most < LARGEST_NUMBER else " up"
        _refuse(ruleset, name, number, f"a whole number from {least}{until}{called and f', which is {called}'}")


def _refuse(ruleset: Any, name: str, value: object, expected: str) -> NoReturn:
    raise MisuseError(f"ruleset {ruleset.name!r}: {name}: {brief(value)} is not {expected}")


def check_whole(ruleset: Any) -> None:
    """
    Check that a ruleset hangs together, once its derived fields are there.

    Raises:
        MisuseError: it does not; the message says what does not fit.
    """
    if len(ruleset.by_type) != len(ruleset.rules):
        raise MisuseError(f"ruleset {ruleset.name!r}: two rules share a move type")
    if len(ruleset.building_ids) != len(ruleset.buildings):
        shared = Counter(building.id for building in ruleset.buildings).most_common(1)[0][0]
        raise MisuseError(f"ruleset {ruleset.name!r}: two buildings share the id {shared!r}")
    for rule in ruleset.rules:
        if rule.building_id is not None and rule.building_id not in ruleset.building_ids:
            raise MisuseError(
                f"ruleset {ruleset.name!r}: {rule.move.type} visits {rule.building_id!r}, which is no building of it"
            )
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
    if len(ruleset.event_types) != len(ruleset._folds):
        raise MisuseError(f"ruleset {ruleset.name!r}: two events share a type")


def _check_parts(ruleset: Any) -> None:
    """Check that what several rules and extensions keep does not get mixed up; rules may share one part."""
    parts = [rule.part for rule in ruleset.rules if rule.part is not None]
    parts += [extension.part for extension in ruleset.extensions if extension.part is not None]
    kept: dict[str, Part] = {}
    for part in parts:
        if kept.setdefault(part.key, part) != part:
            raise MisuseError(f"ruleset {ruleset.name!r}: two parts of the state share the key {part.key!r}")
    if shared := ruleset.decks.keys() & kept:
        raise MisuseError(f"ruleset {ruleset.name!r}: {min(shared)!r} is the id of a deck and a part of the state")
