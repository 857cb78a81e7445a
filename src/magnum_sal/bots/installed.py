"""List the rulesets and bots that users can choose by name: built in, registered, or from installed packages."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import attrs

from .._internal.entry_points import import_object, load_entry_point, owner, points
from .._internal.field_help import provide_field_help
from .._internal.versions import __version__
from ..errors import MagnumSalError, MisuseError
from ..errors.messages import brief, printable
from ..errors.suggestions import find_similar
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import ENTRY_POINTS, find_ruleset, import_ruleset, load_ruleset, ruleset_names
from ..rules.standard import STANDARD
from . import LEVELS, registry
from ._bot_options import list_options, read_parameters

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["InstalledBot", "InstalledRuleset", "bots", "resolve_ruleset", "rulesets"]


def __dir__() -> list[str]:
    return __all__


_OURS = ("magnum-sal", __version__)


@attrs.frozen
class InstalledRuleset:
    """A ruleset that can be chosen by its name."""

    name: str
    """The name that ``resolve_ruleset`` accepts."""
    package: tuple[str, str] | None
    """The name and version of the package that provides the ruleset; None if the running program registered it."""
    ruleset: Ruleset | None
    """The ruleset; None if it could not be loaded."""
    error: str | None = None
    """Why loading failed, in one line; None if it succeeded."""

    @property
    def is_built_in(self) -> bool:
        """Whether the ruleset is part of this library."""
        return self.package == _OURS


@attrs.frozen
class InstalledBot:
    """A bot that can be chosen by its name."""

    name: str
    """The name that ``make_bot`` accepts if there is no *error*."""
    package: tuple[str, str] | None
    """The name and version of the package that provides the bot; None if unknown."""
    description: str
    """The first line of the bot's docstring, or an empty string."""
    options: tuple[tuple[str, Any], ...] = ()
    """The bot's options with their defaults; the default of a required option is None."""
    error: str | None = None
    """
    Why ``make_bot`` refuses the name or creates another bot, in one line; None if the name means this bot.

    Bots are listed without creating them, so there is no error for a class whose ``__init__`` fails.
    """

    @property
    def is_built_in(self) -> bool:
        """Whether the bot is part of this library."""
        return self.package == _OURS


provide_field_help(InstalledRuleset, InstalledBot)


def rulesets() -> tuple[InstalledRuleset, ...]:
    """
    List the standard ruleset, the rulesets that the program has registered, and the rulesets from packages.

    The function loads the packages and registers their rulesets. A ruleset that fails to load is listed with its error.
    """
    given = [_ruleset_of(point) for point in sorted(points(ENTRY_POINTS), key=_order)]
    from_packages = {known.name for known in given if known.ruleset is not None}
    others = [name for name in ruleset_names() if name != STANDARD.name and name not in from_packages]
    return (
        InstalledRuleset(STANDARD.name, _OURS, STANDARD),
        *(InstalledRuleset(name, None, find_ruleset(name)) for name in sorted(others)),
        *given,
    )


def _order(point: EntryPoint) -> tuple[str, tuple[str, str]]:
    # Entry points come in the order of the folders on sys.path, which differs from one machine to another.
    return point.name, owner(point) or ("", "")


def _ruleset_of(point: EntryPoint) -> InstalledRuleset:
    name = printable(point.name, 60)
    try:
        return InstalledRuleset(name, owner(point), load_ruleset(point))
    except MagnumSalError as error:
        return InstalledRuleset(name, owner(point), None, str(error))


def resolve_ruleset(text: str) -> Ruleset:
    """
    Return the ruleset with this name, or import and register it if *text* is ``"package.module:OBJECT"``.

    Logs can name only registered rulesets. Importing runs the module, so never pass a string from a file or a message.

    Raises:
        MisuseError: the ruleset or object does not exist, the object is not a ruleset, the module raises an error,
            or another ruleset has the same name.
    """
    if not isinstance(text, str):
        raise MisuseError(f"expected the name of a ruleset, got {brief(text)}")
    if text in ruleset_names() or points(ENTRY_POINTS, text):
        return find_ruleset(text)
    if ":" in text:
        return import_ruleset(text)
    names = tuple(dict.fromkeys((*ruleset_names(), *(point.name for point in points(ENTRY_POINTS)))))
    near = "".join(find_similar(text, names))
    raise MisuseError("unknown_ruleset", {"name": text, "near": near, "rulesets": names})


def bots() -> tuple[InstalledBot, ...]:
    """
    List the known bots: the levels from the weakest up, the other built-in bots, and bots from packages.

    The function loads the packages. A bot is listed with an error if it fails to load, if a built-in bot with the same
    name hides it, or if several packages provide bots with its name.
    """
    ours = [_describe_bot(name, _OURS, import_object(place)) for name, place in sorted(registry.BUILT_IN.items())]
    process = InstalledBot(registry.PROCESS, _OURS, 'A program in any language, as in "process:node bot.js".')
    policy = InstalledBot(
        registry.POLICY, _OURS, 'A model that learned to play, as in "policy:player.onnx".', (("sensible", True),)
    )
    given = [_bot_of(point) for point in sorted(points(registry.ENTRY_POINTS), key=_order)]
    levels = [_level(number, name) for number, name in enumerate(LEVELS, start=1)]
    return (*levels, *sorted((*ours, policy, process), key=lambda bot: bot.name), *given)


def _level(number: int, name: str) -> InstalledBot:
    head, own = registry.split_options(LEVELS[name])
    bot = _describe_bot(name, _OURS, import_object(registry.BUILT_IN[head]))
    description = f"Level {number} of {len(LEVELS)}: {LEVELS[name]}."
    options = tuple((option, own.get(option, default)) for option, default in bot.options)
    return attrs.evolve(bot, description=description, options=options)


def _bot_of(point: EntryPoint) -> InstalledBot:
    name = printable(point.name, 60)
    if conflict := registry.explain_conflict(point):
        return InstalledBot(name, owner(point), "", error=conflict)
    try:
        return _describe_bot(name, owner(point), load_entry_point(point, "bot"))
    except MisuseError as error:
        return InstalledBot(name, owner(point), "", error=str(error))


def _describe_bot(name: str, package: tuple[str, str] | None, made: Any) -> InstalledBot:
    """Describe a bot's class, or a function that is a bot; raise ``MisuseError`` if ``make_bot`` would refuse it."""
    registry.check_kind(made, name)
    description = next(iter((inspect.getdoc(made) or "").splitlines()), "")
    options: tuple[tuple[str, Any], ...] = ()
    if inspect.isclass(made):
        known = list_options(read_parameters(made, name))
        options = tuple((key, None if of.default is of.empty else of.default) for key, of in known.items())
    return InstalledBot(name, package, printable(description, 200), options)
