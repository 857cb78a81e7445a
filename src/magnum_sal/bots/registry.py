"""Bots by name: levels, ``"search:iterations=500"``, programs, policies in files, ``"package.module:Class"``."""

from __future__ import annotations

import ast
import functools
import inspect
import random
from collections.abc import Callable, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from types import MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, Final, cast

from .._internal.entry_points import (
    describe_entry_point,
    describe_error,
    describe_rivals,
    import_object,
    load_entry_point,
    points,
)
from .._internal.tracebacks import place_of_code
from ..errors import MagnumSalError, MisuseError
from ..errors.messages import brief, printable
from ..errors.suggestions import find_similar
from ..model.player_names import LONGEST_BOT_NAME
from ._bot_options import parse_options, parse_value
from .protocol import PASS_THE_CLASS, Bot, BotFactory, FailureCatcher

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LEVELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "novice": "greedy:width=0,noise=0.15",
        "apprentice": "greedy:width=2",
        "journeyman": "greedy",
        "foreman": "search:iterations=40",
        "master": "search:iterations=500",
    }
)
"""
The names of the levels, weakest first, with the bot and the options that each stands for.

You can use a level wherever you can use a bot, and override its options, as in ``"master:iterations=50"``. The
documentation reports how strong the levels are.
"""

ENTRY_POINTS: Final = "magnum_sal.bots"
"""The group of entry points in which installed packages register their bots."""

BUILT_IN: Final[Mapping[str, str]] = {
    "random": "magnum_sal.bots._built_in_bots:RandomBot",
    "greedy": "magnum_sal.bots._built_in_bots:GreedyBot",
    "search": "magnum_sal.bots._built_in_bots:SearchBot",
}
PROCESS: Final = "process"
POLICY: Final = "policy"
HUMAN: Final = "human"
"""The name that marks a person's seat where a bot's name is expected, such as at a table; ``make_bot`` rejects it."""

MOST_FROM_FILE: Final[Mapping[str, Mapping[str, float]]] = {
    "random": {},
    "greedy": {"width": 50, "noise": 1000},
    "search": {
        "iterations": 1000,
        "seconds": 30,
        "worlds": 1000,
        "horizon": 4,
        "sample": 16,
        "exploration": 100,
        "sharpness": 1000,
        "trust": 1000,
    },
}
"""
The bots that a file may name, with the maximum value of each numeric option.

The time for a move grows with the product of ``iterations``, ``horizon`` and ``sample``. So the limits of the last two
are low.
"""

_LONGEST_SOURCE: Final = 1 << 20
"""The maximum number of bytes of a module's source to search for bots."""

_MOST_NAMED: Final = 8
"""The maximum number of a module's bots that a message lists."""


def bot_behind(name: str) -> str:
    """
    Return the bot and options that a level's name stands for; return any other name unchanged.

    >>> bot_behind("novice"), bot_behind("novice:noise=5"), bot_behind("greedy")
    ('greedy:width=0,noise=0.15', 'greedy:width=0,noise=5', 'greedy')
    """
    head, _, given = name.partition(":")
    if head not in LEVELS:
        return name
    bot, _, own = LEVELS[head].partition(":")
    if not given:
        return LEVELS[head]
    replaced = {part.partition("=")[0].strip() for part in given.split(",")}
    kept = [part for part in own.split(",") if part and part.partition("=")[0] not in replaced]
    return f"{bot}:{','.join([*kept, given])}"


def bot_names() -> tuple[str, ...]:
    """
    Return the names that ``make_bot`` accepts.

    The levels come first, weakest first, then the built-in bots and bots from installed packages, both sorted.
    """
    given = {point.name for point in points(ENTRY_POINTS) if not explain_conflict(point)}
    return (*LEVELS, *sorted((*BUILT_IN, POLICY, PROCESS)), *sorted(given))


