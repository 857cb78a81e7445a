"""Draw the items at a building: each kind of item in ``magnum_sal.model.display``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from ..model import display
from ..model.pieces import ARRIVING
from ..words import sentence
from ._markup import NOTHING, Markup, element, join_markup
from ._svg_crowds import draw_miners
from ._svg_elements import INK, Box, Place, box, boxes, in_lines, text_width, words
from ._svg_item_sizes import LEAST_CARD, LEAST_HEIGHT, LEAST_STEP, count_rows, lay_cells
from ._svg_pieces import draw_card_back, draw_coin, draw_cube, draw_empty_card, draw_order_card
from ._svg_titles import column_title, describe_line, describe_slot, stack_title
from ._text_pieces import where
from .board_facts import label_of_stack
from .svg_look import Look


@attrs.frozen
class DrawnItem:
    """A drawn item, with its places separate from its other parts."""

    thing: display.DisplayItem
    seen: Markup = NOTHING
    places: tuple[Place, ...] = ()


def draw_item(look: Look, building: str, thing: display.DisplayItem, area: Box) -> DrawnItem:
    """Return an item of a building, drawn in the box from ``in_rows``."""
    match thing:
        case display.Track():
            return DrawnItem(thing, _draw_track(look, thing, area))
        case display.Tally(name, number):
            return DrawnItem(thing, _draw_value(look, name, str(number), area))
        case display.Price(name, money):
            x, y = area.x + area.width / 2, area.y + 29
            return DrawnItem(thing, _caption(look, name, area, area.y + 12) + draw_coin(look, money, x, y, 13))
        case display.Progress():
            draw = _draw_short_progress if look.is_narrow else _draw_progress
            return DrawnItem(thing, draw(look, thing, area))
        case display.Income(money):
            radius, (_, y) = area.height / 2, area.middle
            told = words(f"+{look.format_count(money, 'grosz')}", area.x + 34, y + 5, INK, room=area.width - 36)
            return DrawnItem(thing, draw_coin(look, money, area.x + radius + 1, y, radius) + told)
        case display.PriceList():
            return DrawnItem(thing, _price_list(look, thing, area))
        case display.Offer():
            return DrawnItem(thing, places=tuple(_offer(look, building, thing, area)))
        case display.Orders():
            return DrawnItem(thing, places=tuple(_orders(look, building, thing, area)))
        case display.Stack():
            return DrawnItem(thing, places=(_stack(look, thing, area),))
        case display.FaceUp():
            return DrawnItem(thing, _face_up(look, thing, area))
        case display.DieFace():
            return DrawnItem(thing, _draw_die(look, thing, area))
        case display.PieceAt(name, place):
            return DrawnItem(thing, _draw_value(look, name, where(place, look.state.ruleset, look.language), area))
        case display.SaltColumn():
            return DrawnItem(thing, places=(_salt_column(look, building, thing, area),))
        case display.Waiting():
            return DrawnItem(thing, places=(_draw_waiting(look, thing, area),))


def _caption(look: Look, name: str, area: Box, y: float) -> Markup:
    return _write_caption(look, look.label(name), area, y)


def _write_caption(look: Look, text: str, area: Box, y: float) -> Markup:
    x = area.x + area.width / 2
    return words(text, x, y, look.theme.muted, size=look.smallest_text, anchor="middle", room=area.width)


def _draw_value(look: Look, name: str, value: str, area: Box) -> Markup:
    x = area.x + area.width / 2
    number = words(value, x, area.y + 34, INK, size=15, anchor="middle", is_bold=True, room=area.width)
    return _caption(look, name, area, area.y + 12) + number


def _draw_track(look: Look, track: display.Track, area: Box) -> Markup:
    """Draw prices in a row. Past prices, and prices that games with few players skip, are pale."""
    theme = look.theme
    parts: list[Markup] = []
    row = Box(area.x, area.y, area.width - 6, area.height)
    marker = Box(area.x - 8, area.y, 0, 42)
    for space, (cell, price) in enumerate(zip(lay_cells(row, track.prices, LEAST_STEP), track.prices, strict=True)):
        here = Box(cell.x, cell.y, cell.width - 3, 42)
        # After the last price, the marker lies at the end of its space.
        if space <= track.marker:
            marker = here if space == track.marker else here.move(cell.width - 8, 0)
        fill, ink = (theme.panel, theme.muted) if space < track.marker else (theme.card, INK)
        dashes = "2 3" if space < track.first else None
        parts += [
            box(here, fill, theme.line, dashes=dashes, radius=4, class_="ms-rim"),
            words(str(price), here.middle[0], here.foot - 5, ink, anchor="middle", is_bold=space == track.marker,
                  room=cell.width - 1),
        ]  # fmt: skip
    x, y = marker.x + marker.width / 2, marker.y + 14
    figure = element("circle", cx=x, cy=y, r=9.0, fill=theme.roof, stroke=theme.rim, stroke_width=1.5,
                     class_="ms-figure")  # fmt: skip
    return join_markup([*parts, figure])


_LEAST_PITCH: Final = 16.0
"""The minimum distance between the numbers of progress, at which two digits have room."""


def _draw_progress(look: Look, progress: display.Progress, area: Box) -> Markup:
    """Draw progress towards a goal as a row of numbers, or as two numbers if the row would be too long."""
    theme, (count, end) = look.theme, (progress.number, progress.end)
    y = area.y + 27
    spaces = max(end, count) + (1 if count <= end else 0)
    pitch = min(36.0, (area.width - 26) / spaces)
    if pitch < _LEAST_PITCH:
        return _draw_value(look, progress.name, f"{count}/{end}", area)
    told = f"{look.label(progress.name)}: {count}/{end}"
    radius = min(9.5, pitch / 2 - 3)
    parts = [words(told, area.x + 1, area.y + 10, theme.muted, size=look.smallest_text, room=area.width)]
    for number in range(spaces + 1):
        x = area.x + 14 + number * pitch
        is_here = number == count
        if number == end:  # the goal has a double rim
            parts.append(element("circle", cx=x, cy=y, r=radius + 3, fill="none", stroke=theme.ink, stroke_width=2))
        fill, ink = (theme.ink, theme.panel) if is_here else (theme.card, INK)
        parts += [
            element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=theme.line, class_="ms-rim"),
            words(str(number), x, y + 4.5, ink, size=12, anchor="middle", is_bold=is_here),
        ]
    return join_markup(parts)


def _draw_short_progress(look: Look, progress: display.Progress, area: Box) -> Markup:
    """Draw progress towards a goal as two numbers below a caption of two lines."""
    x, size = area.x + area.width / 2, look.smallest_text
    parts = [
        words(line, x, area.y + 15 + row * 13, look.theme.muted, size=size, anchor="middle", room=area.width)
        for row, line in enumerate(in_lines(look.label(progress.name), size, area.width, 2))
    ]
    told = f"{progress.number}/{progress.end}"
    return join_markup([*parts, words(told, x, area.y + 50, INK, size=20, anchor="middle", is_bold=True)])


_PRICE_ROW: Final = 22.0


def _price_list(look: Look, prices: display.PriceList, area: Box) -> Markup:
    parts: list[Markup] = []
    columns = 2 if look.is_narrow else 1
    rows, pitch = -(-len(prices.prices) // columns), area.width / columns
    for number, price in enumerate(prices.prices):
        column, row = divmod(number, rows)
        x, y = area.x + column * pitch, area.y + 10 + row * _PRICE_ROW
        counted = look.format_count(number + 1, prices.thing)
        # On a phone, a coin is close to its words, because the second column follows.
        coin = pitch - 14 if look.is_narrow else 108
        parts += [
            words(counted, x + 2, y + 5, INK, size=12, room=coin - 14),
            draw_coin(look, price, x + coin, y, 11),
        ]
    more = f"… {look.label('each_further')}"
    foot = words(more, area.x + 2, area.foot - 1, look.theme.muted, size=look.smallest_text, room=area.width)
    return join_markup([*parts, foot])


_PRICE_RADIUS: Final = 11.5
"""The radius of the coin with the price of a card for sale."""


def _offer(look: Look, building: str, offer: display.Offer, area: Box) -> Iterator[Place]:
    cells = lay_cells(area, offer.prices, LEAST_CARD)
    for slot, (cell, price, tool) in enumerate(zip(cells, offer.prices, offer.cards, strict=True)):
        here = Box(cell.x, cell.y + 10, cell.width - 6, cell.height - 10)
        card = draw_empty_card(look, here) if tool is None else _card_for_sale(look, tool, here, slot)
        # On a phone, where cards are low, the price is on a corner to leave more room for the symbol.
        x = here.x + (_PRICE_RADIUS if look.is_narrow else here.width / 2)
        parts = (card, draw_coin(look, price, x, here.y + 3, _PRICE_RADIUS))
        cost = look.format_count(price, "grosz")
        sold = sentence("picture.offered", look.language, thing=look.label(tool), price=cost) if tool else ""
        title = describe_slot(look, building, slot, sold, price)
        place = f"{building}:{slot}"
        # The coin belongs to the place, so that a rim around the place does not run through the price.
        whole = Box(here.x, cell.y, here.width, cell.height)
        yield place, whole, look.place(place, "slot", title, parts, area=cell, count=int(tool is not None))


def _card_for_sale(look: Look, tool: str, here: Box, slot: int) -> Markup:
    middle, letters = here.x + here.width / 2, look.smallest_text
    lines = in_lines(look.label(tool), letters, here.width - 4, 2)
    # The symbol takes the room between the coin on the upper edge and the words.
    foot = here.foot - 6 - letters * (len(lines) - 1)
    top, low = here.y + (4 if look.is_narrow else 14), foot - letters
    size = min(36.0, here.width - 12, low - top)
    at = Box(middle - size / 2, (top + low - size) / 2, size, size)
    seen = [
        box(here, look.theme.card, look.theme.line, class_="ms-rim"),
        look.use(look.symbol_of(tool, "card"), at, class_="ms-figure"),
    ]
    for row, line in enumerate(lines):
        seen.append(words(line, middle, foot + letters * row, INK, size=letters, anchor="middle", room=here.width - 4))
    return look.pieces("tool", 1, seen, thing=tool, slot=slot)


def _orders(look: Look, building: str, orders: display.Orders, area: Box) -> Iterator[Place]:
    for slot, (cell, order) in enumerate(zip(lay_cells(area, orders.orders, LEAST_CARD), orders.orders, strict=True)):
        here = Box(cell.x, cell.y, cell.width - 4, cell.height - 2)
        asked = "" if order is None else f"{order.salt}, {look.format_count(order.payment, 'grosz')}"
        card = draw_order_card(look, order, here)
        piece = card if order is None else look.pieces("order", 1, (card,), thing=str(order), slot=slot)
        title = describe_slot(look, building, slot, asked)
        place = f"{building}:{slot}"
        yield place, here, look.place(place, "slot", title, (piece,), area=cell, count=int(order is not None))


def _stack(look: Look, stack: display.Stack, area: Box) -> Place:
    width, (x, _) = 28.0, area.middle
    here = Box(x - width / 2 - 4, area.y, width, area.height - 22)
    called = label_of_stack(stack.name, look.state.ruleset, look.language)
    parts = (draw_card_back(look, stack.number, here), _write_caption(look, called, area, area.foot - 3))
    title = stack_title(look, stack.name, stack.number)
    return stack.name, here, look.place(stack.name, "pile", title, parts, area=area, count=stack.number)


def _face_up(look: Look, pile: display.FaceUp, area: Box) -> Markup:
    theme, here = look.theme, Box(area.x, area.y + 17, area.width - 2, 26)
    top = look.label(pile.cards[-1] if pile.cards else "none")
    others = f" (+{len(pile.cards) - 1})" if len(pile.cards) > 1 else ""
    card = box(here, theme.card, theme.line, class_="ms-rim") if pile.cards else draw_empty_card(look, here)
    return (
        words(look.label(pile.name), area.x + 1, area.y + 11, theme.muted, size=look.smallest_text, room=area.width)
        + card
        + words(f"{top}{others}", here.x + 7, here.y + 17, INK, size=12, is_bold=True, room=here.width - 12)
    )


_PIPS: Final = {"1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679"}
"""The dots of a die's faces: the filled cells of a grid of three by three, numbered row by row from 1."""


