"""Placing and moving a miner in the mine, and turning up what he finds there (RULES MOVE-1, REVEAL-1)."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from .._remembering import cached
from ..errors import Objection
from ..events import ChamberRevealed, Event, MinersMoved, SaltMoved, WaterMoved
from ..mine import SPACES, Chamber, by_byte
from ..moves import Move, PlaceMiner, UseRope
from ..pieces import BANK, ChamberTile
from ..rule import Notation, Rule, When
from ..state import GameState
from . import words
from .chain import entering_objection, leaving_objection, sources

_Placing = TypeVar("_Placing", PlaceMiner, UseRope)


def moves(state: GameState) -> list[PlaceMiner]:
    """Return the legal placings by source (stock, mine, assistants), then by target in mine order."""
    return placings(state, PlaceMiner)


def objection(state: GameState, move: PlaceMiner) -> Objection | None:
    """Say what speaks against *move*, in the order a player would check it."""
    return placing_objection(state, move.source, move.target)


def decide(state: GameState, move: PlaceMiner) -> tuple[Event, ...]:
    """Return what a legal *move* makes happen."""
    return placed(state, move.source, move.target)


def placings(state: GameState, kind: type[_Placing], spared: frozenset[str] = frozenset()) -> list[_Placing]:
    """Return moves of *kind* by source (stock, mine, assistants; none of *spared*), then by target in mine order."""
    reachable = state.ruleset.rulings.reachable
    names, occupied = sources(state)
    found: list[_Placing] = []
    asked, targets = -1, 0
    for source, left in zip(names, occupied, strict=True):
        if left != asked:
            asked, targets = left, reachable(left)
        if source not in spared:
            upper, middle, lower = _moves_by_byte(kind, source)
            found += upper[targets & 255]
            found += middle[targets >> 8 & 255]
            found += lower[targets >> 16]
    return found


def placing_objection(state: GameState, source: str, target: str) -> Objection | None:
    """Say what keeps a miner from going from *source* to *target*, in the order a player would check it."""
    if source == target:
        return Objection("MOVE-1", f"the miner is in {source} already; he must go to another space")
    return leaving_objection(state, source, "MOVE-1") or entering_objection(state, source, target)


def placed(state: GameState, source: str, target: str) -> tuple[Event, ...]:
    """Return the events of a miner's going from *source* to *target*, up to a tile that nobody knows."""
    moved = miner_moved(state.turn_seat, source, target)
    here = state.mine[target]
    if isinstance(here, Chamber) and not here.revealed:
        tile = here.tile if here.tile is not None or state.hidden is None else state.hidden.tile_of(target)
        return (moved, *tile_turned_up(target, tile)) if tile is not None else (moved,)
    return (moved,)


@cached(most=256)
def _moves_by_byte(kind: Any, source: str) -> tuple[tuple[tuple[Any, ...], ...], ...]:
    """Return the moves of one kind from *source*, for each value of each byte of the set of targets."""
    return by_byte([(kind(source, target),) if target != source else () for target in SPACES])


@cached(most=8192)
def miner_moved(seat: int, source: str, target: str, miners: int = 1) -> MinersMoved:
    """Return the event of one miner's, or several *miners*', going from place to place."""
    return MinersMoved(seat, source, target, miners)


def tile_turned_up(chamber: str, tile: ChamberTile) -> tuple[Event, ...]:
    """Return how a tile is turned up and its cubes put on it, beside the water a bucket brought before (REVEAL-1)."""
    events: list[Event] = [ChamberRevealed(chamber, tile)]
    if tile.salt:
        events.append(SaltMoved(BANK, chamber, tile.salt))
    if tile.water:
        events.append(WaterMoved(BANK, chamber, tile.water))
    return tuple(events)


def written(_: GameState, move: PlaceMiner | UseRope) -> str:
    """Return how a placing is written: ``S1>S2``, from stock ``>S1``."""
    return f"{words.left_out(move.source)}>{move.target}"


def read(state: GameState, text: str) -> tuple[str, str] | None:
    """Return the source and target of a placing, None where *text* is none."""
    left, arrow, right = text.partition(">")
    source, target = words.source(state, left), words.space(right)
    return (source, target) if arrow and source and target else None


def _read_placing(state: GameState, text: str) -> Move | None:
    found = read(state, text)
    return PlaceMiner(*found) if found else None


RULE: Final = Rule(
    PlaceMiner,
    When.ACTION,
    moves,
    objection,
    decide,
    notation=Notation(written, _read_placing),
)