def explain_conflict(point: EntryPoint) -> str:
    """Return why another use of an entry point's name prevents it from naming a bot, or an empty string."""
    # Built-in names take precedence over names from packages, so no installed package can replace a built-in bot.
    if point.name in (*LEVELS, *BUILT_IN, POLICY, PROCESS):
        return f"{describe_entry_point(point, 'bot')}, which the built-in bot with this name hides"
    if point.name == HUMAN:
        return f"{describe_entry_point(point, 'bot')}, but this name stands for a person"
    namesakes = points(ENTRY_POINTS, point.name)
    rivals = describe_rivals(namesakes)
    if not rivals:
        return ""
    places = " or ".join(sorted(printable(one.value, 100) for one in namesakes))
    return f"bot {brief(point.name)}: {rivals} provide bots with this name; choose one by {places}"


def make_bot(
    name: str, *, seed: int | None = None, rng: random.Random | None = None, move_seconds: float | None = None
) -> Bot:
    """
    Create the bot called *name*.

    Args:
        name: A known name with options after a colon (``"search:iterations=500,horizon=10"``), ``"process:COMMAND"``
            for a program that speaks the process protocol, ``"policy:FILE"`` for an ONNX model (extra ``policy``), or
            ``"package.module:Class"`` for a custom class. The options of a class or a model follow a second colon. The
            options are parsed according to the annotations of the class's ``__init__``. If the name refers to a
            function, the function itself is the bot.
        seed: The seed of the bot's own random source.
        rng: The random source itself, instead of a seed.
        move_seconds: A program's time limit for a move. Bots in Python are not interrupted.

    Raises:
        MisuseError: the bot, its file or one of the options does not exist, or several packages provide the bot.
        MissingExtraError: the packages of the extra ``policy`` are not installed.
    """
    if seed is not None and type(seed) is not int:
        raise MisuseError(f"seed: expected a whole number, got {brief(seed)}")
    if rng is not None and not isinstance(rng, random.Random):
        raise MisuseError(f"rng: expected a random.Random, got {brief(rng)}")
    if seed is not None and rng is not None:
        raise MisuseError("pass either seed or rng, not both")
    return bot_factory(name, move_seconds)(rng if rng is not None else random.Random(seed))


def bot_factory(name: str, move_seconds: float | None = None) -> BotFactory:
    """Return the factory of the bot called *name*; arguments and errors are those of ``make_bot``."""
    if not isinstance(name, str):
        raise MisuseError(f"expected the name of a bot, got {brief(name)}")
    head, _, rest = bot_behind(name).partition(":")
    if head == PROCESS:
        from ._process import process_factory

        return process_factory(rest, move_seconds)
    if head == POLICY:
        from ._policy_files import policy_factory

        path, options = _split_path(rest)
        return policy_factory(path, _texts(options, name), name)
    if head in BUILT_IN:
        return _factory(_import_bot(BUILT_IN[head], name), rest, name)
    for point in points(ENTRY_POINTS, head):
        if conflict := explain_conflict(point):
            raise MisuseError(conflict)
        return _factory(load_entry_point(point, "bot"), rest, name)
    attribute, _, options = rest.partition(":")
    if not attribute or "=" in attribute or _module_of(head) != head:
        raise _no_such_bot(head)
    return _factory(_import_bot(f"{head}:{attribute}", name), options, name)


def _split_path(rest: str) -> tuple[str, str]:
    """Split the path of a file from the options after its last colon. Other colons belong to the path."""
    path, colon, options = rest.rpartition(":")
    has_options = colon and "=" in options and not {"/", "\\"} & set(options)
    return (path, options) if has_options else (rest, "")


def _module_of(head: str) -> str:
    """Return the module's name if *head* is the path of a file, otherwise *head*."""
    return head.removesuffix(".py").replace("\\", "/").rpartition("/")[2]


def _no_such_bot(head: str) -> MisuseError:
    """Return the error for an unknown bot, with a suggestion if *head* is misspelt or names a module or a file."""
    if meant := _suggest_bot(head[:LONGEST_BOT_NAME]):
        return MisuseError("unknown_bot", {"name": head, "near": meant, "bots": bot_names()})
    module = _module_of(head)
    if module != head or _file_of(module) is not None:
        what = "a file" if module != head else "a module"
        suggested = " or ".join(f"{printable(module, 100)}:{bot}" for bot in _list_bots(module) or ("MyBot",))
        told = f"{brief(head)} is {what}, not a bot: name the class or function in it as well, as in {suggested}"
        return MisuseError(told)
    return MisuseError("unknown_bot", {"name": head, "near": "", "bots": bot_names()})


