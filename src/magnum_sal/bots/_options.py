"""Options of bots: what their texts mean by the annotations of what makes the bot, and checks of numbers among them."""

from __future__ import annotations

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

_NONE: Final = "none"
"""How nothing is written, where an option may be nothing."""

_SIMPLE: Final[Mapping[Any, str]] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    Path: "a path",
    type(None): _NONE,
}
"""What the simple types are called."""


class _NotMeantError(Exception):
    """A text that does not mean what was asked for."""


def options_for(made: Callable[..., Any], texts: Mapping[str, str], name: str) -> dict[str, Any]:
    """
    Return the options that *texts* mean to the class *made*, each of the type that its annotation says.

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
            offered = f"its options are {_listed(known, kinds)}" if known else "it has none"
            raise MisuseError(f"bot {brief(name)} has no option {brief(option)}; {offered}")
    for option, of in known.items():
        if of.default is of.empty and option not in texts:
            words = _told(kinds.get(option))
            raise MisuseError(
                f"bot {brief(name)} needs the option {option}{f', {words}' if words else ''}: "
                f"write it behind a colon, as in {printable(name, 100)}:{option}=..."
            )
    return {option: _meant(text, option, kinds.get(option), name) for option, text in texts.items()}


def takes_chance(made: Callable[..., Any], name: str) -> bool:
    """Say whether a class takes ``rng``; errors are those of ``options_for``."""
    parameters, _ = _parameters(made, name)
    return "rng" in parameters or any(of.kind is inspect.Parameter.VAR_KEYWORD for of in parameters.values())


_ANY_NUMBER: Final = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)


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


def _meant(text: str, option: str, kind: Any, name: str) -> Any:
    try:
        return _as(text, kind)
    except _NotMeantError:
        raise MisuseError(f"bot {brief(name)}: {option} is {_told(kind)}, not {brief(text)}") from None


def _as(text: str, kind: Any) -> Any:
    """Return what *text* means as a value of *kind*."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(text, {str(value): value for value in get_args(kind)})
    if origin in (Union, types.UnionType):
        return _any_of(text, get_args(kind))
    if origin is typing.Annotated:
        return _as(text, get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _one_of(text, {str(of.value): of for of in kind} | dict(kind.__members__))
    if kind is bool:
        return _one_of(text, {"true": True, "false": False, "True": True, "False": False})
    if kind is type(None):
        return _one_of(text, {_NONE: None, "None": None})
    if kind in (int, float, str, Path):
        try:
            return kind(text)
        except ValueError:
            raise _NotMeantError from None
    return guessed(text)


def _one_of(text: str, values: Mapping[str, Any]) -> Any:
    if text not in values:
        raise _NotMeantError
    return values[text]


def _any_of(text: str, kinds: tuple[Any, ...]) -> Any:
    # A text is everything, so other meanings come first.
    for kind in sorted(kinds, key=lambda kind: (kind is Path, kind is str)):
        try:
            return _as(text, kind)
        except _NotMeantError:
            continue
    raise _NotMeantError


def _told(kind: Any) -> str:
    """Return what a kind is called, empty where a text may mean anything."""
    origin = get_origin(kind)
    if origin is Literal:
        return _or(str(value) for value in get_args(kind))
    if origin in (Union, types.UnionType):
        return _or(_told(part) for part in get_args(kind))
    if origin is typing.Annotated:
        return _told(get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _or(kind.__members__)
    return _SIMPLE.get(kind, "") if isinstance(kind, type) else ""


def _or(words: typing.Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _listed(known: Mapping[str, inspect.Parameter], kinds: Mapping[str, Any]) -> str:
    told = ((option, _told(kinds.get(option))) for option in known)
    return ", ".join(f"{option} ({words})" if words else option for option, words in told)


def guessed(text: str) -> int | float | bool | str:
    """
    Return what an option's text means by itself: a whole number, a number, true or false, or the text.

    >>> [guessed(text) for text in ("500", "0.5", "true", "deep")]
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
