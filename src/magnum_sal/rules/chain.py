"""The chain: who may enter and leave which space of the mine (RULES CHAIN-1, CHAIN-2, CHAIN-3)."""

from __future__ import annotations

from typing import TypeAlias

from ..errors import Objection
from ..mine import BEYOND_BITS, BIT, PATH, Mine, reachable_bits, spaces_in
from ..pieces import STOCK
from ..state import GameState

reachable = reachable_bits
"""The spaces that a miner can enter while others are occupied, both as sets; the default ruling of CHAIN-1."""


def cut_off(mine: Mine, space: str) -> int:
    """
    Return the spaces whose miners lose their connection if *space* is left empty; the default ruling of CHAIN-2.

    Miners who are stranded already have none to lose, so they block nobody.
    """
    return mine.connected & BEYOND_BITS[space]


def may_cut_off(mine: Mine, space: str) -> bool:
    """Say whether *space* is exhausted with all further chambers; the default ruling of CHAIN-3."""
    return bool(mine.exhausted & BIT[space])


Sources: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
"""The places that a rested miner of the player may leave, and for each the set of spaces then occupied."""


def sources(state: GameState) -> Sources:
    """
    Return each place that a rested miner of the player may leave (CHAIN-2, CHAIN-3).

    Stock first, then the spaces in mine order, then the assistants' places in board order.
    """
    memo = state._memo
    found = memo.sources
    if found is None:
        found = memo.sources = _sources(state)
    return found


def _sources(state: GameState) -> Sources:
    mine, seat = state.mine, state.turn_seat
    occupied, lone = mine.occupied, mine.lone
    names = [STOCK] if state.players[seat].stock else []
    left = [occupied] * len(names)
    rulings = state.ruleset.rulings
    cut_off, may_cut_off = rulings.cut_off, rulings.may_cut_off
    for space in spaces_in(mine.rested[seat]):
        alone = lone & BIT[space]
        if not alone or not cut_off(mine, space) or may_cut_off(mine, space):
            names.append(space)
            left.append(occupied & ~alone)
    if seat in state.assistant_seats:
        for building, owner in zip(state.ruleset.assistant_places, state.assistant_seats, strict=True):
            if owner == seat:
                names.append(building)
                left.append(occupied)
    return tuple(names), tuple(left)


def leaving_objection(state: GameState, source: str, rule: str) -> Objection | None:
    """
    Say what keeps a rested miner of the player from leaving *source*.

    Args:
        state: The position.
        source: Stock, a mine space or an assistant's place.
        rule: Id of the rule that asks for a rested miner there.
    """
    mine, seat = state.mine, state.turn_seat
    if source in BIT:
        if not mine[source].rested[seat]:
            tired = mine[source].tired[seat]
            condition = "only tired miners" if tired else "no miner"
            return Objection("MINE-3" if tired else rule, f"you have {condition} in {source}")
        if source not in sources(state)[0]:
            hurt = ", ".join(spaces_in(state.ruleset.rulings.cut_off(mine, source)))
            return Objection(
                "CHAIN-2",
                f"your miner is the last one in {source}; without him {hurt} would lose the connection to the entrance",
            )
        return None
    if source == STOCK:
        return None if state.player.stock else Objection(rule, "you have no miner in stock")
    if source not in state.ruleset.building_ids:
        return Objection(rule, f"{source} is no place a miner can come from")
    if state.assistant(source) != seat:
        return Objection(rule, f"you have no assistant at the {source.replace('_', ' ')}")
    return None


def entering_objection(state: GameState, source: str, target: str) -> Objection | None:
    """Say what keeps a miner who leaves *source* from entering *target* (CHAIN-1)."""
    occupied = occupied_without(state, source)
    if state.ruleset.rulings.reachable(occupied) & BIT[target]:
        return None
    empty = next((space for space in reversed(PATH[target]) if not occupied & BIT[space]), None)
    if empty is None:
        return Objection("CHAIN-1", f"{target} cannot be entered")
    verb = "would be" if empty == source else "is"
    return Objection("CHAIN-1", f"{target} is not connected to the entrance: {empty} {verb} empty")


def occupied_without(state: GameState, source: str) -> int:
    """Return the spaces that are occupied once a miner has left *source*."""
    return state.mine.occupied_without_one(source) if source in BIT else state.mine.occupied


def loose_spaces(mine: Mine) -> int:
    """Return the spaces of miners neither connected nor in chambers exhausted from there on; never any (CHAIN-3)."""
    return mine.occupied & ~(mine.connected | mine.exhausted)
