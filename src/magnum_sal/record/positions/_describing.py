"""Describe a state as a short text from which the same state can be rebuilt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias

from ...errors import MalformedError, MisuseError
from ...errors.messages import brief, form_for
from ...model.mine import CORRIDORS, SECTIONS, Chamber
from ...model.parts import SEEN
from ...model.pieces import NO_SALT, SEAT_LETTERS, ChamberTile
from ...model.ruleset import Ruleset
from ...model.ruleset_registry import find_ruleset, is_registered
from ...model.state import GameState, check_state
from ...rules.standard import STANDARD
from ._parsing import NOTHING, escape_bars, format_identifier, format_name, read_into
from ._position_text import BankText, Belongings, Contents, PositionText, plain_money
from ._state_building import build_table


def sketch(state: GameState) -> str:
    r"""
    Return a short text from which ``position`` rebuilds *state*.

    The text leaves out everything that ``position`` fills in, such as the bank and the tiles of untouched chambers. It
    names face-down pieces only if their order differs from the order in the box.

    >>> from magnum_sal.testing import position
    >>> sketch(position("S2: B | S1: AB", to_move="B", players=3))
    'players: A, B, C | turn: B\nS1: AB | S2: B'

    Args:
        state: A full or a public state.

    Raises:
        MisuseError: the ruleset is not registered, so its name cannot identify it. Also raised if an
            extension's part has no JSON form, or a count is negative.
    """
    check_state(state)
    try:
        # People paste the text into tests and reports, so it must describe exactly this state. To verify this, parse
        # the text and rebuild the state.
        text = "\n".join(_lines(_build_description(state)))
        said = PositionText(STANDARD)
        read_into(said, text)
        is_told = build_table(said) == state
    except MalformedError as error:
        raise MisuseError(f"the state has no text: {error}") from None
    if not is_told:
        raise MisuseError(f"the state has no text: {brief(text)} describes another state")
    return text


def _build_description(state: GameState) -> PositionText:
    """Return the basic facts of *state*, and each part that cannot be derived from them."""
    # Build the table from the facts so far, compare it with the state, and add the parts that differ one by one. The
    # table is rebuilt after each addition, because later parts can follow from an added part.
    said = _facts(state)
    told = build_table(said)
    for part, say in _FOLLOWING:
        if part(told) != part(state):
            say(said, told, state)
            told = build_table(said)
    said.belongings = {seat: owned for seat, owned in said.belongings.items() if owned != Belongings()}
    if said.names == tuple(SEAT_LETTERS[: said.count_seats()]):
        said.names = None
    return said


def _facts(state: GameState) -> PositionText:
    turn = state.turn
    said = PositionText(
        state.ruleset,
        is_public=state.is_public,
        names=tuple(player.name for player in state.players),
        phase=state.phase,
        round=state.round,
        start_seat=state.start_seat,
        turn_seat=state.turn_seat,
        is_over=state.is_over,
        is_setup=turn is None and not state.is_over,
        belongings={
            seat: Belongings(
                money=None if player.money == plain_money(state.ruleset) else player.money,
                salt=player.salt,
                right=player.line_right,
                left=player.line_left,
                tools=list(player.tools),
                orders=list(player.orders),
            )
            for seat, player in enumerate(state.players)
        },
        assistants={building: seat for building, seat in state.assistants.items() if seat is not None},
        hired=state.inn.hired,
    )
    if turn is not None:
        said.visited, said.passes, said.arriving, said.arrived = turn.visited, turn.passes, turn.arriving, turn.arrived
    if turn is None and state.turn_seat == state.start_seat:
        said.turn_seat = None
    for space, here in state.mine.items():
        said.miners[space] = _letters(here.rested) + _letters(here.tired).lower()
        if isinstance(here, Chamber) and (here.revealed or here.water or here.miners):
            said.contents[space] = Contents.of(here)
    return said


def _letters(miners: tuple[int, ...]) -> str:
    return "".join(letter * count for letter, count in zip(SEAT_LETTERS, miners, strict=False))


def _list_covered_tiles(state: GameState) -> list[ChamberTile | None]:
    """Return the tiles of the chambers that are not revealed, with None for unknown tiles."""
    hidden = state.hidden
    return [
        here.tile if hidden is None or here.tile is not None else hidden.tile_of(chamber)
        for chamber, here in state.mine.chambers()
        if not here.revealed
    ]


def _say_tiles(said: PositionText, _: GameState, state: GameState) -> None:
    said.tiles = [tile for tile in _list_covered_tiles(state) if tile is not None]


def _say_stocks(said: PositionText, told: GameState, state: GameState) -> None:
    for seat, player in enumerate(state.players):
        if told.players[seat].stock != player.stock:
            said.belongings[seat].stock = player.stock


def _say_orders(said: PositionText, told: GameState, state: GameState) -> None:
    if state.hidden is not None and told.hidden is not None:
        for phase, (expected, pile) in enumerate(zip(told.hidden.orders, state.hidden.orders, strict=True), start=1):
            if expected != pile:
                said.orders[phase] = list(pile)


def _say_order_stack(said: PositionText, _: GameState, state: GameState) -> None:
    # If the text gives the size of the stack, ``build_table`` truncates the phase's pile to it. So the pile must be
    # named, too.
    said.order_stack = state.castle.stack
    if state.hidden is not None:
        said.orders[state.phase] = list(state.hidden.orders[state.phase - 1])


def _say_extras(said: PositionText, told: GameState, state: GameState) -> None:
    for key, value in state.extras_items:
        if told.extras.get(key) != value:
            if key == SEEN:
                said.seen = value
            elif key in state.ruleset.decks and not state.ruleset.decks[key].reshuffles:
                said.decks[key] = (value.up, value.order)
            else:
                from ..serialization import to_json  # The import is slow, and only extensions need it.

                said.extras[key] = to_json(value)


def _say_bank(said: PositionText, told: GameState, state: GameState) -> None:
    for field in ("money", "salt", "water", "miners"):
        if getattr(told.bank, field) != (held := getattr(state.bank, field)):
            setattr(said.bank, field, held)


_Part: TypeAlias = Callable[[GameState], Any]
_Say: TypeAlias = Callable[[PositionText, GameState, GameState], None]


def _say_as_is(field: str, part: _Part) -> tuple[_Part, _Say]:
    """Return a part of the state, and a function that copies it to a field of ``PositionText``."""
    return part, lambda said, _, state: setattr(said, field, part(state))


_CASTLE: Final[tuple[tuple[_Part, _Say], ...]] = (
    (lambda state: state.extras_items, _say_extras),
    _say_as_is("open_orders", lambda state: state.castle.open),
    (lambda state: state.hidden and state.hidden.orders, _say_orders),
    (lambda state: state.castle.stack, _say_order_stack),
)
"""The parts with royal orders, and the parts that rules have added, including ``seen``."""

# The order matters, because each part is compared with a table that contains all earlier parts. A part comes after the
# parts from which it follows. The stack of orders, for example, follows from the completed and open orders. The bank
# comes last, because it holds all pieces that are nowhere else.
_FOLLOWING: Final[tuple[tuple[_Part, _Say], ...]] = (
    _say_as_is("actions_left", lambda state: state.turn and state.turn.actions_left),
    _say_as_is("market", lambda state: state.market),
    (lambda state: [player.stock for player in state.players], _say_stocks),
    (_list_covered_tiles, _say_tiles),
    _say_as_is("completed", lambda state: state.castle.completed),
    # The default of ``seen`` follows from the orders that the text names, and the default of the orders at the castle
    # follows from ``seen``. So these parts are compared twice: after the second time, a change of one of them cannot
    # change another.
    *_CASTLE * 2,
    _say_as_is("offer", lambda state: state.workshop.offer),
    _say_as_is("tool_stack", lambda state: state.workshop.stack),
    _say_as_is("tools", lambda state: state.hidden and state.hidden.tools),
    (lambda state: state.bank, _say_bank),
)
"""The parts that are often implied by earlier ones, each with the function that adds it to the text."""


def _lines(said: PositionText) -> Iterator[str]:
    """Yield the lines of the text. Related entries share a line."""
    groups = (
        _frame(said),
        *([entry] for entry in _players(said)),
        *(_spaces(said, spaces) for spaces in (SECTIONS, *CORRIDORS)),
        _town(said),
        *([entry] for entry in _cards(said)),
        *([entry] for entry in _rest(said)),
    )
    return filter(None, map(" | ".join, groups))


def _frame(said: PositionText) -> Iterator[str]:
    if said.ruleset != STANDARD:
        yield f"ruleset: {_ruleset(said.ruleset)}"
    if said.is_public:
        yield "public"
    if said.names is not None:
        yield f"players: {', '.join(map(format_name, said.names))}"
    if turn := ", ".join(_turn_items(said)):
        to_move = [] if said.turn_seat is None else [SEAT_LETTERS[said.turn_seat]]
        yield f"turn: {', '.join([*to_move, turn])}"
    elif said.turn_seat:
        yield f"turn: {SEAT_LETTERS[said.turn_seat]}"


def _ruleset(ruleset: Ruleset) -> str:
    if not is_registered(ruleset):
        raise MisuseError(f"{ruleset!r} is not registered, so a text cannot name it")
    # The name stands for the registered ruleset. Only the switches that differ from that ruleset must be written.
    usual = find_ruleset(ruleset.name)
    switches = []
    for switch in ruleset.switches:
        value = ruleset.setting(switch.name)
        if value != usual.setting(switch.name):
            switches.append(switch.name if value is True else f"{switch.name} {json.dumps(value)}")
    return ", ".join((format_name(ruleset.name), *switches))


def _turn_items(said: PositionText) -> Iterator[str]:
    plain = PositionText(said.ruleset)
    if said.is_over:
        yield "over"
    if said.is_setup:
        yield "setup"
    yield from _unusual_items(
        ("phase", said.phase, plain.phase),
        ("round", said.round, plain.round),
        ("start", SEAT_LETTERS[said.start_seat], SEAT_LETTERS[plain.start_seat]),
        ("actions", said.actions_left, None),
        ("visited", " ".join(said.visited), ""),
        ("passes", said.passes, 0),
        ("arriving", said.arriving, 0),
        ("arrived", " ".join(said.arrived), ""),
    )


def _unusual_items(*items: tuple[str, object, object]) -> Iterator[str]:
    """Yield each word with its value, unless the value is the default. An item is (word, value, default)."""
    return (f"{word} {value}" for word, value, usual in items if value != usual)


def _players(said: PositionText) -> Iterator[str]:
    for seat, belongings in said.belongings.items():
        if items := ", ".join(_belongings(belongings)):
            yield f"{SEAT_LETTERS[seat]}: {items}"


def _belongings(owned: Belongings) -> Iterator[str]:
    if owned.money is not None:
        yield _groszy(owned.money)
    if owned.salt != NO_SALT:
        yield str(owned.salt)
    yield from _unusual_items(("stock", owned.stock, None), ("left", owned.left, 0), ("right", owned.right, 0))
    for card, alike in groupby(owned.tools):
        cards = len(list(alike))
        number = f"{cards} " if cards > 1 else ""
        yield f"{number}{format_identifier(card.tool)}{' used' if card.used else ''}"
    if owned.orders:
        yield f"order{'s' * (len(owned.orders) > 1)} {_pieces(owned.orders)}"


def _spaces(said: PositionText, spaces: Iterable[str]) -> Iterator[str]:
    for space in spaces:
        parts = [said.miners[space]] if said.miners.get(space) else []
        if (here := said.contents.get(space)) is not None:
            lying = "?" if here.salt is None else str(here.salt)
            printed = "" if here.tile is None else f" of {here.tile}"
            parts.append(f"[{lying}/{here.water}{printed}]")
        if parts:
            yield f"{space}: {' '.join(parts)}"


def _town(said: PositionText) -> Iterator[str]:
    for building, seat in said.assistants.items():
        yield f"assistant {building}: {SEAT_LETTERS[seat]}"
    if said.market is not None:
        yield f"market: {said.market}"
    if said.hired:
        yield f"inn: {said.hired}"


def _cards(said: PositionText) -> Iterator[str]:
    workshop = [] if said.offer is None else [_slots(tool and format_identifier(tool) for tool in said.offer)]
    workshop += _unusual_items(("stack", said.tool_stack, None))
    castle = [] if said.open_orders is None else [_slots(said.open_orders)]
    castle += _unusual_items(("stack", said.order_stack, None), ("completed", said.completed, None))
    for place, parts in (("workshop", workshop), ("castle", castle)):
        if parts:
            yield f"{place}: {', '.join(parts)}"


def _rest(said: PositionText) -> Iterator[str]:
    """Yield the entries for face-down pieces and for data that only the rules track."""
    if said.tiles is not None:
        yield f"tiles: {_pieces(said.tiles)}"
    for phase, orders in said.orders.items():
        yield f"orders {phase}: {_pieces(orders)}"
    if said.tools is not None:
        yield f"tools: {_pieces(map(format_identifier, said.tools))}"
    if said.seen is not None:
        tools = f"tools {_pieces(map(format_identifier, said.seen.tools))}, " if said.seen.tools else ""
        yield f"seen: {tools}orders {_pieces(said.seen.orders)}"
    for key, (up, following) in said.decks.items():
        coming = [f"next {_pieces(map(format_identifier, following))}"] if following else []
        yield f"deck {format_identifier(key)}: {', '.join([_pieces(map(format_identifier, up)), *coming])}"
    for key, value in said.extras.items():
        yield f"extra {format_identifier(key)}: {escape_bars(value)}"
    if bank := ", ".join(_bank(said.bank)):
        yield f"bank: {bank}"


def _bank(bank: BankText) -> Iterator[str]:
    if bank.money is not None:
        yield _groszy(bank.money)
    if bank.salt is not None:
        # The bank's counts may be negative, which letters cannot express, so write three numbers.
        yield f"salt {bank.salt.brown} {bank.salt.green} {bank.salt.white}"
    yield from _unusual_items(("water", bank.water, None))
    if bank.miners is not None:
        yield f"miners {_pieces(bank.miners)}"


def _groszy(money: int) -> str:
    return f"{money} {form_for(money, ('grosz', 'groszy'))}"


def _slots(pieces: Iterable[object | None]) -> str:
    return " ".join(NOTHING if piece is None else str(piece) for piece in pieces)


def _pieces(pieces: Iterable[object]) -> str:
    return " ".join(map(str, pieces)) or NOTHING
