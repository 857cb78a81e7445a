"""
Measure how good the judge's numbers are: ``python -m tools.calibration greedy --games 40 --jobs 2``.

A bot plays games against itself. At the beginning of each turn, ``bots.judge`` estimates the final margins and the
chances of winning, and the end of the game shows what they were worth. All intervals are 95 % and come from a
bootstrap over games, because the positions of a game depend on each other.
"""

import argparse
import random
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Final, NamedTuple

import magnum_sal as ms
from magnum_sal._internal.worker_processes import map_in_workers
from magnum_sal.arena import bootstrap_interval
from magnum_sal.bots import judge, make_bot

from .bot_argument import parse_bot

EDGES: Final = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
"""The edges of the groups of positions with similar chances."""

OPENING: Final = 0
"""The stage of the first turn of a game; the other stages are its phases."""

MOST_MOVES: Final = 5000
"""The number of moves after which a game counts as endless and the measurement fails."""


class Estimate(NamedTuple):
    """The judge's estimate for a seat in a position, and the result of the game for the seat."""

    stage: int
    """``OPENING``, or the phase."""
    is_to_move: bool
    """Whether the turn is the seat's own."""
    margin: float
    """The expected final margin, in groszy."""
    chance: float
    """The chance of winning."""
    final_margin: float
    """The margin at the end, in groszy."""
    victory: float
    """1 for a victory, a part of 1 for a shared victory."""


def main(words: list[str]) -> None:
    """Play the games, and print two tables for each number of players."""
    asked = _arguments(words)
    for players in asked.players:
        play, games = partial(list_estimates, asked.bot, players, asked.seed), range(asked.games)
        found = list(map_in_workers(play, games, asked.jobs))
        print(f"{players} players, {asked.games} games of {asked.bot}, {sum(map(len, found))} estimates")
        for line in (*describe_errors(found), *describe_chances(found)):
            print(f"  {line}", flush=True)


def list_estimates(bot: str, players: int, seed: int, game: int) -> list[Estimate]:
    """Play a game, and return the estimates for all seats at the beginning of each turn."""
    rng = random.Random(f"calibration:{seed}:{players}:{game}")
    state = ms.new_game([f"Seat {seat + 1}" for seat in range(players)], seed=rng.getrandbits(64))
    bots = [make_bot(bot, seed=rng.getrandbits(64)) for _ in range(players)]
    stages: list[int] = []
    seats, judgements, turn = [], [], (0, 0, 0)
    for _ in range(MOST_MOVES):
        if state.is_over:
            break
        if turn != (state.phase, state.round, state.turn_seat):
            turn = (state.phase, state.round, state.turn_seat)
            stages.append(state.phase if stages else OPENING)
            seats.append(state.turn_seat)
            judgements.append(judge(state))
        state = state.play(bots[state.turn_seat](state.public(), ms.legal_moves(state)))
    if not state.is_over:
        raise SystemExit(f"game {game} has not ended after {MOST_MOVES} moves")
    final = judge(state)
    return [
        Estimate(stage, number == seat, *of_seat)
        for stage, seat, said in zip(stages, seats, judgements, strict=True)
        for number, of_seat in enumerate(zip(said.margins, said.chances, final.margins, final.chances, strict=True))
    ]


def describe_errors(games: list[list[Estimate]]) -> list[str]:
    """Return a line for each stage: the mean errors of margins and chances, and those of equal chances for all."""
    lines = []
    for stage in sorted({estimate.stage for game in games for estimate in game}):
        of_stage = [[estimate for estimate in game if estimate.stage == stage] for game in games]
        equal = _mean(of_stage, lambda estimate: estimate.victory)[0]
        # Equal seats expect a margin of 0 and the same chance. This guess is the control for the judge's estimates.
        off = _mean(of_stage, lambda estimate: abs(estimate.margin - estimate.final_margin))
        without = _mean(of_stage, lambda estimate: abs(estimate.final_margin))
        error = _mean(of_stage, lambda estimate: (estimate.chance - estimate.victory) ** 2)
        control = _mean(of_stage, partial(_error_of_chance, equal))
        moving = [[at for at in game if at.is_to_move] for game in of_stage]
        bias = _mean(moving, lambda estimate: estimate.margin - estimate.final_margin)
        lines.append(
            f"{'opening' if stage == OPENING else f'phase {stage}'}: "
            f"margin off by {_with_interval(off, '.1f')} groszy, {without[0]:.1f} for a guess of 0; "
            f"squared error of the chance {_with_interval(error, '.3f')}, {control[0]:.3f} for equal chances; "
            f"seat to move: expected minus final margin {_with_interval(bias, '.1f')}"
        )
    return lines


def describe_chances(games: list[list[Estimate]]) -> list[str]:
    """Return a line for each group of estimates with similar chances: how often they came true."""
    lines = []
    for low, high in pairwise(EDGES):
        group = [[at for at in game if low <= at.chance < high or at.chance == high == 1.0] for game in games]
        if any(group):
            said, won = _mean(group, lambda at: at.chance)[0], _mean(group, lambda at: at.victory)
            lines.append(
                f"chance {low:.0%} to {high:.0%}: said {said:.1%}, won {_with_interval(won, '.1%')}, "
                f"{sum(map(len, group))} estimates"
            )
    return lines


def _error_of_chance(chance: float, estimate: Estimate) -> float:
    return (chance - estimate.victory) ** 2


def _mean(games: list[list[Estimate]], value: Callable[[Estimate], float]) -> tuple[float, float, float]:
    """Return the mean of a value of estimates, and its interval."""
    values = [[value(estimate) for estimate in game] for game in games]
    # Omit games that have no estimate in the group.
    values = [of_game for of_game in values if of_game]
    return (fmean([one for of_game in values for one in of_game]), *bootstrap_interval(values))


def _with_interval(figure: tuple[float, float, float], form: str) -> str:
    mean, low, high = figure
    return f"{mean:{form}} ({low:{form}} to {high:{form}})"


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tools.calibration", description=__doc__.strip().splitlines()[0])
    parser.add_argument("bot", type=parse_bot, help="the bot, with its options")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], help="numbers of players")
    parser.add_argument("--games", type=int, default=40, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all setups and bots")
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    return parser.parse_args(words)


if __name__ == "__main__":
    main(sys.argv[1:])
