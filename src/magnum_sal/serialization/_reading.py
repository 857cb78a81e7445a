"""Reading values from plain JSON data, strictly: exact types, all fields and no others, known ids."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from functools import partial
from operator import is_
from typing import Any, Final

import attrs
import cattrs

from .. import events as built_in_events
from .._deal import check_public_setup, check_setup
from .._meaning import check_fields, fields_of, unknown_id
from .._player_names import checked_names
from .._remembering import cached
from .._wording import brief
from ..errors import MalformedError, MisuseError
from ..events import Event, GameStarted
from ..mine import CHAMBERS, SPACES, Chamber, Mine, Section
from ..moves import Move
from ..pieces import SALT_KINDS, ChamberTile, RoyalOrder, SaltAmount
from ..ruleset import Ruleset, registered, with_switches
from ..setup import Setup
from ..state import Bank, Castle, GameState, Hidden, Inn, Player, SeenPieces, Turn, Workshop
from ..switches import SWITCHES, Setting, Switch
from ._fitting import check_parts
from ._strict_fields import (
    check_exactly,
    count,
    flag,
    object_at,
    object_fields,
    starts_with_field,
    text,
    whole,
)
from ._text import shown

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {
    event.type: event
    for event in vars(built_in_events).values()
    if isinstance(event, type) and issubclass(event, Event) and event is not Event
}
"""The built-in events by ``"type"``."""

_SEEN: Final = "seen"


@cached(most=64)
def reader(ruleset: Ruleset) -> cattrs.Converter:
    """Return the converter that reads values under *ruleset*, strictly."""
    return _Reader(ruleset).converter


class _Reader:
    """The strict hooks of a converter that knows one ruleset's moves, events and ids."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.converter = converter = cattrs.Converter(detailed_validation=False)
        converter.register_structure_hook_factory(_is_tuple, self._tuple_hook)
        converter.register_structure_hook_factory(_is_union, self._union_hook)
        converter.register_structure_hook_factory(attrs.has, lambda _: self.attrs_value)
        converter.register_structure_hook(int, count)
        converter.register_structure_hook(str, text)
        converter.register_structure_hook(bool, flag)
        for kind, hook in (
            (Move, self._tagged(self._move_types(), "move")),
            (Event, self._tagged({**EVENT_TYPES, **ruleset.event_types}, "event")),
            (Ruleset, self.ruleset_value),
            (Setup, self.setup_value),
            (GameState, self.state_value),
            (GameStarted, self.game_started),
            (Bank, self.bank_value),
        ):
            converter.register_structure_hook_func(partial(is_, kind), hook)

    def _move_types(self) -> dict[str, type[Move]]:
        return {tag: rule.move for tag, rule in self.ruleset.by_tag.items()}

    def _tuple_hook(self, kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
        arguments = typing.get_args(kind)

        def read(data: Any, _: Any) -> tuple[Any, ...]:
            if type(data) is not list:
                raise MalformedError(f"{shown(data)} is not a list")
            if arguments[-1] is Ellipsis:
                item_kinds = [arguments[0]] * len(data)
            elif len(data) != len(arguments):
                raise MalformedError(f"a list of {len(data)} where {len(arguments)} belong")
            else:
                item_kinds = list(arguments)
            return tuple(
                self.at(f"[{index}]", item, item_kind)
                for index, (item, item_kind) in enumerate(zip(data, item_kinds, strict=True))
            )

        return read

    def _union_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        options = typing.get_args(kind)

        def read(data: Any, _: Any) -> Any:
            if data is None and types.NoneType in options:
                return None
            kinds = [option for option in options if option is not types.NoneType]
            exact = [option for option in kinds if type(data) is option]
            return self.converter.structure(data, (exact or kinds)[0])

        return read

    def _tagged(self, classes: Mapping[str, type[Any]], noun: str) -> Callable[[Any, Any], Any]:
        def read(data: Any, _: Any) -> Any:
            fields = object_fields(data)
            tag = fields.get("type")
            if type(tag) is not str:
                raise MalformedError(f"type: {shown(tag)} is not the type of a {noun}")
            if tag not in classes:
                raise MalformedError(f"type: {shown(tag)} is no {noun} that the ruleset {self.ruleset.name!r} knows")
            return self.converter.structure(fields, classes[tag])

        return read

    def at(self, place: str, data: Any, kind: Any) -> Any:
        """Read *data*; an error names the *place* first."""
        try:
            return self.converter.structure(data, kind)
        except MalformedError as error:
            inner = str(error)
            joint = "" if inner.startswith("[") else ": " if not starts_with_field(inner) else "."
            raise MalformedError(f"{place}{joint}{inner}") from None

    def attrs_value(self, data: Any, cls: Any) -> Any:
        """Read an attrs class with exactly its fields, and its tag if it has one."""
        fields = object_fields(data)
        tagged = issubclass(cls, (Move, Event))
        names = {field.name: field.type for field in fields_of(cls)}
        if Any in names.values():
            raise MisuseError(f"{brief(cls)} has no JSON form: what its fields are cannot be found out")
        check_exactly(fields, [*(["type"] if tagged else []), *names])
        if tagged and fields["type"] != cls.type:
            raise MalformedError(f"type: {shown(fields['type'])} is not {shown(cls.type)}")
        values = {name: self.at(name, fields[name], kind) for name, kind in names.items()}
        try:
            value = cls(**values)
            if isinstance(value, Event):
                check_fields(value)
        except MalformedError as error:
            # The constructor names its class as well, which a place inside JSON data does not need.
            raise MalformedError(str(error).removeprefix(f"{cls.__name__}.")) from None
        if isinstance(value, (Move, Event)):
            self._check_ids(value)
        return value

    def _check_ids(self, value: Move | Event) -> None:
        """Check the ids in the fields of *value*; which pieces are where is the rules' and the fold's to know."""
        found = unknown_id(value, self.ruleset)
        if found is not None:
            field, given = found
            assert field.meaning is not None
            unknown = field.meaning.unknown or f"is no {field.meaning.name} of {self.ruleset.name!r}"
            raise MalformedError(f"{field.name}: {shown(given)} {unknown}")

    def ruleset_value(self, data: Any, _: Any) -> Ruleset:
        """Read a ruleset: a registered name and its switches; one that is left out is off."""
        fields = {switch.name: switch.off for switch in SWITCHES} | object_fields(data)
        check_exactly(fields, ["name", *Ruleset.SWITCHES])
        name = self.at("name", fields["name"], str)
        base = self.ruleset if name == self.ruleset.name else registered(name)
        return with_switches(base, [self._setting(switch, fields[switch.name]) for switch in SWITCHES])

    def _setting(self, switch: Switch, data: Any) -> Setting:
        setting: Setting = self.at(switch.name, data, switch.kind)
        if complaint := switch.complaint(setting, "null"):
            raise MalformedError(f"{switch.name}: {complaint}")
        return setting

    def setup_value(self, data: Any, _: Any) -> Setup:
        """Read a setup; whether it is a permutation of the pieces is asked where a game starts."""
        fields = object_fields(data)
        check_exactly(fields, [field.name for field in attrs.fields(Setup)])
        tiles = self.by_id("tiles", fields["tiles"], CHAMBERS, ChamberTile | None)
        orders = self.at("orders", fields["orders"], tuple[tuple[RoyalOrder | None, ...], ...])
        tools = self.at("tools", fields["tools"], tuple[str | None, ...])
        return Setup(
            start_seat=self.at("start_seat", fields["start_seat"], int),
            tiles=tiles,
            orders=orders,
            tools=tools,
        )

    def by_id(self, place: str, data: Any, ids: tuple[str, ...], kind: Any) -> tuple[Any, ...]:
        """Read an object with exactly these keys, as a tuple in their order."""
        try:
            fields = object_fields(data)
            check_exactly(fields, ids)
        except MalformedError as error:
            raise MalformedError(f"{place}: {error}") from None
        return tuple(self.at(f"{place}.{key}", fields[key], kind) for key in ids)

    def game_started(self, data: Any, _: Any) -> GameStarted:
        """Read the first event; its setup must be a permutation of its ruleset's pieces, for its number of players."""
        fields = object_fields(data)
        check_exactly(fields, ["type", "ruleset", "players", "setup"])
        if fields["type"] != GameStarted.type:
            raise MalformedError(f"type: {shown(fields['type'])} is not {shown(GameStarted.type)}")
        started = GameStarted(
            ruleset=self.at("ruleset", fields["ruleset"], Ruleset),
            players=_names(self.at("players", fields["players"], tuple[str, ...])),
            setup=self.at("setup", fields["setup"], Setup),
        )
        check = check_public_setup if started.setup.is_public else check_setup
        check(started.setup, started.ruleset, len(started.players))
        return started

    def bank_value(self, data: Any, _: Any) -> Bank:
        """Read the bank, whose counts may be below 0 (SET-SUPPLY)."""
        fields = object_fields(data)
        check_exactly(fields, [field.name for field in attrs.fields(Bank)])
        salt = object_at("salt", fields["salt"], SALT_KINDS)
        return Bank(
            money=whole("money", fields["money"]),
            salt=SaltAmount(*(whole(f"salt.{kind}", salt[kind]) for kind in SALT_KINDS)),
            water=whole("water", fields["water"]),
            miners=self.at("miners", fields["miners"], tuple[int, ...]),
        )

    def state_value(self, data: Any, _: Any) -> GameState:
        """Read a state; the parts must fit each other, so that no later question about it fails."""
        fields = object_fields(data)
        check_exactly(fields, _STATE_KEYS)
        ruleset = self.at("ruleset", fields["ruleset"], Ruleset)
        if ruleset != self.ruleset:
            return reader(ruleset).structure(data, GameState)
        read = {
            name: self.at(name, fields[name], kind)
            for name, kind in (
                ("phase", int),
                ("round", int),
                ("start_seat", int),
                ("to_move", int | None),
                ("over", bool),
                ("turn", Turn | None),
                ("players", tuple[Player, ...]),
                ("market", SaltAmount),
                ("inn", Inn),
                ("workshop", Workshop),
                ("castle", Castle),
                ("bank", Bank),
            )
        }
        seats = len(_names(tuple(player.name for player in read["players"])))
        to_move = read.pop("to_move")
        mine = self._mine(fields["mine"], seats)
        state = GameState(
            ruleset=ruleset,
            is_over=read.pop("over"),
            turn_seat=read["start_seat"] if to_move is None else to_move,
            mine=mine,
            assistant_seats=self.by_id("assistants", fields["assistants"], ruleset.assistant_places, int | None),
            extras_items=self._extras(fields["extras"]),
            hidden=self._hidden(fields["hidden"]),
            **read,
        )
        if state.is_over != (to_move is None):
            raise MalformedError(f"to_move: {shown(to_move)} does not fit over: {shown(state.is_over)}")
        check_parts(state)
        return state

    def _mine(self, data: Any, seats: int) -> Mine:
        fields = object_at("mine", data, SPACES)
        spaces: list[Section] = []
        for space in SPACES:
            here = self.at(f"mine.{space}", fields[space], Chamber if space in CHAMBERS else Section)
            for name in ("rested", "tired"):
                if len(getattr(here, name)) != seats:
                    raise MalformedError(f"mine.{space}.{name}: not one entry for each of {seats} seats")
            spaces.append(here)
        return Mine.of(tuple(spaces))

    def _extras(self, data: Any) -> tuple[tuple[str, Any], ...]:
        parts = self.ruleset.extras_parts
        seen = (_SEEN,) if isinstance(data, dict) and _SEEN in data else ()
        fields = object_at("extras", data, (*parts, *seen))
        return tuple(
            (
                key,
                self.at(f"extras.{key}", fields[key], parts[key].value_type if key in parts else SeenPieces),
            )
            for key in sorted(fields)
        )

    def _hidden(self, data: Any) -> Hidden | None:
        if data is None:
            return None
        fields = object_at("hidden", data, ("tiles", "orders", "tools"))
        tiles = fields["tiles"]
        if type(tiles) is not dict:
            raise MalformedError(f"hidden.tiles: {shown(tiles)} is not an object")
        if strange := sorted(set(tiles) - set(CHAMBERS)):
            raise MalformedError(f"hidden.tiles: {shown(strange[0])} is no chamber")
        return Hidden(
            tiles=tuple(
                self.at(f"hidden.tiles.{chamber}", tiles[chamber], ChamberTile) if chamber in tiles else None
                for chamber in CHAMBERS
            ),
            orders=self.at("hidden.orders", fields["orders"], tuple[tuple[RoyalOrder, ...], ...]),
            tools=self.at("hidden.tools", fields["tools"], tuple[str, ...]),
        )


_STATE_KEYS: Final = (
    "ruleset",
    "phase",
    "round",
    "start_seat",
    "to_move",
    "over",
    "turn",
    "players",
    "mine",
    "assistants",
    "market",
    "inn",
    "workshop",
    "castle",
    "bank",
    "extras",
    "hidden",
)


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players' *names*, which must be as a game has them: trimmed and all different."""
    for seat, (given, trimmed) in enumerate(zip(names, checked_names(names), strict=True)):
        if given != trimmed:
            raise MalformedError(f"players[{seat}]: {shown(given)} has blanks around the name")
    return names


def _is_tuple(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union)
