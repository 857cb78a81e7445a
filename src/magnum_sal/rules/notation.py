"""How the standard moves are written: a pair of functions a kind, short enough to be typed at a table."""

from __future__ import annotations

import re
from functools import partial
from typing import Final, TypeVar

from ..errors import MalformedError
from ..mine import CHAMBERS, INDEX
from ..moves import (
    CompleteOrder,
    EndTurn,
    ExtractSalt,
    Move,
    Pass,
    PayPenalty,
    PlaceAssistant,
    PlaceMiner,
    Rest,
    Transaction,
    UseBucket,
    UseFood,
    UseRope,
    VisitCastle,
    VisitInn,
    VisitMarket,
    VisitPumpHouse,
    VisitTownSquare,
    VisitWorkshop,
)
from ..pieces import ONE_CUBE, STOCK, RoyalOrder, SaltAmount
from ..rule import Notation
from ..state import GameState

_T = TypeVar("_T")

_KINDS: Final = {"B": "brown", "G": "green", "W": "white"}


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _space(text: str) -> str | None:
    return text.upper() if text.upper() in INDEX else None


def _chamber(text: str) -> str | None:
    return text.upper() if text.upper() in CHAMBERS else None


def _building(state: GameState, text: str) -> str | None:
    return next((known for known in sorted(state.ruleset.building_ids) if known.lower() == text.lower()), None)


def _source(state: GameState, text: str) -> str | None:
    """Return where a miner leaves; nothing written is the stock."""
    return STOCK if text.lower() in ("", STOCK) else _space(text) or _building(state, text)


def _salt(text: str) -> SaltAmount | None:
    return SaltAmount.parse(text.upper()) if re.fullmatch("[BGWbgw]{1,50}", text) else None


def _left_out(source: str) -> str:
    return "" if source == STOCK else source


def _only_place(item: _T, row: tuple[_T, ...]) -> bool:
    return row.count(item) == 1


def _format_placing(_: GameState, move: PlaceMiner | UseRope) -> str:
    rope = "rope " if isinstance(move, UseRope) else ""
    return f"{rope}{_left_out(move.source)}>{move.target}"


def _placing(state: GameState, text: str) -> tuple[str, str] | None:
    left, arrow, right = text.partition(">")
    source, target = _source(state, left), _space(right)
    return (source, target) if arrow and source and target else None


def _parse_place_miner(state: GameState, text: str) -> Move | None:
    found = _placing(state, text)
    return PlaceMiner(*found) if found else None


def _parse_use_rope(state: GameState, text: str) -> Move | None:
    word, _, rest = text.partition(" ")
    found = _placing(state, rest) if word.lower() == "rope" else None
    return UseRope(*found) if found else None


def _format_extract_salt(state: GameState, move: ExtractSalt) -> str:
    tools = [
        f"+{count if count > 1 else ''}{letter}" for count, letter in ((move.pickaxes, "p"), (move.carts, "c")) if count
    ]
    alike = _extractions_like(state, move)
    is_said = alike == [move] or not (alike or any(move.payments))
    paid = [f"{seat}={groszy}" for seat, groszy in enumerate(move.payments) if groszy] or ["0"]
    return " ".join([f"x{move.chamber}", str(move.salt), *tools, *([] if is_said else ["pay", *paid])])


def _extractions_like(state: GameState, move: ExtractSalt) -> list[Move]:
    """Return the legal extractions that differ from *move* in who is paid, if in anything."""
    if state.turn is None:
        return []
    return [
        other
        for other in state.ruleset.by_move[ExtractSalt].moves(state)
        if isinstance(other, ExtractSalt)
        and (other.chamber, other.salt, other.pickaxes, other.carts)
        == (move.chamber, move.salt, move.pickaxes, move.carts)
    ]


