"""
Measure how accurate reviews are near the end of a game: their losses, those of a plain search, and the true losses.

The script plays games between two ``novice`` bots with fixed seeds. It keeps close games, because in the others no move
of the last rounds costs anything. From their last three rounds, it takes moves that ``greedy`` would not have made. For
each of them, it prints the loss that a search states (two calls of ``analyse``, as for all earlier moves of a review),
and the loss that the review states. The true loss is the loss against the better of the two moves that the search and
the review call best. It is exact in the last turn of the game (``solve``). In earlier turns, it is the mean over
rollouts in the same full states, in which one player (``--player``) has all seats. Shared victories count in equal
parts.

The last lines have the mean and the largest absolute error of both and the time that they took. They also say how many
true losses lie in the review's stated interval (``JudgedMove.interval``), widened by the uncertainty of the rollouts.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from functools import cache
from math import sqrt

import magnum_sal as ms
from magnum_sal.bots import analyse, make_bot, solve
from magnum_sal.bots.game_review import Decision, judge_decision, list_decisions

CLOSE = 8
"""The largest final difference in groszy of a close game."""


def play_game(seed: int) -> ms.Game:
    """Return a game between two bots."""
    game = ms.Game.new(["Ada", "Ben"], seed=seed)
    bots = [make_bot("novice", seed=10 * seed + seat) for seat in (0, 1)]
    while not game.is_over:
        game.play(bots[game.state.turn_seat](game.state.public(), ms.legal_moves(game.state)))
    return game


def find_questionable_moves(seed: int, most: int) -> Iterator[Decision]:
    """Yield at most *most* moves near the end of a game that ``greedy`` would not have made."""
    game = play_game(seed)
    totals = [score.total for score in game.state.scores]
    if max(totals) - min(totals) > CLOSE:
        return
    near = [task for task in list_decisions(game.steps()) if task.is_near_end]
    random.Random(seed).shuffle(near)
    for task in near:
        if most and make_bot("greedy", seed=1)(task.state, ms.legal_moves(task.state)) != task.move:
            most -= 1
            yield task


@cache
def shares(state: ms.GameState, move: ms.Move, rollouts: int, player: str) -> tuple[float, ...]:
    """Return the share of the victory of the player to move at the end of each rollout."""
    seat, found = state.turn_seat, []
    for number in range(rollouts):
        at = ms.apply(ms.determinize(state, random.Random(number)), move).state
        bots = [make_bot(player, seed=number) for _ in at.players]
        while not at.is_over:
            at = at.play(bots[at.turn_seat](at.public(), ms.legal_moves(at)))
        found.append((seat in at.winners) / len(at.winners))
    return tuple(found)


@cache
def compute_exact_chances(state: ms.GameState) -> dict[ms.Move, float]:
    """Return the exact chance of each move in the last turn of a game, or nothing in an earlier turn."""
    return {entry.move: float(entry.chances[state.turn_seat]) for entry in solve(state).moves}


def true_loss(state: ms.GameState, best: ms.Move, move: ms.Move, rollouts: int, player: str) -> tuple[float, float]:
    """Return the true loss of *move* against *best*, and its standard error."""
    if best == move:
        return 0.0, 0.0
    if known := compute_exact_chances(state):
        return known[best] - known[move], 0.0
    pairs = zip(shares(state, best, rollouts, player), shares(state, move, rollouts, player), strict=True)
    lost = [one - other for one, other in pairs]
    return statistics.mean(lost), statistics.pstdev(lost) / sqrt(rollouts)


def search_best_move(task: Decision) -> tuple[ms.Move, float]:
    """Return the best move of a search, and the loss that it states."""
    best = analyse(task.state, iterations=task.iterations, lines=1, seed=task.seed).best.move
    if best == task.move:
        return best, 0.0
    asked = (best, task.move)
    found = analyse(task.state, iterations=task.iterations, lines=2, seed=task.seed, root_moves=asked)
    chances = {line.move: line.chance for line in found.lines}
    loss = chances[best] - chances[task.move]
    return (best, loss) if loss > 0.0 else (task.move, 0.0)


def main() -> None:
    """Measure, and print a line for each move and the summary."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--moves", type=int, default=40, help="the number of moves (default 40)")
    parser.add_argument("--a-game", type=int, default=5, help="the maximum number of moves from a game (default 5)")
    parser.add_argument("--rollouts", type=int, default=50, help="the rollouts of each move (default 50)")
    parser.add_argument("--player", default="greedy:width=0", help="the bot that plays them (default greedy:width=0)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game (default 1)")
    options = parser.parse_args()
    errors: dict[str, list[float]] = {"search": [], "review": []}
    seconds = {"search": 0.0, "review": 0.0}
    seed, inside, done = options.seed, 0, 0
    while done < options.moves:
        for task in find_questionable_moves(seed, min(options.a_game, options.moves - done)):
            done += 1
            began = time.process_time()
            best, loss = search_best_move(task)
            seconds["search"] += time.process_time() - began
            began = time.process_time()
            found = judge_decision(task)
            seconds["review"] += time.process_time() - began
            compared = (
                true_loss(task.state, move, task.move, options.rollouts, options.player)
                for move in (best, found.best.move)
            )
            true, error = max(compared)
            true = max(0.0, true)
            low, high = found.interval
            is_inside = low - 1.96 * error - 1e-9 <= true <= high + 1.96 * error + 1e-9
            inside += is_inside
            errors["search"].append(abs(loss - true))
            errors["review"].append(abs(found.loss - true))
            print(
                f"game {seed}, move {task.number}, round {task.state.round}: search {loss:.0%};"
                f" review ({found.method}) {found.loss:.0%} in {low:.0%} to {high:.0%};"
                f" true {true:.0%} ± {1.96 * error:.0%}{'' if is_inside else '; outside'}",
                flush=True,
            )
        seed += 1
    for name, of in errors.items():
        large = sum(error > 0.1 for error in of)
        print(
            f"{name}: mean error {statistics.mean(of):.1%}, largest {max(of):.0%}, over 10 %: {large} of {done},"
            f" {seconds[name] / done:.1f} seconds of processor time for each"
        )
    print(f"the review's interval contains {inside} of {done} true losses")


if __name__ == "__main__":
    main()
