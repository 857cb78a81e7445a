"""Pieces in text: seats and their miners, salt, completed orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..model.mine import Section
from ..model.pieces import SALT_KINDS, SEAT_LETTERS, SaltAmount, SaltKind
from ..model.state import GameState
from ..words import label
from .board_facts import earlier_orders, seen_before
from .text_lines import Line, Span, joined

BAR = "|"
"""What stands between the orders of earlier phases and those of this one."""
_MOST_MARKS: Final = 20
"""So many question marks are written out: in a file there can be more of them than the memory holds."""


def seat_style(seat: int) -> str:
    """Return the style of what belongs to a seat."""
    return f"seat{seat}"


def seat_name(state: GameState, seat: int) -> str:
    """Return the letter of a seat, and who sits there."""
    return f"{SEAT_LETTERS[seat]} {state.players[seat].name}"


def seat_count(seat: int, count: int) -> Line:
    """Return so many miners of a seat."""
    return (Span(f"{SEAT_LETTERS[seat]}{count}", seat_style(seat)),)


def miners_in(space: Section) -> list[Line]:
    """Return the miners of a space by seat, rested ones with the capital letter and tired ones with the small one."""
    return [
        (Span(f"{letter}{count}", seat_style(seat)),)
        for seat, (rested, tired) in enumerate(zip(space.rested, space.tired, strict=True))
        for letter, count in ((SEAT_LETTERS[seat], rested), (SEAT_LETTERS[seat].lower(), tired))
        if count
    ]


def letters(salt: SaltAmount) -> Line:
    """Return an amount cube by cube."""
    return tuple(Span(kind[0].upper() * salt.of(kind), kind) for kind in salt.kinds()) or (Span("-"),)


def amounts(salt: SaltAmount, kinds: Iterable[SaltKind] = SALT_KINDS) -> Line:
    """Return an amount by number, for there can be many cubes, and at the bank fewer than none."""
    return joined([(Span(f"{kind[0].upper()}{salt.of(kind)}", kind),) for kind in kinds], " ")


def assistant_at(state: GameState, building: str, language: str) -> Line:
    """Return whose assistant stands at a building."""
    seat = state.assistant(building)
    owner = Span("-") if seat is None else Span(SEAT_LETTERS[seat], seat_style(seat))
    return (Span(f"{label('assistant', language)} "), owner)


def orders_of(state: GameState, seat: int) -> list[Line]:
    """
    Return the completed orders of a seat, those of earlier phases left of a bar.

    A position that no game leads to can have more of them before than there are: then question marks stand for them, or
    for very many of them their number.
    """
    orders: list[Line] = [(Span(str(order)),) for order in state.players[seat].orders]
    before = earlier_orders(state, seat)
    if seen_before(state) is None or not (orders or before):
        return orders or [(Span("-"),)]
    missing = before - len(orders)
    orders += [(Span("?"),)] * missing if missing <= _MOST_MARKS else [(Span(f"{missing}?"),)]
    return [*orders[:before], (Span(BAR, "dim"),), *orders[before:]]
