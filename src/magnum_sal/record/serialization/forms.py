"""
The JSON forms: the keys of each object, their contents, and how a value is built from them.

By default a class is written field by field, according to the types of the fields. All exceptions are in ``ODD``: the
writer, the reader and the schemas walk the forms and contain no keys themselves. A new field needs a row in ``ODD``
only if its JSON differs from its type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, Final, TypeAlias

import attrs

from ..._internal.caches import CACHES
from ...engine.deal import check_setup
from ...errors import DEEPEST_FACT, LARGEST_NUMBER, MalformedError, MisuseError, Objection
from ...model.course import COURSE, CardPile, Course, RolledDie
from ...model.events import Event, GameStarted, PartChanged
from ...model.extension import Deck
from ...model.fields import SIGNED_SALT, BySeat, CardId, FaceId, Number, Seat, Stream, Tool
from ...model.meaning import Meaning, Within, fields_of
from ...model.mine import CHAMBERS, SPACES, Chamber, Mine, Section
from ...model.moves import Move
from ...model.parts import SEEN
from ...model.pieces import SALT_KINDS, ChamberTile, RoyalOrder, SaltAmount, SaltBalance
from ...model.player_names import LONGEST_NAME, check_names
from ...model.rule_text import Ruling
from ...model.ruleset import Ruleset, with_switches
from ...model.ruleset_registry import find_ruleset, is_registered, registration_error
from ...model.setup import Setup
from ...model.state import GameState, Hidden, Pending, SeenPieces, Turn
from ...model.switches import SWITCHES, Switch
from ...queries.choices import Choice
from .consistency import check_parts
from .json_text import format_value
from .shapes import ABSENT, OWN_SETTINGS, ById, ByName, ByOther, Form, LengthRule, Part, Tagged
from .strict_fields import check_exactly, count, object_fields, read_at


def form_of(cls: type[Any]) -> Form:
    """Return the JSON form of an attrs class. Subclasses inherit a class's entry in ``ODD``."""
    odd = next((ODD[base] for base in cls.__mro__ if base in ODD), Form())
    return attrs.evolve(
        complete_form(odd, cls), tag=getattr(cls, "type", None) if issubclass(cls, (Move, Event, Tagged)) else None
    )


def register_odd_form(cls: type[Any], odd: Form) -> None:
    """
    Register the parts in which the JSON of a class differs from the types of its fields.

    Packages in higher layers register their classes on import, so this module need not import them.
    """
    ODD[cls] = odd
    # If a value of the class was read or written before, a cached reader or writer still has the form without *odd*.
    for cache in CACHES:
        if cache.name.startswith(f"{__package__}."):
            cache.forget()


def complete_form(odd: Form, cls: type[Any]) -> Form:
    """Return the form of an attrs class: all its fields, with the exceptions in *odd*."""
    if odd.is_whole:
        return odd
    # The fields are in the order of the class, and each follows its type unless *odd* has a row for it. So a new field
    # usually needs no entry.
    hints = {field.name: field.hint for field in fields_of(cls)}
    rows = {name: Part(name) for name in hints} | {part.name: part for part in odd.parts}
    parts = [attrs.evolve(part, kind=hints[part.name]) if part.kind is None else part for part in rows.values()]
    return attrs.evolve(odd, parts=tuple(parts), is_whole=True)


def _check_ruleset_name(ruleset: Ruleset) -> str:
    """Return the name of *ruleset*. Raises ``MisuseError`` if the ruleset is not registered."""
    # A ruleset is written as its name, because its rules are functions, which JSON cannot hold. The reader has its own
    # copy.
    if not is_registered(ruleset):
        raise registration_error(ruleset, "JSON")
    return ruleset.name


def setting_of(switch: Switch) -> Any:
    """Return the JSON type of a switch's settings."""
    return Annotated[int, Within(1, LARGEST_NUMBER)] | None if switch.unit else bool


