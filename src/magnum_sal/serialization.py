"""
The JSON form of values: plain data to and from moves, events, setups, rulesets and states.

Reading is strict: exact types, all fields and no others, known ids. ``to_json`` and ``from_json`` are the only writer
and reader of text.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from operator import is_
from typing import Any, Final, NoReturn, TypeVar

import attrs
import cattrs

from . import events as built_in_events
from ._checks import LARGEST_NUMBER
from .errors import MalformedError, MisuseError
from .events import Event, GameStarted
from .mine import CHAMBERS, INDEX, SPACES
from .moves import Move
from .pieces import SALT_KINDS, STOCK, ChamberTile, RoyalOrder, SaltAmount
from .ruleset import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Ruleset,
    by_players,
    is_registered,
    registered,
    with_switches,
)
from .setup import Setup
from .spaces import Chamber, Mine, Section
from .standard import STANDARD
from .state import (
    Bank,
    Castle,
    GameState,
    Hidden,
    Inn,
    Player,
    SeenPieces,
    Turn,
    Workshop,
)

T = TypeVar("T")

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {
    event.type: event
    for event in vars(built_in_events).values()
    if isinstance(event, type) and issubclass(event, Event) and event is not Event
}
"""The built-in events by ``"type"``."""

_SEEN: Final = "seen"


def to_dict(value: Any) -> Any:
    """
    Return *value* as plain JSON data: dicts, lists, str, int, bool and None.

    Args:
        value: A move, event, setup, ruleset, state, score, or a piece.

    Raises:
        MisuseError: the value's ruleset is not registered, or *value* has no JSON form.
    """
    if not (attrs.has(type(value)) or isinstance(value, _PLAIN)):
        raise MisuseError(f"{value!r} has no JSON form")
    return _writer().unstructure(value)


_PLAIN: Final = (dict, list, tuple, str, int, types.NoneType)


def from_dict(cls: type[T], data: Any, *, ruleset: Ruleset = STANDARD) -> T:
    """
    Return the value of class *cls* that plain JSON *data* describes.

    Args:
        cls: The class; ``Move`` and ``Event`` stand for the one that ``"type"`` names.
        data: Plain JSON data.
        ruleset: The rules whose moves, events and ids are known. States and game starts name their own, found among
            the registered ones; *ruleset* serves where it has that name.

    Raises:
        MalformedError: *data* is not of the form; the message names the field and the value.
        MisuseError: the data name a ruleset that is not registered here.
    """
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"ruleset: {ruleset!r} is not a Ruleset")
    try:
        value: T = _reader(ruleset).structure(data, cls)
    except cattrs.StructureHandlerNotFoundError:
        raise MisuseError(f"{cls!r} has no JSON form") from None
    return value


def to_json(value: Any) -> str:
    """Return *value* as JSON text on one line; errors are those of ``to_dict``."""
    data = to_dict(value)
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise MisuseError(f"{type(value).__name__} has no JSON form: {error}") from None


def from_json(cls: type[T], text: str | bytes, *, ruleset: Ruleset = STANDARD) -> T:
    """
    Return the value of class *cls* that JSON *text* (or its UTF-8 bytes) describes.

    Arguments and errors are those of ``from_dict``.

    Duplicate keys, NaN, wrong encodings and nesting too deep to read are malformed.
    """
    return from_dict(cls, read_json(text), ruleset=ruleset)


def read_json(text: str | bytes) -> Any:
    """
    Return the plain data of JSON *text*, read strictly.

    Raises:
        MalformedError: the text is no JSON, has a key twice, or holds what JSON has no word for (NaN, Infinity).
    """
    if not isinstance(text, str):
        if not isinstance(text, (bytes, bytearray)):
            raise MalformedError(f"JSON text: {type(text).__name__} is neither str nor bytes")
        try:
            text = bytes(text).decode("utf-8")
        except UnicodeDecodeError as error:
            raise MalformedError(f"JSON text: not UTF-8 at byte {error.start}") from None
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise MalformedError("JSON text: nested too deeply") from None
    except MalformedError:
        raise
    except ValueError as error:
        raise MalformedError(f"JSON text: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise MalformedError(f"JSON text: key {_shown(key)} stands twice in one object")
            seen.add(key)
    return data


def _constant(name: str) -> NoReturn:
    raise MalformedError(f"JSON text: {name} is no JSON value")


def _shown(value: object) -> str:
    if isinstance(value, (dict, list)):
        return f"a{'n object' if isinstance(value, dict) else ' list'}"
    try:
        shown = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        shown = f"a {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."


@lru_cache(maxsize=1)
def _writer() -> cattrs.Converter:
    converter = cattrs.Converter()
    converter.register_unstructure_hook_factory(attrs.has, lambda cls: _attrs_writer(cls, converter))
    hooks: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
        (tuple, lambda value: [converter.unstructure(item) for item in value]),
        (Ruleset, _ruleset_data),
        (Setup, lambda setup: _setup_data(setup, converter)),
        (GameState, lambda state: _state_data(state, converter)),
    )
    for kind, hook in hooks:
        converter.register_unstructure_hook_func(partial(is_, kind), hook)
    return converter


def _attrs_writer(cls: type[Any], converter: cattrs.Converter) -> Callable[[Any], dict[str, Any]]:
    names = tuple(field.name for field in attrs.fields(cls))
    tag = {"type": cls.type} if issubclass(cls, (Move, Event)) else {}

    def write(value: Any) -> dict[str, Any]:
        return tag | {name: converter.unstructure(getattr(value, name)) for name in names}

    return write


def _ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    if not is_registered(ruleset):
        raise MisuseError(
            f"{ruleset!r} is not registered, so its JSON form would mean another game: "
            "give it a name of its own and register it"
        )
    return {"name": ruleset.name} | {switch: getattr(ruleset, switch) for switch in Ruleset.SWITCHES}


def _setup_data(setup: Setup, converter: cattrs.Converter) -> dict[str, Any]:
    if len(setup.tiles) != len(CHAMBERS):
        raise MalformedError(f"setup.tiles: {len(setup.tiles)} tiles for {len(CHAMBERS)} chambers")
    return {
        "start_seat": setup.start_seat,
        "tiles": dict(zip(CHAMBERS, converter.unstructure(setup.tiles), strict=True)),
        "orders": converter.unstructure(setup.orders),
        "tools": list(setup.tools),
    }


def _state_data(state: GameState, converter: cattrs.Converter) -> dict[str, Any]:
    write = converter.unstructure
    hidden = state.hidden
    return {
        "ruleset": write(state.ruleset),
        "phase": state.phase,
        "round": state.round,
        "start_seat": state.start_seat,
        "to_move": state.to_move,
        "over": state.is_over,
        "turn": write(state.turn),
        "players": write(state.players),
        "mine": dict(zip(SPACES, write(state.mine.spaces), strict=True)),
        "assistants": dict(state.assistants),
        "market": write(state.market),
        "inn": write(state.inn),
        "workshop": write(state.workshop),
        "castle": write(state.castle),
        "bank": write(state.bank),
        "extras": {key: write(value) for key, value in state.extras_items},
        "hidden": hidden
        and {
            "tiles": {
                chamber: write(tile) for chamber, tile in zip(CHAMBERS, hidden.tiles, strict=True) if tile is not None
            },
            "orders": write(hidden.orders),
            "tools": list(hidden.tools),
        },
    }


@lru_cache(maxsize=64)
def _reader(ruleset: Ruleset) -> cattrs.Converter:
    return _Reader(ruleset).converter


class _Reader:
    """The strict hooks of a converter that knows one ruleset's moves, events and ids."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.converter = converter = cattrs.Converter(detailed_validation=False)
        converter.register_structure_hook_factory(_is_tuple, self._tuple_hook)
        converter.register_structure_hook_factory(_is_union, self._union_hook)
        converter.register_structure_hook_factory(attrs.has, lambda _: self.attrs_value)
        converter.register_structure_hook(int, _count)
        converter.register_structure_hook(str, _text)
        converter.register_structure_hook(bool, _flag)
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
                raise MalformedError(f"{_shown(data)} is not a list")
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
            fields = _fields(data)
            tag = fields.get("type")
            if type(tag) is not str:
                raise MalformedError(f"type: {_shown(tag)} is not the type of a {noun}")
            if tag not in classes:
                raise MalformedError(f"type: {_shown(tag)} is no {noun} that the ruleset {self.ruleset.name!r} knows")
            return self.converter.structure(fields, classes[tag])

        return read

    def at(self, place: str, data: Any, kind: Any) -> Any:
        """Read *data*; an error names the *place* first."""
        try:
            return self.converter.structure(data, kind)
        except MalformedError as error:
            inner = str(error)
            joint = "" if inner.startswith("[") else ": " if not _starts_with_field(inner) else "."
            raise MalformedError(f"{place}{joint}{inner}") from None

    def attrs_value(self, data: Any, cls: Any) -> Any:
        """Read an attrs class with exactly its fields, and its tag if it has one."""
        fields = _fields(data)
        tagged = issubclass(cls, (Move, Event))
        names = _field_types(cls)
        _exactly(fields, [*(["type"] if tagged else []), *names])
        if tagged and fields["type"] != cls.type:
            raise MalformedError(f"type: {_shown(fields['type'])} is not {_shown(cls.type)}")
        values = {name: self.at(name, fields[name], kind) for name, kind in names.items()}
        try:
            value = cls(**values)
        except MalformedError as error:
            # The constructor names its class as well, which a place inside JSON data does not need.
            raise MalformedError(str(error).removeprefix(f"{cls.__name__}.")) from None
        if isinstance(value, Move):
            self._check_ids(value)
        return value

    def _check_ids(self, move: Move) -> None:
        source, building = getattr(move, "source", STOCK), getattr(move, "building", None)
        if not (source == STOCK or source in INDEX or source in self.ruleset.building_ids):
            raise MalformedError(f"source: {_shown(source)} is no mine space, no building and not 'stock'")
        if building is not None and building not in self.ruleset.building_ids:
            raise MalformedError(f"building: {_shown(building)} is no building of {self.ruleset.name!r}")

    def ruleset_value(self, data: Any, _: Any) -> Ruleset:
        """Read a ruleset: a registered name and its switches."""
        fields = _fields(data)
        _exactly(fields, ["name", *Ruleset.SWITCHES])
        name = self.at("name", fields["name"], str)
        base = self.ruleset if name == self.ruleset.name else registered(name)
        capacity = self.at("cart_capacity", fields["cart_capacity"], int | None)
        if capacity == 0:
            raise MalformedError("cart_capacity: 0 is not null or a number of cubes from 1 up")
        return with_switches(
            base,
            mapped_mine=self.at("mapped_mine", fields["mapped_mine"], bool),
            cart_capacity=capacity,
        )

    def setup_value(self, data: Any, _: Any) -> Setup:
        """Read a setup; whether it is a permutation of the pieces is asked where a game starts."""
        fields = _fields(data)
        _exactly(fields, [field.name for field in attrs.fields(Setup)])
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
            fields = _fields(data)
            _exactly(fields, ids)
        except MalformedError as error:
            raise MalformedError(f"{place}: {error}") from None
        return tuple(self.at(f"{place}.{key}", fields[key], kind) for key in ids)

    def game_started(self, data: Any, _: Any) -> GameStarted:
        """Read the first event, whose ruleset decides how the rest is read."""
        fields = _fields(data)
        _exactly(fields, ["type", "ruleset", "players", "setup"])
        if fields["type"] != GameStarted.type:
            raise MalformedError(f"type: {_shown(fields['type'])} is not {_shown(GameStarted.type)}")
        return GameStarted(
            ruleset=self.at("ruleset", fields["ruleset"], Ruleset),
            players=self.at("players", fields["players"], tuple[str, ...]),
            setup=self.at("setup", fields["setup"], Setup),
        )

    def bank_value(self, data: Any, _: Any) -> Bank:
        """Read the bank, whose counts may be below 0 (SET-SUPPLY)."""
        fields = _fields(data)
        _exactly(fields, [field.name for field in attrs.fields(Bank)])
        salt = _fields(fields["salt"])
        _exactly(salt, SALT_KINDS)
        return Bank(
            money=_whole("money", fields["money"]),
            salt=SaltAmount(*(_whole(f"salt.{kind}", salt[kind]) for kind in SALT_KINDS)),
            water=_whole("water", fields["water"]),
            miners=self.at("miners", fields["miners"], tuple[int, ...]),
        )

    def state_value(self, data: Any, _: Any) -> GameState:
        """Read a state; the parts must fit each other, so that no later question about it fails."""
        fields = _fields(data)
        _exactly(fields, _STATE_KEYS)
        ruleset = self.at("ruleset", fields["ruleset"], Ruleset)
        if ruleset != self.ruleset:
            return from_dict(GameState, data, ruleset=ruleset)
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
        seats = len(read["players"])
        if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
            raise MalformedError(f"players: {seats} players; {MIN_PLAYERS} to {MAX_PLAYERS} can play")
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
            raise MalformedError(f"to_move: {_shown(to_move)} does not fit over: {_shown(state.is_over)}")
        _check_parts(state)
        return state

    def _mine(self, data: Any, seats: int) -> Mine:
        fields = _fields_of("mine", data, SPACES)
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
        fields = _fields_of("extras", data, (*parts, *seen))
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
        fields = _fields_of("hidden", data, ("tiles", "orders", "tools"))
        tiles = _fields(fields["tiles"])
        if strange := sorted(set(tiles) - set(CHAMBERS)):
            raise MalformedError(f"hidden.tiles: {_shown(strange[0])} is no chamber")
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