def _parse_extract_salt(state: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"x(\w+) (\w+)((?: \+\d?[pc])*)(?: pay((?: \d=\d{1,9})+| 0))?", text, re.IGNORECASE)
    chamber, salt = (_chamber(match[1]), _salt(match[2])) if match else (None, None)
    if match is None or chamber is None or salt is None:
        return None
    tools = {"p": 0, "c": 0}
    for count, letter in re.findall(r"\+(\d?)([pc])", match[3].lower()):
        tools[letter] += int(count or 1)
    payments = _payments(state, match[4] or "")
    if payments is None:
        return None
    move = ExtractSalt(chamber, salt, tools["p"], tools["c"], payments)
    if match[4]:
        return move
    alike = _extractions_like(state, move)
    if len(alike) > 1:
        ways = " or ".join(_format_extract_salt(state, other) for other in alike[:4] if isinstance(other, ExtractSalt))
        raise MalformedError(f"{text!r} leaves open who is paid: {ways}{' or ...' * (len(alike) > 4)}")
    return alike[0] if alike else move


def _payments(state: GameState, text: str) -> tuple[int, ...] | None:
    payments = [0] * len(state.players)
    for seat, groszy in re.findall(r"(\d)=(\d+)", text):
        if int(seat) >= len(payments):
            return None
        payments[int(seat)] += int(groszy)
    return tuple(payments)


def _format_place_assistant(_: GameState, move: PlaceAssistant) -> str:
    return f"{_left_out(move.source)}@{move.building}"


def _parse_place_assistant(state: GameState, text: str) -> Move | None:
    left, at, right = text.partition("@")
    source, building = _source(state, left), _building(state, right)
    return PlaceAssistant(source, building) if at and source and building else None


def _format_visit_workshop(state: GameState, move: VisitWorkshop) -> str:
    offer = state.workshop.offer
    tool = offer[move.slot] if move.slot < len(offer) else None
    if tool is None:
        return f"workshop {move.slot}"
    return f"workshop {tool}" if _only_place(tool, offer) else f"workshop {tool} {move.slot}"


def _parse_visit_workshop(state: GameState, text: str) -> Move | None:
    word, *rest = text.lower().split()
    if word != "workshop" or not rest:
        return None
    slot = _number(rest[-1])
    tool = "_".join(rest if slot is None else rest[:-1])
    slot = _chosen_slot(text, tool or None, tuple(state.workshop.offer), slot)
    return None if slot is None else VisitWorkshop(slot)


def _chosen_slot(text: str, thing: _T | None, row: tuple[_T | None, ...], slot: int | None) -> int | None:
    """Return the slot that is meant by what lies there, by its number, or by both; None where they do not agree."""
    if thing is None:
        return slot
    slots = [index for index, there in enumerate(row) if there == thing]
    if slot is not None:
        return slot if slot in slots else None
    if len(slots) > 1:
        raise MalformedError(f"{text!r} leaves open which one: add the slot, {' or '.join(map(str, slots))}")
    return slots[0] if slots else None


def _format_visit_pump_house(_: GameState, move: VisitPumpHouse) -> str:
    return f"pump {move.chamber} {move.water}"


def _parse_visit_pump_house(_: GameState, text: str) -> Move | None:
    match text.split():
        case [word, place, cubes] if word.lower() == "pump":
            chamber, water = _chamber(place), _number(cubes)
            return None if chamber is None or water is None else VisitPumpHouse(chamber, water)
    return None


def _format_visit_market(_: GameState, move: VisitMarket) -> str:
    trades = " ".join(f"{'-' if t.type == 'sell' else '+'}{ONE_CUBE[t.salt]}" for t in move.transactions)
    return f"market{'!' * move.commercial_privilege} {trades}"


def _parse_visit_market(_: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"market(!?) ?([+-][BGW])(?: ?([+-][BGW]))?", text, re.IGNORECASE)
    if match is None:
        return None
    trades = (trade.upper() for trade in match.groups()[1:] if trade)
    return VisitMarket(
        tuple(Transaction("sell" if trade[0] == "-" else "buy", _KINDS[trade[1]]) for trade in trades), bool(match[1])
    )


def _format_visit_castle(_: GameState, move: VisitCastle) -> str:
    return f"castle{'!' * move.royal_privilege} {_left_out(move.source)}".rstrip()


