"""The meaning of a field beyond its type. Only this module reads the annotations that declare it."""

from __future__ import annotations

import enum
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable
from typing import Annotated, Any, Final, Protocol, TypeAlias, TypeVar

import attrs

from .._internal.caches import cached
from .._internal.checks import place_of, refuse, show_value
from ..errors import LARGEST_NUMBER, MalformedError

# The meaning is an annotation of the type: ``Annotated[int, GROSZY]`` is ``int`` for a type checker. Metadata of attrs
# fields would need a call for each field, farther from the type. Separate classes (``NewType``, subclasses of ``int``)
# would burden programs that pass plain numbers. A table beside the classes would be a second place to keep up to date.
#
# Readers of JSON, schemas, words, pictures, filters and test strategies ask ``fields_of``. Otherwise each of them would
# have to guess from a field's name whether a ``target`` is a seat, a space or a number.

_Value = TypeVar("_Value")


class Ids(Protocol):
    """The ids that a ruleset defines."""

    @property
    def building_order(self) -> Collection[str]:
        """The buildings, in board order."""

    @property
    def tool_kinds(self) -> Collection[str]:
        """The tools, each once, in the ruleset's order."""

    @property
    def decks(self) -> Collection[str]:
        """The decks of the ruleset's extensions."""

    @property
    def card_kinds(self) -> Collection[str]:
        """The cards of the extensions' decks, each once."""

    @property
    def dice(self) -> Collection[str]:
        """The dice of the ruleset's extensions."""

    @property
    def face_kinds(self) -> Collection[str]:
        """The faces of the extensions' dice, each once."""

    @property
    def pending_piles(self) -> Collection[str]:
        """The kinds of pieces that can be pending in a public state or in a player's view."""

    @property
    def by_type(self) -> Collection[str]:
        """The kinds of move, by ``"type"``."""


@attrs.frozen(eq=False, repr=False)
class Meaning:
    """The meaning of a field beyond its type."""

    name: str
    """The name of the meaning, such as ``"chamber"``."""
    expected: str
    """The description of valid values in errors: ``"a chamber (1L1 to 3R2)"``."""
    accepts: Callable[[object], bool]
    """Checks whether a value is valid, regardless of the ruleset."""
    ids: Callable[[Ids], Collection[object]] | None = None
    """Returns the ids that a ruleset defines; None if they cannot be listed."""
    knows: Callable[[Ids, Any], bool] | None = None
    """Checks whether a ruleset defines an id; None if ``ids`` is sufficient, or if there is nothing to check."""
    unknown: str | None = None
    """The error text for an undefined id; None for the default, such as "is not a known chamber of 'standard'"."""
    kind: str | None = None
    """
    The id of the words for ``expected`` in every language, for values that players can mistype; None if there are none.
    """

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def is_known(self, value: object, ids: Ids) -> bool:
        """Check whether *value* is defined by the ruleset or needs no definition."""
        if self.knows is not None:
            return self.knows(ids, value)
        return self.ids is None or value in self.ids(ids)


@attrs.frozen
class Validator:
    """An attrs validator for a field, which also declares the field's meaning."""

    meaning: Meaning
    """The meaning of the field."""

    def __call__(self, owner: object, field: attrs.Attribute[Any], value: Any) -> None:
        """Raise ``MalformedError`` if *value* is invalid."""
        if not self.meaning.accepts(value):
            raise find_fault(self.meaning, value, show_value(value), place_of(owner, field.name))


@attrs.frozen(repr=False)
class Within:
    """An annotation with the bounds of a number, of a string's length, or of the number of entries in a tuple."""

    least: int
    """The lower bound."""
    most: int | None = None
    """The upper bound; None for no limit."""

    def __repr__(self) -> str:
        return f"<{self.least} or more>" if self.most is None else f"<{self.least} to {self.most}>"


class Role(enum.Enum):
    """The role of a place in a move: the start or the end of the move."""

    FROM = "from"
    """The place where the move begins or takes effect."""
    TO = "to"
    """The place that the move leads to or concerns."""


From = Annotated[_Value, Role.FROM]
"""A field with the place where a move begins or takes effect: ``source: From[MinerSource]``."""
To = Annotated[_Value, Role.TO]
"""A field with the place that a move leads to or concerns: ``building: To[BuildingId]``."""


