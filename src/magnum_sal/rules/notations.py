"""The notation of moves: templates with the fields of a move, and parsers for spaces, buildings, payments and slots."""

from __future__ import annotations

import re
from functools import partial
from typing import TypeVar

from .._internal.checks import parse_digits
from ..errors import MalformedError
from ..errors.messages import cut
from ..errors.suggestions import find_similar
from ..model.fields import BUILDING, SOURCE, SPACE, WATER
from ..model.meaning import Meaning, fields_of
from ..model.mine.geometry import INDEX, RANGES, SECTIONS
from ..model.moves import Move
from ..model.pieces import STOCK, SaltAmount
from ..model.rule import Notation
from ..model.state import GameState

_T = TypeVar("_T")


def space(text: str) -> str | None:
    """Return the id of the mine space in *text*, ignoring case, or None if there is no such space."""
    return text.upper() if text.upper() in INDEX else None


def chamber(text: str) -> str | None:
    """
    Return the id of the chamber in *text*, ignoring case, or None if there is no such space.

    Raises:
        MalformedError: *text* is a section of the shaft.
    """
    found = space(text)
    if found in SECTIONS:
        raise MalformedError("not_a_chamber", {"name": found, "chambers": RANGES[1:]})
    return found


def building(state: GameState, text: str) -> str:
    """
    Return the id of the ruleset's building in *text*, ignoring case.

    Raises:
        MalformedError: there is no such building.
    """
    found = _find_building(state, text)
    if found is None:
        known = state.ruleset.building_order
        facts = {"name": cut(text), "buildings": known, "near": tuple(find_similar(text, known))}
        raise MalformedError("unknown_building", facts)
    return found


def _find_building(state: GameState, text: str) -> str | None:
    # The ids are a set. Sorting them makes the result the same in every process, even if two ids differ only in case.
    return next((known for known in sorted(state.ruleset.building_ids) if known.lower() == text.lower()), None)


def source(state: GameState, text: str) -> str:
    """
    Return the place that a miner leaves; an empty string means the stock.

    Raises:
        MalformedError: *text* is not such a place.
    """
    found = STOCK if text.lower() in ("", STOCK) else space(text) or _find_building(state, text)
    if found is None:
        known = state.ruleset.building_order
        facts = {"name": cut(text), "buildings": known, "near": tuple(find_similar(text, (STOCK, *known)))}
        raise MalformedError("unknown_source", facts)
    return found


def salt(text: str) -> SaltAmount | None:
    """Parse an amount of salt written in letters. Return None if *text* is not an amount or names no cubes."""
    return SaltAmount.parse(text.upper()) if re.fullmatch("[BGWbgw]{1,50}", text) else None


def payments(state: GameState, text: str) -> tuple[int, ...]:
    """
    Return the payments by seat in *text*, such as `` 1=3 2=1``. Seats that are not named get nothing.

    Raises:
        MalformedError: there is no such seat.
    """
    groszy = [0] * len(state.players)
    for payee, paid in re.findall(r" ([^=]+)=(\d+)", text):
        seat = parse_digits(payee)
        if seat is None or seat >= len(groszy):
            # People may type a name or a letter from the board. But a player can be called 1 or B, so only a seat
            # number is accepted.
            facts = {"seat": cut(payee) if seat is None else seat, "seats": list_seats(state)}
            raise MalformedError("unknown_payee", facts)
        groszy[seat] += int(paid)
    return tuple(groszy)


def list_seats(state: GameState) -> tuple[str, ...]:
    """Return each seat with its player's name. Boards do not show seats, so errors about payees need the list."""
    return tuple(f"{seat} ({player.name})" for seat, player in enumerate(state.players))


def omit_stock(source: str) -> str:
    """Return the text of a source, which is empty for the stock."""
    return "" if source == STOCK else source


def format_slot(row: tuple[object | None, ...], slot: int) -> str:
    """Return the text of a slot: its content, followed by its number if another slot has the same content."""
    thing = row[slot] if slot < len(row) else None
    if thing is None:
        return str(slot)
    return str(thing) if row.count(thing) == 1 else f"{thing} {slot}"


def find_slot(text: str, thing: _T | None, row: tuple[_T | None, ...], slot: int | None) -> int | None:
    """
    Return the slot with this content, this number, or both. Return None if no slot has this content.

    Raises:
        MalformedError: several slots match and no number is given, or the content is in another slot.
    """
    # The number alone identifies the slot, even an empty one. The rule objects to an empty slot.
    if thing is None:
        return slot
    slots = [index for index, there in enumerate(row) if there == thing]
    # A number and a content must agree. If something else lies in the slot now, the text is for a different position.
    if slots and slot is not None and slot not in slots:
        raise MalformedError("not_in_slot", {"text": cut(text), "slot": slot, "slots": tuple(slots)})
    if slot is not None:
        return slot if slots else None
    if len(slots) > 1:
        raise MalformedError("slot_unclear", {"text": text, "slots": tuple(slots)})
    return slots[0] if slots else None


def one_word(word: str, move: Move) -> Notation:
    """Return the notation of a kind of move without fields, written as one word."""
    return by_form(type(move), word, word)


def by_form(kind: type[Move], form: str, example: str = "") -> Notation:
    """
    Return the notation of moves with this *form*, such as ``"pump {chamber} {water}"``. Braces contain fields.

    Args:
        kind: The class of the moves.
        form: The notation with the names of fields in braces.
        example: A move in this notation for error messages.
    """
    return Notation(partial(_write, form), partial(_read, kind, form), example)


def _write(form: str, _: GameState, move: Move) -> str:
    return form.format(**{field.name: omit_stock(str(getattr(move, field.name))) for field in fields_of(type(move))})


def _read(kind: type[Move], form: str, state: GameState, text: str) -> Move | None:
    # A field may be empty, because an empty string means the stock.
    match = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>\\w*)", form), text.lower())
    if match is None:
        return None
    values = {field.name: _read_field(state, field.meaning, match[field.name]) for field in fields_of(kind)}
    return None if None in values.values() else kind(**values)


def _read_field(state: GameState, meaning: Meaning | None, text: str) -> str | int | None:
    if meaning is SOURCE:
        return source(state, text)
    if meaning is BUILDING:
        return building(state, text) if text else None
    if meaning is WATER:
        return parse_digits(text)
    found = space(text) if meaning is SPACE else chamber(text)
    if found is None and text:
        raise MalformedError("unknown_space", {"name": cut(text), "spaces": RANGES, "near": ()})
    return found