def _parse_visit_castle(state: GameState, text: str) -> Move | None:
    word, _, rest = text.partition(" ")
    if word.lower() not in ("castle", "castle!"):
        return None
    source = _source(state, rest)
    return None if source is None else VisitCastle(source, word.endswith("!"))


def _format_use_bucket(_: GameState, move: UseBucket) -> str:
    return f"bucket {move.source}>{move.target}"


def _parse_use_bucket(_: GameState, text: str) -> Move | None:
    word, *places = re.split("[ >]", text)
    source, target = map(_chamber, places) if len(places) == 2 else (None, None)
    return UseBucket(source, target) if word.lower() == "bucket" and source and target else None


def _format_use_food(_: GameState, move: UseFood) -> str:
    return f"food {' '.join(move.chambers)}"


def _parse_use_food(_: GameState, text: str) -> Move | None:
    word, *places = text.split()
    chambers = [chamber for chamber in map(_chamber, places) if chamber is not None]
    if word.lower() != "food" or len(chambers) != len(places) or not places:
        return None
    return UseFood(tuple(chambers))


def _format_complete_order(state: GameState, move: CompleteOrder) -> str:
    opened = state.castle.open
    order = opened[move.slot] if move.slot < len(opened) else None
    if order is None:
        return f"deliver {move.slot}"
    return f"deliver {order}" if _only_place(order, opened) else f"deliver {order} {move.slot}"


def _parse_complete_order(state: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"deliver(?: ([BGW]{1,50}=\d{1,9}))?(?: (\d{1,9}))?", text, re.IGNORECASE)
    if match is None or not (match[1] or match[2]):
        return None
    order = RoyalOrder.parse(match[1].upper()) if match[1] else None
    slot = _chosen_slot(text, order, state.castle.open, _number(match[2] or ""))
    return None if slot is None else CompleteOrder(slot)


def _format_pay_penalty(_: GameState, move: PayPenalty) -> str:
    cube = str(ONE_CUBE[move.salt]) if move.salt is not None else ""
    return " ".join(["penalty", *([str(move.money)] if move.money or not cube else []), *([cube] if cube else [])])


def _parse_pay_penalty(_: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"penalty(?: (\d{1,9}))?(?: ([BGW]))?", text, re.IGNORECASE)
    if match is None or not (match[1] or match[2]):
        return None
    return PayPenalty(int(match[1] or 0), _KINDS[match[2].upper()] if match[2] else None)


def _word(word: str, move: Move) -> Notation:
    """Return the notation of a kind of move that is one move, written as one word."""
    return Notation(partial(_format_word, word), partial(_parse_word, word, move))


def _format_word(word: str, _state: GameState, _move: Move) -> str:
    return word


def _parse_word(word: str, move: Move, _: GameState, text: str) -> Move | None:
    return move if text.lower() == word else None


PLACE_MINER: Final = Notation(_format_placing, _parse_place_miner)
EXTRACT_SALT: Final = Notation(_format_extract_salt, _parse_extract_salt)
PLACE_ASSISTANT: Final = Notation(_format_place_assistant, _parse_place_assistant)
VISIT_INN: Final = _word("inn", VisitInn())
VISIT_WORKSHOP: Final = Notation(_format_visit_workshop, _parse_visit_workshop)
VISIT_PUMP_HOUSE: Final = Notation(_format_visit_pump_house, _parse_visit_pump_house)
VISIT_MARKET: Final = Notation(_format_visit_market, _parse_visit_market)
VISIT_TOWN_SQUARE: Final = _word("square", VisitTownSquare())
VISIT_CASTLE: Final = Notation(_format_visit_castle, _parse_visit_castle)
PASS: Final = _word("pass", Pass())
REST: Final = _word("rest", Rest())
USE_ROPE: Final = Notation(_format_placing, _parse_use_rope)
USE_BUCKET: Final = Notation(_format_use_bucket, _parse_use_bucket)
USE_FOOD: Final = Notation(_format_use_food, _parse_use_food)
END_TURN: Final = _word("end", EndTurn())
COMPLETE_ORDER: Final = Notation(_format_complete_order, _parse_complete_order)
PAY_PENALTY: Final = Notation(_format_pay_penalty, _parse_pay_penalty)
