"""Writing: the text that says what is to be said of a position, and leaves out what is plain."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby

from ...errors import MisuseError
from ...errors.messages import form_for
from ...model.mine import CORRIDORS, SECTIONS
from ...model.pieces import NO_SALT, SEAT_LETTERS, SaltAmount, ToolCard
from ...model.ruleset import Ruleset, is_registered, registered
from ...rules.standard import STANDARD
from ._said import PLAIN_MONEY, BankSaid, Belongings, Said
from ._words import NOTHING, barless, identifier, name


def lines(said: Said) -> Iterator[str]:
    """Yield the lines of the text: what belongs together stands on one line."""
    groups = (
        _frame(said),
        *([entry] for entry in _players(said)),
        *(_spaces(said, spaces) for spaces in (SECTIONS, *CORRIDORS)),
        _town(said),
        *([entry] for entry in _cards(said)),
        *([entry] for entry in _rest(said)),
    )
    return filter(None, map(" | ".join, groups))


def _frame(said: Said) -> Iterator[str]:
    if said.ruleset != STANDARD:
        yield f"ruleset: {_ruleset(said.ruleset)}"
    if said.is_public:
        yield "public"
    if said.names is not None:
        yield f"players: {', '.join(map(name, said.names))}"
    if turn := ", ".join(_turn(said)):
        to_move = [] if said.turn_seat is None else [SEAT_LETTERS[said.turn_seat]]
        yield f"turn: {', '.join([*to_move, turn])}"
    elif said.turn_seat:
        yield f"turn: {SEAT_LETTERS[said.turn_seat]}"


def _ruleset(ruleset: Ruleset) -> str:
    if not is_registered(ruleset):
        raise MisuseError(f"{ruleset!r} is not registered, so its name in a text would mean another game")
    usual = registered(ruleset.name)
    switches = []
    for switch in ruleset.switches:
        value = ruleset.setting(switch.name)
        if value != usual.setting(switch.name):
            switches.append(switch.name if value is True else f"{switch.name} {json.dumps(value)}")
    return ", ".join((name(ruleset.name), *switches))


def _turn(said: Said) -> Iterator[str]:
    plain = Said(said.ruleset)
    if said.is_over:
        yield "over"
    if said.is_setup:
        yield "setup"
    if said.phase != plain.phase:
        yield f"phase {said.phase}"
    if said.round != plain.round:
        yield f"round {said.round}"
    if said.start_seat != plain.start_seat:
        yield f"start {SEAT_LETTERS[said.start_seat]}"
    if said.actions_left is not None:
        yield f"actions {said.actions_left}"
    if said.visited:
        yield f"visited {' '.join(said.visited)}"
    if said.passes:
        yield f"passes {said.passes}"
    if said.arriving:
        yield f"arriving {said.arriving}"
    if said.arrived:
        yield f"arrived {' '.join(said.arrived)}"


def _players(said: Said) -> Iterator[str]:
    for seat, belongings in said.belongings.items():
        if items := ", ".join(_belongings(belongings)):
            yield f"{SEAT_LETTERS[seat]}: {items}"


def _belongings(owned: Belongings) -> Iterator[str]:
    if owned.money != PLAIN_MONEY:
        yield _groszy(owned.money)
    if owned.salt != NO_SALT:
        yield str(owned.salt)
    for place, miners in (("stock", owned.stock), ("left", owned.left or None), ("right", owned.right or None)):
        if miners is not None:
            yield f"{place} {miners}"
    for card, cards in groupby(owned.tools):
        yield _card(card, len(list(cards)))
    if owned.orders:
        yield f"order{'s' * (len(owned.orders) > 1)} {_pieces(owned.orders)}"


def _card(card: ToolCard, cards: int) -> str:
    number = f"{cards} " if cards > 1 else ""
    return f"{number}{identifier(card.tool)}{' used' if card.used else ''}"


def _spaces(said: Said, spaces: Iterable[str]) -> Iterator[str]:
    for space in spaces:
        parts = [said.miners[space]] if said.miners.get(space) else []
        if (here := said.contents.get(space)) is not None:
            lying = "?" if here.salt is None else str(here.salt)
            printed = "" if here.tile is None else f" of {here.tile}"
            parts.append(f"[{lying}/{here.water}{printed}]")
        if parts:
            yield f"{space}: {' '.join(parts)}"


def _town(said: Said) -> Iterator[str]:
    for building, seat in said.assistants.items():
        yield f"assistant {building}: {SEAT_LETTERS[seat]}"
    if said.market is not None:
        yield f"market: {said.market}"
    if said.hired:
        yield f"inn: {said.hired}"


def _cards(said: Said) -> Iterator[str]:
    workshop = [] if said.offer is None else [_slots(tool and identifier(tool) for tool in said.offer)]
    workshop += [] if said.tool_stack is None else [f"stack {said.tool_stack}"]
    castle = [] if said.open_orders is None else [_slots(said.open_orders)]
    castle += [] if said.order_stack is None else [f"stack {said.order_stack}"]
    castle += [] if said.completed is None else [f"completed {said.completed}"]
    for place, parts in (("workshop", workshop), ("castle", castle)):
        if parts:
            yield f"{place}: {', '.join(parts)}"


def _rest(said: Said) -> Iterator[str]:
    """Yield what lies face down, and what nobody but the rules keeps count of."""
    if said.tiles is not None:
        yield f"tiles: {_pieces(said.tiles)}"
    for phase, orders in said.orders.items():
        yield f"orders {phase}: {_pieces(orders)}"
    if said.tools is not None:
        yield f"tools: {_pieces(map(identifier, said.tools))}"
    if said.seen is not None:
        tools = f"tools {_pieces(map(identifier, said.seen.tools))}, " if said.seen.tools else ""
        yield f"seen: {tools}orders {_pieces(said.seen.orders)}"
    for key, (up, following) in said.decks.items():
        coming = [f"next {_pieces(map(identifier, following))}"] if following else []
        yield f"deck {identifier(key)}: {', '.join([_pieces(map(identifier, up)), *coming])}"
    for key, value in said.extras.items():
        yield f"extra {identifier(key)}: {barless(value)}"
    if bank := ", ".join(_bank(said.bank)):
        yield f"bank: {bank}"


def _bank(bank: BankSaid) -> Iterator[str]:
    if bank.money is not None:
        yield _groszy(bank.money)
    if bank.salt is not None:
        yield f"salt {_counts(bank.salt)}"
    if bank.water is not None:
        yield f"water {bank.water}"
    if bank.miners is not None:
        yield f"miners {_pieces(bank.miners)}"


def _groszy(money: int) -> str:
    return f"{money} {form_for(money, ('grosz', 'groszy'))}"


def _counts(salt: SaltAmount) -> str:
    """Return an amount as three numbers: the bank's may be below 0, for which there are no letters."""
    return f"{salt.brown} {salt.green} {salt.white}"


def _slots(pieces: Iterable[object | None]) -> str:
    return " ".join(NOTHING if piece is None else str(piece) for piece in pieces)


def _pieces(pieces: Iterable[object]) -> str:
    return " ".join(map(str, pieces)) or NOTHING
