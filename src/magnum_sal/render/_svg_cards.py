"""The cards of a player in the picture: tools in the order of purchase, royal orders in that of delivery."""

from __future__ import annotations

from typing import Final

import attrs

from ..words import tool_label
from ._markup import Markup, element, joined, short
from ._svg_elements import Box, Drawing, path
from ._svg_pieces import in_box, small_order, tool_card
from .board_facts import earlier_orders
from .svg_look import Look

_SIZES: Final = ((44.0, 32.0), (40.0, 28.0), (36.0, 25.0), (31.0, 22.0), (27.0, 20.0))
"""The side of a tool card and the height of an order, from the largest on."""
_ORDER_WIDTH: Final = 78.0
_GAP: Final = 4.0
_BAR: Final = 4.0
"""What the bar between the orders of earlier phases and of this one takes."""
_SMALLER: Final = 0.92


@attrs.frozen
class _Plan:
    """How the cards of a player are laid out."""

    tool: float
    order: float
    scale: float
    width: float
    """Before it is scaled."""
    tools: int
    orders: int

    @property
    def tools_a_row(self) -> int:
        return max(int((self.width + _GAP) // (self.tool + _GAP)), 1)

    @property
    def orders_a_row(self) -> int:
        return max(int((self.width + _GAP - _BAR) // (_ORDER_WIDTH + _GAP)), 1)

    @property
    def orders_top(self) -> float:
        """Where the orders begin."""
        return -(-self.tools // self.tools_a_row) * (self.tool + _GAP)

    @property
    def height(self) -> float:
        """How high it is before it is scaled."""
        return self.orders_top + -(-self.orders // self.orders_a_row) * (self.order + _GAP)


def cards_height(look: Look, seat: int, width: float) -> float:
    """Return how high the cards of a player are at their full size."""
    return _plan(look, seat, width, None).height


def cards(look: Look, seat: int, area: Box) -> Drawing:
    """Return the cards of a player, smaller where there are many for so much room."""
    plan = _plan(look, seat, area.width, area.height)
    tools, orders = _tools(look, seat, plan), _orders(look, seat, plan)
    boxes = {
        place: at.scaled(plan.scale).moved(area.x, area.y) for part in (tools, orders) for place, at in part[1].items()
    }
    return Drawing(in_box((tools[0], orders[0]), area, plan.scale), boxes, area.height)


def _plan(look: Look, seat: int, width: float, height: float | None) -> _Plan:
    player = look.state.players[seat]
    plans = [_Plan(tool, order, 1.0, width, len(player.tools), len(player.orders)) for tool, order in _SIZES]
    if height is None:
        return plans[0]
    fitting = next((plan for plan in plans if plan.height <= height), plans[-1])
    while fitting.height * fitting.scale > height:
        fitting = attrs.evolve(fitting, scale=fitting.scale * _SMALLER, width=fitting.width / _SMALLER)
    return fitting


def _tools(look: Look, seat: int, plan: _Plan) -> tuple[Markup, dict[str, Box]]:
    pitch = plan.tool + _GAP
    parts: list[Markup] = []
    boxes: dict[str, Box] = {}
    for number, card in enumerate(look.state.players[seat].tools):
        row, column = divmod(number, plan.tools_a_row)
        here = Box(column * pitch, row * pitch, plan.tool, plan.tool)
        boxes[f"tool:{seat}:{number}"] = here
        said = element("title", tool_label(card.tool, look.language, look.state.ruleset, is_used=card.used))
        drawn = tool_card(look, card.tool, here, is_used=card.used)
        parts.append(
            look.pieces("tool", 1, (said, drawn), f"player:{seat}", "tool", number, seat=seat, thing=card.tool,
                        state="used" if card.used else "ready")
        )  # fmt: skip
    return joined(parts), boxes


def _orders(look: Look, seat: int, plan: _Plan) -> tuple[Markup, dict[str, Box]]:
    """Return the completed orders, with a bar between those of earlier phases and of this one."""
    earlier = earlier_orders(look.state, seat)
    parts: list[Markup] = []
    boxes: dict[str, Box] = {}
    for number, order in enumerate(look.state.players[seat].orders):
        row, column = divmod(number, plan.orders_a_row)
        x, y = column * (_ORDER_WIDTH + _GAP), plan.orders_top + row * (plan.order + _GAP)
        here = Box(x + _BAR if number >= earlier > 0 else x, y, _ORDER_WIDTH, plan.order)
        boxes[f"order:{seat}:{number}"] = here
        parts.append(
            look.pieces("order", 1, (small_order(look, order, here),), f"player:{seat}", "order", number, seat=seat,
                        thing=str(order), state="earlier" if number < earlier else None)
        )  # fmt: skip
        if number == earlier - 1:
            bar = f"M{short(here.right + _BAR)} {short(here.y - 1)}v{short(here.height + 2)}"
            parts.append(path(bar, line=look.theme.ink, weight=2.5))
    return joined(parts), boxes
