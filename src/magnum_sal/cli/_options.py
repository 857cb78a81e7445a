"""The parser of the command line, and the options that subcommands share: ruleset, switches, language."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from .._internal.checks import parse_digits
from ..bots.installed import resolve_ruleset
from ..errors import MagnumSalError, MisuseError
from ..errors.messages import brief, cut, printable
from ..errors.suggestions import did_you_mean, find_similar
from ..model.rule import LANGUAGE_CODE
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import find_ruleset
from ..model.switches import SWITCHES, Setting, Switch
from ..rules.standard import STANDARD
from ..words import LANGUAGES, ruleset_label
from ..words.languages import list_codes, list_registered, tongue_of

_RULESET: Final = "--ruleset"
_OFF: Final = "off"
_MOST_DIGITS: Final = 100
_NOW_SEAT: Final = ("--player", "--players")
"""The options of 0.1.0 that ``--seat`` has replaced."""
_LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables for the language of messages. The first one that is set counts (POSIX)."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose messages about invalid numbers avoid the names of Python types."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.register("type", int, _whole)
        self.register("type", float, _number)

    def error(self, message: str) -> NoReturn:
        """Exit with a message on one line; typed text is shown in printable form."""
        self.exit(2, f"{self.prog}: error: {printable(message)} (see `{self.prog} --help`)\n")

    def check_leftovers(self, rest: Sequence[str]) -> None:
        """Exit if arguments are left over, and suggest an option with a similar name."""
        if not rest:
            return
        typed = rest[0].partition("=")[0]
        if typed in _NOW_SEAT and "--seat" in self._option_string_actions:
            self.error(f"{typed} is now --seat: pass --seat NAME for each seat")
        near = find_similar(typed, self._option_string_actions) if typed.startswith("-") else []
        self.error(f"unrecognized arguments: {cut(' '.join(rest), 300)}{did_you_mean(near)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = find_similar(str(value), map(str, action.choices or ()))
            if not near:
                raise
            raise argparse.ArgumentError(action, f"{error.message}{did_you_mean(near)}") from None


class RulesetParser(Parser):
    """A parser that imports the ruleset named in the arguments and then accepts that ruleset's switches."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments. The result has the attribute ``ruleset_given``: the named ruleset, or None."""
        # The available switches depend on the ruleset, which is an option itself. So the arguments are parsed twice.
        # The first parser knows only --ruleset; this one then adds the switches of that ruleset and parses all
        # arguments. A subcommand that reads logs gets no switches, because the log determines the rules.
        begins_games = self.get_default("begins_games")  # None for a subcommand that takes no ruleset
        given = None if begins_games is None else self._ruleset(sys.argv[1:] if args is None else list(args))
        if given is not None and given.own_switches and begins_games:
            group = self.add_argument_group(f"switches of {given.name}")
            self.set_defaults(switch_options={switch: _add_switch(group, switch) for switch in given.own_switches})
        parsed, rest = super().parse_known_args(args, namespace)
        parsed.ruleset_given = given
        self.check_leftovers(rest)  # the main parser would refuse them too, but its usage lists no options
        return parsed, rest

    def _ruleset(self, arguments: Sequence[str]) -> Ruleset | None:
        """Return the named ruleset. Exit with a message if it is invalid, as for any bad argument."""
        early = argparse.ArgumentParser(add_help=False, exit_on_error=False)
        early.add_argument(_RULESET)
        try:
            text = early.parse_known_args(arguments)[0].ruleset
        except argparse.ArgumentError:
            return None  # the main parse reports this error
        if text is None:
            return None
        if ":" in text:
            find_modules_here()
        try:
            return resolve_ruleset(text)
        except MagnumSalError as error:
            self.error(f"argument {_RULESET}: {cut(str(error), 480)}")


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"expected a whole number of at most {_MOST_DIGITS} digits, got {brief(text)}")
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a whole number") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a number") from None


