"""What a native class of the compiled library needs to be a value of attrs: its fields, and a guard against writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

__all__ = ["MISSING", "TYPE_CHECKING", "check", "default", "document", "make_value"]


def check(value: Any, name: str, given: object) -> None:
    """Have the validator of a field look at what a constructor was given for it."""
    field = getattr(attrs.fields(type(value)), name)
    field.validator(value, field, given)


MISSING: Final = object()
"""What a constructor takes for an argument that nobody gave, where its default cannot stand in its signature."""


def default(value: Any, name: str) -> Any:
    """Return the default of a field."""
    return getattr(attrs.fields(type(value)), name).default


def document(native: Any, text: str) -> None:
    """Give a class its docstring, which the compiler leaves out."""
    native.__doc__ = text


def make_value(
    native: Any, text: str, annotations: dict[str, str], given: dict[str, dict[str, Any]], **options: Any
) -> None:
    """
    Make a value of attrs out of a native class: ``attrs.has``, ``attrs.fields``, ``attrs.evolve``, repr, pickles.

    Args:
        native: The class; its constructor, comparison and hash are its own.
        text: Its docstring.
        annotations: The types of its fields, as they are written.
        given: The arguments of ``attrs.field`` for those that have any.
        options: Those of attrs.
    """
    document(native, text)
    native.__annotations__ = annotations
    # attrs takes what it finds under a field's name for the default.
    slots = {name: native.__dict__[name] for name in annotations if name in native.__dict__}
    for name in slots:
        delattr(native, name)
    for name, arguments in given.items():
        setattr(native, name, attrs.field(**arguments))
    own_hash = native.__dict__.get("__hash__")
    options = {**options, "slots": False, "init": False, "eq": False}
    options.pop("cache_hash", None)
    attrs.define(**options)(native)
    for name, slot in slots.items():
        setattr(native, name, slot)
    if own_hash is not None:
        native.__hash__ = own_hash
