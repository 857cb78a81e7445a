"""What a field holds beyond its type: said once, at the field itself, and read by this module alone."""

from __future__ import annotations

import enum
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable
from typing import Annotated, Any, Final, Protocol, TypeAlias, TypeVar

import attrs

from .._internal.caches import cached
from .._internal.checks import LARGEST_NUMBER, refuse

_Value = TypeVar("_Value")


class Ids(Protocol):
    """What a ruleset knows by id."""

    @property
    def building_order(self) -> Collection[str]:
        """The buildings, in board order."""

    @property
    def tool_kinds(self) -> Collection[str]:
        """The tools, each once, in the order of the deck's list."""

    @property
    def decks(self) -> Collection[str]:
        """The decks of its extensions."""

    @property
    def card_kinds(self) -> Collection[str]:
        """The cards of these decks, each once."""

    @property
    def by_type(self) -> Collection[str]:
        """The kinds of move, by ``"type"``."""


@attrs.frozen(eq=False, repr=False)
class Meaning:
    """What a field holds beyond its type."""

    name: str
    """One word for it, such as ``"chamber"``."""
    expected: str
    """How an error calls what belongs there: ``"a chamber (1L1 to 3R2)"``."""
    accepts: Callable[[object], bool]
    """Says whether a value can be such a thing, in whatever game."""
    ids: Callable[[Ids], Collection[object]] | None = None
    """Returns the ids that a ruleset knows; None where they cannot be listed."""
    knows: Callable[[Ids, Any], bool] | None = None
    """Says whether a ruleset knows an id; None where ``ids`` tells it, or there is nothing to know."""
    unknown: str | None = None
    """What an error says of an id that the ruleset does not know; None for "no chamber of 'standard'"."""

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def is_known(self, value: object, ids: Ids) -> bool:
        """Say whether *value* is one of the ruleset's ids, or nothing that has to be."""
        if self.knows is not None:
            return self.knows(ids, value)
        return self.ids is None or value in self.ids(ids)


@attrs.frozen
class Validator:
    """A check of one field, as an attrs validator: another way to say what the field means."""

    meaning: Meaning
    """What it holds."""

    def __call__(self, owner: object, field: attrs.Attribute[Any], value: Any) -> None:
        """Raise ``MalformedError`` where *value* is no such thing."""
        if not self.meaning.accepts(value):
            refuse(owner, field.name, value, self.meaning.expected)


@attrs.frozen(repr=False)
class Within:
    """A note at a type: the bounds of a number, of the length of a text, or of the entries of a tuple."""

    least: int
    """The least."""
    most: int | None = None
    """The most, None where there is no bound."""

    def __repr__(self) -> str:
        return f"<{self.least} or more>" if self.most is None else f"<{self.least} to {self.most}>"


class Role(enum.Enum):
    """What a place has to do with a move: something leaves it, or goes there."""

    FROM = "from"
    """The move begins there, or works there."""
    TO = "to"
    """The move leads there, or is about it."""


From = Annotated[_Value, Role.FROM]
"""A field with the place that a move begins at, or works in: ``source: From[MinerSource]``."""
To = Annotated[_Value, Role.TO]
"""A field with the place that a move leads to, or is about: ``building: To[BuildingId]``."""


@attrs.frozen
class Field:
    """A field of a move, an event or a part of the state, as ``fields_of`` reads it."""

    name: str
    """Its name, which is that of its JSON form."""
    type: Any
    """Its plain type, such as ``int`` or ``tuple[str, ...]``."""
    meaning: Meaning | None
    """What it holds, or what each entry of it; None where nobody said so."""
    role: Role | None
    """What the place has to do with a move, if it is one."""
    is_tuple: bool
    """Whether it holds any number of such things."""
    may_be_none: bool
    """Whether it can be None as well."""
    has_validator: bool
    """Whether its class checks it in a way of its own."""
    hint: Any = attrs.field(default=Any, eq=False, repr=False)
    """Its type with all that is noted at it and at its parts; what a validator says is noted, too."""