def find_modules_here() -> None:
    """
    Add the current folder to the import path, as ``python -m`` does.

    Call this only if the user has named a module, so that no code in an untrusted folder runs unasked.
    """
    # If the folder were always on the path, a file in it could replace a module of this library or of Python.
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def find_bots_here(bots: Iterable[str]) -> None:
    """Call ``find_modules_here`` if one of the named *bots* is in one of the user's modules."""
    from ..bots import HUMAN, bot_names

    # The colon in "search:iterations=500" does not follow the name of a module.
    known = (HUMAN, *bot_names())
    others = [bot for bot in bots if bot.partition(":")[0] not in known]
    # If the person has named only a module or its file, the error lists the bots in it.
    here = {path.stem for path in Path().glob("*.py")} if others else ()
    if any(":" in bot or bot.partition(".")[0] in here for bot in others):
        find_modules_here()


def add_ruleset(parser: argparse.ArgumentParser, of: str = "the log's game") -> None:
    """Add the option for the ruleset to a subcommand that reads logs or positions."""
    parser.add_argument(
        _RULESET,
        metavar="NAME",
        help=f"ruleset of {of}: a name listed by `magnum-sal rulesets`, or module:OBJECT for one of your own, which "
        "is imported first",
    )
    parser.set_defaults(begins_games=False)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options for the rules of a new game: the ruleset and its switches."""
    parser.add_argument(
        _RULESET,
        metavar="NAME",
        help="ruleset: a name listed by `magnum-sal rulesets`, or module:OBJECT for one of your own, whose switches "
        "become options as well (default: standard)",
    )
    parser.set_defaults(begins_games=True)
    for switch in SWITCHES:
        _add_switch(parser, switch)


def option_of(switch: Switch, options: argparse.Namespace | None = None) -> str:
    """Return the option for a switch, such as ``--mapped-mine``: the one recorded in *options*, or the usual one."""
    usual = f"--{switch.name.replace('_', '-')}"
    return str(getattr(options, "switch_options", {}).get(switch, usual))


def _add_switch(parser: Any, switch: Switch) -> str:
    """Add an option for a switch, and return it. A custom switch whose name is taken gets a longer option."""
    # argparse formats help texts with the operator %, so a percent sign is doubled.
    option, words = option_of(switch), f"{switch.help} ({switch.rule})".replace("%", "%%")
    how: dict[str, Any] = {"action": argparse.BooleanOptionalAction}
    if switch.unit:
        how = {"type": _number_of(switch), "metavar": switch.unit.upper().replace(" ", "_")}
    for name in (option, f"--switch{option[1:]}"):
        try:
            # SUPPRESS omits the attribute of an option that nobody has typed. _collect_switches() relies on this: such
            # a switch keeps its setting in the ruleset.
            parser.add_argument(name, dest=_dest(switch), default=argparse.SUPPRESS, help=words, **how)
        except argparse.ArgumentError:
            continue
        break
    return name


def _dest(switch: Switch) -> str:
    # No other option has a space in its name, so the names cannot collide.
    return f"switch {switch.name}"


def _number_of(switch: Switch) -> Callable[[str], Setting]:
    """Return a function that parses the value of a numeric switch."""

    def read(text: str) -> Setting:
        if text == _OFF:
            return switch.off
        number = parse_digits(text) or 0
        if switch in SWITCHES and number != switch.on:
            raise argparse.ArgumentTypeError(f"invalid choice: {printable(text, 40)} (choose {switch.on} or {_OFF})")
        if switch.complaint(number):
            raise argparse.ArgumentTypeError(f"{printable(text, 40)!r} is not {_OFF} or a whole number from 1 up")
        return number

    return read


def build_ruleset(options: argparse.Namespace) -> Ruleset:
    """Return the ruleset and switches that the options select (default: the standard game)."""
    ruleset = options.ruleset_given or STANDARD
    return ruleset.with_switches(**_collect_switches(options, ruleset))


def _collect_switches(options: argparse.Namespace, ruleset: Ruleset) -> dict[str, Setting]:
    given = vars(options)
    return {switch.name: given[_dest(switch)] for switch in ruleset.switches if _dest(switch) in given}


def list_given_switches(options: argparse.Namespace) -> list[str]:
    """Return the options of the switches that were typed."""
    ruleset = options.ruleset_given or STANDARD
    return [option_of(switch, options) for switch in ruleset.switches if _dest(switch) in vars(options)]


def list_unused_options(
    options: argparse.Namespace, add_options: Callable[[argparse.ArgumentParser], None], used: Collection[str]
) -> list[str]:
    """Return the options of a subcommand that differ from their defaults, except those in *used* and switches."""
    parser = argparse.ArgumentParser(add_help=False)
    add_options(parser)
    usual = vars(parser.parse_args([]))
    given = [name for name, value in usual.items() if name not in used and getattr(options, name) != value]
    return [f"--{name.replace('_', '-')}" for name in given]


def check_named_rules(options: argparse.Namespace, played: Ruleset) -> None:
    """Raise ``MisuseError`` if the options name a ruleset other than *played*, the ruleset of the recorded game."""
    named = options.ruleset_given
    if named is not None and named.name != played.name:
        shown, by = printable(str(options.log), 120), brief(played.name)
        raise MisuseError(f"{shown} is a game with {by}, not with {brief(named.name)}; leave out --ruleset")


def check_same_rules(options: argparse.Namespace, played: Ruleset, log: object) -> None:
    """Raise ``MisuseError`` if the options select rules other than *played*, the rules of a recorded game."""
    named = options.ruleset_given
    asked = _collect_switches(options, named or played)
    # Naming the ruleset again is not a contradiction, whether with the game's switches or as it is registered.
    is_other = named is not None and (
        named.name != played.name or named.settings not in (played.settings, find_ruleset(named.name).settings)
    )
    if is_other or any(played.setting(name) != setting for name, setting in asked.items()):
        shown = printable(str(log), 120)
        by = f"{played.name!r} ({cut(ruleset_label(played), 120)})"
        raise MisuseError(f"{shown} is a game with {by}, which cannot be resumed with other rules")


def language_of_environment(environment: Mapping[str, str] | None = None) -> str:
    """
    Return the language that the environment variables select, or English if the library has no words for it.

    >>> language_of_environment({"LANG": "pl_PL.UTF-8"}), language_of_environment({"LC_ALL": "C", "LANG": "de_DE"})
    ('pl', 'en')

    Args:
        environment: The environment variables; by default, the variables of this process.
    """
    variables = os.environ if environment is None else environment
    named = next((value for name in _LANGUAGE_VARIABLES if (value := variables.get(name, ""))), "")
    # A locale has the form ``language_TERRITORY.encoding@modifier`` (POSIX).
    language = named.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    # The locales C and POSIX do not name a language. For them, the installed packages are not searched.
    return language if LANGUAGE_CODE.fullmatch(language) and language in LANGUAGES else "en"


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for the language of the output, which is that of the environment by default."""
    words = "language of the output (default: that of the environment, or English)"
    add_language_option(parser, words, default=language_of_environment())


def add_language_option(parser: argparse.ArgumentParser, words: str, *, default: str | None) -> None:
    """Add the option ``--lang``, which also accepts the languages of installed packages. *words* is its help text."""
    option = parser.add_argument("--lang", type=_load_language, default=default, help=words)
    # add_argument() would list the choices at once, and so read the metadata of all packages for each command.
    option.choices = _LanguageChoices()


class _LanguageChoices:
    """The codes of the registered and installed languages. No package is loaded to list or check them."""

    def __contains__(self, code: object) -> bool:
        return code in list_registered() or code in list_codes()

    def __iter__(self) -> Iterator[str]:
        return iter(list_codes())


def _load_language(code: str) -> str:
    """Load a language, and return its *code*. An error in an installed package is reported for the argument."""
    try:
        tongue_of(code)
    except MisuseError as error:
        # The parser refuses an unknown code afterwards, and lists the known ones.
        if code in list_codes():
            raise argparse.ArgumentTypeError(cut(str(error), 480)) from None
    return code
