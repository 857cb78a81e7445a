"""Perft: counts of the move sequences to a depth from named positions. A changed count means a changed rule."""

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing import position

SECOND_EDITION = attrs.evolve(ms.STANDARD, cart_capacity=2)

POSITIONS = {
    "opening, 2 players": lambda: ms.new_game(["Ada", "Ben"], seed=1),
    "opening, 3 players": lambda: ms.new_game(["Ada", "Ben", "Cleo"], seed=2),
    "opening, 4 players": lambda: ms.new_game(["Ada", "Ben", "Cleo", "Dan"], seed=3),
    "opening, 3 players, mapped mine": lambda: ms.new_game(
        ["Ada", "Ben", "Cleo"], seed=2, ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True)
    ),
    # 1L1 is a hole, so the miners in 1L2 and 1L3 are stranded in exhausted chambers. The player has ropes and a bucket.
    "mine with holes": lambda: position(
        "S1: AB | S2: A | S3: B | S4: AB | 1L1: [-/1] | 1L2: A [-/0] | 1L3: Ba [-/1] | 1L4: [-/0] | 2R1: AAa [GW/1]"
        " | 1R1: AA [B/0] | A: 9 groszy, BG, 2 rope, bucket, food",
        to_move="A",
    ),
    # Two miners arrive at once, two more are in the line, and the market is full of brown salt.
    "castle delivery": lambda: position(
        "S1: A | market: BBBBGG | A: 2 groszy, BBBGG, left 1, right 1, commercial_privilege, royal_privilege"
        " | B: 5 groszy, W | assistant castle: B",
        to_move="A",
        arriving=2,
        players=3,
    ),
    "four players, split payments, carts": lambda: position(
        "S1: BC | S2: BCD | S3: D | S4: AB | 2L1: CD [B/0] | 2L2: AAAa [BGW/1]"
        " | A: 5 groszy, pickaxe, 2 cart | B: 4 groszy | C: 0 groszy | D: 7 groszy, rope",
        to_move="A",
        actions_left=1,
    ),
    "the same with the second edition's cart": lambda: position(
        "S1: BC | S2: BCD | S3: D | S4: AB | 2L1: CD [B/0] | 2L2: AAAa [BGW/1]"
        " | A: 5 groszy, pickaxe, 2 cart | B: 4 groszy | C: 0 groszy | D: 7 groszy, rope",
        to_move="A",
        actions_left=1,
        ruleset=SECOND_EDITION,
    ),
}

# An independent brute-force implementation of the rules counted the same numbers to depth 3.
COUNTS: dict[str, tuple[int, ...]] = {
    "opening, 2 players": (19, 343, 6138, 101912),
    "opening, 3 players": (19, 343, 5954, 104110),
    "opening, 4 players": (19, 343, 5954, 100270),
    "opening, 3 players, mapped mine": (19, 343, 5954, 104110),
    "mine with holes": (103, 12940, 847262),
    "castle delivery": (3, 7, 237, 6096, 138576),
    "four players, split payments, carts": (417, 27802, 1772632),
    "the same with the second edition's cart": (410, 27332, 1742521),
}

LONG_POSITIONS = {"mine with holes", "four players, split payments, carts", "the same with the second edition's cart"}
"""Positions with too many moves to count them within half a second."""


def perft(state: ms.GameState, depth: int) -> int:
    """Return the number of sequences of *depth* legal moves. A game that is over has none."""
    listed = ms.legal_moves(state)
    if depth == 1:
        return len(listed)
    return sum(perft(ms.apply(state, move).state, depth - 1) for move in listed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in LONG_POSITIONS)) for name in POSITIONS]
)
def test_perft(name: str) -> None:
    """The numbers of move sequences to each depth equal the recorded ones."""
    state = POSITIONS[name]()
    counts = COUNTS[name]
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
