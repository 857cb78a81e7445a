"""
Measure the record of a game: bytes per move, the times to load, verify and play, and the memory of a history.

The games are whole four-player games of hasty players, so that they contain every part of a game. Times depend on the
machine; bytes and memory hardly do.
"""

import argparse
import gc
import random
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from playouts import PLAYERS, choose_move

import magnum_sal as ms

MOVES_IN_MEMORY = 500
ROUNDS = 5
"""How often each time is measured; the shortest counts."""
MODES: tuple[bool | Literal["report"], ...] = (True, False, "report")
"""The modes of checking a log against the rules."""


def play_game(seed: int, log: Path | None, most_moves: int = 5000) -> ms.Game:
    """Return a game played to its end, or to *most_moves*."""
    rng = random.Random(seed)
    game = ms.Game.new(PLAYERS, seed=seed, log=log)
    while not game.is_over and len(game.moves) < most_moves:
        game.play(choose_move(game.state.public(), rng))
    return game


def milliseconds_to_load(path: Path, verify: bool | Literal["report"]) -> float:
    """Return how long opening a log takes, in milliseconds of processor time."""
    start = time.process_time()
    ms.Game.from_log(path, verify=verify)
    return (time.process_time() - start) * 1000


def microseconds_to_apply(moves: Sequence[ms.Move], seed: int) -> float:
    """Return the microseconds of a move with ``apply`` alone, without a ``Game``."""
    state = ms.new_game(PLAYERS, seed=seed)
    spent = 0.0
    for move in moves:
        ms.legal_moves(state)
        start = time.perf_counter()
        state = ms.apply(state, move).state
        spent += time.perf_counter() - start
    return spent / len(moves) * 1e6


def microseconds_to_play(moves: Sequence[ms.Move], seed: int, log: Path | None) -> float:
    """Return the microseconds of a move in a game whose log is in memory, or in the file *log*."""
    spent = 0.0
    with ms.Game.new(PLAYERS, seed=seed, log=log) as game:
        for move in moves:
            ms.legal_moves(game.state)
            start = time.perf_counter()
            game.play(move)
            spent += time.perf_counter() - start
    return spent / len(moves) * 1e6


def kibibytes_of_history() -> float:
    """Return the memory of a game with 500 moves of history, including its log in memory."""
    play_game(0, None, MOVES_IN_MEMORY)  # creates the objects that the library keeps for all games
    gc.collect()
    tracemalloc.start()
    game = play_game(0, None, MOVES_IN_MEMORY)
    gc.collect()
    memory, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(game.moves) == MOVES_IN_MEMORY
    return memory / 1024


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=5, help="games to record and load (default 5)")
    options = parser.parse_args()
    loaded, made = [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.games):
            path = Path(folder) / f"{seed}.jsonl"
            game = play_game(seed, path)
            moves, size = game.moves, path.stat().st_size
            rounds = [[milliseconds_to_load(path, verify) for verify in MODES] for _ in range(ROUNDS)]
            verified, folded, reported = (min(column) for column in zip(*rounds, strict=True))
            loaded.append((size / len(moves), verified, folded / verified, reported / verified))
            kept = [
                (
                    microseconds_to_apply(moves, seed),
                    microseconds_to_play(moves, seed, None),
                    microseconds_to_play(moves, seed, Path(folder) / f"{seed}-{number}.jsonl"),
                )
                for number in range(ROUNDS)
            ]
            made.append([min(column) for column in zip(*kept, strict=True)])
            print(f"seed {seed}: {len(moves)} moves, {size} bytes")
    size, verified, folded, reported = (statistics.median(column) for column in zip(*loaded, strict=True))
    print(f"median: {size:.0f} bytes a move; verified in {verified:.0f} ms")
    print(f"  of that time, verify=False takes {folded:.2f}, and verify='report' {reported:.2f}")
    applied, in_memory, to_file = (statistics.median(column) for column in zip(*made, strict=True))
    print(f"a move: {applied:.0f} us to apply, {in_memory:.0f} us in a game in memory, {to_file:.0f} us to a file")
    print(f"memory of a game with {MOVES_IN_MEMORY} moves of history: {kibibytes_of_history():.0f} KiB")


if __name__ == "__main__":
    main()
