"""
Measure ``bots.judge``: processor time of a call in positions of whole games, and of two controls in the same run.

The controls are a decision of the engine (list all moves, apply one) and a decision of the bot ``greedy``, in the same
games. The slices of each game alternate. Two figures are about the judge: the positions of a game in their order, for a
program that follows the game, and the positions after each move of a position, for a bot that looks ahead. The caches
are full, because bots with the same judge played the games before.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from playouts import PLAYERS

import magnum_sal as ms
from magnum_sal.bots import judge, make_bot


def collect_states(seed: int, players: int) -> list[ms.GameState]:
    """Return the public states of a game of ``novice`` bots in which a player has more than one move."""
    state = ms.new_game(PLAYERS[:players], seed=seed)
    bots = [make_bot("novice", seed=seed * 10 + seat) for seat in range(players)]
    found = []
    while not state.is_over:
        public, moves = state.public(), ms.legal_moves(state)
        if len(moves) > 1:
            found.append(public)
        state = state.play(bots[state.turn_seat](public, moves))
    return found


def milliseconds(call: Callable[[ms.GameState], object], states: list[ms.GameState]) -> float:
    """Return the milliseconds of a call, averaged over *states*."""
    begin = time.process_time()
    for state in states:
        call(state)
    return (time.process_time() - begin) / len(states) * 1e3


def measure_game(seed: int, players: int) -> tuple[float, float, float, float]:
    """Return the milliseconds of a call in a game, those of a call after each move, and those of the two controls."""
    states = collect_states(seed, players)
    after = [state.play(move) for state in states[::20] for move in ms.sensible_moves(state)]
    bot = make_bot("greedy", seed=seed)
    # The moves of these states were listed before, but those of their successors were not.
    others = [state.play(move) for state in states[::4] for move in ms.legal_moves(state)[:4]]
    others = [state for state in others if state.to_move is not None]
    return (
        milliseconds(judge, states),
        milliseconds(judge, after),
        milliseconds(lambda state: state.play(ms.legal_moves(state)[-1]), others),
        milliseconds(lambda state: bot(state, ms.legal_moves(state)), states[::10]),
    )


def main() -> None:
    """Measure and print the medians of the games, with the least and the most."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=5, help="games for each number of players (default 5)")
    games = parser.parse_args().games
    judge(collect_states(99, 2)[0])  # loads the weights
    for players in (2, 3, 4):
        figures = zip(*[measure_game(seed, players) for seed in range(1, games + 1)], strict=True)
        told = []
        for name, of_games in zip(
            ("judge", "judge after each move", "engine's decision", "greedy"), figures, strict=True
        ):
            told.append(f"{name} {statistics.median(of_games):.2f} ms ({min(of_games):.2f} to {max(of_games):.2f})")
        print(f"{players} players: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