@attrs.frozen
class Field:
    """A field of a move, an event or a part of the state, as ``fields_of`` returns it."""

    name: str
    """The name, which is also the name in JSON."""
    type: Any
    """The type without annotations, such as ``int`` or ``tuple[str, ...]``."""
    meaning: Meaning | None
    """The meaning of the field or of each entry; None if there is no meaning."""
    role: Role | None
    """The role of the place in a move; None if the field does not hold a place."""
    is_tuple: bool
    """Whether the field is a variable-length tuple, so that the meaning applies to each entry."""
    may_be_none: bool
    """Whether the field can also be None."""
    has_validator: bool
    """Whether the class has its own check for the field."""
    hint: Any = attrs.field(default=Any, eq=False, repr=False)
    """The type with all annotations of the type and its parts, including the meaning from a validator."""


@cached(most=256)
def fields_of(cls: type[Any]) -> tuple[Field, ...]:
    """
    Return the constructor fields of an attrs class with their meanings.

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
        # A name may be imported only for type checkers, or be local to a function. The other fields can still be
        # resolved.
        return {field.name: _hint(cls, field.type) for field in attrs.fields(cls)}


def _hint(cls: type[Any], annotation: Any) -> Any:
    # ``get_type_hints`` resolves all annotations of a class or none. An object with a single annotation resolves each
    # field separately.
    names: Any = types.SimpleNamespace(__annotations__={"field": annotation}, __module__=cls.__module__)
    try:
        return typing.get_type_hints(names, vars(sys.modules[cls.__module__]), include_extras=True)["field"]
    except (NameError, KeyError):
        return Any


def _field(field: attrs.Attribute[Any], literal_hint: Any) -> Field:
    hint = _widen_hint(literal_hint)
    marks, plain = split_hint(hint)
    options, inner = typing.get_args(plain), []
    may_be_none = is_tuple = False
    if typing.get_origin(plain) in (types.UnionType, typing.Union) and types.NoneType in options:
        may_be_none = True
        for option in options:
            inner += split_hint(option)[0]
    elif typing.get_origin(plain) is tuple and options[1:] == (Ellipsis,):
        inner, _ = split_hint(options[0])
        is_tuple = _meaning(inner) is not None
    checked = field.validator if isinstance(field.validator, Validator) else None
    # The annotation of the whole type counts first, then the annotations of its parts, then the meaning that a
    # validator declares.
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
    """Return a type annotated with a meaning; for an optional type, annotate the part other than None."""
    options = [option for option in typing.get_args(plain) if option is not types.NoneType]
    if types.NoneType not in typing.get_args(plain):
        return Annotated[plain, meaning]
    return Annotated[typing.Union[tuple(options)], meaning] | None  # noqa: UP007  # made of parts


def _widen_hint(hint: Any) -> Any:
    """Return a type with ``str`` in place of literals. The field's meaning defines the allowed strings."""
    marks, plain = split_hint(hint)
    origin, arguments = typing.get_origin(plain), typing.get_args(plain)
    if origin is typing.Literal:
        plain = type(arguments[0])
    elif origin in (tuple, types.UnionType, typing.Union):
        parts = tuple(map(_widen_hint, arguments))
        if parts != arguments:
            plain = types.GenericAlias(tuple, parts) if origin is tuple else typing.Union[parts]  # noqa: UP007  # of parts
    return Annotated[(plain, *marks)] if marks else plain


def split_hint(hint: Any) -> tuple[list[Any], Any]:
    """Return the annotations of a type, and the type without them."""
    if typing.get_origin(hint) is Annotated:
        plain, *marks = typing.get_args(hint)
        return marks, plain
    return [], hint


def plain_type(hint: Any) -> Any:
    """Return a type without any annotations of the type or its parts."""
    _, plain = split_hint(hint)
    arguments = typing.get_args(plain)
    if not arguments:
        return plain
    parts = tuple(plain_type(part) if part is not Ellipsis else part for part in arguments)
    if typing.get_origin(plain) in (types.UnionType, typing.Union):
        return typing.Union[parts]  # noqa: UP007  # made of parts
    # The generic types of ``typing`` have ``copy_with``; built-in ones such as ``tuple[int, ...]`` need a new
    # subscript.
    return plain.copy_with(parts) if hasattr(plain, "copy_with") else typing.get_origin(plain)[parts]


