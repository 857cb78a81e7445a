"""Pieces and other items on the table as text: miners, salt, orders, and items of ``magnum_sal.model.display``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..model import display
from ..model.mine import Section
from ..model.pieces import SALT_KINDS, SEAT_LETTERS, Place, SaltAmount, SaltBalance, SaltKind
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..words import count_in_words, label, sentence
from ..words.filling import TemplateFiller
from .board_facts import earlier_orders, find_seen_pieces, label_of_stack, player_items
from .text_lines import Line, Span, join_items

_FILLED: Final = "#"
_FREE: Final = "."
_MOST_MARKS: Final = 20
"""The maximum number of question marks to write. Without a limit, a file could claim more than would fit in memory."""


def seat_style(seat: int) -> str:
    return f"seat{seat}"


def seat_name(state: GameState, seat: int) -> str:
    return f"{SEAT_LETTERS[seat]} {state.players[seat].name}"


def seat_count(seat: int, count: int) -> Line:
    return (Span(f"{SEAT_LETTERS[seat]}{count}", seat_style(seat)),)


def miners_in(space: Section) -> list[Line]:
    """Return the miners in a space by seat: rested ones as capital letters, tired ones as lower-case letters."""
    return [
        (Span(f"{letter}{count}", seat_style(seat)),)
        for seat, (rested, tired) in enumerate(zip(space.rested, space.tired, strict=True))
        for letter, count in ((SEAT_LETTERS[seat], rested), (SEAT_LETTERS[seat].lower(), tired))
        if count
    ]


def letters(salt: SaltAmount) -> Line:
    """Return an amount as one letter for each cube."""
    return tuple(Span(kind[0].upper() * salt.count(kind), kind) for kind in salt.kinds()) or (Span("-"),)


def amounts(salt: SaltAmount | SaltBalance, kinds: Iterable[SaltKind] = SALT_KINDS) -> Line:
    """Return an amount as numbers, because there can be many cubes, and the bank's count can be negative."""
    return join_items([(Span(f"{kind[0].upper()}{salt.count(kind)}", kind),) for kind in kinds], " ")


def assistant_at(state: GameState, building: str, language: str) -> Line:
    seat = state.assistant(building)
    owner = Span("-") if seat is None else Span(SEAT_LETTERS[seat], seat_style(seat))
    return (Span(f"{label('assistant', language)} "), owner)


def orders_of(state: GameState, seat: int) -> list[Line]:
    """
    Return the completed orders of a seat, with a bar after those of earlier phases.

    A position that cannot occur in a game can claim more earlier orders than the seat has. Question marks, or a number
    if there are very many, stand for the missing orders.
    """
    orders: list[Line] = [(Span(str(order)),) for order in state.players[seat].orders]
    before = earlier_orders(state, seat)
    # In the first phase there are no earlier orders, so no bar is needed.
    if find_seen_pieces(state) is None or not (orders or before):
        return orders or [(Span("-"),)]
    missing = before - len(orders)
    orders += [(Span("?"),)] * missing if missing <= _MOST_MARKS else [(Span(f"{missing}?"),)]
    return [*orders[:before], (Span("|", "dim"),), *orders[before:]]


def before_player(state: GameState, seat: int, language: str) -> list[Line]:
    """Return a player's extension items as the parts of a line."""
    found: list[Line] = []
    before: display.DisplayItem | None = None
    for thing in player_items(state, seat):
        # Pieces of the same kind share their words, because a player can have looked at many tiles.
        if isinstance(before, display.PieceAt) and isinstance(thing, display.PieceAt) and before.name == thing.name:
            found[-1] = (*found[-1], Span(f", {where(thing.place, state.ruleset, language)}"))
        else:
            found += format_item(thing, state.ruleset, language)
        before = thing
    return found


def format_item(thing: display.DisplayItem, ruleset: Ruleset, language: str) -> list[Line]:
    """Return the text of an item as parts that can be joined into lines."""
    match thing:
        case display.Track(prices, marker):
            spaces = " ".join(f"[{price}]" if space == marker else str(price) for space, price in enumerate(prices))
            is_left = marker < len(prices)
            none_left = label("picture.none_left", language)
            now = sentence("picture.price_now", language, price=prices[marker]) if is_left else none_left
            return [(Span(f"{now} ({spaces})"),)]
        case display.Tally(name, count) | display.Price(name, count):
            return [(Span(f"{label(name, language, ruleset)} {count}"),)]
        case display.Progress(name, count, end):
            return [(Span(f"{label(name, language, ruleset)} {count} {label('of', language)} {end}"),)]
        case display.Income(money):
            return [(Span(f"+{count_in_words(money, 'grosz', language)}"),)]
        case display.PriceList(counts, prices):
            items = [f"{count_in_words(number, counts, language)}: {price}" for number, price in enumerate(prices, 1)]
            # The unit appears only once, after the last price.
            for price in prices[-1:]:
                items[-1] += count_in_words(price, "grosz", language).removeprefix(str(price))
            return [(Span(item),) for item in (*items, "...")]
        case display.Offer(prices, cards):
            called = [label(tool, language, ruleset) if tool else "-" for tool in cards]
            offered = zip(called, prices, strict=True)
            return [(Span(sentence("picture.offered", language, thing=card, price=price)),) for card, price in offered]
        case display.Orders(orders):
            return [(Span(f"{slot}: {order or '-'}"),) for slot, order in enumerate(orders, start=1)]
        case display.Stack(name, count):
            return [(Span(f"{label_of_stack(name, ruleset, language)} {count}"),)]
        case display.FaceUp(name, cards):
            top = label(cards[-1], language, ruleset) if cards else "-"
            others = f" (+{len(cards) - 1})" if len(cards) > 1 else ""
            return [(Span(f"{label(name, language, ruleset)}: {top}{others}"),)]
        case display.DieFace(name, face):
            shown = "-" if face is None else label(face, language, ruleset)
            return [(Span(f"{label(name, language, ruleset)}: {shown}"),)]
        case display.PieceAt(name, place):
            return [(Span(f"{label(name, language, ruleset)} {where(place, ruleset, language)}"),)]
        case display.SaltColumn(kind, prices, filled):
            spaces = " ".join(f"{price}{_FILLED if space < filled else _FREE}" for space, price in enumerate(prices))
            return [(Span(kind[0].upper(), kind), Span(f" {spaces}"))]
        case display.Waiting(name, miners):
            return [(Span(label(name, language, ruleset)), *_by_seat(miners))]


def where(place: Place | None, ruleset: Ruleset, language: str) -> str:
    """Return the place of an extension's piece in words; letters stand for players."""
    if place is None:
        return label("none", language)
    return TemplateFiller(language, ruleset, SEAT_LETTERS).format_place(place)


def _by_seat(miners: tuple[int, ...]) -> Line:
    standing = [seat_count(seat, count) for seat, count in enumerate(miners) if count]
    return tuple(span for miner in standing for span in (Span(" "), *miner)) or (Span(" -"),)
