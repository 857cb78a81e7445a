"""
Check that the parts of a state fit together, and that its pieces can lie on one table.

Later code can trust a checked state: seats, slots and ids exist, and the pieces come from one box. Pieces may be
missing: an extension may hold some, or a front end may set up any position. ``testing.check_invariants`` requires all
pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from ...engine.unseen import unseen_orders, unseen_tiles, unseen_tools
from ...errors import MalformedError, MisuseError
from ...model.mine import CHAMBERS, SECTIONS, Chamber, level_of
from ...model.mine.geometry import INDEX
from ...model.parts import MOST_ACTIONS, SEEN
from ...model.pieces import ORDER, PENDING_PILES, SALT_KINDS, TILE, TOOL, SaltAmount
from ...model.ruleset import Ruleset, most_water
from ...model.state import GameState, Pending, Turn
from ...model.state_frame import Fault, find_frame_faults
from ._extension_consistency import check_extension_data, find_unknown_piles


def check_parts(state: GameState) -> None:
    """Check that the parts of a state fit together. Raises ``MalformedError``, which names the first wrong place."""
    for place, complaint in find_faults(state):
        raise MalformedError(f"{place}: {complaint}")


def find_faults(state: GameState) -> Iterator[Fault]:
    """Yield the faults of *state*. Pieces are checked only if the frame (seats, phases, slots) is sound."""
    # The checks of pieces look up entries by seat, phase and slot, and the decks of pending cards. This would fail on a
    # faulty frame.
    frame = list(find_unknown_piles(state)) or list(_check_frame(state))
    yield from frame
    if frame:
        return
    if state.turn is not None:
        yield from _check_turn(state, state.turn)
    yield from _check_mine(state)
    yield from _check_miners(state)
    yield from _check_cubes(state)
    for level in range(1, len(state.ruleset.tiles) + 1):
        yield from _check_surplus("mine", _check_tiles(state, level))
    yield from _check_surplus("workshop", _check_tools(state))
    yield from _check_surplus("castle.open", _check_orders(state))
    yield from check_extension_data(state)
    pending = state.pending
    if pending is not None and pending.pile in PENDING_PILES:  # _check_course() checks pending cards of extensions.
        check = _check_pending_in_setup if state.turn is None else _check_pending_in_turn
        yield from check(state, pending)


def most_salt(ruleset: Ruleset, players: int) -> SaltAmount:
    """Return the maximum number of cubes of each kind outside the bank, including stand-ins (SET-SUPPLY)."""
    brought, supply = compute_salt_in_play(ruleset, players), ruleset.salt_supply
    return SaltAmount(*(max(supply.count(kind), brought.count(kind)) for kind in SALT_KINDS))


def compute_salt_in_play(ruleset: Ruleset, players: int) -> SaltAmount:
    """
    Return how many cubes of each kind can leave the bank in a game under the rulebook's rules.

    Salt leaves the bank at the start, with a tile, and to refill an empty market column between phases. Cubes that
    players buy were already in the market. A ruleset whose own rules add more salt must define a larger box.
    """
    brought = ruleset.start_market
    for amount in (*(ruleset.start_salt,) * players, *(tile.salt for tiles in ruleset.tiles for tile in tiles)):
        brought += amount
    return brought + SaltAmount(**dict.fromkeys(ruleset.market_refill, ruleset.phases - 1))


def _check_frame(state: GameState) -> Iterator[Fault]:
    """Yield faults in values that depend on the number of players, phases, slots and piles."""
    yield from find_frame_faults(state)
    # Until the game is over, it is always somebody's turn, except while a table is laid out before a phase's first turn
    # (SETUP-2).
    if (state.turn is None) != state.is_over and (state.turn is not None or state.pending is None):
        yield "turn", "must be null exactly when the game is over"
    seen, seats = state.extras.get(SEEN), len(state.players)
    if seen is not None and len(seen.orders) != seats:
        yield "extras.seen.orders", f"expected one entry for each of {seats} seats"


def _check_turn(state: GameState, turn: Turn) -> Iterator[Fault]:
    for place, actions in (("actions_left", turn.actions_left), ("passes", turn.passes)):
        if actions > MOST_ACTIONS:
            yield f"turn.{place}", f"{actions} actions exceed the limit of {MOST_ACTIONS} per turn"
    for building, visits in Counter(turn.visited).items():
        if building not in state.ruleset.building_ids:
            yield "turn.visited", f"{building!r} is not a building"
        elif visits > 1:
            yield "turn.visited", f"the {building} appears twice; a building can be visited once per turn (TURN-3)"
    for space, arrived in Counter(turn.arrived).items():
        if space not in INDEX:
            yield "turn.arrived", f"{space!r} is not a mine space"
        # A rope moves none of the miners that have just arrived, so all of them are still in the space and rested. The
        # reaction of an extension may move or tire them.
        elif arrived > (present := state.mine[space].rested[state.turn_seat]) and not state.ruleset.extensions:
            yield "turn.arrived", f"{arrived} in {space}, but that seat has {present} rested miners there (ROPE-1)"


def _check_mine(state: GameState) -> Iterator[Fault]:
    # If the box holds more salt than the rulebook's rules can bring into play, house rules may put salt anywhere.
    brought, supply = compute_salt_in_play(state.ruleset, len(state.players)), state.ruleset.salt_supply
    printed = [kind for kind in SALT_KINDS if supply.count(kind) <= brought.count(kind)]
    for section in SECTIONS:
        # Miners tire when they extract salt, which lies only in chambers.
        if any(state.mine[section].tired):
            yield f"mine.{section}", "tired miners in the shaft, where miners cannot work (MINE-2)"
    # In a public game the first miner enters a chamber before anybody knows its tile. Until the tile is turned up, the
    # chamber counts as not revealed.
    pending = state.pending
    entered = pending.place if pending is not None and state.turn is not None else None
    for chamber, here in state.mine.chambers():
        if not here.revealed and ((here.miners and chamber != entered) or here.salt):
            yield f"mine.{chamber}", "not revealed, but not empty (REVEAL-1)"
        yield from _check_tile(state, chamber, here)
        # Salt only ever leaves a chamber. Water has no such limit, because a bucket can carry water in (BUCKET-1).
        if here.tile is not None and any(here.salt.count(kind) > here.tile.salt.count(kind) for kind in printed):
            yield f"mine.{chamber}", f"holds {here.salt}, more than the tile's {here.tile.salt} (REVEAL-1)"


def _check_tile(state: GameState, chamber: str, here: Chamber) -> Iterator[Fault]:
    """Yield faults if a face-down tile is known or a face-up tile is unknown."""
    is_known, is_up = here.tile is not None, here.revealed or state.ruleset.mapped_mine
    if state.hidden is not None and is_known == (state.hidden.tile_of(chamber) is not None):
        complaint = "the tile is face up there" if is_known else "the face-down tile is missing"
        yield f"hidden.tiles.{chamber}", complaint
    # In a mapped mine all tiles lie face up, except while they are laid out one by one, as on a real table (VAR-MAP).
    elif is_known != is_up and not (is_up and not here.revealed and state.turn is None and state.pending is not None):
        yield f"mine.{chamber}.tile", "a tile must be known exactly if it is face up (REVEAL-1, VAR-MAP)"


def _check_miners(state: GameState) -> Iterator[Fault]:
    most = state.ruleset.miners_per_colour
    for seat, in_bank in enumerate(state.bank.miners):
        # No player has more miners than there are figures of a colour. Fewer may be in sight, because an extension can
        # keep some.
        if (on_table := state.miners_on_table(seat)) + in_bank > most:
            yield (
                f"players[{seat}]",
                f"{on_table} miners on the table and {in_bank} in the bank; a colour has only {most} (SET-SUPPLY)",
            )
    spaces = len(state.ruleset.inn_track) - state.inn_start
    if state.inn.hired > spaces:
        yield "inn.hired", f"{state.inn.hired} on a track of {spaces} spaces (INN-1)"


def _check_cubes(state: GameState) -> Iterator[Fault]:
    ruleset, salt, supply = state.ruleset, state.salt_on_table, state.ruleset.salt_supply
    most = most_salt(ruleset, len(state.players))
    for kind in SALT_KINDS:
        column = len(ruleset.market_column(kind))
        # Each cube in the market lies on its own price.
        if state.market.count(kind) > column:
            yield f"market.{kind}", f"{state.market.count(kind)} cubes in a column of {column} (MARKET-1)"
        if salt.count(kind) > most.count(kind):
            yield (
                "mine",
                f"{salt.count(kind)} {kind} cubes on the table; the limit is {most.count(kind)} (SET-SUPPLY)",
            )
        yield from _check_bank(f"salt.{kind}", state.bank.salt.count(kind), most.count(kind), supply.count(kind))
    if state.water_on_table > (flood := most_water(ruleset)):
        yield "mine", f"{state.water_on_table} water on the table; the limit is {flood} (SET-SUPPLY)"
    yield from _check_bank("water", state.bank.water, flood, ruleset.water_supply)


def _check_bank(place: str, in_bank: int, most: int, supply: int) -> Iterator[Fault]:
    """Yield a fault if the bank holds more than *supply* cubes, or less than *supply* minus *most*."""
    # If cubes run out, stand-ins are used and the bank's count drops below zero. The count is lowest when all cubes
    # that can ever be out are out.
    if not supply - most <= in_bank <= supply:
        yield f"bank.{place}", f"expected {supply - most} to {supply}, got {in_bank} (SET-SUPPLY)"


def _check_tools(state: GameState) -> Iterator[Fault]:
    for place, tool in _locate_tools(state):
        if tool not in state.ruleset.tools:
            yield place, f"{tool!r} is not a tool"
            # The pieces of an unknown tool cannot be counted below.
            return
    stack = state.workshop.stack
    if state.hidden is not None and stack > (hidden := len(state.hidden.tools)):
        yield "workshop.stack", f"{stack}, but {hidden} tools are hidden"
    unseen = unseen_tools(state)
    # The phase's stack contains some of the face-down tools. The others come in later phases, or have left the game
    # unseen.
    if stack > len(unseen):
        yield "workshop.stack", f"{stack}, but {len(unseen)} tools have not been seen"
    if state.hidden is not None:
        yield from _check_count("hidden.tools", state.hidden.tools, unseen)


def _locate_tools(state: GameState) -> Iterator[tuple[str, str]]:
    """Yield the tool cards in a state with their places."""
    for seat, player in enumerate(state.players):
        for card in player.tools:
            yield f"players[{seat}].tools", card.tool
    for tool in state.workshop.offer:
        if tool is not None:
            yield "workshop.offer", tool
    seen = state.extras.get(SEEN)
    for tool in seen.tools if seen is not None else ():
        yield "extras.seen.tools", tool
    for tool in state.hidden.tools if state.hidden is not None else ():
        yield "hidden.tools", tool


def _check_orders(state: GameState) -> Iterator[Fault]:
    castle, orders = state.castle, state.ruleset.orders
    if castle.completed > len(orders[state.phase - 1]):
        yield "castle.completed", f"{castle.completed} of the phase's {len(orders[state.phase - 1])} orders (CASTLE-3)"
    piles = () if state.hidden is None else state.hidden.orders
    # When the game is over, nobody counts the rest of the stacks (END-1).
    if piles and castle.stack != len(piles[state.phase - 1]) and not state.is_over:
        yield "castle.stack", f"{castle.stack}, but {len(piles[state.phase - 1])} orders are hidden"
    unseen = unseen_orders(state)
    if castle.stack > len(unseen):
        yield "castle.stack", f"{castle.stack}, but {len(unseen)} orders of the phase have not been seen"
    for phase, pile in enumerate(piles, start=1):
        place = f"hidden.orders[{phase - 1}]"
        if phase == state.phase:
            yield from _check_count(place, pile, unseen)
        # Any number of an earlier phase's orders may have gone to the box. A later phase's pile is still whole.
        elif phase < state.phase:
            yield from _check_count(place, pile, orders[phase - 1])
        elif Counter(pile) != Counter(orders[phase - 1]):
            yield place, f"not the royal orders of phase {phase} (SETUP-2)"


def _check_tiles(state: GameState, level: int) -> Iterator[Fault]:
    # The call itself checks that every tile in sight belongs to its level, so it is needed for public states, too.
    unseen = unseen_tiles(state, level)
    if state.hidden is not None:
        chambers = zip(CHAMBERS, state.hidden.tiles, strict=True)
        covered = [tile for chamber, tile in chambers if tile is not None and level_of(chamber) == level]
        yield from _check_count("hidden.tiles", covered, unseen)


def _check_surplus(place: str, found: Iterator[Fault]) -> Iterator[Fault]:
    """Yield the faults in *found*, and a fault at *place* if more pieces are in sight than exist."""
    # The functions of engine.unseen raise MisuseError in that case.
    try:
        yield from found
    except MisuseError as error:
        yield place, str(error)


def _check_count(place: str, pieces: Iterable[Hashable], among: Iterable[Hashable]) -> Iterator[Fault]:
    """Yield a fault if *pieces* contains more copies of a piece than *among* does."""
    if extra := Counter(pieces) - Counter(among):
        yield place, f"too many {', '.join(sorted(map(str, extra)))} (SET-SUPPLY)"


def _check_pending_in_turn(state: GameState, pending: Pending) -> Iterator[Fault]:
    """Yield the faults of a piece that is pending during a turn (REVEAL-1, CASTLE-3, SHOP-1)."""
    if pending.pile == TILE:
        here = state.mine[str(pending.place)]
        # The tile is pending because a miner has just entered. No other miner can enter before the tile is turned up,
        # so this miner is alone there, and rested.
        if here.miners != here.rested[state.turn_seat]:
            yield f"mine.{pending.place}", "not revealed, so only rested miners of the player may be there (REVEAL-1)"
    if pending.pile == ORDER and not (state.castle.completed and state.player.orders):
        yield "pending", "an order is turned up only after one is completed, but the player has none (CASTLE-3)"
    if pending.pile == TOOL and not state.player.tools:
        yield "pending", "a tool is turned up only after one is bought, but the player has none (SHOP-1)"


def _check_pending_in_setup(state: GameState, pending: Pending) -> Iterator[Fault]:
    """Yield the faults of a piece that is pending while a game or a phase is set up (SETUP-2)."""
    castle, workshop, ruleset = state.castle, state.workshop, state.ruleset
    if pending.pile == TILE and (not ruleset.mapped_mine or state.phase > 1):
        yield "pending", "a tile is laid face up only in a mapped mine, at the start of the game (VAR-MAP)"
    if state.round != 1 or castle.completed or state.inn.hired or state.mine.occupied:
        yield "pending", "cards are laid out only before the phase's first turn, when no miner is at work (SETUP-2)"
    # A table is laid out in a fixed order: the tiles of a mapped mine, the orders, the tools. Each row begins at its
    # first place. So nothing may lie after a gap, or in a row whose turn has not come.
    tiles = [here.tile for _, here in state.mine.chambers()]
    rows: tuple[tuple[str, Sequence[object]], ...] = (("castle.open", castle.open), ("workshop.offer", workshop.offer))
    if ruleset.mapped_mine:
        rows = (("mine", tiles), *rows)
    for place, row in rows:
        if any(piece is not None for piece in row[_count_pieces(row) :]):
            yield place, "a piece comes after one that is still pending (SETUP-2)"
    if pending.pile == TILE and any(castle.open):
        yield "castle.open", "laid out before the tiles (SETUP-1)"
    if pending.pile != TOOL and any(workshop.offer):
        yield "workshop.offer", "laid out before the orders (SETUP-2)"
    orders, tools = len(ruleset.orders[state.phase - 1]), ruleset.tools_per_phase
    if castle.stack != orders - _count_pieces(castle.open):
        yield (
            "castle.stack",
            f"{castle.stack}, but {_count_pieces(castle.open)} of {orders} orders are laid out (SETUP-2)",
        )
    # The first phase's tools are stacked from the beginning. The tools of a later phase come to the workshop once the
    # phase's orders have been laid out.
    stack = tools - _count_pieces(workshop.offer) if state.phase == 1 or pending.pile == TOOL else 0
    if workshop.stack != stack:
        yield "workshop.stack", f"expected {stack} before the phase's first turn, got {workshop.stack} (SETUP-2)"


def _count_pieces(row: Sequence[object]) -> int:
    """Count the pieces in a row before the first gap."""
    return row.index(None) if None in row else len(row)