def check_bot(name: str) -> None:
    """
    Check that the bot called *name* exists and can be created, by creating it once; no program is started.

    Raises:
        MisuseError: the bot does not exist, or its class fails; the message says where.
    """
    make = bot_factory(name)
    with FailureCatcher() as caught:
        bot = make(random.Random(0))
        if (close := getattr(bot, "close", None)) is not None:
            close()
    if isinstance(caught.error, MagnumSalError):
        raise caught.error
    if caught.error is not None:
        raise MisuseError(f"bot {brief(name)} cannot be created: {describe_error(caught.error)}") from caught.error


def check_name_from_file(name: str) -> None:
    """
    Check that a bot's *name* from an untrusted file or message is safe to use.

    A file must not start a program or import a module. So only built-in bots pass, with options that keep moves quick.

    Raises:
        MisuseError: the bot is unknown or not built in, or an option is unknown or too large.
    """
    if not isinstance(name, str):
        raise MisuseError(f"expected the name of a bot, got {brief(name)}")
    # One character more than allowed is enough to see that a name is too long, so a huge text is never parsed.
    head, _, options = bot_behind(name[: LONGEST_BOT_NAME + 1]).partition(":")
    if len(name) > LONGEST_BOT_NAME or head not in MOST_FROM_FILE:
        known = ", ".join((*BUILT_IN, *LEVELS))
        raise MisuseError(f"{name[:LONGEST_BOT_NAME]!r} is not one of the built-in bots: {known}")
    bot_factory(name)(random.Random(0))  # creating the bot checks the names and types of the options
    given, _ = parse_options(_import_bot(BUILT_IN[head], name), _texts(options, name), name)
    for option, value in given.items():
        most = MOST_FROM_FILE[head].get(option)
        # The value may be None: `iterations=none` is the search's default.
        if most is not None and value is not None and value > most:
            raise MisuseError(f"{name!r}: {option} is more than {most}, the limit for bots from a file")


def split_options(name: str) -> tuple[str, dict[str, Any]]:
    """Split a bot's *name* into the part before the options and the parsed options."""
    head, _, options = name.partition(":")
    return head, {option: parse_value(text) for option, text in _texts(options, name).items()}


def _import_bot(place: str, name: str) -> Any:
    try:
        return import_object(place)
    except MisuseError as error:
        # The module exists but lacks this bot, so the message lists the bots that it has.
        others = _list_others("it", place) if isinstance(error.__cause__, AttributeError) else ""
        raise MisuseError(f"bot {brief(name)}: {error}{others}") from error


def _list_others(owner: str, place: str) -> str:
    """Return a clause that lists the bots in the module of *place*, or an empty string if the module has no bots."""
    *others, last = _list_bots(place.partition(":")[0]) or ("",)
    return f"; {owner} has {' and '.join(filter(None, (', '.join(others), last)))}" if last else ""


def _factory(made: Any, options: str, name: str) -> BotFactory:
    check_kind(made, name)
    texts = _texts(options, name)
    if not inspect.isclass(made):
        if texts:
            raise MisuseError(f"bot {brief(name)}: a function cannot take options")
        return lambda _: cast(Bot, made)
    makes = cast(Callable[..., Bot], made)
    given, takes_chance = parse_options(makes, texts, name)
    if takes_chance:
        return lambda rng: _check_plays(makes(rng=rng, **given), name)
    return lambda _: _check_plays(makes(**given), name)


