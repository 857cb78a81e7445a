"""The players in the picture. Each has a panel with all possessions; cards are in order of purchase or delivery."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from ..words import tool_label
from ._markup import Markup, element, join_markup, short
from ._svg_elements import INK, Box, Drawing, Place, box, path, text_width, words
from ._svg_pieces import draw_coin, draw_cube_counts, draw_medal, draw_miner, draw_small_order, draw_tool_card, in_box
from ._svg_titles import list_extension_texts, player_title, stock_title
from .board_facts import earlier_orders, list_score_parts
from .svg_look import Look

_GAP: Final = 8.0
_HEAD: Final = 84.0
"""The height of the name and the counts above the cards."""
_LINE: Final = 18.0
"""The height of a line of text."""
_FOOT: Final = 10.0
"""The height below the cards."""


def draw_players(look: Look, x: float, y: float, width: float, height: float | None = None) -> Drawing:
    """
    Draw the panels of ``look.seats`` one below the other, each as high as its cards need.

    If *height* is not None, the panels share it. The cards of a player who has many are then drawn smaller.
    """
    shares = dict.fromkeys(look.seats, math.inf) if height is None else _divide_height(look, width - 26, height)
    parts: list[Markup] = []
    boxes: dict[str, Box] = {}
    top = y
    for seat in look.seats:
        lines = list_lines(look, seat)
        head = _HEAD + len(lines) * _LINE
        plan = _plan(look, seat, width - 26, shares[seat] - head - _FOOT)
        tall = min(head + plan.height * plan.scale + _FOOT, shares[seat])
        here = Box(x, top, width, tall)
        stock = Box(here.x + 58, here.y + 43, 50, 36)
        boxes |= {
            f"player:{seat}": here,
            f"stock:{seat}": stock,
            f"money:{seat}": Box(here.x + 18, here.y + 45, 32, 32),
            f"salt:{seat}": Box(here.x + 116, here.y + 50, here.width - 122, 24),
        }
        low = here.y + head
        owned = _cards(look, seat, Box(here.x + 18, low, here.width - 26, here.foot - low - 6))
        boxes |= owned.boxes
        parts.append(_panel(look, seat, here, stock, lines, owned.body))
        top += tall + _GAP
    return Drawing(join_markup(parts), boxes, width, top - _GAP - y if height is None else height)


def _divide_height(look: Look, width: float, height: float) -> dict[int, float]:
    """Return the height of each panel: equal parts, except that a panel that needs more takes it from the others."""
    needed: dict[int, float] = {}
    for seat in look.seats:
        smallest = _make_plan(look, seat, width, *_SIZES[-1])
        needed[seat] = _HEAD + len(list_lines(look, seat)) * _LINE + smallest.height + _FOOT + _GAP
    # The panels that need most come first, so each of the others can still get the height that it needs. If there is
    # not enough for all, no panel gets less than an equal part of the rest.
    shares: dict[int, float] = {}
    free = height + _GAP
    for seat in sorted(needed, key=lambda seat: -needed[seat]):
        waiting = [needed[other] for other in needed if other not in shares and other != seat]
        shares[seat] = max(free // (len(waiting) + 1), min(needed[seat], free - sum(waiting)))
        free -= shares[seat]
    return {seat: share - _GAP for seat, share in shares.items()}


def _panel(look: Look, seat: int, here: Box, stock: Box, lines: Sequence[str], owned: Markup) -> Markup:
    state, theme, place = look.state, look.theme, f"player:{seat}"
    player, score = state.players[seat], state.scores[seat]
    x, y, end = here.x, here.y, here.right
    rim, weight = (theme.highlight, 4) if seat == look.to_move else (theme.line, 1)
    standing = str(score.total)
    # The score and the medal have fixed space on the right. The crown and the flag, if any, come before them, and the
    # name gets the rest.
    name_end = end - 42 - text_width(standing, 19, is_bold=True) - 8
    parts = [
        box(here, theme.panel, rim, weight=weight, radius=8, class_="ms-rim"),
        box(Box(x + 3, y + 6, 8, here.height - 12), theme.seats[seat], theme.rim, radius=4, class_="ms-figure"),
        draw_miner(look, seat, x + 18, y + 38, 32),
        words(standing, end - 42, y + 29, INK, size=19, anchor="end", is_bold=True),
        draw_medal(look, score.rank, end - 22, y + 22),
    ]
    if seat in state.winners:
        name_end -= 30
        parts.append(look.use("crown", Box(name_end + 2, y + 11, 26, 20)))
    if seat == state.start_seat:
        name_end -= 24
        parts.append(look.use("flag", Box(name_end + 2, y + 9, 20, 24)))
    room = name_end - x - 48
    size = 17 if text_width(player.name, 17, is_bold=True) <= room else 13
    parts += [
        words(player.name, x + 46, y + 28, INK, size=size, is_bold=True, room=max(room, 20)),
        draw_coin(look, player.money, x + 34, y + 61, 16, place, "coin", seat=seat),
        draw_cube_counts(look, player.salt, x + 116, y + 52, (here.width - 122) // 3, place, "cubes", size=19),
    ]
    for row, line in enumerate(lines):
        foot = y + _HEAD + row * _LINE + 10
        parts.append(words(line, x + 18, foot, theme.muted, size=12, room=here.width - 30))
    parts.append(owned)
    in_stock = (
        draw_miner(look, seat, stock.x + 4, stock.foot - 4, 28),
        words(str(player.stock), stock.x + 26, stock.foot - 13, INK, size=15, is_bold=True),
    )
    inner = place_stock(look, seat, stock, in_stock)
    title, area = player_title(look, seat), here.grow(_GAP / 2)
    return look.place(place, "player", title, parts, area=area, inner=(inner,), seat=seat)


def place_stock(look: Look, seat: int, area: Box, parts: Sequence[Markup]) -> Markup:
    """Return the SVG group for a player's miners in stock."""
    # The stock is a separate place, because miners leave from it and users point at it. Marks need a box for it, too.
    count, place = look.state.players[seat].stock, f"stock:{seat}"
    figures = look.pieces("miner", count, parts, place, "miner", seat=seat, state="rested")
    return look.place(place, "stock", stock_title(look, seat), (figures,), area=area, seat=seat, count=count)