def _find_ruleset(_: type[Ruleset], values: dict[str, Any], own: Ruleset) -> Ruleset:
    """Find the ruleset named in *values*, either registered or the reader's *own*, and apply its settings."""
    name, *settings, given = values.values()
    # A caller's own ruleset of this name takes precedence, so a game can be read with an unregistered ruleset.
    base = own if name == own.name else find_ruleset(name)
    known = {switch.name for switch in base.own_switches}
    for switch_name in given:
        if switch_name not in known:
            raise MalformedError(f"own_settings: {format_value(switch_name)} is not a switch of {base.name!r}")
    # A switch that is left out is off, so data written before a switch existed remains readable.
    settings += [given.get(switch.name, switch.off) for switch in base.own_switches]
    for switch, setting in zip(base.switches, settings, strict=True):
        if complaint := switch.complaint(setting, "null"):
            place = f"own_settings.{switch.name}" if switch.name in known else switch.name
            raise MalformedError(f"{place}: {complaint}")
    return with_switches(base, settings)


def _cards(deck: Deck) -> Callable[[Ruleset], int]:
    return lambda _: len(deck.cards)


def _extension_part(
    name: str, kinds: Callable[[Ruleset], Mapping[str, Any]], optional: frozenset[str] | None = frozenset()
) -> Part:
    """Return the part for pairs that only setups of extensions have. The JSON of other setups omits the key."""
    kind = ById(kinds, optional=optional, made=lambda entries: tuple(entries.items()))
    pairs = attrgetter(name)
    return Part(name, kind, of=lambda setup: dict(pairs(setup)), off={}, when=lambda setup: bool(pairs(setup)))


def _by_chamber(setup: Setup) -> dict[str, ChamberTile | None]:
    if len(setup.tiles) != len(CHAMBERS):
        raise MalformedError(f"setup.tiles: {len(setup.tiles)} tiles for {len(CHAMBERS)} chambers")
    return dict(zip(CHAMBERS, setup.tiles, strict=True))


def _no_choice(cls: type[Choice], _values: dict[str, Any], _ruleset: Ruleset) -> Choice:
    raise MisuseError(f"a {cls.__name__} cannot be read from JSON: call choices(state) and take the answers again")


def _build_start_event(cls: type[GameStarted], values: dict[str, Any], _: Ruleset) -> GameStarted:
    """Build the first event. Its setup must be a permutation of the ruleset's pieces for this number of players."""
    started = cls(**values)
    # External data can start a game only if ``new_game`` could have started it.
    _check_names(started.players)
    check_setup(started.setup, started.ruleset, len(started.players), is_public=started.setup.is_public)
    return started


@attrs.frozen
class TurnInHand(Turn):
    """The counts of the current turn, and its seat while a piece is pending and nobody can move."""

    seat: Seat | None = None
    """The seat, or None if ``"to_move"`` names it."""

    @classmethod
    def of(cls, state: GameState) -> TurnInHand | None:
        """Return the turn of *state*, or None if it is nobody's turn."""
        if state.turn is None:
            return None
        fields = attrs.asdict(state.turn, recurse=False)
        return cls(**fields, seat=state.turn_seat if state.to_move is None else None)

    @property
    def plain(self) -> Turn:
        """The turn without the seat, as a state stores it."""
        fields = attrs.asdict(self, recurse=False)
        del fields["seat"]
        return Turn(**fields)


def _build_state(cls: type[GameState], values: dict[str, Any], _: Ruleset) -> GameState:
    """Build a state. The parts must fit together, so that no later query fails."""
    # The parts of a state depend on each other. The entries for each seat are checked before the state is built,
    # because a mine counts miners by seat. The seat to move and the pending piece follow from the whole table, so these
    # two are checked afterwards.
    _check_names(tuple(player.name for player in values["players"]))
    pending, turn = values.pop("pending"), values.pop("turn")
    to_move, seats = values["turn_seat"], len(values["players"])
    for space, here in zip(SPACES, values["mine"], strict=True):
        for name in ("rested", "tired"):
            if len(getattr(here, name)) != seats:
                raise MalformedError(f"mine.{space}.{name}: expected one entry for each of {seats} seats")
    course: Course | None = dict(values["extras_items"]).get(COURSE)
    # JSON contains the seat whose turn it is only once: in ``to_move`` if a player can move, otherwise in the turn or
    # in the data of the pending card. If the game is over, or before a phase's first turn, it is the starting player's
    # seat.
    whose = (to_move, turn and turn.seat, course and course.seat, values["start_seat"])
    turn_seat = next(seat for seat in whose if seat is not None)
    parts = {"turn_seat": turn_seat, "turn": turn and turn.plain, "mine": Mine.of(values["mine"])}
    state = cls(**values | parts)
    if pending is not ABSENT and not state.is_public:
        raise MalformedError("pending: unknown field; a state with all pieces known has no pending piece")
    waits = state.pending
    if pending is ABSENT and state.is_public:
        # Version 0.1.0 wrote public states without the field, and only states without a pending piece.
        if waits is not None:
            raise MalformedError("pending: the field is missing")
        pending = None
    if state.is_over != (to_move is None) and not (waits is not None and to_move is None):
        raise MalformedError(f"to_move: {format_value(to_move)} does not fit over: {format_value(state.is_over)}")
    check_parts(state)
    if state.is_public and pending != waits:
        told = "null" if pending is None else str(pending)
        raise MalformedError(f"pending: {told} does not fit the position, in which {waits or 'no piece'} is pending")
    if waits is not None and to_move is not None:
        raise MalformedError(f"to_move: expected null until the {waits} is turned up, got {to_move}")
    if turn is not None and (turn.seat is None) != (waits is None):
        raise MalformedError("turn.seat: the field must be present exactly if a piece is pending in a turn")
    return state


