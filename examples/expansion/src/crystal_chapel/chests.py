"""The chests: the crystals and the foreman of each player."""

from collections.abc import Iterator, Mapping

import attrs

import magnum_sal as ms
from magnum_sal.model.display import DisplayItem, PieceAt, Tally
from magnum_sal.model.events import PartChanged
from magnum_sal.model.fields import ChamberId, Count
from magnum_sal.model.mine import CHAMBERS
from magnum_sal.model.rule import Part

MOST_CRYSTALS = 36
"""An upper bound: two crystals for each chamber."""


@attrs.frozen
class Chest:
    """The possessions of a player."""

    crystals: Count = 0
    foreman: ChamberId | None = None
    """The chamber of the player's foreman, or None if the foreman is not in the mine."""


Chests = tuple[Chest, ...]
"""The chests by seat."""


def chest(state: ms.GameState, seat: int) -> Chest:
    """Return the chest of *seat*."""
    chests: Chests = state.extras["chests"]
    return chests[seat]


def own_chest(state: ms.GameState) -> Chest:
    """Return the chest of the player whose turn it is."""
    return chest(state, state.turn_seat)


def chest_changed(state: ms.GameState, seat: int, changed: Chest) -> ms.Event:
    """Return the event that replaces the chest of *seat*."""
    chests: Chests = state.extras["chests"]
    return PartChanged("chests", (*chests[:seat], changed, *chests[seat + 1 :]))


def problem(state: ms.GameState, chests: Chests) -> str | None:
    """Return the reason why a state from outside cannot have these chests, or None."""
    if len(chests) != len(state.players):
        return f"{len(chests)} chests for {len(state.players)} players"
    if sum(kept.crystals for kept in chests) > MOST_CRYSTALS:
        return f"there are {MOST_CRYSTALS} crystals"
    return None


def before_a_player(state: ms.GameState, seat: int) -> Iterator[DisplayItem]:
    """Yield the crystals of a seat, and the place of its foreman."""
    kept = chest(state, seat)
    yield Tally("crystals", kept.crystals)
    if kept.foreman is not None:
        yield PieceAt("foreman", kept.foreman)


def observed(state: ms.GameState, seat: int) -> Mapping[str, tuple[int, int]]:
    """Return the numbers that a learning program observes: crystals and foremen, the observer's first."""
    count = len(state.players)
    chests = [chest(state, (seat + place) % count) for place in range(count)]
    return {
        f"seat_{place}.crystals": (kept.crystals, MOST_CRYSTALS)
        for place, kept in enumerate(chests)
    } | {
        f"seat_{place}.foreman.{chamber}": (int(kept.foreman == chamber), 1)
        for place, kept in enumerate(chests)
        for chamber in CHAMBERS
    }


PART = Part(
    "chests",
    Chests,
    lambda _, players: (Chest(),) * players,
    problem=problem,
    player_display=before_a_player,
    numbers=observed,
)
