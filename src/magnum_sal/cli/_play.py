"""``magnum-sal play``: the terminal application (extra ``tui``)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..errors import MisuseError
from ..game import Game
from ..labels import LANGUAGES
from ._variants import add_rules, check_same_rules, find_modules_here, ruleset_chosen


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser("play", help="play in the terminal, with people and bots")
    parser.add_argument("log", nargs="?", type=Path, metavar="LOG", help="record the game there, or go on with it")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[=BOT]",
        help="a player, or a bot such as Ben=greedy; once a seat. Without any the application asks. For a game that "
        "is gone on with it says who plays a seat from now on",
    )
    parser.add_argument("--seed", type=int, help="decides the setup (default: chance)")
    add_rules(parser)
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="language of the words")
    return parser


def run(options: argparse.Namespace) -> int:
    """Run the application."""
    from .. import terminal
    from ..terminal._seats import NewGame, seat_given, seats_of

    if any(":" in seat for seat in options.seat):
        find_modules_here()
    if options.log is not None and options.log.exists():
        game = Game.from_log(options.log)
        if game.log.started.setup.is_unseen:
            raise MisuseError(f"{options.log} is the game of a real table: go on with it by magnum-sal table")
        check_same_rules(options, game.state.ruleset, options.log)
        game.log.lock()  # who plays on elsewhere is better named now than after the first move
        seating = seats_of(game, [seat_given(seat, number) for number, seat in enumerate(options.seat, start=1)])
        terminal.play(game, players=seating.players, refused=seating.refused, language=options.lang)
        return 0
    if not options.seat:
        if options.log is not None:
            raise MisuseError(f"there is no {options.log}; say who plays with --seat NAME to begin a game there")
        terminal.play(ruleset=ruleset_chosen(options), language=options.lang)
        return 0
    seats = [seat_given(seat, number) for number, seat in enumerate(options.seat, start=1)]
    wanted = NewGame(
        names=tuple(name for name, _ in seats),
        players=tuple(player for _, player in seats),
        seed=options.seed,
        ruleset=ruleset_chosen(options),
        log=None if options.log is None else str(options.log),
    )
    terminal.play(wanted.begin(), players=wanted.players, language=options.lang)
    return 0