def _check_names(names: tuple[str, ...]) -> None:
    """Check that the players' *names* are trimmed and distinct."""
    for seat, (given, trimmed) in enumerate(zip(names, check_names(names), strict=True)):
        # ``new_game`` trims names. In data, a name must already be trimmed, so that writing the state produces the same
        # data again.
        if given != trimmed:
            raise MalformedError(f"players[{seat}]: {format_value(given)} has spaces around the name")


_Plain: TypeAlias = str | Number | bool | SaltAmount | None
_Fact: TypeAlias = _Plain | tuple[_Plain | tuple[_Plain, ...], ...]
"""The type of any fact in an objection."""


def _facts(data: Any) -> dict[str, Any]:
    try:
        return {name: _read_fact(fact, 0) for name, fact in object_fields(data).items()}
    except MalformedError as error:
        raise MalformedError(f"values: {error}") from None


def _read_fact(data: Any, depth: int) -> Any:
    """Read a fact of an objection. An object means an amount of salt, and a list means a tuple."""
    # No field declares the type of a fact, so the form of its data decides. Only the depth is limited here;
    # ``Objection`` checks everything else.
    if type(data) is list and depth < DEEPEST_FACT:
        return tuple(_read_fact(entry, depth + 1) for entry in data)
    if type(data) is dict:
        check_exactly(data, SALT_KINDS)
        return SaltAmount(**{kind: count(cubes, None) for kind, cubes in data.items()})
    return data


