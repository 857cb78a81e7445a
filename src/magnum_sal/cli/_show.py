"""``magnum-sal show``: a position of a recorded game, printed or drawn."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import Any

from .. import render
from ..errors import MisuseError
from ..game import Game
from ..labels import LANGUAGES
from ..moves import Move
from ._output import check_output, print_text
from ._variants import add_ruleset


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser("show", help="print or draw a position of a recorded game")
    parser.add_argument("log", metavar="LOG", type=Path, help="the game's log")
    parser.add_argument("--at", type=int, metavar="N", help="after the first N moves (default: as it stands)")
    parser.add_argument("--next", action="store_true", help="mark in the picture the move that came next")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write an SVG picture there instead of printing")
    parser.add_argument("--force", action="store_true", help="let the picture take the place of a file that is there")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="colours of the picture")
    parser.add_argument("--width", type=int, default=1200, metavar="PIXELS", help="width of the picture")
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="language of the words")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colours in the terminal")
    add_ruleset(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Print or draw the position."""
    if options.svg is not None:
        check_output(options.svg, force=options.force, inputs=[options.log])
    game = Game.from_log(options.log)
    at = game.step_count if options.at is None else options.at
    state = game.at(at)
    if options.svg is None:
        color = options.color == "always" or (options.color == "auto" and sys.stdout.isatty())
        print_text(render.text(state, color=color, language=options.lang))
        return 0
    marked = _next_move(game, at) if options.next else None
    picture = render.svg(state, width=options.width, theme=options.theme, highlight=marked, language=options.lang)
    try:
        options.svg.write_text(picture, encoding="utf-8", newline="\n")
    except OSError as error:
        raise MisuseError(f"cannot write {options.svg}: {error.strerror or error}") from error
    return 0


def _next_move(game: Game, at: int) -> Move | None:
    """Return the move that was made after so many steps, None where there is none or a piece was turned up."""
    step, _ = next(islice(game.course(), at, None), (None, None))
    return step if isinstance(step, Move) else None
