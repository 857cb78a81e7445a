"""What a JSON form is made of: the keys of an object, what each holds, and how a value is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Final, dataclass_transform

import attrs

from ...model.ruleset import Ruleset

REQUIRED: Final = object()
"""Stands for what a key holds that is left out, where it may not be."""

ABSENT: Final = object()
"""Stands for what a key holds that is left out, where only some values of the class have it."""

OWN_SETTINGS: Final = object()
"""What a part holds that is an object with the settings of a ruleset's own switches, by name."""


@attrs.frozen(eq=False)
class Plain:
    """What a part holds that is plain JSON data, kept as it is."""

    schema: Mapping[str, Any]
    """What a schema says of it."""


@attrs.frozen(eq=False)
class Part:
    """One key of an object."""

    name: str
    """The field it is about."""
    kind: Any = None
    """
    The type of what it holds, with its meaning, a ``ById``, a ``ByName``, a ``ByOther`` or a ``Plain``; None where that
    of the field says it.
    """
    key: str = attrs.field(default=attrs.Factory(lambda part: part.name, takes_self=True))
    """The key, if it is not the field's name."""
    of: Callable[[Any], Any] = attrs.field(default=attrs.Factory(lambda part: attrgetter(part.name), takes_self=True))
    """Takes what is written from the value, if that is not the field as it is."""
    off: Any = REQUIRED
    """What the key holds where it is left out."""
    when: Callable[[Any], bool] | None = None
    """Says of a value whether it has the key at all; None where all have it. One that has not is read as ``ABSENT``."""
    read: Callable[[Any], Any] | None = None
    """Reads the plain data, in place of the reader of the type."""
    most: int | None = None
    """How many entries a list in a log's line has at most, which is asked before one is read."""


@attrs.frozen(eq=False)
class ById:
    """What a part holds that is an object with an entry for each of some ids."""

    kinds: Callable[[Ruleset], Mapping[str, Any]]
    """Returns the types of what the entries hold, by id."""
    optional: frozenset[str] = frozenset()
    """The ids that may be left out."""
    unknown: str = ""
    """What an error says of another id; empty where it lists those there are."""
    made: Callable[[dict[str, Any]], Any] = lambda entries: tuple(entries.values())
    """Makes what the field holds of the entries that were read, which are in the order of ``kinds``."""


@attrs.frozen(eq=False)
class ByName:
    """What a part holds that is an object with any names for keys."""

    kind: Any
    """The type of each entry."""


@attrs.frozen(eq=False)
class ByOther:
    """What a part holds whose type another part says."""

    name: str
    """The field of that part."""
    kinds: Callable[[Ruleset], Mapping[str, Any]]
    """Returns the types by what the other field holds."""


@attrs.frozen
class LengthRule:
    """A note at a tuple: how long it is, or, with more numbers than one, how long each of its rows is."""

    by: Callable[[Ruleset], int | tuple[int, ...]]


@attrs.frozen(eq=False)
class Form:
    """The JSON form of a class."""

    parts: tuple[Part, ...] = ()
    """Its keys, in the order in which they are written; in ``ODD`` those that are not as the field's type says."""
    make: Callable[[type[Any], dict[str, Any], Ruleset], Any] = lambda cls, values, _: cls(**values)
    """Makes a value of the class, of what was read for each field, under the reader's ruleset."""
    tag: str | None = None
    """What ``"type"`` holds, None where there is no such key."""
    is_whole: bool = False
    """Whether its parts are all there are, and fields beside them are not written."""
    is_inner: bool = False
    """Whether an error about its keys names the object, and not the key that is missing."""


class Tagged:
    """A class with a name in JSON, which is given as in ``class HelloRequest(Request, type="hello")``."""

    __slots__ = ()

    type: ClassVar[str]
    """The name of the class in JSON, as its ``"type"``."""

    def __init_subclass__(cls, type: str | None = None) -> None:
        # attrs makes a class with slots anew of what it holds by then, and without the keyword.
        if type is not None:
            cls.type = type


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Message(Tagged):
    """What programs send each other, or a part of it: immutable, and made of keyword arguments alone."""

    def __init_subclass__(cls, type: str | None = None) -> None:
        super().__init_subclass__(type)
        attrs.frozen(cls, kw_only=True, slots=False)  # slots would take another class than the one being made
