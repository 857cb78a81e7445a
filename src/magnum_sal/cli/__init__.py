"""The command line ``magnum-sal``: one module for each subcommand, with ``add_options`` and ``run``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from .._internal.lazy_names import offering
from .._internal.versions import __version__
from ..errors import MagnumSalError
from ._options import Parser, RulesetParser
from ._refusing import in_words, of_system, open_streams, report_error, report_interrupt, stop_printing

if TYPE_CHECKING:
    from . import terminal as terminal

__all__ = ["main"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(__name__, __all__, modules=("terminal",))

SUBCOMMANDS: Final = {
    "arena": "let bots play against each other and compare their strength",
    "bot": "run a bot as a program for the arena or for a program in another language",
    "bots": "list the installed bots and the packages that provide them",
    "completion": "set up Tab completion of this command in a shell",
    "demo": "watch a game between built-in bots",
    "hint": "show the best moves in a position of a recorded game, with reasons",
    "play": "play in the terminal with people and bots",
    "recover": "save the part of a log or results file before its first damaged line",
    "replay": "print a recorded game turn by turn",
    "review": "show the costliest moves of a recorded game and its turning point",
    "rulesets": "list the rulesets for --ruleset and the packages that provide them",
    "serve": "play in a browser with people and bots, or answer requests of programs",
    "show": "print or draw a position of a recorded game",
    "table": "record a game at a real table: type the moves and the revealed pieces",
}
"""The subcommands with their descriptions, in the order of the help text. Each one is a module of this package."""


def _select_subcommands(arguments: Sequence[str]) -> Iterable[str]:
    """Return the subcommands whose modules must be imported: the requested one, or all for the help text."""
    # Import only what is needed: ``--version`` took twice as long when every subcommand was imported.
    first = arguments[0] if arguments else ""
    if first == "--version":
        return ()
    return (first,) if first in SUBCOMMANDS else SUBCOMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command line and return its exit status.

    The status is 0 for success, 1 after an error, and 130 after Ctrl-C. An error or Ctrl-C is reported on one line.
    """
    open_streams()
    try:
        return _run(arguments)
    except KeyboardInterrupt as interrupt:
        return report_interrupt(interrupt)
    except BrokenPipeError:
        stop_printing()  # the reader (such as head) has seen enough
        return 0
    except OSError as error:
        stop_printing()
        return report_error(of_system(error))


def _run(arguments: Sequence[str] | None) -> int:
    parser = Parser(prog="magnum-sal", description="The board game Magnum Sal: a rules engine and its tools.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(
        title="subcommands", required=True, metavar="SUBCOMMAND", parser_class=RulesetParser
    )
    # To complete a line, the shell runs this command with the text typed so far in COMP_LINE.
    is_completing = arguments is None and "_ARGCOMPLETE" in os.environ
    if arguments is None:
        arguments = os.environ.get("COMP_LINE", "").split()[1:] if is_completing else sys.argv[1:]
    for name in _select_subcommands(arguments):
        module = import_module(f"._{name}", __name__)
        subparser = subparsers.add_parser(name, help=SUBCOMMANDS[name])
        module.add_options(subparser)
        subparser.set_defaults(run=module.run)
    if is_completing:
        from ._completion import complete

        complete(parser)
    # Flush all output here, so that main(), and not Python at exit, reports a full disk or a closed pipe.
    try:
        options = parser.parse_args(arguments)
    except SystemExit:  # after --help or --version
        sys.stdout.flush()
        raise
    try:
        status: int = options.run(options)
    except MagnumSalError as error:
        return report_error(in_words(error, options))
    sys.stdout.flush()
    return status
