"""
Whether the parts of a state fit each other, and whether its pieces can lie on one table.

What is asked is what keeps every later question about the state short and sound: seats, slots and ids that exist, and
of every kind of piece no more than the ruleset's box holds. That nothing is missing is not asked: an extension may keep
pieces in a part of its own, and a front end may set up any table. ``testing.check_invariants`` asks for that too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from typing import Final, TypeVar

from ...engine.unseen import unseen_orders, unseen_tiles, unseen_tools
from ...errors import MalformedError, MisuseError
from ...model.mine import CHAMBERS, SECTIONS, Chamber, level_of
from ...model.mine.geometry import INDEX
from ...model.open_tiles import tiles_lie_open
from ...model.pieces import SALT_KINDS, SaltAmount
from ...model.ruleset import Ruleset, by_players
from ...model.state import GameState, Turn
from ._extended import extended_misfits
from ._waiting import Misfit, waiting

_T = TypeVar("_T")

MOST_ACTIONS: Final = 100
"""The most actions, left or passed, of a turn that is read. A turn has two; an extension may give some more."""


def check_parts(state: GameState) -> None:
    """
    Check that the parts of a state fit each other.

    Raises:
        MalformedError: they do not; the message names the first place.
    """
    for place, complaint in misfits(state):
        raise MalformedError(f"{place}: {complaint}")


def misfits(state: GameState) -> Iterator[Misfit]:
    """Yield what does not fit; the pieces are asked about only where the frame holds."""
    frame = list(_frame(state))
    yield from frame
    if frame:
        return
    if state.turn is not None:
        yield from _turn(state, state.turn)
    yield from _mine(state)
    yield from _miners(state)
    yield from _cubes(state)
    yield from _tiles(state)
    yield from _tools(state)
    yield from _orders(state)
    yield from extended_misfits(state)
    if state.pending is not None:
        yield from waiting(state, state.pending)


def most_salt(ruleset: Ruleset, players: int) -> SaltAmount:
    """Return the most cubes of each kind that can ever be outside the bank, stand-ins included (SET-SUPPLY)."""
    brought, supply = salt_brought(ruleset, players), ruleset.salt_supply
    return SaltAmount(*(max(supply.of(kind), brought.of(kind)) for kind in SALT_KINDS))


def salt_brought(ruleset: Ruleset, players: int) -> SaltAmount:
    """
    Return how many cubes of each kind the rulebook's rules can bring out of the bank in a game.

    Salt comes at the start, with a tile, and to an empty column of the market between phases; what a player buys, a
    player or the set-up has put there. A ruleset whose own rules bring more says so by a larger box.
    """
    brought = ruleset.start_market
    for amount in (*(ruleset.start_salt,) * players, *(tile.salt for tiles in ruleset.tiles for tile in tiles)):
        brought += amount
    return brought + SaltAmount(**dict.fromkeys(ruleset.market_refill, ruleset.phases - 1))


def most_water(ruleset: Ruleset) -> int:
    """Return the most cubes of water that can ever be in the mine, stand-ins included (SET-SUPPLY)."""
    return max(ruleset.water_supply, sum(tile.water for tiles in ruleset.tiles for tile in tiles))


def _frame(state: GameState) -> Iterator[Misfit]:
    """Yield what does not fit the number of players, phases, slots and piles."""
    ruleset, seats = state.ruleset, len(state.players)
    if not 1 <= state.phase <= ruleset.phases:
        yield "phase", f"{state.phase} is not 1 to {ruleset.phases}"
    if state.round < 1:
        yield "round", f"{state.round} is not 1 or more"
    if (state.turn is None) != state.is_over and (state.turn is not None or state.pending is None):
        yield "turn", "is null exactly when the game is over"
    for place, seat in (("start_seat", state.start_seat), ("to_move", state.turn_seat)):
        if seat >= seats:
            yield place, f"{seat} is not a seat of {seats} players"
    if len(state.bank.miners) != seats:
        yield "bank.miners", f"not one entry for each of {seats} seats"
    for building, owner in state.assistants.items():
        if owner is not None and owner >= seats:
            yield f"assistants.{building}", f"{owner} is not a seat"
    if len(state.workshop.offer) != (slots := len(ruleset.workshop_prices)):
        yield "workshop.offer", f"not one entry for each of {slots} slots"
    if len(state.castle.open) != (slots := by_players(ruleset.open_orders, seats)):
        yield "castle.open", f"not one entry for each of {slots} slots"
    seen = state.extras.get("seen")
    if seen is not None and len(seen.orders) != seats:
        yield "extras.seen.orders", f"not one entry for each of {seats} seats"
    if state.hidden is not None and len(state.hidden.orders) != ruleset.phases:
        yield "hidden.orders", f"not one pile for each of {ruleset.phases} phases"


def _turn(state: GameState, turn: Turn) -> Iterator[Misfit]:
    for place, actions in (("actions_left", turn.actions_left), ("passes", turn.passes)):
        if actions > MOST_ACTIONS:
            yield f"turn.{place}", f"{actions} actions are more than the {MOST_ACTIONS} of any turn"
    for building, visits in Counter(turn.visited).items():
        if building not in state.ruleset.building_ids:
            yield "turn.visited", f"{building!r} is no building"
        elif visits > 1:
            yield "turn.visited", f"the {building} twice; a building is visited once a turn (TURN-3)"
    for space, arrived in Counter(turn.arrived).items():
        if space not in INDEX:
            yield "turn.arrived", f"{space!r} is no mine space"
        elif arrived > (present := state.mine[space].rested[state.turn_seat]):
            yield "turn.arrived", f"{arrived} in {space}, where {present} rested miners of that seat stand (ROPE-1)"


def _mine(state: GameState) -> Iterator[Misfit]:
    # Where the box is larger than what the rulebook's rules bring, rules of the house may put salt anywhere.
    brought, supply = salt_brought(state.ruleset, len(state.players)), state.ruleset.salt_supply
    printed = [kind for kind in SALT_KINDS if supply.of(kind) <= brought.of(kind)]
    for section in SECTIONS:
        if any(state.mine[section].tired):
            yield f"mine.{section}", "tired miners in the shaft, where nobody works (MINE-2)"
    pending = state.pending
    entered = pending.place if pending is not None and state.turn is not None else None
    for chamber, here in state.mine.chambers():
        if not here.revealed and ((here.miners and chamber != entered) or here.salt):
            yield f"mine.{chamber}", "not revealed, but not empty (REVEAL-1)"
        yield from _tile(state, chamber, here)
        if here.tile is not None and any(here.salt.of(kind) > here.tile.salt.of(kind) for kind in printed):
            yield f"mine.{chamber}", f"holds {here.salt}, more than the tile's {here.tile.salt} (REVEAL-1)"


def _tile(state: GameState, chamber: str, here: Chamber) -> Iterator[Misfit]:
    """Yield where a tile is known that lies face down, or the other way round."""
    is_known, is_up = here.tile is not None, here.revealed or tiles_lie_open(state.ruleset)
    if state.hidden is not None and is_known == (state.hidden.tile_of(chamber) is not None):
        complaint = "the tile lies there face up" if is_known else "the face-down tile is missing"
        yield f"hidden.tiles.{chamber}", complaint
    elif is_known != is_up and not (is_up and not here.revealed and state.turn is None and state.pending is not None):
        yield f"mine.{chamber}.tile", "a tile is known exactly where it lies face up (REVEAL-1, VAR-MAP)"


def _miners(state: GameState) -> Iterator[Misfit]:
    most = state.ruleset.miners_per_colour
    for seat, in_bank in enumerate(state.bank.miners):
        if (on_table := state.miners_on_table(seat)) + in_bank > most:
            yield f"players[{seat}]", f"{on_table} miners and {in_bank} in the bank; a colour has {most} (SET-SUPPLY)"
    spaces = len(state.ruleset.inn_track) - state.inn_start
    if state.inn.hired > spaces:
        yield "inn.hired", f"{state.inn.hired} on a track of {spaces} spaces (INN-1)"


def _cubes(state: GameState) -> Iterator[Misfit]:
    ruleset, salt = state.ruleset, state.salt_on_table
    most = most_salt(ruleset, len(state.players))
    for kind in SALT_KINDS:
        column = len(ruleset.market_column(kind))
        if state.market.of(kind) > column:
            yield f"market.{kind}", f"{state.market.of(kind)} cubes in a column of {column} (MARKET-1)"
        if salt.of(kind) > most.of(kind):
            yield (
                "mine",
                f"{salt.of(kind)} {kind} cubes on the table; there can be {most.of(kind)} at most (SET-SUPPLY)",
            )
        yield from _in_bank(f"salt.{kind}", state.bank.salt.of(kind), most.of(kind), ruleset.salt_supply.of(kind))
    if state.water_on_table > (flood := most_water(ruleset)):
        yield "mine", f"{state.water_on_table} water on the table; there can be {flood} at most (SET-SUPPLY)"
    yield from _in_bank("water", state.bank.water, flood, ruleset.water_supply)


def _in_bank(place: str, in_bank: int, most: int, supply: int) -> Iterator[Misfit]:
    """Yield where the bank holds more than the box, or less than nothing after the *most* that can be out."""
    if not supply - most <= in_bank <= supply:
        yield f"bank.{place}", f"{in_bank} is not from {supply - most} to {supply}, as the box has it (SET-SUPPLY)"


def _tools(state: GameState) -> Iterator[Misfit]:
    for place, tool in _named_tools(state):
        if tool not in state.ruleset.tools:
            yield place, f"{tool!r} is no tool"
            return
    stack = state.workshop.stack
    if state.hidden is not None and stack > (hidden := len(state.hidden.tools)):
        yield "workshop.stack", f"{stack} while {hidden} tools are hidden"
    unseen, strange = _unseen("workshop", lambda: unseen_tools(state))
    yield from strange
    if strange:
        return
    if stack > len(unseen):
        yield "workshop.stack", f"{stack} while {len(unseen)} tools are not in sight"
    if state.hidden is not None:
        yield from _too_many("hidden.tools", state.hidden.tools, unseen)


def _named_tools(state: GameState) -> Iterator[tuple[str, str]]:
    """Yield the tool cards in a state with their places."""
    for seat, player in enumerate(state.players):
        for card in player.tools:
            yield f"players[{seat}].tools", card.tool
    for tool in state.workshop.offer:
        if tool is not None:
            yield "workshop.offer", tool
    seen = state.extras.get("seen")
    for tool in seen.tools if seen is not None else ():
        yield "extras.seen.tools", tool
    for tool in state.hidden.tools if state.hidden is not None else ():
        yield "hidden.tools", tool


def _orders(state: GameState) -> Iterator[Misfit]:
    castle, orders = state.castle, state.ruleset.orders
    if castle.completed > len(orders[state.phase - 1]):
        yield "castle.completed", f"{castle.completed} of the phase's {len(orders[state.phase - 1])} orders (CASTLE-3)"
    piles = () if state.hidden is None else state.hidden.orders
    if piles and castle.stack != len(piles[state.phase - 1]) and not state.is_over:
        yield "castle.stack", f"{castle.stack} while {len(piles[state.phase - 1])} orders are hidden"
    unseen, strange = _unseen("castle.open", lambda: unseen_orders(state))
    yield from strange
    if strange:
        return
    if castle.stack > len(unseen):
        yield "castle.stack", f"{castle.stack} while {len(unseen)} orders of the phase are not in sight"
    for phase, pile in enumerate(piles, start=1):
        place = f"hidden.orders[{phase - 1}]"
        if phase == state.phase:
            yield from _too_many(place, pile, unseen)
        elif phase < state.phase:
            yield from _too_many(place, pile, orders[phase - 1])
        elif Counter(pile) != Counter(orders[phase - 1]):
            yield place, f"not the royal orders of phase {phase} (SETUP-2)"


def _tiles(state: GameState) -> Iterator[Misfit]:
    for level in range(1, len(state.ruleset.tiles) + 1):
        unseen, strange = _unseen("mine", partial(unseen_tiles, state, level))
        yield from strange
        if state.hidden is not None and not strange:
            chambers = zip(CHAMBERS, state.hidden.tiles, strict=True)
            covered = [tile for chamber, tile in chambers if tile is not None and level_of(chamber) == level]
            yield from _too_many("hidden.tiles", covered, unseen)


def _unseen(place: str, ask: Callable[[], list[_T]]) -> tuple[list[_T], list[Misfit]]:
    """Return the pieces that are not in sight; or, where more are in sight than there are, what is wrong."""
    try:
        return ask(), []
    except MisuseError as error:
        return [], [(place, str(error))]


def _too_many(place: str, pieces: Iterable[Hashable], among: Iterable[Hashable]) -> Iterator[Misfit]:
    """Yield where there are more of some *pieces* than there are *among* those that can lie there."""
    if extra := Counter(pieces) - Counter(among):
        yield place, f"too many {', '.join(sorted(map(str, extra)))} (SET-SUPPLY)"