ODD: Final[dict[type[Any], Form]] = {
    Objection: Form(
        (
            Part("rule", str),
            Part("reason", str),
            Part(
                "values",
                ByName(_Fact),
                of=lambda objection: dict(objection.values),
                read=_facts,
            ),
        ),
        # The words for an extension's reason are in the ruleset. JSON does not contain the ruleset; the caller of the
        # reader provides it.
        make=lambda cls, values, ruleset: cls(**values, ruleset=ruleset),
        is_whole=True,
    ),
    Ruleset: Form(
        (
            Part("name", str, of=_check_ruleset_name),
            *(Part(switch.name, setting_of(switch), off=switch.off) for switch in SWITCHES),
            Part(
                "own_settings",
                OWN_SETTINGS,
                of=lambda ruleset: {switch.name: ruleset.setting(switch.name) for switch in ruleset.own_switches},
                off={},
                when=lambda ruleset: bool(ruleset.own_switches),
                read=partial(read_at, "own_settings", read=object_fields),
            ),
        ),
        make=_find_ruleset,
        is_whole=True,
    ),
    Setup: Form(
        (
            Part("tiles", ById(lambda _: dict.fromkeys(CHAMBERS, ChamberTile | None)), of=_by_chamber),
            Part(
                "orders",
                Annotated[
                    tuple[tuple[RoyalOrder | None, ...], ...],
                    LengthRule(lambda ruleset: tuple(len(orders) for orders in ruleset.orders)),
                ],
            ),
            Part("tools", Annotated[tuple[Tool | None, ...], LengthRule(lambda ruleset: len(ruleset.tools))]),
            _extension_part(
                "decks",
                lambda ruleset: {
                    key: Annotated[tuple[CardId | None, ...], LengthRule(_cards(deck))]
                    for key, deck in sorted(ruleset.decks.items())
                },
            ),
            _extension_part("streams", lambda ruleset: dict.fromkeys(ruleset.streams, Stream | None)),
            _extension_part(
                "rolls", lambda ruleset: dict.fromkeys(sorted(ruleset.dice), tuple[FaceId, ...]), optional=None
            ),
        )
    ),
    # Only decks that reshuffle have the last two keys, so the JSON of other decks omits them.
    CardPile: Form(
        (
            Part("shuffles", off=0, when=lambda pile: pile.shuffles > 0),
            Part("stream", off=None, when=lambda pile: pile.stream is not None),
        )
    ),
    RolledDie: Form((Part("coming", off=[], when=lambda die: bool(die.coming)),)),
    PartChanged: Form(
        (
            Part(
                "value",
                ByOther(
                    "part",
                    lambda ruleset: {key: part.value_type for key, part in ruleset.own_parts.items()},
                ),
            ),
        )
    ),
    GameStarted: Form(
        (Part("players", BySeat[Annotated[str, Within(1, LONGEST_NAME)]]),),
        make=_build_start_event,
    ),
    GameState: Form(
        (
            # A front end asks who may move. While a piece must be turned up, nobody may, although it is somebody's
            # turn.
            Part("turn_seat", Seat | None, key="to_move", of=attrgetter("to_move")),
            Part("is_over", key="over"),
            Part("turn", TurnInHand | None, of=TurnInHand.of),
            Part(
                "mine",
                ById(lambda _: {space: Chamber if space in CHAMBERS else Section for space in SPACES}),
                of=lambda state: dict(state.mine.items()),
            ),
            Part(
                "assistant_seats",
                ById(lambda ruleset: dict.fromkeys(ruleset.assistant_places, Seat | None)),
                key="assistants",
                of=lambda state: dict(state.assistants),
            ),
            Part(
                "extras_items",
                ById(
                    lambda ruleset: {
                        **{key: part.value_type for key, part in ruleset.parts.items()},
                        SEEN: SeenPieces,
                        **({COURSE: Course} if ruleset._has_course else {}),
                    },
                    optional=frozenset((SEEN, COURSE)),
                    made=lambda entries: tuple(sorted(entries.items())),
                ),
                key="extras",
                of=lambda state: dict(state.extras_items),
            ),
            # The pending piece follows from the rest of the table, but only a client that knows the rules could derive
            # it. A full state never has a pending piece, so it has no such key.
            Part("pending", Pending | None, off=ABSENT, when=attrgetter("is_public")),
        ),
        make=_build_state,
    ),
    Choice: Form(
        (
            Part("question", str | None),
            Part("answers", tuple[Any, ...]),
            Part("taken", tuple[tuple[str, Any], ...]),
            Part("move", Move | None),
        ),
        make=_no_choice,
        is_whole=True,
    ),
    TurnInHand: Form(
        (Part("seat", Seat, off=ABSENT, when=lambda turn: turn.seat is not None),),
        make=lambda cls, values, _: cls(**{name: held for name, held in values.items() if held is not ABSENT}),
    ),
    Hidden: Form(
        (
            Part(
                "tiles",
                ById(
                    lambda _: dict.fromkeys(CHAMBERS, ChamberTile),
                    optional=frozenset(CHAMBERS),
                    unknown="is not a chamber",
                    made=lambda entries: tuple(map(entries.get, CHAMBERS)),
                ),
                of=lambda hidden: {
                    chamber: tile for chamber, tile in zip(CHAMBERS, hidden.tiles, strict=True) if tile is not None
                },
            ),
            Part("orders", Annotated[tuple[tuple[RoyalOrder, ...], ...], LengthRule(lambda ruleset: ruleset.phases)]),
        ),
        is_inner=True,
    ),
    Ruling: Form(
        (
            Part(
                "readings",
                ById(lambda _: dict.fromkeys(("pl", "en", "de"), str), optional=None, made=dict),
                of=lambda ruling: dict(ruling.readings),
            ),
        ),
    ),
}
"""The classes whose JSON differs from the types of their fields."""

MEANT: Final[Mapping[Meaning, Form]] = {
    SIGNED_SALT: Form(
        tuple(Part(kind, Number) for kind in SALT_KINDS),
        lambda _, values, __: SaltBalance(**values),
        is_inner=True,
    ),
}
"""The forms of meanings that differ from the form of their class."""
