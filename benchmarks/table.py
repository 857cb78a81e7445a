"""Measure where the time of decisions goes: by players, stage, move and point of the game, and in searches."""

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from playouts import DECISIONS, PLAYERS, choose_move, microseconds_a_decision, positions, salt_playout

import magnum_sal as ms

clock = time.process_time


class Decision(NamedTuple):
    """One decision: its number in the game, the number of legal moves, the type of the move, both stages' seconds."""

    number: int
    moves: int
    type: str
    listing: float
    applying: float


def time_decisions(seeds: range, players: int) -> Iterator[Decision]:
    """Yield the decisions of random playouts, with each stage timed separately."""
    for seed in seeds:
        rng = random.Random(seed)
        state = ms.new_game(PLAYERS[:players], seed=seed)
        for number in range(DECISIONS):
            if state.is_over:
                break
            start = clock()
            moves = ms.legal_moves(state)
            listed = clock()
            move = rng.choice(moves)
            chosen = clock()
            state, _ = ms.apply(state, move)
            yield Decision(number, len(moves), move.type, listed - start, clock() - chosen)


def microseconds(seconds: list[float]) -> float:
    """Return the mean of *seconds* in microseconds, minus the time of a look at the clock."""
    return (statistics.fmean(seconds) - LOOK) * 1e6


def look_at_the_clock() -> float:
    """Return the seconds between two consecutive looks at the clock."""
    gaps = []
    for _ in range(20_000):
        start = clock()
        gaps.append(clock() - start)
    return statistics.fmean(gaps)


def print_costs_by_players(games: int) -> list[Decision]:
    """Print a line for each number of players; return the decisions of four."""
    print(f"random games, first {DECISIONS} decisions, mean microseconds")
    print("  players  decision  legal_moves  apply  moves listed  a listed move  decisions a game")
    decisions: list[Decision] = []
    for players in (2, 3, 4):
        for seed in range(games):
            salt_playout(seed, players)
        decisions = list(time_decisions(range(games, 2 * games), players))
        listing = microseconds([decision.listing for decision in decisions])
        applying = microseconds([decision.applying for decision in decisions])
        moves = statistics.fmean(decision.moves for decision in decisions)
        print(
            f"  {players:7}  {listing + applying:8.1f}  {listing:11.1f}  {applying:5.1f}  {moves:12.1f}"
            f"  {(listing + applying) / moves:13.2f}  {decisions_a_game(players):16.0f}"
        )
    return decisions


def decisions_a_game(players: int) -> float:
    """Return the median number of decisions in whole games of hasty players, who do not play at random."""
    lengths = []
    for seed in range(5):
        rng = random.Random(seed)
        state, length = ms.new_game(PLAYERS[:players], seed=seed), 0
        while not state.is_over:
            state, _ = ms.apply(state, choose_move(state.public(), rng))
            length += 1
        lengths.append(length)
    return statistics.median(lengths)


def print_costs_by_point(decisions: list[Decision]) -> None:
    """Print the cost of decisions early and late in the game."""
    for first in (0, 150, 300):
        chosen = [decision for decision in decisions if first <= decision.number < first + 100]
        cost = microseconds([decision.listing for decision in chosen])
        cost += microseconds([decision.applying for decision in chosen])
        moves = statistics.fmean(decision.moves for decision in chosen)
        print(f"  decisions {first + 1:3} to {first + 100}: {cost:6.1f} us, {moves:.1f} moves listed")


def print_costs_by_move(decisions: list[Decision]) -> None:
    """Print the cost of applying each type of move, the most frequent first."""
    costs = defaultdict(list)
    for decision in decisions:
        costs[decision.type].append(decision.applying)
    for kind, seconds in sorted(costs.items(), key=lambda item: -len(item[1])):
        print(
            f"  {kind:18} {len(seconds) / len(decisions):6.1%} of the moves  {microseconds(seconds):6.1f} us to apply"
        )


def print_search_costs() -> None:
    """Print the costs of a tree search: for each child of a state, and for a repeated query of a state."""
    states = list(positions(4, range(500, 510), 50))
    seconds, children = 0.0, 0
    for state in states:
        start = clock()
        for move in ms.legal_moves(state):
            ms.legal_moves(ms.apply(state, move).state)
            children += 1
        seconds += clock() - start
    print(f"  a child of a state, its own moves listed: {seconds / children * 1e6:.1f} us ({children} children)")
    start = clock()
    for _ in range(100):
        for state in states:
            ms.legal_moves(state)
    print(
        f"  the moves of a state whose moves were listed before: {(clock() - start) / 100 / len(states) * 1e6:.2f} us"
    )


def perft(state: ms.GameState, depth: int) -> int:
    """Count the sequences of *depth* moves."""
    moves = ms.legal_moves(state)
    return len(moves) if depth == 1 else sum(perft(ms.apply(state, move).state, depth - 1) for move in moves)


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=30, help="games of each number of players (default 30)")
    options = parser.parse_args()
    cold = microseconds_a_decision(salt_playout, range(900, 905))
    decisions = print_costs_by_players(options.games)
    warm = microseconds_a_decision(salt_playout, range(905, 910))
    print(f"the first 5 games of a process {cold:.1f} us a decision, another 5 after many games {warm:.1f} us")
    print("over the length of a game, four players")
    print_costs_by_point(decisions)
    print("by move, four players")
    print_costs_by_move(decisions)
    print("tree search, four players")
    print_search_costs()
    opening = ms.new_game(PLAYERS, seed=3)
    start = clock()
    sequences = perft(opening, 4)
    seconds = clock() - start
    print(f"perft from an opening of four players, depth 4: {sequences} sequences, {sequences / seconds:.0f} a second")


LOOK = look_at_the_clock()

if __name__ == "__main__":
    main()
