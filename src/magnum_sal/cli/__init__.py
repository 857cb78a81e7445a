"""The command line ``magnum-sal``: a subcommand a module, each with ``add_parser`` and ``run``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from ..errors import MagnumSalError
from ..versions import __version__
from ._completion import complete, line_to_complete
from ._variants import RulesetParser

SUBCOMMANDS: Final = (
    "arena",
    "bots",
    "completion",
    "demo",
    "play",
    "recover",
    "replay",
    "rulesets",
    "serve",
    "show",
    "table",
)
"""The modules of this package that are subcommands, in the order of the help text."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C: what shells give a program that SIGINT has ended."""


def _needed(arguments: Sequence[str]) -> Sequence[str]:
    """Return the subcommands whose modules have to be imported: the one that is run, or all for the help text."""
    first = arguments[0] if arguments else ""
    if first == "--version":
        return ()
    return (first,) if first in SUBCOMMANDS else SUBCOMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command line and return its exit status.

    It is 0, or 1 with one line about what went wrong, or ``INTERRUPTED`` with one line where somebody pressed Ctrl-C.
    """
    try:
        return _run(arguments)
    except MagnumSalError as error:
        print(f"magnum-sal: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as interrupt:
        # The terminal has written ^C into the line where the cursor was.
        start = "\n" if sys.stderr.isatty() else ""
        print(f"{start}magnum-sal: {str(interrupt) or 'interrupted'}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (such as head) has seen enough; Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(
        prog="magnum-sal", description="The board game Magnum Sal: a rules engine and its tools."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(
        title="subcommands", required=True, metavar="SUBCOMMAND", parser_class=RulesetParser
    )
    asked = line_to_complete() if arguments is None else None
    for name in _needed(asked if asked is not None else sys.argv[1:] if arguments is None else arguments):
        module = import_module(f"._{name}", __name__)
        subparser = module.add_parser(subparsers)
        subparser.set_defaults(run=module.run)
    if asked is not None:
        complete(parser)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    sys.stdout.flush()
    return status
