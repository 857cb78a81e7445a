"""The table when a game starts, from its setup (RULES SETUP-1)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Any, TypeVar, cast

import attrs

from ..model.course import COURSE, PHASE_STARTED, CardPile, Course, Moment
from ..model.events import Event, GameStarted, PhaseStarted, TurnStarted
from ..model.mine import CHAMBERS, SECTIONS, Chamber, Mine, Section
from ..model.open_tiles import tiles_lie_open
from ..model.parts import new_turn
from ..model.pieces import NO_SALT, ChamberTile, RoyalOrder
from ..model.ruleset import Ruleset, by_players
from ..model.setup import Setup
from ..model.state import Bank, Castle, GameState, Hidden, Inn, Player, Workshop

_Card = TypeVar("_Card", bound=object)


def opening_state(started: GameStarted) -> GameState:
    """
    Return the position in which the starting player makes the first move; a public one for a public setup.

    Where nothing of the setup was seen yet, it is the one in which the first piece is turned up.
    """
    ruleset, setup = started.ruleset, started.setup
    seats = len(started.players)
    players = tuple(_player(started, seat) for seat in range(seats))
    is_public = setup.is_public
    state = GameState(
        ruleset=ruleset,
        phase=1,
        round=1,
        start_seat=setup.start_seat,
        turn_seat=setup.start_seat,
        is_over=False,
        turn=None,
        players=players,
        mine=_mine(setup.tiles if tiles_lie_open(ruleset) else (None,) * len(CHAMBERS), seats),
        assistant_seats=(None,) * len(ruleset.assistant_places),
        market=ruleset.start_market,
        inn=Inn(hired=0),
        workshop=Workshop(*_laid_out(setup.tools[: ruleset.tools_per_phase], len(ruleset.workshop_prices))),
        castle=Castle(*_laid_out(setup.orders[0], by_players(ruleset.open_orders, seats)), completed=0),
        bank=_bank(ruleset, players),
        extras_items=tuple(sorted(dict(_extras(started)).items(), key=itemgetter(0))),
        hidden=None if is_public else _hidden(ruleset, setup, seats),
    )
    if not setup.is_unseen:
        actions = ruleset.rulings.actions(state, state.turn_seat, 1)
        state = attrs.evolve(state, turn=new_turn(actions))
    if ruleset._moments:
        course = Course(PHASE_STARTED if setup.is_unseen else None, tuple(_moments(state)))
        if not course.is_done:
            items = (*state.extras_items, (COURSE, course))
            state = attrs.evolve(state, extras_items=tuple(sorted(items, key=itemgetter(0))))
    return state


def without_known_cards(state: GameState) -> GameState:
    """Return a public state in which no card is known that lies face down."""
    decks = state.ruleset.decks
    items = tuple((key, value.public() if key in decks else value) for key, value in state.extras_items)
    return attrs.evolve(state, extras_items=items)


def _extras(started: GameStarted) -> Iterator[tuple[str, Any]]:
    """Yield the parts of the state that rules and extensions add."""
    ruleset, setup = started.ruleset, started.setup
    for key, part in ruleset.parts.items():
        first = part.first(ruleset, len(started.players))
        yield key, part.public(first) if setup.is_public else first
    for deck, cards in setup.decks:
        # Of a public setup those cards are known that lie face up when the game begins: they are turned up first.
        yield deck, CardPile((), len(cards), tuple(card for card in cards if card is not None))


def _moments(state: GameState) -> Iterator[Moment]:
    """Yield what extensions react to when a game begins: its first phase, and its first turn."""
    begun: list[Event] = [PhaseStarted(1, state.start_seat)]
    if state.turn is not None:
        begun.append(TurnStarted(state.turn_seat, 1, state.turn.actions_left))
    for event in begun:
        yield from (Moment(event, number) for number in state.ruleset._reactions_to(type(event)))


def _player(started: GameStarted, seat: int) -> Player:
    ruleset, seats = started.ruleset, len(started.players)
    turn_order = (seat - started.setup.start_seat) % seats
    return Player(
        name=started.players[seat],
        money=ruleset.start_money[turn_order],
        salt=ruleset.start_salt,
        stock=by_players(ruleset.start_miners, seats),
        line_right=0,
        line_left=0,
        tools=(),
        orders=(),
    )


def _mine(tiles: tuple[ChamberTile | None, ...], seats: int) -> Mine:
    nobody = (0,) * seats
    sections = (Section(nobody, nobody),) * len(SECTIONS)
    return Mine.of(sections + tuple(Chamber(nobody, nobody, False, NO_SALT, 0, tile) for tile in tiles))


def _laid_out(cards: tuple[_Card | None, ...], slots: int) -> tuple[tuple[_Card | None, ...], int]:
    """Return the row of *slots* that *cards* fill first, and how many of the cards lie face down."""
    row = cards[:slots]
    return row + (None,) * (slots - len(row)), len(cards) - len(row) + row.count(None)


def _bank(ruleset: Ruleset, players: tuple[Player, ...]) -> Bank:
    salt = ruleset.salt_supply - ruleset.start_market
    for player in players:
        salt -= player.salt
    return Bank(
        money=ruleset.money_supply - sum(player.money for player in players),
        salt=salt,
        water=ruleset.water_supply,
        miners=tuple(ruleset.miners_per_colour - player.stock for player in players),
    )


def _hidden(ruleset: Ruleset, setup: Setup, seats: int) -> Hidden:
    first, *later = cast(tuple[tuple[RoyalOrder, ...], ...], setup.orders)
    tools = cast(tuple[str, ...], setup.tools)
    return Hidden(
        tiles=(None,) * len(CHAMBERS) if tiles_lie_open(ruleset) else setup.tiles,
        orders=(first[by_players(ruleset.open_orders, seats) :], *later),
        tools=tools[min(len(ruleset.workshop_prices), ruleset.tools_per_phase) :],
    )
