"""
The fold: from a state and an event to the next state.

It moves pieces from place to place and keeps the books that events state; it knows no rule and never asks why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from . import events as e
from ._making import maker, opener
from .errors import MagnumSalError, MalformedError, MisuseError
from .events import Event
from .mine import CHAMBERS, INDEX
from .opening import opening_state
from .pieces import (
    ARRIVING,
    BANK,
    BOX,
    LINE_LEFT,
    LINE_RIGHT,
    MARKET,
    ORDER_STACK,
    STOCK,
    TOOL_STACK,
    Place,
    RoyalOrder,
    SaltAmount,
    ToolCard,
    slot_of,
)
from .spaces import Chamber, replaced
from .state import (
    Bank,
    Castle,
    Draft,
    GameState,
    Hidden,
    Inn,
    Player,
    SeenPieces,
    Turn,
    Workshop,
    ready_tools,
)

_turn, _bank, _chamber = maker(Turn), maker(Bank), maker(Chamber)
_opened = opener(Player)


def evolve(state: GameState | None, event: Event) -> GameState:
    """
    Return the state after *event*.

    Args:
        state: The state before; None before a game's first event, ``GameStarted``.
        event: What happened.

    Raises:
        MisuseError: the event's class is not known to the ruleset, it does not fit the position, or the first event is
            not ``GameStarted``.
    """
    if state is not None and not isinstance(state, GameState):
        raise MisuseError(f"state: {state!r} is not a GameState")
    return _evolve_given(state, (event,))


def fold(events: Iterable[Event]) -> GameState:
    """
    Return the state that *events* lead to, the first of which is ``GameStarted``.

    With a public ``GameStarted`` it is the public state, for a game's later events name no face-down piece.

    Raises:
        MisuseError: *events* does not begin with ``GameStarted``, or one does not fit the position before it.
    """
    return _evolve_given(None, events)


def _evolve_given(state: GameState | None, events: Iterable[Event]) -> GameState:
    """Evolve by events from outside, which may not fit the position at all."""
    last: list[Event] = []

    def remembered() -> Iterator[Event]:
        for event in events:
            last[:] = [event]
            yield event

    try:
        return evolve_all(state, remembered())
    except MagnumSalError:
        raise
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        given = repr(last[0]) if last else repr(events)
        raise MisuseError(f"{given} does not fit the position: {error}") from error


def evolve_all(state: GameState | None, events: Iterable[Event]) -> GameState:
    """Return the state after all of *events*, in order."""
    rest = iter(events)
    draft = _started(rest) if state is None else Draft.of(state)
    for event in rest:
        kind = event.__class__
        fold_event = _FOLDS.get(kind) or draft.ruleset.folds.get(kind)
        if fold_event is None:
            if kind is e.GameStarted:
                raise MisuseError("a game starts once: GameStarted can only be its first event")
            raise MisuseError(f"the rules of {draft.ruleset!r} know no event {kind.__name__}")
        fold_event(draft, event)
    return draft.sealed()


def _started(events: Iterator[Event]) -> Draft:
    first = next(events, None)
    if not isinstance(first, e.GameStarted):
        found = "there is none" if first is None else f"not {type(first).__name__}"
        raise MisuseError(f"the first event of a game is GameStarted; {found}")
    return Draft.of(opening_state(first))


def _phase_started(draft: Draft, event: e.PhaseStarted) -> None:
    draft.phase = event.phase
    draft.round = 0
    draft.start_seat = event.start_seat
    draft.inn = Inn(0)
    draft.castle = Castle(draft.castle.open, draft.castle.stack, 0)
    seen = draft.extra("seen")
    draft.set_extra(
        "seen",
        SeenPieces(seen.tools if seen else (), tuple(len(player.orders) for player in draft.players)),
    )


def _phase_ended(draft: Draft, event: e.PhaseEnded) -> None:
    """Nothing moves: what a phase's end brings is told by events of their own."""


def _game_ended(draft: Draft, event: e.GameEnded) -> None:
    draft.is_over = True
    draft.turn = None
    draft.turn_seat = draft.start_seat


