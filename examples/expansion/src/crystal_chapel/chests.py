"""What each player keeps: a chest with crystals, and a foreman."""

import attrs

import magnum_sal as ms
from magnum_sal.model.events import PartChanged
from magnum_sal.model.fields import ChamberId, Count
from magnum_sal.model.rule import Part

MOST_CRYSTALS = 36
"""More than there can be: two for each chamber."""


@attrs.frozen
class Chest:
    """What a player keeps."""

    crystals: Count = 0
    foreman: ChamberId | None = None
    """The chamber in which the player's foreman is; None where he is not in the mine."""


Chests = tuple[Chest, ...]
"""One for each seat."""


def chest(state: ms.GameState, seat: int) -> Chest:
    """Return what *seat* keeps."""
    chests: Chests = state.extras["chests"]
    return chests[seat]


def own_chest(state: ms.GameState) -> Chest:
    """Return what the player keeps whose turn it is."""
    return chest(state, state.turn_seat)


def chest_changed(state: ms.GameState, seat: int, changed: Chest) -> ms.Event:
    """Return the event after which *seat* keeps something else."""
    chests: Chests = state.extras["chests"]
    return PartChanged("chests", (*chests[:seat], changed, *chests[seat + 1 :]))


def problem(state: ms.GameState, chests: Chests) -> str | None:
    """Say why these cannot be the chests of a state that comes from outside."""
    if len(chests) != len(state.players):
        return f"{len(chests)} chests for {len(state.players)} players"
    if sum(kept.crystals for kept in chests) > MOST_CRYSTALS:
        return f"there are {MOST_CRYSTALS} crystals"
    return None


PART = Part("chests", Chests, lambda _, players: (Chest(),) * players, problem=problem)
