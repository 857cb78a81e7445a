"""What lies at a building, drawn: each kind of thing that a rule can show (``magnum_sal.shown``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from .._wording import brief
from ..errors import MisuseError
from ..labels import counted, label
from ..pieces import ARRIVING, SEAT_LETTERS
from ..ruleset import Ruleset
from ..shown import (
    FaceUp,
    Income,
    Offer,
    Orders,
    PieceAt,
    Price,
    PriceList,
    Progress,
    SaltColumn,
    Shown,
    Stack,
    Tally,
    Track,
    Waiting,
)
from ._colours import Theme
from ._svg_shapes import (
    Box,
    Drawing,
    box,
    card_back,
    coin,
    cube,
    element,
    group,
    miners,
    order_card,
    words,
)
from ._text_shown import where

WIDEST: Final = 318.0
"""What a row of things is wide, at most; things with many spaces are drawn narrower."""

_GAP: Final = 6.0


@attrs.frozen
class Style:
    """How the things are drawn, and what they are called."""

    ruleset: Ruleset
    theme: Theme
    language: str
    building: str
    """The id of the building at which they lie; its slots are called by it."""

    def label(self, key: str) -> str:
        """Return the word for an id."""
        return label(key, self.language, self.ruleset)

    def counted(self, number: int, thing: str) -> str:
        """Return a number and the noun that goes with it."""
        return counted(number, thing, self.language)


def rows_of(things: Iterable[Shown], style: Style) -> list[list[tuple[Shown, Box]]]:
    """Return *things* in rows, each with its place if the first one begins at 0, 0."""
    rows: list[list[tuple[Shown, Box]]] = []
    right = WIDEST
    foot = 0.0
    for thing in things:
        width, height = _size(thing, style.building)
        if right + _GAP + width > WIDEST:
            foot = max((area.y + area.height for row in rows for _, area in row), default=-_GAP) + _GAP
            rows.append([])
            right = -_GAP
        rows[-1].append((thing, Box(right + _GAP, foot, width, height)))
        right += _GAP + width
    return rows


def _size(thing: Shown, building: str) -> tuple[float, float]:
    """Return what a thing takes: width and height. It is the same in all languages, so that the town is, too."""
    match thing:
        case Track(prices):
            return min(WIDEST - 76, 33.0 * len(prices) + 10), 46
        case Tally() | Price():
            return 70, 46
        case Progress():
            return WIDEST - 20, 50
        case Income():
            return 140, 44
        case PriceList(_, prices):
            return 172, 23.0 * len(prices) + 18
        case Offer(prices):
            return min(WIDEST - 62, 84.0 * len(prices)), 104
        case Orders(orders):
            return min(WIDEST - 52, 64.0 * len(orders)), 70
        case Stack():
            return 48, 70
        case FaceUp() | PieceAt():
            return 150, 46
        case SaltColumn():
            return 64, 224
        case Waiting():
            return (WIDEST - 2 * _GAP) / 3, 92
    raise MisuseError(f"the building {building!r} shows {brief(thing)}, which is nothing of magnum_sal.shown")


def drawn(thing: Shown, area: Box, style: Style) -> Drawing:
    """Return a thing of a building, drawn where ``rows_of`` has put it."""
    match thing:
        case Track():
            return _track(thing, area, style)
        case Tally(name, count):
            number = words(str(count), area.x + area.width / 2, area.y + 36, style.theme.ink, size=17, anchor="middle")
            return _named(name, number, area, style, f"{count}")
        case Price(name, money):
            drawing = coin(money, area.x + area.width / 2, area.y + 30, style.theme)
            return _named(name, drawing, area, style, style.counted(money, "grosz"))
        case Progress():
            return _progress(thing, area, style)
        case Income(money):
            told = f"+{style.counted(money, 'grosz')}"
            middle = area.y + area.height / 2
            gained = words(told, area.x + 42, middle + 5, style.theme.ink, size=15)
            return Drawing(coin(money, area.x + 18, middle, style.theme, 16) + gained, {})
        case PriceList():
            return _price_list(thing, area, style)
        case Offer():
            return _offer(thing, area, style)
        case Orders():
            return _orders(thing, area, style)
        case Stack():
            return _stack(thing, area, style)
        case FaceUp():
            return _face_up(thing, area, style)
        case PieceAt(name, place):
            told = where(place, style.ruleset, style.language)
            middle = area.x + area.width / 2
            number = words(told, middle, area.y + 36, style.theme.ink, size=15, anchor="middle", room=area.width)
            return _named(name, number, area, style, told)
        case SaltColumn():
            return _salt_column(thing, area, style)
        case Waiting():
            return _waiting(thing, area, style)


def _named(name: str, number: str, area: Box, style: Style, told: str) -> Drawing:
    caption = words(
        style.label(name), area.x + area.width / 2, area.y + 14, style.theme.muted, size=12, anchor="middle",
        room=area.width,
    )  # fmt: skip
    return Drawing(group(f"{style.label(name)}: {told}", (caption, number)), {})


def _track(track: Track, area: Box, style: Style) -> Drawing:
    theme = style.theme
    width = (area.width - 10) / len(track.prices)
    parts: list[str] = []
    for space, price in enumerate(track.prices):
        here = Box(area.x + space * width, area.y, width - 4, 44)
        is_past = space < track.marker
        dashes = "3 3" if space < track.first else "none"
        parts.append(box(here, "none" if is_past else theme.tile, theme.line, dashes=dashes))
        ink = theme.muted if is_past else theme.ink
        parts.append(words(str(price), here.x + here.width / 2, here.y + 39, ink, anchor="middle"))
    x = area.x + track.marker * width + (width - 4) / 2 - (10 if track.marker >= len(track.prices) else 0)
    marker = element("circle", cx=x, cy=area.y + 14, r=10, fill=theme.accent, stroke=theme.page, stroke_width=2)
    prices = ", ".join(
        f"[{price}]" if space == track.marker else str(price) for space, price in enumerate(track.prices)
    )
    return Drawing(group(prices, (*parts, marker)), {})


def _progress(progress: Progress, area: Box, style: Style) -> Drawing:
    """Return a row of numbers; the one that ends it has a double rim."""
    theme, (count, end) = style.theme, (progress.number, progress.end)
    y = area.y + 34
    spaces = max(end, count) + (1 if count <= end else 0)
    pitch = min(38.0, area.width / (spaces + 1))
    told = f"{style.label(progress.name)}: {count}/{end}"
    parts = [words(told, area.x + 2, y - 18, theme.muted, size=12)]
    for number in range(spaces + 1):
        x = area.x + 16 + number * pitch
        if number == end:
            parts.append(element("circle", cx=x, cy=y, r=15, fill="none", stroke=theme.ink, stroke_width=2))
        is_here = number == count
        fill, ink = (theme.accent, theme.page) if is_here else (theme.tile, theme.ink)
        parts.append(element("circle", cx=x, cy=y, r=12, fill=fill, stroke=theme.line))
        weight = "bold" if is_here else "normal"
        parts.append(words(str(number), x, y + 5, ink, anchor="middle", weight=weight))
    return Drawing(group(told, parts), {})


def _price_list(prices: PriceList, area: Box, style: Style) -> Drawing:
    parts: list[str] = []
    for row, price in enumerate(prices.prices):
        y = area.y + 12 + row * 23
        told = style.counted(row + 1, prices.thing)
        parts += [
            words(told, area.x + 6, y + 5, style.theme.ink, room=108),
            coin(price, area.x + 140, y, style.theme),
        ]
    parts.append(words("…", area.x + 134, area.y + 12 + len(prices.prices) * 23, style.theme.muted, size=16))
    return Drawing("".join(parts), {})


def _offer(offer: Offer, area: Box, style: Style) -> Drawing:
    theme = style.theme
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    width = area.width / len(offer.prices)
    for slot, (price, tool) in enumerate(zip(offer.prices, offer.cards, strict=True)):
        here = Box(area.x + slot * width, area.y + 13, width - 8, 88)
        place = f"{style.building}:{slot}"
        boxes[place] = here
        middle = here.x + here.width / 2
        if tool is None:
            card = box(here, "none", theme.line, dashes="4 3")
        else:
            card = box(here, theme.tile, theme.line)
            lines = style.label(tool).split()
            card += "".join(
                words(line, middle, here.y + 50 + 17 * row - 8 * len(lines), theme.ink, size=13, anchor="middle",
                      weight="bold", room=here.width - 8)
                for row, line in enumerate(lines)
            )  # fmt: skip
        told = f"{style.counted(price, 'grosz')}: {style.label(tool or 'none')}"
        parts.append(group(told, (card, coin(price, middle, here.y - 2, theme)), place=place))
    return Drawing("".join(parts), boxes)


def _orders(orders: Orders, area: Box, style: Style) -> Drawing:
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    width = area.width / len(orders.orders)
    for slot, order in enumerate(orders.orders):
        here = Box(area.x + slot * width, area.y, width - 4, 68)
        place = f"{style.building}:{slot}"
        boxes[place] = here
        told = style.label("none") if order is None else f"{order.salt}, {style.counted(order.payment, 'grosz')}"
        card = order_card(order, here, style.theme)
        parts.append(group(f"{style.label(style.building)} {slot + 1}: {told}", (card,), place=place))
    return Drawing("".join(parts), boxes)


def _stack(stack: Stack, area: Box, style: Style) -> Drawing:
    here = Box(area.x + 2, area.y, area.width - 8, area.height - 20)
    told = f"{style.label(stack.name)}: {style.counted(stack.number, 'card')}"
    caption = words(
        style.label("stack"), here.x + here.width / 2, here.y + here.height + 16, style.theme.muted, size=12,
        anchor="middle", room=area.width + 4,
    )  # fmt: skip
    body = group(told, (card_back(stack.number, here, style.theme), caption), place=stack.name)
    return Drawing(body, {stack.name: here})


def _face_up(pile: FaceUp, area: Box, style: Style) -> Drawing:
    theme, here = style.theme, Box(area.x, area.y + 18, area.width - 4, 26)
    top = style.label(pile.cards[-1]) if pile.cards else style.label("none")
    others = f" (+{len(pile.cards) - 1})" if len(pile.cards) > 1 else ""
    named = words(style.label(pile.name), area.x + 2, area.y + 12, theme.muted, size=12, room=area.width)
    card = box(here, theme.tile if pile.cards else "none", theme.line, dashes="none" if pile.cards else "4 3")
    told = words(f"{top}{others}", here.x + 8, here.y + 18, theme.ink, size=13, weight="bold", room=here.width - 14)
    cards = ", ".join(map(style.label, pile.cards)) or style.label("none")
    return Drawing(group(f"{style.label(pile.name)}: {cards}", (named, card, told)), {})


def _salt_column(column: SaltColumn, area: Box, style: Style) -> Drawing:
    foot = area.y + area.height
    height = min(52.0, area.height / len(column.prices))
    spaces: list[str] = []
    for space, price in enumerate(column.prices):
        here = Box(area.x, foot - (space + 1) * height, area.width, height - 5)
        spaces.append(box(here, style.theme.tile, style.theme.line))
        middle = here.y + here.height / 2
        spaces.append(coin(price, here.x + 16, middle, style.theme))
        if space < column.filled:
            spaces.append(cube(column.kind, here.x + 34, middle - 12, 24))
        else:
            spaces.append(box(Box(here.x + 34, middle - 12, 24, 24), "none", style.theme.line, radius=2, dashes="2 3"))
    place = f"{style.building}:{column.kind}"
    return Drawing(group(f"{style.label(column.kind)}: {column.filled}", spaces, place=place), {place: area})


def _waiting(waiting: Waiting, area: Box, style: Style) -> Drawing:
    """Return a circle with miners, or the gate with those who have not delivered yet (CASTLE-2)."""
    theme = style.theme
    told = ", ".join(f"{SEAT_LETTERS[seat]} {count}" for seat, count in enumerate(waiting.miners) if count)
    name = style.label(waiting.name)
    here = Box(area.x, area.y + 18, area.width, area.height - 18)
    is_gate = waiting.name == ARRIVING
    parts = [
        words(name, area.x + area.width / 2, area.y + 11, theme.muted, size=12, anchor="middle", room=area.width),
        *(_battlement(here, theme) if is_gate else ()),
        box(here, theme.rock if is_gate else theme.tile, theme.line, radius=2 if is_gate else here.height / 2),
        miners(waiting.miners, (0,) * len(waiting.miners), here.grown(-9), theme),
    ]
    title = f"{name}: {told or style.label('none')}"
    return Drawing(group(title, parts, place=waiting.name), {waiting.name: here})


def _battlement(gate: Box, theme: Theme) -> Iterable[str]:
    for tooth in range(5):
        x = gate.x + 4 + tooth * (gate.width - 18) / 4
        yield box(Box(x, gate.y - 6, 10, 10), theme.rock, theme.line, radius=0)
