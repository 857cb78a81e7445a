"""What holds in every position: conservation, the chain, and parts that fit each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from ..engine import legal_moves
from ..errors import MagnumSalError
from ..mine import INDEX, SPACES, spaces_in
from ..pieces import SALT_KINDS, STOCK
from ..rules import chain
from ..spaces import Chamber, Mine
from ..state import GameState


class InvariantError(MagnumSalError, AssertionError):
    """A position that no game can lead to; the message lists all that is wrong with it."""


def check_invariants(state: GameState) -> None:
    """
    Check what holds in every position of every game.

    Raises:
        InvariantError: something does not; the message lists everything found.
    """
    if broken := broken_invariants(state):
        raise InvariantError("; ".join(broken))


def broken_invariants(state: GameState) -> list[str]:
    """Return a sentence for each invariant that *state* breaks."""
    broken = [
        *_money(state),
        *_salt_and_water(state),
        *_miners(state),
        *_tools(state),
        *_orders(state),
        *_mine(state),
        *_turn(state),
    ]
    if not broken and not state.is_public and not state.is_over and not legal_moves(state):
        broken.append("turn: no legal move in a game that is not over (TURN-2)")
    return broken


def _money(state: GameState) -> Iterator[str]:
    owned = sum(player.money for player in state.players)
    if owned + state.bank.money != state.ruleset.money_supply:
        yield (
            f"money: players hold {owned} groszy and the bank {state.bank.money}, "
            f"together not {state.ruleset.money_supply} (SET-SUPPLY)"
        )
    for player in state.players:
        if player.money < 0:
            yield f"money: {player.name} has {player.money} groszy"


def _salt_and_water(state: GameState) -> Iterator[str]:
    chambers = [chamber for _, chamber in state.mine.chambers()]
    for kind in SALT_KINDS:
        counts = [
            *(player.salt.of(kind) for player in state.players),
            *(chamber.salt.of(kind) for chamber in chambers),
            state.market.of(kind),
        ]
        if min(counts) < 0:
            yield f"{kind} salt: a count is below 0"
        total = sum(counts) + state.bank.salt.of(kind)
        if total != (supply := state.ruleset.salt_supply.of(kind)):
            yield f"{kind} salt: {total} cubes in all, not {supply} (SET-SUPPLY)"
        if state.market.of(kind) > len(state.ruleset.market_column(kind)):
            yield f"{kind} salt: {state.market.of(kind)} cubes at the market, more than its spaces (MARKET-1)"
    water = sum(chamber.water for chamber in chambers)
    if any(chamber.water < 0 for chamber in chambers):
        yield "water: a count is below 0"
    if water + state.bank.water != state.ruleset.water_supply:
        yield f"water: {water + state.bank.water} cubes in all, not {state.ruleset.water_supply} (SET-SUPPLY)"


def _miners(state: GameState) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        counts = [
            player.stock,
            player.line_left,
            player.line_right,
            *(space.rested[seat] for space in state.mine.spaces),
            *(space.tired[seat] for space in state.mine.spaces),
            state.assistant_seats.count(seat),
            state.turn.arriving if state.turn is not None and seat == state.turn_seat else 0,
        ]
        if min(counts) < 0 or state.bank.miners[seat] < 0:
            yield f"miners of {player.name}: a count is below 0"
        total = sum(counts) + state.bank.miners[seat]
        if total != state.ruleset.miners_per_colour:
            yield f"miners of {player.name}: {total} in all, not {state.ruleset.miners_per_colour} (SET-SUPPLY)"


def _tools(state: GameState) -> Iterator[str]:
    ruleset = state.ruleset
    seen = state.extras.get("seen")
    known = [card.tool for player in state.players for card in player.tools]
    known += [tool for tool in state.workshop.offer if tool is not None]
    known += seen.tools if seen is not None else ()
    hidden = () if state.hidden is None else state.hidden.tools
    yield from _too_many("tools", [*known, *hidden], ruleset.tools)
    if state.hidden is not None:
        coming = len(ruleset.tools) - state.phase * ruleset.tools_per_phase
        if len(hidden) != state.workshop.stack + coming:
            yield (
                f"tools: {len(hidden)} lie face down, not the phase's {state.workshop.stack} "
                f"and {coming} later ones (SETUP-2)"
            )
    dealt = len(known) + state.workshop.stack
    if dealt > state.phase * ruleset.tools_per_phase:
        yield f"tools: {dealt} are in play by phase {state.phase}, more than were dealt (SETUP-2)"


def _orders(state: GameState) -> Iterator[str]:
    ruleset, castle = state.ruleset, state.castle
    opened = [order for order in castle.open if order is not None]
    owned = [order for player in state.players for order in player.orders]
    stacked = () if state.hidden is None else state.hidden.orders[state.phase - 1]
    pieces = [order for orders in ruleset.orders[: state.phase] for order in orders]
    yield from _too_many("orders", [*owned, *opened, *stacked], pieces)
    yield from _too_many("orders of this phase", [*opened, *stacked], ruleset.orders[state.phase - 1])
    if not 0 <= castle.completed <= len(owned):
        yield f"orders: {castle.completed} completed in this phase, while players hold {len(owned)} (CASTLE-3)"
    if castle.completed + len(opened) + castle.stack != len(ruleset.orders[state.phase - 1]):
        yield (
            f"orders: {castle.completed} completed, {len(opened)} open and {castle.stack} stacked "
            f"are not the phase's {len(ruleset.orders[state.phase - 1])} (SETUP-2)"
        )
    if state.hidden is not None and len(stacked) != castle.stack:
        yield f"orders: the stack of {castle.stack} holds {len(stacked)}"


def _too_many(name: str, counted: Iterable[object], pieces: Iterable[object]) -> Iterator[str]:
    if extra := Counter(counted) - Counter(pieces):
        yield f"{name}: too many {', '.join(sorted(str(piece) for piece in extra))}"


def _mine(state: GameState) -> Iterator[str]:
    fresh = Mine.of(state.mine.spaces)
    for field in attrs.fields(Mine):
        if getattr(fresh, field.name) != getattr(state.mine, field.name):
            yield f"mine.{field.name}: out of step with the spaces"
    mapped = state.ruleset.mapped_mine
    for name, here in zip(SPACES, state.mine.spaces, strict=True):
        if not isinstance(here, Chamber):
            continue
        if (here.tile is not None) != (here.revealed or mapped):
            yield f"{name}: its tile is known or unknown against REVEAL-1"
        if not here.revealed and (here.miners or here.salt):
            yield f"{name}: not revealed, but not empty (REVEAL-1)"
        if here.revealed and here.tile is not None and not here.tile.salt.covers(here.salt):
            yield f"{name}: holds {here.salt}, more than the tile's {here.tile.salt} (REVEAL-1)"
    for name, here in zip(SPACES, state.mine.spaces, strict=True):
        if sum(here.tired) and name.startswith("S"):
            yield f"{name}: tired miners in the shaft, where nobody works (MINE-2)"
    rulings = state.ruleset.rulings
    is_usual = rulings.reachable is chain.reachable and rulings.may_cut_off is chain.may_cut_off
    if is_usual and (loose := chain.loose_spaces(state.mine)):
        yield f"{', '.join(spaces_in(loose))}: cut off from the entrance, with salt still there (CHAIN-3)"


def _turn(state: GameState) -> Iterator[str]:
    turn = state.turn
    if turn is None or state.is_over:
        if turn is not None or not state.is_over:
            yield "turn: there is one exactly until the game is over (END-1)"
        return
    actions = state.ruleset.actions_in(state.round)
    if not 0 <= turn.actions_left <= actions:
        yield f"turn: {turn.actions_left} actions left of {actions} (TURN-1)"
    if turn.arriving < 0:
        yield "turn: fewer than 0 arrivals"
    if len(set(turn.visited)) != len(turn.visited):
        yield "turn: a building visited twice (TURN-3)"
    if turn.passes + len(turn.visited) > actions - turn.actions_left:
        yield "turn: more visits and passes than actions used (TURN-3, TURN-4)"
    for space in turn.arrived:
        if space not in INDEX or space == STOCK:
            yield f"turn: a miner arrived in {space}, which is no mine space (ROPE-1)"
