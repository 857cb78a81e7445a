"""``magnum-sal play``: the terminal application (extra ``tui``)."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from ..errors import MisuseError
from ..model.player_names import find_seat
from ._options import add_language, add_rules, build_ruleset, check_same_rules
from ._seats import add_seats, read_seats


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "log", nargs="?", type=Path, metavar="LOG", help="log file: record the game in it, or resume its game"
    )
    parser.add_argument("--last", action="store_true", help="resume the last game that was recorded automatically")
    add_seats(
        parser,
        "player, or bot such as Ben=greedy; repeat for each seat (default: the application asks). In a resumed game, "
        "change who plays a seat",
    )
    parser.add_argument("--seed", type=int, help="seed of the setup (default: random)")
    parser.add_argument(
        "--no-autosave",
        dest="autosave",
        action="store_false",
        help="do not record games without LOG (default: record them automatically and keep the newest 20)",
    )
    add_rules(parser)
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    from . import terminal
    from .terminal.seats import NewGame, resume_game, seats_of

    if elsewhere := _streams_elsewhere():
        raise MisuseError(
            f"play needs a terminal, but its {', '.join(elsewhere)} is not one; use magnum-sal demo without a terminal"
        )
    seats = read_seats(options)
    play = partial(terminal.play, language=options.lang, autosave=options.autosave)
    if options.last and (options.log is not None or options.seed is not None):
        raise MisuseError("--last resumes an automatically recorded game: leave out LOG and --seed")
    if options.seed is not None and not seats:
        raise MisuseError("--seed applies to a new game: name its players with --seat NAME")
    if options.last or (options.log is not None and options.log.exists()):
        game = terminal.last_game() if options.last else resume_game(options.log)
        check_same_rules(options, game.state.ruleset, game.log.target)
        names = [player.name for player in game.state.players]
        seating = seats_of(game, {find_seat(names, seat.name): seat.player for seat in seats})
        play(game, players=seating.players, refused=seating.refused)
        return 0
    if not seats:
        if options.log is not None:
            raise MisuseError(f"{options.log} does not exist; name the players with --seat NAME to start a game there")
        play(ruleset=build_ruleset(options))
        return 0
    wanted = NewGame(
        names=tuple(seat.name for seat in seats),
        players=tuple(seat.player for seat in seats),
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
