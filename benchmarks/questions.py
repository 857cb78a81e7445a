"""
Measure how long the questions of ``choices`` take in a position with tens of thousands of moves.

``python benchmarks/questions.py`` prints the most answers and milliseconds of each kind of question in the heavy
position. For comparison, it prints the time for listing all moves and the times of other queries.
"""

from __future__ import annotations

import gc
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator

import magnum_sal as ms
from magnum_sal import words
from magnum_sal.testing import position

HEAVY = (
    "S1: BCD | S2: BCD | S3: BCD | S4: BCD | S5: BCD | S6: BCD | 3L1: BCD [/0 of GGGWW/3] |"
    " 3L2: AAAAAAAAAA [GGWWW/0 of GGWWW/3] | A: stock 0, 3 pickaxe, 3 cart, 105 groszy"
)


def measure_questions() -> tuple[float, int, dict[str, tuple[int, float]]]:
    """Return the seconds to list all moves, their number, and the most answers and seconds of each kind of question."""
    state = position(HEAVY).public()
    rng = random.Random(1)
    widest: Counter[str] = Counter()
    slowest: dict[str, float] = {}
    gc.disable()
    for _ in range(300):
        start = time.perf_counter()
        choice = ms.choices(state)
        name = "type"
        while choice.question is not None:
            slowest[name] = max(slowest.get(name, 0.0), time.perf_counter() - start)
            widest[name] = max(widest[name], len(choice.answers))
            answer = "extract_salt" if choice.question == "type" else rng.choice(choice.answers)
            start = time.perf_counter()
            choice = choice.take(answer)
            name = (choice.question or "move").partition("[")[0]
        slowest["move"] = max(slowest.get("move", 0.0), time.perf_counter() - start)
    start = time.perf_counter()
    listed = len(ms.legal_moves(state))
    whole = time.perf_counter() - start
    gc.enable()
    return whole, listed, {name: (widest[name], seconds) for name, seconds in slowest.items()}


def measure_queries() -> Iterator[tuple[str, float, float]]:
    """Yield the other queries of the heavy position, with the seconds of the first answer and of a later one."""
    state = position(HEAVY).public()
    move = ms.ExtractSalt("3L2", ms.SaltAmount(green=1), 0, 0, (0, 3, 2, 2))
    wrong = ms.ExtractSalt("3L2", ms.SaltAmount(green=1), 0, 0, (0, 7, 0, 1))
    asked: dict[str, Callable[[], object]] = {
        "why_not": lambda: ms.why_not(state),
        "objection": lambda: ms.objection(state, wrong),
        "effects": lambda: ms.effects(state, move),
        "words": lambda: words.move_in_words(state, move, "pl"),
        "sensible": lambda: ms.sensible_moves(state),
        "key": lambda: hash(state.key()),
    }
    for name, ask in asked.items():
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            ask()
            seconds.append(time.perf_counter() - start)
        yield name, seconds[0], seconds[1]


def main() -> None:
    """Measure and print the figures."""
    whole, listed, questions = measure_questions()
    print(f"heavy position: {listed:,} moves, listed in {1000 * whole:.1f} ms")
    for name, (answers, seconds) in questions.items():
        print(f"  {name:10} {answers:3} answers at most, {1000 * seconds:.2f} ms at most")
    for name, first, later in measure_queries():
        print(f"  {name:12} {1000 * first:6.2f} ms first, {1000 * later:6.2f} ms later")


if __name__ == "__main__":
    main()
