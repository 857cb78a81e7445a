"""``magnum-sal hint``: the best moves in a position of a recorded game, with the reasons."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from .. import bots
from ..errors import MisuseError
from ..model.state import GameState
from ..record.game import Game
from ._options import add_language, add_ruleset, check_named_rules
from ._output import print_text

HINT_SECONDS: Final = 2.0
"""How many seconds a bot thinks about a hint, unless an option says otherwise."""

OVER: Final = (
    "the game is over; use magnum-sal review to see what decided it, or magnum-sal hint --at N for an earlier position"
)
"""The error about a hint for a game that has ended, by the rules or by agreement."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="log file of the game")
    parser.add_argument(
        "--at", type=int, metavar="N", help="position after the first N moves (default: the last position)"
    )
    parser.add_argument("--lines", type=int, default=3, metavar="N", help="maximum number of moves (default: 3)")
    parser.add_argument("--seconds", type=float, metavar="S", help=f"seconds to think (default: {HINT_SECONDS:g})")
    parser.add_argument(
        "--iterations",
        type=int,
        metavar="N",
        help="iterations of the search instead of seconds, for repeatable results",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the search (default: 0)")
    add_language(parser)
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    game = Game.from_log(options.log)
    check_named_rules(options, game.state.ruleset)
    state = game.state if options.at is None else game.at(options.at)
    is_last = options.at in (None, game.step_count)
    if state.is_over or (is_last and game.is_over):
        raise MisuseError(OVER)
    if is_last:
        # The log of a seat, or of a real table, may contain tiles that the player to move has seen.
        state = find_hint_view(game)
    # A number of iterations alone gives reproducible results. An additional time limit would depend on the machine.
    seconds = HINT_SECONDS if options.seconds is None and options.iterations is None else options.seconds
    analysis = bots.analyse(
        state, seconds=seconds, iterations=options.iterations, lines=options.lines, seed=options.seed
    )
    for text in bots.analysis_in_words(analysis, options.lang):
        print_text(text)
    return 0


def find_hint_view(game: Game) -> GameState:
    """Return the state that a hint for the player in turn may use."""
    # A view is pending until its player has recorded all tiles. Until then, the hint uses what everybody knows.
    view = game.seen_by(game.state.turn_seat)
    return game.state if view.pending is not None else view
