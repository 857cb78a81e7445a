"""Check that the value of a part of the state fits its type, so that readers of JSON accept it."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs

from .._internal.caches import cached
from .._internal.checks import show_value
from ..errors.messages import brief
from .meaning import COUNT, FLAG, NUMBER, Meaning, fields_of, find_fault, split_hint

# Constructors of attrs classes do not check types, but readers of JSON do. If a state contained a value that readers
# refuse, the game would continue and write a log that nobody can read. So values are checked when a state gets them.
# The checks must agree with ``serialization._decoding``: they may accept more values than the readers, but never fewer.

_Fault: TypeAlias = tuple[str, str]
"""The place of a fault, such as ``"[1].crystals"`` or an empty string for the whole value, and its description."""
_Check: TypeAlias = Callable[[Any], _Fault | None]
"""A function that returns the first fault of a value, or None."""

_TEXT: Final = Meaning("text", "a text", lambda value: type(value) is str)
# Readers take a plain ``int`` as a count.
_PLAIN: Final[dict[object, Meaning]] = {int: COUNT, bool: FLAG, str: _TEXT}


def find_misfit(value_type: Any, value: object) -> str | None:
    """
    Describe the first place in *value* that does not fit *value_type*, the type of a part. Return None if all fit.

    >>> find_misfit(int, 0.5)
    '0.5 is not a count (a whole number, 0 or more)'
    >>> find_misfit(tuple[str | None, ...], ("rain", None, 3))
    '[2]: 3 is not a text'
    """
    check = _try_build_check(value_type)
    fault = None if check is None else check(value)
    if fault is None:
        return None
    place, complaint = fault
    return f"{place}: {complaint}" if place else complaint


def _try_build_check(hint: Any) -> _Check | None:
    try:
        return _build_check(hint)
    except TypeError:  # An annotation can be any object, even an unhashable one. Such types are not checked.
        return None


@cached(most=512)
def _build_check(hint: Any) -> _Check | None:
    """Build the check for a type. Return None for a type without a JSON form, because only writers can refuse it."""
    marks, plain = split_hint(hint)
    meanings = [mark for mark in marks if isinstance(mark, Meaning)]
    if plain in _PLAIN and NUMBER not in meanings:
        meanings.append(_PLAIN[plain])
    if meanings:
        return _build_meaning_check(meanings)
    origin, arguments = typing.get_origin(plain), typing.get_args(plain)
    if origin is tuple and arguments:
        return _build_tuple_check(arguments)
    if origin in (types.UnionType, typing.Union):
        return _build_union_check(arguments)
    return _build_class_check(plain) if isinstance(plain, type) and attrs.has(plain) else None


def _build_meaning_check(meanings: list[Meaning]) -> _Check:
    # Nearly all values fit, so the check calls as few functions as possible. Most meanings of numbers share one.
    tests = [*dict.fromkeys(meaning.accepts for meaning in meanings)]

    def check(value: Any) -> _Fault | None:
        for accepts in tests:
            if not accepts(value):
                return _find_meaning_fault(meanings, value)
        return None

    return check


def _find_meaning_fault(meanings: list[Meaning], value: Any) -> _Fault | None:
    # A subclass of ``str``, such as a ``StrEnum``, is written as its text.
    held = str.__str__(value) if isinstance(value, str) else value
    wrong = next((meaning for meaning in meanings if not meaning.accepts(held)), None)
    return None if wrong is None else ("", str(find_fault(wrong, held, show_value(held))))


def _build_tuple_check(arguments: tuple[Any, ...]) -> _Check:
    is_any_length = arguments[-1] is Ellipsis
    checks = [_build_check(argument) for argument in arguments if argument is not Ellipsis]

    def check(value: Any) -> _Fault | None:
        if type(value) is not tuple:
            return "", f"{brief(value)} is not a tuple"
        if not is_any_length and len(value) != len(checks):
            return "", f"expected a tuple of {len(checks)}, got {brief(value)}"
        for index, entry in enumerate(value):
            check_entry = checks[0 if is_any_length else index]
            if check_entry is not None and (fault := check_entry(entry)) is not None:
                return _place(f"[{index}]", fault)
        return None

    return check


def _build_union_check(options: tuple[Any, ...]) -> _Check | None:
    checks = [_build_check(option) for option in options if option is not types.NoneType]
    known = [check for check in checks if check is not None]
    if len(known) < len(checks):
        return None
    may_be_none = types.NoneType in options

    def check(value: Any) -> _Fault | None:
        if value is None and may_be_none:
            return None
        # Like a reader, the check names the fault of the first option.
        faults = [check_option(value) for check_option in known]
        return None if None in faults else faults[0]

    return check


def _build_class_check(kind: type[Any]) -> _Check:
    # A class may contain itself, so the checks of its fields are built on first use.
    checks: list[tuple[str, _Check]] | None = None

    def check(value: Any) -> _Fault | None:
        nonlocal checks
        if not isinstance(value, kind):
            return "", f"{brief(value)} is not a value of {kind.__name__}"
        if checks is None:
            built = [(field.name, _try_build_check(field.hint)) for field in fields_of(kind)]
            checks = [(name, check_field) for name, check_field in built if check_field is not None]
        for name, check_field in checks:
            if (fault := check_field(getattr(value, name))) is not None:
                return _place(name, fault)
        return None

    return check


def _place(outer: str, fault: _Fault) -> _Fault:
    """Return *fault* with *outer* in front of its place."""
    place, complaint = fault
    joint = "." if place and not place.startswith("[") else ""
    return f"{outer}{joint}{place}", complaint
