"""Finding a player by name."""

from __future__ import annotations

import pytest

import magnum_sal as ms
from magnum_sal.model.player_names import find_seat


@pytest.mark.parametrize(("name", "seat"), [("Ada", 0), ("ada", 1), (" Ben ", 2), ("BEN", 2), ("ADA", 0)])
def test_the_seat_of_a_name(name: str, seat: int) -> None:
    """A name in another case stands for a player, unless a player has exactly this name."""
    assert find_seat(["Ada", "ada", "Ben"], name) == seat


def test_an_unknown_name() -> None:
    """The error lists the players."""
    with pytest.raises(ms.MisuseError, match="no player is called 'Eve'; the players are Ada, Ben"):
        find_seat(["Ada", "Ben"], "Eve")
