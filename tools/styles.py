"""
Measure the styles of play: ``python -m tools.styles greedy --games 60 --jobs 2``.

Each style plays against the same bot without a style, and the seats change in every second game. A line reports how
often the style won and what it did per game, followed by the opponent's numbers in parentheses.
"""

import argparse
import random
import sys
from collections import Counter
from functools import partial
from typing import NamedTuple

import magnum_sal as ms
from magnum_sal._internal.worker_processes import map_in_workers
from magnum_sal.arena import wilson_interval
from magnum_sal.bots import STYLES, BotHooks, make_bot

from .bot_argument import parse_bot

DOINGS = ("cubes extracted", "cubes traded", "turns with an assistant at the castle", "orders completed")


class Played(NamedTuple):
    """A game of a player with a style."""

    share: float
    """1 for a victory, one half for a shared victory."""
    own: Counter[str]
    """The actions of the player with the style."""
    others: Counter[str]
    """The actions of the opponent."""


def main(words: list[str]) -> None:
    """Play at least one game, and print a line for each style."""
    asked = _arguments(words)
    for style in STYLES:
        play, games = partial(play_game, asked.bot, style, asked.seed), range(asked.games)
        played = list(map_in_workers(play, games, asked.jobs))
        print(_format_result(style, played), flush=True)


def play_game(bot: str, style: str, seed: int, game: int) -> Played:
    """Play a game of *bot* with a style against the same bot without one."""
    setup, seat = divmod(game, 2)
    state = ms.new_game(["Ada", "Ben"], seed=seed + setup)
    styled = f"{bot}{',' if ':' in bot else ':'}style={style}"
    rng = random.Random(f"{seed}:{game}")
    bots = [make_bot(styled if number == seat else bot, seed=rng.getrandbits(64)) for number in range(2)]
    castle = state.ruleset.assistant_places.index("castle")
    doings: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    while not state.is_over:
        mover, before = state.turn_seat, state
        move = bots[mover](state.public(), ms.legal_moves(state))
        state, events = ms.apply(state, move)
        for watching in bots:
            if isinstance(watching, BotHooks):
                watching.observed(move, events)
        done = doings[mover != seat]
        done["cubes extracted"] += move.salt.total if isinstance(move, ms.ExtractSalt) else 0
        done["cubes traded"] += len(move.transactions) if isinstance(move, ms.VisitMarket) else 0
        done["orders completed"] += isinstance(move, ms.CompleteOrder)
        is_turn_over = (state.phase, state.round, state.to_move) != (before.phase, before.round, mover)
        done["turns with an assistant at the castle"] += is_turn_over and before.assistant_seats[castle] == mover
    winners = [score.seat for score in state.scores if score.rank == 1]
    return Played((seat in winners) / len(winners), *doings)


def _format_result(style: str, played: list[Played]) -> str:
    games, wins = len(played), sum(entry.share for entry in played)
    low, high = wilson_interval(wins, games)
    own, others = sum((entry.own for entry in played), Counter()), sum((entry.others for entry in played), Counter())
    doings = ", ".join(f"{doing} {own[doing] / games:.1f} ({others[doing] / games:.1f})" for doing in DOINGS)
    return f"{style}: won {wins:g} of {games}, {wins / games:.1%} ({low:.0%} to {high:.0%}); {doings}"


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tools.styles", description=__doc__.strip().splitlines()[0])
    parser.add_argument("bot", type=parse_bot, help="the bot, with its options")
    parser.add_argument("--games", type=int, default=60, help="games of each style")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first setup")
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    return parser.parse_args(words)


if __name__ == "__main__":
    main(sys.argv[1:])
