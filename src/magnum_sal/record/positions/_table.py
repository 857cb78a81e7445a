"""The table that a text describes: what it says, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from ...errors import MalformedError
from ...model.course import CardPile
from ...model.mine import CHAMBERS, SECTIONS, SPACES, Chamber, Mine, Section
from ...model.open_tiles import tiles_lie_open
from ...model.pieces import NO_SALT, SEAT_LETTERS, ChamberTile
from ...model.player_names import checked_names
from ...model.ruleset import by_players
from ...model.state import Bank, GameState, Hidden, Inn, Player, SeenPieces, Turn
from ._piles import COVERED, castle_of, laid_tiles, workshop_of
from ._said import Belongings, Contents, Said


def table(said: Said) -> GameState:
    """
    Return the position that *said* describes.

    Raises:
        MalformedError: it describes none; the message names the part.
    """
    ruleset = said.ruleset
    if not 1 <= said.phase <= ruleset.phases:
        raise MalformedError(f"phase: {said.phase} is not 1 to {ruleset.phases}")
    names = _names(said)
    seats = len(names)
    for building in said.assistants:
        if building not in ruleset.assistant_places:
            raise MalformedError(f"assistant {building}: there is no place for one in {ruleset.name!r}")
    contents = {chamber: _contents(said, chamber) for chamber in CHAMBERS}
    faces = laid_tiles(said, contents)
    mine = Mine.of(tuple(_space(said, space, seats, contents, faces) for space in SPACES))
    owners = tuple(said.assistants.get(building) for building in ruleset.assistant_places)
    players = tuple(_player(said, names, seat, mine, owners) for seat in range(seats))
    castle, orders = castle_of(said, players)
    workshop, tools = workshop_of(said, players)
    covered = (
        None if contents[chamber].salt is not None or tiles_lie_open(ruleset) else faces.get(chamber)
        for chamber in CHAMBERS
    )
    state = GameState(
        ruleset=ruleset,
        phase=said.phase,
        round=said.round,
        start_seat=said.start_seat,
        turn_seat=said.start_seat if said.turn_seat is None else said.turn_seat,
        is_over=said.is_over,
        turn=None if said.is_over or said.is_setup else _turn(said),
        players=players,
        mine=mine,
        assistant_seats=owners,
        market=ruleset.start_market if said.market is None else said.market,
        inn=Inn(said.hired),
        workshop=workshop,
        castle=castle,
        bank=Bank(0, NO_SALT, 0, (0,) * seats),
        extras_items=tuple(sorted(_extras(said, players, castle.completed))),
        hidden=None if said.is_public else Hidden(tuple(covered), orders, tools),
    )
    return attrs.evolve(state, bank=_bank(said, state))


def _names(said: Said) -> tuple[str, ...]:
    named = said.seats_named()
    if said.names is None:
        names = tuple(SEAT_LETTERS[: named if said.players is None else said.players])
    else:
        names = checked_names(said.names)
    if named > len(names):
        raise MalformedError(f"the text names more seats than the {len(names)} players")
    return names


def _contents(said: Said, chamber: str) -> Contents:
    """Return what lies in *chamber*; one with miners in it, of which the text says no more, is revealed and empty."""
    plain = Contents(NO_SALT, 0) if said.miners.get(chamber) else COVERED
    return said.contents.get(chamber, plain)


def _space(said: Said, space: str, seats: int, contents: dict[str, Contents], faces: dict[str, ChamberTile]) -> Section:
    letters = said.miners.get(space, "")
    rested = tuple(letters.count(letter) for letter in SEAT_LETTERS[:seats])
    tired = tuple(letters.count(letter.lower()) for letter in SEAT_LETTERS[:seats])
    if space in SECTIONS:
        return Section(rested, tired)
    here = contents[space]
    tile = faces.get(space) if here.salt is not None or tiles_lie_open(said.ruleset) else None
    return Chamber(rested, tired, here.salt is not None, here.salt or NO_SALT, here.water, tile)


def _turn(said: Said) -> Turn:
    actions = said.ruleset.actions_in(said.round) if said.actions_left is None else said.actions_left
    return Turn(actions, said.visited, said.passes, said.arriving, said.arrived)


def _player(said: Said, names: tuple[str, ...], seat: int, mine: Mine, owners: tuple[int | None, ...]) -> Player:
    owned = said.belongings.get(seat, Belongings())
    on_board = sum(space.miners_of(seat) for space in mine.spaces) + owners.count(seat) + owned.right + owned.left
    if seat == said.turn_seat and not said.is_over:
        on_board += said.arriving
    at_hand = max(0, by_players(said.ruleset.start_miners, len(names)) - on_board)
    return Player(
        name=names[seat],
        money=owned.money,
        salt=owned.salt,
        stock=at_hand if owned.stock is None else owned.stock,
        line_right=owned.right,
        line_left=owned.left,
        tools=tuple(owned.tools),
        orders=tuple(owned.orders),
    )


def _extras(said: Said, players: Sequence[Player], completed: int) -> Iterator[tuple[str, Any]]:
    """Yield the parts that rules have added, with their keys: those that the text says, else as a game starts."""
    ruleset, seats = said.ruleset, len(players)
    parts = ruleset.extras_parts
    for key, part in parts.items():
        if key in said.extras:
            yield key, _read_extra(said, key, part.value_type)
        elif key in said.decks and key in ruleset.decks:
            yield key, _pile(said, key)
        else:
            first = part.first(ruleset, seats)
            yield key, part.public(first) if said.is_public else first
    if strange := sorted(set(said.extras) - set(parts)):
        raise MalformedError(f"extra {strange[0]}: {ruleset.name!r} has no such part")
    if strange := sorted(set(said.decks) - set(ruleset.decks)):
        raise MalformedError(f"deck {strange[0]}: {ruleset.name!r} has no such deck")
    if strange := sorted(set(said.decks) & set(said.extras)):
        raise MalformedError(f"deck {strange[0]}: it is said twice, as an extra part too")
    if said.seen is not None:
        yield "seen", said.seen
    elif said.phase > 1:
        yield "seen", SeenPieces((), _orders_before(players, completed))


def _read_extra(said: Said, key: str, value_type: Any) -> Any:
    # What reads JSON takes longer to import than all the rest of this; only positions of extensions need it.
    from ..serialization import read_value
    from ..serialization.json_text import read_json

    try:
        return read_value(value_type, read_json(said.extras[key]), said.ruleset)
    except MalformedError as error:
        raise MalformedError(f"extra {key}: {error}") from None


def _pile(said: Said, deck: str) -> CardPile:
    """Return a deck of an extension; cards that the text does not name come last, as the ruleset lists them."""
    up, following = said.decks[deck]
    rest = list(said.ruleset.decks[deck].cards)
    for card in (*up, *following):
        if card not in rest:
            raise MalformedError(f"deck {deck}: too many {card}")
        rest.remove(card)
    pile = CardPile(up, len(following) + len(rest), (*following, *rest))
    return pile.public() if said.is_public else pile


def _orders_before(players: Sequence[Player], completed: int) -> tuple[int, ...]:
    """Return the orders that each seat had before the phase, given that the first seats *completed* this phase's."""
    before, left = [], completed
    for player in players:
        now = min(left, len(player.orders))
        left -= now
        before.append(len(player.orders) - now)
    return tuple(before)


def _bank(said: Said, state: GameState) -> Bank:
    """Return the bank that holds whatever is not on the table, and what the text says of it (SET-SUPPLY)."""
    ruleset, seats, bank = state.ruleset, range(len(state.players)), said.bank
    balanced = Bank(
        money=ruleset.money_supply - sum(player.money for player in state.players),
        salt=ruleset.salt_supply - state.salt_on_table,
        water=ruleset.water_supply - state.water_on_table,
        miners=tuple(ruleset.miners_per_colour - state.miners_on_table(seat) for seat in seats),
    )
    named = {field.name: getattr(bank, field.name) for field in attrs.fields(type(bank))}
    return attrs.evolve(balanced, **{name: held for name, held in named.items() if held is not None})
