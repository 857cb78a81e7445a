"""Dealing: drawing or checking a setup, and building the first position from it (RULES SETUP-1)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import attrs

from ..errors import MalformedError
from ..errors.messages import brief
from ..model.course import COURSE, PHASE_STARTED, CardPile, Course, Moment, RolledDie
from ..model.draws import draw_stream, shuffle_pieces
from ..model.events import Event, GameStarted, PhaseStarted, TurnStarted
from ..model.mine import CHAMBERS, SECTIONS, Chamber, Mine, Section, level_of
from ..model.parts import new_turn
from ..model.pieces import NO_SALT, ChamberTile, RoyalOrder, SaltBalance
from ..model.ruleset import Ruleset, by_players
from ..model.setup import Setup
from ..model.state import Bank, Castle, GameState, Hidden, Inn, Player, Workshop

_Card = TypeVar("_Card", bound=object)

_Pile: TypeAlias = tuple[str, Sequence[Hashable], Sequence[Hashable], type[Hashable], int]
"""A pile's name, its pieces, the ruleset's pieces for the pile, their class, and how many pieces start face up."""


def draw_start_seat(players: int, rng: random.Random) -> int:
    """Draw the seat of the starting player. This is the first draw of each setup, so a seed alone decides it."""
    return int(rng.random() * players)


def draw_setup(ruleset: Ruleset, players: int, rng: random.Random) -> Setup:
    """Draw a setup of *ruleset*'s pieces for this number of *players*. All setups are equally likely."""
    # The order of the draws decides what a seed means: with a different order, every seed would give a different game.
    start_seat = draw_start_seat(players, rng)
    tiles = {level: iter(shuffle_pieces(pieces, rng)) for level, pieces in enumerate(ruleset.tiles, start=1)}
    return Setup(
        start_seat=start_seat,
        tiles=tuple(next(tiles[level_of(chamber)]) for chamber in CHAMBERS),
        orders=tuple(tuple(shuffle_pieces(orders, rng)) for orders in ruleset.orders),
        tools=tuple(shuffle_pieces(ruleset.tools, rng)),
        decks=tuple((deck, tuple(shuffle_pieces(ruleset.decks[deck].cards, rng))) for deck in sorted(ruleset.decks)),
        streams=tuple((key, draw_stream(rng)) for key in ruleset.streams),
    )


def check_setup(setup: Setup, ruleset: Ruleset, players: int, *, is_public: bool = False) -> None:
    """
    Check that *setup* is a permutation of *ruleset*'s pieces for this number of *players* (SETUP-2).

    With *is_public*, face-down pieces must be None. On a real table (``open_table``) nothing has been turned up yet, so
    all pieces are None.

    Raises:
        MalformedError: a pile is wrong. The message names the first wrong pile, with its missing and surplus pieces.
    """
    check_start_seat("setup.start_seat", setup.start_seat, players)
    for name, laid, pieces, kind, face_up in _piles(setup, ruleset, players):
        if is_public:
            _check_public_pile(name, laid, pieces, 0 if setup.is_unseen else face_up)
        else:
            _check_pile(name, laid, pieces, kind)
    _check_streams(setup, ruleset, is_public)


def _piles(setup: Setup, ruleset: Ruleset, players: int) -> Iterator[_Pile]:
    """Yield the piles of *setup*. Raises ``MalformedError`` if *ruleset* has different piles."""
    if len(setup.tiles) != len(CHAMBERS):
        raise MalformedError(f"setup.tiles: {len(setup.tiles)} tiles for {len(CHAMBERS)} chambers")
    for level, tiles in enumerate(ruleset.tiles, start=1):
        laid = [tile for chamber, tile in zip(CHAMBERS, setup.tiles, strict=True) if level_of(chamber) == level]
        yield f"setup.tiles of level {level}", laid, tiles, ChamberTile, len(tiles) if ruleset.mapped_mine else 0
    if len(setup.orders) != ruleset.phases:
        raise MalformedError(f"setup.orders: {len(setup.orders)} stacks for {ruleset.phases} phases")
    for phase, orders in enumerate(ruleset.orders):
        face_up = 0 if phase else min(by_players(ruleset.open_orders, players), len(orders))
        yield f"setup.orders[{phase}]", setup.orders[phase], orders, RoyalOrder, face_up
    face_up = min(len(ruleset.workshop_prices), ruleset.tools_per_phase)
    yield "setup.tools", setup.tools, ruleset.tools, str, face_up
    decks, wanted = [deck for deck, _ in setup.decks], sorted(ruleset.decks)
    if decks != wanted:
        given, asked = (", ".join(map(str, ids)) or "none" for ids in (decks, wanted))
        raise MalformedError(f"setup.decks: expected {asked}, got {given}")
    for deck, cards in setup.decks:
        # A public setup names the cards that lie face up when the game begins, followed by None for each other card.
        face_up = cards.index(None) if None in cards else len(cards)
        yield f"setup.decks.{deck}", cards, ruleset.decks[deck].cards, str, face_up


