"""``magnum-sal play``: the terminal application (extra ``tui``)."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from ..errors import MisuseError
from ._options import add_language, add_rules, build_ruleset, check_same_rules, find_modules_here


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", nargs="?", type=Path, metavar="LOG", help="record the game there, or go on with it")
    parser.add_argument("--last", action="store_true", help="go on with the last game that was recorded by itself")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[=BOT]",
        help="a player, or a bot such as Ben=greedy; once a seat. Without any the application asks. For a game that "
        "is gone on with it says who plays a seat from now on",
    )
    parser.add_argument("--seed", type=int, help="decides the setup (default: chance)")
    parser.add_argument(
        "--no-autosave",
        dest="autosave",
        action="store_false",
        help="record a game only where a LOG is named; else each is recorded by itself, and the newest 20 are kept",
    )
    add_rules(parser)
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    from .. import terminal
    from ..terminal.seats import NewGame, parse_seat, resume_game, seats_of

    if elsewhere := _streams_elsewhere():
        raise MisuseError(
            f"play needs a terminal, and there is none at its {', '.join(elsewhere)}; magnum-sal demo needs none"
        )
    if any(":" in seat for seat in options.seat):
        find_modules_here()
    seats = [parse_seat(seat, number) for number, seat in enumerate(options.seat, start=1)]
    play = partial(terminal.play, language=options.lang, autosave=options.autosave)
    if options.last and options.log is not None:
        raise MisuseError("--last goes on with a game that was recorded by itself: leave out the LOG")
    if options.last or (options.log is not None and options.log.exists()):
        game = terminal.last_game() if options.last else resume_game(options.log)
        check_same_rules(options, game.state.ruleset, game.log.target)
        seating = seats_of(game, seats)
        play(game, players=seating.players, refused=seating.refused)
        return 0
    if not seats:
        if options.log is not None:
            raise MisuseError(f"there is no {options.log}; say who plays with --seat NAME to begin a game there")
        play(ruleset=build_ruleset(options))
        return 0
    wanted = NewGame(
        names=tuple(name for name, _ in seats),
        players=tuple(player for _, player in seats),
        seed=options.seed,
        ruleset=build_ruleset(options),
        log=None if options.log is None else str(options.log),
    )
    play(wanted.begin(), players=wanted.players)
    return 0


def _streams_elsewhere() -> list[str]:
    # Textual reads keys from the input and draws on the error stream, so a terminal on the output alone does not
    # suffice.
    streams = {"input": sys.stdin, "output": sys.stdout, "error stream": sys.stderr}
    return [name for name, stream in streams.items() if stream is None or not stream.isatty()]
