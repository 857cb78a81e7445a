"""Positions from a short text: who is where, who owns what, what lies on the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import attrs

from .._open_tiles import tiles_lie_open
from .._wording import brief
from ..errors import MisuseError
from ..mine import CHAMBERS, INDEX, SECTIONS, SPACES, Chamber, Mine, Section, level_of
from ..pieces import MAX_PLAYERS, MIN_PLAYERS, NO_SALT, ChamberTile, RoyalOrder, SaltAmount, ToolCard
from ..ruleset import Ruleset, by_players
from ..standard import STANDARD
from ..state import (
    Bank,
    Castle,
    GameState,
    Hidden,
    Inn,
    Player,
    SeenPieces,
    Turn,
    Workshop,
)
from ._invariants import check_invariants

_P = TypeVar("_P")

LETTERS: Final = "ABCD"
"""Seats 0 to 3 in the text; a tired miner is a small letter."""


@attrs.define
class _Belongings:
    """What the text says that a player owns."""

    money: int = 10
    salt: SaltAmount = NO_SALT
    stock: int | None = None
    right: int = 0
    left: int = 0
    tools: list[ToolCard] = attrs.Factory(list)
    orders: list[RoyalOrder] = attrs.Factory(list)


@attrs.define
class _Sketch:
    """What the text says of the whole table."""

    miners: dict[str, str] = attrs.Factory(dict)
    contents: dict[str, tuple[SaltAmount, int] | int] = attrs.Factory(dict)
    belongings: dict[int, _Belongings] = attrs.Factory(dict)
    assistants: dict[str, int] = attrs.Factory(dict)
    market: SaltAmount | None = None
    hired: int = 0
    offer: list[str | None] | None = None
    open_orders: list[RoyalOrder | None] | None = None
    stacked: int | None = None


def position(
    text: str = "",
    *,
    to_move: str = "A",
    players: int | None = None,
    phase: int = 1,
    round: int = 2,
    start: str = "A",
    actions_left: int | None = None,
    visited: Sequence[str] = (),
    passes: int = 0,
    arriving: int = 0,
    arrived: Sequence[str] = (),
    completed: int | None = None,
    ruleset: Ruleset = STANDARD,
) -> GameState:
    """
    Return the position that *text* describes, with the bank balanced and the invariants checked.

    The text is a list of entries, separated by ``|`` or line ends. What is not said is as plain as it can be: 10 groszy
    and no salt each, miners who are not on the board in stock, cards in the order in which the box lists them.

    ============================================== ==================================================================
    ``S1: AAB``                                    two rested miners of seat 0 and one of seat 1 in ``S1``
    ``1L2: Aa [BG/1]``                             one of seat 0's miners is tired; a brown and a green cube, 1 water
    ``1L3: [?/1]``                                 not revealed, with 1 water that a bucket brought
    ``A: 12 groszy, BBG, stock 3, left 1``         what seat 0 owns: money, salt, stock, miners in the castle line
    ``B: rope, 2 pickaxe, cart used, order BB=9``  tools and completed orders
    ``assistant market: C``                        seat 2's assistant at the market
    ``market: BBG``                                cubes at the market
    ``inn: 2``                                     miners hired in this phase
    ``workshop: rope cart -``                      tools on offer by slot, ``-`` for an empty one
    ``castle: BB=9 - GG=13, stack 2``              open orders by slot, and the size of the stack
    ============================================== ==================================================================

    A chamber with miners and without brackets is revealed and empty.

    >>> state = position("S1: A | S2: B | 1L1: AA [BBG/1]", to_move="B")
    >>> state.mine["1L1"].rested, state.to_move
    ((2, 0), 1)

    Args:
        text: The entries.
        to_move: The letter of the seat whose turn it is.
        players: The number of players; if not given, as many as letters appear, and at least 2.
        phase: 1 to 3.
        round: The round of the phase; in round 1 a turn has one action.
        start: The letter of the phase's starting player.
        actions_left: Actions left in the turn; all of them if not given.
        visited: Buildings visited in this turn.
        passes: Actions passed in this turn.
        arriving: Miners who wait at the castle for a delivery.
        arrived: Spaces that miners entered in the action a rope may continue.
        completed: Orders completed in this phase; all that the players own if not given and the phase is the first.
        ruleset: The rules to play by.

    Raises:
        MisuseError: the text cannot be read; the message names the entry.
        InvariantError: no game can lead there.
    """
    if not isinstance(text, str):
        raise MisuseError(f"{brief(text)} is no text of a position")
    sketch = _read(text)
    named = [*"".join(sketch.miners.values()).upper(), to_move, start]
    named += [LETTERS[seat] for seat in (*sketch.belongings, *sketch.assistants.values())]
    seats = players or max(MIN_PLAYERS, *(LETTERS.index(_letter(name)) + 1 for name in named))
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        raise MisuseError(f"{seats} players; {MIN_PLAYERS} to {MAX_PLAYERS} can play")
    turn_seat = LETTERS.index(to_move)
    if max(LETTERS.index(_letter(name)) for name in named) >= seats:
        raise MisuseError(f"the text names more seats than the {seats} players")
    owners = tuple(sketch.assistants.get(building) for building in ruleset.assistant_places)
    tiles, mine = _mine(sketch, ruleset, seats)
    owned = tuple(
        _player(sketch, ruleset, seats, seat, mine, owners, arriving if seat == turn_seat else 0)
        for seat in range(seats)
    )
    done = sum(len(player.orders) for player in owned) if completed is None and phase == 1 else completed or 0
    castle, orders = _castle(sketch, ruleset, seats, phase, owned, done)
    workshop, tools = _workshop(sketch, ruleset, phase, owned)
    state = GameState(
        ruleset=ruleset,
        phase=phase,
        round=round,
        start_seat=LETTERS.index(start),
        turn_seat=turn_seat,
        is_over=False,
        turn=Turn(
            ruleset.actions_in(round) if actions_left is None else actions_left,
            tuple(visited),
            passes,
            arriving,
            tuple(arrived),
        ),
        players=owned,
        mine=mine,
        assistant_seats=owners,
        market=ruleset.start_market if sketch.market is None else sketch.market,
        inn=Inn(sketch.hired),
        workshop=workshop,
        castle=castle,
        bank=Bank(0, NO_SALT, 0, (0,) * seats),
        extras_items=_extras(ruleset, seats, phase, owned, done),
        hidden=Hidden(tiles, orders, tools),
    )
    state = attrs.evolve(state, bank=_balanced_bank(state))
    check_invariants(state)
    return state


def _letter(name: str) -> str:
    if len(name) != 1 or name not in LETTERS:
        raise MisuseError(f"{name!r} is no seat; seats are the letters {LETTERS[0]} to {LETTERS[-1]}")
    return name


def _read(text: str) -> _Sketch:
    sketch = _Sketch()
    for entry in filter(None, map(str.strip, re.split(r"[|\n]", text))):
        key, colon, value = (part.strip() for part in entry.partition(":"))
        if not colon:
            raise MisuseError(f"entry {entry!r}: expected a name and a colon")
        try:
            _read_entry(sketch, key, value)
        except (ValueError, IndexError) as error:
            raise MisuseError(f"entry {entry!r}: {error}") from None
    return sketch


def _read_entry(sketch: _Sketch, key: str, value: str) -> None:
    if key in INDEX:
        match = re.fullmatch(r"([A-Da-d\s]*)(?:\[(.*)\])?", value)
        if match is None:
            raise ValueError("expected miners such as 'AAb' and contents such as '[BBG/1]'")
        sketch.miners[key] = re.sub(r"\s", "", match[1])
        if match[2] is not None:
            sketch.contents[key] = _contents(key, match[2])
    elif len(key) == 1 and key in LETTERS:
        belongings = sketch.belongings.setdefault(LETTERS.index(key), _Belongings())
        for item in filter(None, map(str.strip, value.split(","))):
            _read_item(belongings, item)
    elif key.startswith("assistant "):
        sketch.assistants[key.removeprefix("assistant ").strip()] = LETTERS.index(_letter(value))
    elif key == "market":
        sketch.market = SaltAmount.parse(value)
    elif key == "inn":
        sketch.hired = int(value)
    elif key == "workshop":
        sketch.offer = [None if tool == "-" else tool for tool in value.split()]
    elif key == "castle":
        orders, _, stack = value.partition(",")
        sketch.open_orders = [None if order == "-" else RoyalOrder.parse(order) for order in orders.split()]
        if stack:
            sketch.stacked = int(stack.split()[1])
    else:
        raise ValueError("no such entry")


def _contents(space: str, text: str) -> tuple[SaltAmount, int] | int:
    if space in SECTIONS:
        raise ValueError("a shaft section holds no cubes")
    if text.startswith("?"):
        return int(text[2:] or "0")
    tile = ChamberTile.parse(text)
    return tile.salt, tile.water


def _read_item(belongings: _Belongings, item: str) -> None:
    words = item.split()
    if len(words) == 2 and words[1] in ("grosz", "groszy"):
        belongings.money = int(words[0])
    elif len(words) == 2 and words[0] == "stock":
        belongings.stock = int(words[1])
    elif len(words) == 2 and words[0] == "right":
        belongings.right = int(words[1])
    elif len(words) == 2 and words[0] == "left":
        belongings.left = int(words[1])
    elif len(words) == 2 and words[0] == "order":
        belongings.orders.append(RoyalOrder.parse(words[1]))
    elif re.fullmatch(r"[BGW]+|-", item):
        belongings.salt = SaltAmount.parse(item)
    elif match := re.fullmatch(r"(?:(\d+) )?([a-z_]+)( used)?", item):
        belongings.tools += [ToolCard(match[2], bool(match[3]))] * int(match[1] or "1")
    else:
        raise ValueError(f"{item!r} is nothing a player owns")


def _mine(sketch: _Sketch, ruleset: Ruleset, seats: int) -> tuple[tuple[ChamberTile | None, ...], Mine]:
    """Return the face-down tiles and the mine; each revealed chamber gets a tile that can have held its salt."""
    held: dict[str, SaltAmount | None] = {}
    water: dict[str, int] = {}
    for chamber in CHAMBERS:
        contents = sketch.contents.get(chamber, (NO_SALT, 0) if sketch.miners.get(chamber) else 0)
        held[chamber], water[chamber] = (None, contents) if isinstance(contents, int) else contents
    faces: dict[str, ChamberTile] = {}
    for level, pieces in enumerate(ruleset.tiles, start=1):
        faces |= _laid([chamber for chamber in CHAMBERS if level_of(chamber) == level], held, pieces)
    is_open = tiles_lie_open(ruleset)
    spaces: list[Section] = []
    for space in SPACES:
        rested, tired = _counts(sketch.miners.get(space, ""), seats)
        if space in SECTIONS:
            spaces.append(Section(rested, tired))
            continue
        salt = held[space]
        known = salt is not None or is_open
        tile = faces[space] if known else None
        spaces.append(Chamber(rested, tired, salt is not None, salt or NO_SALT, water[space], tile))
    hidden = tuple(None if held[chamber] is not None or is_open else faces[chamber] for chamber in CHAMBERS)
    return hidden, Mine.of(tuple(spaces))


def _laid(
    chambers: Sequence[str], held: dict[str, SaltAmount | None], pieces: Sequence[ChamberTile]
) -> dict[str, ChamberTile]:
    """Lay *pieces* on *chambers* so that each revealed one's tile covers its salt."""
    # The fullest chambers choose first, and take the smallest tile that will do: with few tiles this always succeeds
    # where any way does, unless two amounts cannot be compared; then the search goes back and tries the next tile.
    order = sorted(chambers, key=lambda chamber: -(salt.total if (salt := held[chamber]) else -1))

    def lay(index: int, rest: list[ChamberTile]) -> dict[str, ChamberTile] | None:
        if index == len(order):
            return {}
        chamber = order[index]
        salt = held[chamber]
        for tile in sorted(set(rest), key=lambda tile: (tile.salt.total, str(tile))) if salt is not None else rest[:1]:
            if salt is None or tile.salt.covers(salt):
                left = list(rest)
                left.remove(tile)
                if (others := lay(index + 1, left)) is not None:
                    return {chamber: tile, **others}
        return None

    laid = lay(0, list(pieces))
    if laid is None:
        amounts = ", ".join(f"{chamber} {held[chamber]}" for chamber in order if held[chamber])
        raise MisuseError(f"no tiles of the level can have held this salt: {amounts}")
    return laid