def _check_streams(setup: Setup, ruleset: Ruleset, is_public: bool) -> None:
    """Raise ``MalformedError`` if the streams and the rolls of *setup* do not fit *ruleset*."""
    given = [key for key, _ in setup.streams]
    if tuple(given) != ruleset.streams:
        asked = ", ".join(ruleset.streams) or "none"
        raise MalformedError(f"setup.streams: expected {asked}, got {', '.join(map(str, given)) or 'none'}")
    for key, stream in setup.streams:
        if is_public != (stream is None):
            expected = "null in a public setup" if is_public else "32 hexadecimal digits"
            raise MalformedError(f"setup.streams.{key}: expected {expected}, got {stream!r}")
    if setup.rolls and (not is_public or setup.is_unseen):
        raise MalformedError("setup.rolls: only the public setup of a dealt game names the faces rolled")
    for die, faces in setup.rolls:
        known = ruleset.dice[die].faces if die in ruleset.dice else ()
        if strange := [face for face in faces if face not in known]:
            raise MalformedError(f"setup.rolls.{die}: {brief(strange[0])} is not a face of a die with this id")


def check_start_seat(name: str, seat: object, players: int) -> None:
    """Raise ``MalformedError`` if *seat*, called *name*, is not a seat of a game with this number of *players*."""
    if type(seat) is not int or not 0 <= seat < players:
        raise MalformedError(f"{name}: {brief(seat)} is not a seat of {players} players (0 to {players - 1})")


def _check_public_pile(name: str, pile: Sequence[Hashable], pieces: Sequence[Hashable], face_up: int) -> None:
    if len(pile) != len(pieces):
        raise MalformedError(f"{name}: {len(pile)} entries for {len(pieces)} pieces")
    if None in pile[:face_up] or any(piece is not None for piece in pile[face_up:]):
        raise MalformedError(f"{name}: in a public setup, exactly the first {face_up} must be face up")
    if strange := Counter(pile[:face_up]) - Counter(pieces):
        raise MalformedError(f"{name}: the ruleset does not have that many {min(map(str, strange))}")


def _check_pile(name: str, pile: Sequence[Hashable], pieces: Sequence[Hashable], kind: type[Hashable]) -> None:
    for piece in pile:
        if not isinstance(piece, kind):
            raise MalformedError(f"{name}: {brief(piece)} is not a piece of this pile")
    laid, wanted = Counter(pile), Counter(pieces)
    if laid == wanted:
        return
    missing = ", ".join(sorted(str(piece) for piece in (wanted - laid).elements()))
    extra = ", ".join(sorted(str(piece) for piece in (laid - wanted).elements()))
    complaints = [f"missing {missing}"] * bool(missing) + [f"too many {extra}"] * bool(extra)
    raise MalformedError(f"{name} is not a permutation of the ruleset's pieces: {'; '.join(complaints)}")


