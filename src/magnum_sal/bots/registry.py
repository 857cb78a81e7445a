"""Bots by name: levels, ``"search:iterations=500"``, ``"process:node bot.js"``, ``"package.module:Class"``."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from .._entry_points import brought, imported, points
from .._wording import brief
from ..errors import MisuseError
from ._levels import LEVELS, bot_behind
from .protocol import Bot, BotFactory

ENTRY_POINTS: Final = "magnum_sal.bots"
"""The group of entry points by which an installed package names its bots."""

BUILT_IN: Final[Mapping[str, str]] = {
    "random": "magnum_sal.bots._random_bot:RandomBot",
    "greedy": "magnum_sal.bots._greedy:GreedyBot",
    "search": "magnum_sal.bots._search:SearchBot",
}
PROCESS: Final = "process"
HUMAN: Final = "human"
"""What stands for a person where a bot's name could, as at a table; ``make_bot`` knows no such bot."""

LONGEST_NAME_FROM_FILE: Final = 200
MOST_FROM_FILE: Final[Mapping[str, Mapping[str, float]]] = {
    "random": {},
    "greedy": {"width": 50, "noise": 1000},
    "search": {
        "iterations": 1000,
        "seconds": 30,
        "worlds": 1000,
        "horizon": 12,
        "sample": 50,
        "exploration": 100,
        "sharpness": 1000,
        "trust": 1000,
    },
}
"""The bots that a file may ask for, and the most that it may ask of each of their options that are numbers."""


def bot_names() -> tuple[str, ...]:
    """
    Return the names that ``make_bot`` knows.

    These are the levels from the weakest up, then the built-in bots and those of installed packages, both sorted.
    """
    return (*LEVELS, *sorted((*BUILT_IN, PROCESS)), *sorted(point.name for point in points(ENTRY_POINTS)))


def make_bot(
    name: str, *, seed: int | None = None, rng: random.Random | None = None, move_seconds: float | None = None
) -> Bot:
    """
    Return the bot called *name*.

    Args:
        name: A known name with options after a colon (``"search:iterations=500,horizon=10"``), ``"process:COMMAND"``
            for a program that speaks the process protocol, or ``"package.module:Class"`` for a class of your own, with
            options after a second colon. A function that is named so is the bot itself.
        seed: Seeds the bot's own source of chance.
        rng: That source itself, instead of a seed.
        move_seconds: How long a program may take for a move; bots in Python are not interrupted.

    Raises:
        MisuseError: there is no such bot, or it has no such option.
    """
    if seed is not None and type(seed) is not int:
        raise MisuseError(f"seed: {brief(seed)} is not a whole number")
    if rng is not None and not isinstance(rng, random.Random):
        raise MisuseError(f"rng: {brief(rng)} is not a random.Random")
    if seed is not None and rng is not None:
        raise MisuseError("a bot's chance comes from a seed or from an rng: give one of them")
    return bot_factory(name, move_seconds)(rng if rng is not None else random.Random(seed))


def bot_factory(name: str, move_seconds: float | None = None) -> BotFactory:
    """Return what makes the bot called *name*; arguments and errors are those of ``make_bot``."""
    if not isinstance(name, str):
        raise MisuseError(f"{brief(name)} is no name of a bot")
    head, _, rest = bot_behind(name).partition(":")
    if head == PROCESS:
        from ._process import process_factory

        return process_factory(rest, move_seconds)
    if head in BUILT_IN:
        return _factory(_imported(BUILT_IN[head], name), rest, name)
    for point in points(ENTRY_POINTS, head):
        return _factory(brought(point, "bot"), rest, name)
    attribute, _, options = rest.partition(":")
    if not attribute or "=" in attribute:
        raise MisuseError(
            f"no bot is called {head!r}; known are {', '.join(bot_names())}, "
            "and package.module:Class for one of your own"
        )
    return _factory(_imported(f"{head}:{attribute}", name), options, name)


def check_name_from_file(name: str) -> None:
    """
    Check that a bot's *name* may be taken from a file or a message, whoever wrote it.

    Neither is to start a program or import a module, so only built-in bots pass, with options that they know and that
    keep a move short.

    Raises:
        MisuseError: it is the name of another bot, or of none.
    """
    head, _, options = bot_behind(name[: LONGEST_NAME_FROM_FILE + 1]).partition(":")
    if len(name) > LONGEST_NAME_FROM_FILE or head not in MOST_FROM_FILE:
        known = ", ".join((*BUILT_IN, *LEVELS))
        raise MisuseError(f"{name[:LONGEST_NAME_FROM_FILE]!r} is none of the built-in bots: {known}")
    bot_factory(name)(random.Random(0))  # which checks names and kinds of the options
    for option, value in _parsed(options, name).items():
        most = MOST_FROM_FILE[head].get(option)
        if most is not None and value > most:
            raise MisuseError(f"{name!r}: {option} is more than {most}, the most that is taken from a file")


def options_of(name: str) -> tuple[str, dict[str, Any]]:
    """Return what stands before a bot's options in its *name*, and the options."""
    head, _, options = name.partition(":")
    return head, _parsed(options, name)


def _imported(place: str, name: str) -> Any:
    try:
        return imported(place)
    except MisuseError as error:
        raise MisuseError(f"bot {brief(name)}: {error}") from error


def _factory(made: Any, options: str, name: str) -> BotFactory:
    if not callable(made):
        raise MisuseError(f"bot {name!r}: {made!r} cannot be called")
    given = _parsed(options, name)
    if not inspect.isclass(made):
        if given:
            raise MisuseError(f"bot {name!r}: a function takes no options")
        bot: Bot = made
        return lambda _: bot
    makes = cast(Callable[..., Bot], made)
    known = [parameter for parameter in inspect.signature(made).parameters if parameter != "rng"]
    for option in given:
        if option not in known:
            offered = f"its options are {', '.join(known)}" if known else "it has none"
            raise MisuseError(f"bot {name!r} has no option {option!r}; {offered}")
    return lambda rng: makes(rng=rng, **given)


def _parsed(options: str, name: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in options.split(","))):
        option, equals, value = part.partition("=")
        if not equals or not option.isidentifier():
            raise MisuseError(f"bot {name!r}: option {part!r} is not of the form name=value")
        if option in given:
            raise MisuseError(f"bot {name!r}: option {option!r} is given twice")
        given[option] = _value(value)
    return given


def _value(text: str) -> int | float | bool | str:
    """
    Return what an option's text means: a whole number, a number, true or false, or the text itself.

    >>> [_value(text) for text in ("500", "0.5", "true", "deep")]
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
