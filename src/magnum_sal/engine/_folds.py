"""
The folds of the built-in events: one function for each event class, named after its ``type``.

A fold writes to the draft of the next state. It applies no rules, but it conserves the pieces. It rejects an event
that takes more than a place holds, or puts a card in an occupied slot.
"""

from __future__ import annotations

from typing import TypeVar

from ..errors import MalformedError, MisuseError
from ..model import events
from ..model.course import PHASE_ENDED, PHASE_STARTED
from ..model.mine import CHAMBERS
from ..model.mine.geometry import INDEX
from ..model.mine.spaces import replace_entry
from ..model.parts import SEEN, check_count, new_turn, take_salt
from ..model.pieces import (
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
from ..model.state import Draft, Inn, Player, SeenPieces, Turn, check_seat
from ._extension_folds import record_stage, uncover_tile

_Card = TypeVar("_Card")


def phase_started(draft: Draft, event: events.PhaseStarted) -> None:
    check_seat(event.start_seat, len(draft.players))
    draft.phase, draft.round = event.phase, 1
    draft.start_seat = draft.turn_seat = event.start_seat
    draft.inn = Inn(0)
    draft.castle = draft.castle.with_completed(0)
    seen = draft.part(SEEN)
    # The orders that players already own belong to earlier phases, so they are not missing from the new pile.
    orders = tuple(len(player.orders) for player in draft.players)
    draft.set_part(SEEN, SeenPieces(seen.tools if seen else (), orders))
    record_stage(draft, PHASE_STARTED)


def phase_ended(draft: Draft, event: events.PhaseEnded) -> None:
    """Record the stage. Other events move the pieces at the end of a phase."""
    record_stage(draft, PHASE_ENDED)


def game_ended(draft: Draft, event: events.GameEnded) -> None:
    draft.is_over = True
    draft.turn = None
    draft.turn_seat = draft.start_seat
    record_stage(draft, None)


def turn_started(draft: Draft, event: events.TurnStarted) -> None:
    check_seat(event.seat, len(draft.players))
    draft.turn_seat, draft.round = event.seat, event.round
    draft.turn = new_turn(event.actions)
    record_stage(draft, None)


def turn_ended(draft: Draft, event: events.TurnEnded) -> None:
    draft.turn = None


def action_taken(draft: Draft, event: events.ActionTaken) -> None:
    draft.turn = _turn_of(draft).after_action(event.building)


def action_passed(draft: Draft, event: events.ActionPassed) -> None:
    draft.turn = _turn_of(draft).after_pass()


def action_closed(draft: Draft, event: events.ActionClosed) -> None:
    draft.turn = _turn_of(draft).after_closing()


def inn_marker_moved(draft: Draft, event: events.InnMarkerMoved) -> None:
    draft.inn = Inn(event.target)


def order_track_moved(draft: Draft, event: events.OrderTrackMoved) -> None:
    draft.castle = draft.castle.with_completed(event.target)


def _turn_of(draft: Draft) -> Turn:
    """Return the current turn. Raises ``MisuseError`` if it is nobody's turn."""
    if draft.turn is None:
        raise MisuseError("this event needs a current turn, but there is none")
    return draft.turn


def miners_moved(draft: Draft, event: events.MinersMoved) -> None:
    seat, source, target, miners = event.seat, event.source, event.target, event.miners
    if target not in INDEX:
        _add_miners(draft, seat, source, -miners)
        _add_miners(draft, seat, target, miners)
        return
    if source in INDEX:
        draft.mine = draft.mine.with_moved(seat, source, target, miners)
    else:
        _add_miners(draft, seat, source, -miners)
        draft.mine = draft.mine.with_rested(seat, target, miners)
    # Some tools can only be used directly after the player placed or moved a miner in the mine (ROPE-1). An extension
    # may move miners of other players as well.
    if draft.turn is not None and seat == draft.turn_seat:
        draft.turn = draft.turn.with_arrived(target, miners)


def miners_tired(draft: Draft, event: events.MinersTired) -> None:
    draft.mine = draft.mine.with_tired(event.seat, event.chamber, event.miners)


def miners_rested(draft: Draft, event: events.MinersRested) -> None:
    draft.mine = draft.mine.with_tired(event.seat, event.chamber, -event.miners)


def _add_miners(draft: Draft, seat: int, place: str, change: int) -> None:
    if place in INDEX:
        draft.mine = draft.mine.with_rested(seat, place, change)
    elif place == STOCK:
        _set_player(draft, seat, _player_of(draft, seat).with_stock(change))
    elif place == LINE_RIGHT:
        _set_player(draft, seat, _player_of(draft, seat).with_line_right(change))
    elif place == LINE_LEFT:
        _set_player(draft, seat, _player_of(draft, seat).with_line_left(change))
    elif place == ARRIVING:
        draft.turn = _turn_of(draft).with_arriving(change)
    elif place == BANK:
        check_seat(seat, len(draft.players))
        draft.bank = draft.bank.with_miners(seat, change)
    elif place in draft.ruleset.assistant_places:
        _move_assistant(draft, seat, place, change)
    else:
        raise MalformedError(f"{place!r} cannot hold miners")


def _player_of(draft: Draft, seat: int) -> Player:
    """Return the player of a seat. Raises ``MisuseError`` if there is no such seat."""
    check_seat(seat, len(draft.players))
    return draft.players[seat]


def _set_player(draft: Draft, seat: int, player: Player) -> None:
    draft.players = replace_entry(draft.players, seat, player)


def _move_assistant(draft: Draft, seat: int, building: str, change: int) -> None:
    check_seat(seat, len(draft.players))
    index = draft.ruleset.assistant_places.index(building)
    before, after = (None, seat) if change > 0 else (seat, None)
    if abs(change) != 1 or draft.assistant_seats[index] != before:
        raise MisuseError(
            f"{building}: an assistant's place holds one miner: it can enter only a free place, and leave only its own"
        )
    draft.assistant_seats = replace_entry(draft.assistant_seats, index, after)


def money_moved(draft: Draft, event: events.MoneyMoved) -> None:
    _add_money(draft, event.source, -event.groszy)
    _add_money(draft, event.target, event.groszy)


def salt_moved(draft: Draft, event: events.SaltMoved) -> None:
    _take_salt(draft, event.source, event.salt)
    _put_salt(draft, event.target, event.salt)


def water_moved(draft: Draft, event: events.WaterMoved) -> None:
    _add_water(draft, event.source, -event.cubes)
    _add_water(draft, event.target, event.cubes)


def chamber_revealed(draft: Draft, event: events.ChamberRevealed) -> None:
    draft.mine = draft.mine.with_tile(event.chamber, event.tile, revealed=True)
    uncover_tile(draft, event.chamber)


def tile_laid(draft: Draft, event: events.TileLaid) -> None:
    if draft.mine.tile_in(event.chamber) is not None:
        raise MisuseError(f"{event.chamber}: a tile is already face up there")
    draft.mine = draft.mine.with_tile(event.chamber, event.tile, revealed=False)
    uncover_tile(draft, event.chamber)


def _add_money(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        draft.bank = draft.bank.with_money(change)
    elif isinstance(place, int):
        _set_player(draft, place, _player_of(draft, place).with_money(change))
    else:
        raise MalformedError(f"{place!r} cannot hold money")


def _take_salt(draft: Draft, place: Place, salt: SaltAmount) -> None:
    if isinstance(place, int):
        owner = _player_of(draft, place)
        _set_player(draft, place, owner.with_salt(take_salt(owner.salt, salt, owner.name)))
    elif place == BANK:
        draft.bank = draft.bank.with_salt(draft.bank.salt - salt)
    elif place == MARKET:
        draft.market = take_salt(draft.market, salt, place)
    elif place in CHAMBERS:
        draft.mine = draft.mine.with_salt(place, take_salt(draft.mine.salt_in(place), salt, place))
    else:
        raise MalformedError(f"{place!r} cannot hold salt")


def _put_salt(draft: Draft, place: Place, salt: SaltAmount) -> None:
    if isinstance(place, int):
        owner = _player_of(draft, place)
        _set_player(draft, place, owner.with_salt(owner.salt + salt))
    elif place == BANK:
        draft.bank = draft.bank.with_salt(draft.bank.salt + salt)
    elif place == MARKET:
        draft.market += salt
    elif place in CHAMBERS:
        draft.mine = draft.mine.with_salt(place, draft.mine.salt_in(place) + salt)
    else:
        raise MalformedError(f"{place!r} cannot hold salt")


def _add_water(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        draft.bank = draft.bank.with_water(change)
    elif place in CHAMBERS:
        water = check_count(draft.mine.water_in(place) + change, place, "cubes of water")
        draft.mine = draft.mine.with_water(place, water)
    else:
        raise MalformedError(f"{place!r} cannot hold water")


def order_moved(draft: Draft, event: events.OrderMoved) -> None:
    if event.source == ORDER_STACK:
        _draw_orders(draft, 1)
    else:
        _take_order(draft, event.source, event.order)
    if isinstance(event.target, int):
        player = _player_of(draft, event.target)
        _set_player(draft, event.target, player.with_orders((*player.orders, event.order)))
    elif event.target != BOX:
        _check_free(draft.castle.open, event.target)
        draft.castle = draft.castle.with_open(slot_of(event.target), event.order)


def _take_order(draft: Draft, place: Place, order: RoyalOrder) -> None:
    if isinstance(place, int):
        player = _player_of(draft, place)
        _set_player(draft, place, player.with_orders(_without_card(player.orders, order, player.name)))
    elif draft.castle.open[slot_of(place)] == order:
        draft.castle = draft.castle.with_open(slot_of(place), None)
    else:
        raise MisuseError(f"{place}: the order {order} is not there")


def tool_moved(draft: Draft, event: events.ToolMoved) -> None:
    if event.source == TOOL_STACK:
        _draw_tools(draft, 1)
    else:
        _take_tool(draft, event.source, event.tool)
    if isinstance(event.target, int):
        player = _player_of(draft, event.target)
        _set_player(draft, event.target, player.with_tools((*player.tools, ToolCard(event.tool, False))))
    elif event.target == BOX:
        seen = draft.part(SEEN) or SeenPieces((), (0,) * len(draft.players))
        draft.set_part(SEEN, SeenPieces((*seen.tools, event.tool), seen.orders))
    else:
        _check_free(draft.workshop.offer, event.target)
        draft.workshop = draft.workshop.with_offer(slot_of(event.target), event.tool)


def _take_tool(draft: Draft, place: Place, tool: str) -> None:
    if isinstance(place, int):
        player = _player_of(draft, place)
        # Events name a tool and not a card, so a ready card is taken rather than a used one.
        card = ToolCard(tool, tool not in player.ready_tools)
        _set_player(draft, place, player.with_tools(_without_card(player.tools, card, player.name)))
    elif draft.workshop.offer[slot_of(place)] == tool:
        draft.workshop = draft.workshop.with_offer(slot_of(place), None)
    else:
        raise MisuseError(f"{place}: the tool {tool!r} is not there")


def tool_used(draft: Draft, event: events.ToolUsed) -> None:
    _turn_card(draft, event.seat, event.tool, used=True)


def tool_readied(draft: Draft, event: events.ToolReadied) -> None:
    _turn_card(draft, event.seat, event.tool, used=False)


def _turn_card(draft: Draft, seat: int, tool: str, *, used: bool) -> None:
    player = _player_of(draft, seat)
    card = ToolCard(tool, not used)
    if card not in player.tools:
        raise MisuseError(f"{player.name}: does not own a {'ready' if used else 'used'} {tool}")
    tools = replace_entry(player.tools, player.tools.index(card), ToolCard(tool, used))
    _set_player(draft, seat, player.with_tools(tools))


def pile_moved(draft: Draft, event: events.PileMoved) -> None:
    if event.source == TOOL_STACK:
        _draw_tools(draft, event.cards)
    elif event.source == ORDER_STACK:
        _draw_orders(draft, event.cards)
    if event.target == TOOL_STACK:
        draft.workshop = draft.workshop.with_stack(event.cards)
    elif event.target == ORDER_STACK:
        draft.castle = draft.castle.with_stack(event.cards)


def _draw_orders(draft: Draft, cards: int) -> None:
    draft.castle = draft.castle.with_stack(-cards)
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_orders(draft.phase, cards)


def _draw_tools(draft: Draft, cards: int) -> None:
    draft.workshop = draft.workshop.with_stack(-cards)
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_tools(cards)


def _check_free(slots: tuple[object, ...], place: Place) -> None:
    if slots[slot_of(place)] is not None:
        raise MisuseError(f"{place}: a card is already there")


def _without_card(cards: tuple[_Card, ...], card: _Card, owner: str) -> tuple[_Card, ...]:
    if card not in cards:
        raise MisuseError(f"{owner}: does not own {card}")
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
