"""``magnum-sal review``: a bot's judgement of a recorded game, with its costliest moves and its turning points."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from .. import bots
from .._internal.progress_lines import RewrittenLine
from ..errors import MagnumSalError, MisuseError
from ..model.player_names import find_seat
from ..record.game import Game
from ..words import sentence
from ._options import add_language, add_ruleset, check_named_rules
from ._output import check_output, print_text, width_of_tables, write_picture


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let a bot judge each decision of a recorded game, and show the costliest moves and the turning point. "
        "A long game takes minutes; --jobs makes it faster. A terminal shows the progress."
    )
    parser.add_argument("log", metavar="LOG", type=Path, help="log file of the game")
    parser.add_argument("--costliest", type=int, default=5, metavar="N", help="number of moves to show (default: 5)")
    parser.add_argument(
        "--seat", metavar="NAME", help="player whose costliest moves are shown (default: those of all players)"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds to think about each decision")
    parser.add_argument(
        "--iterations", type=int, metavar="N", help="iterations for each decision, for repeatable results (default: 60)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the search (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="number of worker processes (default: 1)")
    parser.add_argument(
        "--svg", type=Path, metavar="FILE", help="write a graph of the winning chances to this SVG file"
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file with the graph")
    add_language(parser)
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    if options.costliest < 0:
        raise MisuseError(f"--costliest {options.costliest}: expected 0 or more moves")
    if options.force and options.svg is None:
        raise MisuseError("--force applies to a graph: add --svg FILE")
    if options.svg is not None:
        check_output(options.svg, force=options.force, inputs=[options.log])
    game = Game.from_log(options.log)
    check_named_rules(options, game.state.ruleset)
    # A misspelt name is refused before the search, which takes minutes.
    names = [player.name for player in game.state.players]
    seat = None if options.seat is None else find_seat(names, options.seat)
    line = RewrittenLine()
    try:
        found = bots.review(
            game,
            seconds=options.seconds,
            iterations=options.iterations,
            seed=options.seed,
            jobs=options.jobs,
            progress=_Progress(line, options.lang),
        )
    except MagnumSalError:
        line.end()
        raise
    for text in bots.review_in_words(found, options.lang, options.costliest, width=width_of_tables(), seat=seat):
        print_text(text)
    if options.svg is not None:
        write_picture(options.svg, bots.review_graph(found, options.lang))
    return 0


class _Progress:
    """A line on standard error with the number of judged decisions and the estimated time left."""

    def __init__(self, line: RewrittenLine, language: str) -> None:
        self._line = line
        self._language = language
        self._start = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        told = sentence("ui.advice.reviewing", self._language, done=done, of=of)
        if done:
            left = round((time.monotonic() - self._start) / done * (of - done))
            told += f" {left // 60}:{left % 60:02}"
        self._line.write(told, is_last=done == of)