def _starts_with_field(message: str) -> bool:
    head = message.split(":", 1)[0].split("[", 1)[0]
    return ":" in message and all(part.isidentifier() or part in INDEX for part in head.split("."))


@lru_cache(maxsize=256)
def _field_types(cls: type[Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in attrs.fields(cls) if field.init}


def _is_tuple(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union)


def _fields(data: Any) -> dict[str, Any]:
    if type(data) is not dict:
        raise MalformedError(f"{_shown(data)} is not an object")
    return data


def _fields_of(place: str, data: Any, names: tuple[str, ...]) -> dict[str, Any]:
    try:
        fields = _fields(data)
        _exactly(fields, names)
    except MalformedError as error:
        raise MalformedError(f"{place}: {error}") from None
    return fields


def _exactly(fields: dict[str, Any], names: typing.Iterable[str]) -> None:
    wanted = list(names)
    for name in wanted:
        if name not in fields:
            raise MalformedError(f"{name}: the field is missing")
    for name in fields:
        if name not in wanted:
            raise MalformedError(f"{_shown(name)}: no such field; there {_named(wanted)}")


def _named(names: list[str]) -> str:
    if not names:
        return "is none here"
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names)}"


def _count(data: Any, _: Any) -> int:
    if type(data) is not int or not 0 <= data <= LARGEST_NUMBER:
        raise MalformedError(f"{_shown(data)} is not a count (a whole number, 0 or more)")
    return data