def opening_state(started: GameStarted) -> GameState:
    """
    Return the position in which the starting player makes the first move. A public setup gives a public position.

    If no piece of the setup has been seen yet, the first piece is pending in the returned position.
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
        mine=_mine(setup.tiles if ruleset.mapped_mine else (None,) * len(CHAMBERS), seats),
        assistant_seats=(None,) * len(ruleset.assistant_places),
        market=ruleset.start_market,
        inn=Inn(hired=0),
        workshop=Workshop(*_deal_row(setup.tools[: ruleset.tools_per_phase], len(ruleset.workshop_prices))),
        castle=Castle(*_deal_row(setup.orders[0], by_players(ruleset.open_orders, seats)), completed=0),
        bank=_bank(ruleset, players),
        extras_items=tuple(sorted(dict(_extras(started)).items())),
        hidden=None if is_public else _build_hidden(ruleset, setup, seats),
    )
    # The ruling for the number of actions takes a state, so the turn is added after the state is built. On a real
    # table, the cards are laid out before the first turn, unless the ruleset has none to lay out.
    is_waiting = setup.is_unseen and state.pending is not None
    if not is_waiting:
        state = attrs.evolve(state, turn=new_turn(ruleset.rulings.actions(state, state.turn_seat, 1)))
    if ruleset._moments:
        course = Course(PHASE_STARTED if is_waiting else None, tuple(_moments(state)))
        if not course.is_done:
            state = attrs.evolve(state, extras_items=tuple(sorted((*state.extras_items, (COURSE, course)))))
    return state


def without_known_cards(state: GameState) -> GameState:
    """Return a copy of a public state without the face-down cards and coming rolls that the public setup names."""
    drawn = {*state.ruleset.decks, *state.ruleset.dice}
    items = tuple((key, value.public() if key in drawn else value) for key, value in state.extras_items)
    return attrs.evolve(state, extras_items=items)


def _extras(started: GameStarted) -> Iterator[tuple[str, Any]]:
    ruleset, setup = started.ruleset, started.setup
    for key, part in ruleset.parts.items():
        yield key, part.first_value(ruleset, len(started.players), is_public=setup.is_public)
    streams, rolls = dict(setup.streams), dict(setup.rolls)
    # A public setup names the cards that lie face up when the game begins. They are turned up first. The same holds for
    # the faces of dice.
    for deck, cards in setup.decks:
        known = tuple(card for card in cards if card is not None)
        yield deck, CardPile((), len(cards), known, 0, streams.get(deck))
    for die in ruleset.dice:
        yield die, RolledDie(None, 0, streams[die], rolls.get(die, ()))


def _moments(state: GameState) -> Iterator[Moment]:
    """Yield the moments at the start of a game that extensions react to: the first phase and the first turn."""
    begun: list[Event] = [PhaseStarted(1, state.start_seat)]
    if state.turn is not None:
        begun.append(TurnStarted(state.turn_seat, 1, state.turn.actions_left))
    for event in begun:
        yield from (Moment(event, number) for number in state.ruleset._reactions_to(type(event)))


def _player(started: GameStarted, seat: int) -> Player:
    ruleset, seats = started.ruleset, len(started.players)
    # Money depends on turn order, beginning with the starting player.
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


def _deal_row(cards: tuple[_Card | None, ...], slots: int) -> tuple[tuple[_Card | None, ...], int]:
    """Return a row of *slots* filled with the first *cards*, and the number of cards that lie face down."""
    # An unknown card leaves its slot empty and counts as part of the stack.
    row = cards[:slots]
    return row + (None,) * (slots - len(row)), len(cards) - len(row) + row.count(None)


def _bank(ruleset: Ruleset, players: tuple[Player, ...]) -> Bank:
    # The bank holds all pieces of the box that are nowhere else. Rulesets may give out more than the box holds; then
    # the bank's numbers are negative.
    salt = SaltBalance.of(ruleset.salt_supply) - ruleset.start_market
    for player in players:
        salt -= player.salt
    return Bank(
        money=ruleset.money_supply - sum(player.money for player in players),
        salt=salt,
        water=ruleset.water_supply,
        miners=tuple(ruleset.miners_per_colour - player.stock for player in players),
    )


def _build_hidden(ruleset: Ruleset, setup: Setup, seats: int) -> Hidden:
    first, *later = cast(tuple[tuple[RoyalOrder, ...], ...], setup.orders)
    tools = cast(tuple[str, ...], setup.tools)
    return Hidden(
        tiles=(None,) * len(CHAMBERS) if ruleset.mapped_mine else setup.tiles,
        orders=(first[by_players(ruleset.open_orders, seats) :], *later),
        tools=tools[min(len(ruleset.workshop_prices), ruleset.tools_per_phase) :],
    )
