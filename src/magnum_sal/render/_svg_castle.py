"""The castle in the picture: orders, the order track, the line."""

from __future__ import annotations

from ..labels import counted, label
from ..pieces import SEAT_LETTERS
from ..state import GameState
from ._svg_shapes import Box, Drawing, Theme, box, card_back, element, group, miners, order_card, words


def castle(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    """Return what is at the castle, its name and its assistant's place left out."""
    orders = _orders(state, here, theme, language)
    return Drawing(
        orders.body + _track(state, here, theme, language) + _line(state, here, theme, language),
        {**orders.boxes, **_circles(here)},
    )


def _orders(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    for slot, order in enumerate(state.castle.open):
        area = Box(here.x + 10 + slot * 64, here.y + 46, 60, 68)
        boxes[f"castle:{slot}"] = area
        told = (
            label("none", language) if order is None else f"{order.salt}, {counted(order.payment, 'grosz', language)}"
        )
        card = order_card(order, area, theme)
        parts.append(group(f"{label('castle', language)} {slot + 1}: {told}", (card,), place=f"castle:{slot}"))
    stack = Box(here.x + here.width - 58, here.y + 52, 42, 50)
    told = f"{label('order_stack', language)}: {counted(state.castle.stack, 'card', language)}"
    caption = words(label("stack", language), stack.x + 21, stack.y + 66, theme.muted, size=12, anchor="middle")
    parts.append(group(told, (card_back(state.castle.stack, stack, theme), caption), place="order_stack"))
    return Drawing("".join(parts), boxes)


def _track(state: GameState, here: Box, theme: Theme, language: str) -> str:
    """Return the order track; the space that ends the phase has a double rim."""
    completed, end = state.castle.completed, state.orders_to_end
    y = here.y + 152
    spaces = max(end, completed) + (1 if completed <= end else 0)
    pitch = min(38.0, (here.width - 30) / (spaces + 1))
    parts = [words(f"{label('order_track', language)}: {completed}/{end}", here.x + 12, y - 17, theme.muted, size=12)]
    for number in range(spaces + 1):
        x = here.x + 26 + number * pitch
        if number == end:
            parts.append(element("circle", cx=x, cy=y, r=15, fill="none", stroke=theme.ink, stroke_width=2))
        is_here = number == completed
        fill, ink = (theme.accent, theme.page) if is_here else (theme.tile, theme.ink)
        parts.append(element("circle", cx=x, cy=y, r=12, fill=fill, stroke=theme.line))
        weight = "bold" if is_here else "normal"
        parts.append(words(str(number), x, y + 5, ink, size=14, anchor="middle", weight=weight))
    return group(f"{label('order_track', language)}: {completed}/{end}", parts)


def _circles(here: Box) -> dict[str, Box]:
    """Return where miners stand: in the castle, in the left and in the right circle, from the gate outward."""
    top = here.y + 190
    return {
        "arriving": Box(here.x + 8, top, 88, 80),
        "line_left": Box(here.x + 102, top, 108, 80),
        "line_right": Box(here.x + 216, top, 108, 80),
    }


def _line(state: GameState, here: Box, theme: Theme, language: str) -> str:
    circles = _circles(here)
    parts = [_gate(state, circles["arriving"], theme, language)]
    for name in ("line_left", "line_right"):
        area = circles[name]
        counts = [getattr(player, name) for player in state.players]
        radius = area.height / 2
        shapes = [
            box(area, theme.tile, theme.line, radius=radius),
            words(label(name, language), area.x + 54, area.y - 5, theme.muted, size=12, anchor="middle", room=106),
        ]
        inner = Box(area.x + 12, area.y + 8, area.width - 24, area.height - 16)
        shapes.append(miners(counts, (0,) * len(counts), inner, theme))
        told = ", ".join(f"{SEAT_LETTERS[seat]} {count}" for seat, count in enumerate(counts) if count)
        parts.append(group(f"{label(name, language)}: {told or label('none', language)}", shapes, place=name))
    return "".join(parts)


def _gate(state: GameState, area: Box, theme: Theme, language: str) -> str:
    """Return the castle's gate with the miners of the player to move who have not delivered yet (CASTLE-2)."""
    arriving = state.turn.arriving if state.turn is not None else 0
    counts = [arriving if seat == state.turn_seat else 0 for seat in range(len(state.players))]
    battlement = "".join(
        element(
            "rect", x=area.x + 4 + 18 * tooth, y=area.y - 2, width=10, height=10, fill=theme.rock, stroke=theme.line
        )
        for tooth in range(5)
    )
    shapes = [
        battlement,
        box(Box(area.x, area.y + 6, area.width, area.height - 6), theme.rock, theme.line, radius=2),
        words(label("arriving", language), area.x + 44, area.y + 24, theme.ink, size=12, anchor="middle", room=80),
        miners(counts, (0,) * len(counts), Box(area.x + 4, area.y + 28, area.width - 8, area.height - 32), theme),
    ]
    return group(f"{label('arriving', language)}: {arriving}", shapes, place="arriving")
