"""
What is measured of two versions side by side: `python benchmarks/measures.py decision 0` prints one figure.

`compare.py` starts this in a fresh process for each figure, with the version to measure on the path. A new measure is a
function here that returns processor time, and a line of `MEASURES`. It uses only what both versions have; where one of
them lacks it, the comparison says so and goes on.
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


def decision(turn: int) -> float:
    """Measure the microseconds of a decision in random games of four; each *turn* has games of its own."""
    from playouts import salt_playout

    first, *others = range(turn * (GAMES + 1), (turn + 1) * (GAMES + 1))
    salt_playout(first)  # what is made once for all games
    played = [salt_playout(seed) for seed in others]
    return sum(seconds for _, seconds in played) / sum(decisions for decisions, _ in played) * 1e6


def start(_turn: int) -> float:
    """Measure the milliseconds in which a fresh Python imports the library, after attrs; the same in each turn."""
    from footprint import milliseconds_to_import

    bytecode = os.environ["PYTHONPYCACHEPREFIX"]
    milliseconds_to_import(bytecode)  # compiles everything, as an installer does
    return statistics.median(milliseconds_to_import(bytecode)[1] for _ in range(IMPORTS))


def picture(turn: int) -> float:
    """Measure the milliseconds in which a position of a random game is drawn as SVG; each *turn* has its own."""
    from playouts import positions

    from magnum_sal import render

    first, *others = islice(positions(4, range(2 * turn, 2 * turn + 2), every=50), PICTURES + 1)
    render.svg(first)  # what is made once for all pictures
    begun = time.process_time()
    for state in others:
        render.svg(state)
    return (time.process_time() - begun) / len(others) * 1e3


class Measure(NamedTuple):
    """A figure: its title, its unit, and the function that measures it in one turn. Less is better."""

    title: str
    unit: str
    take: Callable[[int], float]


MEASURES: Final = {
    "decision": Measure("a decision: list all legal moves, apply one", "us", decision),
    "import": Measure("import of the library, after attrs", "ms", start),
    "picture": Measure("a picture of a position as SVG", "ms", picture),
}


def main() -> None:
    """Print the figure, and where the library came from."""
    name, turn = sys.argv[1], int(sys.argv[2])
    figure = MEASURES[name].take(turn)
    import magnum_sal

    print(json.dumps({"figure": figure, "library": str(Path(magnum_sal.__file__).parent)}))


if __name__ == "__main__":
    main()
