"""
The folds of the built-in events: one function for each event class, named after its ``type``.

A fold writes to the draft of the next state. It applies no rules, but it conserves the pieces. It rejects an event
that takes more than a place holds, or puts a card in an occupied slot.
"""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

from ..errors import MalformedError, MisuseError
from ..model import events
from ..model.course import COURSE, PHASE_ENDED, PHASE_STARTED, CardPile, Course, Moment, RolledDie, Stage
from ..model.looks import LOOKS, Looks
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
    ChamberTile,
    Place,
    RoyalOrder,
    SaltAmount,
    ToolCard,
    slot_of,
)
from ..model.state import Draft, Inn, SeenPieces, Turn

_Card = TypeVar("_Card")


def moment_reached(draft: Draft, event: events.Event) -> None:
    """Record *event* for the extensions that react to it."""
    reactions = draft.ruleset._reactions_to(event.__class__)
    # A reaction to ``MomentsPassed`` would record a new moment each time, in an endless loop. ``TileSeen`` is a secret
    # that most states never learn, so nothing may follow from it.
    if reactions and not isinstance(event, (events.MomentsPassed, events.TileSeen)):
        _go_on(draft, moments=(*_course_of(draft).moments, *(Moment(event, number) for number in reactions)))


def moments_passed(draft: Draft, event: events.MomentsPassed) -> None:
    waiting = _course_of(draft).moments
    if not 1 <= event.moments <= len(waiting):
        raise MisuseError(f"{event.moments} moments cannot pass: {len(waiting)} wait for a reaction")
    _go_on(draft, moments=waiting[event.moments :])


def _at_stage(draft: Draft, stage: Stage | None) -> None:
    """Record the stage between two phases if the ruleset has reactions, because they can run after each stage."""
    if draft.ruleset._moments:
        _go_on(draft, stage=stage)


def _course_of(draft: Draft) -> Course:
    return draft.part(COURSE) or Course()


def _go_on(draft: Draft, **changes: Any) -> None:
    """Change the ``Course`` in ``extras``, and drop it once nothing is pending."""
    course = attrs.evolve(_course_of(draft), **changes)
    if course.is_done:
        draft.drop_part(COURSE)
    else:
        draft.set_part(COURSE, course)


def phase_started(draft: Draft, event: events.PhaseStarted) -> None:
    draft.phase, draft.round = event.phase, 1
    draft.start_seat = draft.turn_seat = event.start_seat
    draft.inn = Inn(0)
    draft.castle = draft.castle.with_completed(0)
    seen = draft.part(SEEN)
    # The orders that players already own belong to earlier phases, so they are not missing from the new pile.
    orders = tuple(len(player.orders) for player in draft.players)
    draft.set_part(SEEN, SeenPieces(seen.tools if seen else (), orders))
    _at_stage(draft, PHASE_STARTED)


def phase_ended(draft: Draft, event: events.PhaseEnded) -> None:
    """Record the stage. Other events move the pieces at the end of a phase."""
    _at_stage(draft, PHASE_ENDED)


def game_ended(draft: Draft, event: events.GameEnded) -> None:
    draft.is_over = True
    draft.turn = None
    draft.turn_seat = draft.start_seat
    _at_stage(draft, None)


def turn_started(draft: Draft, event: events.TurnStarted) -> None:
    draft.turn_seat, draft.round = event.seat, event.round
    draft.turn = new_turn(event.actions)
    _at_stage(draft, None)


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
    # Some tools can only be used directly after a miner was placed or moved in the mine (ROPE-1).
    if draft.turn is not None:
        draft.turn = draft.turn.with_arrived(target, miners)


def miners_tired(draft: Draft, event: events.MinersTired) -> None:
    draft.mine = draft.mine.with_tired(event.seat, event.chamber, event.miners)


def miners_rested(draft: Draft, event: events.MinersRested) -> None:
    draft.mine = draft.mine.with_tired(event.seat, event.chamber, -event.miners)


def _add_miners(draft: Draft, seat: int, place: str, change: int) -> None:
    if place in INDEX:
        draft.mine = draft.mine.with_rested(seat, place, change)
    elif place == STOCK:
        draft.players = replace_entry(draft.players, seat, draft.players[seat].with_stock(change))
    elif place == LINE_RIGHT:
        draft.players = replace_entry(draft.players, seat, draft.players[seat].with_line_right(change))
    elif place == LINE_LEFT:
        draft.players = replace_entry(draft.players, seat, draft.players[seat].with_line_left(change))
    elif place == ARRIVING:
        draft.turn = _turn_of(draft).with_arriving(change)
    elif place == BANK:
        draft.bank = draft.bank.with_miners(seat, change)
    elif place in draft.ruleset.assistant_places:
        _move_assistant(draft, seat, place, change)
    else:
        raise MalformedError(f"{place!r} cannot hold miners")