@cached(most=256)
def fields_of(cls: type[Any]) -> tuple[Field, ...]:
    """
    Return the fields of an attrs class, those that its constructor takes, with what they mean.

    >>> from magnum_sal.model.moves import PlaceMiner
    >>> [(field.name, field.meaning and field.meaning.name, field.role) for field in fields_of(PlaceMiner)]
    [('source', 'source', <Role.FROM: 'from'>), ('target', 'space', <Role.TO: 'to'>)]
    """
    hints = _hints(cls)
    return tuple(_field(field, hints.get(field.name, Any)) for field in attrs.fields(cls) if field.init)


def _hints(cls: type[Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls, include_extras=True)
    except NameError:
        # A name that only type checkers import, or that is local to a function: the other fields are read all the same.
        return {field.name: _hint(cls, field.type) for field in attrs.fields(cls)}


def _hint(cls: type[Any], annotation: Any) -> Any:
    names: Any = types.SimpleNamespace(__annotations__={"field": annotation}, __module__=cls.__module__)
    try:
        return typing.get_type_hints(names, vars(sys.modules[cls.__module__]), include_extras=True)["field"]
    except (NameError, KeyError):
        return Any


def _field(field: attrs.Attribute[Any], literal_hint: Any) -> Field:
    hint = _widen_hint(literal_hint)
    marks, plain = _split_hint(hint)
    options, inner = typing.get_args(plain), []
    may_be_none = is_tuple = False
    if typing.get_origin(plain) in (types.UnionType, typing.Union) and types.NoneType in options:
        may_be_none = True
        for option in options:
            inner += _split_hint(option)[0]
    elif typing.get_origin(plain) is tuple and options[1:] == (Ellipsis,):
        inner, _ = _split_hint(options[0])
        is_tuple = _meaning(inner) is not None
    checked = field.validator if isinstance(field.validator, Validator) else None
    said = [*marks, *inner, *([checked.meaning] if checked else ())]
    meaning = _meaning(said)
    if meaning is not None and not _meaning(inner) and (may_be_none or not _meaning(marks)):
        hint = _annotate_type(plain, meaning)
    return Field(
        name=field.name,
        type=plain_type(hint),
        meaning=meaning,
        role=next((mark for mark in said if isinstance(mark, Role)), None),
        is_tuple=is_tuple,
        may_be_none=may_be_none,
        has_validator=field.validator is not None,
        hint=hint,
    )


def _meaning(marks: Iterable[Any]) -> Meaning | None:
    return next((mark for mark in marks if isinstance(mark, Meaning)), None)


def _annotate_type(plain: Any, meaning: Meaning) -> Any:
    """Return a type with a meaning noted at it; at what it is beside None, if it may be that."""
    options = [option for option in typing.get_args(plain) if option is not types.NoneType]
    if types.NoneType not in typing.get_args(plain):
        return Annotated[plain, meaning]
    return Annotated[typing.Union[tuple(options)], meaning] | None  # noqa: UP007  # made of parts


def _widen_hint(hint: Any) -> Any:
    """Return a type with ``str`` for the few texts that a type checker allows; what a field means says them, too."""
    marks, plain = _split_hint(hint)
    origin, arguments = typing.get_origin(plain), typing.get_args(plain)
    if origin is typing.Literal:
        plain = type(arguments[0])
    elif origin in (tuple, types.UnionType, typing.Union):
        parts = tuple(map(_widen_hint, arguments))
        if parts != arguments:
            plain = types.GenericAlias(tuple, parts) if origin is tuple else typing.Union[parts]  # noqa: UP007  # of parts
    return Annotated[(plain, *marks)] if marks else plain


def _split_hint(hint: Any) -> tuple[list[Any], Any]:
    """Return what is noted at a type, and the type."""
    if typing.get_origin(hint) is Annotated:
        plain, *marks = typing.get_args(hint)
        return marks, plain
    return [], hint


def plain_type(hint: Any) -> Any:
    """Return a type without what is noted at it and at its parts."""
    _, plain = _split_hint(hint)
    arguments = typing.get_args(plain)
    if not arguments:
        return plain
    parts = tuple(plain_type(part) if part is not Ellipsis else part for part in arguments)
    if typing.get_origin(plain) in (types.UnionType, typing.Union):
        return typing.Union[parts]  # noqa: UP007  # made of parts
    return plain.copy_with(parts) if hasattr(plain, "copy_with") else typing.get_origin(plain)[parts]


def check_fields(value: object) -> None:
    """
    Check the fields of a value against what they mean, but for those that its class checks in a way of its own.

    Raises:
        MalformedError: one holds something else; the error names class, field and value.
    """
    for field in fields_of(type(value)):
        meaning = field.meaning
        if meaning is None or field.has_validator:
            continue
        held = getattr(value, field.name)
        if field.is_tuple:
            if type(held) is not tuple:
                refuse(value, field.name, held, "a list")
            for index, entry in enumerate(held):
                if not meaning.accepts(entry):
                    refuse(value, f"{field.name}[{index}]", entry, meaning.expected)
        elif not (meaning.accepts(held) or (held is None and field.may_be_none)):
            refuse(value, field.name, held, meaning.expected)


def places_of(value: object, role: Role) -> tuple[object, ...]:
    """Return the places that a move begins at, or leads to."""
    return tuple(getattr(value, field.name) for field in fields_of(type(value)) if field.role is role)


def unknown_id(value: object, ids: Ids) -> tuple[Field, object] | None:
    """Return the first field of *value* with an id that is none of the ruleset's, and that id, if there is one."""
    for field in fields_of(type(value)):
        if field.meaning is None:
            continue
        held = getattr(value, field.name)
        for entry in held if field.is_tuple else (held,):
            if entry is not None and not field.meaning.is_known(entry, ids):
                return field, entry
    return None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_NUMBER


def _is_number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def is_id_text(value: object) -> bool:
    """Say whether *value* can be an id: a text that is not empty."""
    return type(value) is str and value != ""


def _build_count_meaning(name: str) -> Meaning:
    return Meaning(name, "a count (a whole number, 0 or more)", _is_count)


COUNT: Final = _build_count_meaning("count")
GROSZY: Final = _build_count_meaning("groszy")
CUBES: Final = _build_count_meaning("cubes")
WATER: Final = _build_count_meaning("water")
MINERS: Final = _build_count_meaning("miners")
CARDS: Final = _build_count_meaning("cards")
ACTIONS: Final = _build_count_meaning("actions")
SLOT: Final = _build_count_meaning("slot")
PHASE: Final = _build_count_meaning("phase")
ROUND: Final = _build_count_meaning("round")
NUMBER: Final = Meaning("number", "a whole number", _is_number)
FLAG: Final = Meaning("flag", "true or false", lambda value: type(value) is bool)
TOOL: Final = Meaning("tool", "an id (a text)", is_id_text, lambda ids: ids.tool_kinds)
TOOL_OR_CARD: Final = Meaning("tool", "an id (a text)", is_id_text, lambda ids: (*ids.tool_kinds, *ids.card_kinds))

# The types that pieces and the mine are made of; the others are in `fields`, which knows pieces and spaces.
Groszy: TypeAlias = Annotated[int, GROSZY]
"""Money."""
Cubes: TypeAlias = Annotated[int, CUBES]
"""Cubes of salt, or of either kind."""
Water: TypeAlias = Annotated[int, WATER]
"""Cubes of water."""
Miners: TypeAlias = Annotated[int, MINERS]
"""Miners."""
Flag: TypeAlias = Annotated[bool, FLAG]
"""Yes or no."""
Tool: TypeAlias = Annotated[str, TOOL]
"""The id of a tool."""