def _turn_started(draft: Draft, event: e.TurnStarted) -> None:
    draft.turn_seat = event.seat
    draft.round = event.round
    draft.turn = _turn(event.actions, (), 0, 0, ())


def _turn_ended(draft: Draft, event: e.TurnEnded) -> None:
    draft.turn = None


def _turn_of(draft: Draft) -> Turn:
    if draft.turn is None:
        raise MisuseError("an event of a turn while no turn is in hand")
    return draft.turn


def _action_taken(draft: Draft, event: e.ActionTaken) -> None:
    turn = _turn_of(draft)
    visited = turn.visited if event.building is None else (*turn.visited, event.building)
    draft.turn = _turn(turn.actions_left - 1, visited, turn.passes, turn.arriving, ())


def _action_passed(draft: Draft, event: e.ActionPassed) -> None:
    turn = _turn_of(draft)
    draft.turn = _turn(turn.actions_left - 1, turn.visited, turn.passes + 1, turn.arriving, ())


def _action_closed(draft: Draft, event: e.ActionClosed) -> None:
    turn = _turn_of(draft)
    draft.turn = _turn(turn.actions_left, turn.visited, turn.passes, turn.arriving, ())


def _set_player(draft: Draft, seat: int, opened: Any) -> None:
    """Freeze a player that was opened to be changed, and give it its *seat*."""
    opened.__class__ = Player
    draft.players = replaced(draft.players, seat, opened)


