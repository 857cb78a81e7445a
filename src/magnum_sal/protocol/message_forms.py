"""The JSON forms of requests and answers; requests are parsed strictly."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import ModuleType
from typing import Annotated, Any, Final, TypeAlias

import attrs

from ..errors import MalformedError
from ..errors.suggestions import find_similar
from ..model.meaning import Within, check_fields, fields_of, plain_type
from ..model.ruleset import Ruleset
from ..record.log.entries import parse_piece
from ..record.schema import object_schema, register_forms
from ..record.serialization import read_value
from ..record.serialization.forms import complete_form, register_odd_form
from ..record.serialization.json_text import format_value
from ..record.serialization.shapes import REQUIRED, Form, Part, Plain
from ..record.serialization.strict_fields import (
    check_exactly,
    find_unknown_field,
    object_fields,
    read_at,
    without_class,
)
from ..render import Arrow, Theme
from ..render.themes import COLOUR, THEMES
from . import answers, progress_answers, progress_requests, requests, table_requests
from .refused_error import RefusedError
from .requests import Request


def _parse_pairs(data: Any) -> tuple[Any, ...]:
    """Parse questions with their answers, without checking that the game asks them."""
    if type(data) is not list:
        raise MalformedError(f"{format_value(data)} is not a list")
    for index, pair in enumerate(data):
        if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not str:
            raise MalformedError(f"[{index}]: {format_value(pair)} is not a list of a question and its answer")
    return tuple(data)


_COLOUR: Final = {"type": "string", "pattern": f"^{COLOUR}$"}
_NAMES: Final = tuple(field.name for field in attrs.fields(Theme))
_COUNTS: Final = {name: len(of) for name in _NAMES if isinstance(of := getattr(THEMES["light"], name), tuple)}
"""The number of colours in each of the theme's fields that hold several: one for each seat or time of day."""


_COLOURS: Final = Plain(
    object_schema(
        {
            name: {"type": "array", "items": _COLOUR, "minItems": _COUNTS[name], "maxItems": _COUNTS[name]}
            if name in _COUNTS
            else _COLOUR
            for name in _NAMES
        },
        [],
    ),
    Theme,
)
"""Colours of a theme by name."""
_FILL: Final = Plain({"type": "object", "additionalProperties": _COLOUR})
"""Colours by place."""


def _read_colours(data: Any) -> dict[str, Any]:
    """Parse any number of a theme's colours, by name."""
    return {name: _read_of_theme(name, colour) for name, colour in object_fields(data).items()}


def _read_of_theme(name: str, data: Any) -> str | tuple[str, ...]:
    if name not in _NAMES:
        raise MalformedError(f"{format_value(name)}: unknown colour; the colours are {', '.join(_NAMES)}")
    if name not in _COUNTS:
        return _read_colour(name, data)
    if type(data) is not list or len(data) != _COUNTS[name]:
        raise MalformedError(f"{name}: {format_value(data)} is not a list of {_COUNTS[name]} colours")
    return tuple(_read_colour(f"{name}[{seat}]", colour) for seat, colour in enumerate(data))


def _read_fill(data: Any) -> dict[str, str]:
    """Parse colours by place, without checking that the places exist."""
    return {place: _read_colour(format_value(place), colour) for place, colour in object_fields(data).items()}


def _read_colour(place: str, data: Any) -> str:
    if type(data) is not str or not re.fullmatch(COLOUR, data):
        raise MalformedError(f"{place}: {format_value(data)} is not a colour such as #rrggbb")
    return data


_ARROW_COLOUR: Final = Part(
    "colour",
    Annotated[str, Plain(_COLOUR)],
    off=attrs.fields(Arrow).colour.default,
    read=partial(_read_colour, "colour"),
)
# An error about a missing or unknown key gives the arrow as its place, as for the objects in a state.
register_odd_form(Arrow, Form((_ARROW_COLOUR,), is_inner=True))

_ODD: Final[Mapping[type[Any], tuple[Part, ...]]] = {
    requests.ChoicesRequest: (Part("taken", answers.TAKEN, off=[], read=_parse_pairs),),
    requests.QuestionRequest: (Part("taken", answers.TAKEN, off=[], read=_parse_pairs),),
    table_requests.OptionsRequest: (Part("taken", answers.TAKEN, off=[], read=_parse_pairs),),
    requests.RevealRequest: (Part("piece", read=parse_piece),),
    requests.SvgRequest: (
        Part("colours", _COLOURS, off={}, read=_read_colours),
        Part("fill", _FILL, off={}, read=_read_fill),
    ),
}
"""The parts of messages whose JSON form cannot be derived from the types of the fields."""


def forms_of(module: ModuleType, *bases: type[Any], is_asked: bool) -> dict[type[Any], Form]:
    """Return the forms of the messages in a module; request fields with a default are optional."""
    forms = {}
    for kind in vars(module).values():
        # Base classes have no ``type``, because they are not messages themselves.
        if isinstance(kind, type) and issubclass(kind, bases) and hasattr(kind, "type"):
            defaults = {field.name: field.default for field in attrs.fields(kind) if field.default is not attrs.NOTHING}
            rows = {name: Part(name, off=default) for name, default in defaults.items()} if is_asked else {}
            rows |= {part.name: part for part in _ODD.get(kind, ())}
            forms[kind] = complete_form(Form(tuple(rows.values()), tag=kind.type), kind)
    return forms