def check_fields(value: object) -> None:
    """
    Check the fields of a value against their meanings, except fields that the class checks itself.

    Raises:
        MalformedError: a field is invalid; the error names the class, the field and the value.
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
                    raise find_fault(meaning, entry, show_value(entry), place_of(value, f"{field.name}[{index}]"))
        elif not (meaning.accepts(held) or (held is None and field.may_be_none)):
            raise find_fault(meaning, held, show_value(held), place_of(value, field.name))


def find_fault(meaning: Meaning, value: object, shown: str, place: str = "") -> MalformedError:
    """Return the error for a *value* at *place* that *meaning* does not accept. The message contains it as *shown*."""
    # If the largest number is valid, only the size of a larger one is wrong.
    if type(value) is int and value > LARGEST_NUMBER and meaning.accepts(LARGEST_NUMBER):
        return MalformedError("number_too_large", {"value": shown, "most": LARGEST_NUMBER}, place=place)
    # If there are no words for the valid values, players cannot mistype them, so only programmers see the error.
    if meaning.kind is None:
        return MalformedError(f"{place}{shown} is not {meaning.expected}")
    return MalformedError("field_invalid", {"value": shown, "kind": meaning.kind}, place=place)


def places_of(value: object, role: Role) -> tuple[object, ...]:
    """Return the places that have *role* in a move."""
    return tuple(getattr(value, field.name) for field in fields_of(type(value)) if field.role is role)


def unknown_id(value: object, ids: Ids) -> tuple[Field, object] | None:
    """Return the first field of *value* with an undefined id, and the id, or None if the ruleset defines every id."""
    for field in fields_of(type(value)):
        if field.meaning is None:
            continue
        held = getattr(value, field.name)
        for entry in held if field.is_tuple else (held,):
            if entry is not None and not field.meaning.is_known(entry, ids):
                return field, entry
    return None


def _is_count(value: object) -> bool:
    # ``isinstance`` would accept True and False as numbers.
    return type(value) is int and 0 <= value <= LARGEST_NUMBER


def _is_number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def is_id_text(value: object) -> bool:
    """Check whether *value* can be an id, which is a non-empty string."""
    return type(value) is str and value != ""


def _build_count_meaning(name: str) -> Meaning:
    return Meaning(name, "a count (a whole number, 0 or more)", _is_count, kind="expected.whole_number")


COUNT: Final = _build_count_meaning("count")
GROSZY: Final = _build_count_meaning("groszy")
CUBES: Final = _build_count_meaning("cubes")
WATER: Final = _build_count_meaning("water")
MINERS: Final = _build_count_meaning("miners")
CARDS: Final = _build_count_meaning("cards")
ACTIONS: Final = _build_count_meaning("actions")
SLOT: Final = Meaning("slot", "a slot (a whole number, 0 for the first)", _is_count, kind="expected.slot")
PHASE: Final = _build_count_meaning("phase")
ROUND: Final = _build_count_meaning("round")
NUMBER: Final = Meaning("number", "a whole number", _is_number)
FLAG: Final = Meaning("flag", "true or false", lambda value: type(value) is bool)
TOOL: Final = Meaning("tool", "an id (a text)", is_id_text, lambda ids: ids.tool_kinds)
TOOL_OR_CARD: Final = Meaning(
    "tool", "an id (a text)", is_id_text, lambda ids: (*ids.tool_kinds, *ids.card_kinds, *ids.face_kinds)
)

# These are the types that pieces and the mine need. The others are in `fields`, which imports pieces and spaces.
Groszy: TypeAlias = Annotated[int, GROSZY]
"""An amount of groszy."""
Cubes: TypeAlias = Annotated[int, CUBES]
"""A number of cubes of salt or water."""
Number: TypeAlias = Annotated[int, NUMBER]
"""A whole number, which may be negative."""
Water: TypeAlias = Annotated[int, WATER]
"""A number of cubes of water."""
Miners: TypeAlias = Annotated[int, MINERS]
"""A number of miners."""
Flag: TypeAlias = Annotated[bool, FLAG]
"""True or false."""
Tool: TypeAlias = Annotated[str, TOOL]
"""The id of a tool."""
