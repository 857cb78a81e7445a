"""Invariants of every position: conservation, the chain, and parts that match each other."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ..engine.transitions import legal_moves
from ..errors import MagnumSalError
from ..model.mine import Mine, spaces_in
from ..model.parts import SEEN
from ..model.pieces import SALT_KINDS
from ..model.state import GameState, check_state
from ..record.serialization.consistency import find_faults
from ..rules import chain


class InvariantError(MagnumSalError, AssertionError):
    """The error raised for a position that breaks invariants. The message lists them in up to 500 characters."""


def check_invariants(state: GameState) -> None:
    """
    Check that *state* satisfies the invariants of all positions.

    A state can satisfy them although no game leads to it. To prove how a position came about, keep the log of the whole
    game.

    Raises:
        InvariantError: *state* breaks an invariant. ``broken_invariants`` lists all of them.
    """
    if broken := broken_invariants(state):
        raise InvariantError("; ".join(broken))


def broken_invariants(state: GameState) -> list[str]:
    """
    Return a sentence for each invariant that *state* breaks.

    Mismatched parts and surplus pieces are checked first. Conservation, the chain and the rest are checked only if
    there are no such faults.
    """
    check_state(state)
    broken = [f"{place}: {complaint}" for place, complaint in find_faults(state)]
    if not broken:
        broken += [*_counts(state), *_conservation(state), *_cards(state), *_mine(state), *_turn(state)]
    if not broken and not state.is_public and not state.is_over and not legal_moves(state):
        broken.append("turn: the game is not over, but no move is legal (TURN-2)")
    return broken


def _counts(state: GameState) -> Iterator[str]:
    """Yield a sentence for each negative count. Only the bank's salt, water and money may be negative (SET-SUPPLY)."""
    for seat, player in enumerate(state.players):
        if min(player.stock, player.line_left, player.line_right, state.bank.miners[seat]) < 0:
            yield f"miners of {player.name}: a count is below 0"
        if player.money < 0:
            yield f"money: {player.name} has {player.money} groszy"
    if min(state.mine.water) < 0:
        yield "water: a count is below 0"


def _conservation(state: GameState) -> Iterator[str]:
    """Yield a sentence for each kind of piece whose total differs from the supply (SET-SUPPLY)."""
    ruleset, bank = state.ruleset, state.bank
    owned = sum(player.money for player in state.players)
    if owned + bank.money != ruleset.money_supply:
        yield (
            f"money: players hold {owned} groszy and the bank {bank.money}, "
            f"which is not {ruleset.money_supply} in total (SET-SUPPLY)"
        )
    salt = bank.salt + state.salt_on_table
    for kind in SALT_KINDS:
        if salt.count(kind) != (supply := ruleset.salt_supply.count(kind)):
            yield f"{kind} salt: {salt.count(kind)} cubes in total, not {supply} (SET-SUPPLY)"
    if (water := state.water_on_table + bank.water) != ruleset.water_supply:
        yield f"water: {water} cubes in total, not {ruleset.water_supply} (SET-SUPPLY)"
    for seat, player in enumerate(state.players):
        if (miners := state.miners_on_table(seat) + bank.miners[seat]) != ruleset.miners_per_colour:
            yield f"miners of {player.name}: {miners} in total, not {ruleset.miners_per_colour} (SET-SUPPLY)"


def _cards(state: GameState) -> Iterator[str]:
    """Yield a sentence for each wrong number of tool cards or royal orders (SETUP-2)."""
    ruleset, castle = state.ruleset, state.castle
    seen = state.extras.get(SEEN)
    owned = sum(len(player.tools) for player in state.players)
    offered = sum(tool is not None for tool in state.workshop.offer)
    dealt = owned + offered + state.workshop.stack + (len(seen.tools) if seen is not None else 0)
    # Each phase gets the next cards of the deck, so no other cards can have been seen or be in play by then.
    if dealt > state.phase * ruleset.tools_per_phase:
        yield f"tools: {dealt} are in play in phase {state.phase}, more than were dealt (SETUP-2)"
    if state.hidden is not None:
        coming = len(ruleset.tools) - state.phase * ruleset.tools_per_phase
        if len(state.hidden.tools) != state.workshop.stack + coming:
            yield (
                f"tools: {len(state.hidden.tools)} are face down, not the phase's {state.workshop.stack} "
                f"and {coming} later ones (SETUP-2)"
            )
    completed = sum(len(player.orders) for player in state.players)
    if castle.completed > completed:
        yield f"orders: {castle.completed} completed in this phase, but players own {completed} (CASTLE-3)"
    opened, orders = sum(order is not None for order in castle.open), len(ruleset.orders[state.phase - 1])
    if castle.completed + opened + castle.stack != orders:
        yield (
            f"orders: {castle.completed} completed, {opened} open and {castle.stack} stacked "
            f"do not add up to the phase's {orders} (SETUP-2)"
        )


def _mine(state: GameState) -> Iterator[str]:
    # A mine keeps derived sets beside its counts and updates both with each move. A mine rebuilt from the spaces
    # derives the sets from the counts, so any difference reveals a faulty update.
    fresh = Mine.of(state.mine.spaces)
    for field in attrs.fields(Mine):
        if getattr(fresh, field.name) != getattr(state.mine, field.name):
            yield f"mine.{field.alias}: does not match the spaces"
    rulings = state.ruleset.rulings
    # If a house rule decides which miners are connected, the usual condition may not hold.
    is_usual = rulings.reachable is chain.reachable and rulings.may_cut_off is chain.may_cut_off
    if is_usual and (loose := chain.loose_spaces(state.mine)):
        yield f"{', '.join(spaces_in(loose))}: cut off from the entrance, but salt is still there (CHAIN-3)"


def _turn(state: GameState) -> Iterator[str]:
    turn = state.turn
    if turn is None:
        return
    # The number of actions is a ruling, which an extension may change, so the check asks the ruling instead of assuming
    # a number.
    actions = state.ruleset.rulings.actions(state, state.turn_seat, state.round)
    if not 0 <= turn.actions_left <= actions:
        yield f"turn: {turn.actions_left} actions left of {actions} (TURN-1)"
    if turn.arriving < 0:
        yield "turn: fewer than 0 arrivals"
    if turn.passes + len(turn.visited) > actions - turn.actions_left:
        yield "turn: more visits and passes than used actions (TURN-3, TURN-4)"
