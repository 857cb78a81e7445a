"""Writing values as plain JSON data."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import partial
from operator import is_
from pathlib import Path
from typing import Any, Final

import attrs
import cattrs

from ..._internal.caches import cached, tabled
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.events import Event
from ...model.moves import Move
from .forms import form_of
from .shapes import Form, Plain

_ATOMS: Final = frozenset((str, int, bool, float, types.NoneType))
_PLAIN: Final = (dict, list, tuple, *_ATOMS)


@cached(most=1)
def writer() -> cattrs.Converter:
    """Return the converter that writes values."""
    converter = cattrs.Converter()
    converter.register_unstructure_hook_func(_is_foreign, _refused)
    for known_to_cattrs in (bytes, Path):
        converter.register_unstructure_hook(known_to_cattrs, _refused)
    converter.register_unstructure_hook_factory(attrs.has, _attrs_writer)
    hooks: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
        (tuple, lambda value: [written(item) for item in value]),
        (dict, lambda value: {_key(key): written(item) for key, item in value.items()}),
    )
    for kind, hook in hooks:
        converter.register_unstructure_hook_func(partial(is_, kind), hook)
    return converter


def written(value: Any) -> Any:
    """Return *value* as plain JSON data; ``MisuseError`` where it has no such form."""
    cls = value.__class__
    return value if cls in _ATOMS else _hooks[cls](value)


@tabled(most=1024)
def _hooks(cls: type[Any]) -> Callable[[Any], Any]:
    """Return what writes the values of a class; asking the converter takes longer than writing a number."""
    return writer().get_unstructure_hook(cls)


def _is_foreign(cls: Any) -> bool:
    return isinstance(cls, type) and cls not in _PLAIN and not attrs.has(cls)


def _refused(value: Any) -> Any:
    raise MisuseError(f"{brief(value)} has no JSON form")


def _key(key: Any) -> Any:
    if type(key) is not str:
        raise MisuseError(f"{brief(key)} has no JSON form as a key")
    return key


def _attrs_writer(cls: type[Any]) -> Callable[[Any], dict[str, Any]]:
    if issubclass(cls, (Move, Event)) and not isinstance(getattr(cls, "type", None), str):
        raise MisuseError(f"{cls.__name__} has no JSON form: it has no type")
    return form_writer(form_of(cls))


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
