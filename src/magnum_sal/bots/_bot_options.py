"""Options of bots: parse strings according to the annotations of the bot's class, and check numbers."""

from __future__ import annotations

import contextlib
import enum
import inspect
import sys
import types
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin

from ..errors import MisuseError
from ..errors.messages import brief, printable

_SIMPLE: Final[Mapping[Any, str]] = {int: "a whole number", float: "a number", str: "a text", Path: "a path"}
"""The types whose constructors parse a string, with their names for messages."""

_NO_OPTIONS: Final = (
    inspect.Parameter.VAR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.POSITIONAL_ONLY,
)
"""The kinds of parameters that an option cannot set, because bots are created with keyword arguments."""


class _OptionValueError(Exception):
    """The error raised if a string does not fit the type of its option."""


def list_options(parameters: Mapping[str, inspect.Parameter]) -> dict[str, inspect.Parameter]:
    """
    Return the parameters of a bot's class that are its options.

    These are all except ``rng``, ``*args``, ``**kwargs`` and positional-only parameters.
    """
    return {key: of for key, of in parameters.items() if key != "rng" and of.kind not in _NO_OPTIONS}


def parse_options(made: Callable[..., Any], texts: Mapping[str, str], name: str) -> tuple[dict[str, Any], bool]:
    """
    Parse *texts* into options of the class *made*; return the options, and whether the class also accepts ``rng``.

    The annotation gives the type of an option. Without an annotation, the option has the type of its default if the
    default is a number, a string, or a boolean. If the type is still unknown, or a text cannot express it,
    ``parse_value`` parses the text.

    Raises:
        MisuseError: an option is unknown or missing, or its string does not fit its type.
    """
    parameters = read_parameters(made, name)
    kinds = _find_types(made, parameters)
    known = list_options(parameters)
    takes_all = any(of.kind is inspect.Parameter.VAR_KEYWORD for of in parameters.values())
    for option in texts:
        if option == "rng" or (option not in known and not takes_all):
            offered = f"its options are {_format_options(known, kinds)}" if known else "it has no options"
            raise MisuseError(f"bot {brief(name)} has no option {brief(option)}; {offered}")
    for option, of in known.items():
        if of.default is of.empty and option not in texts:
            words = _describe_kind(kinds.get(option))
            where, mark = ("the other options", ",") if texts else ("a colon", ":")
            raise MisuseError(
                f"bot {brief(name)} needs the option {option}{f', {words}' if words else ''}: "
                f"write it after {where}, as in {printable(name, 100)}{mark}{option}=..."
            )
    meant = {}
    for option, text in texts.items():
        try:
            meant[option] = _as(text, kinds.get(option))
        except _OptionValueError:
            words = _describe_kind(kinds.get(option))
            raise MisuseError(f"bot {brief(name)}: {option} must be {words}, not {brief(text)}") from None
    source = parameters.get("rng")
    return meant, takes_all or (source is not None and source.kind is not inspect.Parameter.POSITIONAL_ONLY)


def read_parameters(made: Callable[..., Any], name: str) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a class; raise ``MisuseError`` if they cannot be read, or one must be positional."""
    try:
        parameters = inspect.signature(made).parameters
    except (TypeError, ValueError) as error:
        raise MisuseError(f"bot {brief(name)}: cannot read its parameters: {printable(str(error), 200)}") from error
    for key, of in parameters.items():
        if of.kind is inspect.Parameter.POSITIONAL_ONLY and of.default is of.empty:
            raise MisuseError(
                f"bot {brief(name)}: its parameter {printable(key, 60)} is positional-only, so no option can set it: "
                "remove the / that follows it"
            )
    return parameters


def _find_types(made: Callable[..., Any], parameters: Mapping[str, inspect.Parameter]) -> Mapping[str, Any]:
    """Return the types of those parameters of a class whose types are known."""
    try:
        # This also works for attrs classes and dataclasses. It fails for names that only type checkers import.
        kinds = typing.get_type_hints(getattr(made, "__init__", made))
    except Exception:
        kinds = {key: of.annotation for key, of in parameters.items() if isinstance(of.annotation, type)}
    # Without an annotation the type of the default decides. Otherwise depth=many would be accepted by a bot with the
    # default depth=3.
    meant = {key: type(of.default) for key, of in parameters.items() if of.annotation is of.empty}
    meant = {key: kind for key, kind in meant.items() if kind in (bool, int, float, str)}
    return meant | {key: kind for key, kind in kinds.items() if kind is not inspect.Parameter.empty}


def _parts(kind: Any) -> tuple[Any, ...]:
    """Return the members of a union type, or an empty tuple for any other type."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else ()


def _choices(kind: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of a literal, enum, boolean or None type in two dictionaries: by word and by synonym."""
    if get_origin(kind) is Literal:
        return {str(value): value for value in get_args(kind)}, {}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return dict(kind.__members__), {str(of.value): of for of in kind}
    # bool() is unsuitable here, because it returns True for any text except the empty one, even for "false".
    if kind is bool:
        return {"true": True, "false": False}, {"True": True, "False": False}
    return ({"none": None}, {"None": None}) if kind is type(None) else ({}, {})


def _as(text: str, kind: Any) -> Any:
    """Parse *text* as a value of *kind*; raise ``_OptionValueError`` if that fails."""
    # Every text is a valid string and path, so the other members of a union are tried first.
    parts = sorted(_parts(kind), key=lambda part: (part is Path, part is str))
    for part in parts:
        with contextlib.suppress(_OptionValueError):
            return _as(text, part)
    named, others = _choices(kind)
    # An enum may have a member whose name is the value of another member. The name wins, because messages list names.
    values = others | named
    if text in values:
        return values[text]
    if parts or values:
        raise _OptionValueError
    if not _describe_kind(kind):
        return parse_value(text)
    try:
        return kind(text)
    except ValueError:
        raise _OptionValueError from None


def _describe_kind(kind: Any) -> str:
    """Return the name of a type for messages, or an empty string if any string is valid."""
    parts = [_describe_kind(part) for part in _parts(kind)]
    if not all(parts):
        return ""
    if words := parts or list(_choices(kind)[0]):
        return _or(words)
    return _SIMPLE.get(kind, "") if isinstance(kind, type) else ""


def _or(words: typing.Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _format_options(known: Mapping[str, inspect.Parameter], kinds: Mapping[str, Any]) -> str:
    told = ((option, _describe_kind(kinds.get(option))) for option in known)
    return ", ".join(f"{option} ({words})" if words else option for option, words in told)


def parse_value(text: str) -> int | float | bool | str:
    """
    Parse an option of unknown type as a whole number, a number or a boolean, or return the string itself.

    >>> [parse_value(text) for text in ("500", "0.5", "true", "deep")]
    [500, 0.5, True, 'deep']
    """
    if text in ("true", "false"):
        return text == "true"
    # Every whole number is a valid float as well, so int comes first.
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def check_number(bot: str, name: str, number: Any, *, is_zero_good: bool = True) -> None:
    """Raise ``MisuseError`` if *number* is infinite, NaN or negative, or is 0 while *is_zero_good* is False."""
    # A comparison with the largest float also excludes whole numbers that no float can hold.
    is_number = type(number) in (int, float) and 0 <= number <= sys.float_info.max
    if not is_number or not (number or is_zero_good):
        least = "from 0 up" if is_zero_good else "above 0"
        raise MisuseError(f"{bot}: {name}: expected a number {least}, got {brief(number)}")