REQUESTS: Final[Mapping[type[Any], Form]] = {
    **forms_of(requests, Request, is_asked=True),
    **forms_of(progress_requests, Request, is_asked=True),
}
"""The JSON form of each kind of request."""

ANSWERS: Final[Mapping[type[Any], Form]] = {
    **forms_of(answers, answers.Answer, answers.ErrorAnswer, is_asked=False),
    **forms_of(progress_answers, answers.Answer, is_asked=False),
}
"""The JSON form of each kind of answer."""

# The record room generates the schemas and must not import this room, so the forms are registered there.
register_forms(Request, REQUESTS)
register_forms(answers.Answer, ANSWERS)

_BY_TYPE: Final = {kind.type: kind for kind in REQUESTS}

RulesetOf: TypeAlias = Callable[[str | None], Ruleset]
"""A function that returns the ruleset of a session, or the default ruleset for None."""

_FIRST: Final = ("id", "session", "state", "ruleset")
"""The fields that are parsed first, because they determine the ruleset for the other fields."""


def kind_of(
    data: Mapping[str, Any], by_type: Mapping[str, type[Any]] = _BY_TYPE, others: Iterable[str] = ()
) -> type[Any]:
    """
    Return the class of the request in *data*, from *by_type*.

    Raises:
        MalformedError: the type is missing.
        RefusedError: the type is unknown; the message suggests a similar one from *by_type* and *others*.
    """
    if "type" not in data:
        raise MalformedError("type: the field is missing")
    tag = data["type"]
    if type(tag) is str and tag in by_type:
        return by_type[tag]
    known = (*by_type, *others)
    near = find_similar(tag, known)
    asked = f"; did you mean {near[0]}? The requests are" if near else "; the requests are"
    raise RefusedError("unknown_request", f"type: {format_value(tag)} is not a request{asked} {', '.join(known)}")


def read_message(kind: type[Any], form: Form, data: dict[str, Any], ruleset_of: RulesetOf) -> Any:
    """
    Parse a message of this kind from plain *data*.

    Raises:
        MagnumSalError: the data is not a valid message; the error message names the field.
    """
    # Parse in two passes. A session, a state or a ruleset determines which moves, tools and buildings exist, so these
    # fields come first. The other fields are then parsed under that ruleset. sorted() is stable and keeps the fields of
    # each pass in order.
    parts = {part.key: part for part in form.parts}
    defaults = {key: part.off for key, part in parts.items() if part.off is not REQUIRED}
    fields = defaults | data
    check_exactly(fields, ("type", *parts))
    values: dict[str, Any] = {}
    ruleset: Ruleset | None = None
    for key in sorted(parts, key=lambda key: key not in _FIRST):
        if ruleset is None and key not in _FIRST:
            ruleset = _ruleset(values, ruleset_of)
        known = ruleset or ruleset_of(None)
        read = parts[key].read or partial(read_value, parts[key].kind, ruleset=known)
        values[key] = read_at(key, data[key], read) if key in data else defaults[key]
    request = kind(**values)
    _check(request, ruleset or ruleset_of(None))
    return request


def _ruleset(values: Mapping[str, Any], ruleset_of: RulesetOf) -> Ruleset:
    """Return the ruleset under which the remaining fields of a request are parsed."""
    state, ruleset = values.get("state"), values.get("ruleset")
    if state is not None:
        known: Ruleset = state.ruleset
        return known
    return ruleset if ruleset is not None else ruleset_of(values.get("session"))


def _check(request: Any, ruleset: Ruleset) -> None:
    """Check that a request's fields have valid values within their bounds; raise ``MalformedError`` otherwise."""
    try:
        check_fields(request)
    except MalformedError as error:
        # A client knows the fields of its message, but not the classes of the library.
        raise without_class(error, type(request)) from None
    if unknown := find_unknown_field(request, ruleset):
        raise unknown
    for field in fields_of(type(request)):
        check_bounds(field.name, getattr(request, field.name), field.hint)


def check_bounds(name: str, held: Any, hint: Any) -> None:
    """Check a number, the length of a string, or the entries of a list against the bounds in the type annotation."""
    notes: list[Any] = []
    if typing.get_origin(hint) is Annotated:
        hint, *notes = typing.get_args(hint)
    # In a union, only the bounds of the option to which the value belongs apply.
    for option in typing.get_args(hint):
        if typing.get_origin(option) is Annotated and plain_type(option) is type(held):
            check_bounds(name, held, option)
    for note in notes:
        if isinstance(note, Within):
            size, unit = (held, "") if type(held) is int else (len(held), _UNITS[type(held)])
            if not note.least <= size <= (size if note.most is None else note.most):
                raise MalformedError(f"{name}: expected {note.least} to {note.most}{unit}, got {size}")


_UNITS: Final[Mapping[type[Any], str]] = {str: " characters", tuple: " entries"}
