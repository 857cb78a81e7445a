"""The chain: which spaces of the mine a miner may enter and leave (RULES CHAIN-1, CHAIN-2, CHAIN-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from .._internal.constructors import derive
from ..errors import Objection
from ..model.mine import BEYOND_BITS, BIT, FURTHER, PATH, Mine, exhausted_bits, reachable_bits, spaces_in
from ..model.pieces import STOCK
from ..model.state import GameState

reachable: Final[Callable[[int], int]] = reachable_bits
"""Returns the set of spaces that a miner can enter, given the set of occupied ones; the default ruling of CHAIN-1."""


def cut_off(mine: Mine, space: str) -> int:
    """
    Return the spaces whose miners lose their connection if *space* is left empty; the default ruling of CHAIN-2.

    Stranded miners have no connection to lose, so they block nobody.
    """
    beyond = mine.occupied & BEYOND_BITS[space]
    # Usually nobody stands beyond a miner who may leave, so the search is skipped.
    return beyond & reachable_bits(mine.occupied) if beyond else 0


def may_cut_off(mine: Mine, space: str) -> bool:
    """Check whether *space* and all chambers beyond it are exhausted; the default ruling of CHAIN-3."""
    return bool(exhausted_bits(mine.spent) & BIT[space])


Sources: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
"""The places that a rested miner of the player may leave, and for each the set of spaces occupied afterwards."""


def sources(state: GameState) -> Sources:
    """
    Return each place that a rested miner of the player may leave (CHAIN-2, CHAIN-3).

    The order is stock, the spaces in mine order, the assistants' places in board order.
    """
    # Several kinds of move ask this about the same state, so the state remembers the answer.
    found = state._sources
    if found is None:
        found = _sources(state)
        derive(state, "_sources", found)
    return found


def _sources(state: GameState) -> Sources:
    mine, seat = state.mine, state.turn_seat
    occupied, lone = mine.occupied, mine._lone
    names = [STOCK] if state.players[seat].stock else []
    left = [occupied] * len(names)
    rulings = state.ruleset.rulings
    cut_off, may_cut_off = rulings.cut_off, rulings.may_cut_off
    # `lone` is the set of spaces with exactly one miner. Only such a miner leaves a gap, so only there can anybody be
    # cut off.
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
    Return the objection to a rested miner of the player leaving *source*, or None.

    Args:
        state: The position.
        source: Stock, a mine space or an assistant's place.
        rule: Id of the rule that asks for a rested miner there.
    """
    mine, seat = state.mine, state.turn_seat
    # Only rested miners leave a space, and the last one may have to stay for the chain.
    if source in BIT:
        if not mine.rested_in(source, seat):
            if mine.tired_in(source, seat):
                return Objection("MINE-3", "only_tired_miners", {"space": source})
            return Objection(rule, "no_miner_there", {"space": source})
        return None if source in sources(state)[0] else _cutting_off(state, source)
    if source == STOCK:
        return None if state.player.stock else Objection(rule, "no_miner_in_stock")
    if source not in state.ruleset.building_ids:
        return Objection(rule, "no_such_source", {"place": source})
    if state.assistant(source) != seat:
        return Objection(rule, "no_assistant_there", {"building": source})
    return None


def _cutting_off(state: GameState, source: str) -> Objection:
    """Return the objection that the last miner of *source* cuts others off and CHAIN-3 does not help (CHAIN-2)."""
    mine = state.mine
    lost = spaces_in(state.ruleset.rulings.cut_off(mine, source))
    facts = {"space": source, "lost": lost}
    for chamber in FURTHER.get(source, ()):
        here = mine.chamber(chamber)
        if not here.revealed:
            return Objection("CHAIN-2", "cuts_off_unrevealed", {**facts, "unrevealed": chamber})
        if here.salt:
            return Objection("CHAIN-2", "cuts_off_beside_salt", {**facts, "salty": chamber})
    return Objection("CHAIN-2", "cuts_off", facts)


def nobody_to_send(state: GameState, rule: str) -> Objection | None:
    """
    Return the reason why no rested miner of the player may leave any place, or None if one may.

    Args:
        state: The position.
        rule: Id of the rule that asks for a rested miner.
    """
    if sources(state)[0]:
        return None
    if held := spaces_in(state.mine.rested[state.turn_seat]):
        return Objection("CHAIN-2", "all_hold_the_chain", {"spaces": held})
    player = state.player
    return Objection(rule, "nobody_to_send", {"in_line": True} if player.line_left or player.line_right else {})


def entering_objection(state: GameState, source: str, target: str) -> Objection | None:
    """Return the objection to a miner from *source* entering *target* (CHAIN-1), or None."""
    occupied = compute_occupied_without(state, source)
    # Every space between the target and the entrance must have a miner, without the one who moves.
    if state.ruleset.rulings.reachable(occupied) & BIT[target]:
        return None
    empty = next((space for space in reversed(PATH[target]) if not occupied & BIT[space]), None)
    if empty is None:
        return Objection("CHAIN-1", "cannot_be_entered", {"space": target})
    reason = "would_not_be_connected" if empty == source else "not_connected"
    return Objection("CHAIN-1", reason, {"space": target, "empty": empty})


def compute_occupied_without(state: GameState, source: str) -> int:
    """Return the set of spaces that are occupied after a miner has left *source*."""
    return state.mine.occupied_without_one(source) if source in BIT else state.mine.occupied


def loose_spaces(mine: Mine) -> int:
    """Return the spaces of miners neither connected nor in chambers exhausted from there on; always none (CHAIN-3)."""
    return mine.occupied & ~(reachable_bits(mine.occupied) | exhausted_bits(mine.spent))
