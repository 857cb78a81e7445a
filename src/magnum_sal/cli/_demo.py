"""``magnum-sal demo``: one whole game between simple players, told turn by turn; an example of the API."""

from __future__ import annotations

import argparse
import random
from typing import Any, Final

import magnum_sal as ms
from magnum_sal.labels import LANGUAGES, event_in_words, label, step_in_words

from ._output import print_text
from ._variants import add_rules, ruleset_chosen

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "demo", help="play one whole game between simple built-in players and print it"
    )
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=3, help="number of players")
    parser.add_argument("--seed", type=int, default=1, help="decides the setup and the players' choices")
    add_rules(parser)
    parser.add_argument("--log", metavar="FILE", help="record the game in a new file, which `replay` prints")
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="language of the telling")
    parser.add_argument("--quiet", action="store_true", help="print the final table alone")
    return parser


def run(options: argparse.Namespace) -> int:
    """Play the game and print it."""
    ruleset = ruleset_chosen(options)
    game = ms.Game.new(NAMES[: options.players], seed=options.seed, ruleset=ruleset, log=options.log)
    rng = random.Random(options.seed)
    if not options.quiet:
        first = ms.PhaseStarted(phase=1, start_seat=game.state.start_seat)
        print_text(event_in_words(first, NAMES, options.lang))
    while not game.is_over:
        before = game.state
        move = choose_move(before.public(), rng)
        after, events = game.play(move)
        if not options.quiet:
            print_text("\n    ".join(step_in_words(ms.Step(before, move, after, events), options.lang)))
    print_text(final_table(game.state, options.lang))
    return 0


PREFERRED: Final = ("complete_order", "extract_salt", "visit_castle", "rest")


def choose_move(state: ms.GameState, rng: random.Random) -> ms.Move:
    """Choose a move as a hasty player would: deliver, else extract, else whatever is sensible."""
    sensible = ms.sensible_moves(state)
    kinds = sorted({move.type for move in sensible})
    preferred = [kind for kind in PREFERRED if kind in kinds]
    kind = preferred[0] if preferred else rng.choice(kinds)
    if kind == "extract_salt":
        most = max(_cubes(move) for move in sensible)
        return rng.choice([move for move in sensible if _cubes(move) == most])
    return rng.choice([move for move in sensible if move.type == kind])


def _cubes(move: ms.Move) -> int:
    return move.salt.total if isinstance(move, ms.ExtractSalt) else 0


def final_table(state: ms.GameState, language: str = "en") -> str:
    """Return the standing of all players as a table, the best first."""
    headings = ("rank", "player", "money", "salt", "tools", "total", "orders", "miners")
    rows = [tuple(label(heading, language) for heading in headings)]
    for score in sorted(state.scores, key=lambda score: (score.rank, score.seat)):
        name = state.players[score.seat].name
        counts = (score.money, score.salt_value, score.tool_value, score.total, score.orders, score.miners)
        rows.append((str(score.rank), name, *map(str, counts)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
