"""The players in the picture: a panel each, with all they own."""

from __future__ import annotations

from typing import Final

from ..labels import counted, label, tool_label
from ..pieces import SALT_KINDS, SEAT_LETTERS, RoyalOrder
from ..state import GameState
from ._colours import Theme
from ._svg_shapes import (
    CUBE,
    Box,
    Drawing,
    box,
    coin,
    cube_counts,
    cubes,
    element,
    group,
    miner,
    text_width,
    tool_card,
    words,
)
from ._text_shown import before_player

WIDTH: Final = 404
_MOST_HEIGHT: Final = 290
_TOOL_WIDTH: Final = 126
_ORDER_WIDTH: Final = 94
_ROW_HEIGHT: Final = 24


def players(state: GameState, area: Box, theme: Theme, language: str) -> Drawing:
    """Return the players' panels one below the other, as high as there is room for."""
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    pitch = min(area.height / len(state.players), _MOST_HEIGHT)
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
        _name(player.name, x + 38, y + 27, theme),
    ]
    if seat == state.start_seat:
        parts.append(_flag(x + here.width - 178, y + 10, theme))
    standing = f"{label('score', language)} {score.total}"
    end = x + here.width
    parts.append(words(standing, end - 40, y + 27, theme.ink, size=15, anchor="end", weight="bold", room=110))
    parts.append(_rank(score.rank, end - 22, y + 22, theme))
    row = y + 58
    parts += [
        coin(player.money, x + 32, row, theme, 15),
        miner(seat, x + 72, row + 12, theme),
        words(str(player.stock), x + 92, row + 6, theme.ink, size=16, weight="bold"),
        cube_counts(player.salt, x + 150, row - 9, theme, 62),
    ]
    top = 84
    if brought := _brought(state, seat, language):
        parts.append(words("  ·  ".join(brought), x + 16, y + 92, theme.ink, size=13, room=here.width - 28))
        top += 20
    belongings = Box(x + 16, y + top, here.width - 24, here.height - top - 4)
    return [*parts, _belongings(state, seat, belongings, theme, language)]


def _belongings(state: GameState, seat: int, area: Box, theme: Theme, language: str) -> str:
    """Return tool cards in the order of purchase, then orders in that of delivery; smaller where there are many."""
    tools, orders = state.players[seat].tools, state.players[seat].orders

    def rows(scale: float) -> tuple[int, int]:
        wide = area.width / scale
        return -(-len(tools) // int(wide // _TOOL_WIDTH)), -(-len(orders) // int(wide // _ORDER_WIDTH))

    scales = (1.0, 0.85, 0.7, 0.6, 0.5)
    scale = next((scale for scale in scales if sum(rows(scale)) * _ROW_HEIGHT + 4 <= area.height / scale), scales[-1])
    columns = int(area.width / scale // _TOOL_WIDTH)
    parts = [
        tool_card(
            label(card.tool, language, state.ruleset),
            Box(number % columns * _TOOL_WIDTH, number // columns * _ROW_HEIGHT, _TOOL_WIDTH - 5, 20),
            theme,
            is_used=card.used,
        )
        for number, card in enumerate(tools)
    ]
    columns = int(area.width / scale // _ORDER_WIDTH)
    top = rows(scale)[0] * _ROW_HEIGHT + 4
    for number, order in enumerate(orders):
        card = Box(number % columns * _ORDER_WIDTH, top + number // columns * _ROW_HEIGHT, _ORDER_WIDTH - 5, 21)
        parts.append(_order(order, card, theme))
    return element("g", "".join(parts), transform=f"translate({area.x:.1f} {area.y:.1f}) scale({scale})")


def _order(order: RoyalOrder, area: Box, theme: Theme) -> str:
    end = area.x + area.width - 4
    payment = words(f"={order.payment}", end, area.y + 15, theme.ink, size=12, anchor="end", weight="bold")
    return box(area, theme.tile, theme.line, radius=3) + cubes(order.salt, area.x + 4, area.y + 4, CUBE - 3) + payment


def _name(name: str, x: float, y: float, theme: Theme) -> str:
    room = 184
    size = 18 if text_width(name, 18, is_bold=True) <= room else 13
    return words(name, x, y, theme.ink, size=size, weight="bold", room=room)


def _rank(rank: int, x: float, y: float, theme: Theme) -> str:
    """Return a rank as a medal, the winner's in gold."""
    fill, ink = (theme.coin, theme.coin_ink) if rank == 1 else (theme.tile, theme.ink)
    medal = element("circle", cx=x, cy=y, r=12, fill=fill, stroke=theme.line)
    return medal + words(f"{rank}.", x, y + 5, ink, size=13, anchor="middle", weight="bold")


def _flag(x: float, y: float, theme: Theme) -> str:
    """Return the starting player's marker."""
    pole = element("path", d=f"M{x:.1f} {y:.1f}v22", stroke=theme.ink, stroke_width=2.5, fill="none")
    cloth = element("path", d=f"M{x + 1:.1f} {y:.1f}h20l-6 6l6 6h-20z", fill=theme.accent)
    return pole + cloth


def _brought(state: GameState, seat: int, language: str) -> list[str]:
    return ["".join(span.text for span in item) for item in before_player(state, seat, language)]


def _told(state: GameState, seat: int, language: str) -> str:
    player, score = state.players[seat], state.scores[seat]
    salt = ", ".join(f"{label(kind, language)} {player.salt.of(kind)}" for kind in SALT_KINDS)
    tools = ", ".join(tool_label(card.tool, language, state.ruleset, is_used=card.used) for card in player.tools)
    orders = ", ".join(f"{order.salt} {order.payment}" for order in player.orders)
    none = label("none", language)
    told = (
        f"{SEAT_LETTERS[seat]} {player.name}: {counted(player.money, 'grosz', language)}, "
        f"{label('stock', language)} {counted(player.stock, 'miner', language)}, {salt}; "
        f"{label('tools', language)}: {tools or none}; {label('orders', language)}: {orders or none}; "
        f"{''.join(f'{item}; ' for item in _brought(state, seat, language))}"
        f"{label('score', language)} {score.total}, {label('rank', language)} {score.rank}"
    )
    return told + (f"; {label('start_player', language)}" if seat == state.start_seat else "")
