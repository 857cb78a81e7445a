"""
Serialization: convert moves, events, setups, rulesets and states to plain JSON data and back.

All JSON text is written by ``to_json`` and read by ``from_json``.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

import attrs
import cattrs

from ..._internal.caches import cached
from ...engine.steps import Transition
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import Event
from ...model.moves import Move
from ...model.ruleset import Ruleset, check_ruleset
from ...rules.standard import STANDARD
from ._decoding import EVENT_TYPES as EVENT_TYPES
from ._decoding import reader
from .forms import form_of
from .json_text import read_json, write_json
from .shapes import Form, Plain

T = TypeVar("T")

_ATOMS: Final = frozenset((str, int, bool, float, types.NoneType))


def to_dict(value: Any) -> Any:
    """
    Return *value* as plain JSON data: dicts, lists, str, int, bool and None.

    Args:
        value: A move, event, setup, ruleset, state, score, piece, objection, effects or choice, or a mapping with texts
            as keys, a tuple or a list of such values. A ``Step``, and so a notice of a game, contains the states before
            and after a move. In a dealt game these are full states, which clients must not get.

    Raises:
        MisuseError: the value's ruleset is not registered, or *value* has no JSON form.
    """
    if isinstance(value, float):  # Metadata may contain floats, but no value of the library is one.
        raise MisuseError(f"{brief(value)} has no JSON form")
    return to_plain_data(value)


def from_dict(cls: type[T], data: Any, *, ruleset: Ruleset = STANDARD) -> T:
    """
    Build a value of class *cls* from plain JSON *data*.

    Args:
        cls: The class. For ``Move`` and ``Event``, the ``"type"`` in *data* selects the class.
        data: Plain JSON data.
        ruleset: The rules that define moves, events and ids. States and ``GameStarted`` events name their own
            ruleset, which is looked up in the registry unless *ruleset* has that name.

    Raises:
        MalformedError: *data* does not match the form. The message names the field and the value.
        MisuseError: *cls* has no JSON form, or *data* names a ruleset that is not registered.
    """
    asked: object = cls
    if not (isinstance(asked, type) and attrs.has(asked)):
        raise MisuseError(f"{brief(cls)} has no JSON form")
    check_ruleset(ruleset)
    value: T = read_value(cls, data, ruleset)
    return value


def read_value(kind: Any, data: Any, ruleset: Ruleset) -> Any:
    """Build a value of any type, such as ``tuple[Event, ...]``, from plain JSON *data*."""
    try:
        return reader(ruleset).structure(data, kind)
    except (cattrs.StructureHandlerNotFoundError, NameError):  # The type or a type in its annotations is unknown.
        raise MisuseError(f"{brief(kind)} has no JSON form") from None


def to_json(value: Any) -> str:
    """Return *value* as JSON text on one line. Raises the errors of ``to_dict``."""
    data = to_dict(value)
    try:
        return write_json(data)
    except (TypeError, ValueError) as error:
        raise MisuseError(f"{type(value).__name__} has no JSON form: {error}") from None


def from_json(cls: type[T], text: str | bytes, *, ruleset: Ruleset = STANDARD) -> T:
    """
    Build a value of class *cls* from JSON *text* or its UTF-8 bytes.

    Takes the other arguments and raises the errors of ``from_dict``. Duplicate keys, NaN, wrong encodings and excessive
    nesting count as malformed.
    """
    return from_dict(cls, read_json(text), ruleset=ruleset)


def to_plain_data(value: Any) -> Any:
    """Return *value* as plain JSON data. Raises ``MisuseError`` if it has no JSON form."""
    cls = value.__class__
    return value if cls in _ATOMS else _writers(cls)(value)


@cached(most=1024)
def _writers(cls: type[Any]) -> Callable[[Any], Any]:
    """Return the function that converts values of a class to plain data."""
    if issubclass(cls, str):  # A picture, for example, is a text with the positions of its elements.
        return _as_it_is
    if cls in (tuple, list):
        return lambda value: [to_plain_data(item) for item in value]
    # Read-only mappings hold the facts of an error, and the parts of a state that belong to extensions.
    if cls is dict or (issubclass(cls, Mapping) and not issubclass(cls, dict)):
        return lambda value: {_key(key): to_plain_data(item) for key, item in value.items()}
    if not attrs.has(cls):
        return _refuse
    # Without a type, the value could not be read again as a move or an event.
    if issubclass(cls, (Move, Event)) and not isinstance(getattr(cls, "type", None), str):
        raise MisuseError(f"{cls.__name__} has no JSON form, because it has no type")
    return _form_writer(form_of(cls))


def _refuse(value: Any) -> NoReturn:
    hint = "; write its step, or its state and events" if isinstance(value, Transition) else ""
    raise MisuseError(f"{brief(value)} has no JSON form{hint}")


def _key(key: Any) -> Any:
    if type(key) is not str:
        raise MisuseError(f"{brief(key)} has no JSON form as a key")
    return key


def _form_writer(form: Form) -> Callable[[Any], dict[str, Any]]:
    """Return a function that converts values of this form to plain data."""
    tag = {} if form.tag is None else {"type": form.tag}
    parts = [(part.key, part.of, _as_it_is if isinstance(part.kind, Plain) else to_plain_data) for part in form.parts]
    asked = {part.key: part.when for part in form.parts if part.when is not None}
    if not asked:
        return lambda value: tag | {key: write(of(value)) for key, of, write in parts}
    return lambda value: (
        tag | {key: write(of(value)) for key, of, write in parts if key not in asked or asked[key](value)}
    )


def _as_it_is(data: Any) -> Any:
    return data


__all__ = ["from_dict", "from_json", "to_dict", "to_json"]
