"""The mine, stored in columns: ``mine/spaces.py``."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.mine import CHAMBERS, SPACES, Mine
from magnum_sal.model.state import GameState


def states() -> Iterator[GameState]:
    """Yield positions of random games, every seventh one."""
    for players, seed in ((2, 3), (3, 4), (4, 5)):
        rng = random.Random(seed)
        state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=seed)
        for number in range(350):
            if number % 7 == 0:
                yield state
            state = ms.apply(state, rng.choice(ms.legal_moves(state))).state


STATES = tuple(states())
MINE = STATES[-1].mine


def fields(mine: Mine) -> dict[str, Any]:
    """Return all fields of a mine, including derived ones."""
    return {field.name: getattr(mine, field.name) for field in attrs.fields(Mine)}


def with_space(mine: Mine, space: str, **changes: Any) -> Mine:
    """Return a mine built from its spaces, one of which is changed."""
    return Mine.of(tuple(attrs.evolve(here, **changes) if name == space else here for name, here in mine.items()))


def changed(counts: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    """Return the counts of a space with another one for *seat*."""
    return tuple(count + change if other == seat else count for other, count in enumerate(counts))


@pytest.mark.slow
def test_the_columns_hold_what_the_spaces_say() -> None:
    """The derived fields agree with the columns throughout whole games."""
    for state in STATES:
        mine = state.mine
        assert fields(Mine.of(mine.spaces)) == fields(mine)
        for space in SPACES:
            here = mine[space]
            seats = range(len(state.players))
            assert here.rested == tuple(mine.rested_in(space, seat) for seat in seats)
            assert here.tired == tuple(mine.tired_in(space, seat) for seat in seats)
        for chamber in CHAMBERS:
            here = mine.chamber(chamber)
            assert (here.salt, here.water, here.tile) == (
                mine.salt_in(chamber),
                mine.water_in(chamber),
                mine.tile_in(chamber),
            )
        for seat in range(len(state.players)):
            assert mine.miners_of(seat) == sum(here.miners_of(seat) for here in mine.spaces)
            held = sum(1 << number for number, here in enumerate(mine.spaces) if here.miners_of(seat))
            assert mine.present(seat) == held


def test_moving_and_tiring_miners_equals_building_the_mine_again() -> None:
    """A mine that a method returns equals, in all its fields, the one built from its spaces."""
    rng = random.Random(1)
    for state in STATES:
        mine, seat = state.mine, rng.randrange(len(state.players))
        space, chamber = rng.choice(SPACES), rng.choice(CHAMBERS)
        rested = mine[space].rested
        come = mine.with_rested(seat, space, 2)
        assert fields(come) == fields(with_space(mine, space, rested=changed(rested, seat, 2)))
        assert fields(come.with_rested(seat, space, -2)) == fields(mine)
        target = rng.choice(SPACES)
        assert fields(come.with_moved(seat, space, target, 2)) == fields(mine.with_rested(seat, target, 2))
        here = mine.with_rested(seat, chamber, 3)
        tired = here.with_tired(seat, chamber, 2)
        before = here[chamber]
        assert fields(tired) == fields(
            with_space(here, chamber, rested=changed(before.rested, seat, -2), tired=changed(before.tired, seat, 2))
        )
        assert fields(tired.with_tired(seat, chamber, -2)) == fields(here)


@pytest.mark.slow
def test_changing_salt_water_and_tiles_equals_building_the_mine_again() -> None:
    """Changes of salt, water and tiles also update the sets of salty, wet and spent chambers."""
    rng = random.Random(2)
    tile = ms.ChamberTile.parse("BG/1")
    for state in STATES:
        mine, chamber = state.mine, rng.choice(CHAMBERS)
        for salt in (ms.SaltAmount(1, 0, 2), ms.SaltAmount()):
            assert fields(mine.with_salt(chamber, salt)) == fields(with_space(mine, chamber, salt=salt))
        for water in (2, 0):
            assert fields(mine.with_water(chamber, water)) == fields(with_space(mine, chamber, water=water))
        turned_up = mine.with_tile(chamber, tile, revealed=True)
        assert fields(turned_up) == fields(with_space(mine, chamber, tile=tile, revealed=True))
        laid = mine.with_tile(chamber, tile, revealed=False)
        assert fields(laid) == fields(with_space(mine, chamber, tile=tile))


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "rested_in, no space": (lambda: MINE.rested_in("S9", 0), "'S9' is not a mine space"),
    "tired_in, no space": (lambda: MINE.tired_in("S9", 0), "'S9' is not a mine space"),
    "salt_in, a section": (lambda: MINE.salt_in("S1"), r"'S1' is a section of the shaft, not a chamber \(1L1 to 3R2\)"),
    "water_in, a section": (
        lambda: MINE.water_in("S1"),
        r"'S1' is a section of the shaft, not a chamber \(1L1 to 3R2\)",
    ),
    "tile_in, no space": (lambda: MINE.tile_in("moon"), "'moon' is not a mine space"),
    "rested_in, no seat": (lambda: MINE.rested_in("S1", 4), r"4 is not a seat \(0 to 3\)"),
    "tired_in, no seat": (lambda: MINE.tired_in("S1", -1), r"-1 is not a seat \(0 to 3\)"),
    "miners_of, no seat": (lambda: MINE.miners_of(4), r"4 is not a seat \(0 to 3\)"),
    "present, no seat": (lambda: MINE.present(-1), r"-1 is not a seat \(0 to 3\)"),
    "too many leave": (lambda: MINE.with_rested(0, "S6", -9), "S6: more rested miners leave or tire than are there"),
    "too many go": (lambda: MINE.with_moved(0, "S6", "S1", 9), "S6: more rested miners leave or tire than are there"),
    "too many tire": (lambda: MINE.with_tired(0, "3R2", 9), "3R2: more rested miners leave or tire than are there"),
    "too many stand up": (lambda: MINE.with_tired(0, "3R2", -9), "3R2: more tired miners rest than are there"),
    "too many come": (lambda: MINE.with_rested(0, "S1", 256), "S1: a space cannot hold more than 255 miners"),
    "too many meet": (
        lambda: MINE.with_rested(0, "S2", 200).with_rested(0, "S1", 200).with_moved(0, "S1", "S2", 100),
        "S2: a space cannot hold more than 255 miners",
    ),
    "a seat below 0 comes": (lambda: MINE.with_rested(-1, "S1", 1), r"is not a seat \(0 to"),
    "a seat too many comes": (lambda: MINE.with_rested(4, "S1", 1), r"4 is not a seat \(0 to 3\)"),
    "a seat too many goes": (lambda: MINE.with_moved(4, "S1", "S2", 1), r"4 is not a seat \(0 to 3\)"),
    "a seat too many tires": (lambda: MINE.with_tired(4, "1L1", 1), r"4 is not a seat \(0 to 3\)"),
    "a seat below 0 goes": (lambda: MINE.with_moved(-1, "S1", "S2", 0), r"is not a seat \(0 to"),
    "a seat below 0 tires": (lambda: MINE.with_tired(-1, "1L1", 0), r"is not a seat \(0 to"),
}


@pytest.mark.parametrize(("ask", "message"), REFUSED.values(), ids=REFUSED)
def test_impossible_values_of_a_mine_are_refused(ask: Callable[[], object], message: str) -> None:
    """Counts stay between 0 and what a byte can hold, and places and seats must exist."""
    with pytest.raises(ms.MisuseError, match=message):
        ask()


def test_the_most_miners_in_a_space() -> None:
    """Miners of all colours count together."""
    most = MINE.with_rested(0, "S2", 255 - MINE["S2"].miners)
    assert most["S2"].miners == 255
    with pytest.raises(ms.MisuseError, match="more than 255"):
        most.with_rested(1, "S2", 1)
    come = most.with_rested(0, "S2", -1).with_rested(1, "S6", 1).with_moved(1, "S6", "S2", 1)
    assert come["S2"].miners == 255


def test_moving_no_miner_changes_nothing() -> None:
    """The mine stays the same, whether or not the target is occupied."""
    for state in STATES[::5]:
        for target in ("S2", "3R2"):
            assert fields(state.mine.with_moved(0, "S1", target, 0)) == fields(state.mine)


@pytest.mark.parametrize(("rested", "tired"), [(255, 1), (-1, 1), (1, -1)])
def test_a_mine_is_not_built_from_spaces_with_impossible_counts(rested: int, tired: int) -> None:
    """A space holds 0 to 255 miners, because a byte counts them."""
    assert with_space(MINE, "1L1", rested=(254, 0, 0, 0), tired=(0, 1, 0, 0))["1L1"].miners == 255
    with pytest.raises(ms.MalformedError, match=r"mine\.1L1: expected 0 to 255 miners, got .*"):
        with_space(MINE, "1L1", rested=(rested, 0, 0, 0), tired=(0, tired, 0, 0))


def test_a_chamber_is_emptied_once_it_is_revealed_and_without_salt() -> None:
    """A tile without salt counts as emptied when it is revealed."""
    salt = ms.SaltAmount(brown=1)
    assert [
        with_space(MINE, "1L1", salt=held, revealed=revealed).chamber("1L1").is_emptied
        for held in (salt, ms.SaltAmount())
        for revealed in (False, True)
    ] == [False, False, False, True]


def test_a_mine_is_a_mapping() -> None:
    """The keys are the ids in mine order. Other keys are not in the mine and raise ``MisuseError``."""
    mine = ms.new_game(["Ada", "Ben"], seed=7).mine
    assert tuple(mine) == mine.keys() == SPACES
    assert mine.values() == mine.spaces == tuple(mine[space] for space in SPACES)
    assert dict(mine) == dict(mine.items())
    assert mine.items() == tuple((space, mine[space]) for space in mine)
    assert len(mine) == len(SPACES) == 24
    assert all(space in mine for space in mine)
    for nothing in ("S7", "s1", "", None, 3, ["S1"], CHAMBERS):
        assert nothing not in mine
    with pytest.raises(ms.MisuseError, match="'S7' is not a mine space"):
        mine["S7"]
