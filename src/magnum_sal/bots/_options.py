"""Options of bots: what their texts mean by the annotations of what makes the bot, and checks of numbers among them."""

from __future__ import annotations

import contextlib
import enum
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin

from ..errors import MisuseError
from ..errors.messages import brief, printable

_SIMPLE: Final[Mapping[Any, str]] = {int: "a whole number", float: "a number", str: "a text", Path: "a path"}
"""The types that read their texts themselves, and what they are called."""

_ANY_NUMBER: Final = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)


class _OptionValueError(Exception):
    """A text that does not mean what was asked for."""


def options_for(made: Callable[..., Any], texts: Mapping[str, str], name: str) -> tuple[dict[str, Any], bool]:
    """
    Return the options that *texts* mean to the class *made*, by their annotations, and whether it takes ``rng``, too.

    Without an annotation it is of the type of its default, where that is a number, a text, or true or false. Of any
    other option, and with an annotation that a text says nothing of, a text that looks like a number, or like true or
    false, is taken for it.

    All that the class takes but ``rng`` are options.

    Raises:
        MisuseError: it has no such option, the text does not mean what the option takes, or one is missing.
    """
    parameters, kinds = _parameters(made, name)
    known = {key: of for key, of in parameters.items() if key != "rng" and of.kind not in _ANY_NUMBER}
    takes_all = any(of.kind is inspect.Parameter.VAR_KEYWORD for of in parameters.values())
    for option in texts:
        if option not in known and not takes_all:
            offered = f"its options are {_format_options(known, kinds)}" if known else "it has none"
            raise MisuseError(f"bot {brief(name)} has no option {brief(option)}; {offered}")
    for option, of in known.items():
        if of.default is of.empty and option not in texts:
            words = _describe_kind(kinds.get(option))
            raise MisuseError(
                f"bot {brief(name)} needs the option {option}{f', {words}' if words else ''}: "
                f"write it behind a colon, as in {printable(name, 100)}:{option}=..."
            )
    meant = {}
    for option, text in texts.items():
        try:
            meant[option] = _as(text, kinds.get(option))
        except _OptionValueError:
            words = _describe_kind(kinds.get(option))
            raise MisuseError(f"bot {brief(name)}: {option} is {words}, not {brief(text)}") from None
    return meant, takes_all or "rng" in parameters


def _parameters(made: Callable[..., Any], name: str) -> tuple[Mapping[str, inspect.Parameter], Mapping[str, Any]]:
    """Return what a class takes, and of what types, as far as these are known."""
    try:
        parameters = inspect.signature(made).parameters
    except (TypeError, ValueError) as error:
        raise MisuseError(f"bot {brief(name)}: nobody can see what it takes: {printable(str(error), 200)}") from error
    try:
        # A class of attrs or a dataclass has them as well; names that only type checkers import cannot be resolved.
        kinds = typing.get_type_hints(getattr(made, "__init__", made))
    except Exception:
        kinds = {key: of.annotation for key, of in parameters.items() if isinstance(of.annotation, type)}
    meant = {key: type(of.default) for key, of in parameters.items() if of.annotation is of.empty}
    meant = {key: kind for key, kind in meant.items() if kind in (bool, int, float, str)}
    return parameters, meant | {key: kind for key, kind in kinds.items() if kind is not inspect.Parameter.empty}


def _parts(kind: Any) -> tuple[Any, ...]:
    """Return the kinds of which a union is made, empty for any other kind."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else ()


def _choices(kind: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of a kind that has few, by the words that messages name and by others; empty for any other."""
    if get_origin(kind) is Literal:
        return {str(value): value for value in get_args(kind)}, {}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return dict(kind.__members__), {str(of.value): of for of in kind}
    if kind is bool:
        return {"true": True, "false": False}, {"True": True, "False": False}
    return ({"none": None}, {"None": None}) if kind is type(None) else ({}, {})


def _as(text: str, kind: Any) -> Any:
    """Return what *text* means as a value of *kind*; raise ``_OptionValueError`` if it means none."""
    # A text is everything, so other meanings come first.
    parts = sorted(_parts(kind), key=lambda part: (part is Path, part is str))
    for part in parts:
        with contextlib.suppress(_OptionValueError):
            return _as(text, part)
    named, others = _choices(kind)
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
    """Return what a kind is called, empty where a text may mean anything."""
    words = [_describe_kind(part) for part in _parts(kind)] or list(_choices(kind)[0])
    if words:
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
    Return what an option's text means by itself: a whole number, a number, true or false, or the text.

    >>> [parse_value(text) for text in ("500", "0.5", "true", "deep")]
    [500, 0.5, True, 'deep']
    """
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def check_whole(bot: str, name: str, number: object, least: int) -> None:
    """Raise ``MisuseError`` where *number* is no whole number of at least *least*."""
    if type(number) is not int or number < least:
        raise MisuseError(f"{bot}: {name} is {number!r}, not a whole number from {least} up")


def check_number(bot: str, name: str, number: Any, *, is_zero_good: bool = True) -> None:
    """Raise ``MisuseError`` where *number* is no finite number of 0 or more, or of more than 0."""
    if type(number) not in (int, float) or not isfinite(number) or number < 0 or not (number or is_zero_good):
        least = "from 0 up" if is_zero_good else "above 0"
        raise MisuseError(f"{bot}: {name} is {number!r}, not a number {least}")