def _move_assistant(draft: Draft, seat: int, building: str, change: int) -> None:
    index = draft.ruleset.assistant_places.index(building)
    before, after = (None, seat) if change > 0 else (seat, None)
    if abs(change) != 1 or draft.assistant_seats[index] != before:
        raise MisuseError(
            f"{building}: an assistant's place holds one miner, who comes to a free place and leaves its own"
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
    _uncover(draft, event.chamber, event.tile)


def tile_laid(draft: Draft, event: events.TileLaid) -> None:
    if draft.mine.tile_in(event.chamber) is not None:
        raise MisuseError(f"{event.chamber}: a tile is already face up there")
    draft.mine = draft.mine.with_tile(event.chamber, event.tile, revealed=False)
    _uncover(draft, event.chamber, event.tile)


def _uncover(draft: Draft, chamber: str, tile: ChamberTile) -> None:
    """Remove a tile that now lies face up from what is hidden, and from what only some seats know."""
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_tile(chamber)
    if draft.ruleset.has_looks:
        looks = _looks_of(draft)
        if looks.find_tile(chamber) not in (None, tile):
            raise MisuseError(f"{chamber}: seat {looks.viewer} has seen {looks.find_tile(chamber)} there, not {tile}")
        draft.set_part(LOOKS, looks.without_chamber(chamber))


def tile_looked_at(draft: Draft, event: events.TileLookedAt) -> None:
    looks = _looks_of(draft)
    if not event.seat < len(draft.players):
        raise MisuseError(f"seat {event.seat} cannot look at a tile: there are {len(draft.players)} players")
    if draft.mine.tile_in(event.chamber) is not None:
        raise MisuseError(f"{event.chamber}: the tile lies face up, so there is nothing to look at")
    draft.set_part(LOOKS, looks.with_look(event.seat, event.chamber))


def tile_seen(draft: Draft, event: events.TileSeen) -> None:
    looks = _looks_of(draft)
    if draft.hidden is None:
        draft.set_part(LOOKS, looks.with_tile(event.seat, event.chamber, event.tile))
    # A full state already contains the tile, so the event can only confirm it.
    elif looks.find_look(event.seat, event.chamber) is None or draft.hidden.tile_of(event.chamber) != event.tile:
        raise MisuseError(f"{event.chamber}: seat {event.seat} has not seen {event.tile} there")


def _looks_of(draft: Draft) -> Looks:
    """Return the looks. Raises ``MisuseError`` if no extension of the ruleset allows any."""
    looks = draft.part(LOOKS)
    if not isinstance(looks, Looks):
        raise MisuseError(f"no extension of {draft.ruleset.name!r} has looks, so nobody can look at a tile")
    return looks


def _add_money(draft: Draft, place: Place, change: int) -> None:
    if place == BANK:
        draft.bank = draft.bank.with_money(change)
    elif isinstance(place, int):
        draft.players = replace_entry(draft.players, place, draft.players[place].with_money(change))
    else:
        raise MalformedError(f"{place!r} cannot hold money")


def _take_salt(draft: Draft, place: Place, salt: SaltAmount) -> None:
    if isinstance(place, int):
        owner = draft.players[place]
        draft.players = replace_entry(draft.players, place, owner.with_salt(take_salt(owner.salt, salt, owner.name)))
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
        owner = draft.players[place]
        draft.players = replace_entry(draft.players, place, owner.with_salt(owner.salt + salt))
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
        player = draft.players[event.target]
        draft.players = replace_entry(draft.players, event.target, player.with_orders((*player.orders, event.order)))
    elif event.target != BOX:
        _check_free(draft.castle.open, event.target)
        draft.castle = draft.castle.with_open(slot_of(event.target), event.order)


def _take_order(draft: Draft, place: Place, order: RoyalOrder) -> None:
    if isinstance(place, int):
        player = draft.players[place]
        draft.players = replace_entry(
            draft.players, place, player.with_orders(_without_card(player.orders, order, player.name))
        )
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
        _set_tools(draft, event.target, (*draft.players[event.target].tools, ToolCard(event.tool, False)))
    elif event.target == BOX:
        seen = draft.part(SEEN) or SeenPieces((), (0,) * len(draft.players))
        draft.set_part(SEEN, SeenPieces((*seen.tools, event.tool), seen.orders))
    else:
        _check_free(draft.workshop.offer, event.target)
        draft.workshop = draft.workshop.with_offer(slot_of(event.target), event.tool)


def _take_tool(draft: Draft, place: Place, tool: str) -> None:
    if isinstance(place, int):
        player = draft.players[place]
        # Events name a tool and not a card, so a ready card goes before a used one.
        card = ToolCard(tool, tool not in player.ready_tools)
        _set_tools(draft, place, _without_card(player.tools, card, player.name))
    elif draft.workshop.offer[slot_of(place)] == tool:
        draft.workshop = draft.workshop.with_offer(slot_of(place), None)
    else:
        raise MisuseError(f"{place}: the tool {tool!r} is not there")


def _set_tools(draft: Draft, seat: int, tools: tuple[ToolCard, ...]) -> None:
    draft.players = replace_entry(draft.players, seat, draft.players[seat].with_tools(tools))


def tool_used(draft: Draft, event: events.ToolUsed) -> None:
    _turn_card(draft, event.seat, event.tool, used=True)


def tool_readied(draft: Draft, event: events.ToolReadied) -> None:
    _turn_card(draft, event.seat, event.tool, used=False)


def _turn_card(draft: Draft, seat: int, tool: str, *, used: bool) -> None:
    player = draft.players[seat]
    card = ToolCard(tool, not used)
    if card not in player.tools:
        raise MisuseError(f"{player.name}: does not own a {'ready' if used else 'used'} {tool}")
    _set_tools(draft, seat, replace_entry(player.tools, player.tools.index(card), ToolCard(tool, used)))


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


def part_changed(draft: Draft, event: events.PartChanged) -> None:
    if event.part not in draft.ruleset.own_parts:
        raise MisuseError(f"part {event.part!r} does not belong to an extension of {draft.ruleset.name!r}")
    draft.set_part(event.part, event.value)


def card_awaited(draft: Draft, event: events.CardAwaited) -> None:
    course, pile = _course_of(draft), _pile_of(draft, event.deck)
    is_endless = draft.ruleset.decks[event.deck].reshuffles and (pile.up or pile.down)
    if draft.is_over or (course.cards.count(event.deck) >= pile.down and not is_endless):
        raise MisuseError(f"{event.deck}: a card must be turned up, but none is left")
    _go_on(draft, cards=(*course.cards, event.deck), seat=draft.turn_seat)


def card_turned_up(draft: Draft, event: events.CardTurnedUp) -> None:
    course = _course_of(draft)
    if course.cards[:1] != (event.deck,):
        raise MisuseError(f"{event.deck}: a card is turned up, but none is pending")
    draft.set_part(event.deck, _pile_of(draft, event.deck).with_next_up(event.card))
    _end_waiting(draft, course)


def _end_waiting(draft: Draft, course: Course) -> None:
    """Record that the first awaited card or roll has come."""
    rest = course.cards[1:]
    _go_on(draft, cards=rest, seat=course.seat if rest else None)


def deck_reshuffled(draft: Draft, event: events.DeckReshuffled) -> None:
    pile = _pile_of(draft, event.deck)
    if not draft.ruleset.decks[event.deck].reshuffles or len(pile.up) != event.cards:
        raise MisuseError(f"{event.deck}: {event.cards} cards cannot be shuffled to form a new stack")
    draft.set_part(event.deck, pile.reshuffled())


def die_awaited(draft: Draft, event: events.DieAwaited) -> None:
    course = _course_of(draft)
    _die_of(draft, event.die)
    if draft.is_over:
        raise MisuseError(f"{event.die}: no die is rolled after the game")
    _go_on(draft, cards=(*course.cards, event.die), seat=draft.turn_seat)


def die_rolled(draft: Draft, event: events.DieRolled) -> None:
    course, die = _course_of(draft), _die_of(draft, event.die)
    if course.cards[:1] != (event.die,):
        raise MisuseError(f"{event.die}: the die is rolled, but no roll is pending")
    faces = draft.ruleset.dice[event.die].faces
    if event.face not in faces or die.next_face(faces) not in (None, event.face):
        raise MisuseError(f"{event.die}: the roll cannot show {event.face!r}")
    draft.set_part(event.die, die.with_roll(event.face))
    _end_waiting(draft, course)


def _die_of(draft: Draft, die: str) -> RolledDie:
    """Return a die in play. Raises ``MisuseError`` if the ruleset has no die with this id."""
    found = draft.part(die) if die in draft.ruleset.dice else None
    if not isinstance(found, RolledDie):
        raise MisuseError(f"{die!r} is not a die of {draft.ruleset.name!r}")
    return found


def _pile_of(draft: Draft, deck: str) -> CardPile:
    """Return the pile of a deck. Raises ``MisuseError`` if the ruleset has no deck with this id."""
    pile = draft.part(deck) if deck in draft.ruleset.decks else None
    if not isinstance(pile, CardPile):
        raise MisuseError(f"{deck!r} is not a deck of {draft.ruleset.name!r}")
    return pile