def _draw_die(look: Look, die: display.DieFace, area: Box) -> Markup:
    theme, (x, _) = look.theme, area.middle
    told = look.label("none" if die.face is None else die.face)
    width = 28.0 if die.face in _PIPS else min(max(28.0, text_width(told, 12) + 14), area.width - 4)
    here = Box(x - width / 2, area.y + 17, width, 28)
    if die.face in _PIPS:
        cells = (divmod(int(cell) - 1, 3) for cell in _PIPS[die.face])
        drawn = join_markup(
            element("circle", cx=here.x + 7 + 7 * column, cy=here.y + 7 + 7 * row, r=2.4) for row, column in cells
        )
    else:
        # A number is as easy to read from a distance as dots, and a word must fit into the die.
        size, foot = (17, 20) if len(told) < 3 else (12, 18)
        drawn = words(told, x, here.y + foot, INK, size=size, anchor="middle", is_bold=True, room=here.width - 6)
    rim = box(here, theme.card, theme.line, radius=6, class_="ms-rim")
    return _caption(look, die.name, area, area.y + 11) + rim + drawn


def _salt_column(look: Look, building: str, column: display.SaltColumn, area: Box) -> Place:
    theme, kind = look.theme, column.kind
    columns = count_rows(column.prices, area.height, LEAST_HEIGHT)
    rows, width = max(-(-len(column.prices) // columns), 1), area.width / columns
    height = min(48.0, area.height / rows)
    radius = 9.0 if look.is_narrow else 11.0
    size = min(19.0, height - 10, width - 2 * radius - 7)
    spaces = [
        Box(area.x + space // rows * width, area.foot - (space % rows + 1) * height, width - 3, height - 4)
        for space in range(len(column.prices))
    ]
    held = [Box(here.right - size - 2, here.middle[1] - size / 2, size, size) for here in spaces]
    parts = [boxes(spaces, theme.card, theme.line)]
    if column.filled < len(held):
        parts.append(boxes(held[column.filled :], "none", theme.line, radius=2, dashes="2 3"))
    for space, (price, here, at) in enumerate(zip(column.prices, spaces, held, strict=True)):
        parts.append(draw_coin(look, price, here.x + radius + 1, here.middle[1], radius))
        if space < column.filled:
            cube = draw_cube(look, kind, at.x, at.y, size)
            parts.append(look.pieces("cube", 1, (cube,), thing=kind, slot=space))
    place = f"{building}:{kind}"
    title = column_title(look, building, column)
    return place, area, look.place(place, "slot", title, parts, area=area, count=column.filled)


def _draw_waiting(look: Look, waiting: display.Waiting, area: Box) -> Place:
    """Draw a circle with miners, or the gate with miners that have not delivered yet (CASTLE-2)."""
    name, theme = waiting.name, look.theme
    here = Box(area.x, area.y + 19, area.width, area.height - 20)
    is_gate = name == ARRIVING
    parts = [
        _caption(look, name, area, area.y + 11),
        _battlement(here, look) if is_gate else NOTHING,
        box(here, theme.card, theme.line, radius=2 if is_gate else here.height / 2, class_="ms-rim"),
        draw_miners(look, waiting.miners, (0,) * len(waiting.miners), here.grow(-6), name, INK),
    ]
    title = describe_line(look, name, waiting.miners)
    return name, here, look.place(name, "line", title, parts, area=area, count=sum(waiting.miners))


def _battlement(gate: Box, look: Look) -> Markup:
    teeth = (Box(gate.x + 2 + tooth * (gate.width - 14) / 4, gate.y - 5, 10, 9) for tooth in range(5))
    return boxes(teeth, look.theme.card, look.theme.line, radius=0)
