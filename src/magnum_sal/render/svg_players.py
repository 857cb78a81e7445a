"""The players in the picture: a panel each, with all they own."""

from __future__ import annotations

from typing import Final

from ..labels import counted, label
from ..pieces import SALT_KINDS
from ..state import GameState
from .facts import SEAT_LETTERS
from .svg_shapes import CUBE, Box, Drawing, Theme, box, coin, cube_counts, cubes, element, group, miner, words

WIDTH: Final = 404
HEIGHT: Final = 212
_TOOLS_A_ROW: Final = 3
_ORDERS_A_ROW: Final = 4


def players(state: GameState, area: Box, theme: Theme, language: str) -> Drawing:
    """Return the players' panels one below the other, each ``HEIGHT`` high and more where somebody owns much."""
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    pitch = area.height / len(state.players)
    for seat in range(len(state.players)):
        here = Box(area.x, area.y + seat * pitch, area.width, pitch - 8)
        boxes[f"player:{seat}"] = here
        boxes[f"stock:{seat}"] = Box(here.x + 66, here.y + 40, 64, 34)
        parts.append(
            group(_told(state, seat, language), _panel(state, seat, here, theme, language), place=f"player:{seat}")
        )
    return Drawing("".join(parts), boxes)


def _panel(state: GameState, seat: int, here: Box, theme: Theme, language: str) -> list[str]:
    player, score = state.players[seat], state.scores[seat]
    x, y = here.x, here.y
    is_to_move = seat == state.to_move
    rim = theme.seats[seat][0]
    parts = [
        box(here, theme.panel, rim if is_to_move else theme.line, weight=4 if is_to_move else 1),
        box(Box(x, y, 8, here.height), rim, radius=3),
        miner(seat, x + 16, y + 30, theme),
        words(player.name, x + 38, y + 27, theme.ink, size=18, weight="bold", room=190),
    ]
    if seat == state.start_seat:
        parts.append(_flag(x + here.width - 152, y + 10, theme))
    standing = f"{label('score', language)} {score.total} · {score.rank}."
    parts.append(
        words(standing, x + here.width - 12, y + 27, theme.ink, size=15, anchor="end", weight="bold", room=130)
    )
    row = y + 58
    parts += [
        coin(player.money, x + 32, row, theme, 15),
        miner(seat, x + 72, row + 12, theme),
        words(str(player.stock), x + 92, row + 6, theme.ink, size=16, weight="bold"),
        cube_counts(player.salt, x + 150, row - 9, theme, 62),
    ]
    y = y + 86
    drawn, y = _tools(state, seat, x + 16, y, here.width - 24, theme, language)
    return [*parts, *drawn, *_orders(state, seat, x + 16, y + 4, here.width - 24, theme)]


def _flag(x: float, y: float, theme: Theme) -> str:
    """Return the starting player's marker."""
    pole = element("path", d=f"M{x:.1f} {y:.1f}v22", stroke=theme.ink, stroke_width=2.5, fill="none")
    cloth = element("path", d=f"M{x + 1:.1f} {y:.1f}h20l-6 6l6 6h-20z", fill=theme.accent)
    return pole + cloth


def _tools(
    state: GameState, seat: int, x: float, y: float, width: float, theme: Theme, language: str
) -> tuple[list[str], float]:
    """Return the tool cards in the order of purchase, a used one turned down, and where the next row begins."""
    tools = state.players[seat].tools
    columns = _TOOLS_A_ROW if len(tools) <= 3 * _TOOLS_A_ROW else 4 if len(tools) <= 12 else 5
    pitch = width / columns
    parts: list[str] = []
    for number, card in enumerate(tools):
        area = Box(x + number % columns * pitch, y + number // columns * 23, pitch - 5, 20)
        line = theme.back if card.used else theme.tile
        ink = theme.back_ink if card.used else theme.ink
        name = label(card.tool, language, state.ruleset)
        parts.append(box(area, line, theme.line, radius=3))
        middle = area.x + area.width / 2
        size = 12.5 if columns < 5 else 11
        parts.append(
            words(name, middle, area.y + 15, ink, size=size, anchor="middle", room=area.width - 8, strike=card.used)
        )
    return parts, y + -(-len(tools) // columns) * 23


def _orders(state: GameState, seat: int, x: float, y: float, width: float, theme: Theme) -> list[str]:
    """Return the completed orders in the order of delivery."""
    orders = state.players[seat].orders
    columns = _ORDERS_A_ROW if len(orders) <= 8 else 5
    pitch = width / columns
    side = CUBE - 3
    parts: list[str] = []
    for number, order in enumerate(orders):
        area = Box(x + number % columns * pitch, y + number // columns * 24, pitch - 5, 21)
        parts.append(box(area, theme.tile, theme.line, radius=3))
        parts.append(cubes(order.salt, area.x + 4, area.y + 4, side))
        parts.append(
            words(
                f"={order.payment}",
                area.x + area.width - 4,
                area.y + 15,
                theme.ink,
                size=12,
                anchor="end",
                weight="bold",
            )
        )
    return parts


def _told(state: GameState, seat: int, language: str) -> str:
    player, score = state.players[seat], state.scores[seat]
    salt = ", ".join(f"{label(kind, language)} {player.salt.of(kind)}" for kind in SALT_KINDS)
    tools = ", ".join(
        label(card.tool, language, state.ruleset) + (f" ({label('used', language)})" if card.used else "")
        for card in player.tools
    )
    orders = ", ".join(f"{order.salt} {order.payment}" for order in player.orders)
    none = label("none", language)
    told = (
        f"{SEAT_LETTERS[seat]} {player.name}: {counted(player.money, 'grosz', language)}, "
        f"{label('stock', language)} {counted(player.stock, 'miner', language)}, {salt}; "
        f"{label('tools', language)}: {tools or none}; {label('orders', language)}: {orders or none}; "
        f"{label('score', language)} {score.total}, {label('rank', language)} {score.rank}"
    )
    return told + (f"; {label('start_player', language)}" if seat == state.start_seat else "")
