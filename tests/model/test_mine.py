"""The mine's geometry: ``geometry.py``."""

import pytest

from magnum_sal.model.mine import ADJACENT, CHAMBERS, CORRIDORS, FURTHER, PATH, SECTIONS, SPACES, level_of, spaces_in
from magnum_sal.model.mine.geometry import INDEX


def test_the_shaft_has_six_sections() -> None:
    """SET-MINE: the sections are S1, next to the entrance, to S6."""
    assert SECTIONS == ("S1", "S2", "S3", "S4", "S5", "S6")


def test_the_corridors() -> None:
    """SET-MINE: level I has 4 chambers a side, level II 3 and level III 2, counted outward."""
    assert CORRIDORS == (
        ("1L1", "1L2", "1L3", "1L4"),
        ("1R1", "1R2", "1R3", "1R4"),
        ("2L1", "2L2", "2L3"),
        ("2R1", "2R2", "2R3"),
        ("3L1", "3L2"),
        ("3R1", "3R2"),
    )
    assert len(CHAMBERS) == 18
    assert (*SECTIONS, *CHAMBERS) == SPACES
    assert [level_of(chamber) for chamber in ("1L1", "2R3", "3L2")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("space", "path"),
    [
        ("S1", ()),
        ("S2", ("S1",)),
        ("S6", ("S5", "S4", "S3", "S2", "S1")),
        ("1L1", ("S2", "S1")),
        ("1R4", ("1R3", "1R2", "1R1", "S2", "S1")),
        ("2L1", ("S4", "S3", "S2", "S1")),
        ("2R3", ("2R2", "2R1", "S4", "S3", "S2", "S1")),
        ("3L2", ("3L1", "S6", "S5", "S4", "S3", "S2", "S1")),
    ],
)
def test_the_path_of_a_space(space: str, path: tuple[str, ...]) -> None:
    """SET-MINE: the path is the nearer chambers, the section at their level and all sections above, not the space."""
    assert PATH[space] == path


def test_a_paths_steps_are_themselves_connected() -> None:
    """SET-MINE: the path of the next space on a path is the rest of the path."""
    for space in SPACES:
        if PATH[space]:
            assert PATH[PATH[space][0]] == PATH[space][1:]


@pytest.mark.parametrize(
    ("chamber", "neighbours"),
    [
        ("1L1", ("1L2",)),
        ("1L2", ("1L1", "1L3")),
        ("1L4", ("1L3",)),
        ("2R2", ("2R1", "2R3")),
        ("3L1", ("3L2",)),
        ("3R2", ("3R1",)),
    ],
)
def test_adjacent_chambers(chamber: str, neighbours: tuple[str, ...]) -> None:
    """SET-MINE: chambers are adjacent if they are consecutive in one corridor, not on opposite sides of the shaft."""
    assert ADJACENT[chamber] == neighbours
    assert all(chamber in ADJACENT[other] for other in neighbours)
    assert set(ADJACENT) == set(CHAMBERS)


def test_a_chamber_and_all_further_ones() -> None:
    """SET-MINE: CHAIN-3 checks a chamber and all further ones."""
    assert FURTHER["1L2"] == ("1L2", "1L3", "1L4")
    assert FURTHER["3R2"] == ("3R2",)


def test_sets_of_spaces_are_listed_in_mine_order() -> None:
    """SET-MINE: sections come first, from the top, then each level's left and right corridor outward."""
    assert spaces_in(1 << INDEX["3L1"] | 1 << INDEX["S2"] | 1 << INDEX["1R1"]) == ("S2", "1R1", "3L1")
