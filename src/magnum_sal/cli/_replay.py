"""``magnum-sal replay``: a recorded game, turn by turn in notation."""

from __future__ import annotations

import argparse
from typing import Any

import magnum_sal as ms

from ..errors.messages import printable
from ._boards import Boards, add_form
from ._output import print_text
from ._spoken_language import add_language
from ._stepping import step_through, typed_lines
from ._variants import add_ruleset, check_named_rules


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser("replay", help="print a recorded game, turn by turn")
    parser.add_argument("log", metavar="LOG", help="the log's file")
    parser.add_argument("--at", type=int, metavar="N", default=None, help="stop after N moves; with --step begin there")
    parser.add_argument("--step", action="store_true", help="show position by position, forwards and back")
    add_language(parser)
    add_form(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--no-verify", action="store_true", help="take the recorded events as they are, checksums and rules unasked"
    )
    how.add_argument("--report", action="store_true", help="take them as they are, and list where today's rules differ")
    parser.add_argument(
        "--public",
        metavar="FILE",
        help="save instead a new log of what everybody at the table knows: nothing that lies face down, no seeds",
    )
    add_ruleset(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Print the game."""
    if options.short is not None and not options.step:
        raise ms.MisuseError("--short is about the tables that --step shows")
    if options.public is not None and (options.step or options.report or options.at is not None):
        raise ms.MisuseError("--public saves the whole game and prints nothing of it: leave out --step, --at, --report")
    game = ms.Game.from_log(options.log, verify="report" if options.report else not options.no_verify)
    check_named_rules(options, game.state.ruleset)
    if options.public is not None:
        return _save_public(game, options)
    if options.step:
        return _step(game, options)
    text = ms.transcript(game, moves=options.at, language=options.lang)
    print_text(text, end="")
    if game.log.torn:
        print(f"The log ends in {len(game.log.torn)} bytes of a line that was cut off; they are left out.")
    for disagreement in game.log.disagreements:
        print_text(f"By today's rules: {disagreement}")
    return 0


def _save_public(game: ms.Game, options: argparse.Namespace) -> int:
    game.log.public().save(options.public)
    print_text(f"Written to {printable(options.public, 150)}.")
    return 0


def _step(game: ms.Game, options: argparse.Namespace) -> int:
    start = 0 if options.at is None else options.at
    game.at(start)  # says which positions there are, before anything is shown
    for page in step_through(game, typed_lines(), start=start, boards=Boards.of(options)):
        print_text(page, end="")
    return 0