def draw_owned_tool(look: Look, seat: int, number: int, area: Box) -> Place:
    """Draw a player's tool; *number* is its index in the order of purchase."""
    card = look.state.players[seat].tools[number]
    said = element("title", tool_label(card.tool, look.language, look.state.ruleset, is_used=card.used))
    return f"tool:{seat}:{number}", area, look.pieces(
        "tool", 1, (said, draw_tool_card(look, card.tool, area, is_used=card.used)), f"player:{seat}", "tool", number,
        seat=seat, thing=card.tool, state="used" if card.used else "ready", slot=number,
    )  # fmt: skip


def group_order(look: Look, seat: int, number: int, parts: Sequence[Markup], *, is_earlier: bool) -> Markup:
    """Return the SVG group for an order that a player has completed; *number* is its index."""
    return look.pieces(
        "order", 1, parts, f"player:{seat}", "order", number, seat=seat,
        thing=str(look.state.players[seat].orders[number]), state="earlier" if is_earlier else None, slot=number,
    )  # fmt: skip


def list_lines(look: Look, seat: int) -> list[str]:
    """Return the facts from extensions and, once the game is over, the parts of the score."""
    lines = ["  ·  ".join(brought)] if (brought := list_extension_texts(look, seat)) else []
    if look.is_over:
        lines.append(" + ".join(list_score_parts(look.state, look.state.scores[seat], look.language)))
    return lines


