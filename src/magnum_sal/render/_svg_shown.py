"""What lies at a building, drawn: each kind of thing that a rule can show (``magnum_sal.model.display``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ..model.display import (
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
from ..model.pieces import ARRIVING
from ..words import sentence
from ._markup import NOTHING, Markup, element, joined
from ._svg_elements import INK, Box, box, in_lines, words
from ._svg_pieces import card_back, coin, cube, empty_card, miners, order_card
from ._svg_titles import column_title, line_title, slot_title, stack_title
from ._text_shown import where
from .svg_look import Look

WIDEST: Final = 264.0
"""What a row of things is wide, at most; things with many spaces are drawn narrower."""

_GAP: Final = 6.0


@attrs.frozen
class Shelf:
    """A building at which things lie."""

    look: Look
    """How they are drawn."""
    building: str
    """Its id, by which its slots are called."""

    def told(self, key: str) -> str:
        """Return the word for an id."""
        return self.look.label(key)


@attrs.frozen
class Lying:
    """A thing that was drawn."""

    thing: Shown
    """The thing."""
    seen: Markup
    """What is seen and has no place of its own."""
    places: tuple[Markup, ...] = ()
    """The groups of its places."""
    boxes: tuple[tuple[str, Box], ...] = ()
    """Where its places are."""


def rows_of(things: Iterable[Shown], building: str) -> list[list[tuple[Shown, Box]]]:
    """Return *things* in rows, each with its place if the first one begins at 0, 0."""
    rows: list[list[tuple[Shown, Box]]] = []
    right = WIDEST
    foot = 0.0
    for thing in things:
        width, height = _size(thing, building)
        if right + _GAP + width > WIDEST:
            foot = max((area.foot for row in rows for _, area in row), default=-_GAP) + _GAP
            rows.append([])
            right = -_GAP
        rows[-1].append((thing, Box(right + _GAP, foot, width, height)))
        right += _GAP + width
    return rows


def _size(thing: Shown, building: str) -> tuple[float, float]:
    """Return what a thing takes: width and height. It is the same in all languages, so that the town is, too."""
    match thing:
        case Track(prices):
            return min(WIDEST - 66, 22.0 * len(prices) + 6), 44
        case Tally():
            return 60, 44
        case Price():
            return 92, 44
        case Progress():
            return WIDEST - 8, 46
        case Income():
            return 124, 34
        case PriceList(_, prices):
            return 124, 24.0 * len(prices) + 12
        case Offer(prices):
            return min(WIDEST - 54, 60.0 * len(prices)), 100
        case Orders(orders):
            return min(WIDEST - 50, 53.0 * len(orders)), 72
        case Stack():
            return 38, 72
        case FaceUp() | PieceAt():
            return 136, 44
        case SaltColumn():
            return 50, 204
        case Waiting():
            return (WIDEST - 8 - 2 * _GAP) / 3, 84
    raise MisuseError(f"the building {building!r} shows {brief(thing)}, which is nothing of magnum_sal.model.display")


def drawn(thing: Shown, area: Box, shelf: Shelf) -> Lying:
    """Return a thing of a building, drawn where ``rows_of`` has put it."""
    match thing:
        case Track():
            return Lying(thing, _track(thing, area, shelf))
        case Tally(name, number):
            return Lying(thing, _named(name, str(number), area, shelf))
        case Price(name, money):
            x, y = area.x + area.width / 2, area.y + 30
            return Lying(
                thing, _caption(shelf.told(name), area, area.y + 12, shelf) + coin(shelf.look, money, x, y, 13)
            )
        case Progress():
            return Lying(thing, _progress(thing, area, shelf))
        case Income(money):
            return Lying(thing, _income(money, area, shelf))
        case PriceList():
            return Lying(thing, _price_list(thing, area, shelf))
        case Offer():
            return _offer(thing, area, shelf)
        case Orders():
            return _orders(thing, area, shelf)
        case Stack():
            return _stack(thing, area, shelf)
        case FaceUp():
            return Lying(thing, _face_up(thing, area, shelf))
        case PieceAt(name, place):
            at = where(place, shelf.look.state.ruleset, shelf.look.language)
            return Lying(thing, _named(name, at, area, shelf))
        case SaltColumn():
            return _salt_column(thing, area, shelf)
        case Waiting():
            return _waiting(thing, area, shelf)


def _caption(text: str, area: Box, y: float, shelf: Shelf) -> Markup:
    x = area.x + area.width / 2
    return words(text, x, y, shelf.look.theme.muted, size=11, anchor="middle", room=area.width)


def _named(name: str, value: str, area: Box, shelf: Shelf) -> Markup:
    x = area.x + area.width / 2
    number = words(value, x, area.y + 36, INK, size=15, anchor="middle", weight="bold", room=area.width)
    return _caption(shelf.told(name), area, area.y + 12, shelf) + number


def _income(money: int, area: Box, shelf: Shelf) -> Markup:
    look = shelf.look
    told = f"+{look.counted(money, 'grosz')}"
    seen = coin(look, money, area.x + 18, area.y + 17, 15)
    return seen + words(told, area.x + 40, area.y + 22, INK, room=area.width - 42)


def _track(track: Track, area: Box, shelf: Shelf) -> Markup:
    """Return prices in a row; those that are past, or that so few players begin behind, are pale."""
    theme = shelf.look.theme
    width = (area.width - 6) / max(len(track.prices), 1)
    parts: list[Markup] = []
    for space, price in enumerate(track.prices):
        here = Box(area.x + space * width, area.y, width - 3, 42)
        is_past = space < track.marker
        dashes = "2 3" if space < track.first else None
        parts.append(
            box(here, theme.panel if is_past else theme.card, theme.line, dashes=dashes, radius=4, class_="ms-rim")
        )
        ink = theme.muted if is_past else INK
        weight = "bold" if space == track.marker else "normal"
        parts.append(words(str(price), here.x + here.width / 2, here.foot - 5, ink, anchor="middle", weight=weight))
    x = area.x + track.marker * width + (width - 3) / 2 - (8 if track.marker >= len(track.prices) else 0)
    parts.append(_marker(shelf, x, area.y + 14, 9))
    return joined(parts)


def _marker(shelf: Shelf, x: float, y: float, radius: float) -> Markup:
    theme = shelf.look.theme
    return element(
        "circle", cx=x, cy=y, r=radius, fill=theme.roof, stroke=theme.rim, stroke_width=1.5, class_="ms-figure"
    )


def _progress(progress: Progress, area: Box, shelf: Shelf) -> Markup:
    """Return a row of numbers; the one that ends it has a double rim."""
    theme, (count, end) = shelf.look.theme, (progress.number, progress.end)
    y = area.y + 31
    spaces = max(end, count) + (1 if count <= end else 0)
    pitch = min(36.0, (area.width - 26) / spaces)
    told = f"{shelf.told(progress.name)}: {count}/{end}"
    radius = min(11.0, pitch / 2 - 3)
    parts = [words(told, area.x + 1, area.y + 11, theme.muted, size=11, room=area.width)]
    for number in range(spaces + 1):
        x = area.x + 14 + number * pitch
        is_here = number == count
        if number == end:
            parts.append(element("circle", cx=x, cy=y, r=radius + 3, fill="none", stroke=theme.ink, stroke_width=2))
        fill, ink = (theme.ink, theme.panel) if is_here else (theme.card, INK)
        parts.append(element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=theme.line, class_="ms-rim"))
        weight = "bold" if is_here else "normal"
        parts.append(words(str(number), x, y + 4.5, ink, size=12, anchor="middle", weight=weight))
    return joined(parts)


def _price_list(prices: PriceList, area: Box, shelf: Shelf) -> Markup:
    look = shelf.look
    parts: list[Markup] = []
    for row, price in enumerate(prices.prices):
        y = area.y + 11 + row * 24
        counted = look.counted(row + 1, prices.thing)
        parts += [
            words(counted, area.x + 2, y + 5, INK, room=86),
            coin(look, price, area.x + 108, y, 11),
        ]
    more = look.label("each_further")
    parts.append(words(f"… {more}", area.x + 2, area.foot - 1, look.theme.muted, size=11, room=area.width))
    return joined(parts)


def _offer(offer: Offer, area: Box, shelf: Shelf) -> Lying:
    look = shelf.look
    width = area.width / max(len(offer.prices), 1)
    groups: list[Markup] = []
    boxes: list[tuple[str, Box]] = []
    for slot, (price, tool) in enumerate(zip(offer.prices, offer.cards, strict=True)):
        cell = Box(area.x + slot * width, area.y, width, area.height)
        here = Box(cell.x, area.y + 10, width - 6, area.height - 10)
        place = f"{shelf.building}:{slot}"
        boxes.append((place, here))
        middle = here.x + here.width / 2
        card = empty_card(look, here) if tool is None else _card_for_sale(shelf, tool, here)
        parts = (card, coin(look, price, middle, here.y + 2, 11.5))
        cost = look.counted(price, "grosz")
        sold = sentence("picture.offered", look.language, thing=shelf.told(tool), price=cost) if tool else ""
        told = slot_title(look, shelf.building, slot, sold)
        groups.append(look.place(place, "slot", told, parts, area=cell, count=int(tool is not None)))
    return Lying(offer, NOTHING, tuple(groups), tuple(boxes))


def _card_for_sale(shelf: Shelf, tool: str, here: Box) -> Markup:
    look, middle = shelf.look, here.x + here.width / 2
    size = min(34.0, here.width - 12)
    lines = in_lines(shelf.told(tool), 11, here.width - 6, 2)
    foot = here.foot - 7 - 12 * (len(lines) - 1)
    seen = [
        box(here, look.theme.card, look.theme.line, class_="ms-rim"),
        look.use(
            look.symbol_of(tool, "card"), Box(middle - size / 2, here.y + 16 + 12 * (2 - len(lines)) / 2, size, size),
            class_="ms-figure",
        ),
    ]  # fmt: skip
    seen += [
        words(line, middle, foot + 12 * row, INK, size=11, anchor="middle", room=here.width - 6)
        for row, line in enumerate(lines)
    ]
    return look.pieces("tool", 1, seen, thing=tool)


def _orders(orders: Orders, area: Box, shelf: Shelf) -> Lying:
    look = shelf.look
    width = area.width / max(len(orders.orders), 1)
    groups: list[Markup] = []
    boxes: list[tuple[str, Box]] = []
    for slot, order in enumerate(orders.orders):
        cell = Box(area.x + slot * width, area.y, width, area.height)
        here = Box(cell.x, area.y, width - 4, area.height - 2)
        place = f"{shelf.building}:{slot}"
        boxes.append((place, here))
        asked = "" if order is None else f"{order.salt}, {look.counted(order.payment, 'grosz')}"
        card = order_card(look, order, here)
        piece = card if order is None else look.pieces("order", 1, (card,), thing=str(order))
        title = slot_title(look, shelf.building, slot, asked)
        groups.append(look.place(place, "slot", title, (piece,), area=cell, count=int(order is not None)))
    return Lying(orders, NOTHING, tuple(groups), tuple(boxes))


def _stack(stack: Stack, area: Box, shelf: Shelf) -> Lying:
    look, here = shelf.look, Box(area.x + 1, area.y, area.width - 10, area.height - 22)
    parts = (card_back(look, stack.number, here), _caption(shelf.told("stack"), area, area.foot - 2, shelf))
    told = stack_title(look, stack.name, stack.number)
    group = look.place(stack.name, "pile", told, parts, area=area, count=stack.number)
    return Lying(stack, NOTHING, (group,), ((stack.name, here),))


def _face_up(pile: FaceUp, area: Box, shelf: Shelf) -> Markup:
    theme, here = shelf.look.theme, Box(area.x, area.y + 17, area.width - 2, 26)
    top = shelf.told(pile.cards[-1]) if pile.cards else shelf.told("none")
    others = f" (+{len(pile.cards) - 1})" if len(pile.cards) > 1 else ""
    card = box(here, theme.card, theme.line, class_="ms-rim") if pile.cards else empty_card(shelf.look, here)
    return (
        words(shelf.told(pile.name), area.x + 1, area.y + 11, theme.muted, size=11, room=area.width)
        + card
        + words(f"{top}{others}", here.x + 7, here.y + 17, INK, size=12, weight="bold", room=here.width - 12)
    )


def _salt_column(column: SaltColumn, area: Box, shelf: Shelf) -> Lying:
    look, theme = shelf.look, shelf.look.theme
    height = min(48.0, area.height / max(len(column.prices), 1))
    spaces: list[Markup] = []
    for space, price in enumerate(column.prices):
        here = Box(area.x, area.foot - (space + 1) * height, area.width - 3, height - 4)
        spaces.append(box(here, theme.card, theme.line, class_="ms-rim"))
        _, middle = here.middle
        spaces.append(coin(look, price, here.x + 12, middle, 10))
        size = min(20.0, height - 10)
        at = Box(here.right - size - 3, middle - size / 2, size, size)
        if space < column.filled:
            spaces.append(look.pieces("cube", 1, (cube(look, column.kind, at.x, at.y, size),), thing=column.kind))
        else:
            spaces.append(box(at, "none", theme.line, radius=2, dashes="2 3"))
    place = f"{shelf.building}:{column.kind}"
    told = column_title(look, shelf.building, column.kind, column.filled)
    group = look.place(place, "slot", told, spaces, area=area, count=column.filled)
    return Lying(column, NOTHING, (group,), ((place, area),))


def _waiting(waiting: Waiting, area: Box, shelf: Shelf) -> Lying:
    """Return a circle with miners, or the gate with those who have not delivered yet (CASTLE-2)."""
    look, theme = shelf.look, shelf.look.theme
    name = shelf.told(waiting.name)
    here = Box(area.x, area.y + 20, area.width, area.height - 21)
    is_gate = waiting.name == ARRIVING
    parts = [
        _caption(name, area, area.y + 11, shelf),
        *(_battlement(here, look) if is_gate else ()),
        box(here, theme.card, theme.line, radius=2 if is_gate else here.height / 2, class_="ms-rim"),
        miners(look, waiting.miners, (0,) * len(waiting.miners), here.grown(-8), waiting.name, INK),
    ]
    title = line_title(look, waiting.name, waiting.miners)
    group = look.place(waiting.name, "line", title, parts, area=area, count=sum(waiting.miners))
    return Lying(waiting, NOTHING, (group,), ((waiting.name, here),))


def _battlement(gate: Box, look: Look) -> Iterable[Markup]:
    for tooth in range(5):
        x = gate.x + 2 + tooth * (gate.width - 14) / 4
        yield box(Box(x, gate.y - 5, 10, 9), look.theme.card, look.theme.line, radius=0, class_="ms-rim")
