"""The JSON forms of requests and answers; a request is read strictly."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Final, TypeAlias

import attrs

from ..errors import MalformedError
from ..model.meaning import Within, check_fields, fields_of, plain_type, unknown_id
from ..model.ruleset import Ruleset
from ..record.log.entries import piece_from
from ..record.schema import register_forms
from ..record.serialization import read_value
from ..record.serialization.forms import filled
from ..record.serialization.json_text import shown
from ..record.serialization.shapes import REQUIRED, Form, Part
from ..record.serialization.strict_fields import check_exactly, starts_with_field
from ..record.serialization.writing import form_writer
from . import _drawing as drawing
from . import answers, requests
from .refused_error import RefusedError
from .requests import Request


def _pairs(data: Any) -> tuple[Any, ...]:
    """Read questions with their answers; whether they are asked is not checked here."""
    if type(data) is not list:
        raise MalformedError(f"{shown(data)} is not a list")
    for index, pair in enumerate(data):
        if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not str:
            raise MalformedError(f"[{index}]: {shown(pair)} is not a list of a question and its answer")
    return tuple(data)


_ODD: Final[Mapping[type[Any], tuple[Part, ...]]] = {
    requests.ChoicesRequest: (Part("taken", answers.TAKEN, off=[], read=_pairs),),
    requests.QuestionRequest: (Part("taken", answers.TAKEN, off=[], read=_pairs),),
    requests.RevealRequest: (Part("piece", read=piece_from),),
    requests.SvgRequest: (
        Part("colours", drawing.COLOURS, off={}, read=drawing.read_colours),
        Part("arrows", drawing.ARROWS, off=[], read=drawing.read_arrows),
        Part("fill", drawing.FILL, off={}, read=drawing.read_fill),
    ),
    answers.SvgAnswer: (Part("places", drawing.PLACES, of=lambda answer: drawing.rectangles(answer.places)),),
}
"""What of a message is not as the types of its fields say."""


def form_of_message(cls: type[Any], *, is_asked: bool) -> Form:
    """Return the form of a message; of a request the fields that have a default can be left out."""
    rows = {
        field.name: Part(field.name, off=field.default)
        for field in attrs.fields(cls)
        if is_asked and field.default is not attrs.NOTHING
    }
    rows |= {part.name: part for part in _ODD.get(cls, ())}
    return filled(Form(tuple(rows.values()), tag=cls.type), cls)


REQUESTS: Final[Mapping[type[Any], Form]] = {
    kind: form_of_message(kind, is_asked=True)
    for kind in vars(requests).values()
    if isinstance(kind, type) and issubclass(kind, Request) and hasattr(kind, "type")
}
"""The kinds of request and their forms."""

ANSWERS: Final[Mapping[type[Any], Form]] = {
    kind: form_of_message(kind, is_asked=False)
    for kind in vars(answers).values()
    if isinstance(kind, type) and issubclass(kind, (answers.Answer, answers.ErrorAnswer)) and hasattr(kind, "type")
}
"""The kinds of answer and their forms."""

register_forms(Request, REQUESTS)
register_forms(answers.Answer, ANSWERS)

_BY_TYPE: Final = {kind.type: kind for kind in REQUESTS}
_WRITERS: Final = {kind: form_writer(form) for kind, form in ANSWERS.items()}

RulesetOf: TypeAlias = Callable[[str | None], Ruleset]
"""Returns the ruleset of a session, or of what is meant where a request names none."""

_LONGEST_COMPARED: Final = 40
"""Characters of a type that is held against those there are."""

_FIRST: Final = ("id", "session", "state", "ruleset")
"""What is read first, since the rest depends on it."""


def answer_data(answer: answers.Answer | answers.ErrorAnswer) -> dict[str, Any]:
    """Return an answer as plain JSON data."""
    return _WRITERS[type(answer)](answer)


def kind_of(data: Mapping[str, Any]) -> type[Request]:
    """Return the kind of request that *data* is."""
    tag = tag_of(data)
    if type(tag) is not str or tag not in _BY_TYPE:
        raise no_request(tag, _BY_TYPE)
    return _BY_TYPE[tag]


def tag_of(data: Mapping[str, Any]) -> object:
    """Return what stands as the type of a request, which may be anything."""
    if "type" not in data:
        raise MalformedError("type: the field is missing")
    tag: object = data["type"]
    return tag


def no_request(tag: object, known: Iterable[str]) -> RefusedError:
    """Return what refuses a request whose type is none of those *known*; one that is spelt much like it is named."""
    near = get_close_matches(tag, known, 1) if type(tag) is str and len(tag) <= _LONGEST_COMPARED else []
    asked = f"; did you mean {near[0]}? There are" if near else "; there are"
    return RefusedError("unknown_request", f"type: {shown(tag)} is no request{asked} {', '.join(known)}")


def read_request(data: dict[str, Any], ruleset_of: RulesetOf) -> Request:
    """
    Return the request that plain *data* are.

    Raises:
        MagnumSalError: they are none; the sentence names the field.
    """
    kind = kind_of(data)
    request: Request = read_message(kind, REQUESTS[kind], data, ruleset_of)
    return request


def read_message(kind: type[Any], form: Form, data: dict[str, Any], ruleset_of: RulesetOf) -> Any:
    """Return the message of this kind that plain *data* are; errors are those of ``read_request``."""
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
        values[key] = defaults[key] if key not in data else _at(key, data[key], parts[key], known)
    request = kind(**values)
    _check(request, ruleset or ruleset_of(None))
    return request


def _ruleset(values: Mapping[str, Any], ruleset_of: RulesetOf) -> Ruleset:
    """Return the ruleset that the rest of a request goes by."""
    state, ruleset = values.get("state"), values.get("ruleset")
    if state is not None:
        known: Ruleset = state.ruleset
        return known
    return ruleset if ruleset is not None else ruleset_of(values.get("session"))


def _at(key: str, data: Any, part: Part, ruleset: Ruleset) -> Any:
    """Read what stands at *key*; an error names it first."""
    try:
        return read_value(part.kind, data, ruleset) if part.read is None else part.read(data)
    except MalformedError as error:
        inner = str(error)
        joint = "" if inner.startswith("[") else "." if starts_with_field(inner) else ": "
        raise MalformedError(f"{key}{joint}{inner}") from None


def _check(request: Any, ruleset: Ruleset) -> None:
    """Check what the fields of a request mean, and their bounds."""
    try:
        check_fields(request)
    except MalformedError as error:
        raise MalformedError(str(error).removeprefix(f"{type(request).__name__}.")) from None
    found = unknown_id(request, ruleset)
    if found is not None:
        field, given = found
        assert field.meaning is not None
        raise MalformedError(f"{field.name}: {shown(given)} is no {field.meaning.name} of {ruleset.name!r}")
    for field in fields_of(type(request)):
        check_bounds(field.name, getattr(request, field.name), field.hint)


def check_bounds(name: str, held: Any, hint: Any) -> None:
    """Check the bounds that are noted at a type: of a number, the length of a text, the entries of a list."""
    notes: list[Any] = []
    if typing.get_origin(hint) is Annotated:
        hint, *notes = typing.get_args(hint)
    for option in typing.get_args(hint):
        if typing.get_origin(option) is Annotated and plain_type(option) is type(held):
            check_bounds(name, held, option)
    for note in notes:
        if isinstance(note, Within):
            size, unit = (held, "") if type(held) is int else (len(held), _UNITS[type(held)])
            if not note.least <= size <= (size if note.most is None else note.most):
                raise MalformedError(f"{name}: {size}{unit}, not {note.least} to {note.most}")


_UNITS: Final[Mapping[type[Any], str]] = {str: " characters", tuple: " entries"}