_SIZES: Final = ((52.0, 34.0), (44.0, 32.0), (40.0, 28.0), (36.0, 25.0), (31.0, 22.0), (27.0, 20.0))
"""Pairs of the side length of a tool card and the height of an order, the largest first."""
_ORDER_WIDTH: Final = 78.0
_CARD_GAP: Final = 4.0
_BAR: Final = 4.0
"""The width of the bar after the orders of earlier phases."""
_SMALLER: Final = 0.92


@attrs.frozen
class _Plan:
    """The layout of a player's cards."""

    tool: float
    order: float
    scale: float
    width: float
    """The width before scaling."""
    tools: int
    orders: int

    @property
    def tools_a_row(self) -> int:
        return max(int((self.width + _CARD_GAP) // (self.tool + _CARD_GAP)), 1)

    @property
    def orders_a_row(self) -> int:
        return max(int((self.width + _CARD_GAP - _BAR) // (_ORDER_WIDTH + _CARD_GAP)), 1)

    @property
    def orders_top(self) -> float:
        return -(-self.tools // self.tools_a_row) * (self.tool + _CARD_GAP)

    @property
    def height(self) -> float:
        """The height before scaling."""
        return self.orders_top + -(-self.orders // self.orders_a_row) * (self.order + _CARD_GAP)


def _make_plan(look: Look, seat: int, width: float, tool: float, order: float) -> _Plan:
    player = look.state.players[seat]
    return _Plan(tool, order, 1.0, width, len(player.tools), len(player.orders))


def _plan(look: Look, seat: int, width: float, height: float) -> _Plan:
    """Return the largest plan that fits. If even the smallest does not fit, scale it down."""
    # Where the height is free, larger cards would only make the panels higher.
    sizes = _SIZES[1:] if height == math.inf else _SIZES
    plans = [_make_plan(look, seat, width, *size) for size in sizes]
    fitting = next((plan for plan in plans if plan.height <= height), plans[-1])
    # A smaller scale leaves room for more cards in a row, so the width before scaling grows by the same factor.
    while fitting.height * fitting.scale > height:
        fitting = attrs.evolve(fitting, scale=fitting.scale * _SMALLER, width=fitting.width / _SMALLER)
    return fitting


def _cards(look: Look, seat: int, area: Box) -> Drawing:
    plan = _plan(look, seat, area.width, area.height)
    drawn = [*_tools(look, seat, plan), *_orders(look, seat, plan)]
    boxes = {place: at.scale(plan.scale).move(area.x, area.y) for place, at, _ in drawn}
    return Drawing(in_box((card for _, _, card in drawn), area, plan.scale), boxes, area.width, area.height)


def _tools(look: Look, seat: int, plan: _Plan) -> Iterator[Place]:
    pitch = plan.tool + _CARD_GAP
    for number in range(plan.tools):
        row, column = divmod(number, plan.tools_a_row)
        yield draw_owned_tool(look, seat, number, Box(column * pitch, row * pitch, plan.tool, plan.tool))


def _orders(look: Look, seat: int, plan: _Plan) -> Iterator[Place]:
    """Yield the completed orders, with a bar after the orders of earlier phases."""
    earlier = earlier_orders(look.state, seat)
    for number, order in enumerate(look.state.players[seat].orders):
        row, column = divmod(number, plan.orders_a_row)
        x, y = column * (_ORDER_WIDTH + _CARD_GAP), plan.orders_top + row * (plan.order + _CARD_GAP)
        here = Box(x + _BAR if number >= earlier > 0 else x, y, _ORDER_WIDTH, plan.order)
        drawn = group_order(look, seat, number, (draw_small_order(look, order, here),), is_earlier=number < earlier)
        if number == earlier - 1:
            bar = f"M{short(here.right + _BAR)} {short(here.y - 1)}v{short(here.height + 2)}"
            drawn += path(bar, line=look.theme.ink, weight=2.5)
        yield f"order:{seat}:{number}", here, drawn
