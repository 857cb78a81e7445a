"""The elements of a JSON form: the keys of an object, their contents, and how a value is built from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Final, dataclass_transform

import attrs

from ...model.ruleset import Ruleset

# Both markers are separate objects, because None is the default of some keys.
REQUIRED: Final = object()
"""A sentinel instead of a default: the key must be present."""

ABSENT: Final = object()
"""The default of a key that only some values of the class have."""

OWN_SETTINGS: Final = object()
"""The kind of a part that is an object with the settings of a ruleset's custom switches, by name."""


@attrs.frozen(eq=False)
class Plain:
    """The kind of a part that is plain JSON data and is not converted."""

    schema: Mapping[str, Any]
    """The JSON Schema of the data."""
    describes: type[Any] | None = None
    """The class whose fields are the keys of the objects in the data; None if there is no such class."""


@attrs.frozen(eq=False)
class Part:
    """One key of an object."""

    name: str
    """The name of the field."""
    kind: Any = None
    """An annotated type, ``ById``, ``ByName``, ``ByOther`` or ``Plain``. None means the type of the field."""
    key: str = attrs.field(default=attrs.Factory(lambda part: part.name, takes_self=True))
    """The key. The default is the name of the field."""
    of: Callable[[Any], Any] = attrs.field(default=attrs.Factory(lambda part: attrgetter(part.name), takes_self=True))
    """Return the content to write for a value. The default returns the field."""
    off: Any = REQUIRED
    """The default if the key is missing."""
    when: Callable[[Any], bool] | None = None
    """Check whether a value has the key. None means that all values do."""
    read: Callable[[Any], Any] | None = None
    """Read the plain data. If set, this function overrides the type's own reader."""
    most: int | None = None
    """The maximum number of entries in a list of a log line, checked before any entry is read."""


@attrs.frozen(eq=False)
class ById:
    """The kind of a part that is an object with an entry for each id."""

    kinds: Callable[[Ruleset], Mapping[str, Any]]
    """Return the types of the entries, by id."""
    optional: frozenset[str] | None = frozenset()
    """The ids that may be left out; None for all."""
    unknown: str = ""
    """The error text for an unknown id. If empty, the error lists the known ids."""
    made: Callable[[dict[str, Any]], Any] = lambda entries: tuple(entries.values())
    """Build the value of the field from the entries, which are in the order of ``kinds``."""

    def may_omit(self, key: str) -> bool:
        """Check whether the entry of an id may be left out."""
        return self.optional is None or key in self.optional


@attrs.frozen(eq=False)
class ByName:
    """The kind of a part that is an object with arbitrary keys."""

    kind: Any
    """The type of each entry."""


@attrs.frozen(eq=False)
class ByOther:
    """The kind of a part whose type depends on another part."""

    name: str
    """The field of the other part."""
    kinds: Callable[[Ruleset], Mapping[str, Any]]
    """Return the types by the value of the other field."""


@attrs.frozen
class LengthRule:
    """An annotation for a tuple. One number is its length; several numbers are the lengths of its rows."""

    by: Callable[[Ruleset], int | tuple[int, ...]]


@attrs.frozen(eq=False)
class Form:
    """The JSON form of a class."""

    parts: tuple[Part, ...] = ()
    """The keys in the order they are written. ``ODD`` lists only the keys that differ from their field's type."""
    make: Callable[[type[Any], dict[str, Any], Ruleset], Any] = lambda cls, values, _: cls(**values)
    """Build a value of the class from the values of its fields and the reader's ruleset."""
    tag: str | None = None
    """The value of ``"type"``, or None if the object has no such key."""
    is_whole: bool = False
    """Whether ``parts`` lists every key, so that fields without a part are not written."""
    is_inner: bool = False
    """Whether an error about a key gives the object as its place instead of the key."""


class Tagged:
    """A base class for classes with a ``"type"`` in JSON, as in ``class HelloRequest(Request, type="hello")``."""

    __slots__ = ()

    type: ClassVar[str]
    """The name of the class in JSON, as its ``"type"``."""

    def __init_subclass__(cls, type: str | None = None) -> None:
        # attrs creates a class with slots a second time, without the keyword. Keep the type set the first time.
        if type is not None:
            cls.type = type


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Message(Tagged):
    """
    A message between programs, or a part of one. Messages are immutable and take only keyword arguments.

    *definition* is the name of the class in JSON Schemas, if different.
    """

    definition: ClassVar[str]
    """The name of the class in ``$defs``."""

    def __init_subclass__(cls, type: str | None = None, definition: str | None = None) -> None:
        super().__init_subclass__(type)
        # Clients in other languages are generated from the published schemas, so a definition keeps its name.
        cls.definition = definition or cls.__name__
        # With slots, attrs would create a new class, but this hook can only change the class itself.
        attrs.frozen(cls, kw_only=True, slots=False)
