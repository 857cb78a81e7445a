"""``magnum-sal review``: what a search thinks of a recorded game, its costliest moves, and where it turned."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..bots import review, review_graph, review_in_words
from ..errors import MisuseError
from ..game import Game
from ._output import check_output, print_text
from ._spoken_language import add_language
from ._variants import add_ruleset


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "review", help="tell the costliest moves of a recorded game, and where it turned"
    )
    parser.add_argument("log", metavar="LOG", type=Path, help="the game's log")
    parser.add_argument("--costliest", type=int, default=5, metavar="N", help="how many moves to tell (default 5)")
    parser.add_argument("--seconds", type=float, metavar="S", help="time to think about a decision")
    parser.add_argument(
        "--iterations", type=int, metavar="N", help="iterations for a decision, which repeat exactly (default 60)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seeds the search's chance (default 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that think (default 1)")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a graph of the chances there")
    parser.add_argument("--force", action="store_true", help="let the graph take the place of a file that is there")
    add_language(parser)
    add_ruleset(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Print the review."""
    if options.costliest < 0:
        raise MisuseError(f"--costliest {options.costliest}: a number of moves is 0 or more")
    if options.svg is not None:
        check_output(options.svg, force=options.force, inputs=[options.log])
    game = Game.from_log(options.log)
    found = review(
        game,
        seconds=options.seconds,
        iterations=options.iterations,
        seed=options.seed,
        jobs=options.jobs,
        progress=_show if sys.stderr.isatty() else None,
    )
    for text in review_in_words(found, options.lang, options.costliest):
        print_text(text)
    if options.svg is not None:
        try:
            options.svg.write_text(review_graph(found, options.lang), encoding="utf-8", newline="\n")
        except OSError as error:
            raise MisuseError(f"cannot write {options.svg}: {error.strerror or error}") from error
    return 0


def _show(done: int, of: int) -> None:
    """Show how far it is, on the error stream."""
    end = "\n" if done == of else ""
    print(f"\r{done} / {of}", end=end, file=sys.stderr, flush=True)