def _whole(place: str, data: Any) -> int:
    if type(data) is not int or not -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
        raise MalformedError(f"{place}: {_shown(data)} is not a whole number")
    return data


def _text(data: Any, _: Any) -> str:
    if type(data) is not str:
        raise MalformedError(f"{_shown(data)} is not a text")
    return data


def _flag(data: Any, _: Any) -> bool:
    if type(data) is not bool:
        raise MalformedError(f"{_shown(data)} is not true or false")
    return data


def _check_parts(state: GameState) -> None:
    """Check that the parts of a state fit each other: seats, slots, ids and piles."""
    ruleset, seats = state.ruleset, len(state.players)

    def expect(holds: bool, place: str, complaint: str) -> None:
        if not holds:
            raise MalformedError(f"{place}: {complaint}")

    expect(1 <= state.phase <= ruleset.phases, "phase", f"{state.phase} is not 1 to {ruleset.phases}")
    expect(state.round >= 1, "round", f"{state.round} is not 1 or more")
    expect((state.turn is None) == state.is_over, "turn", "is null exactly when the game is over")
    for place, seat in (("start_seat", state.start_seat), ("to_move", state.turn_seat)):
        expect(seat < seats, place, f"{seat} is not a seat of {seats} players")
    expect(len(state.bank.miners) == seats, "bank.miners", f"not one entry for each of {seats} seats")
    for building, owner in state.assistants.items():
        expect(owner is None or owner < seats, f"assistants.{building}", f"{owner} is not a seat")
    for seat, player in enumerate(state.players):
        for card in player.tools:
            expect(card.tool in ruleset.tools, f"players[{seat}].tools", f"{card.tool!r} is no tool")
    slots = len(ruleset.workshop_prices)
    expect(len(state.workshop.offer) == slots, "workshop.offer", f"not one entry for each of {slots} slots")
    for tool in state.workshop.offer:
        expect(tool is None or tool in ruleset.tools, "workshop.offer", f"{tool!r} is no tool")
    slots = by_players(ruleset.open_orders, seats)
    expect(len(state.castle.open) == slots, "castle.open", f"not one entry for each of {slots} slots")
    for kind in SALT_KINDS:
        expect(
            state.market.of(kind) <= len(ruleset.market_column(kind)),
            f"market.{kind}",
            f"{state.market.of(kind)} cubes in a column of {len(ruleset.market_column(kind))}",
        )
    if state.turn is not None:
        for building in state.turn.visited:
            expect(building in ruleset.building_ids, "turn.visited", f"{building!r} is no building")
        for space in state.turn.arrived:
            expect(space in INDEX, "turn.arrived", f"{space!r} is no mine space")
    if state.hidden is not None:
        _check_piles(state, state.hidden, expect)


def _check_piles(state: GameState, hidden: Hidden, expect: Callable[[bool, str, str], None]) -> None:
    ruleset = state.ruleset
    expect(
        len(hidden.orders) == ruleset.phases,
        "hidden.orders",
        f"not one pile for each of {ruleset.phases} phases",
    )
    pile = len(hidden.orders[state.phase - 1])
    expect(
        pile == state.castle.stack or state.is_over,
        "castle.stack",
        f"{state.castle.stack} while {pile} orders are hidden",
    )
    expect(
        len(hidden.tools) >= state.workshop.stack,
        "workshop.stack",
        f"{state.workshop.stack} while {len(hidden.tools)} tools are hidden",
    )
    for tool in hidden.tools:
        expect(tool in ruleset.tools, "hidden.tools", f"{tool!r} is no tool")
    for (chamber, here), tile in zip(state.mine.chambers(), hidden.tiles, strict=True):
        known = here.tile is not None
        expect(
            known != (tile is not None),
            f"hidden.tiles.{chamber}",
            "the tile lies there face up" if known else "the face-down tile is missing",
        )
