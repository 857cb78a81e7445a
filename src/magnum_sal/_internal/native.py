"""Support for native classes of the compiled library: attrs fields, validators and docstrings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

__all__ = ["MISSING", "TYPE_CHECKING", "check", "default", "document", "make_value"]


def check(value: Any, name: str, given: object) -> None:
    """Validate a constructor argument with the validator of its field."""
    field = getattr(attrs.fields(type(value)), name)
    field.validator(value, field, given)


MISSING: Final = object()
"""Marks an omitted argument if the constructor's signature cannot express the default."""


def default(value: Any, name: str) -> Any:
    """Return the default of a field."""
    return getattr(attrs.fields(type(value)), name).default


def document(native: Any, text: str) -> None:
    """Set the docstring of a class, because the compiler omits it."""
    native.__doc__ = text


def make_value(
    native: Any, text: str, annotations: dict[str, str], given: dict[str, dict[str, Any]], **options: Any
) -> None:
    """
    Turn a native class into an attrs class, for ``attrs.has``, ``attrs.fields``, ``attrs.evolve``, repr and pickling.

    Args:
        native: The class, with its own constructor, comparison and hash.
        text: The docstring of the class.
        annotations: The types of the fields, as written in the source.
        given: The arguments of ``attrs.field``, by field name.
        options: The options for ``attrs.define``.
    """
    document(native, text)
    native.__annotations__ = annotations
    # attrs treats a class attribute with a field's name as the field's default, so remove the slots and restore them
    # later.
    slots = {name: native.__dict__[name] for name in annotations if name in native.__dict__}
    for name in slots:
        delattr(native, name)
    for name, arguments in given.items():
        setattr(native, name, attrs.field(**arguments))
    own_hash = native.__dict__.get("__hash__")
    # The native class has its attributes, constructor, comparison and hash as machine code, which attrs must not
    # replace. attrs adds only fields, repr and the guard against assignment. It refuses to cache a hash that it does
    # not generate itself.
    options = {**options, "slots": False, "init": False, "eq": False}
    options.pop("cache_hash", None)
    attrs.define(**options)(native)
    for name, slot in slots.items():
        setattr(native, name, slot)
    if own_hash is not None:
        native.__hash__ = own_hash
