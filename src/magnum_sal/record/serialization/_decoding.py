"""Decode values from plain JSON data strictly: exact types, exactly the known fields, and known ids."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from functools import partial
from operator import is_
from typing import Annotated, Any, Final

import attrs
import cattrs

from ..._internal.caches import cached
from ...errors import MalformedError, MisuseError
from ...errors.messages import brief
from ...errors.suggestions import did_you_mean, find_similar
from ...model.events import Event, StandardEvent
from ...model.meaning import NUMBER, SLOT, check_fields, plain_type
from ...model.moves import Move
from ...model.ruleset import Ruleset
from .forms import MEANT, form_of
from .json_text import format_value
from .shapes import ABSENT, REQUIRED, ById, ByOther, Form, Part
from .strict_fields import (
    KeyMismatchError,
    check_exactly,
    count,
    describe_unexpected_fields,
    find_unknown_field,
    flag,
    object_at,
    object_fields,
    place_error,
    read_at,
    slot,
    text,
    whole,
    without_class,
)

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {event.type: event for event in typing.get_args(StandardEvent)}
"""The built-in events by ``"type"``."""


@cached(most=64)
def reader(ruleset: Ruleset) -> cattrs.Converter:
    """Return the strict converter for *ruleset*. The converter is cached because it keeps the hooks it has built."""
    return _Reader(ruleset)


class _Reader(cattrs.Converter):
    """A converter with strict hooks for the moves, events and ids of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        # The converter is strict, because values from outside are checked here and the rest of the library trusts them.
        # By default, cattrs would convert ``"3"`` to 3 and ignore unknown keys. Detailed validation is off, because it
        # collects errors in a group. An error in this library is one sentence that names the first wrong place, as the
        # hooks below build it.
        super().__init__(detailed_validation=False)
        self.ruleset = ruleset
        self.register_structure_hook_factory(_comes_from(tuple), self._tuple_hook)
        self.register_structure_hook_factory(_comes_from(types.UnionType, typing.Union), self._union_hook)
        self.register_structure_hook_factory(attrs.has, self._attrs_hook)
        self.register_structure_hook_factory(_comes_from(Annotated), self._annotated_hook)
        self.register_structure_hook(int, count)
        self.register_structure_hook(str, text)
        self.register_structure_hook(bool, flag)
        # cattrs tries the most recently registered predicate first. So ``Move`` and ``Event`` themselves are read by
        # their tag, and their subclasses by their fields. The predicate compares with ``is``, because a plain hook
        # would apply to subclasses, too.
        for kind, hook in (
            (Move, self._build_tag_reader({tag: rule.move for tag, rule in ruleset.by_type.items()}, "move")),
            (Event, self._build_tag_reader({**EVENT_TYPES, **ruleset.event_types}, "event")),
        ):
            self.register_structure_hook_func(partial(is_, kind), hook)

    def _tuple_hook(self, kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
        arguments = typing.get_args(kind)
        is_any_length = arguments[-1] is Ellipsis
        readers = [self._read_as(argument) for argument in arguments if argument is not Ellipsis]

        def read(data: Any, _: Any) -> tuple[Any, ...]:
            if type(data) is not list:
                raise MalformedError(f"{format_value(data)} is not a list")
            if not is_any_length and len(data) != len(readers):
                raise MalformedError(f"expected a list of {len(readers)}, got {len(data)}")
            item_readers = readers * len(data) if is_any_length else readers
            return tuple(
                read_at(f"[{index}]", item, read_item)
                for index, (item, read_item) in enumerate(zip(data, item_readers, strict=True))
            )

        return read

    def _union_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        options = typing.get_args(kind)
        # JSON does not say which option is meant, so the type of the data decides. Data of any other type goes to the
        # first option. This is either an object for a class, or invalid data, for which the option's error says what
        # was expected.
        may_be_none = types.NoneType in options
        readers = {plain_type(option): self._read_as(option) for option in options if option is not types.NoneType}
        first = next(iter(readers.values()))

        def read(data: Any, _: Any) -> Any:
            if data is None and may_be_none:
                return None
            return readers.get(type(data), first)(data)

        return read

    def _annotated_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        """Return the reader of an annotated type: its meaning's reader, or else the plain type's reader."""
        plain, *marks = typing.get_args(kind)
        if plain is int and NUMBER in marks:
            return whole
        # A slot is a whole number like a count, but its error must not mention a number of pieces.
        if plain is int and SLOT in marks:
            return slot
        for mark in marks:
            if mark in MEANT:
                return self._form_hook(plain, MEANT[mark])
        return self.get_structure_hook(plain)

    def _build_tag_reader(self, classes: Mapping[str, type[Any]], noun: str) -> Callable[[Any, Any], Any]:
        readers = {tag: self._read_as(tagged) for tag, tagged in classes.items()}

        def read(data: Any, _: Any) -> Any:
            fields = object_fields(data)
            tag = fields.get("type")
            if type(tag) is not str:
                raise MalformedError(f"type: expected the type of the {noun}, got {format_value(tag)}")
            if tag not in readers and noun == "move":
                near = tuple(find_similar(tag, readers))
                facts = {"type": format_value(tag), "ruleset": self.ruleset.name, "near": near}
                raise MalformedError("unknown_move", facts)
            if tag not in readers:
                raise MalformedError(
                    f"type: {format_value(tag)} is not a known {noun} in the ruleset {self.ruleset.name!r}"
                    f"{did_you_mean(find_similar(tag, readers))}"
                )
            return readers[tag](fields)

        return read

    def _read_as(self, kind: Any) -> Callable[[Any], Any]:
        """Return a reader of *kind* that looks up its hook on first use, because a kind may contain itself."""
        hook: Callable[[Any, Any], Any] | None = None

        def read(data: Any) -> Any:
            nonlocal hook
            if hook is None:
                hook = self.get_structure_hook(kind)
            return hook(data, kind)

        return read

    def _attrs_hook(self, cls: Any) -> Callable[[Any, Any], Any]:
        """Return the reader for an attrs class, which requires exactly the keys of its form."""
        form = form_of(cls)
        if any(plain_type(part.kind) is Any for part in form.parts):
            raise MisuseError(f"{brief(cls)} has no JSON form, because the types of its fields are unknown")
        return self._form_hook(cls, form)

    def _form_hook(self, cls: Any, form: Form) -> Callable[[Any, Any], Any]:
        keys = [*(() if form.tag is None else ("type",)), *(part.key for part in form.parts)]
        defaults = {part.key: part.off for part in form.parts if part.off is not REQUIRED}
        parts = [
            (part.name, part.key, *self._part_hook(part)) for part in form.parts if not isinstance(part.kind, ByOther)
        ]
        others = [(part, part.kind) for part in form.parts if isinstance(part.kind, ByOther)]
        has_ruleset = any(part.kind is Ruleset for part in form.parts)
        read_ruleset = self._read_as(Ruleset)

        def read(data: Any, _: Any) -> Any:
            fields = object_fields(data) if not defaults else defaults | object_fields(data)
            try:
                check_exactly(fields, keys)
            except MalformedError as error:
                raise (KeyMismatchError(str(error)) if form.is_inner else error) from None
            if form.tag is not None and fields["type"] != form.tag:
                raise MalformedError(f"type: expected {format_value(form.tag)}, got {format_value(fields['type'])}")
            # A state and a game's start name their own ruleset, which defines their moves, events and ids. The reader
            # of that ruleset starts again, and then finds its own ruleset.
            if has_ruleset and (ruleset := read_at("ruleset", fields["ruleset"], read_ruleset)) != self.ruleset:
                return reader(ruleset).structure(data, cls)
            values: dict[str, Any] = {}
            for name, key, read_part, says_where in parts:
                try:
                    values[name] = read_part(fields[key])
                except MalformedError as error:
                    raise (error if says_where else place_error(key, error)) from None
            # The type of these parts depends on the value of another part, so they come last.
            for part, shape in others:
                values[part.name] = self._by_other(part.key, shape, values[shape.name], fields[part.key])
            try:
                value = form.make(cls, values, self.ruleset)
                if isinstance(value, Event):
                    check_fields(value)
            except MalformedError as error:
                raise without_class(error, cls) from None
            # Only ids are checked here. The rules and the fold check where the pieces are.
            if isinstance(value, (Move, Event)) and (unknown := find_unknown_field(value, self.ruleset)):
                raise unknown
            return value

        return read

    def _part_hook(self, part: Part) -> tuple[Callable[[Any], Any], bool]:
        """Return the reader of a part, and whether its errors already name the part."""
        if part.read is not None:
            return part.read, True
        if isinstance(part.kind, ById):
            readers = {name: self._read_as(kind) for name, kind in part.kind.kinds(self.ruleset).items()}
            return partial(self._by_id, part.key, part.kind, readers), True
        read = self._read_as(part.kind)
        if part.when is not None:
            return (lambda data: ABSENT if data is ABSENT else read(data)), False
        return read, False

    def _by_id(self, place: str, shape: ById, readers: Mapping[str, Callable[[Any], Any]], data: Any) -> Any:
        """Read an object with an entry for each id. The entries are taken in the order of *readers*."""
        # If the data is not an object, ``object_at`` below reports it.
        given = data if isinstance(data, dict) else {}
        if shape.unknown and (strange := sorted(set(given) - set(readers))):
            raise MalformedError(f"{place}: {format_value(strange[0])} {shape.unknown}")
        names = tuple(name for name in readers if name in given or not shape.may_omit(name))
        fields = object_at(place, data, names)
        # The ruleset determines the order, not the data, because some fields are tuples in this order.
        return shape.made({name: read_at(f"{place}.{name}", fields[name], readers[name]) for name in names})

    def _by_other(self, place: str, shape: ByOther, said: Any, data: Any) -> Any:
        """Read *data* as the type selected by *said*, the value of the other key."""
        kinds = shape.kinds(self.ruleset)
        if said not in kinds:
            known = ", ".join(kinds) or "none"
            raise MalformedError(
                f"{shape.name}: {format_value(said)} does not exist in {self.ruleset.name!r}; expected one of {known}"
            )
        value = read_at(place, data, self._read_as(kinds[said]))
        if strange := describe_unexpected_fields(value, self.ruleset):
            raise MalformedError(f"{place}: {strange}")
        return value


def _comes_from(*origins: Any) -> Callable[[Any], bool]:
    """Return a predicate that checks whether a type is one of *origins* with type arguments."""
    return lambda kind: typing.get_origin(kind) in origins
