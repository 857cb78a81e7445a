"""
Measure one figure of a version: `python benchmarks/measures.py decision 0` prints it.

`compare.py` starts this program in a fresh process for each figure, with the version to measure on the path. To add a
measure, write a function here that returns processor time, and add a line to `MEASURES`. Use only what both versions
have: if the first one lacks something, the comparison reports that and continues. Only `compare.py` can start the
measure `import`, because it needs a folder for bytecode in `PYTHONPYCACHEPREFIX`.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

GAMES: Final = 4
PICTURES: Final = 12
IMPORTS: Final = 5
STEPS: Final = 2000


def decision(turn: int) -> float:
    """Measure the microseconds of a decision in random games of four; each *turn* has different games."""
    from playouts import microseconds_a_decision, salt_playout

    first, *others = range(turn * (GAMES + 1), (turn + 1) * (GAMES + 1))
    salt_playout(first)  # fills the caches that all games share
    return microseconds_a_decision(salt_playout, others)


def start(_turn: int) -> float:
    """Measure the milliseconds in which a fresh Python imports the library, after attrs; the same in each turn."""
    from footprint import milliseconds_to_import

    bytecode = os.environ["PYTHONPYCACHEPREFIX"]
    milliseconds_to_import(bytecode)  # compiles everything, as an installer does
    return statistics.median(milliseconds_to_import(bytecode)[1] for _ in range(IMPORTS))


def picture(turn: int) -> float:
    """Measure the milliseconds for drawing a position of a random game as SVG; each *turn* has different positions."""
    from playouts import positions

    from magnum_sal import render

    first, *others = islice(positions(4, range(2 * turn, 2 * turn + 2), every=50), PICTURES + 1)
    render.svg(first)  # creates the objects that all pictures share
    begun = time.process_time()
    for state in others:
        render.svg(state)
    return (time.process_time() - begun) / len(others) * 1e3


def environment_step(turn: int) -> float:
    """Measure the microseconds of a step in PettingZoo's interface, observation included; each *turn* has new games."""
    from environments import aec

    from magnum_sal.envs import magnum_sal_v0

    steps = aec(magnum_sal_v0.env, 1000 * turn + 1)  # no turn has a thousand games
    next(steps)  # creates the spaces and fills the caches
    begun = time.process_time()
    for _ in islice(steps, STEPS):
        pass
    return (time.process_time() - begun) / STEPS * 1e6


class Measure(NamedTuple):
    """A figure: its title, its unit, and the function that measures it in one turn. Less is better."""

    title: str
    unit: str
    take: Callable[[int], float]


MEASURES: Final = {
    "decision": Measure("a decision: list all legal moves, apply one", "us", decision),
    "import": Measure("import of the library, after attrs", "ms", start),
    "picture": Measure("a picture of a position as SVG", "ms", picture),
    "step": Measure("a step of the environment, with observation and mask", "us", environment_step),
}


def main() -> None:
    """Print the figure and the folder of the library."""
    name, turn = sys.argv[1], int(sys.argv[2])
    figure = MEASURES[name].take(turn)
    import magnum_sal

    print(json.dumps({"figure": figure, "library": str(Path(magnum_sal.__file__).parent)}))


if __name__ == "__main__":
    main()
