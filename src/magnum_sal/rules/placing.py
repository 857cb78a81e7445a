"""Placing and moving a miner in the mine, and turning up the tile of a new chamber (RULES MOVE-1, REVEAL-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from .._internal.caches import Table, cached, tabled
from ..errors import Objection
from ..model.events import ChamberRevealed, Event, MinersMoved, SaltMoved, WaterMoved
from ..model.mine import BIT, SPACES
from ..model.mine.geometry import CHAMBER_BITS, by_byte
from ..model.moves import PlaceMiner, UseRope
from ..model.pieces import BANK, ChamberTile
from ..model.rule import Rule, When
from ..model.state import GameState
from . import notations
from .chain import entering_objection, leaving_objection, nobody_to_send, sources

__all__ = ["RULE"]

_Placing = TypeVar("_Placing", PlaceMiner, UseRope)

Ways: TypeAlias = tuple[tuple[tuple[_Placing, ...], ...], ...]
"""The placements of one kind from one source, by byte of the targets' bit set and by the value of that byte."""


def moves(state: GameState) -> list[PlaceMiner]:
    """Return the legal placements by source (stock, mine, assistants), then by target in mine order."""
    # Must agree with objection(): a placing is listed exactly when objection() returns None.
    return placings(state, _ways)


def objection(state: GameState, move: PlaceMiner | UseRope) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    source, target = move.source, move.target
    # A miner must move to a different space. If you have no miner in the space at all, the objection says that, rather
    # than that the miner is already there.
    if source == target:
        is_there = state.mine.present(state.turn_seat) & BIT[source]
        return Objection("MOVE-1", "there_already" if is_there else "no_miner_there", {"space": source})
    # A rested miner must be free to leave, and without it every space on the way to the target must still be occupied.
    return leaving_objection(state, source, "MOVE-1") or entering_objection(state, source, target)


def decide(state: GameState, move: PlaceMiner | UseRope) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    return enter_space(state, move.source, move.target)


def placings(
    state: GameState, ways: Table[str, Ways[_Placing]], spared: frozenset[str] = frozenset()
) -> list[_Placing]:
    """
    Return placements by source (stock, mine, assistants), then by target in mine order.

    Args:
        state: The position.
        ways: The placements of one kind of move by source.
        spared: Sources that no miner may leave now.
    """
    # This is the most frequent kind of move, so no move is created here and no single bit is tested. A set of targets
    # is a bit set of three bytes. For each byte, *ways* has a tuple of ready-made moves for all 256 values, so three
    # look-ups list the moves from a source. Most sources leave the same spaces occupied, so the targets are computed
    # only if the occupied set changes.
    reachable = state.ruleset.rulings.reachable
    names, occupied = sources(state)
    found: list[_Placing] = []
    # A set of spaces is never -1, so the targets of the first source are always computed.
    asked = -1
    first = second = third = 0  # These are the bytes of the set of targets.
    for number, source in enumerate(names):
        left = occupied[number]
        if left != asked:
            asked, targets = left, reachable(left)
            first, second, third = targets & 255, targets >> 8 & 255, targets >> 16
        if source not in spared:
            upper, middle, lower = ways[source]
            found += upper[first]
            found += middle[second]
            found += lower[third]
    return found


def why_not(state: GameState) -> Objection:
    """Return the reason why no miner can be placed or moved."""
    # For example, your only free miner may be alone in S1: without it, no other space can be entered.
    return nobody_to_send(state, "MOVE-1") or Objection("MOVE-1", "nowhere_to_go", {"places": sources(state)[0]})


def enter_space(state: GameState, source: str, target: str) -> tuple[Event, ...]:
    """Return the events that move a miner from *source* to *target*, up to an unknown tile."""
    moved = move_miner(state.turn_seat, source, target)
    mine = state.mine
    # The first miner who enters a chamber turns up its tile, and its cubes are laid out. In a mapped mine everybody
    # knows the tile; otherwise only a full state contains it. A public state ends the move here, and the tile becomes
    # pending.
    if BIT[target] & CHAMBER_BITS & ~mine.revealed:
        tile = mine.tile_in(target)
        if tile is None and state.hidden is not None:
            tile = state.hidden.tile_of(target)
        if tile is not None:
            return (moved, *turn_up_tile(target, tile))
    return (moved,)


def ways_from(source: str, kind: Callable[[str, str], _Placing]) -> Ways[_Placing]:
    """Return the placements of one kind from *source*."""
    # A miner never goes to the space that it leaves, so this entry is empty.
    return by_byte([(kind(source, target),) if target != source else () for target in SPACES])


@tabled(most=128)
def _ways(source: str) -> Ways[PlaceMiner]:
    return ways_from(source, PlaceMiner)


@cached(most=8192)
def move_miner(seat: int, source: str, target: str, miners: int = 1) -> MinersMoved:
    """Return the event that moves one or more *miners* from one place to another."""
    return MinersMoved(seat, source, target, miners)


def turn_up_tile(chamber: str, tile: ChamberTile) -> tuple[Event, ...]:
    """Return the events that turn up a tile and place its cubes; water from buckets stays in the chamber (REVEAL-1)."""
    # The cubes move in separate events, so that pieces can be counted from the events alone.
    events: list[Event] = [ChamberRevealed(chamber, tile)]
    if tile.salt:
        events.append(SaltMoved(BANK, chamber, tile.salt))
    if tile.water:
        events.append(WaterMoved(BANK, chamber, tile.water))
    return tuple(events)


RULE: Final[Rule] = Rule(
    PlaceMiner,
    When.ACTION,
    moves,
    objection,
    decide,
    notation=notations.by_form(PlaceMiner, "{source}>{target}"),
    why_not=why_not,
)
