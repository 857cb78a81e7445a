"""
Measure the record of a game: bytes per move, the time to load and verify, the memory of a history.

The games are whole four-player games of the demo's players, so that every part of a game is in them. Times
depend on the machine; bytes and memory hardly do.
"""

import argparse
import gc
import random
import statistics
import tempfile
import time
import tracemalloc
from pathlib import Path

import magnum_sal as ms
from magnum_sal.cli._demo import choose_move

PLAYERS = ("Ada", "Ben", "Cleo", "Dora")
MOVES_IN_MEMORY = 500


def played(seed: int, log: Path | None, most_moves: int = 5000) -> ms.Game:
    """Return a game played to its end, or to *most_moves*."""
    rng = random.Random(seed)
    game = ms.Game.new(PLAYERS, seed=seed, log=log)
    while not game.is_over and len(game.moves) < most_moves:
        game.play(choose_move(game.state.public(), rng))
    return game


def milliseconds_to_load(path: Path, verify: bool) -> float:
    """Return how long it takes to open a log, in milliseconds."""
    start = time.perf_counter()
    ms.Game.from_log(path, verify=verify)
    return (time.perf_counter() - start) * 1000


def kibibytes_of_history() -> float:
    """Return the memory of a game with 500 moves of history, its log in memory included."""
    played(0, None, MOVES_IN_MEMORY)  # whatever the library keeps for all games is made by now
    gc.collect()
    tracemalloc.start()
    game = played(0, None, MOVES_IN_MEMORY)
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
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.games):
            path = Path(folder) / f"{seed}.jsonl"
            game = played(seed, path)
            moves, size = len(game.moves), path.stat().st_size
            verified = min(milliseconds_to_load(path, verify=True) for _ in range(3))
            folded = min(milliseconds_to_load(path, verify=False) for _ in range(3))
            rows.append((size / moves, verified, folded))
            print(
                f"seed {seed}: {moves} moves, {size} bytes, {size / moves:.0f} a move; "
                f"loaded and verified in {verified:.0f} ms, folded only in {folded:.0f} ms"
            )
    size, verified, folded = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"median: {size:.0f} bytes a move; verified in {verified:.0f} ms, folded only in {folded:.0f} ms")
    print(f"memory of a game with {MOVES_IN_MEMORY} moves of history: {kibibytes_of_history():.0f} KiB")


if __name__ == "__main__":
    main()
