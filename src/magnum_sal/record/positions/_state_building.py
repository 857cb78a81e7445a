"""Build the table that a text describes, filling in everything that the text implies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, TypeVar

import attrs

from ...errors import MalformedError
from ...errors.suggestions import did_you_mean, find_similar
from ...model.course import COURSE, CardPile, Course
from ...model.draws import PLAIN_STREAM
from ...model.mine import CHAMBERS, SECTIONS, SPACES, Chamber, Mine, Section, level_of
from ...model.parts import SEEN
from ...model.pieces import NO_SALT, SEAT_LETTERS, TOOL, ChamberTile, RoyalOrder, SaltAmount, SaltBalance
from ...model.player_names import check_names
from ...model.ruleset import by_players
from ...model.state import Bank, Castle, GameState, Hidden, Inn, Player, SeenPieces, Turn, Workshop
from ._completed_orders import count_deliveries, list_orders_before
from ._position_text import Belongings, Contents, PositionText, plain_money

_P = TypeVar("_P")

_COVERED = Contents(None, 0)
"""A chamber that the text does not mention."""


def build_table(said: PositionText) -> GameState:
    """Build the position that *said* describes. Raises ``MalformedError``, naming the part, if a part is impossible."""
    ruleset = said.ruleset
    if not 1 <= said.phase <= ruleset.phases:
        raise MalformedError(f"phase: expected 1 to {ruleset.phases}, got {said.phase}")
    names = _names(said)
    seats = len(names)
    for building in said.assistants:
        if building not in ruleset.assistant_places:
            raise MalformedError(f"assistant {building}: {ruleset.name!r} has no such assistant's place")
    contents = {chamber: _contents(said, chamber) for chamber in CHAMBERS}
    faces = _assign_tiles(said, contents)
    mine = Mine.of(tuple(_space(said, space, seats, contents, faces) for space in SPACES))
    owners = tuple(said.assistants.get(building) for building in ruleset.assistant_places)
    players = tuple(_player(said, names, seat, mine, owners) for seat in range(seats))
    # The stack of orders follows from the completed ones, so their phases must be known first.
    seen = SeenPieces((), list_orders_before(said, players)) if said.seen is None and said.phase > 1 else said.seen
    castle, orders = _castle_of(said, players, seen)
    workshop, tools = _workshop_of(said, players)
    covered = (
        None if contents[chamber].salt is not None or ruleset.mapped_mine else faces.get(chamber)
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
        # The bank holds whatever is not on the table. So the state is first built with an empty bank, and the bank is
        # computed from that state.
        bank=Bank(0, SaltBalance(), 0, (0,) * seats),
        extras_items=tuple(sorted(_extras(said, len(players), seen))),
        hidden=None if said.is_public else Hidden(tuple(covered), orders, tools),
    )
    return attrs.evolve(state, bank=_bank(said, state))


def check_offer(state: GameState) -> None:
    """
    Check that a slot of the workshop is empty only if the stack is empty, or until the next tool is turned up (SHOP-1).

    Otherwise, the public state would wait for a tool as soon as somebody visits a building.
    """
    is_due = state.turn is None or (state.pending is not None and state.pending.pile == TOOL)
    if state.workshop.stack and None in state.workshop.offer and not is_due:
        raise MalformedError("workshop: a slot is empty only if the stack is empty, too; write stack 0")


def _names(said: PositionText) -> tuple[str, ...]:
    named = said.count_seats()
    if said.names is None:
        names = tuple(SEAT_LETTERS[: named if said.players is None else said.players])
    else:
        names = check_names(said.names)
    if named > len(names):
        raise MalformedError(f"the text names more seats than the {len(names)} players")
    return names


def _contents(said: PositionText, chamber: str) -> Contents:
    """Return the contents of *chamber*. If the text gives only its miners, the chamber is revealed and empty."""
    plain = Contents(NO_SALT, 0) if said.miners.get(chamber) else _COVERED
    return said.contents.get(chamber, plain)


def _space(
    said: PositionText, space: str, seats: int, contents: dict[str, Contents], faces: dict[str, ChamberTile]
) -> Section:
    letters = said.miners.get(space, "")
    rested = tuple(letters.count(letter) for letter in SEAT_LETTERS[:seats])
    tired = tuple(letters.count(letter.lower()) for letter in SEAT_LETTERS[:seats])
    if space in SECTIONS:
        return Section(rested, tired)
    here = contents[space]
    tile = faces.get(space) if here.salt is not None or said.ruleset.mapped_mine else None
    return Chamber(rested, tired, here.salt is not None, here.salt or NO_SALT, here.water, tile)


def _turn(said: PositionText) -> Turn:
    actions = said.ruleset.actions_in(said.round) if said.actions_left is None else said.actions_left
    return Turn(actions, said.visited, said.passes, said.arriving, said.arrived)


def _player(
    said: PositionText, names: tuple[str, ...], seat: int, mine: Mine, owners: tuple[int | None, ...]
) -> Player:
    owned = said.belongings.get(seat, Belongings())
    on_board = mine.miners_of(seat) + owners.count(seat) + owned.right + owned.left
    # Miners that have reached the castle are neither in the line nor in stock until their delivery is settled
    # (CASTLE-2).
    if seat == said.turn_seat and not said.is_over:
        on_board += said.arriving
    at_hand = max(0, by_players(said.ruleset.start_miners, len(names)) - on_board)
    return Player(
        name=names[seat],
        money=plain_money(said.ruleset) if owned.money is None else owned.money,
        salt=owned.salt,
        stock=at_hand if owned.stock is None else owned.stock,
        line_right=owned.right,
        line_left=owned.left,
        tools=tuple(owned.tools),
        orders=tuple(owned.orders),
    )


def _extras(said: PositionText, seats: int, seen: SeenPieces | None) -> Iterator[tuple[str, Any]]:
    """Yield the parts added by rules with their keys, from the text or else in their initial form."""
    ruleset = said.ruleset
    parts = ruleset.parts
    for key, part in parts.items():
        if key in said.extras:
            yield key, _read_extra(said, key, part.value_type)
        elif key in said.decks and key in ruleset.decks:
            yield key, _build_pile(said, key)
        else:
            # A public position must not contain the hidden facts of the part.
            yield key, part.first_value(ruleset, seats, is_public=said.is_public)
    known = {*parts, COURSE} if ruleset._has_course else {*parts}
    if strange := sorted(set(said.extras) - known):
        raise MalformedError(f"extra {strange[0]}: {ruleset.name!r} has no such part")
    if COURSE in said.extras:
        yield COURSE, _read_extra(said, COURSE, Course)
    if strange := sorted(set(said.decks) - set(ruleset.decks)):
        raise MalformedError(f"deck {strange[0]}: {ruleset.name!r} has no such deck")
    if strange := sorted(set(said.decks) & set(said.extras)):
        raise MalformedError(f"deck {strange[0]}: it is also given as an extra part")
    if seen is not None:
        yield SEEN, seen


def _read_extra(said: PositionText, key: str, value_type: Any) -> Any:
    # Importing the JSON reader takes longer than the rest of the function, and only positions of extensions need it.
    from ..serialization import read_value
    from ..serialization.json_text import read_json

    try:
        return read_value(value_type, read_json(said.extras[key]), said.ruleset)
    except MalformedError as error:
        raise MalformedError(f"extra {key}: {error}") from None


def _build_pile(said: PositionText, deck: str) -> CardPile:
    """Build the pile of an extension's deck. Cards that the text does not name come last, in the deck's order."""
    up, following = said.decks[deck]
    # Removing the named cards one by one also finds a card that is named more often than the deck contains it.
    rest = list(said.ruleset.decks[deck].cards)
    for card in (*up, *following):
        if card not in rest:
            raise MalformedError(f"deck {deck}: too many {card}")
        rest.remove(card)
    stream = PLAIN_STREAM if said.ruleset.decks[deck].reshuffles else None
    pile = CardPile(up, len(following) + len(rest), (*following, *rest), 0, stream)
    return pile.public() if said.is_public else pile


def _bank(said: PositionText, state: GameState) -> Bank:
    """Return the bank. It holds the amounts in the text, or else all pieces that are not on the table (SET-SUPPLY)."""
    ruleset, seats, bank = state.ruleset, range(len(state.players)), said.bank
    balanced = Bank(
        money=ruleset.money_supply - sum(player.money for player in state.players),
        salt=SaltBalance.of(ruleset.salt_supply) - state.salt_on_table,
        water=ruleset.water_supply - state.water_on_table,
        miners=tuple(ruleset.miners_per_colour - state.miners_on_table(seat) for seat in seats),
    )
    named = {field.name: getattr(bank, field.name) for field in attrs.fields(type(bank))}
    return attrs.evolve(balanced, **{name: held for name, held in named.items() if held is not None})


def _assign_tiles(said: PositionText, contents: dict[str, Contents]) -> dict[str, ChamberTile]:
    """Return the tile of each chamber, from the text or else a tile that fits. Secret tiles are left out."""
    covered = [chamber for chamber in CHAMBERS if contents[chamber].salt is None]
    faces = {chamber: here.tile for chamber, here in contents.items() if here.tile is not None}
    is_secret = said.is_public and not said.ruleset.mapped_mine
    if said.tiles is not None:
        if is_secret:
            raise MalformedError("tiles: a public position cannot contain face-down tiles")
        # While a table is laid out, the tiles of a mapped mine are placed one by one, so some may still be missing
        # (SETUP-1).
        is_too_few = len(said.tiles) < len(covered) and not said.is_setup
        if is_too_few or len(said.tiles) > len(covered):
            raise MalformedError(f"tiles: {len(said.tiles)} tiles for {len(covered)} unrevealed chambers")
        faces |= zip(covered, said.tiles, strict=False)
    for level, pieces in enumerate(said.ruleset.tiles, start=1):
        chambers = [chamber for chamber in CHAMBERS if level_of(chamber) == level]
        # First come the tiles that the text names, then tiles that fit the contents of revealed chambers. The rest go
        # to the chambers that nobody has reached, in the order of the box.
        rest = _without(pieces, [faces[chamber] for chamber in chambers if chamber in faces], "tiles")
        opened = {chamber: contents[chamber] for chamber in chambers if chamber not in {*faces, *covered}}
        faces |= _assign_faces(opened, rest)
        if not is_secret and not (said.is_setup and said.tiles is not None):
            rest = _without(pieces, [faces[chamber] for chamber in chambers if chamber in faces], "tiles")
            faces |= zip([chamber for chamber in chambers if chamber not in faces], rest, strict=False)
    return faces


def _assign_faces(opened: dict[str, Contents], pieces: Sequence[ChamberTile]) -> dict[str, ChamberTile]:
    """Assign each revealed chamber a tile that matches its contents exactly, or else one with at least its salt."""
    rest = list(pieces)
    held: dict[str, SaltAmount] = {}
    laid: dict[str, ChamberTile] = {}
    for chamber, here in opened.items():
        if here.salt is None:
            continue
        as_printed = ChamberTile(here.salt, here.water)
        if as_printed in rest:
            rest.remove(as_printed)
            laid[chamber] = as_printed
        else:
            held[chamber] = here.salt
    # This is a matching problem, solved by backtracking. The fullest chambers choose first, and each takes the smallest
    # tile that covers its salt. If all amounts are comparable, each tile that covers a larger amount also covers the
    # smaller ones. So this greedy choice finds an assignment whenever one exists. Otherwise, such as with BB and GG,
    # the search may have to go back and try the next tile.
    order = sorted(held, key=lambda chamber: -held[chamber].total)

    def lay(index: int, rest: list[ChamberTile]) -> dict[str, ChamberTile] | None:
        if index == len(order):
            return {}
        chamber = order[index]
        # Equal tiles lead to the same result, so each kind is tried once. A level has at most eight chambers, which
        # keeps the search small.
        for tile in sorted(set(rest), key=lambda tile: (tile.salt.total, str(tile))):
            if tile.salt.covers(held[chamber]):
                left = _without(rest, [tile], "tiles")
                if (others := lay(index + 1, left)) is not None:
                    return {chamber: tile, **others}
        return None

    searched = lay(0, rest)
    if searched is None:
        amounts = ", ".join(f"{chamber} {here.salt}" for chamber, here in opened.items() if here.salt)
        raise MalformedError(f"this salt does not fit the tiles of the level: {amounts}")
    return laid | searched


def _castle_of(
    said: PositionText, players: Sequence[Player], seen: SeenPieces | None
) -> tuple[Castle, tuple[tuple[RoyalOrder, ...], ...]]:
    """Return the castle and the face-down royal orders by phase."""
    ruleset, phase = said.ruleset, said.phase
    pieces = ruleset.orders[phase - 1]
    every_order = tuple(chain.from_iterable(ruleset.orders))
    completed = count_deliveries(said, players)
    # Owned orders that no earlier phase contains were completed in this phase.
    owned = Counter(order for player in players for order in player.orders)
    done = owned - Counter(order for orders in ruleset.orders[: phase - 1] for order in orders)
    # Some orders exist in several phases. If more orders were completed in this phase, they are among each player's
    # last orders, which ``seen`` does not count.
    before = dict(enumerate(seen.orders if seen is not None else ()))
    now = Counter(order for seat, player in enumerate(players) for order in player.orders[before.get(seat, 0) :])
    others = (now & Counter(pieces)) - done
    done.update(islice(others.elements(), max(0, completed - done.total())))
    rest = _without(pieces, done.elements(), "orders", box=every_order)
    slots = by_players(ruleset.open_orders, len(players))
    opened: list[RoyalOrder | None] = list(rest[:slots]) if said.open_orders is None else list(said.open_orders)
    shown = [order for order in opened if order is not None]
    if strange_orders := [order for order in shown if order in every_order and order not in pieces]:
        raise MalformedError(f"castle: {strange_orders[0]} is not an order of phase {phase}")
    _without(pieces, shown, "orders")
    for order in shown:
        if order in rest:
            rest.remove(order)
    left = max(0, len(pieces) - completed - len(shown)) if said.order_stack is None else said.order_stack
    piles: list[tuple[RoyalOrder, ...]] = [*((),) * (phase - 1), tuple(rest[:left]), *ruleset.orders[phase:]]
    if strange := set(said.orders) - set(range(1, ruleset.phases + 1)):
        raise MalformedError(f"orders {min(strange)}: the game has {ruleset.phases} phases")
    for number, orders in said.orders.items():
        piles[number - 1] = tuple(orders)
    stack = len(piles[phase - 1]) if said.order_stack is None else said.order_stack
    opened += [None] * (slots - len(opened))
    return Castle(tuple(opened), stack, completed), tuple(piles)


def _workshop_of(said: PositionText, players: Sequence[Player]) -> tuple[Workshop, tuple[str, ...]]:
    """Return the workshop and the face-down tools: first the phase's stack, then later stacks."""
    ruleset = said.ruleset
    owned = [card.tool for player in players for card in player.tools]
    gone = () if said.seen is None else said.seen.tools
    rest = _without(ruleset.tools, (*owned, *gone), "tools")
    slots = len(ruleset.workshop_prices)
    # In the phases so far, ``phase * tools_per_phase`` tools have been laid out. Tools that nobody owns can still be
    # for sale, but never more than the tools of one phase.
    unsold = max(0, min(ruleset.tools_per_phase, said.phase * ruleset.tools_per_phase - len(owned)))
    offer: list[str | None] = list(rest[: min(slots, unsold)]) if said.offer is None else list(said.offer)
    shown = [tool for tool in offer if tool is not None]
    rest = _without(rest, shown, "tools", box=ruleset.tools)
    stack = said.tool_stack
    if stack is None:
        # The stack fills an empty slot at once, so a slot stays empty only if the stack is empty, too (SHOP-1).
        stack = max(0, unsold - len(shown)) if said.offer is None or len(shown) == slots else 0
    # The tools of later phases lie below the stack, in one deck for the whole game.
    to_come = len(ruleset.tools) - said.phase * ruleset.tools_per_phase
    offer += [None] * (slots - len(offer))
    face_down = tuple(rest[: stack + to_come]) if said.tools is None else tuple(said.tools)
    return Workshop(tuple(offer), stack), face_down


_AMOUNTS: Final = ("groszy", "grosz", "stock")
"""The keywords other than tools in the list of a player's possessions."""


def _without(pieces: Iterable[_P], taken: Iterable[_P], name: str, *, box: Iterable[_P] = ()) -> list[_P]:
    """
    Return *pieces* without the pieces in *taken*, in order. Raises ``MalformedError`` if one of them is missing.

    *box* is all pieces of this kind, if *pieces* lacks some of them.
    """
    rest = list(pieces)
    known = {str(piece) for piece in (*rest, *box)}
    for piece in taken:
        if piece not in rest:
            if str(piece) in known:
                raise MalformedError(f"the box does not have that many {name} {piece}")
            meant = did_you_mean(find_similar(str(piece), (*sorted(known), *_AMOUNTS)))
            if name == "tools" and not meant:
                # An unknown word after a number is rarely a tool, and money is the most common thing to count.
                meant = "; money is written as in '12 groszy'"
            raise MalformedError(f"the box has no {name} {piece}{meant}")
        rest.remove(piece)
    return rest