def _counts(letters: str, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rested = tuple(letters.count(letter) for letter in LETTERS[:seats])
    tired = tuple(letters.count(letter.lower()) for letter in LETTERS[:seats])
    return rested, tired


def _player(
    sketch: _Sketch,
    ruleset: Ruleset,
    seats: int,
    seat: int,
    mine: Mine,
    owners: tuple[int | None, ...],
    arriving: int,
) -> Player:
    given = sketch.belongings.get(seat, _Belongings())
    on_board = sum(space.miners_of(seat) for space in mine.spaces) + owners.count(seat)
    on_board += given.right + given.left + arriving
    at_hand = max(0, by_players(ruleset.start_miners, seats) - on_board)
    return Player(
        name=LETTERS[seat],
        money=given.money,
        salt=given.salt,
        stock=at_hand if given.stock is None else given.stock,
        line_right=given.right,
        line_left=given.left,
        tools=tuple(given.tools),
        orders=tuple(given.orders),
    )


def _castle(
    sketch: _Sketch, ruleset: Ruleset, seats: int, phase: int, players: Sequence[Player], completed: int
) -> tuple[Castle, tuple[tuple[RoyalOrder, ...], ...]]:
    pieces = ruleset.orders[phase - 1]
    # What no earlier phase can have brought was completed in this one.
    owned = Counter(order for player in players for order in player.orders)
    done = (owned - Counter(order for orders in ruleset.orders[: phase - 1] for order in orders)).elements()
    slots = by_players(ruleset.open_orders, seats)
    rest = _without(pieces, done, "orders")
    if sketch.open_orders is None:
        opened: list[RoyalOrder | None] = list(rest[:slots])
    else:
        opened = sketch.open_orders
    rest = _without(rest, [order for order in opened if order is not None], "orders")
    left = len(pieces) - completed - sum(order is not None for order in opened)
    stack = rest[: left if sketch.stacked is None else sketch.stacked]
    opened += [None] * (slots - len(opened))
    piles = tuple(
        () if number < phase else tuple(stack) if number == phase else orders
        for number, orders in enumerate(ruleset.orders, start=1)
    )
    return Castle(tuple(opened), len(stack), completed), piles


def _workshop(
    sketch: _Sketch, ruleset: Ruleset, phase: int, players: Sequence[Player]
) -> tuple[Workshop, tuple[str, ...]]:
    owned = [card.tool for player in players for card in player.tools]
    rest = _without(ruleset.tools, owned, "tools")
    slots = len(ruleset.workshop_prices)
    unsold = max(0, min(ruleset.tools_per_phase, phase * ruleset.tools_per_phase - len(owned)))
    if sketch.offer is None:
        offer: list[str | None] = list(rest[: min(slots, unsold)])
    else:
        offer = sketch.offer
    rest = _without(rest, [tool for tool in offer if tool is not None], "tools")
    stack = max(0, unsold - sum(tool is not None for tool in offer)) if None not in offer else 0
    coming = (ruleset.phases - phase) * ruleset.tools_per_phase
    spare = len(ruleset.tools) - ruleset.phases * ruleset.tools_per_phase
    offer += [None] * (slots - len(offer))
    return Workshop(tuple(offer), stack), tuple(rest[: stack + coming + spare])


def _without(pieces: Iterable[_P], taken: Iterable[_P], name: str) -> list[_P]:
    """Return *pieces* less those *taken*, in their order."""
    rest = list(pieces)
    for piece in taken:
        if piece not in rest:
            raise MisuseError(f"there are not so many {name} {piece} in the box")
        rest.remove(piece)
    return rest


def _extras(
    ruleset: Ruleset, seats: int, phase: int, players: Sequence[Player], completed: int
) -> tuple[tuple[str, object], ...]:
    extras = {key: part.first(ruleset, seats) for key, part in ruleset.extras_parts.items()}
    if phase > 1:
        before, left = [], completed
        for player in players:
            now = min(left, len(player.orders))
            left -= now
            before.append(len(player.orders) - now)
        extras["seen"] = SeenPieces((), tuple(before))
    return tuple(sorted(extras.items()))


def _balanced_bank(state: GameState) -> Bank:
    """Return the bank that holds whatever is not on the table (SET-SUPPLY)."""
    ruleset, seats = state.ruleset, range(len(state.players))
    return Bank(
        money=ruleset.money_supply - sum(player.money for player in state.players),
        salt=ruleset.salt_supply - state.salt_on_table,
        water=ruleset.water_supply - state.water_on_table,
        miners=tuple(ruleset.miners_per_colour - state.miners_on_table(seat) for seat in seats),
    )
