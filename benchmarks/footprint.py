"""
Measure costs other than the time of a decision: imports, the memory of states, and the cost of keeping states.

The garbage collector repeatedly examines all states that a program keeps, so each decision takes longer. The kept
states come from random games. A game's history keeps its states without cached results.
"""

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import tracemalloc

from playouts import PLAYERS

import magnum_sal as ms

STATES = 500

IMPORT = """
import time
start = time.process_time()
import attrs
middle = time.process_time()
import magnum_sal
print((middle - start) * 1000, (time.process_time() - middle) * 1000)
"""


KEPT = """
import random, sys, time
import magnum_sal as ms
from magnum_sal.model.state import drafted, sealed
mode, most, kept, spent, seed = sys.argv[1], int(sys.argv[2]), [], 0.0, 0
while seed * 400 < most:
    rng = random.Random(seed)
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"], seed=seed)
    start = time.process_time()
    for _ in range(400):
        before, (state, _) = state, ms.apply(state, rng.choice(ms.legal_moves(state)))
        if mode == "asked":
            kept.append(before)
        elif mode == "slim":
            kept.append(sealed(drafted(before)))
        if state.is_over:
            break
    spent += time.process_time() - start
    seed += 1
print(spent / most * 1e6)
"""


def microseconds_while_keeping(mode: str, states: int) -> float:
    """Return the time of a decision in a fresh process that keeps this many *states*, or none in the mode ``none``."""
    command = [sys.executable, "-c", KEPT, mode, str(states)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def milliseconds_to_import(bytecode: str) -> tuple[float, float]:
    """Return the processor time in which a fresh Python imports attrs, and then this library."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = bytecode
    command = [sys.executable, "-c", IMPORT]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    attrs, library = map(float, answer.stdout.split())
    return attrs, library


def history(seed: int) -> list[ms.GameState]:
    """Return the first states of a random playout of four players."""
    rng = random.Random(seed)
    states = [ms.new_game(PLAYERS, seed=seed)]
    while len(states) < STATES:
        # The moves are listed for a copy, so that the states of the history cache no moves.
        asked = states[-1].public()
        states.append(ms.apply(states[-1], rng.choice(ms.legal_moves(asked))).state)
    return states


def bytes_a_state() -> float:
    """Return the memory of a history per state, without the objects that the library creates once for all games."""
    history(0)
    gc.collect()
    tracemalloc.start()
    states = history(0)
    gc.collect()
    memory, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return memory / len(states)


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--imports", type=int, default=25, help="programs to start (default 25)")
    parser.add_argument("--kept", type=int, default=40_000, help="states to keep (default 40000)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as bytecode:
        milliseconds_to_import(bytecode)  # compiles everything, as an installer does
        times = [milliseconds_to_import(bytecode) for _ in range(options.imports)]
    attrs, library = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"import: attrs {attrs:.0f} ms, magnum_sal after it {library:.0f} ms (medians of {options.imports})")
    print(f"memory: {bytes_a_state():.0f} bytes a state in a history of {STATES}")
    runs = [[microseconds_while_keeping(mode, options.kept) for mode in ("none", "asked", "slim")] for _ in range(5)]
    asked, slim = (statistics.median(run[column] / run[0] for run in runs) for column in (1, 2))
    print(f"a decision with {options.kept} kept states takes {asked:.2f} times as long as with none")
    print(f"  if the states are kept without cached results, as in a game's history: {slim:.2f}")


if __name__ == "__main__":
    main()
