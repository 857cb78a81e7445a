"""Compact panels of the players in two columns, for a side column of a page or a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from ..model.pieces import SALT_KINDS, RoyalOrder
from ._markup import Markup, element, join_markup
from ._svg_elements import INK, Box, Drawing, Place, box, text_width, words
from ._svg_pieces import draw_coin, draw_cube_counts, draw_medal, draw_miner
from ._svg_players import draw_owned_tool, group_order, list_lines, place_stock
from ._svg_titles import player_title
from .board_facts import earlier_orders
from .svg_look import DECOR, Look

_COLUMNS: Final = 2
_GAP: Final = 6.0
_HEIGHT: Final = 98.0
"""The height of a panel without lines of text. All panels have it, so nothing moves when a card is bought."""
_LINE: Final = 14.0
"""The height of a line of text below the name."""
_LETTERS: Final = 11.0
_HEAD: Final = 28.0
"""The height of the name and the score."""
_COUNTS: Final = 26.0
"""The height of the row with money, miners and cubes."""
_BAR: Final = 6.0
"""The width of the bar in the player's colour."""


def draw_panels(look: Look, x: float, y: float, width: float) -> Drawing:
    """Draw the panels of ``look.seats`` in rows of two. All panels have the same height."""
    lines = {seat: list_lines(look, seat) for seat in look.seats}
    height = _HEIGHT + max(map(len, lines.values())) * _LINE
    wide = (width - _GAP * (_COLUMNS - 1)) / _COLUMNS
    parts: list[Markup] = []
    boxes: dict[str, Box] = {}
    for number, seat in enumerate(look.seats):
        row, column = divmod(number, _COLUMNS)
        here = Box(x + column * (wide + _GAP), y + row * (height + _GAP), wide, height)
        drawn = _draw_panel(look, seat, here, lines[seat])
        parts.append(drawn.body)
        boxes |= drawn.boxes
    rows = -(-len(look.seats) // _COLUMNS)
    return Drawing(join_markup(parts), boxes, width, rows * (height + _GAP) - _GAP)


def _draw_panel(look: Look, seat: int, here: Box, lines: Sequence[str]) -> Drawing:
    theme, place = look.theme, f"player:{seat}"
    rim, weight = (theme.highlight, 3.5) if seat == look.to_move else (theme.line, 1)
    left = here.x + _BAR + 6
    counts = here.y + _HEAD + 2
    low = counts + _COUNTS + len(lines) * _LINE
    stock = Box(left + 27, counts - 7, 40, 40)
    tools, orders = Box(left, low, here.right - 6 - left, 20), Box(left, low + 22, here.right - 6 - left, 18)
    owned = (*_lay_tools(look, seat, tools), *_lay_orders(look, seat, orders))
    parts = (
        box(here.grow(-weight / 2), theme.panel, rim, weight=weight, radius=7, class_="ms-rim"),
        box(Box(here.x + 4, here.y + 6, _BAR, here.height - 12), theme.seats[seat], theme.rim, radius=3,
            class_="ms-figure"),
        _draw_name(look, seat, here, left),
        *_draw_counts(look, seat, here, left, counts),
        *(words(line, left, counts + _COUNTS + 8 + row * _LINE, theme.muted, size=_LETTERS, room=here.right - 6 - left)
          for row, line in enumerate(lines)),
        *(card for _, _, card in owned),
    )  # fmt: skip
    inner = _draw_stock(look, seat, stock)
    group = look.place(
        place, "player", player_title(look, seat), parts, area=here.grow(_GAP / 2), inner=(inner,), seat=seat
    )
    boxes = {
        place: here,
        f"stock:{seat}": stock,
        f"money:{seat}": Box(left, counts, 24, 24),
        f"salt:{seat}": Box(left + 66, counts + 3, here.right - 6 - left - 66, 20),
    }
    boxes |= {place: at for place, at, _ in owned}
    return Drawing(group, boxes, here.width, here.height)


def _draw_name(look: Look, seat: int, here: Box, left: float) -> Markup:
    """Draw the figure, the name, the flag and the crown (if any), the score and the rank."""
    state = look.state
    name, score = state.players[seat].name, state.scores[seat]
    y = here.y + 22
    standing = str(score.total)
    end = here.right - 36
    parts = [
        draw_miner(look, seat, left, here.y + 29, 27),
        words(standing, end, y, INK, size=16, anchor="end", is_bold=True),
        draw_medal(look, score.rank, here.right - 19, here.y + 17),
    ]
    end -= text_width(standing, 16, is_bold=True) + 4
    if seat in state.winners:
        end -= 22
        parts.append(look.use("crown", Box(end, here.y + 9, 21, 16)))
    if seat == state.start_seat:
        end -= 17
        parts.append(look.use("flag", Box(end, here.y + 7, 16, 19)))
    start = left + 22
    size = 14.0 if text_width(name, 14, is_bold=True) <= end - start - 2 else 11.5
    parts.append(words(name, start, y, INK, size=size, is_bold=True, room=max(end - start - 2, 20)))
    return join_markup(parts)


def _draw_counts(look: Look, seat: int, here: Box, left: float, y: float) -> Iterator[Markup]:
    """Draw the money and the cubes. The stock of miners, which is a place, is between them."""
    player, place = look.state.players[seat], f"player:{seat}"
    yield draw_coin(look, player.money, left + 12, y + 12, 12, place, "coin", seat=seat)
    pitch = (here.right - 4 - left - 66) / 3
    yield draw_cube_counts(look, player.salt, left + 66, y + 4, pitch, place, "cubes", size=16)


def _draw_stock(look: Look, seat: int, area: Box) -> Markup:
    foot = area.y + 31
    parts = (
        draw_miner(look, seat, area.x + 2, foot, 27),
        words(str(look.state.players[seat].stock), area.x + 21, foot - 8, INK, size=14, is_bold=True),
    )
    return place_stock(look, seat, area, parts)


@attrs.frozen
class _Row:
    """A row of cards that overlap if there are too many."""

    area: Box
    width: float
    """The width of a card."""
    count: int

    def place(self, number: int) -> Box:
        """Return the box of a card."""
        pitch = self.width + 2
        if self.count > 1:
            pitch = min(pitch, (self.area.width - self.width) / (self.count - 1))
        return Box(self.area.x + number * pitch, self.area.y, self.width, self.area.height)


def _lay_tools(look: Look, seat: int, area: Box) -> Iterator[Place]:
    """Yield the tools in the order in which they were bought. Many tools overlap like a hand of cards."""
    row = _Row(area, area.height, len(look.state.players[seat].tools))
    for number in range(row.count):
        yield draw_owned_tool(look, seat, number, row.place(number))


_ORDER_WIDTH: Final = 22.0
_PIP: Final = 4.0


def _draw_pips(look: Look, order: RoyalOrder, card: Box) -> Markup:
    """Draw the cubes of an order as small squares at the foot of its card."""
    kinds = [kind for kind in SALT_KINDS for _ in range(order.salt.count(kind))]
    # An order of a custom ruleset may demand no salt.
    pitch = min(_PIP + 1, (card.width - 3) / max(len(kinds), 1))
    x, y = card.x + (card.width - pitch * len(kinds) + 1) / 2, card.foot - _PIP - 1.5
    pips = (
        box(Box(x + number * pitch, y, pitch - 1, _PIP), look.theme.salt(kind)[0], look.theme.rim, radius=0, weight=0.5)
        for number, kind in enumerate(kinds)
    )
    return element("g", *pips, class_=DECOR)


def _lay_orders(look: Look, seat: int, area: Box) -> Iterator[Place]:
    """Yield the completed orders with their payments. Those of earlier phases have a dashed rim."""
    theme, earlier = look.theme, earlier_orders(look.state, seat)
    orders = look.state.players[seat].orders
    row = _Row(area, _ORDER_WIDTH, len(orders))
    for number, order in enumerate(orders):
        here = row.place(number)
        is_earlier = number < earlier
        card = box(here, theme.panel if is_earlier else theme.card, theme.line, radius=3,
                   dashes="3 2" if is_earlier else None, class_="ms-rim")  # fmt: skip
        x, y = here.x + here.width / 2, here.y + 10.5
        payment = words(str(order.payment), x, y, INK, size=_LETTERS, anchor="middle", is_bold=True, room=18)
        parts = (card, payment, _draw_pips(look, order, here))
        yield f"order:{seat}:{number}", here, group_order(look, seat, number, parts, is_earlier=is_earlier)
