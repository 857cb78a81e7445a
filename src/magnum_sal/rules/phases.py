"""Phases: the end of a turn and of a phase, and the next setup (RULES PHASE-1, PHASE-2, VAR-LINE, SETUP-2)."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.course import COURSE, PHASE_ENDED, PHASE_STARTED
from ..model.events import (
    Event,
    GameEnded,
    MinersMoved,
    OrderMoved,
    PhaseEnded,
    PhaseStarted,
    PileMoved,
    SaltMoved,
    ToolMoved,
    ToolReadied,
)
from ..model.pieces import (
    BANK,
    BOX,
    LINE_LEFT,
    LINE_RIGHT,
    MARKET,
    ONE_CUBE,
    ORDER_STACK,
    STOCK,
    TOOL_DECK,
    TOOL_STACK,
    castle_slot,
    orders_of_phase,
    workshop_slot,
)
from ..model.ruleset import by_players
from ..model.state import GameState, Hidden
from .passing import rest_miners
from .turn import start_turn


def is_order_track_done(state: GameState) -> bool:
    """Check whether enough orders are completed to end the phase; the default ruling of PHASE-1."""
    # The round is played to its end. Orders completed in the meantime count for their players, so the number can be
    # higher than needed.
    return state.castle.completed >= state.orders_to_end


def after_turn(state: GameState) -> tuple[Event, ...]:
    """
    Return the events after a turn: the next turn, the next phase, or the end of the game.

    If a new phase begins, the events end with its setup. The phase's first turn is a separate step, because it depends
    on the state after the setup.

    If extensions react to events, they do so between steps, and each call returns one step. The state records
    the most recent step.
    """
    if state.ruleset._moments and (course := state.extras.get(COURSE)) is not None:
        if course.stage == PHASE_ENDED:
            return _after_phase(state)
        if course.stage == PHASE_STARTED:
            return start_first_turn(state)
    seats = len(state.players)
    # Turns go clockwise. The round ends with the right-hand neighbour of the player who began the phase.
    next_seat = (state.turn_seat + 1) % seats
    if next_seat != state.start_seat:
        return start_turn(state, next_seat, state.round)
    # A phase ends only with a round, so that all players have had the same number of turns.
    if not state.ruleset.rulings.is_phase_over(state):
        return start_turn(state, next_seat, state.round + 1)
    ended = PhaseEnded(state.phase)
    return (ended,) if state.ruleset._moments else (ended, *_after_phase(state))


def _after_phase(state: GameState) -> tuple[Event, ...]:
    """Return the events after a phase: the end of the game, or the next phase up to its first turn."""
    # After the last phase the board does not change, and no miner returns.
    if state.phase == state.ruleset.phases:
        return (GameEnded(),)
    # The starting-player marker goes one seat to the left, which is clockwise.
    start_seat = (state.start_seat + 1) % len(state.players)
    # The order matters, because the fold draws royal orders from the stack of the current phase. The old stack must
    # leave before ``PhaseStarted`` changes the phase, and the new stack must be dealt after this event.
    begun = (
        *_return_miners(state),
        *_remove_cards(state),
        *_refill_market(state),
        *_ready_used_tools(state),
        PhaseStarted(state.phase + 1, start_seat),
    )
    # In a public state nobody knows the next card, so it must be turned up first. Then ``continue_setup`` takes over.
    if state.hidden is None:
        return (*begun, *_cards_waiting(state))
    return (*begun, *_deal_cards(state, state.hidden))


def start_first_turn(state: GameState) -> tuple[Event, ...]:
    """Return the events that start a phase's first turn. *state* is the state after the phase's setup (SETUP-2)."""
    return start_turn(state, state.start_seat, 1)


def continue_setup(state: GameState) -> tuple[Event, ...]:
    """
    Return the events after a phase's last order or last tool is turned up: the tools or the first turn (SETUP-2).

    The engine calls this only for public states; if all cards are known, ``after_turn`` deals them at once. If
    extensions react, ``after_turn`` starts the first turn after their reactions.
    """
    workshop = state.workshop
    # The orders are laid out before the tools. If the workshop already has a tool or a stack, this call follows the
    # last tool; otherwise, it follows the last order.
    dealt = () if workshop.stack or any(workshop.offer) else (_tools_waiting(state),)
    # The first turn waits until the tools are turned up. In a ruleset without tools, it starts at once.
    if dealt and state.ruleset.tools_per_phase:
        return dealt
    return dealt if state.ruleset._moments else (*dealt, *start_first_turn(state))


def _return_miners(state: GameState) -> Iterator[Event]:
    """Yield the events that send all miners on the board home, rested (PHASE-2)."""
    # Tired miners stand up first, because ``MinersMoved`` moves only rested miners.
    for seat, player in enumerate(state.players):
        yield from rest_miners(state, seat)
        for space, here in state.mine.items():
            if miners := here.miners_of(seat):
                yield MinersMoved(seat, space, STOCK, miners)
        # Between two phases, no miner stays on the board. So the miners in the castle line go home, too, without an
        # order or a penalty, except with VAR-LINE.
        for circle, miners in ((LINE_RIGHT, player.line_right), (LINE_LEFT, player.line_left)):
            if miners and not state.ruleset.castle_line_stays:
                yield MinersMoved(seat, circle, STOCK, miners)
    for building, owner in zip(state.ruleset.assistant_places, state.assistant_seats, strict=True):
        if owner is not None:
            yield MinersMoved(owner, building, STOCK, 1)


def _remove_cards(state: GameState) -> Iterator[Event]:
    """Yield the events that remove open and stacked orders and unsold tools from the game (PHASE-2)."""
    # Orders that nobody completed and tools that nobody bought leave the game. Face-up cards leave one by one,
    # because everybody can see them; the stacks leave unseen, by number.
    for slot, order in enumerate(state.castle.open):
        if order is not None:
            yield OrderMoved(order, castle_slot(slot), BOX)
    if state.castle.stack:
        yield PileMoved(ORDER_STACK, BOX, state.castle.stack)
    for slot, tool in enumerate(state.workshop.offer):
        if tool is not None:
            yield ToolMoved(tool, workshop_slot(slot), BOX)
    if state.workshop.stack:
        yield PileMoved(TOOL_STACK, BOX, state.workshop.stack)


def _refill_market(state: GameState) -> Iterator[Event]:
    """Yield an event for each empty column that gets a cube, by default brown and green (PHASE-2)."""
    # If the market has no brown or no green cube, one is put on the space with the highest price. By default,
    # white is not refilled.
    for kind in state.ruleset.market_refill:
        if not state.market.count(kind):
            yield SaltMoved(BANK, MARKET, ONE_CUBE[kind])


def _ready_used_tools(state: GameState) -> Iterator[Event]:
    # Each tool can be used once a phase, so used tools are turned face up for the next phase (TOOL-1).
    for seat, player in enumerate(state.players):
        for card in player.tools:
            if card.used:
                yield ToolReadied(seat, card.tool)


def _deal_cards(state: GameState, hidden: Hidden) -> Iterator[Event]:
    ruleset = state.ruleset
    # *state* still has the number of the previous phase. This number, counted from 1, is the index of the next phase,
    # counted from 0. ``hidden.tools`` still begins with the old stack, which leaves the game unseen.
    orders = hidden.orders[state.phase]
    tools = hidden.tools[state.workshop.stack :][: ruleset.tools_per_phase]
    yield PileMoved(orders_of_phase(state.phase + 1), ORDER_STACK, len(orders))
    for slot, order in enumerate(orders[: by_players(ruleset.open_orders, len(state.players))]):
        yield OrderMoved(order, ORDER_STACK, castle_slot(slot))
    yield PileMoved(TOOL_DECK, TOOL_STACK, len(tools))
    for slot, tool in enumerate(tools[: len(ruleset.workshop_prices)]):
        yield ToolMoved(tool, TOOL_STACK, workshop_slot(slot))


def _cards_waiting(state: GameState) -> Iterator[Event]:
    """Yield the events that put the next phase's cards on the table, up to the first unknown card."""
    orders = len(state.ruleset.orders[state.phase])
    yield PileMoved(orders_of_phase(state.phase + 1), ORDER_STACK, orders)
    # If there is no order to wait for, the tools follow at once.
    if not (orders and state.castle.open):
        yield _tools_waiting(state)


def _tools_waiting(state: GameState) -> Event:
    return PileMoved(TOOL_DECK, TOOL_STACK, state.ruleset.tools_per_phase)
