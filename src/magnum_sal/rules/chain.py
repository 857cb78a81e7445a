"""The chain: the spaces of the mine that a miner may enter and leave (RULES CHAIN-1, CHAIN-2, CHAIN-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from .._internal.constructors import derive
from ..errors import Objection
from ..model.mine import BEYOND_BITS, BIT, FURTHER, PATH, Mine, exhausted_bits, reachable_bits, spaces_in
from ..model.pieces import STOCK
from ..model.state import GameState

reachable: Final[Callable[[int], int]] = reachable_bits
"""Returns the set of spaces that a miner can enter, given the set of occupied spaces; the default ruling of CHAIN-1."""


def cut_off(mine: Mine, space: str) -> int:
    """
    Return the spaces whose miners lose their connection if *space* is left empty; the default ruling of CHAIN-2.

    Stranded miners have no connection to lose, so they block nobody.
    """
    beyond = mine.occupied & BEYOND_BITS[space]
    # Only miners with *space* on their path can lose the connection. If they are connected now, they depend on *space*,
    # so they do lose it. Usually there are no such miners, and the search is skipped.
    return beyond & reachable_bits(mine.occupied) if beyond else 0


def may_cut_off(mine: Mine, space: str) -> bool:
    """Check whether *space* and all chambers beyond it are exhausted; the default ruling of CHAIN-3."""
    # The last miner may leave a chamber if it and all further chambers of its corridor are revealed and hold no salt.
    # Shaft sections are not in a corridor, so they never qualify.
    return bool(exhausted_bits(mine.spent) & BIT[space])


Sources: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
"""The places that one of the player's rested miners may leave, and for each place the spaces occupied afterwards."""


def sources(state: GameState) -> Sources:
    """
    Return each place that a rested miner of the player may leave, with the spaces occupied afterwards (CHAIN-2).

    The order is stock, then the spaces in mine order, then the assistants' places in board order.
    """
    # Several kinds of move need the sources of the same state, so the state caches them.
    found = state._sources
    if found is None:
        found = _sources(state)
        derive(state, "_sources", found)
    return found


def _sources(state: GameState) -> Sources:
    # Must agree with leaving_objection(): a place is listed exactly when leaving_objection() returns None.
    mine, seat = state.mine, state.turn_seat
    occupied, lone = mine.occupied, mine._lone
    # Nobody depends on miners in stock or at a building, so they can always leave. Miners in the castle line never can.
    names = [STOCK] if state.players[seat].stock else []
    left = [occupied] * len(names)
    rulings = state.ruleset.rulings
    cut_off, may_cut_off = rulings.cut_off, rulings.may_cut_off
    # The last miner of a space may leave if no connected miner is cut off, or if the corridor is exhausted from there
    # on. `lone` is the set of spaces with exactly one miner. Only a lone miner leaves a gap that can cut others off.
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
    Return the objection to moving one of the player's rested miners away from *source*, or None.

    Args:
        state: The position.
        source: Stock, a mine space or an assistant's place.
        rule: The id of the rule that requires a rested miner there.
    """
    mine, seat = state.mine, state.turn_seat
    # Tired miners cannot move. If all your miners in the space are tired, the objection says that, rather than that
    # nobody is there.
    if source in BIT:
        if not mine.rested_in(source, seat):
            if mine.tired_in(source, seat):
                return Objection("MINE-3", "only_tired_miners", {"space": source})
            return Objection(rule, "no_miner_there", {"space": source})
        # The last miner of a space may leave only if no miner loses the connection to the entrance, or if the corridor
        # is exhausted.
        return None if source in sources(state)[0] else _cutting_off(state, source)
    # You need a miner in stock to send one from there.
    if source == STOCK:
        return None if state.player.stock else Objection(rule, "no_miner_in_stock")
    # A miner comes from stock, the mine or an assistant's place, never from the castle line. The move itself
    # only checks that its source is a string, so any other place is refused here.
    if source not in state.ruleset.building_ids:
        return Objection(rule, "no_such_source", {"place": source})
    # At a building, you can move only your own assistant.
    if state.assistant(source) != seat:
        return Objection(rule, "no_assistant_there", {"building": source})
    return None


def _cutting_off(state: GameState, source: str) -> Objection:
    """
    Return the objection that the last miner in *source* would cut off others (CHAIN-2).

    Call this only if CHAIN-3 does not allow the move.
    """
    mine = state.mine
    lost = spaces_in(state.ruleset.rulings.cut_off(mine, source))
    facts = {"space": source, "lost": lost}
    # An exhausted corridor would allow the move (CHAIN-3). The objection names the first chamber that is not exhausted,
    # from here outward. A shaft section has no such chambers.
    for chamber in FURTHER.get(source, ()):
        here = mine.chamber(chamber)
        if not here.revealed:
            return Objection("CHAIN-2", "cuts_off_unrevealed", {**facts, "unrevealed": chamber})
        if here.salt:
            return Objection("CHAIN-2", "cuts_off_beside_salt", {**facts, "salty": chamber})
    return Objection("CHAIN-2", "cuts_off", facts)


def nobody_to_send(state: GameState, rule: str) -> Objection | None:
    """
    Return the reason why none of the player's rested miners may leave, or None if one may.

    Args:
        state: The position.
        rule: The id of the rule that requires a rested miner.
    """
    if sources(state)[0]:
        return None
    # There are rested miners, but each is the last one in a space on which others depend.
    if held := spaces_in(state.mine.rested[state.turn_seat]):
        return Objection("CHAIN-2", "all_hold_the_chain", {"spaces": held})
    # Miners in the castle line cannot be called back. Players who see their miners there might wonder, so the sentence
    # mentions them.
    player = state.player
    return Objection(rule, "nobody_to_send", {"in_line": True} if player.line_left or player.line_right else {})


def entering_objection(state: GameState, source: str, target: str) -> Objection | None:
    """Return the objection to a miner from *source* entering *target* (CHAIN-1), or None."""
    occupied = compute_occupied_without(state, source)
    # Every space between the target and the entrance must have a miner of any player, rested or tired. The moving miner
    # no longer counts in the space that it leaves: if it was alone there, the space is empty.
    if state.ruleset.rulings.reachable(occupied) & BIT[target]:
        return None
    # The objection names the first gap on the way from the entrance.
    empty = next((space for space in reversed(PATH[target]) if not occupied & BIT[space]), None)
    # If there is no gap, the standard game allows the move, but a house rule may close a space.
    if empty is None:
        return Objection("CHAIN-1", "cannot_be_entered", {"space": target})
    reason = "would_not_be_connected" if empty == source else "not_connected"
    return Objection("CHAIN-1", reason, {"space": target, "empty": empty})


def compute_occupied_without(state: GameState, source: str) -> int:
    """Return the set of spaces that are occupied after a miner has left *source*."""
    # Only a miner that was alone in a mine space leaves a gap. Stock and buildings are not part of the chain.
    return state.mine.occupied_without_one(source) if source in BIT else state.mine.occupied


def loose_spaces(mine: Mine) -> int:
    """Return the occupied spaces that are neither connected nor exhausted. The rules keep this set empty (CHAIN-3)."""
    # This is the invariant of the chain rules. A miner that enters a space is connected (CHAIN-1). A miner that leaves
    # cuts nobody off (CHAIN-2), unless all chambers from there on are exhausted (CHAIN-3). These chambers stay
    # exhausted, because no rule puts salt back.
    return mine.occupied & ~(reachable_bits(mine.occupied) | exhausted_bits(mine.spent))
