"""The pickaxe: ``rules/tools/pickaxe.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import MinersTired, ToolUsed
from magnum_sal.testing import given


def extract(salt: str, pickaxes: int) -> ms.ExtractSalt:
    """Return an extraction from 1L1 whose way up is free."""
    return ms.ExtractSalt("1L1", ms.SaltAmount.parse(salt), pickaxes, 0, (0, 0))


def test_each_pickaxe_adds_one_strength() -> None:
    """PICK-1: an extraction uses any number of pickaxes, each for +1 strength; all of them are used for the phase."""
    outcome = given("S1: A | S2: A | 1L1: A [BBG/0] | A: 2 pickaxe").when(extract("BBG", 2))
    outcome.then(ToolUsed(0, "pickaxe"), ToolUsed(0, "pickaxe"), MinersTired(0, "1L1", 1))
    assert outcome.state.players[0].ready("pickaxe") == 0


def test_a_miner_must_work() -> None:
    """PICK-1: pickaxes extract nothing without a miner, or with only tired ones."""
    given("S1: A | S2: A | 1L1: B [B/0] | A: 3 pickaxe").when(extract("B", 3)).is_refused("MINE-1", "no miner in 1L1")
    given("S1: A | S2: A | 1L1: a [B/0] | A: 3 pickaxe").when(extract("B", 3)).is_refused("MINE-3", "tired")


def test_strength_is_still_needed() -> None:
    """PICK-1: the refusal for too little strength counts the pickaxes."""
    given("S1: A | S2: A | 1L1: A [BBG/1] | A: pickaxe").when(extract("BB", 1)).is_refused(
        "MINE-1", "your strength in 1L1 is too low for 2 cubes (1 rested miner, 1 pickaxe, 1 cube of water)"
    )


@pytest.mark.parametrize(("salt", "water", "most"), [("B", 0, 0), ("B", 1, 1), ("BB", 0, 1), ("BB", 1, 2)])
def test_pickaxes_beyond_the_useful_number_are_refused(salt: str, water: int, most: int) -> None:
    """PICK-1 (ruling): an extraction uses at most cubes + water - 1 pickaxes, because one miner works in any case."""
    table = given(f"S1: A | S2: A | 1L1: AAA [BB/{water}] | A: 3 pickaxe")
    used = {
        move.pickaxes
        for move in table.legal(type="extract_salt")
        if isinstance(move, ms.ExtractSalt) and str(move.salt) == salt
    }
    assert used == set(range(most + 1))
    work = ("1 cube" if salt == "B" else "2 cubes") + " and 1 cube of water" * water
    pickaxes = "1 pickaxe" if most == 0 else f"{most + 1} pickaxes"
    enough = "and that is enough for" if most == 0 else "so"
    table.when(extract(salt, most + 1)).is_refused(
        "PICK-1", f"you cannot use {pickaxes}: one miner must work, {enough} {work}"
    )
