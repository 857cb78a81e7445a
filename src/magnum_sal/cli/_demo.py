"""``magnum-sal demo``: one whole game between built-in bots, told turn by turn; an example of the API."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain
from typing import Any, Final

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.words import label, sentence, standing_in_words, titled

from ._output import print_text, takes_colours
from ._spoken_language import add_language
from ._telling import Telling
from ._variants import add_rules, ruleset_chosen

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
BOT: Final = "greedy:width=0"
"""Who plays, at once: 319 moves in 52 rounds on the average of fifteen games of three, eight at the town square."""
LONGEST_PACE: Final = 60.0


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "demo",
        help="watch one whole game between built-in bots",
        description="Watch one whole game between built-in bots: the table as each phase begins and every eight "
        "rounds, and each move with what came of it. Ctrl-C ends it.",
    )
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=3, help="number of players")
    parser.add_argument("--seed", type=int, default=1, help="decides the setup and the players' choices")
    add_rules(parser)
    parser.add_argument("--log", metavar="FILE", help="record the game in a new file, which `replay` prints")
    add_language(parser)
    parser.add_argument(
        "--pace",
        type=float,
        metavar="SECONDS",
        help="wait so long after each move (default: 0.5 on a terminal, 0 elsewhere)",
    )
    how = parser.add_mutually_exclusive_group()
    # Of the other commands --short makes a table small; so this was called before.
    brief = "print each turn in a sentence, and not what came of it"
    how.add_argument("--brief", "--short", dest="short", action="store_true", help=brief)
    how.add_argument("--quiet", action="store_true", help="print the final table alone")
    return parser


def run(options: argparse.Namespace) -> int:
    """Play the game and print it."""
    pace = _pace(options)
    ruleset = ruleset_chosen(options)
    game = ms.Game.new(NAMES[: options.players], seed=options.seed, ruleset=ruleset, log=options.log)
    is_watched = sys.stdout.isatty() and not options.quiet
    telling = Telling(options.lang, is_short=options.short, color=takes_colours())
    introduction = telling.introduction(game.state, options.seed, is_watched=is_watched)
    try:
        for passage in chain((introduction,), telling.of(game.state, steps_played(game, options.seed))):
            if not options.quiet:
                print_text(passage.text)
                sys.stdout.flush()
                time.sleep(pace * passage.moves)
    except KeyboardInterrupt:
        if is_watched:
            print_text(f"\n\n{label('demo.standing', options.lang)}\n{final_table(game.state, options.lang)}")
        raise
    if not options.quiet:
        print()
    print_text(final_table(game.state, options.lang))
    if is_watched:
        print_text(f"\n{further(options.seed, options.lang)}")
    return 0


def _pace(options: argparse.Namespace) -> float:
    """Return how long to wait after a move; nobody waits where nobody watches."""
    if options.quiet:
        return 0.0
    if options.pace is None:
        return 0.5 if sys.stdout.isatty() else 0.0
    pace: float = options.pace
    if not 0.0 <= pace <= LONGEST_PACE:
        raise ms.MisuseError(f"--pace {pace:g}: the seconds to wait after a move are from 0 to {LONGEST_PACE:g}")
    return pace


def steps_played(game: ms.Game, seed: int) -> Iterator[ms.Step]:
    """Let bots play a game to its end, and yield each move with what came of it."""
    rng = random.Random(f"the players of game {seed}")  # which the seed of the setup tells nothing about
    bots = [make_bot(BOT, rng=rng) for _ in game.state.players]
    while not game.is_over:
        before = game.state
        public = before.public()  # what the players may see
        move = bots[before.turn_seat](public, ms.legal_moves(public))
        after, events = game.play(move)
        yield ms.Step(before, move, after, events)


def final_table(state: ms.GameState, language: str = "en") -> str:
    """Return the standing of all players as a table, the best first."""
    rows = standing_in_words(state, language)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def further(seed: int, language: str = "en") -> str:
    """Return what somebody can do who has watched a game: play, and watch another one."""
    offers = (
        ("demo.browser", "serve", "web", "starlette"),
        ("demo.terminal", "play", "tui", "textual"),
        ("demo.another", f"demo --seed {seed + 1}", None, None),
    )
    titles = [titled(label(name, language)) for name, *_ in offers]
    lines = []
    for title, (_, subcommand, extra, package) in zip(titles, offers, strict=True):
        command = f"magnum-sal {subcommand}"
        if package is not None and find_spec(package) is None:
            command = sentence("demo.needs", language, command=command, install=f"pip install 'magnum-sal[{extra}]'")
        lines.append(f"{title:{max(map(len, titles))}}  {command}")
    return "\n".join(lines)
