"""Writing values as plain JSON data."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, Final, NoReturn

import attrs

from ..._internal.caches import cached
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import Event
from ...model.moves import Move
from .forms import form_of
from .shapes import Form, Plain

_ATOMS: Final = frozenset((str, int, bool, float, types.NoneType))


def written(value: Any) -> Any:
    """Return *value* as plain JSON data; ``MisuseError`` where it has no such form."""
    cls = value.__class__
    return value if cls in _ATOMS else _writers(cls)(value)


@cached(most=1024)
def _writers(cls: type[Any]) -> Callable[[Any], Any]:
    """Return what writes the values of a class."""
    if issubclass(cls, str):  # such as a picture, which is a text that knows its places
        return _as_it_is
    if cls in (tuple, list):
        return lambda value: [written(item) for item in value]
    if cls is dict:
        return lambda value: {_key(key): written(item) for key, item in value.items()}
    if not attrs.has(cls):
        return _refuse
    if issubclass(cls, (Move, Event)) and not isinstance(getattr(cls, "type", None), str):
        raise MisuseError(f"{cls.__name__} has no JSON form: it has no type")
    return form_writer(form_of(cls))


def _refuse(value: Any) -> NoReturn:
    raise MisuseError(f"{brief(value)} has no JSON form")


def _key(key: Any) -> Any:
    if type(key) is not str:
        raise MisuseError(f"{brief(key)} has no JSON form as a key")
    return key


def form_writer(form: Form) -> Callable[[Any], dict[str, Any]]:
    """Return a function that writes values of this form."""
    tag = {} if form.tag is None else {"type": form.tag}
    parts = [(part.key, part.of, _as_it_is if isinstance(part.kind, Plain) else written) for part in form.parts]
    asked = {part.key: part.when for part in form.parts if part.when is not None}
    if not asked:
        return lambda value: tag | {key: write(of(value)) for key, of, write in parts}
    return lambda value: (
        tag | {key: write(of(value)) for key, of, write in parts if key not in asked or asked[key](value)}
    )


def _as_it_is(data: Any) -> Any:
    return data
