"""What lies at a building, in text: each kind of thing that a rule can show (``magnum_sal.model.display``)."""

from __future__ import annotations

from typing import Final

from ..errors import MisuseError
from ..errors.messages import brief
from ..model import display
from ..model.pieces import SEAT_LETTERS, Place
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..words import count_in_words, label, place_label, sentence
from .text_lines import Line, Span

_FILLED: Final = "#"
_FREE: Final = "."


def before_player(state: GameState, seat: int, language: str) -> list[Line]:
    """Return what a seat has of extensions, as items of a line."""
    return [
        item
        for extension in state.ruleset.extensions
        if extension.player_display is not None
        for thing in extension.player_display(state, seat)
        for item in told(thing, extension.id, state.ruleset, language)
    ]


def told(thing: display.DisplayItem, building: str, ruleset: Ruleset, language: str) -> list[Line]:
    """Return a thing that lies at *building* as items of its lines."""
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
            *first, last = (
                f"{count_in_words(number, counts, language)}: {price}" for number, price in enumerate(prices, 1)
            )
            unit = count_in_words(prices[-1], "grosz", language).removeprefix(str(prices[-1]))
            return [(Span(item),) for item in (*first, f"{last}{unit}", "...")]
        case display.Offer(prices, cards):
            called = [label(tool, language, ruleset) if tool else "-" for tool in cards]
            offered = zip(called, prices, strict=True)
            return [(Span(sentence("picture.offered", language, thing=card, price=price)),) for card, price in offered]
        case display.Orders(orders):
            return [(Span(f"{slot}: {order or '-'}"),) for slot, order in enumerate(orders, start=1)]
        case display.Stack(_, count):
            return [(Span(f"{label('stack', language)} {count}"),)]
        case display.FaceUp(name, cards):
            top = label(cards[-1], language, ruleset) if cards else "-"
            others = f" (+{len(cards) - 1})" if len(cards) > 1 else ""
            return [(Span(f"{label(name, language, ruleset)}: {top}{others}"),)]
        case display.PieceAt(name, place):
            return [(Span(f"{label(name, language, ruleset)} {where(place, ruleset, language)}"),)]
        case display.SaltColumn(kind, prices, filled):
            spaces = " ".join(f"{price}{_FILLED if space < filled else _FREE}" for space, price in enumerate(prices))
            return [(Span(kind[0].upper(), kind), Span(f" {spaces}"))]
        case display.Waiting(name, miners):
            return [(Span(label(name, language, ruleset)), *_by_seat(miners))]
    raise MisuseError(f"the building {building!r} shows {brief(thing)}, which is nothing of magnum_sal.model.display")


def where(place: Place | None, ruleset: Ruleset, language: str) -> str:
    """Return where a piece of an extension is; players are called by their letters."""
    return label("none", language) if place is None else place_label(place, SEAT_LETTERS, language, ruleset)


def _by_seat(miners: tuple[int, ...]) -> Line:
    standing = [Span(f"{SEAT_LETTERS[seat]}{count}", f"seat{seat}") for seat, count in enumerate(miners) if count]
    return tuple(span for miner in standing for span in (Span(" "), miner)) or (Span(" -"),)