def _added(numbers: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return replaced(numbers, seat, numbers[seat] + change)


def _miners_moved(draft: Draft, event: e.MinersMoved) -> None:
    seat, source, target, miners = event.seat, event.source, event.target, event.miners
    if target not in INDEX:
        _add_miners(draft, seat, source, -miners)
        _add_miners(draft, seat, target, miners)
        return
    if source in INDEX:
        draft.mine = draft.mine.with_miners(seat, ((source, -miners, 0), (target, miners, 0)))
    else:
        _add_miners(draft, seat, source, -miners)
        draft.mine = draft.mine.with_miners(seat, ((target, miners, 0),))
    turn = draft.turn
    if turn is not None:
        arrived = turn.arrived + (target,) * miners
        draft.turn = _turn(turn.actions_left, turn.visited, turn.passes, turn.arriving, arrived)


def _add_miners(draft: Draft, seat: int, place: str, change: int) -> None:
    if place in INDEX:
        draft.mine = draft.mine.with_miners(seat, ((place, change, 0),))
    elif place == STOCK:
        player = _opened(draft.players[seat])
        player.stock += change
        _set_player(draft, seat, player)
    elif place == LINE_RIGHT:
        player = _opened(draft.players[seat])
        player.line_right += change
        _set_player(draft, seat, player)
    elif place == LINE_LEFT:
        player = _opened(draft.players[seat])
        player.line_left += change
        _set_player(draft, seat, player)
    elif place == ARRIVING:
        turn = _turn_of(draft)
        draft.turn = _turn(turn.actions_left, turn.visited, turn.passes, turn.arriving + change, turn.arrived)
    elif place == BANK:
        bank = draft.bank
        draft.bank = _bank(bank.money, bank.salt, bank.water, _added(bank.miners, seat, change))
    elif place in draft.ruleset.assistant_places:
        index = draft.ruleset.assistant_places.index(place)
        seats = draft.assistant_seats
        draft.assistant_seats = replaced(seats, index, seat if change > 0 else None)
    else:
        raise MalformedError(f"miners cannot be in {place!r}")


def _miners_tired(draft: Draft, event: e.MinersTired) -> None:
    _tire(draft, event.chamber, event.seat, event.miners)


def _miners_rested(draft: Draft, event: e.MinersRested) -> None:
    _tire(draft, event.chamber, event.seat, -event.miners)


def _tire(draft: Draft, space: str, seat: int, miners: int) -> None:
    draft.mine = draft.mine.with_miners(seat, ((space, -miners, miners),))


def _chamber_revealed(draft: Draft, event: e.ChamberRevealed) -> None:
    here = draft.mine.chamber(event.chamber)
    draft.mine = draft.mine.with_chamber(
        event.chamber, _chamber(here.rested, here.tired, True, here.salt, here.water, event.tile)
    )
    if draft.hidden is not None:
        index = CHAMBERS.index(event.chamber)
        hidden = draft.hidden
        tiles = replaced(hidden.tiles, index, None)
        draft.hidden = Hidden(tiles, hidden.orders, hidden.tools)


def _money_moved(draft: Draft, event: e.MoneyMoved) -> None:
    _add_money(draft, event.source, -event.groszy)
    _add_money(draft, event.target, event.groszy)


def _add_money(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        bank = draft.bank
        draft.bank = _bank(bank.money + change, bank.salt, bank.water, bank.miners)
    elif isinstance(place, int):
        player = _opened(draft.players[place])
        player.money += change
        _set_player(draft, place, player)
    else:
        raise MalformedError(f"money cannot be in {place!r}")


def _salt_moved(draft: Draft, event: e.SaltMoved) -> None:
    _put_salt(draft, event.source, _salt_in(draft, event.source) - event.salt)
    _put_salt(draft, event.target, _salt_in(draft, event.target) + event.salt)


def _salt_in(draft: Draft, place: Place) -> SaltAmount:
    if isinstance(place, int):
        return draft.players[place].salt
    if place == BANK:
        return draft.bank.salt
    if place == MARKET:
        return draft.market
    if place in CHAMBERS:
        return draft.mine.chamber(place).salt
    raise MalformedError(f"salt cannot be in {place!r}")


def _put_salt(draft: Draft, place: Place, salt: SaltAmount) -> None:
    if isinstance(place, int):
        player = _opened(draft.players[place])
        player.salt = salt
        _set_player(draft, place, player)
    elif place == BANK:
        draft.bank = _bank(draft.bank.money, salt, draft.bank.water, draft.bank.miners)
    elif place == MARKET:
        draft.market = salt
    else:
        here = draft.mine.chamber(place)
        draft.mine = draft.mine.with_chamber(
            place, _chamber(here.rested, here.tired, here.revealed, salt, here.water, here.tile)
        )


def _water_moved(draft: Draft, event: e.WaterMoved) -> None:
    _add_water(draft, event.source, -event.cubes)
    _add_water(draft, event.target, event.cubes)


def _add_water(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        bank = draft.bank
        draft.bank = _bank(bank.money, bank.salt, bank.water + change, bank.miners)
    elif place in CHAMBERS:
        here = draft.mine.chamber(place)
        draft.mine = draft.mine.with_chamber(
            place, _chamber(here.rested, here.tired, here.revealed, here.salt, here.water + change, here.tile)
        )
    else:
        raise MalformedError(f"water cannot be in {place!r}")


def _inn_marker_moved(draft: Draft, event: e.InnMarkerMoved) -> None:
    draft.inn = Inn(event.target)


def _order_track_moved(draft: Draft, event: e.OrderTrackMoved) -> None:
    draft.castle = Castle(draft.castle.open, draft.castle.stack, event.target)


def _order_moved(draft: Draft, event: e.OrderMoved) -> None:
    castle = draft.castle
    if event.source == ORDER_STACK:
        draft.castle = Castle(castle.open, castle.stack - 1, castle.completed)
        _draw_orders(draft, 1)
    else:
        _put_order(draft, event.source, None)
    if isinstance(event.target, int):
        player = _opened(draft.players[event.target])
        player.orders += (event.order,)
        _set_player(draft, event.target, player)
    elif event.target != BOX:
        _put_order(draft, event.target, event.order)


def _put_order(draft: Draft, place: Place, order: RoyalOrder | None) -> None:
    castle, slot = draft.castle, slot_of(place)
    draft.castle = Castle(replaced(castle.open, slot, order), castle.stack, castle.completed)


def _draw_orders(draft: Draft, cards: int) -> None:
    if draft.hidden is not None:
        hidden, phase = draft.hidden, draft.phase
        orders = (*hidden.orders[: phase - 1], hidden.orders[phase - 1][cards:], *hidden.orders[phase:])
        draft.hidden = Hidden(hidden.tiles, orders, hidden.tools)


def _tool_moved(draft: Draft, event: e.ToolMoved) -> None:
    shop = draft.workshop
    if event.source == TOOL_STACK:
        draft.workshop = Workshop(shop.offer, shop.stack - 1)
        _draw_tools(draft, 1)
    else:
        _put_tool(draft, event.source, None)
    if isinstance(event.target, int):
        player = _opened(draft.players[event.target])
        player.tools += (ToolCard(event.tool, False),)
        player.ready_tools = ready_tools(player.tools)
        _set_player(draft, event.target, player)
    elif event.target == BOX:
        seen = draft.extra("seen") or SeenPieces((), (0,) * len(draft.players))
        draft.set_extra("seen", SeenPieces((*seen.tools, event.tool), seen.orders))
    else:
        _put_tool(draft, event.target, event.tool)


def _put_tool(draft: Draft, place: Place, tool: str | None) -> None:
    shop, slot = draft.workshop, slot_of(place)
    draft.workshop = Workshop(replaced(shop.offer, slot, tool), shop.stack)


def _draw_tools(draft: Draft, cards: int) -> None:
    if draft.hidden is not None:
        hidden = draft.hidden
        draft.hidden = Hidden(hidden.tiles, hidden.orders, hidden.tools[cards:])


def _tool_used(draft: Draft, event: e.ToolUsed) -> None:
    _turn_card(draft, event.seat, event.tool, used=True)


def _tool_readied(draft: Draft, event: e.ToolReadied) -> None:
    _turn_card(draft, event.seat, event.tool, used=False)


def _turn_card(draft: Draft, seat: int, tool: str, *, used: bool) -> None:
    player = _opened(draft.players[seat])
    index = player.tools.index(ToolCard(tool, not used))
    player.tools = replaced(player.tools, index, ToolCard(tool, used))
    player.ready_tools = ready_tools(player.tools)
    _set_player(draft, seat, player)


def _pile_moved(draft: Draft, event: e.PileMoved) -> None:
    if event.source == TOOL_STACK:
        draft.workshop = Workshop(draft.workshop.offer, draft.workshop.stack - event.cards)
        _draw_tools(draft, event.cards)
    elif event.source == ORDER_STACK:
        castle = draft.castle
        draft.castle = Castle(castle.open, castle.stack - event.cards, castle.completed)
        _draw_orders(draft, event.cards)
    if event.target == TOOL_STACK:
        draft.workshop = Workshop(draft.workshop.offer, draft.workshop.stack + event.cards)
    elif event.target == ORDER_STACK:
        castle = draft.castle
        draft.castle = Castle(castle.open, castle.stack + event.cards, castle.completed)


_FOLDS: Final[dict[type[Event], Callable[[Draft, Any], None]]] = {
    e.PhaseStarted: _phase_started,
    e.PhaseEnded: _phase_ended,
    e.GameEnded: _game_ended,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.ActionTaken: _action_taken,
    e.ActionPassed: _action_passed,
    e.ActionClosed: _action_closed,
    e.MinersMoved: _miners_moved,
    e.MinersTired: _miners_tired,
    e.MinersRested: _miners_rested,
    e.ChamberRevealed: _chamber_revealed,
    e.MoneyMoved: _money_moved,
    e.SaltMoved: _salt_moved,
    e.WaterMoved: _water_moved,
    e.InnMarkerMoved: _inn_marker_moved,
    e.OrderTrackMoved: _order_track_moved,
    e.OrderMoved: _order_moved,
    e.ToolMoved: _tool_moved,
    e.ToolUsed: _tool_used,
    e.ToolReadied: _tool_readied,
    e.PileMoved: _pile_moved,
}
"""What each built-in event does to the table; a rule brings the folds of its own events."""