def check_kind(made: Any, name: str) -> None:
    """Check, as far as possible without an instance, that *made* is a bot's class or a function that is a bot."""
    if not callable(made):
        what = "a module" if inspect.ismodule(made) else f"of class {printable(type(made).__name__, 60)}"
        others = _list_others("its module", name)
        raise MisuseError(f"bot {brief(name)}: this is {what}, which cannot be called{others}")
    if not inspect.isclass(made):
        if not inspect.isroutine(made) and not isinstance(made, functools.partial):
            # All games and seats would share an instance.
            what = f"this is an instance of {printable(type(made).__name__, 60)}"
            raise MisuseError(f"bot {brief(name)}: {what}; {PASS_THE_CLASS}")
        _check_plays(made, name)
        return
    call = next((vars(of)["__call__"] for of in made.__mro__ if "__call__" in vars(of)), None)
    # A class with its own __new__ may return objects of another class.
    if inspect.isfunction(call) or (call is None and made.__new__ is object.__new__):
        bound: Any = call and MethodType(call, made)
        _check_plays(bound, name)


def _check_plays(bot: Bot, name: str) -> Bot:
    """Return *bot*; raise ``MisuseError`` if the bot cannot be called with a state and its legal moves."""
    if not callable(bot):
        raise MisuseError(f"bot {brief(name)}: its class has no method __call__(self, state, moves), so it cannot play")
    try:
        # Without this check, a bot with different parameters would fail at its first move, and the message would not
        # name the file and line.
        signature = inspect.signature(bot)
    except (TypeError, ValueError):
        return bot  # some callables written in C have no signature to check
    try:
        signature.bind(None, ())
    except TypeError as error:
        raise MisuseError(
            f"bot {brief(name)} takes {printable(str(signature), 100)}, but it is called with a state and its legal "
            f"moves: {printable(str(error), 100)}{place_of_code(bot)}"
        ) from None
    return bot


def _texts(options: str, name: str) -> dict[str, str]:
    """Return the options' strings by name; raise ``MisuseError`` if *options* is malformed."""
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in options.split(","))):
        option, equals, value = part.partition("=")
        if not equals or not option.isidentifier():
            raise MisuseError(f"bot {brief(name)}: option {brief(part)} does not have the form name=value")
        if option in given:
            raise MisuseError(f"bot {brief(name)}: option {brief(option)} is given twice")
        given[option] = value
    return given


def _file_of(module: str) -> Path | None:
    """Return the source file of the module with this dotted name, or None if no such file is found."""
    folders: list[str] | None = None
    origin = None
    for part in module.split("."):
        try:
            # Only the path finder is safe here: other finders may run code, and importing the parent package does run
            # code.
            found = PathFinder.find_spec(part, folders) if part.isidentifier() else None
        except (ImportError, ValueError):
            return None
        if found is None:
            return None
        folders, origin = list(found.submodule_search_locations or ()), found.origin
    return Path(origin) if origin is not None and origin.endswith(".py") else None


def _list_bots(module: str) -> tuple[str, ...]:
    """List names in a module's source that look like bots: classes with ``__call__`` and two-argument functions."""
    path = _file_of(module)
    if path is None:
        return ()
    try:
        # The source is only parsed, never run: a misspelt bot name must not run any code.
        with path.open("rb") as file:
            tree = ast.parse(file.read(_LONGEST_SOURCE))
    # The parser raises the last two errors for source that is nested too deeply.
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    top = (node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)))
    names = [node.name for node in top if not node.name.startswith("_") and _is_bot(node)]
    return tuple(printable(name, 60) for name in names[:_MOST_NAMED])


def _suggest_bot(name: str) -> str:
    """
    Return the bot that the caller of an unknown *name* probably meant, or an empty string.

    The function suggests ``my_bots:Nora`` for ``my_bots.Nora`` or ``my_bots/Nora`` if the module has such a bot.
    Otherwise, it suggests a known name with a similar spelling.
    """
    dotted = name.replace("\\", "/").removeprefix("./").replace("/", ".")
    module, _, last = dotted.rpartition(".")
    for bot in find_similar(last, _list_bots(module)) if module else ():
        return f"{module}:{bot}"
    return next(iter(find_similar(name, bot_names())), "")


def _is_bot(node: ast.ClassDef | ast.FunctionDef) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(isinstance(part, ast.FunctionDef) and part.name == "__call__" for part in node.body)
    arguments = node.args
    return len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults) == 2
