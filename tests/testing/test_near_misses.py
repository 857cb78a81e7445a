"""Near misses: moves that differ from another one in one field."""

import random
from typing import ClassVar

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.fields import Count
from magnum_sal.testing._near_misses import generate_moves, list_near_misses

LOAD = ms.ExtractSalt("2R1", ms.SaltAmount(1, 0, 1), 1, 0, (0, 3))


@attrs.frozen
class Bid(ms.Move):
    """A move of an extension with an optional number."""

    type: ClassVar[str] = "bid"
    groszy: Count | None


NEAR_LOADS: dict[str, set[object]] = {
    "chamber": {"2L3", "2R2"},
    "salt": {ms.SaltAmount(*cubes) for cubes in ((2, 0, 1), (1, 1, 1), (1, 0, 2), (0, 0, 1), (1, 0, 0))},
    "pickaxes": {0, 2},
    "carts": {1},
    "payments": {(1, 3), (0, 2), (0, 4)},
}
"""For each field of the extraction, its values in the near misses: one step away, and never below nothing."""


@pytest.mark.parametrize("field", NEAR_LOADS)
def test_near_misses_of_an_extraction(field: str) -> None:
    """Each kind of field changes by one step: a chamber, cubes, a number, and the amount for one player."""
    near = [move for move in list_near_misses(LOAD) if getattr(move, field) != getattr(LOAD, field)]
    assert {getattr(move, field) for move in near} == NEAR_LOADS[field]
    assert len(near) == len(NEAR_LOADS[field])
    for move in near:
        assert attrs.evolve(move, **{field: getattr(LOAD, field)}) == LOAD


def test_near_misses_differ_from_the_move() -> None:
    """No near miss is the move itself. A yes becomes a no, and a move without fields has no near misses."""
    assert LOAD not in list_near_misses(LOAD)
    assert list_near_misses(ms.VisitCastle("stock", False)) == [ms.VisitCastle("stock", True)]
    assert list_near_misses(ms.Pass()) == []


def test_an_optional_count_is_generated() -> None:
    """Each attempt generates a move, with None or with a small number."""
    rng = random.Random(1)
    made = [move for _ in range(60) for move in generate_moves(Bid, ms.STANDARD, rng)]
    assert len(made) == 60
    assert {move.groszy for move in made if isinstance(move, Bid)} == {None, 0, 1, 2, 3, 4}
