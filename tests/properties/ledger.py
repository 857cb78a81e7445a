"""The ledger: the place of every piece, computed only from a game's events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Final, TypeAlias

from magnum_sal.model.events import (
    Event,
    MinersMoved,
    MoneyMoved,
    OrderMoved,
    PileMoved,
    SaltMoved,
    ToolMoved,
    WaterMoved,
)
from magnum_sal.model.pieces import (
    ARRIVING,
    BANK,
    LINE_LEFT,
    LINE_RIGHT,
    MARKET,
    ORDER_STACK,
    SALT_KINDS,
    STOCK,
    TOOL_STACK,
    castle_slot,
    workshop_slot,
)
from magnum_sal.model.state import GameState

Ledger: TypeAlias = Counter[tuple[Hashable, Hashable]]
"""Numbers by kind of piece and place; a kind is for example ``"money"``, ``"brown"`` or ``("miner", 0)``."""

_CARDS: Final = "cards"


def moved(events: Iterable[Event]) -> Ledger:
    """Return the change of the ledger by *events*: each piece leaves one place and comes to another."""
    change: Ledger = Counter()
    for event in events:
        match event:
            case MoneyMoved(source, target, number):
                kinds: dict[Hashable, int] = {"money": number}
            case WaterMoved(source, target, number):
                kinds = {"water": number}
            case SaltMoved(source, target, salt):
                kinds = {kind: salt.count(kind) for kind in SALT_KINDS}
            case MinersMoved(seat, source, target, number):
                kinds = {("miner", seat): number}
            case ToolMoved(_, source, target) | OrderMoved(_, source, target):
                kinds = {_CARDS: 1}
            case PileMoved(source, target, number):
                kinds = {_CARDS: number}
            case _:
                continue
        for kind, number in kinds.items():
            change[kind, source] -= number
            change[kind, target] += number
    return change


def on_table(state: GameState) -> Ledger:
    """Return the ledger of *state*: the places of its money, salt, water, miners and face-up or stacked cards."""
    ledger: Ledger = Counter()
    for seat, player in enumerate(state.players):
        ledger["money", seat] = player.money
        ledger[_CARDS, seat] = len(player.tools) + len(player.orders)
        ledger[("miner", seat), STOCK] = player.stock
        ledger[("miner", seat), LINE_RIGHT] = player.line_right
        ledger[("miner", seat), LINE_LEFT] = player.line_left
        ledger[("miner", seat), BANK] = state.bank.miners[seat]
        for space, here in state.mine.items():
            ledger[("miner", seat), space] = here.miners_of(seat)
        for building, owner in state.assistants.items():
            ledger[("miner", seat), building] = int(owner == seat)
    if state.turn is not None:
        ledger[("miner", state.turn_seat), ARRIVING] = state.turn.arriving
    ledger["money", BANK] = state.bank.money
    ledger["water", BANK] = state.bank.water
    for kind in SALT_KINDS:
        ledger[kind, BANK] = state.bank.salt.count(kind)
        ledger[kind, MARKET] = state.market.count(kind)
        for seat, player in enumerate(state.players):
            ledger[kind, seat] = player.salt.count(kind)
    for chamber, content in state.mine.chambers():
        ledger["water", chamber] = content.water
        for kind in SALT_KINDS:
            ledger[kind, chamber] = content.salt.count(kind)
    for slot, order in enumerate(state.castle.open):
        ledger[_CARDS, castle_slot(slot)] = int(order is not None)
    for slot, tool in enumerate(state.workshop.offer):
        ledger[_CARDS, workshop_slot(slot)] = int(tool is not None)
    ledger[_CARDS, ORDER_STACK] = state.castle.stack
    ledger[_CARDS, TOOL_STACK] = state.workshop.stack
    return ledger


def explained(before: GameState, events: Iterable[Event], after: GameState) -> bool:
    """Return whether *events* alone explain where every counted piece of *after* came from."""
    found, expected = on_table(after), on_table(before)
    counted = set(found) | set(expected)
    expected.update(moved(events))
    return all(expected[key] == found[key] for key in counted)
