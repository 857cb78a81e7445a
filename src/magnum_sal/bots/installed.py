"""What can be chosen by name: rulesets and bots, built in or brought by installed packages."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import attrs

from .._internal.entry_points import describe_error, import_object, load_entry_point, owner, points
from .._internal.versions import __version__
from ..errors import MagnumSalError, MisuseError
from ..errors.messages import brief, printable
from ..model.ruleset import ENTRY_POINTS, Ruleset, find_ruleset, import_ruleset, load_ruleset, ruleset_names
from ..rules.standard import STANDARD
from . import LEVELS, registry

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
    """The name, as ``resolve_ruleset`` takes it."""
    package: tuple[str, str] | None
    """Name and version of the package that brings it; None for one that the running program has registered."""
    ruleset: Ruleset | None
    """The ruleset, None where its package fails to give it."""
    error: str | None = None
    """Why it fails, in one line."""

    @property
    def is_built_in(self) -> bool:
        """Whether it is this library's own."""
        return self.package == _OURS


@attrs.frozen
class InstalledBot:
    """A bot that can be chosen by its name."""

    name: str
    """The name, as ``make_bot`` takes it."""
    package: tuple[str, str] | None
    """Name and version of the package that brings it; None where that is not known."""
    description: str
    """The first line of its docstring, empty where it has none."""
    options: tuple[tuple[str, Any], ...] = ()
    """Its options with their defaults; None for one that has to be given."""
    error: str | None = None
    """Why its package fails to give it, in one line."""

    @property
    def is_built_in(self) -> bool:
        """Whether it is this library's own."""
        return self.package == _OURS


def rulesets() -> tuple[InstalledRuleset, ...]:
    """
    Return the rulesets that are known: the standard one, those that the program has registered, those of packages.

    Packages are loaded for it, and what they bring is registered. One that fails is listed with its error.
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
    return point.name, owner(point) or ("", "")


def _ruleset_of(point: EntryPoint) -> InstalledRuleset:
    name = printable(point.name, 60)
    try:
        return InstalledRuleset(name, owner(point), load_ruleset(point))
    except MagnumSalError as error:
        return InstalledRuleset(name, owner(point), None, str(error))


def resolve_ruleset(text: str) -> Ruleset:
    """
    Return the ruleset that a person names: one that is known, or ``"package.module:OBJECT"`` to import it.

    What is imported is registered, so that logs can be written. Importing runs the module, so the text is never one
    that came in a file or a message.

    Raises:
        MisuseError: there is no such ruleset or object, or it is none; the module fails; another has its name.
    """
    if not isinstance(text, str):
        raise MisuseError(f"{brief(text)} is no name of a ruleset")
    if text in ruleset_names() or points(ENTRY_POINTS, text):
        return find_ruleset(text)
    if ":" in text:
        return import_ruleset(text)
    names = ", ".join(dict.fromkeys((*ruleset_names(), *(point.name for point in points(ENTRY_POINTS)))))
    raise MisuseError(
        f"no ruleset is called {brief(text)}; module:OBJECT names one of your own. Known are {printable(names, 250)}"
    )


def bots() -> tuple[InstalledBot, ...]:
    """
    Return the bots that are known: levels from the weakest up, the other built-in ones, those of packages.

    Packages are loaded for it. One that fails is listed with its error.
    """
    ours = [_bot(name, _OURS, import_object(place)) for name, place in sorted(registry.BUILT_IN.items())]
    process = InstalledBot(registry.PROCESS, _OURS, 'A program in any language, as in "process:node bot.js".')
    given = [_bot_of(point) for point in sorted(points(registry.ENTRY_POINTS), key=_order)]
    levels = [_level(number, name) for number, name in enumerate(LEVELS, start=1)]
    return (*levels, *sorted((*ours, process), key=lambda bot: bot.name), *given)


def _level(number: int, name: str) -> InstalledBot:
    head, own = registry.options_of(LEVELS[name])
    bot = _bot(name, _OURS, import_object(registry.BUILT_IN[head]))
    description = f"Level {number} of {len(LEVELS)}: {LEVELS[name]}."
    options = tuple((option, own.get(option, default)) for option, default in bot.options)
    return attrs.evolve(bot, description=description, options=options)


def _bot_of(point: EntryPoint) -> InstalledBot:
    name = printable(point.name, 60)
    try:
        return _bot(name, owner(point), load_entry_point(point, "bot"))
    except MisuseError as error:
        return InstalledBot(name, owner(point), "", error=str(error))


def _bot(name: str, package: tuple[str, str] | None, made: Any) -> InstalledBot:
    """Return what there is to say of a bot's class, or of a function that is a bot."""
    if not callable(made):
        raise MisuseError(f"bot {brief(name)}: {brief(made)} cannot be called")
    description = next(iter((inspect.getdoc(made) or "").splitlines()), "")
    options: tuple[tuple[str, Any], ...] = ()
    if inspect.isclass(made):
        try:
            parameters = inspect.signature(made).parameters.values()
        except (TypeError, ValueError) as error:
            raise MisuseError(f"bot {brief(name)}: {describe_error(error)}") from error
        options = tuple(
            (parameter.name, None if parameter.default is parameter.empty else parameter.default)
            for parameter in parameters
            if parameter.name != "rng"
        )
    return InstalledBot(name, package, printable(description, 200), options)
