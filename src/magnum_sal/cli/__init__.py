"""The command line ``magnum-sal``: a subcommand a module, each with ``add_parser`` and ``run``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from .._internal.versions import __version__
from ..errors import MagnumSalError
from ._parsing import Parser
from ._refusing import in_words, interrupted, of_system, open_streams, refused, stop_printing
from ._variants import RulesetParser

__all__ = ["main"]

SUBCOMMANDS: Final = (
    "arena",
    "bots",
    "completion",
    "demo",
    "hint",
    "play",
    "recover",
    "replay",
    "review",
    "rulesets",
    "serve",
    "show",
    "table",
)
"""The modules of this package that are subcommands, in the order of the help text."""


def _needed(arguments: Sequence[str]) -> Sequence[str]:
    """Return the subcommands whose modules have to be imported: the one that is run, or all for the help text."""
    first = arguments[0] if arguments else ""
    if first == "--version":
        return ()
    return (first,) if first in SUBCOMMANDS else SUBCOMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command line and return its exit status.

    It is 0, or 1 with one line about what went wrong, or 130 with one line where somebody pressed Ctrl-C.
    """
    open_streams()
    try:
        return _run(arguments)
    except KeyboardInterrupt as interrupt:
        return interrupted(interrupt)
    except BrokenPipeError:
        stop_printing()  # the reader (such as head) has seen enough
        return 0
    except OSError as error:
        stop_printing()
        return refused(of_system(error))


def _run(arguments: Sequence[str] | None) -> int:
    parser = Parser(prog="magnum-sal", description="The board game Magnum Sal: a rules engine and its tools.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(
        title="subcommands", required=True, metavar="SUBCOMMAND", parser_class=RulesetParser
    )
    is_completing = arguments is None and "_ARGCOMPLETE" in os.environ
    if arguments is None:
        arguments = os.environ.get("COMP_LINE", "").split()[1:] if is_completing else sys.argv[1:]
    for name in _needed(arguments):
        module = import_module(f"._{name}", __name__)
        subparser = module.add_parser(subparsers)
        subparser.set_defaults(run=module.run)
    if is_completing:
        from ._completion import complete

        complete(parser)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except MagnumSalError as error:
        return refused(in_words(error, options))
    sys.stdout.flush()
    return status
